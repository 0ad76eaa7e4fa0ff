#include "cli/verb_ab.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "ab/load.h"
#include "ab/power_text.h"
#include "ab/session_writer.h"
#include "ab/summary.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/ab_flags.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/verb_ab_run.h"

namespace causeway::cli {
namespace {

// One row of the usage; `subverb` is empty for a run.
struct UsageLine {
  std::string_view subverb;
  std::string_view text;
};
constexpr std::array<UsageLine, 7> kUsageLines = {{
    {"", "--a CMD --b CMD [options]      run and compare"},
    {"aa", "aa CMD [options]              learn how much this machine differs from itself"},
    {"analyze", "analyze FILE... [options]     compare samples that were measured before"},
    {"analyze", "analyze --summary FILE...     take published means and deviations apart"},
    {"power", "power --effect X [FILE...]    how many block pairs an effect needs"},
    {"merge", "merge FILE... -o FILE         join session files"},
    {"selftest", "selftest [--delay MS]         is a known delay found on this machine?"},
}};

constexpr std::string_view kAboutText = R"(
Two builds, two settings, two versions: is one faster, by how much, and may that be believed? The
arms take turns in blocks; pairs of adjacent blocks are what is compared. The answer is one of
three: a difference (with its interval), within noise, or inconclusive (and how many more pairs).

)";

constexpr std::string_view kJudgingHelp = R"(
judging (of a run, and of analyze)
  --bound X             what is too small to matter, in the metric's unit or as 2%; shows that
                        arms do not differ by more. Metrics of several units need per cent
  --aa FILE|none        records of 'ab aa' with this machine's noise floor (~/.local/state/causeway)
  --alpha A             two-sided error of the verdict, over all arms and metrics (0.05)
  --looks N --look K    this is look K of N planned ones at a growing file
  --boundary B          of the looks: obrien-fleming (default) or pocock
  --resamples N         of bootstraps and random permutations (20000 and 100000)
  --fail-on G           exit 1 on: regression, difference, inconclusive (any comparison), failure
                        (any launch that failed and no retry made up for); repeatable
  --better METRIC=higher|lower
                        what is good news; rates (ops/s, MB/s, fps) are better higher, all else
                        lower
  --finding ID          close this finding if the verdict is a difference for the better
  --findings FILE       the file it is in (.causeway)
  --json F, --html F    write the report as JSON, as a page with drawings (-: print that instead)
)";

constexpr std::string_view kAnalyzeHelp = R"(
analyze
  FILE                  session files of --save; CSV with the columns arm,value and optionally
                        pair, block, order, session, pass, metric, unit; JSON of hyperfine, Google
                        Benchmark, JMH, BenchmarkDotNet, Jetpack Macrobenchmark
  --arms files|names    each file is an arm (default for several files of benchmark tools), or a
                        session with its arms named inside
  --metric NAME         only this metric; repeatable
  --seed N              of bootstrap and permutation (1)
  --summary             CSV with arm,mean,sd,n and/or difference,se,t,n, and session, pass, unit
)";

constexpr std::string_view kPowerHelp = R"(
power
  --effect X            the difference to be found, in the metric's unit or as 2%
  --sd SD               of the difference of a block pair; without it from FILE, or from --aa
  --power P             how often it is to be found (0.8)
  --metric NAME         only this metric; repeatable
  --alpha A             two-sided error of the verdict (0.05)
)";

constexpr std::string_view kMergeHelp = R"(
merge
  -o FILE               an existing one is replaced if it is empty or of sessions, and not in use
)";

constexpr std::string_view kSelftestHelp = R"(
selftest
  --delay MS            the delay that is to be found (5)
  --blocks N            pairs of blocks (16)
  --per-block N         launches of a block (4)
  --seed N              of the order (1)
)";

constexpr std::string_view kEndHelp = R"(
  -h, --help            this text; 'causeway ab analyze --help' only what is for analyze, and so on

exit codes
  0  a difference, or within noise
  1  what --fail-on names; a self-test that failed
  2  the command line cannot be carried out
  3  a command or a file is not what it should be; builds were mixed
  4  inconclusive, or ended early
  70 a bug in causeway
)";

constexpr std::string_view kExamples = R"(
examples
  causeway ab --a './before --once' --b './after --once' --save run.jsonl --html run.html
  causeway ab analyze monday.jsonl tuesday.jsonl --bound 1%
  causeway ab analyze old.json new.json          # two results of one benchmark tool
)";

// CMD may follow the options of `ab aa`, so only the first word is looked at.
constexpr std::array<std::string_view, 5> kSubverbs = {"aa", "analyze", "merge", "power",
                                                       "selftest"};

// The lines of a sub-verb, or all.
std::string Usage(std::optional<std::string_view> subverb) {
  std::string text;
  for (const UsageLine& line : kUsageLines) {
    if (subverb && line.subverb != *subverb) continue;
    text += fmt::format("{}causeway ab {}\n", text.empty() ? "usage: " : "       ", line.text);
  }
  return text;
}

// What `word` runs: "aa", or an A/B run.
AbAnalysis AnalysisOfRun(AbFlags& flags, std::string_view word) {
  AbAnalysis analysis;
  analysis.add_flags = [&flags](CLI::App& app) { flags.AddTo(app); };
  analysis.check = [&flags, learns = word == "aa"]() -> std::optional<std::string> {
    if (auto mistake = flags.Check()) return mistake;
    if (auto mistake = flags.CheckNoiseFile(); mistake && !learns) return mistake;
    // Before the run: what it learns of itself is no yardstick for it, and a file that cannot be
    // read is said before an hour of launches.
    const Result<void> loaded = flags.LoadNoiseFile();
    if (loaded) return std::nullopt;
    return fmt::format("--aa {}: {}", loaded.error().where, loaded.error().message);
  };
  analysis.check_plan = [&flags](const ab::Plan& plan,
                                 const std::vector<Output>& appended) -> Result<void> {
    std::vector<std::string> units;
    for (const ab::Metric& metric : plan.metrics) units.push_back(metric.info.unit);
    if (const auto mistake = flags.CheckUnits(units)) return Fail(Error::Code::kUsage, *mistake);
    std::vector<std::string> names;
    for (const ab::Metric& metric : plan.metrics) names.push_back(metric.info.name);
    if (const auto mistake = flags.CheckBetter(names)) return Fail(Error::Code::kUsage, *mistake);
    std::vector<std::string> inputs;
    for (const ab::ArmOptions& arm : plan.options.arms) inputs.push_back(arm.artifact);
    return flags.CheckFiles(std::move(inputs), appended);
  };
  analysis.uses_standard_output = [&flags] { return flags.uses_standard_output(); };
  analysis.report = [&flags](const ab::SessionFile& file, const std::string&) {
    Result<ab::Experiment> experiment = ab::FromSession(file);
    if (!experiment) return ReportAbError(experiment.error());
    flags.options.seed = file.runs.back().header.seed;
    return ReportExperiment(std::move(*experiment), flags);
  };
  return analysis;
}

int Summarise(const std::vector<std::string>& files, const AbFlags& flags) {
  if (std::ranges::find(flags.fail_on, "failure") != flags.fail_on.end()) {
    return UsageError("ab",
                      "--fail-on failure has no effect with --summary: there are no launches");
  }
  ab::SummaryOptions options;
  options.alpha = flags.options.alpha;
  if (flags.options.bound) {
    if (flags.options.bound->relative) {
      return UsageError("ab", "--summary: give --bound in the unit of the file");
    }
    options.bound = flags.options.bound->value;
  }
  if (!flags.json.empty() && files.size() > 1) {
    return UsageError("ab", "--json takes one summary at a time");
  }
  if (const Result<void> checked = CheckOutputs(files, {{"--json", flags.json}}); !checked) {
    return ReportAbError(checked.error());
  }
  int code = kDone;
  std::string json;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Result<std::string> text = ReadFile(files[i]);
    if (!text) return ReportAbError(text.error());
    const Result<ab::Summary> summary = ab::ReadSummary(*text, files[i], options);
    if (!summary) return ReportAbError(summary.error());
    if (files.size() > 1 && flags.json != "-") {
      fmt::print("{}== {}\n", i == 0 ? "" : "\n", files[i]);
    }
    if (flags.json != "-") fmt::print("{}", ab::SummaryText(*summary));
    json += ab::SummaryJson(*summary);
    if (summary->overall() == stats::VerdictKind::kInconclusive) code = kPartial;
    for (const ab::PublishedComparison& c : summary->comparisons) {
      for (const std::string& gate : flags.fail_on) {
        const bool difference = c.verdict.kind == stats::VerdictKind::kDifference;
        const bool crossed = gate == "inconclusive"
                                 ? c.verdict.kind == stats::VerdictKind::kInconclusive
                                 : difference && (gate == "difference" || c.verdict.effect > 0);
        if (crossed) code = kGateCrossed;
      }
    }
  }
  if (flags.json.empty()) return code;
  const Result<void> written = WriteOutput(flags.json, json);
  return written ? code : ReportAbError(written.error());
}

std::vector<std::string> UnitsOf(const ab::Experiment& experiment) {
  std::vector<std::string> units;
  for (const samples::Metric& metric : experiment.metrics) units.push_back(metric.unit);
  return units;
}

int RunAnalyze(std::span<const std::string> args) {
  AbFlags flags;
  std::vector<std::string> files;
  std::vector<std::string> metrics;
  std::string arms;
  bool summary = false;
  CLI::App app;
  app.add_option("files", files);
  flags.AddTo(app);
  app.add_option("--metric", metrics)->allow_extra_args(false)->take_all();
  app.add_option("--arms", arms);
  AddSeed(app, flags.options.seed);
  app.add_flag("--summary", summary);
  if (!ParseFlags(app, "ab", args)) return kUsage;
  if (files.empty()) return UsageError("ab", "analyze needs a file");
  if (!arms.empty() && arms != "files" && arms != "names") {
    return UsageError("ab", fmt::format("--arms {}: it is files or names", Quote(arms)));
  }
  if (const std::optional<std::string> mistake = flags.Check()) return UsageError("ab", *mistake);
  if (summary) {
    const auto mistake =
        RefuseOptions(app,
                      {"--looks", "--look", "--boundary", "--aa", "--resamples", "--arms",
                       "--metric", "--seed", "--finding", "--findings", "--html", "--better"},
                      "with --summary: there are no launches");
    return mistake ? UsageError("ab", *mistake) : Summarise(files, flags);
  }
  if (const Result<void> checked = flags.CheckFiles(files); !checked) {
    return ReportAbError(checked.error());
  }
  if (const auto mistake = flags.CheckNoiseFile()) return UsageError("ab", *mistake);
  if (const Result<void> loaded = flags.LoadNoiseFile(); !loaded) {
    return ReportAbError(loaded.error());
  }
  const ab::FileIs file_is = arms == "files"   ? ab::FileIs::kArm
                             : arms == "names" ? ab::FileIs::kSession
                                               : ab::FileIs::kAuto;
  Result<ab::Experiment> experiment = ab::LoadExperiment(files, file_is);
  if (!experiment) return ReportAbError(experiment.error());
  const Result<void> selected = ab::SelectMetrics(*experiment, metrics);
  if (!selected) return ReportAbError(selected.error());
  if (const auto mistake = flags.CheckUnits(UnitsOf(*experiment))) {
    return UsageError("ab", *mistake);
  }
  std::vector<std::string> names;
  for (const samples::Metric& metric : experiment->metrics) names.push_back(metric.name);
  if (const auto mistake = flags.CheckBetter(names)) return UsageError("ab", *mistake);
  return ReportLoadedExperiment(std::move(*experiment), flags);
}

int RunPower(std::span<const std::string> args) {
  std::vector<std::string> files;
  std::vector<std::string> metrics;
  std::string effect_text;
  std::string noise_file = ab::DefaultNoiseFile();
  double sd = 0;
  stats::PowerOptions options;
  CLI::App app;
  app.add_option("files", files);
  app.add_option("--metric", metrics)->allow_extra_args(false)->take_all();
  app.add_option("--effect", effect_text);
  app.add_option("--aa", noise_file);
  app.add_option("--sd", sd);
  app.add_option("--power", options.power);
  app.add_option("--alpha", options.alpha);
  if (!ParseFlags(app, "ab", args)) return kUsage;
  const std::optional<ab::Bound> effect = ab::ParseBound(effect_text);
  if (!effect) {
    return UsageError("ab", "power needs --effect X, above 0, in the metric's unit or as 2%");
  }
  if (!(options.power >= 0.5 && options.power < 1)) {
    return UsageError("ab", "--power is at least 0.5 and below 1");
  }
  if (!(options.alpha > 0 && options.alpha <= 0.5)) {
    return UsageError("ab", "--alpha is above 0 and at most 0.5");
  }
  std::vector<ab::KnownSpread> spreads;
  std::vector<std::string> units;
  if (app.count("--sd") != 0) {
    if (!(sd > 0)) return UsageError("ab", "--sd is above 0");
    if (!files.empty()) {
      return UsageError("ab", fmt::format("{} has no effect with --sd", Quote(files[0])));
    }
    if (const auto mistake = RefuseOptions(app, {"--aa", "--metric"}, "with --sd")) {
      return UsageError("ab", *mistake);
    }
    if (effect->relative) return UsageError("ab", "with --sd, give --effect in the same unit");
    spreads.push_back({"given", "", sd, 0});
  } else if (!files.empty()) {
    if (const auto mistake = RefuseOptions(app, {"--aa"}, "with a FILE")) {
      return UsageError("ab", *mistake);
    }
    Result<ab::Experiment> experiment = ab::LoadExperiment(files, ab::FileIs::kAuto);
    if (!experiment) return ReportAbError(experiment.error());
    const Result<void> selected = ab::SelectMetrics(*experiment, metrics);
    if (!selected) return ReportAbError(selected.error());
    units = UnitsOf(*experiment);
    spreads = ab::SpreadsOf(ab::Analyze(std::move(*experiment), {}));
    if (spreads.empty()) {
      return ReportAbError({Error::Code::kBadInput, "there are no two pairs of blocks", files[0]});
    }
  } else {
    Result<std::vector<ab::NoiseRecord>> records = ab::LoadNoise(noise_file);
    if (!records) return ReportAbError(records.error());
    for (const std::string& metric : metrics) {
      if (std::ranges::find(*records, metric, &ab::NoiseRecord::metric) != records->end()) continue;
      return UsageError("ab",
                        fmt::format("--metric {}: no record of it in {}", metric, noise_file));
    }
    if (!metrics.empty()) {
      std::erase_if(*records, [&metrics](const ab::NoiseRecord& record) {
        return std::ranges::find(metrics, record.metric) == metrics.end();
      });
    }
    for (const ab::NoiseRecord& record : *records) units.push_back(record.unit);
    spreads = ab::SpreadsOf(*records);
    if (spreads.empty()) {
      return UsageError("ab", "power needs --sd, a FILE of an earlier run, or a record of 'ab aa'");
    }
  }
  const auto other =
      std::ranges::find_if(units, [&](const auto& unit) { return unit != units[0]; });
  if (!effect->relative && other != units.end()) {
    return UsageError("ab", fmt::format("--effect {}: the metrics have different units, {} and {}; "
                                        "give it in per cent, or choose one with --metric",
                                        effect_text, units[0], *other));
  }
  fmt::print("{}", ab::PowerText(spreads, *effect, options));
  return kDone;
}

int RunMerge(std::span<const std::string> args) {
  std::vector<std::string> files;
  std::string out;
  CLI::App app;
  app.add_option("files", files);
  app.add_option("-o,--output", out);
  if (!ParseFlags(app, "ab", args)) return kUsage;
  if (files.empty() || out.empty()) return UsageError("ab", "merge needs FILE... and -o FILE");
  if (const Result<void> checked = CheckOutputs(files, {{"-o", out}}); !checked) {
    return ReportAbError(checked.error());
  }
  const Result<ab::SessionFile> merged = ab::LoadSessions(files);
  if (!merged) return ReportAbError(merged.error());
  const Result<void> written =
      out == "-" ? WriteOutput(out, ab::ToText(*merged)) : ab::ReplaceSession(out, *merged);
  if (!written) return ReportAbError(written.error());
  std::size_t launches = 0;
  for (const ab::SessionRun& run : merged->runs) launches += run.launches.size();
  if (out != "-") {
    const std::size_t sessions = merged->runs.size();
    fmt::print("{} session{}, {} launch{} in {}\n", sessions, sessions == 1 ? "" : "s", launches,
               launches == 1 ? "" : "es", out);
  }
  return kDone;
}

}  // namespace

std::string_view AbHelp() {
  static const std::string help =
      fmt::format("{}{}{}{}{}{}{}{}{}{}", Usage(std::nullopt), kAboutText, kAbRunHelp, kJudgingHelp,
                  kAnalyzeHelp, kPowerHelp, kMergeHelp, kSelftestHelp, kEndHelp, kExamples);
  return help;
}

std::string AbHelpFor(std::span<const std::string> args) {
  const std::string_view word = args.empty() ? "" : std::string_view(args.front());
  if (std::ranges::find(kSubverbs, word) == kSubverbs.end()) return std::string(AbHelp());
  std::string text = Usage(word);
  if (word == "aa") {
    text += fmt::format(
        "\nThe options of a run; --aa FILE is where the record is kept (none: nowhere).\n\n{}{}",
        kAbRunHelp, kJudgingHelp);
  }
  if (word == "analyze") text += fmt::format("{}{}", kJudgingHelp, kAnalyzeHelp);
  if (word == "power") text += kPowerHelp;
  if (word == "merge") text += kMergeHelp;
  if (word == "selftest") text += kSelftestHelp;
  return text + std::string(kEndHelp);
}

int RunAb(std::span<const std::string> args) {
  AbFlags flags;
  if (args.empty()) {
    return UsageError("ab", "give --a CMD --b CMD, or aa, analyze, power, merge, selftest");
  }
  const std::string& word = args.front();
  const std::span<const std::string> rest = args.subspan(1);
  const AbAnalysis analysis = AnalysisOfRun(flags, word);
  if (word == "aa") return RunAbAa(rest, analysis);
  if (word == "analyze") return RunAnalyze(rest);
  if (word == "merge") return RunMerge(rest);
  if (word == "power") return RunPower(rest);
  if (word == "selftest") return RunAbSelftest(rest);
  if (word.starts_with('-')) return RunAbRun(args, analysis);
  const std::vector<std::string_view> names(kSubverbs.begin(), kSubverbs.end());
  const std::optional<std::string_view> closest = ClosestMatch(word, names);
  return UsageError("ab", fmt::format("{} is neither an option nor one of {}{}", Quote(word),
                                      fmt::join(kSubverbs, ", "),
                                      closest ? fmt::format("; did you mean {}?", *closest) : ""));
}

}  // namespace causeway::cli
