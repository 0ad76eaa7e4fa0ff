#include "cli/ab_flags.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "ab/page.h"
#include "ab/report_json.h"
#include "ab/report_text.h"
#include "ab/wording.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "report/findings_file.h"

namespace causeway::cli {
namespace {

constexpr std::array<std::string_view, 3> kGates = {"regression", "difference", "inconclusive"};
constexpr int kMostLooks = 50;
constexpr int kFewestResamples = 100;
constexpr int kMostResamples = 10'000'000;

// True if the gate is crossed by any comparison.
bool Crossed(const ab::Analysis& analysis, std::string_view gate) {
  return std::ranges::any_of(analysis.comparisons, [&](const ab::Comparison& c) {
    if (gate == "regression") return ab::IsRegression(analysis, c);
    return c.verdict.kind == (gate == "difference" ? stats::VerdictKind::kDifference
                                                   : stats::VerdictKind::kInconclusive);
  });
}

// A finding is closed by the first comparison that is a difference for the better.
Result<void> CloseFinding(const ab::Analysis& analysis, const AbFlags& flags) {
  const auto better = std::ranges::find_if(analysis.comparisons, [&](const ab::Comparison& c) {
    return c.verdict.kind == stats::VerdictKind::kDifference && !ab::IsRegression(analysis, c);
  });
  if (better == analysis.comparisons.end()) {
    fmt::print("finding {} stays open: no comparison is a difference for the better\n",
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
  if (closed) fmt::print("finding {} is closed in {}\n", flags.finding, flags.findings_file);
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
  if (flags.json != "-" && flags.html != "-") fmt::print("{}", text);
  if (!flags.finding.empty()) {
    const Result<void> closed = CloseFinding(analysis, flags);
    if (!closed) return ReportAbError(closed.error());
  }
  for (const std::string& gate : flags.fail_on) {
    if (!Crossed(analysis, gate)) continue;
    fmt::print(stderr, "causeway ab: --fail-on {}\n", gate);
    return kGateCrossed;
  }
  return analysis.overall() == stats::VerdictKind::kInconclusive ? kPartial : kDone;
}

int NothingToCompare() {
  return ReportAbError({Error::Code::kBadInput, "no metric has values of two arms", ""});
}

}  // namespace

void AbFlags::AddTo(CLI::App& app) {
  app.add_option("--bound", bound);
  app.add_option("--aa", noise_file);
  app.add_option("--alpha", options.alpha);
  app.add_option("--looks", options.looks);
  app.add_option("--look", options.look);
  app.add_option("--boundary", boundary);
  app.add_option("--resamples", resamples);
  app.add_option("--fail-on", fail_on)->allow_extra_args(false)->take_all();
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
  if (resamples != 0 && (resamples < kFewestResamples || resamples > kMostResamples)) {
    return fmt::format("--resamples is {} to {}", kFewestResamples, kMostResamples);
  }
  if (resamples != 0) {
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
  if (boundary != "pocock" && boundary != "obrien-fleming") {
    return fmt::format("--boundary {}: it is pocock or obrien-fleming", Quote(boundary));
  }
  options.boundary =
      boundary == "pocock" ? stats::Boundary::kPocock : stats::Boundary::kObrienFleming;
  for (const std::string& gate : fail_on) {
    if (std::ranges::find(kGates, gate) == kGates.end()) {
      return fmt::format("--fail-on {}: it is regression, difference or inconclusive", Quote(gate));
    }
  }
  if (!findings_file.empty() && finding.empty()) return "--findings is for --finding ID";
  if (findings_file.empty()) findings_file = report::kFindingsFileName;
  if (noise_file.empty()) noise_file = ab::DefaultNoiseFile();
  return std::nullopt;
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
  const ab::Analysis analysis = ab::Analyze(std::move(experiment), flags.options);
  if (analysis.comparisons.empty()) return NothingToCompare();
  return Finish(analysis, flags, ab::ReportText(analysis));
}

int ReportLoadedExperiment(ab::Experiment experiment, const AbFlags& flags) {
  const ab::Analysis analysis = ab::Analyze(std::move(experiment), flags.options);
  if (analysis.comparisons.empty()) return NothingToCompare();
  return Finish(analysis, flags, ab::ReportText(analysis) + ab::LaunchText(analysis));
}

}  // namespace causeway::cli
