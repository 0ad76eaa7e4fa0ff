// Each arm against the first, in each metric: the verdict from block pairs, everything else beside
// it. Several comparisons share the error of one: p-values are taken in rising order and compared
// with alpha / m, alpha / (m - 1), … (Holm 1979), and each verdict is reached at the level at which
// its comparison was tested.
#include "ab/analysis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "stats/multiple.h"
#include "stats/numeric.h"

namespace causeway::ab {
namespace {

std::vector<double> ValuesOf(std::span<const stats::Launch> launches, int arm) {
  std::vector<double> values;
  for (const stats::Launch& launch : launches) {
    if (launch.arm == arm) values.push_back(launch.value);
  }
  return values;
}

// Effects by pass or by session, in the order of `key`.
template <class Key, class Name>
std::vector<PartEffect> Parts(std::span<const stats::PairDifference> pairs, Key key, Name name) {
  std::map<int, std::vector<double>> parts;
  for (const stats::PairDifference& pair : pairs) parts[key(pair)].push_back(pair.difference);
  std::vector<PartEffect> effects;
  for (const auto& [index, differences] : parts) {
    effects.push_back({name(index), differences.size(), stats::Mean(differences),
                       stats::OneSampleT(differences)});
  }
  return effects;
}

// Slope times how much later arm `arm` stood than the base, averaged over the sessions; each has
// its own drift.
double DriftInEffect(const std::vector<stats::BlockMean>& blocks, std::size_t sessions) {
  double sum = 0;
  for (std::size_t session = 0; session < sessions; ++session) {
    std::vector<stats::BlockMean> own;
    std::vector<std::vector<double>> positions(2);
    for (const stats::BlockMean& block : blocks) {
      if (block.session != static_cast<int>(session)) continue;
      positions[block.arm == 0 ? 0 : 1].push_back(stats::Real(own.size()));
      own.push_back(block);
    }
    const std::optional<stats::Trend> drift = stats::DriftOfBlocks(own);
    if (!drift || positions[0].empty() || positions[1].empty() || !(drift->slope.p < 0.05))
      continue;
    sum += drift->slope.difference * (stats::Mean(positions[1]) - stats::Mean(positions[0]));
  }
  return sum / stats::Real(sessions);
}

// Launches of the two arms in blocks whose pair lacks the other arm.
std::size_t Unpaired(std::span<const stats::BlockMean> blocks) {
  std::map<std::tuple<int, int, int>, std::array<std::size_t, 2>> pairs;
  for (const stats::BlockMean& block : blocks) {
    pairs[{block.session, block.pass, block.pair}][block.arm == 0 ? 0 : 1] +=
        static_cast<std::size_t>(block.count);
  }
  std::size_t unpaired = 0;
  for (const auto& [pair, launches] : pairs) {
    if (launches[0] == 0 || launches[1] == 0) unpaired += launches[0] + launches[1];
  }
  return unpaired;
}

void AnalyzePairs(const Analysis& analysis, Comparison& c) {
  const Experiment& experiment = analysis.experiment;
  const AnalysisOptions& options = analysis.options;
  const int arm = static_cast<int>(c.arm);
  if (experiment.pairing == Pairing::kNone) return;
  std::vector<stats::BlockMean> blocks = stats::BlockMeans(experiment.launches[c.metric]);
  std::erase_if(blocks, [arm](const stats::BlockMean& b) { return b.arm != 0 && b.arm != arm; });
  c.pairs = stats::PairDifferences(blocks, 0, arm);
  c.unpaired = Unpaired(blocks);
  const std::vector<double> differences = stats::Differences(c.pairs);
  if (differences.empty()) return;
  std::vector<std::vector<double>> means_of(2);
  for (const stats::BlockMean& block : blocks)
    means_of[block.arm == 0 ? 0 : 1].push_back(block.mean);
  c.block_welch = stats::Welch(means_of[0], means_of[1]);
  c.block_t = stats::OneSampleT(differences);
  c.trimmed = stats::TrimmedT(differences);
  c.hodges_lehmann = stats::HodgesLehmannOneSample(differences);
  if (differences.size() >= 2) {
    c.block_bootstrap =
        stats::BootstrapMean(differences, {.seed = options.seed, .replicates = options.replicates});
    c.permutation = stats::PermutePairs(differences,
                                        {.seed = options.seed, .replicates = options.permutations});
    std::vector<double> base;
    std::vector<double> other;
    for (const stats::PairDifference& pair : c.pairs) {
      base.push_back(pair.base_mean);
      other.push_back(pair.arm_mean);
    }
    c.signed_rank = stats::WilcoxonPaired(base, other);
    c.detectable = stats::MinimumDetectableEffect(stats::Design::kPairs, differences.size(),
                                                  stats::Summarize(differences).sd);
  }
  if (experiment.order_known) {
    if (experiment.pairing != Pairing::kGrouped && experiment.sessions.size() == 1) {
      c.drift = stats::DriftOfBlocks(blocks);
    }
    c.order_effect = stats::OrderEffect(c.pairs);
    if (experiment.pairing != Pairing::kGrouped) {
      c.drift_in_effect = DriftInEffect(blocks, experiment.sessions.size());
    }
  }
  c.passes = Parts(
      c.pairs, [](const auto& pair) { return pair.pass; },
      [](int pass) { return "pass " + std::to_string(pass + 1); });
  if (experiment.sessions.size() > 1) {
    c.sessions = Parts(
        c.pairs, [](const auto& pair) { return pair.session; },
        [&](int session) { return experiment.sessions[static_cast<std::size_t>(session)]; });
    std::map<int, std::vector<double>> groups;
    for (const stats::PairDifference& pair : c.pairs) {
      groups[pair.session].push_back(pair.difference);
    }
    std::vector<std::vector<double>> list;
    for (auto& [session, values] : groups) list.push_back(std::move(values));
    c.between_sessions = stats::RandomEffects(list);
  }
}

void AnalyzeLaunches(const Analysis& analysis, Comparison& c) {
  const AnalysisOptions& options = analysis.options;
  const std::vector<stats::Launch>& launches = analysis.experiment.launches[c.metric];
  const std::vector<double> a = ValuesOf(launches, 0);
  const std::vector<double> b = ValuesOf(launches, static_cast<int>(c.arm));
  if (a.empty() || b.empty()) return;
  c.base = stats::Describe(a);
  c.other = stats::Describe(b);
  c.base_outliers = stats::MadOutliers(a);
  c.other_outliers = stats::MadOutliers(b);
  c.welch = stats::Welch(a, b);
  c.yuen = stats::Yuen(a, b);
  c.mann_whitney = stats::MannWhitney(a, b);
  c.launch_shift = stats::HodgesLehmannShift(a, b);
  c.cliffs_delta = stats::CliffsDelta(a, b);
  if (a.size() >= 2 && b.size() >= 2) {
    c.launch_bootstrap =
        stats::BootstrapDifference(a, b, {.seed = options.seed, .replicates = options.replicates});
    c.launch_permutation =
        stats::PermuteSamples(a, b, {.seed = options.seed, .replicates = options.permutations});
  }
}

// The level at which comparison i is tested, given all p-values.
std::vector<double> HolmLevels(std::span<const double> p, double alpha) {
  std::vector<std::size_t> order(p.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&p](std::size_t i, std::size_t j) { return p[i] < p[j]; });
  std::vector<double> levels(p.size());
  double level = alpha;
  bool stopped = false;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    if (!stopped) level = alpha / stats::Real(order.size() - rank);
    levels[order[rank]] = level;
    stopped = stopped || !(p[order[rank]] < level);
  }
  return levels;
}

void Judge(Analysis& analysis) {
  AnalysisOptions& options = analysis.options;
  double alpha = options.alpha;
  if (options.looks > 0) {
    const auto looks = stats::SequentialBoundaries(options.boundary, options.looks, alpha);
    alpha = looks[static_cast<std::size_t>(std::clamp(options.look, 1, options.looks) - 1)].nominal;
  }
  std::vector<double> p;
  for (const Comparison& c : analysis.comparisons) {
    const bool by_session = c.between_sessions.has_value();
    p.push_back(by_session ? c.between_sessions->mean.p : c.block_t ? c.block_t->p : 1.0);
  }
  const std::vector<double> levels = HolmLevels(p, alpha);
  const std::vector<double> holm = stats::Holm(p);
  const std::vector<double> bh = stats::BenjaminiHochberg(p);
  for (std::size_t i = 0; i < analysis.comparisons.size(); ++i) {
    Comparison& c = analysis.comparisons[i];
    c.alpha = levels[i];
    c.holm_p = holm[i];
    c.bh_p = bh[i];
    const std::vector<double> differences = stats::Differences(c.pairs);
    std::vector<int> sessions;
    for (const stats::PairDifference& pair : c.pairs) sessions.push_back(pair.session);
    stats::VerdictInput input;
    input.differences = differences;
    input.sessions = sessions;
    input.alpha = c.alpha;
    input.in_turns = analysis.experiment.pairing != Pairing::kGrouped;
    input.drift = c.drift_in_effect;
    input.launches_failed = analysis.experiment.failed[0] + analysis.experiment.failed[c.arm] > 0;
    if (c.noise) input.floor = c.noise->RunFloor();
    if (options.bound) {
      input.bound = options.bound->relative ? options.bound->value * std::abs(c.BaseMean())
                                            : options.bound->value;
      if (!(*input.bound > 0)) input.bound.reset();
    }
    c.verdict = stats::Judge(input);
  }
}

}  // namespace

std::optional<Bound> ParseBound(std::string_view text) {
  Bound bound;
  bound.relative = text.ends_with('%');
  if (bound.relative) text.remove_suffix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bound.value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(bound.value) || bound.value <= 0) return std::nullopt;
  if (bound.relative) bound.value /= 100;
  return bound;
}

double Comparison::BaseMean() const {
  if (pairs.empty()) return base.mean;
  std::vector<double> means;
  for (const stats::PairDifference& pair : pairs) means.push_back(pair.base_mean);
  return stats::Mean(means);
}

stats::VerdictKind Analysis::overall() const {
  auto kind = stats::VerdictKind::kWithinNoise;
  for (const Comparison& c : comparisons) {
    if (c.verdict.kind == stats::VerdictKind::kDifference) return c.verdict.kind;
    if (c.verdict.kind == stats::VerdictKind::kInconclusive) kind = c.verdict.kind;
  }
  return kind;
}

Analysis Analyze(Experiment experiment, const AnalysisOptions& options) {
  Analysis analysis;
  analysis.experiment = std::move(experiment);
  analysis.options = options;
  const Experiment& e = analysis.experiment;
  for (std::size_t metric = 0; metric < e.metrics.size(); ++metric) {
    for (std::size_t arm = 1; arm < e.arms.size(); ++arm) {
      Comparison c;
      c.arm = arm;
      c.metric = metric;
      if (!e.machine.empty()) {
        const std::string commands[] = {e.commands[0], e.commands[arm]};
        c.noise = FindNoise(options.noise, e.machine, commands, e.metrics[metric].name);
      }
      AnalyzeLaunches(analysis, c);
      AnalyzePairs(analysis, c);
      if (c.base.n == 0 || c.other.n == 0) continue;  // this arm has no value of this metric
      analysis.comparisons.push_back(std::move(c));
    }
  }
  Judge(analysis);
  return analysis;
}

}  // namespace causeway::ab
