#include "stats/t_tests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/distributions.h"
#include "stats/numeric.h"

namespace causeway::stats {
namespace {

std::vector<double> Subtract(std::span<const double> a, std::span<const double> b) {
  std::vector<double> result(b.begin(), b.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= a[i];
  return result;
}

// Mean and its squared standard error as Satterthwaite combines them.
struct Estimate {
  double mean = 0;
  double squared_se = 0;
  double df = 0;
};

TTest Satterthwaite(const Estimate& a, const Estimate& b, double confidence) {
  const double squared = a.squared_se + b.squared_se;
  const double denominator =
      a.squared_se * a.squared_se / a.df + b.squared_se * b.squared_se / b.df;
  const double df = denominator > 0 ? squared * squared / denominator : a.df + b.df;
  return TFromEstimate(b.mean - a.mean, std::sqrt(squared), df, confidence);
}

Estimate EstimateOf(const Summary& summary) {
  const double n = Real(summary.n);
  return {summary.mean, summary.sd * summary.sd / n, n - 1};
}

// A sample with its `cut` extreme values at each end replaced by the nearest that is kept.
struct Winsorised {
  std::vector<double> values;  // in the order of the input
  double trimmed_mean = 0;
  double n = 0;
  double kept = 0;
};

std::optional<Winsorised> Winsorise(std::span<const double> values, double trim) {
  const auto cut = static_cast<std::size_t>(Real(values.size()) * trim);
  if (values.size() < 2 * cut + 2) return std::nullopt;
  const std::vector<double> sorted = Sorted(values);
  Winsorised result;
  result.values.assign(values.begin(), values.end());
  for (double& value : result.values) {
    value = std::clamp(value, sorted[cut], sorted[sorted.size() - 1 - cut]);
  }
  result.trimmed_mean = TrimmedMean(sorted, trim);
  result.n = Real(values.size());
  result.kept = Real(values.size() - 2 * cut);
  return result;
}

Estimate EstimateOf(const Winsorised& sample) {
  const double sd = Summarize(sample.values).sd;
  const double squared = (sample.n - 1) * sd * sd / (sample.kept * (sample.kept - 1));
  return {sample.trimmed_mean, squared, sample.kept - 1};
}

}  // namespace

TTest TFromEstimate(double difference, double se, double df, double confidence) {
  TTest result;
  result.difference = difference;
  result.se = se;
  result.df = df;
  if (!(se > 0)) {
    result.degenerate = true;
    result.se = 0;
    result.interval = {difference, difference};
    if (difference != 0) {
      result.t = std::copysign(std::numeric_limits<double>::infinity(), difference);
      result.p = 0;
    }
    return result;
  }
  result.t = difference / se;
  result.p = StudentTwoSidedP(result.t, df);
  const double reach = StudentQuantile(0.5 + confidence / 2, df) * se;
  result.interval = {difference - reach, difference + reach};
  return result;
}

std::optional<TTest> OneSampleT(const Summary& summary, double confidence) {
  if (summary.n < 2) return std::nullopt;
  const double n = Real(summary.n);
  return TFromEstimate(summary.mean, summary.sd / std::sqrt(n), n - 1, confidence);
}

std::optional<TTest> OneSampleT(std::span<const double> values, double confidence) {
  return OneSampleT(Summarize(values), confidence);
}

std::optional<TTest> PairedT(std::span<const double> a, std::span<const double> b,
                             double confidence) {
  return OneSampleT(Subtract(a, b), confidence);
}

std::optional<TTest> Welch(const Summary& a, const Summary& b, double confidence) {
  if (a.n < 2 || b.n < 2) return std::nullopt;
  return Satterthwaite(EstimateOf(a), EstimateOf(b), confidence);
}

std::optional<TTest> Welch(std::span<const double> a, std::span<const double> b,
                           double confidence) {
  return Welch(Summarize(a), Summarize(b), confidence);
}

std::optional<TTest> StudentT(const Summary& a, const Summary& b, double confidence) {
  if (a.n < 2 || b.n < 2) return std::nullopt;
  const double na = Real(a.n);
  const double nb = Real(b.n);
  const double df = na + nb - 2;
  const double variance = ((na - 1) * a.sd * a.sd + (nb - 1) * b.sd * b.sd) / df;
  return TFromEstimate(b.mean - a.mean, std::sqrt(variance * (1 / na + 1 / nb)), df, confidence);
}

std::optional<TTest> Yuen(std::span<const double> a, std::span<const double> b, double trim,
                          double confidence) {
  const auto first = Winsorise(a, trim);
  const auto second = Winsorise(b, trim);
  if (!first || !second) return std::nullopt;
  return Satterthwaite(EstimateOf(*first), EstimateOf(*second), confidence);
}

std::optional<TTest> YuenPaired(std::span<const double> a, std::span<const double> b, double trim,
                                double confidence) {
  const auto first = Winsorise(a, trim);
  const auto second = Winsorise(b, trim);
  if (!first || !second) return std::nullopt;
  // Var(x) + Var(y) - 2 Cov(x, y) of the Winsorised values is the variance of their differences.
  const double sd = Summarize(Subtract(first->values, second->values)).sd;
  const double squared = (first->n - 1) * sd * sd / (first->kept * (first->kept - 1));
  return TFromEstimate(second->trimmed_mean - first->trimmed_mean, std::sqrt(squared),
                       first->kept - 1, confidence);
}

std::optional<TTest> TrimmedT(std::span<const double> values, double trim, double confidence) {
  const auto sample = Winsorise(values, trim);
  if (!sample) return std::nullopt;
  const Estimate estimate = EstimateOf(*sample);
  return TFromEstimate(estimate.mean, std::sqrt(estimate.squared_se), estimate.df, confidence);
}

double CliffsDelta(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 0;
  const std::vector<double> x = Sorted(a);
  const std::vector<double> y = Sorted(b);
  CompensatedSum balance;
  std::size_t below = 0;  // values of x that are smaller
  std::size_t up_to = 0;  // values of x that are not larger
  for (const double value : y) {
    while (below < x.size() && x[below] < value) ++below;
    while (up_to < x.size() && x[up_to] <= value) ++up_to;
    balance.Add(Real(below) - Real(x.size() - up_to));
  }
  return balance.value() / (Real(a.size()) * Real(b.size()));
}

double CohensD(const Summary& a, const Summary& b) {
  if (a.n < 2 || b.n < 2) return 0;
  const double na = Real(a.n);
  const double nb = Real(b.n);
  const double variance = ((na - 1) * a.sd * a.sd + (nb - 1) * b.sd * b.sd) / (na + nb - 2);
  return variance > 0 ? (b.mean - a.mean) / std::sqrt(variance) : 0;
}

}  // namespace causeway::stats
