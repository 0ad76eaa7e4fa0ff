#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace causeway::stats {

// All functions of this folder expect finite values; who reads input rejects NaN and infinities.

// What a published table gives. `sd` has the divisor n-1 and is 0 for n < 2.
struct Summary {
  std::size_t n = 0;
  double mean = 0;
  double sd = 0;
};
Summary Summarize(std::span<const double> values);

// Compensated, relative to the first value: n equal values have exactly that mean. 0 for none.
double Mean(std::span<const double> values);

std::vector<double> Sorted(std::span<const double> values);

// Type 7 of Hyndman and Fan, as R and numpy do by default. `sorted` is not empty.
double Quantile(std::span<const double> sorted, double probability);
double Median(std::span<const double> sorted);
// Without floor(n * fraction) values at each end; fraction < 0.5.
double TrimmedMean(std::span<const double> sorted, double fraction);

struct Description {
  std::size_t n = 0;
  double mean = 0;
  double sd = 0;
  double cv = 0;  // sd / |mean|; 0 if the mean is 0
  double median = 0;
  double mad = 0;         // median absolute deviation, raw
  double mad_scaled = 0;  // 1.4826 x: estimates sd of a normal distribution
  double q1 = 0;
  double q3 = 0;
  double p95 = 0;
  double min = 0;
  double max = 0;
  double trimmed_mean = 0;  // 10 % at each end
};
Description Describe(std::span<const double> values);

// Shown, never removed. `indices` are ascending positions in the input outside of the fences.
struct Outliers {
  std::vector<std::size_t> indices;
  Interval fences;
};
// Quartiles -/+ `reach` interquartile ranges.
Outliers TukeyOutliers(std::span<const double> values, double reach = 1.5);
// Median -/+ `reach` scaled MADs (Iglewicz and Hoaglin use 3.5). None if the MAD is 0.
Outliers MadOutliers(std::span<const double> values, double reach = 3.5);

}  // namespace causeway::stats
