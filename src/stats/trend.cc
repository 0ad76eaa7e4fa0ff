#include "stats/trend.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "stats/numeric.h"

namespace causeway::stats {
namespace {

struct Line {
  double slope = 0;
  double residuals = 0;  // sum of squares
};

// Through the origin of values from which their means (of all, or of each arm) have been taken.
std::optional<Line> FitCentred(std::span<const double> x, std::span<const double> y) {
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += x[i] * x[i];
    xy += x[i] * y[i];
    yy += y[i] * y[i];
  }
  if (!(xx > 0)) return std::nullopt;
  Line line{xy / xx, 0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = y[i] - line.slope * x[i];
    line.residuals += residual * residual;
  }
  // What is left of an exact line is rounding.
  if (line.residuals < 1e-24 * yy) line.residuals = 0;
  return line;
}

std::optional<Trend> TrendOf(std::span<const double> positions, std::span<const double> x,
                             std::span<const double> y, double df, double confidence) {
  const std::optional<Line> line = FitCentred(x, y);
  if (!line || df < 1) return std::nullopt;
  double xx = 0;
  for (const double value : x) xx += value * value;
  Trend trend;
  trend.slope = TFromEstimate(line->slope, std::sqrt(line->residuals / df / xx), df, confidence);
  const auto [first, last] = std::ranges::minmax(positions);
  trend.change = line->slope * (last - first);
  return trend;
}

std::vector<double> Centred(std::span<const double> values) {
  const double mean = Mean(values);
  std::vector<double> result(values.begin(), values.end());
  for (double& value : result) value -= mean;
  return result;
}

// Each value less the mean of its arm.
std::vector<double> CentredByArm(std::span<const double> values, std::span<const int> arms) {
  std::map<int, std::vector<double>> by_arm;
  for (std::size_t i = 0; i < values.size(); ++i) by_arm[arms[i]].push_back(values[i]);
  std::map<int, double> means;
  for (const auto& [arm, members] : by_arm) means[arm] = Mean(members);
  std::vector<double> result(values.begin(), values.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= means[arms[i]];
  return result;
}

}  // namespace

std::optional<Trend> LinearTrend(std::span<const double> positions, std::span<const double> values,
                                 double confidence) {
  if (values.size() < 3) return std::nullopt;
  auto trend =
      TrendOf(positions, Centred(positions), Centred(values), Real(values.size()) - 2, confidence);
  if (trend) trend->intercept = Mean(values) - trend->slope.difference * Mean(positions);
  return trend;
}

std::optional<Trend> DriftBesideArms(std::span<const double> positions,
                                     std::span<const double> values, std::span<const int> arms,
                                     double confidence) {
  // By the theorem of Frisch, Waugh and Lovell a line through values and positions that are both
  // centred within the arms is the line of the regression with a mean for each arm.
  const std::set<int> distinct(arms.begin(), arms.end());
  if (values.empty()) return std::nullopt;
  return TrendOf(positions, CentredByArm(positions, arms), CentredByArm(values, arms),
                 Real(values.size()) - Real(distinct.size()) - 1, confidence);
}

std::optional<Trend> DriftOfBlocks(std::span<const BlockMean> blocks) {
  std::vector<double> positions;
  std::vector<double> means;
  std::vector<int> arms;
  for (const BlockMean& block : blocks) {
    positions.push_back(Real(positions.size()));
    means.push_back(block.mean);
    arms.push_back(block.arm);
  }
  return DriftBesideArms(positions, means, arms);
}

std::optional<TTest> OrderEffect(std::span<const PairDifference> pairs, double confidence) {
  std::vector<double> base_first;
  std::vector<double> base_second;
  for (const PairDifference& pair : pairs) {
    (pair.base_first ? base_first : base_second).push_back(pair.difference / 2);
  }
  return Welch(base_second, base_first, confidence);
}

}  // namespace causeway::stats
