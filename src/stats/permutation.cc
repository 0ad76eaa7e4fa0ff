// Permutation tests: how often would labels that mean nothing give a difference as large?
//
// The reference set is what the schedule could have done. In a run of block pairs A and B may be
// exchanged within a pair and nowhere else, which flips the sign of that pair's difference: 2^k
// arrangements, and the smallest p that k pairs can give is 2 / 2^k. Free exchange of all values
// belongs to data without a schedule; on paired data it answers a different question.
//
// Small reference sets are enumerated. Sign flips are the sums of two tables of up to 2^10 partial
// sums, one for each half of the pairs, so each sum is rounded a few times and not a million times.
// Combinations are enumerated depth first over values from which the grand mean was taken: then the
// difference of the means is proportional to the sum of one group. Larger sets are sampled, and p =
// (1 + b) / (1 + R) as Phipson and Smyth (Stat. Appl. Genet. Mol. Biol. 9, 2010) show: the observed
// arrangement is one of those that were possible, so p is never 0, and a claim of p < 0.00001 needs
// R >= 99,999. Arrangement r is drawn from stream r of the seed.
//
// Sums that differ from the observed one by rounding alone are as extreme as it: the comparison has
// a slack of 1e-10 of the sum of all absolute values.
#include "stats/permutation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/describe.h"
#include "stats/distributions.h"
#include "stats/numeric.h"
#include "stats/random.h"

namespace causeway::stats {
namespace {

constexpr double kSlack = 1e-10;
constexpr double kMostWork = 2e9;  // values x replicates: some seconds

PermutationResult Sampled(std::uint64_t extreme, std::uint64_t replicates) {
  PermutationResult result;
  result.exact = false;
  result.extreme = extreme;
  result.total = replicates;
  result.p = (1 + Real(extreme)) / (1 + Real(replicates));
  return result;
}

PermutationResult Enumerated(std::uint64_t extreme, std::uint64_t total) {
  PermutationResult result;
  result.extreme = extreme;
  result.total = total;
  result.p = Real(extreme) / Real(total);
  return result;
}

PermutationResult FromNormal(double z) {
  PermutationResult result;
  result.exact = false;
  result.asymptotic = true;
  result.total = 0;
  result.p = NormalTwoSidedP(z);
  return result;
}

// Sums of all 2^n choices of signs.
std::vector<double> SignedSums(std::span<const double> values) {
  std::vector<double> sums = {0.0};
  for (const double value : values) {
    const std::size_t size = sums.size();
    for (std::size_t i = 0; i < size; ++i) {
      sums.push_back(sums[i] - value);
      sums[i] += value;
    }
  }
  return sums;
}

double FlippedSum(std::span<const double> values, Random random) {
  double sum = 0;
  for (std::size_t first = 0; first < values.size(); first += 64) {
    std::uint64_t bits = random.Next();
    const std::size_t end = std::min(values.size(), first + 64);
    for (std::size_t i = first; i < end; ++i, bits >>= 1U) {
      sum += (bits & 1U) != 0 ? values[i] : -values[i];
    }
  }
  return sum;
}

// C(n, m), or anything above the limit.
std::uint64_t Arrangements(std::uint64_t n, std::uint64_t m) {
  std::uint64_t count = 1;
  for (std::uint64_t i = 1; i <= m; ++i) {
    if (n - m + i > kExactArrangements) return kExactArrangements + 1;
    count = count * (n - m + i) / i;
    if (count > kExactArrangements) return kExactArrangements + 1;
  }
  return count;
}

// Combinations of `left` more values from `first` on whose sum reaches `limit` in absolute value.
std::uint64_t CountExtreme(std::span<const double> values, std::size_t first, std::size_t left,
                           double sum, double limit) {
  if (left == 0) return std::abs(sum) >= limit ? 1 : 0;
  std::uint64_t count = 0;
  for (std::size_t i = first; i + left <= values.size(); ++i) {
    count += CountExtreme(values, i + 1, left - 1, sum + values[i], limit);
  }
  return count;
}

}  // namespace

PermutationResult PermutePairs(std::span<const double> differences,
                               const PermutationOptions& options) {
  if (differences.empty()) return {};
  double observed = 0;
  double absolute = 0;
  double squares = 0;
  for (const double value : differences) {
    observed += value;
    absolute += std::abs(value);
    squares += value * value;
  }
  const double limit = std::abs(observed) - kSlack * absolute;
  if (differences.size() <= kExactFlips) {
    const std::size_t half = differences.size() / 2;
    const std::vector<double> left = SignedSums(differences.first(half));
    const std::vector<double> right = SignedSums(differences.subspan(half));
    std::uint64_t extreme = 0;
    for (const double a : left) {
      for (const double b : right) extreme += std::abs(a + b) >= limit ? 1U : 0U;
    }
    return Enumerated(extreme, std::uint64_t{1} << differences.size());
  }
  if (Real(differences.size()) * Real(options.replicates) > kMostWork) {
    return FromNormal(squares > 0 ? observed / std::sqrt(squares) : 0);
  }
  std::uint64_t extreme = 0;
  for (std::size_t r = 0; r < options.replicates; ++r) {
    const double sum = FlippedSum(differences, Random(options.seed, r));
    if (std::abs(sum) >= limit) ++extreme;
  }
  return Sampled(extreme, options.replicates);
}

PermutationResult PermuteSamples(std::span<const double> a, std::span<const double> b,
                                 const PermutationOptions& options) {
  if (a.empty() || b.empty()) return {};
  // The smaller sample is the one that is drawn.
  const std::span<const double> drawn = a.size() < b.size() ? a : b;
  const std::span<const double> rest = a.size() < b.size() ? b : a;
  std::vector<double> values(drawn.begin(), drawn.end());
  values.insert(values.end(), rest.begin(), rest.end());
  const double grand = Mean(values);
  double absolute = 0;
  double squares = 0;
  for (double& value : values) {
    value -= grand;
    absolute += std::abs(value);
    squares += value * value;
  }
  const std::size_t size = drawn.size();
  const double observed = std::accumulate(values.begin(), values.begin() + std::ssize(drawn), 0.0);
  const double limit = std::abs(observed) - kSlack * absolute;
  const std::uint64_t arrangements = Arrangements(values.size(), size);
  if (arrangements <= kExactArrangements) {
    return Enumerated(CountExtreme(values, 0, size, 0, limit), arrangements);
  }
  const double n = Real(values.size());
  if (n * Real(options.replicates) > kMostWork) {
    const double variance = Real(size) * Real(rest.size()) / (n * (n - 1)) * squares;
    return FromNormal(variance > 0 ? observed / std::sqrt(variance) : 0);
  }
  std::uint64_t extreme = 0;
  std::vector<double> shuffled;
  for (std::size_t r = 0; r < options.replicates; ++r) {
    Random random(options.seed, r);
    shuffled = values;
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      std::swap(shuffled[i], shuffled[i + random.Below(shuffled.size() - i)]);
      sum += shuffled[i];
    }
    if (std::abs(sum) >= limit) ++extreme;
  }
  return Sampled(extreme, options.replicates);
}

}  // namespace causeway::stats
