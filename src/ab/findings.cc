#include "ab/findings.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "ab/load.h"
#include "ab/wording.h"
#include "base/files.h"
#include "base/text.h"
#include "formats/samples/samples.h"
#include "stats/numeric.h"

namespace causeway::ab {
namespace {

// Several metrics and arms are looked at, so one in twenty would often be reported by chance.
constexpr double kRare = 0.01;

// Below, a verdict has stats::Reason::kFewPairs.
constexpr std::size_t kFewPairs = 6;

// Inspection needs no interval from resampling, only t and least squares.
constexpr std::size_t kFewReplicates = 10;

constexpr std::string_view kTurns = "causeway ab --a CMD --b CMD --save run.jsonl";

// Nanoseconds in a unit of time.
std::optional<double> NanosecondsIn(std::string_view unit) {
  if (unit.ends_with("/op")) unit.remove_suffix(3);
  if (unit == "ns") return 1;
  if (unit == "us" || unit == "µs") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s" || unit == "sec") return 1e9;
  if (unit == "min") return 6e10;
  return std::nullopt;
}

report::Finding Make(std::string_view rule, std::string_view file, std::string_view value,
                     std::string message) {
  report::Finding finding;
  finding.rule = rule;
  finding.place.file = file;
  finding.place.value = value;
  finding.message = std::move(message);
  return finding;
}

void SetCost(report::Finding& finding, double amount, std::string_view unit) {
  const std::optional<double> ns = NanosecondsIn(unit);
  if (!ns) return;
  finding.cost = report::Cost{std::abs(amount) * *ns, report::CostSource::kMeasured, "launch"};
}

report::Finding Unpaired(const Experiment& experiment, std::string_view file) {
  report::Finding finding =
      Make("ab.unpaired", file, "",
           experiment.pairing == Pairing::kGrouped
               ? fmt::format("all launches of arm {} ran before those of the next: a drift of the "
                             "machine is in the difference",
                             Quote(experiment.arms[0]))
               : fmt::format("nothing says which of the {} samples were measured side by side",
                             experiment.source));
  finding.remedy.sentence =
      experiment.source == "CSV" && experiment.pairing == Pairing::kNone
          ? "Give the columns pair, block or order if the arms took turns; else measure in turns."
          : "Measure in turns.";
  finding.remedy.command = kTurns;
  return finding;
}

bool IsFew(const Comparison& c) {
  return c.verdict.Has(stats::Reason::kTooFewPairs) || c.verdict.Has(stats::Reason::kFewPairs);
}

// True if chance hardly ever gives the like. Among a few values that are rounded, no spread at all
// is no such thing.
bool IsRare(const stats::TTest& test, const Comparison& c) {
  return test.p < kRare && !(test.degenerate && IsFew(c));
}

// The text for a few pairs of one comparison.
report::Finding TooFew(const Analysis& analysis, const Comparison& c, std::string_view file) {
  const std::size_t pairs = c.pairs.size();
  const std::string& arm = analysis.experiment.arms[c.arm];
  report::Finding finding = Make(
      "ab.too-few-blocks", file, arm,
      pairs < 2 ? fmt::format("{} of arm {}: that has no interval", Count(pairs, "block pair"),
                              Quote(arm))
                : fmt::format("{} of arm {}: two equal arms lie as far apart, all on one side, "
                              "in 1 of {} runs",
                              Count(pairs, "block pair"), Quote(arm), 1U << (pairs - 1)));
  finding.remedy.sentence = "Measure more blocks, not more launches in the same ones.";
  finding.remedy.command = pairs < 2
                               ? std::string(kTurns)
                               : fmt::format("causeway ab power --effect 2% {}", ShellWord(file));
  finding.evidence.emplace_back("pairs", std::to_string(pairs));
  return finding;
}

report::Finding Drift(const samples::Metric& metric, const stats::Trend& drift, int decimals,
                      std::string_view file) {
  report::Finding finding = Make(
      "ab.drift", file, metric.name,
      fmt::format("{} {} by {} from the first block to the last, whichever arm ran ({})",
                  metric.name, drift.change < 0 ? "fell" : "rose",
                  Amount(std::abs(drift.change), decimals, metric.unit), PEquals(drift.slope.p)));
  SetCost(finding, drift.change, metric.unit);
  finding.remedy.sentence = "Let the machine cool down between blocks and record its temperature.";
  finding.remedy.command = std::string(kTurns) + " --cooldown 10";
  finding.evidence = {{"change", Amount(drift.change, decimals, metric.unit)},
                      {"p", PValue(drift.slope.p)}};
  return finding;
}

report::Finding Order(const samples::Metric& metric, const stats::TTest& effect, int decimals,
                      std::string_view file) {
  report::Finding finding =
      Make("ab.order", file, metric.name,
           fmt::format("{} is {} {} for the arm that runs second in a pair, whichever it is ({})",
                       metric.name, Amount(std::abs(effect.difference), decimals, metric.unit),
                       effect.difference < 0 ? "lower" : "higher", PEquals(effect.p)));
  SetCost(finding, effect.difference, metric.unit);
  finding.remedy.sentence =
      "Prepare each launch the same way, and let arms come first equally often.";
  finding.remedy.command = std::string(kTurns) + " --schedule abba --prepare CMD";
  finding.evidence = {{"effect", Amount(effect.difference, decimals, metric.unit)},
                      {"interval", Range(effect.interval, decimals)},
                      {"p", PValue(effect.p)}};
  return finding;
}

// Of several sessions the analysis compares means, and each has a drift of its own: the largest.
void AddSessionDrift(const Experiment& experiment, std::size_t metric, std::string_view file,
                     std::vector<report::Finding>& findings) {
  const std::vector<stats::BlockMean> blocks = stats::BlockMeans(experiment.launches[metric]);
  std::optional<stats::Trend> largest;
  std::size_t where = 0;
  for (std::size_t session = 0; session < experiment.sessions.size(); ++session) {
    std::vector<stats::BlockMean> own;
    for (const stats::BlockMean& block : blocks) {
      if (block.session == static_cast<int>(session)) own.push_back(block);
    }
    const std::optional<stats::Trend> drift = stats::DriftOfBlocks(own);
    if (!drift || drift->slope.p >= kRare / stats::Real(experiment.sessions.size())) continue;
    if (drift->slope.degenerate && own.size() < 2 * kFewPairs) continue;
    if (largest && std::abs(drift->change) <= std::abs(largest->change)) continue;
    largest = drift;
    where = session;
  }
  if (!largest) return;
  report::Finding finding =
      Drift(experiment.metrics[metric], *largest, DecimalsFor(largest->change), file);
  const std::string name = Quote(experiment.sessions[where]);
  finding.message = fmt::format("in session {} {}", name, finding.message);
  finding.evidence.emplace_back("session", experiment.sessions[where]);
  findings.push_back(std::move(finding));
}

report::Finding MixedBuilds(std::string message, std::string_view file) {
  report::Finding finding = Make("ab.mixed-builds", file, "", std::move(message));
  finding.remedy.sentence = "Build both arms first, then measure copies that nothing rebuilds.";
  finding.remedy.command = std::string(kTurns) + " --artifact a=FILE --artifact b=FILE";
  return finding;
}

// True if an arm's artifact changed during a run, or from one run to the next.
bool Mixes(const SessionFile& file) {
  for (const SessionRun& run : file.runs) {
    if (run.finish == Finish::kMixedBuilds) return true;
    const SessionHeader& first = file.runs.front().header;
    if (run.header.arms.size() != first.arms.size()) continue;  // another error
    for (std::size_t a = 0; a < first.arms.size(); ++a) {
      const auto hash = [a](const SessionHeader& header) {
        return header.arms[a].artifact ? header.arms[a].artifact->hash : std::string();
      };
      if (hash(run.header) != hash(first)) return true;
    }
  }
  return false;
}

report::Finding DebugBuild(const samples::SampleSet& set, std::string_view file) {
  report::Finding finding =
      Make("ab.debug-build", file, "", fmt::format("{}: {}", set.format, set.notes.front()));
  finding.remedy.sentence = "Measure a release build.";
  return finding;
}

}  // namespace

std::vector<report::Finding> Findings(const Analysis& analysis, std::string_view file) {
  const Experiment& experiment = analysis.experiment;
  std::vector<report::Finding> findings;
  const bool in_turns =
      experiment.pairing != Pairing::kNone && experiment.pairing != Pairing::kGrouped;
  if (!in_turns) findings.push_back(Unpaired(experiment, file));
  std::set<std::size_t> few;      // arms
  std::set<std::size_t> drifted;  // metrics: a drift is of the machine, one arm is enough
  std::set<std::size_t> ordered;
  for (const Comparison& c : analysis.comparisons) {
    const samples::Metric& metric = experiment.metrics[c.metric];
    if (experiment.pairing != Pairing::kNone && IsFew(c) && few.insert(c.arm).second) {
      findings.push_back(TooFew(analysis, c, file));
    }
    if (c.drift && IsRare(c.drift->slope, c) && drifted.insert(c.metric).second) {
      findings.push_back(Drift(metric, *c.drift, Decimals(c), file));
    }
    if (in_turns && c.order_effect && IsRare(*c.order_effect, c) &&
        ordered.insert(c.metric).second) {
      findings.push_back(Order(metric, *c.order_effect, Decimals(c), file));
    }
  }
  if (in_turns && experiment.order_known && experiment.sessions.size() > 1) {
    for (std::size_t metric = 0; metric < experiment.metrics.size(); ++metric) {
      AddSessionDrift(experiment, metric, file, findings);
    }
  }
  return findings;
}

Result<SampleInspection> InspectSamples(const std::string& path) {
  const Result<std::string> text = ReadFile(path, kMaxSampleFile);
  if (!text) return std::unexpected(text.error());
  SampleInspection inspection;
  Result<Experiment> experiment = Fail(Error::Code::kBadInput, "");
  if (LooksLikeSession(*text)) {
    const Result<SessionFile> file = ParseSession(*text, path);
    if (!file) return std::unexpected(file.error());
    experiment = FromSession(*file);
    if (!experiment && Mixes(*file)) {
      inspection.looked_at =
          fmt::format("which builds its {} measured", Count(file->runs.size(), "session"));
      inspection.findings.push_back(MixedBuilds(experiment.error().message, path));
      return inspection;
    }
  } else {
    const Result<samples::SampleSet> set = samples::Read(std::as_bytes(std::span(*text)), path);
    if (!set) return std::unexpected(set.error());
    // Benchmarks of one program are not arms; hyperfine's commands are, if there are several.
    const bool commands = set->format == "hyperfine" && set->arms.size() > 1;
    if (set->debug_build) inspection.findings.push_back(DebugBuild(*set, path));
    if (set->format != "CSV" && !commands) {
      inspection.looked_at = fmt::format("how its {} of one build were measured ({})",
                                         Count(set->size(), "value"), set->format);
      return inspection;
    }
    experiment = FromSamples(*set, path);
  }
  if (!experiment) return std::unexpected(experiment.error());
  std::size_t launches = 0;
  for (const auto& values : experiment->launches) launches += values.size();
  inspection.looked_at = fmt::format("how its {} of {} were measured", Count(launches, "value"),
                                     Count(experiment->arms.size(), "arm"));
  AnalysisOptions options;
  options.replicates = kFewReplicates;
  options.permutations = kFewReplicates;
  for (report::Finding& finding : Findings(Analyze(std::move(*experiment), options), path)) {
    inspection.findings.push_back(std::move(finding));
  }
  return inspection;
}

}  // namespace causeway::ab
