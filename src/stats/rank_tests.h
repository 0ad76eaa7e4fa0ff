#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/interval.h"

namespace causeway::stats {

// How a p-value was found. Normal approximations have tie and continuity correction.
enum class RankMethod { kExact, kNormal };

struct SignedRank {
  std::size_t n = 0;      // differences that are not 0
  std::size_t zeros = 0;  // dropped
  bool ties = false;
  double w_plus = 0;  // sum of the ranks of positive differences
  double w_minus = 0;
  double p = 1;  // two-sided; 1 if n is 0
  RankMethod method = RankMethod::kExact;
  double p_normal = 1;              // with continuity correction
  double p_normal_uncorrected = 1;  // without
  bool asymptotic = false;          // more than kAsymptoticAbove values
};

// Wilcoxon's signed rank test. Exact for n <= 50 without ties. Two differences count as tied, and
// one as 0, if they lie within `resolution`.
SignedRank WilcoxonSignedRank(std::span<const double> differences, double resolution = 0);
// The same of b[i] - a[i]; the resolution is the rounding error of these subtractions.
SignedRank WilcoxonPaired(std::span<const double> a, std::span<const double> b);
// 2 P(W <= w) of n untied differences, at most 1; w is rounded down. n <= 50.
double SignedRankExactP(std::size_t n, double w);

struct MannWhitneyTest {
  double u = 0;  // pairs with b > a, ties counted half
  bool ties = false;
  double p = 1;
  RankMethod method = RankMethod::kExact;
  double p_normal = 1;
  bool asymptotic = false;
};

// Exact if neither sample has more than 50 values and there are no ties. Nothing if one is empty.
std::optional<MannWhitneyTest> MannWhitney(std::span<const double> a, std::span<const double> b);

struct HodgesLehmann {
  double estimate = 0;
  // From inverting the rank test above; nothing if the samples are too small for this confidence.
  std::optional<Interval> interval;
  RankMethod method = RankMethod::kExact;
  bool asymptotic = false;
};

// Median of the Walsh averages (x[i] + x[j]) / 2, i <= j. Nothing for no value.
std::optional<HodgesLehmann> HodgesLehmannOneSample(std::span<const double> values,
                                                    double confidence = kConfidence);
// Median of all b[j] - a[i]. Nothing if one is empty.
std::optional<HodgesLehmann> HodgesLehmannShift(std::span<const double> a,
                                                std::span<const double> b,
                                                double confidence = kConfidence);

}  // namespace causeway::stats
