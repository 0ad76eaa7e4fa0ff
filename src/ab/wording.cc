#include "ab/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace causeway::ab {
namespace {

constexpr std::size_t kShownOutliers = 4;

// When an A/A record is said to be of a noisier day than this run.
constexpr double kNoisier = 3;
constexpr std::size_t kJudgesTheFloor = 8;  // pairs
constexpr double kNormal95 = 1.96;

const samples::Metric& MetricOf(const Analysis& analysis, const Comparison& c) {
  return analysis.experiment.metrics[c.metric];
}

std::string Relative(double effect, double base) {
  return base == 0 ? std::string()
                   : fmt::format(" ({} %)", Number(effect / std::abs(base) * 100, 1));
}

std::string_view Direction(const samples::Metric& metric, double effect) {
  if (IsTime(metric.unit) && !metric.higher_is_better) return effect < 0 ? "faster" : "slower";
  return effect < 0 ? "lower" : "higher";
}

// "wall: " where there are several metrics to tell apart.
std::string Prefix(const Analysis& analysis, const Comparison& c) {
  return analysis.experiment.metrics.size() < 2 ? std::string() : MetricOf(analysis, c).name + ": ";
}

std::string Units(const stats::Verdict& verdict) {
  return verdict.by_session ? Count(verdict.session_count, "session")
                            : Count(verdict.pairs, "block pair");
}

// How sure the verdict's own interval is, where that is not what the other rows are.
std::string OwnConfidence(const Comparison& c) {
  return std::abs(1 - c.alpha - stats::kConfidence) < 1e-9 ? std::string() : Percent(1 - c.alpha);
}

std::string OwnRange(const Comparison& c, const stats::Interval& interval) {
  const std::string confidence = OwnConfidence(c);
  return Range(interval, Decimals(c)) + (confidence.empty() ? "" : " at " + confidence);
}

std::string Difference(const Analysis& analysis, const Comparison& c) {
  const Experiment& e = analysis.experiment;
  const int decimals = Decimals(c);
  const stats::Verdict& v = c.verdict;
  return fmt::format("{} - {} is {}{}{}, {}", e.arms[c.arm], e.arms[0],
                     Amount(v.effect, decimals, MetricOf(analysis, c).unit),
                     Relative(v.effect, c.BaseMean()),
                     v.test ? " " + OwnRange(c, v.test->interval) : "", Units(v));
}

// What the bound is that a difference was shown to lie within.
std::string BoundName(const Analysis& analysis, const Comparison& c) {
  const bool given = analysis.options.bound.has_value();
  if (!given && !c.noise) return "any bound";
  const double bound = given ? (analysis.options.bound->relative
                                    ? analysis.options.bound->value * std::abs(c.BaseMean())
                                    : analysis.options.bound->value)
                             : c.noise->RunFloor();
  return fmt::format("the {} of {}", given ? "bound" : "noise floor",
                     Amount(bound, Decimals(c), MetricOf(analysis, c).unit));
}

std::string LaunchesOnly(const Analysis& analysis, const Comparison& c) {
  const Experiment& e = analysis.experiment;
  const double effect = c.other.mean - c.base.mean;
  const int decimals = Decimals(c);
  return fmt::format(
      "{}inconclusive: {} - {} is {}{}{} per launch, but nothing says which launches ran side by "
      "side (no pair, block or order)",
      Prefix(analysis, c), e.arms[c.arm], e.arms[0],
      Amount(effect, decimals, MetricOf(analysis, c).unit), Relative(effect, c.base.mean),
      c.welch ? " " + Range(c.welch->interval, decimals) : "");
}

std::string Needed(const stats::Verdict& v) {
  if (!v.test) return "an interval needs at least two";
  const std::string_view what = v.by_session ? "session" : "block pair";
  if (!v.needed) return fmt::format("more {}s like these will not tell", what);
  return fmt::format("about {} more {}{} needed", *v.needed, what,
                     *v.needed == 1 ? " is" : "s are");
}

FigureRow FromT(std::string method, const stats::TTest& test, int decimals, std::string note = {}) {
  if (test.degenerate) note = "no spread";
  return {std::move(method), Number(test.difference, decimals), Range(test.interval, decimals),
          PValue(test.p), std::move(note)};
}

std::string RankNote(stats::RankMethod method, bool asymptotic) {
  if (asymptotic) return "asymptotic: more than 100,000 values";
  return method == stats::RankMethod::kExact ? "exact" : "normal approximation";
}

std::string PermutationNote(const stats::PermutationResult& result) {
  if (result.asymptotic) return "asymptotic: too many values to draw";
  return result.exact ? fmt::format("exact, {} of {}", result.extreme, result.total)
                      : fmt::format("{} draws", result.total);
}

std::string BootstrapNote(const stats::BootstrapResult& result) {
  if (result.asymptotic) return "asymptotic: too many values to draw";
  if (result.guard == stats::BcaGuard::kNone) return {};
  return fmt::format("no BCa: {}", stats::ToString(result.guard));
}

FigureGroup VerdictFigures(const Comparison& c, int decimals) {
  if (!c.verdict.test) return {"per block pair", {}};
  const stats::TTest& test = *c.verdict.test;
  const std::string confidence = OwnConfidence(c);
  const std::string note = confidence.empty() ? "" : confidence + " interval";
  if (c.verdict.by_session) {
    return {"per session: what the verdict rests on",
            {FromT(fmt::format("t over {} session means", c.verdict.session_count), test, decimals,
                   note)}};
  }
  return {"per block pair: what the verdict rests on",
          {FromT(fmt::format("t, {:.0f} degrees of freedom", test.df), test, decimals, note)}};
}

void AddPairRows(const Comparison& c, int decimals, FigureGroup& group) {
  const auto add = [&group](FigureRow row) { group.rows.push_back(std::move(row)); };
  if (c.block_bootstrap) {
    const stats::BootstrapResult& boot = *c.block_bootstrap;
    if (boot.guard == stats::BcaGuard::kNone) {
      add({"bootstrap of pairs, BCa", Number(boot.estimate, decimals), Range(boot.bca, decimals),
           "", ""});
    }
    add({"bootstrap of pairs, percentile", Number(boot.estimate, decimals),
         Range(boot.percentile, decimals), "", BootstrapNote(boot)});
  }
  if (c.permutation) {
    add({"permutation within the schedule", "", "", PValue(c.permutation->p),
         PermutationNote(*c.permutation)});
  }
  if (c.signed_rank) {
    add({"Wilcoxon signed rank", "", "", PValue(c.signed_rank->p),
         RankNote(c.signed_rank->method, c.signed_rank->asymptotic)});
  }
  if (c.hodges_lehmann) {
    add({"Hodges-Lehmann", Number(c.hodges_lehmann->estimate, decimals),
         Range(c.hodges_lehmann->interval, decimals), "",
         RankNote(c.hodges_lehmann->method, c.hodges_lehmann->asymptotic)});
  }
  if (c.trimmed) add(FromT("10 % trimmed t", *c.trimmed, decimals));
  if (c.block_welch) {
    add(FromT("Welch t of blocks", *c.block_welch, decimals,
              "which stood side by side is not used"));
  }
}

FigureGroup LaunchFigures(const Comparison& c, int decimals) {
  FigureGroup group{"per launch: too narrow where blocks differ, not for a verdict", {}};
  const auto add = [&group](FigureRow row) { group.rows.push_back(std::move(row)); };
  if (c.welch) {
    add(FromT(fmt::format("Welch t, {:.1f} degrees of freedom", c.welch->df), *c.welch, decimals));
  }
  if (c.launch_bootstrap) {
    add({"bootstrap, percentile", Number(c.launch_bootstrap->estimate, decimals),
         Range(c.launch_bootstrap->percentile, decimals), "",
         c.launch_bootstrap->asymptotic ? "asymptotic" : ""});
  }
  if (c.launch_permutation) {
    add({"permutation", "", "", PValue(c.launch_permutation->p),
         PermutationNote(*c.launch_permutation)});
  }
  if (c.mann_whitney) {
    add({"Mann-Whitney", "", "", PValue(c.mann_whitney->p),
         RankNote(c.mann_whitney->method, c.mann_whitney->asymptotic)});
  }
  if (c.launch_shift) {
    add({"Hodges-Lehmann shift", Number(c.launch_shift->estimate, decimals),
         Range(c.launch_shift->interval, decimals), "",
         RankNote(c.launch_shift->method, c.launch_shift->asymptotic)});
  }
  if (c.yuen) add(FromT("Yuen, 10 % trimmed", *c.yuen, decimals));
  add({"Cliff's delta", Number(c.cliffs_delta, 2), "", "",
       "-1 to 1, 0: no order between the arms"});
  return group;
}

FigureGroup PartFigures(std::string title, const std::vector<PartEffect>& parts, int decimals) {
  FigureGroup group{std::move(title), {}};
  for (const PartEffect& part : parts) {
    const std::string name = part.name.empty() ? std::string("(unnamed)") : part.name;
    FigureRow row{name, Number(part.effect, decimals), "", "", Count(part.pairs, "pair")};
    if (part.test) {
      row.interval = Range(part.test->interval, decimals);
      row.p = PValue(part.test->p);
    }
    group.rows.push_back(std::move(row));
  }
  return group;
}

std::string OutliersOf(const std::string& arm, const stats::Outliers& outliers,
                       const std::vector<double>& values, int decimals) {
  std::vector<double> out;
  for (const std::size_t index : outliers.indices) out.push_back(values[index]);
  std::sort(out.begin(), out.end(), std::greater<>());
  std::string text = fmt::format("{} {} of {}", arm, out.size(), values.size());
  if (out.empty()) return text;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kShownOutliers, out.size()); ++i) {
    shown.push_back(Number(out[i], decimals));
  }
  if (out.size() > kShownOutliers) shown.emplace_back("…");
  return text + fmt::format(" ({})", fmt::join(shown, ", "));
}

// What a drift that is sure means for the difference.
std::string DriftText(const Analysis& analysis, const Comparison& c) {
  const Experiment& e = analysis.experiment;
  const int decimals = Decimals(c);
  if (c.verdict.test && std::abs(c.drift_in_effect) > c.verdict.test->se / 10) {
    return fmt::format(
        "; the machine changed while it ran, and because {} mostly ran {}, {} of the "
        "difference is that",
        e.arms[c.arm], (c.drift_in_effect > 0) == (c.drift->change > 0) ? "later" : "earlier",
        Amount(c.drift_in_effect, decimals, MetricOf(analysis, c).unit));
  }
  return "; the machine changed while it ran, and adjacent blocks carry that alike";
}

void AddSpoilers(const Analysis& analysis, const Comparison& c, std::vector<Fact>& facts) {
  const Experiment& e = analysis.experiment;
  const std::string& unit = MetricOf(analysis, c).unit;
  const int decimals = Decimals(c);
  if (c.drift) {
    facts.push_back(
        {"drift", fmt::format("{} from the first block to the last, {}{}",
                              Amount(c.drift->change, decimals, unit), PEquals(c.drift->slope.p),
                              c.drift->slope.p < 0.05 ? DriftText(analysis, c) : "")});
  } else if (e.pairing == Pairing::kGrouped) {
    facts.push_back({"drift", "cannot be told from the difference: all of one arm ran first"});
  } else if (e.pairing != Pairing::kNone && !e.order_known) {
    facts.push_back({"drift", "not known: neither block nor order says when a launch ran"});
  }
  if (c.order_effect) {
    facts.push_back(
        {"order",
         fmt::format("running second in a pair adds {} {}, {}{}",
                     Amount(c.order_effect->difference, decimals, unit),
                     Range(c.order_effect->interval, decimals), PEquals(c.order_effect->p),
                     c.order_effect->p < 0.05 ? "; a block changes what follows it: more warm-ups "
                                                "or a --cooldown"
                                              : "")});
  }
  if (c.unpaired > 0) {
    facts.push_back(
        {"left out",
         fmt::format("{} in blocks without a partner: they are in the table of launches "
                     "and in no other figure but those per launch",
                     Launches(c.unpaired))});
  }
  if (!c.base_outliers.indices.empty() || !c.other_outliers.indices.empty()) {
    facts.push_back(
        {"outliers",
         fmt::format("{}; {}; kept, the trimmed rows show what they weigh",
                     OutliersOf(e.arms[0], c.base_outliers, ValuesOfArm(e, c.metric, 0), decimals),
                     OutliersOf(e.arms[c.arm], c.other_outliers, ValuesOfArm(e, c.metric, c.arm),
                                decimals))});
  }
}

void AddFloor(const Analysis& analysis, const Comparison& c, std::vector<Fact>& facts) {
  const std::string& unit = MetricOf(analysis, c).unit;
  const int decimals = Decimals(c);
  if (c.noise) {
    facts.push_back(
        {"noise floor",
         fmt::format("{}: 95 % of the {} of an A/A run on {} lay within {}, so their mean within "
                     "this ({})",
                     Amount(c.noise->RunFloor(), decimals, unit),
                     Count(static_cast<std::size_t>(std::max(c.noise->pairs, 0)), "block pair"),
                     c.noise->when.substr(0, 10), Amount(c.noise->floor, decimals, unit),
                     c.noise->command)});
  } else {
    const std::size_t records = analysis.options.noise.size();
    facts.push_back(
        {"noise floor",
         fmt::format("none known{}; 'causeway ab aa CMD' learns this machine's",
                     records == 0
                         ? ""
                         : fmt::format(": {} given, none of this machine, metric and command",
                                       Count(records, "A/A record")))});
  }
  const double own = kNormal95 * stats::Summarize(stats::Differences(c.pairs)).sd;
  if (c.noise && c.pairs.size() >= kJudgesTheFloor && own > 0 && c.noise->floor > kNoisier * own) {
    facts.push_back(
        {"note", fmt::format("pairs scattered {:.0f} times as much in the A/A run as in this one: "
                             "'causeway ab aa CMD' learns the floor anew",
                             c.noise->floor / own)});
  }
  if (c.verdict.equivalence) {
    const stats::Equivalence& test = *c.verdict.equivalence;
    facts.push_back(
        {"equivalence",
         fmt::format("within {}? {}, {} interval {}", BoundName(analysis, c), PEquals(test.p),
                     Percent(1 - 2 * c.alpha), Range(test.interval, decimals))});
  }
  if (c.detectable) {
    facts.push_back({"can find", fmt::format("{} and more, in 80 % of runs like this one",
                                             Amount(*c.detectable, decimals, unit))});
  }
}

std::string PairingText(const Analysis& analysis) {
  switch (analysis.experiment.pairing) {
    case Pairing::kGiven:
      return "as the run or the file says";
    case Pairing::kBlocks:
      return "the k-th block of each arm, because the file names blocks but no pairs";
    case Pairing::kOrder:
      return "consecutive launches of an arm are a block, the k-th of each arm a pair";
    case Pairing::kGrouped:
      return "all of one arm ran before the other: a drift of the machine is in the difference";
    case Pairing::kNone:
      return "unknown: only single launches can be compared";
  }
  return "";
}

}  // namespace

int DecimalsFor(double scale) {
  scale = std::abs(scale);
  if (!(scale > 0) || !std::isfinite(scale)) return 1;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(scale / 2.5))), 0, 9);
}

std::string Number(double value, int decimals) {
  if (!std::isfinite(value)) return std::isnan(value) ? "none" : "infinite";
  const double size = std::abs(value);
  if (size >= 1e12) return fmt::format("{:.4g}", value);
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-')) {
    text.erase(0, 1);
  }
  return text;
}

std::string Amount(double value, int decimals, std::string_view unit) {
  return unit.empty() ? Number(value, decimals)
                      : fmt::format("{} {}", Number(value, decimals), unit);
}

std::string Range(const stats::Interval& interval, int decimals) {
  return fmt::format("[{}, {}]", Number(interval.low, decimals), Number(interval.high, decimals));
}

std::string Range(const std::optional<stats::Interval>& interval, int decimals) {
  return interval ? Range(*interval, decimals) : std::string("none: too few values");
}

std::string PValue(double p) {
  if (std::isnan(p)) return "none";
  return p < 1e-15 ? "< 1e-15" : fmt::format("{:.2g}", p);
}

std::string PEquals(double p) {
  const std::string value = PValue(p);
  return value.starts_with('<') ? "p " + value : "p = " + value;
}

std::string Percent(double part) { return fmt::format("{:.4g} %", part * 100); }

std::string Count(std::size_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string Launches(std::size_t n) {
  return n == 1 ? std::string("1 launch") : fmt::format("{} launches", n);
}

int Decimals(const Comparison& c) {
  double scale = 0;
  if (c.verdict.test && !c.verdict.test->degenerate) {
    scale = c.verdict.test->interval.width() / 2;
  } else if (c.welch) {
    scale = c.welch->interval.width() / 2;
  }
  if (!(scale > 0)) scale = std::max(std::abs(c.BaseMean()) * 1e-2, std::abs(c.verdict.effect));
  // An interval that the data cannot bear (two pairs) must not hide the values.
  if (c.base.sd > 0) scale = std::min(scale, c.base.sd * 10);
  return DecimalsFor(scale);
}

namespace {

// The verdict in a sentence, without what weakens it.
std::string Judgement(const Analysis& analysis, const Comparison& c) {
  const Experiment& e = analysis.experiment;
  const stats::Verdict& v = c.verdict;
  if (e.pairing == Pairing::kNone) return LaunchesOnly(analysis, c);
  const int decimals = Decimals(c);
  const samples::Metric& metric = MetricOf(analysis, c);
  const std::string prefix = Prefix(analysis, c);
  switch (v.kind) {
    case stats::VerdictKind::kDifference: {
      // Sizes are told without a sign, the direction in a word.
      stats::Interval interval = v.test->interval;
      if (v.effect < 0) interval = {-interval.high, -interval.low};
      return fmt::format("{}{} is {}{} {} than {} {}, {}: a difference{}", prefix, e.arms[c.arm],
                         Amount(std::abs(v.effect), decimals, metric.unit),
                         Relative(std::abs(v.effect), c.BaseMean()), Direction(metric, v.effect),
                         e.arms[0], OwnRange(c, interval), Units(v),
                         c.noise || analysis.options.bound ? "" : " (no noise floor is known)");
    }
    case stats::VerdictKind::kWithinNoise:
      if (v.Has(stats::Reason::kIdentical)) {
        return fmt::format("{}within noise: {} and {} are identical in {}", prefix, e.arms[0],
                           e.arms[c.arm], Units(v));
      }
      return fmt::format("{}within noise: {}, smaller than {}", prefix, Difference(analysis, c),
                         BoundName(analysis, c));
    case stats::VerdictKind::kInconclusive:
      break;
  }
  if (v.pairs == 0) {
    return fmt::format("{}inconclusive: no pair holds a block of {} and one of {}", prefix,
                       e.arms[0], e.arms[c.arm]);
  }
  const std::string below =
      v.Has(stats::Reason::kBelowFloor) && v.threshold
          ? fmt::format(", not 0 but less than {}", Amount(*v.threshold, decimals, metric.unit))
          : std::string();
  return fmt::format("{}inconclusive: {}{}; {}", prefix, Difference(analysis, c), below, Needed(v));
}

}  // namespace

bool IsTime(std::string_view unit) {
  static constexpr std::array<std::string_view, 12> kTimes = {
      "ns", "us", "µs", "ms", "s", "min", "ns/op", "us/op", "µs/op", "ms/op", "s/op", "sec"};
  return std::ranges::find(kTimes, unit) != kTimes.end();
}

bool IsRegression(const Analysis& analysis, const Comparison& c) {
  if (c.verdict.kind != stats::VerdictKind::kDifference) return false;
  return MetricOf(analysis, c).higher_is_better ? c.verdict.effect < 0 : c.verdict.effect > 0;
}

std::string VerdictSentence(const Analysis& analysis, const Comparison& c) {
  const Experiment& e = analysis.experiment;
  std::string sentence = Judgement(analysis, c);
  for (const std::size_t arm : {std::size_t{0}, c.arm}) {
    if (e.failed[arm] == 0) continue;
    sentence += fmt::format("; {} of {} failed", Launches(e.failed[arm]), e.arms[arm]);
  }
  if (!e.complete) sentence += "; the run did not finish";
  return sentence;
}

std::vector<FigureGroup> Figures(const Comparison& c) {
  const int decimals = Decimals(c);
  std::vector<FigureGroup> groups;
  FigureGroup primary = VerdictFigures(c, decimals);
  if (c.verdict.by_session) {
    groups.push_back(std::move(primary));
    primary = {"per block pair: as if sessions did not differ", {}};
    if (c.block_t) primary.rows.push_back(FromT("t", *c.block_t, decimals));
  }
  AddPairRows(c, decimals, primary);
  if (!primary.rows.empty()) groups.push_back(std::move(primary));
  groups.push_back(LaunchFigures(c, decimals));
  if (c.passes.size() > 1) groups.push_back(PartFigures("by pass", c.passes, decimals));
  if (c.sessions.size() > 1) groups.push_back(PartFigures("by session", c.sessions, decimals));
  return groups;
}

std::vector<Fact> Facts(const Analysis& analysis, const Comparison& c) {
  std::vector<Fact> facts;
  const std::string& unit = MetricOf(analysis, c).unit;
  const int decimals = Decimals(c);
  std::string because;
  for (const stats::Reason reason : c.verdict.reasons) {
    // Said again by the sentence of kBelowFloor.
    if (reason == stats::Reason::kIntervalExcludesZero &&
        c.verdict.Has(stats::Reason::kBelowFloor)) {
      continue;
    }
    because += (because.empty() ? "" : " ") + std::string(stats::Explain(reason));
  }
  facts.push_back({"because", because});
  AddFloor(analysis, c, facts);
  AddSpoilers(analysis, c, facts);
  if (c.between_sessions) {
    const stats::VarianceComponents& between = *c.between_sessions;
    facts.push_back(
        {"sessions",
         c.pairs.size() > c.sessions.size()
             ? fmt::format("{} between them, {} within one (sd), differ? {}",
                           Amount(between.sd_between, decimals, unit),
                           Amount(between.sd_within, decimals, unit), PEquals(between.f_p))
             : "one pair each: what they differ by cannot be told from what pairs differ by"});
  }
  if (analysis.comparisons.size() > 1) {
    facts.push_back({"Holm", fmt::format("{} over {} comparisons (Benjamini-Hochberg {}); this "
                                         "one was judged at {}",
                                         PEquals(c.holm_p), analysis.comparisons.size(),
                                         PValue(c.bh_p), fmt::format("{:.3g}", c.alpha))});
  }
  return facts;
}

std::vector<Fact> Facts(const Analysis& analysis) {
  const Experiment& e = analysis.experiment;
  const AnalysisOptions& options = analysis.options;
  std::vector<Fact> facts;
  facts.push_back(
      {"samples", fmt::format("{}, {}", e.source, Count(e.sessions.size(), "session"))});
  facts.push_back({"pairs", PairingText(analysis)});
  facts.push_back({"intervals", fmt::format("{} unless a row says otherwise, of an arm minus {}",
                                            Percent(stats::kConfidence), e.arms[0])});
  facts.push_back({"seed", fmt::format("{} (bootstrap, permutation); level {} over all comparisons",
                                       options.seed, options.alpha)});
  if (options.looks > 0) {
    facts.push_back(
        {"look",
         fmt::format("{} of {} planned, {}", options.look, options.looks,
                     options.boundary == stats::Boundary::kPocock ? "Pocock" : "O'Brien-Fleming")});
  }
  return facts;
}

std::vector<std::vector<std::string>> ArmTable(const Analysis& analysis, std::size_t metric) {
  const Experiment& e = analysis.experiment;
  std::vector<const stats::Description*> arms(e.arms.size());
  std::vector<const stats::Outliers*> outliers(e.arms.size());
  int decimals = 0;
  for (const Comparison& c : analysis.comparisons) {
    if (c.metric != metric) continue;
    arms[0] = &c.base;
    outliers[0] = &c.base_outliers;
    arms[c.arm] = &c.other;
    outliers[c.arm] = &c.other_outliers;
    decimals = std::max(decimals, Decimals(c));
  }
  const std::string& unit = e.metrics[metric].unit;
  std::vector<std::vector<std::string>> table;
  table.push_back({unit.empty() ? e.metrics[metric].name
                                : fmt::format("{} ({})", e.metrics[metric].name, unit)});
  table[0].insert(table[0].end(), e.arms.begin(), e.arms.end());
  const auto row = [&](std::string_view label, auto value) {
    std::vector<std::string> cells = {std::string(label)};
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
      cells.push_back(arms[arm] == nullptr ? "-" : value(arm));
    }
    table.push_back(std::move(cells));
  };
  const auto number = [&](std::string_view label, double stats::Description::* field) {
    row(label, [&](std::size_t arm) { return Number(arms[arm]->*field, decimals); });
  };
  row("launches", [&](std::size_t arm) { return std::to_string(arms[arm]->n); });
  number("mean", &stats::Description::mean);
  number("sd", &stats::Description::sd);
  number("median", &stats::Description::median);
  number("10 % trimmed mean", &stats::Description::trimmed_mean);
  number("MAD x 1.4826", &stats::Description::mad_scaled);
  row("min .. max", [&](std::size_t arm) {
    return Number(arms[arm]->min, decimals) + " .. " + Number(arms[arm]->max, decimals);
  });
  row("outliers, kept",
      [&](std::size_t arm) { return std::to_string(outliers[arm]->indices.size()); });
  return table;
}

std::vector<Fact> LaunchFacts(const Analysis& analysis) {
  const Experiment& e = analysis.experiment;
  std::vector<Fact> facts;
  for (std::size_t arm = 0; arm < e.arms.size(); ++arm) {
    if (e.failed[arm] == 0) continue;
    facts.push_back({"failed", fmt::format("{} of arm {}, without a value", Launches(e.failed[arm]),
                                           e.arms[arm])});
  }
  for (std::size_t metric = 0; metric < e.metrics.size(); ++metric) {
    std::vector<std::string> arms;
    for (std::size_t arm = 0; arm < e.arms.size(); ++arm) {
      const std::vector<double>& cold = e.cold[metric][arm];
      if (cold.empty()) continue;
      std::vector<std::string> values;
      for (std::size_t i = 0; i < std::min<std::size_t>(cold.size(), 5); ++i) {
        values.push_back(fmt::format("{:.4g}", cold[i]));
      }
      arms.push_back(fmt::format("{} {}", e.arms[arm], fmt::join(values, ", ")));
    }
    if (arms.empty()) continue;
    const samples::Metric& m = e.metrics[metric];
    facts.push_back(
        {"cold", fmt::format("{}{}: {}; first launches, not counted", m.name,
                             m.unit.empty() ? "" : " (" + m.unit + ")", fmt::join(arms, "; "))});
  }
  for (const std::string& note : e.notes) facts.push_back({"note", note});
  return facts;
}

std::vector<double> ValuesOfArm(const Experiment& experiment, std::size_t metric, std::size_t arm) {
  std::vector<double> values;
  for (const stats::Launch& launch : experiment.launches[metric]) {
    if (launch.arm == static_cast<int>(arm)) values.push_back(launch.value);
  }
  return values;
}

}  // namespace causeway::ab
