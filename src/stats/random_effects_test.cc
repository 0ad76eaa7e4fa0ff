#include "stats/random_effects.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/random.h"

namespace causeway::stats {
namespace {

// scipy 1.17.1, f_oneway: F = 4.2, p = 0.07233796. By hand: n0 = (9 - 29/9) / 2.
TEST(RandomEffectsTest, AnalysisOfVariance) {
  const std::vector<std::vector<double>> groups = {{1, 2, 3}, {2, 4, 6, 8}, {}, {0, 1}};
  const VarianceComponents actual = RandomEffects(groups).value();
  EXPECT_EQ(actual.groups, 3U);
  EXPECT_NEAR(actual.f, 4.2, 1e-12);
  EXPECT_NEAR(actual.f_p, 0.07233796296296294, 1e-12);
  EXPECT_NEAR(actual.n0, (9 - 29.0 / 9) / 2, 1e-12);
  EXPECT_NEAR(actual.sd_between * actual.sd_between,
              (actual.ms_between - actual.ms_within) / actual.n0, 1e-12);
  EXPECT_EQ(actual.mean.df, 2);
  EXPECT_NEAR(actual.mean.difference, (2 + 5 + 0.5) / 3, 1e-12);
}

TEST(RandomEffectsTest, FindsTheComponentsOfALargeSimulation) {
  Random random(17);
  std::vector<std::vector<double>> groups(2000);
  for (auto& group : groups) {
    const double level = 3 * random.Normal();
    for (int i = 0; i < 10; ++i) group.push_back(level + 5 * random.Normal());
  }
  const VarianceComponents actual = RandomEffects(groups).value();
  // Relative standard errors: 1 / sqrt(2 x 18,000), and about 2.5 % for the sessions.
  EXPECT_NEAR(actual.sd_within, 5, 0.1);
  EXPECT_NEAR(actual.sd_between, 3, 0.25);
}

TEST(RandomEffectsTest, OneGroupOrNoSpread) {
  const std::vector<std::vector<double>> one = {{1, 2}, {}};
  EXPECT_FALSE(RandomEffects(one));
  const std::vector<std::vector<double>> constant = {{1, 1}, {1, 1}};
  EXPECT_EQ(RandomEffects(constant)->f_p, 1);
  EXPECT_EQ(RandomEffects(constant)->sd_between, 0);
  const std::vector<std::vector<double>> singles = {{1}, {2}, {6}};
  EXPECT_EQ(RandomEffects(singles)->sd_within, 0);
  EXPECT_NEAR(RandomEffects(singles)->mean.difference, 3, 1e-12);
}

// Two equal effects: nothing between them, and the fixed and the random answer are one.
TEST(CombineEffectsTest, HomogeneousEffects) {
  const std::vector<double> effects = {4, 4};
  const std::vector<double> errors = {1, 1};
  const MetaAnalysis actual = CombineEffects(effects, errors).value();
  EXPECT_EQ(actual.q, 0);
  EXPECT_EQ(actual.i2, 0);
  EXPECT_EQ(actual.tau, 0);
  EXPECT_EQ(actual.random_mean, 4);
  EXPECT_NEAR(actual.random_se, std::sqrt(0.5), 1e-15);
}

// By hand: weights 1, 1; Q = 2 x 9 = 18; tau^2 = (18 - 1) / (2 - 2/2) = 17.
TEST(CombineEffectsTest, HeterogeneousEffectsByHand) {
  const std::vector<double> effects = {-3, 3};
  const std::vector<double> errors = {1, 1};
  const MetaAnalysis actual = CombineEffects(effects, errors).value();
  EXPECT_NEAR(actual.q, 18, 1e-12);
  EXPECT_NEAR(actual.tau, std::sqrt(17.0), 1e-12);
  EXPECT_NEAR(actual.i2, 17.0 / 18, 1e-12);
  EXPECT_NEAR(actual.hartung_knapp.se, 3, 1e-12);  // sd of the two effects over sqrt(2)
}

TEST(CombineEffectsTest, BadErrors) {
  const std::vector<double> effects = {1, 2};
  const std::vector<double> zero = {1, 0};
  EXPECT_FALSE(CombineEffects(effects, zero));
  EXPECT_FALSE(CombineEffects(effects, std::span(zero).first(1)));
}

}  // namespace
}  // namespace causeway::stats
