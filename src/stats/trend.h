#pragma once

#include <optional>
#include <span>

#include "stats/pairs.h"
#include "stats/t_tests.h"

namespace causeway::stats {

// Least squares line through values over positions (order or time).
struct Trend {
  double intercept = 0;
  TTest slope;        // per unit of position
  double change = 0;  // slope x (last - first position): over the whole run
};
// Nothing for fewer than three values or positions that do not differ.
std::optional<Trend> LinearTrend(std::span<const double> positions, std::span<const double> values,
                                 double confidence = kConfidence);
// The same beside a mean for each arm, so that what the arms differ by is not taken for drift.
// Give it block means, which are independent, rather than launches. `intercept` is then 0.
std::optional<Trend> DriftBesideArms(std::span<const double> positions,
                                     std::span<const double> values, std::span<const int> arms,
                                     double confidence = kConfidence);

// The drift over blocks in the order in which they ran, each one step further, beside their arms.
std::optional<Trend> DriftOfBlocks(std::span<const BlockMean> blocks);

// What a block gains by running second in its pair: half of mean(difference | base first) minus
// mean(difference | base second). Nothing unless both orders occur twice.
std::optional<TTest> OrderEffect(std::span<const PairDifference> pairs,
                                 double confidence = kConfidence);

}  // namespace causeway::stats
