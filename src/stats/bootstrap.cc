// Bootstrap intervals of a mean or of a difference of means.
//
// A replicate draws as many pieces as there are, with replacement, and computes the estimate again;
// the quantiles of the replicates are the percentile interval. What counts as a piece decides what
// the interval is worth: launches of one block share whatever state the machine was in, so blocks
// (or block pairs) are drawn whole (Davison and Hinkley, Bootstrap Methods and their Application,
// 1997, 3.8). Drawing launches is offered because others publish it, and is too narrow.
//
// BCa (Efron 1987) moves the two quantiles: by z0, which measures how far the median of the
// replicates lies from the estimate, and by the acceleration a, which measures how its standard
// error changes with its value, from the influence values u of all pieces: sum u^3 / (6 (sum
// u^2)^1.5). It is the better interval for skewed data of moderate size and nonsense for few values
// (one outlier among six sets both corrections), hence the guards: fewer than 8 pieces in a sample,
// no spread, an estimate outside of all replicates, or a correction that divides by nothing give
// the percentile interval and say why.
//
// Replicate r draws from stream r of the seed: any number of threads would give the same numbers.
#include "stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/describe.h"
#include "stats/distributions.h"
#include "stats/numeric.h"
#include "stats/random.h"

namespace causeway::stats {
namespace {

constexpr std::size_t kFewestForBca = 8;
constexpr double kMostDraws = 4e8;

// The pieces of one sample. Their sums are kept relative to the mean, so that a replicate is the
// mean plus a small correction and a constant sample has constant replicates.
struct Sample {
  std::vector<Cluster> pieces;
  double mean = 0;
  double total = 0;  // of the counts
  bool equal_counts = true;

  double Influence(std::size_t i) const { return pieces[i].sum / total; }

  double Draw(Random& random) const {
    const std::size_t n = pieces.size();
    double sum = 0;
    if (equal_counts) {
      for (std::size_t i = 0; i < n; ++i) sum += pieces[random.Below(n)].sum;
      return mean + sum / total;
    }
    double count = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Cluster& piece = pieces[random.Below(n)];
      sum += piece.sum;
      count += piece.count;
    }
    return mean + sum / count;
  }
};

Sample SampleOf(std::span<const Cluster> clusters) {
  Sample sample;
  sample.pieces.assign(clusters.begin(), clusters.end());
  if (clusters.empty()) return sample;
  const double base = clusters[0].sum / clusters[0].count;
  CompensatedSum sum;
  for (const Cluster& cluster : clusters) {
    sample.total += cluster.count;
    sum.Add(cluster.sum - base * cluster.count);
    if (cluster.count != clusters[0].count) sample.equal_counts = false;
  }
  sample.mean = base + sum.value() / sample.total;
  for (Cluster& piece : sample.pieces) piece.sum -= sample.mean * piece.count;
  return sample;
}

std::vector<Cluster> Singles(std::span<const double> values) {
  std::vector<Cluster> clusters;
  clusters.reserve(values.size());
  for (const double value : values) clusters.push_back({value, 1});
  return clusters;
}

struct Moments {
  double squares = 0;
  double cubes = 0;
};

void AddMoments(const Sample& sample, double sign, Moments& moments) {
  for (std::size_t i = 0; i < sample.pieces.size(); ++i) {
    const double u = sign * sample.Influence(i);
    moments.squares += u * u;
    moments.cubes += u * u * u;
  }
}

// The level at which BCa reads the quantile for normal quantile z; out of (0, 1) if it has none.
double BcaLevel(double z0, double acceleration, double z) {
  const double denominator = 1 - acceleration * (z0 + z);
  return denominator > 0 ? NormalCdf(z0 + (z0 + z) / denominator) : -1;
}

// `a` is empty for a single mean.
BootstrapResult Bootstrap(const Sample& a, const Sample& b, const BootstrapOptions& options) {
  BootstrapResult result;
  result.estimate = b.mean - a.mean;
  Moments moments;
  AddMoments(a, -1, moments);
  AddMoments(b, 1, moments);
  const double plugin_se = std::sqrt(moments.squares);
  const double z = NormalQuantile(0.5 + options.confidence / 2);
  const std::size_t n = a.pieces.size() + b.pieces.size();
  if (Real(n) * Real(options.replicates) > kMostDraws) {
    result.asymptotic = true;
    result.guard = BcaGuard::kAsymptotic;
    result.se = plugin_se;
    result.percentile = {result.estimate - z * plugin_se, result.estimate + z * plugin_se};
    result.bca = result.percentile;
    return result;
  }

  std::vector<double> replicates(std::max<std::size_t>(options.replicates, 1));
  for (std::size_t r = 0; r < replicates.size(); ++r) {
    Random random(options.seed, r);
    const double first = a.pieces.empty() ? 0 : a.Draw(random);
    replicates[r] = b.Draw(random) - first;
  }
  result.se = Summarize(replicates).sd;
  std::ranges::sort(replicates);
  const double tail = (1 - options.confidence) / 2;
  result.percentile = {Quantile(replicates, tail), Quantile(replicates, 1 - tail)};
  result.bca = result.percentile;

  // Replicates equal to the estimate but for rounding count as equal.
  const double slack = 1e-9 * plugin_se;
  const auto below = std::ranges::lower_bound(replicates, result.estimate - slack);
  const auto above = std::ranges::upper_bound(replicates, result.estimate + slack);
  const double share =
      (Real(below - replicates.begin()) + 0.5 * Real(above - below)) / Real(replicates.size());
  const bool has_spread = plugin_se > 1e-12 * (std::abs(a.mean) + std::abs(b.mean));
  if (has_spread) {
    result.acceleration = moments.cubes / (6 * moments.squares * plugin_se);
    if (share > 0 && share < 1) result.z0 = NormalQuantile(share);
  }
  if ((!a.pieces.empty() && a.pieces.size() < kFewestForBca) || b.pieces.size() < kFewestForBca) {
    result.guard = BcaGuard::kFewValues;
    return result;
  }
  const double low = BcaLevel(result.z0, result.acceleration, -z);
  const double high = BcaLevel(result.z0, result.acceleration, z);
  if (!has_spread || share <= 0 || share >= 1 || low <= 0 || high >= 1 || low >= high) {
    result.guard = BcaGuard::kDegenerate;
    return result;
  }
  result.bca = {Quantile(replicates, low), Quantile(replicates, high)};
  return result;
}

}  // namespace

std::string_view ToString(BcaGuard guard) {
  switch (guard) {
    case BcaGuard::kNone:
      return "none";
    case BcaGuard::kFewValues:
      return "fewer than 8 values";
    case BcaGuard::kDegenerate:
      return "degenerate";
    case BcaGuard::kAsymptotic:
      return "asymptotic";
  }
  return "";
}

BootstrapResult BootstrapMean(std::span<const double> values, const BootstrapOptions& options) {
  return Bootstrap({}, SampleOf(Singles(values)), options);
}

BootstrapResult BootstrapDifference(std::span<const double> a, std::span<const double> b,
                                    const BootstrapOptions& options) {
  return Bootstrap(SampleOf(Singles(a)), SampleOf(Singles(b)), options);
}

BootstrapResult ClusterBootstrapDifference(std::span<const Cluster> a, std::span<const Cluster> b,
                                           const BootstrapOptions& options) {
  return Bootstrap(SampleOf(a), SampleOf(b), options);
}

}  // namespace causeway::stats
