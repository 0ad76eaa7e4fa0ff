// Tests and estimates that see only the order of the values.
//
// Wilcoxon (1945) ranks the absolute differences of pairs and adds the ranks of the positive ones;
// Mann and Whitney (1947) count the pairs across two samples in which the second value is larger.
// Without ties the null distribution of both is a matter of counting, done here by the recurrences
// of the textbooks (Hollander and Wolfe, Nonparametric Statistical Methods) in double precision:
// the terms are positive, so nothing cancels. With ties the counts depend on the tie pattern; then,
// and for large samples, the normal approximation with tie correction of the variance and half a
// unit of continuity correction is used, as R's wilcox.test does.
//
// Hodges and Lehmann (1963) turn each test around: the shifts that it would not reject form an
// interval, its ends are order statistics of the Walsh averages or of the pairwise differences, and
// the median of these is the estimate. sum_selection.h finds them without forming all of them.
#include "stats/rank_tests.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "stats/describe.h"
#include "stats/distributions.h"
#include "stats/numeric.h"
#include "stats/sum_selection.h"

namespace causeway::stats {
namespace {

constexpr std::size_t kExactUpTo = 50;

double NormalP(double distance, double sd, double correction) {
  if (!(sd > 0)) return 1;
  return std::min(1.0, NormalTwoSidedP(std::max(0.0, std::abs(distance) - correction) / sd));
}

double TieTerm(double size) { return size * size * size - size; }

double SignedRankVariance(double n) { return n * (n + 1) * (2 * n + 1) / 24; }

// P(statistic <= index) from counts.
std::vector<double> Cumulate(std::vector<double> counts) {
  double total = 0;
  for (double& count : counts) count = total += count;
  for (double& count : counts) count /= total;
  return counts;
}

// Each rank 1..n is in the sum or not.
std::vector<double> SignedRankCdf(std::size_t n) {
  std::vector<double> counts(n * (n + 1) / 2 + 1, 0.0);
  counts[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = counts.size() - 1; sum >= rank; --sum) counts[sum] += counts[sum - rank];
  }
  return Cumulate(std::move(counts));
}

// The largest value is in the second sample, and then exceeds all n of the first, or it is not.
std::vector<double> MannWhitneyCdf(std::size_t n, std::size_t m) {
  const std::size_t size = n * m + 1;
  std::vector<std::vector<double>> rows(n + 1, std::vector<double>(size, 0.0));
  for (std::vector<double>& row : rows) row[0] = 1;
  for (std::size_t j = 1; j <= m; ++j) {
    for (std::size_t i = 1; i <= n; ++i) {
      // rows[i] holds (i, j-1), rows[i-1] already (i-1, j).
      for (std::size_t u = i * j; u >= i; --u) rows[i][u] = rows[i][u - i];
      std::fill_n(rows[i].begin(), i, 0.0);
      for (std::size_t u = 0; u <= (i - 1) * j; ++u) rows[i][u] += rows[i - 1][u];
    }
  }
  return Cumulate(std::move(rows[n]));
}

double TwoSidedFrom(const std::vector<double>& cdf, double smaller) {
  const auto index = static_cast<std::size_t>(std::max(0.0, std::floor(smaller)));
  return index < cdf.size() ? std::min(1.0, 2 * cdf[index]) : 1;
}

// How many order statistics lie outside of the interval at each end, plus one; 0 if it would be
// without bounds: the largest k with P(statistic <= k - 1) <= tail.
std::uint64_t DepthFrom(const std::vector<double>& cdf, double tail) {
  std::uint64_t k = 0;
  while (k < cdf.size() && cdf[k] <= tail) ++k;
  return k;
}

std::uint64_t NormalDepth(double mean, double variance, double tail) {
  const double k = std::floor(mean + 0.5 + NormalQuantile(tail) * std::sqrt(variance));
  return k < 1 ? 0 : static_cast<std::uint64_t>(k);
}

// Median and the k-th from each end of `total` order statistics.
template <typename Select>
void FillEstimate(std::uint64_t total, std::uint64_t depth, Select select, HodgesLehmann& result) {
  const double upper_middle = select(total / 2);
  result.estimate = upper_middle;
  if (total % 2 == 0) {
    const double lower_middle = select(total / 2 - 1);
    result.estimate = lower_middle + (upper_middle - lower_middle) / 2;
  }
  if (depth >= 1) result.interval = Interval{select(depth - 1), select(total - depth)};
}

}  // namespace

double SignedRankExactP(std::size_t n, double w) { return TwoSidedFrom(SignedRankCdf(n), w); }

SignedRank WilcoxonSignedRank(std::span<const double> differences, double resolution) {
  struct Ranked {
    double size;
    bool positive;
  };
  SignedRank result;
  std::vector<Ranked> ranked;
  ranked.reserve(differences.size());
  for (const double value : differences) {
    if (std::abs(value) > resolution) {
      ranked.push_back({std::abs(value), value > 0});
    } else {
      ++result.zeros;
    }
  }
  std::ranges::sort(ranked, {}, &Ranked::size);
  result.n = ranked.size();
  result.asymptotic = result.n > kAsymptoticAbove;
  if (result.n == 0) return result;

  double tie_terms = 0;
  for (std::size_t first = 0; first < ranked.size();) {
    std::size_t end = first + 1;
    while (end < ranked.size() && ranked[end].size - ranked[first].size <= resolution) ++end;
    const double rank = Real(first + 1 + end) / 2;
    for (std::size_t i = first; i < end; ++i) {
      (ranked[i].positive ? result.w_plus : result.w_minus) += rank;
    }
    if (end - first > 1) {
      result.ties = true;
      tie_terms += TieTerm(Real(end - first));
    }
    first = end;
  }
  const double n = Real(result.n);
  const double sd = std::sqrt(SignedRankVariance(n) - tie_terms / 48);
  const double distance = result.w_plus - n * (n + 1) / 4;
  result.p_normal = NormalP(distance, sd, 0.5);
  result.p_normal_uncorrected = NormalP(distance, sd, 0);
  if (result.n <= kExactUpTo && !result.ties) {
    result.p = SignedRankExactP(result.n, std::min(result.w_plus, result.w_minus));
  } else {
    result.p = result.p_normal;
    result.method = RankMethod::kNormal;
  }
  return result;
}

SignedRank WilcoxonPaired(std::span<const double> a, std::span<const double> b) {
  std::vector<double> differences(b.begin(), b.end());
  double largest = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    largest = std::max({largest, std::abs(a[i]), std::abs(b[i])});
    differences[i] -= a[i];
  }
  // Decimal values are off by half a unit in the last place each: 41.2 - 41.1 and 41.1 - 41.0 are
  // the same difference and not the same double.
  return WilcoxonSignedRank(differences, 4 * std::numeric_limits<double>::epsilon() * largest);
}

std::optional<MannWhitneyTest> MannWhitney(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return std::nullopt;
  const std::vector<double> x = Sorted(a);
  const std::vector<double> y = Sorted(b);
  MannWhitneyTest result;
  double tie_terms = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < x.size() || j < y.size()) {
    const double value = j == y.size() || (i < x.size() && x[i] <= y[j]) ? x[i] : y[j];
    const std::size_t first_i = i;
    const std::size_t first_j = j;
    while (i < x.size() && x[i] == value) ++i;
    while (j < y.size() && y[j] == value) ++j;
    const double equal_x = Real(i - first_i);
    const double equal_y = Real(j - first_j);
    result.u += equal_y * (Real(first_i) + equal_x / 2);
    if (equal_x + equal_y > 1) {
      result.ties = true;
      tie_terms += TieTerm(equal_x + equal_y);
    }
  }
  const double n = Real(x.size());
  const double m = Real(y.size());
  const double variance = n * m / 12 * (n + m + 1 - tie_terms / ((n + m) * (n + m - 1)));
  result.p_normal = NormalP(result.u - n * m / 2, std::sqrt(std::max(0.0, variance)), 0.5);
  result.asymptotic = x.size() + y.size() > kAsymptoticAbove;
  if (x.size() <= kExactUpTo && y.size() <= kExactUpTo && !result.ties) {
    result.p =
        TwoSidedFrom(MannWhitneyCdf(x.size(), y.size()), std::min(result.u, n * m - result.u));
  } else {
    result.p = result.p_normal;
    result.method = RankMethod::kNormal;
  }
  return result;
}

std::optional<HodgesLehmann> HodgesLehmannOneSample(std::span<const double> values,
                                                    double confidence) {
  if (values.empty()) return std::nullopt;
  const std::vector<double> sorted = Sorted(values);
  const std::uint64_t n = sorted.size();
  const double tail = (1 - confidence) / 2;
  HodgesLehmann result;
  std::uint64_t depth = 0;
  if (n <= kExactUpTo) {
    depth = DepthFrom(SignedRankCdf(n), tail);
  } else {
    result.method = RankMethod::kNormal;
    result.asymptotic = n > kAsymptoticAbove;
    depth = NormalDepth(Real(n) * (Real(n) + 1) / 4, SignedRankVariance(Real(n)), tail);
  }
  FillEstimate(
      n * (n + 1) / 2, depth, [&](std::uint64_t rank) { return SelectWalshSum(sorted, rank) / 2; },
      result);
  return result;
}

std::optional<HodgesLehmann> HodgesLehmannShift(std::span<const double> a,
                                                std::span<const double> b, double confidence) {
  if (a.empty() || b.empty()) return std::nullopt;
  std::vector<double> minus_a(a.begin(), a.end());
  for (double& value : minus_a) value = -value;
  std::ranges::sort(minus_a);
  const std::vector<double> sorted_b = Sorted(b);
  const double n = Real(a.size());
  const double m = Real(b.size());
  const double tail = (1 - confidence) / 2;
  HodgesLehmann result;
  std::uint64_t depth = 0;
  if (a.size() <= kExactUpTo && b.size() <= kExactUpTo) {
    depth = DepthFrom(MannWhitneyCdf(a.size(), b.size()), tail);
  } else {
    result.method = RankMethod::kNormal;
    result.asymptotic = a.size() + b.size() > kAsymptoticAbove;
    depth = NormalDepth(n * m / 2, n * m * (n + m + 1) / 12, tail);
  }
  FillEstimate(
      std::uint64_t{a.size()} * b.size(), depth,
      [&](std::uint64_t rank) { return SelectSum(minus_a, sorted_b, rank); }, result);
  return result;
}

}  // namespace causeway::stats
