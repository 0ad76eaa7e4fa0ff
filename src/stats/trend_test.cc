#include "stats/trend.h"

#include <gtest/gtest.h>

#include <cmath>

namespace causeway::stats {
namespace {

// scipy 1.17.1, stats.linregress.
TEST(TrendTest, AgreesWithScipy) {
  const std::vector<double> x = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<double> y = {3.1, 2.9, 4.2, 4.0, 5.5, 5.1, 6.2, 6.0};
  const Trend actual = LinearTrend(x, y).value();
  EXPECT_NEAR(actual.slope.difference, 0.4880952380952381, 1e-12);
  EXPECT_NEAR(actual.slope.se, 0.06983676031617451, 1e-12);
  EXPECT_NEAR(actual.slope.p, 0.00042708255284119157, 1e-12);
  EXPECT_NEAR(actual.intercept, 2.916666666666667, 1e-12);
  EXPECT_NEAR(actual.change, 7 * 0.4880952380952381, 1e-12);
}

TEST(TrendTest, ExactLineAndNoLine) {
  const std::vector<double> x = {0, 1, 2, 3};
  const std::vector<double> line = {1, 1.1, 1.2, 1.3};
  const std::vector<double> constant = {2, 2, 2, 2};
  EXPECT_TRUE(LinearTrend(x, line)->slope.degenerate);
  EXPECT_NEAR(LinearTrend(x, line)->change, 0.3, 1e-12);
  EXPECT_EQ(LinearTrend(x, constant)->slope.p, 1);
  EXPECT_FALSE(LinearTrend(constant, line));
  EXPECT_FALSE(LinearTrend(std::span(x).first(2), std::span(line).first(2)));
}

// AABB with a difference of 10 and no drift: the plain line sees drift, the one beside the arms
// does not; with a drift of 1 a block it finds exactly that.
TEST(TrendTest, DifferenceOfTheArmsIsNotDrift) {
  const std::vector<double> x = {0, 1, 2, 3, 4, 5};
  const std::vector<int> arms = {0, 0, 0, 1, 1, 1};
  const std::vector<double> shifted = {5, 5, 5, 15, 15, 15};
  const std::vector<double> drifting = {5, 6, 7, 18, 19, 20};
  EXPECT_GT(LinearTrend(x, shifted)->slope.difference, 2);
  EXPECT_EQ(DriftBesideArms(x, shifted, arms)->slope.difference, 0);
  const Trend drift = DriftBesideArms(x, drifting, arms).value();
  EXPECT_NEAR(drift.slope.difference, 1, 1e-12);
  EXPECT_NEAR(drift.change, 5, 1e-12);
  EXPECT_EQ(drift.slope.df, 3);
  EXPECT_FALSE(DriftBesideArms({}, {}, {}));
}

// The block that runs second is 3 slower; b is 10 slower than a.
TEST(OrderEffectTest, SecondBlockIsSlower) {
  std::vector<PairDifference> pairs(4);
  const std::vector<double> noise = {0.1, -0.1, 0.1, -0.1};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].base_first = i < 2;
    pairs[i].difference = 10 + (i < 2 ? 3 : -3) + noise[i];
  }
  const TTest actual = OrderEffect(pairs).value();
  EXPECT_NEAR(actual.difference, 3, 1e-12);
  EXPECT_LT(actual.p, 0.01);
  EXPECT_FALSE(OrderEffect(std::span(pairs).first(3)));
}

}  // namespace
}  // namespace causeway::stats
