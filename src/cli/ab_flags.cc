#include "cli/ab_flags.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ab/page.h"
#include "ab/report_json.h"
#include "ab/report_text.h"
#include "ab/wording.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "report/findings_file.h"

namespace causeway::cli {
namespace {

constexpr std::array<std::string_view, 4> kGates = {"regression", "difference", "inconclusive",
                                                    "failure"};
constexpr int kMostLooks = 50;
constexpr int kFewestResamples = 100;
constexpr int kMostResamples = 10'000'000;

// True if the gate is crossed by any comparison, or any launch.
bool Crossed(const ab::Analysis& analysis, std::string_view gate) {
  if (gate == "failure") return analysis.experiment.failed_for_good > 0;
  return std::ranges::any_of(analysis.comparisons, [&](const ab::Comparison& c) {
    if (gate == "regression") return ab::IsRegression(analysis, c);
    return c.verdict.kind == (gate == "difference" ? stats::VerdictKind::kDifference
                                                   : stats::VerdictKind::kInconclusive);
  });
}

// A finding is closed by the first comparison that is a difference for the better.
Result<void> CloseFinding(const ab::Analysis& analysis, const AbFlags& flags) {
  std::FILE* said = flags.uses_standard_output() ? stderr : stdout;
  const auto better = std::ranges::find_if(analysis.comparisons, [&](const ab::Comparison& c) {
    return c.verdict.kind == stats::VerdictKind::kDifference && !ab::IsRegression(analysis, c);
  });
  if (better == analysis.comparisons.end()) {
    fmt::print(said, "finding {} stays open: no comparison is a difference for the better\n",
               flags.finding);
    return {};
  }
  const ab::Comparison& c = *better;
  const std::string& unit = analysis.experiment.metrics[c.metric].unit;
  const int decimals = ab::Decimals(c);
  const Result<void> closed =
      report::CloseByVerdict(flags.findings_file, flags.finding, ab::VerdictSentence(analysis, c),
                             {{"effect", ab::Amount(c.verdict.effect, decimals, unit)},
                              {"interval", ab::Range(c.verdict.test->interval, decimals)},
                              {"pairs", std::to_string(c.verdict.pairs)},
                              {"seed", std::to_string(analysis.options.seed)}});
  if (closed) fmt::print(said, "finding {} is closed in {}\n", flags.finding, flags.findings_file);
  return closed;
}

// Before anything is printed, so that a reader who closes the pipe early loses no file.
Result<void> WriteReports(const ab::Analysis& analysis, const AbFlags& flags) {
  if (!flags.json.empty()) {
    if (auto done = WriteOutput(flags.json, ab::ReportJson(analysis)); !done) return done;
  }
  if (!flags.html.empty()) return WriteOutput(flags.html, ab::ReportPage(analysis));
  return {};
}

int Finish(const ab::Analysis& analysis, const AbFlags& flags, std::string_view text) {
  if (const Result<void> written = WriteReports(analysis, flags); !written) {
    return ReportAbError(written.error());
  }
  if (!flags.uses_standard_output()) fmt::print("{}", text);
  if (!flags.finding.empty()) {
    const Result<void> closed = CloseFinding(analysis, flags);
    if (!closed) return ReportAbError(closed.error());
  }
  for (const std::string& gate : flags.fail_on) {
    if (!Crossed(analysis, gate)) continue;
    if (gate == "failure" && !flags.uses_standard_output()) {
      const std::size_t failed = analysis.experiment.failed_for_good;
      fmt::print("--fail-on failure: {} launch{} failed, and no retry made up for {}\n", failed,
                 failed == 1 ? "" : "es", failed == 1 ? "it" : "them");
    }
    fmt::print(stderr, "causeway ab: --fail-on {}\n", gate);
    return kGateCrossed;
  }
  return analysis.overall() == stats::VerdictKind::kInconclusive ? kPartial : kDone;
}

struct Direction {
  std::string metric;
  bool higher = false;
  bool valid = false;
};
// "METRIC=higher" or "METRIC=lower".
Direction ParseDirection(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos) return {text, false, false};
  const std::string word = text.substr(equals + 1);
  return {text.substr(0, equals), word == "higher", word == "higher" || word == "lower"};
}

void ApplyDirections(const AbFlags& flags, ab::Experiment& experiment) {
  for (const std::string& text : flags.better) {
    const Direction direction = ParseDirection(text);
    const auto metric =
        std::ranges::find(experiment.metrics, direction.metric, &samples::Metric::name);
    if (metric != experiment.metrics.end()) metric->higher_is_better = direction.higher;
  }
}

int NothingToCompare() {
  return ReportAbError({Error::Code::kBadInput, "no metric has values of two arms", ""});
}

}  // namespace

void AddSeed(CLI::App& app, std::uint64_t& seed) {
  app.add_option("--seed", seed)->check([](const std::string& text) {
    const bool digits = !text.empty() && std::ranges::all_of(text, IsAsciiDigit);
    return digits ? std::string() : fmt::format("{} is no whole number from 0 on", Quote(text));
  });
}

std::optional<std::string> RefuseOptions(const CLI::App& app,
                                         std::initializer_list<const char*> options,
                                         std::string_view why) {
  for (const char* option : options) {
    const CLI::Option* known = app.get_option_no_throw(option);
    if (known != nullptr && known->count() != 0) {
      return fmt::format("{} has no effect {}", option, why);
    }
  }
  return std::nullopt;
}

void AbFlags::AddTo(CLI::App& app) {
  app_ = &app;
  app.add_option("--bound", bound);
  app.add_option("--aa", noise_file);
  app.add_option("--alpha", options.alpha);
  app.add_option("--looks", options.looks);
  app.add_option("--look", options.look);
  app.add_option("--boundary", boundary);
  app.add_option("--resamples", resamples);
  app.add_option("--fail-on", fail_on)->allow_extra_args(false)->take_all();
  app.add_option("--better", better)->allow_extra_args(false)->take_all();
  app.add_option("--json", json);
  app.add_option("--html", html);
  app.add_option("--finding", finding);
  app.add_option("--findings", findings_file);
}

std::optional<std::string> AbFlags::Check() {
  if (!bound.empty()) {
    options.bound = ab::ParseBound(bound);
    if (!options.bound) {
      return fmt::format(
          "--bound {}: it is a number above 0 in the metric's unit, or a part such "
          "as 2%",
          Quote(bound));
    }
  }
  for (const std::string& text : better) {
    if (!ParseDirection(text).valid) {
      return fmt::format("--better {}: it is METRIC=higher or METRIC=lower", Quote(text));
    }
  }
  if (app_->count("--resamples") != 0) {
    if (resamples < kFewestResamples || resamples > kMostResamples) {
      return fmt::format("--resamples is {} to {}", kFewestResamples, kMostResamples);
    }
    options.replicates = static_cast<std::size_t>(resamples);
    options.permutations = static_cast<std::size_t>(resamples);
  }
  if (!(options.alpha > 0) || options.alpha > 0.5) return "--alpha is above 0 and at most 0.5";
  if (options.looks < 0 || options.looks > kMostLooks) {
    return fmt::format("--looks is 1 to {}", kMostLooks);
  }
  if ((options.looks > 0) != (options.look > 0) || options.look < 0 ||
      options.look > options.looks) {
    return "--looks N says how many are planned, --look K which one this is, from 1 to N";
  }
  if (options.looks == 0) {
    if (auto mistake = RefuseOptions(*app_, {"--boundary"}, "without --looks N --look K")) {
      return mistake;
    }
  }
  if (boundary != "pocock" && boundary != "obrien-fleming") {
    return fmt::format("--boundary {}: it is pocock or obrien-fleming", Quote(boundary));
  }
  options.boundary =
      boundary == "pocock" ? stats::Boundary::kPocock : stats::Boundary::kObrienFleming;
  for (const std::string& gate : fail_on) {
    if (std::ranges::find(kGates, gate) == kGates.end()) {
      return fmt::format("--fail-on {}: it is regression, difference, inconclusive or failure",
                         Quote(gate));
    }
  }
  if (!findings_file.empty() && finding.empty()) return "--findings is for --finding ID";
  if (findings_file.empty()) findings_file = report::kFindingsFileName;
  if (noise_file.empty()) noise_file = ab::DefaultNoiseFile();
  return std::nullopt;
}

Result<void> AbFlags::CheckFiles(std::vector<std::string> inputs,
                                 const std::vector<Output>& appended) const {
  const std::vector<Output> outputs = {{"--json", json}, {"--html", html}};
  for (std::size_t i = 0; i < appended.size(); ++i) {
    if (appended[i].path.empty()) continue;
    for (const std::vector<Output>& others :
         {outputs, std::vector<Output>(appended.begin(),
                                       appended.begin() + static_cast<std::ptrdiff_t>(i))}) {
      for (const Output& other : others) {
        if (other.path.empty() || !IsSameFile(other.path, appended[i].path)) continue;
        return Fail(Error::Code::kUsage, fmt::format("{} and {} are both {}", other.option,
                                                     appended[i].option, Quote(other.path)));
      }
    }
    if (Result<void> can = CheckCanWrite(appended[i].path); !can) return can;
  }
  if (noise_file != "none") inputs.push_back(noise_file);
  if (!finding.empty()) {
    inputs.push_back(findings_file);
    const auto file = report::ReadFindings(findings_file);
    if (!file) return std::unexpected(file.error());
    const auto found = report::FindById(*file, finding);
    if (!found) {
      return Fail(found.error().code, fmt::format("--finding: {}", found.error().message),
                  findings_file);
    }
  }
  std::erase(inputs, "");
  return CheckOutputs(inputs, outputs);
}

std::optional<std::string> AbFlags::CheckUnits(const std::vector<std::string>& units) const {
  if (!options.bound || options.bound->relative || units.empty()) return std::nullopt;
  const auto other = std::ranges::find_if(units, [&](const auto& u) { return u != units[0]; });
  if (other == units.end()) return std::nullopt;
  const auto name = [](const std::string& unit) { return unit.empty() ? "no unit" : unit; };
  return fmt::format(
      "--bound {}: the metrics have different units, {} and {}; give it in per cent, or choose one "
      "with --metric",
      bound, name(units[0]), name(*other));
}

std::optional<std::string> AbFlags::CheckBetter(const std::vector<std::string>& metrics) const {
  for (const std::string& text : better) {
    const Direction direction = ParseDirection(text);
    if (std::ranges::find(metrics, direction.metric) == metrics.end()) {
      return fmt::format("--better {}: there is no such metric, only {}", Quote(text),
                         fmt::join(metrics, ", "));
    }
  }
  return std::nullopt;
}

bool AbFlags::uses_standard_output() const {
  return UsesStandardOutput({{"--json", json}, {"--html", html}});
}

std::optional<std::string> AbFlags::CheckNoiseFile() const {
  std::error_code ignored;
  const bool named = app_->count("--aa") != 0 && noise_file != "none";
  if (!named || std::filesystem::exists(noise_file, ignored)) return std::nullopt;
  return fmt::format("--aa {}: there is no such file", noise_file);
}

Result<void> AbFlags::LoadNoiseFile() {
  if (noise_file.empty() || noise_file == "none") return {};
  Result<std::vector<ab::NoiseRecord>> records = ab::LoadNoise(noise_file);
  if (!records) return std::unexpected(records.error());
  options.noise = std::move(*records);
  return {};
}

int ReportAbError(const Error& error) {
  const std::string message =
      error.where.empty() ? error.message : fmt::format("{}: {}", error.where, error.message);
  if (error.code == Error::Code::kUsage) return UsageError("ab", message);
  fmt::print(stderr, "causeway ab: {}\n", message);
  return error.code == Error::Code::kPartial ? kPartial : kBadInput;
}

int ReportExperiment(ab::Experiment experiment, const AbFlags& flags) {
  ApplyDirections(flags, experiment);
  const ab::Analysis analysis = ab::Analyze(std::move(experiment), flags.options);
  if (analysis.comparisons.empty()) return NothingToCompare();
  return Finish(analysis, flags, ab::ReportText(analysis));
}

int ReportLoadedExperiment(ab::Experiment experiment, const AbFlags& flags) {
  ApplyDirections(flags, experiment);
  const ab::Analysis analysis = ab::Analyze(std::move(experiment), flags.options);
  if (analysis.comparisons.empty()) return NothingToCompare();
  return Finish(analysis, flags, ab::ReportText(analysis) + ab::LaunchText(analysis));
}

}  // namespace causeway::cli
