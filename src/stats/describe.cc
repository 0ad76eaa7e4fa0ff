#include "stats/describe.h"

#include <algorithm>
#include <cmath>

#include "stats/numeric.h"

namespace causeway::stats {
namespace {

// Of a normal distribution: sd / MAD = 1 / quantile(3/4).
constexpr double kMadToSd = 1.482602218505602;

double MedianAbsoluteDeviation(std::span<const double> values, double median) {
  std::vector<double> deviations(values.begin(), values.end());
  for (double& value : deviations) value = std::abs(value - median);
  std::ranges::sort(deviations);
  return Median(deviations);
}

Outliers Outside(std::span<const double> values, Interval fences) {
  Outliers result{{}, fences};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!fences.Contains(values[i])) result.indices.push_back(i);
  }
  return result;
}

}  // namespace

double Mean(std::span<const double> values) {
  if (values.empty()) return 0;
  CompensatedSum sum;
  for (const double value : values) sum.Add(value - values[0]);
  return values[0] + sum.value() / Real(values.size());
}

Summary Summarize(std::span<const double> values) {
  Summary result{values.size(), Mean(values), 0};
  if (values.size() < 2) return result;
  CompensatedSum squares;
  for (const double value : values) squares.Add((value - result.mean) * (value - result.mean));
  result.sd = std::sqrt(squares.value() / Real(values.size() - 1));
  return result;
}

std::vector<double> Sorted(std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  std::ranges::sort(result);
  return result;
}

double Quantile(std::span<const double> sorted, double probability) {
  const double position = std::clamp(probability, 0.0, 1.0) * Real(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (position - Real(below)) * (sorted[below + 1] - sorted[below]);
}

double Median(std::span<const double> sorted) {
  const std::size_t middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
}

double TrimmedMean(std::span<const double> sorted, double fraction) {
  const auto cut = static_cast<std::size_t>(Real(sorted.size()) * fraction);
  return Mean(sorted.subspan(cut, sorted.size() - 2 * cut));
}

Description Describe(std::span<const double> values) {
  Description result;
  if (values.empty()) return result;
  const Summary summary = Summarize(values);
  const std::vector<double> sorted = Sorted(values);
  result.n = summary.n;
  result.mean = summary.mean;
  result.sd = summary.sd;
  result.cv = summary.mean == 0 ? 0 : summary.sd / std::abs(summary.mean);
  result.median = Median(sorted);
  result.mad = MedianAbsoluteDeviation(values, result.median);
  result.mad_scaled = kMadToSd * result.mad;
  result.q1 = Quantile(sorted, 0.25);
  result.q3 = Quantile(sorted, 0.75);
  result.p95 = Quantile(sorted, 0.95);
  result.min = sorted.front();
  result.max = sorted.back();
  result.trimmed_mean = TrimmedMean(sorted, 0.1);
  return result;
}

Outliers TukeyOutliers(std::span<const double> values, double reach) {
  if (values.empty()) return {};
  const std::vector<double> sorted = Sorted(values);
  const double q1 = Quantile(sorted, 0.25);
  const double q3 = Quantile(sorted, 0.75);
  return Outside(values, {q1 - reach * (q3 - q1), q3 + reach * (q3 - q1)});
}

Outliers MadOutliers(std::span<const double> values, double reach) {
  if (values.empty()) return {};
  const std::vector<double> sorted = Sorted(values);
  const double median = Median(sorted);
  const double mad = kMadToSd * MedianAbsoluteDeviation(values, median);
  if (mad == 0) return {{}, {sorted.front(), sorted.back()}};
  return Outside(values, {median - reach * mad, median + reach * mad});
}

}  // namespace causeway::stats
