#pragma once

#include <optional>
#include <span>

#include "stats/describe.h"
#include "stats/interval.h"

namespace causeway::stats {

// Differences are b - a: negative means that b is smaller (faster). Tests are two-sided against 0.
// A sample without spread has no t distribution: `degenerate`, the interval is the point itself,
// p is 1 for a difference of 0 and 0 for any other, and t is 0 or infinite.
struct TTest {
  double difference = 0;
  double se = 0;
  double t = 0;
  double df = 0;
  double p = 1;
  Interval interval;
  bool degenerate = false;
};

// The t statistic of an estimate with its standard error.
TTest TFromEstimate(double difference, double se, double df, double confidence = kConfidence);

// Nothing for fewer than two values (in either sample).
std::optional<TTest> OneSampleT(std::span<const double> values, double confidence = kConfidence);
std::optional<TTest> OneSampleT(const Summary& summary, double confidence = kConfidence);
// a and b have the same length.
std::optional<TTest> PairedT(std::span<const double> a, std::span<const double> b,
                             double confidence = kConfidence);
// Unequal variances, Satterthwaite's degrees of freedom.
std::optional<TTest> Welch(std::span<const double> a, std::span<const double> b,
                           double confidence = kConfidence);
std::optional<TTest> Welch(const Summary& a, const Summary& b, double confidence = kConfidence);
// Equal variances.
std::optional<TTest> StudentT(const Summary& a, const Summary& b, double confidence = kConfidence);

// Trimmed means, `trim` cut at each end (Yuen 1974; paired: Wilcox, Introduction to Robust
// Estimation, 5.9.3; one sample: Tukey and McLaughlin 1963). Nothing if fewer than two are left.
std::optional<TTest> Yuen(std::span<const double> a, std::span<const double> b, double trim = 0.1,
                          double confidence = kConfidence);
std::optional<TTest> YuenPaired(std::span<const double> a, std::span<const double> b,
                                double trim = 0.1, double confidence = kConfidence);
std::optional<TTest> TrimmedT(std::span<const double> values, double trim = 0.1,
                              double confidence = kConfidence);

// P(b > a) - P(b < a) over all pairs, -1 .. 1; 0 if a sample is empty. O(n log n).
double CliffsDelta(std::span<const double> a, std::span<const double> b);
// Difference of the means over the pooled sd; 0 without spread.
double CohensD(const Summary& a, const Summary& b);

}  // namespace causeway::stats
