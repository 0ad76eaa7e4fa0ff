#include "stats/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/random.h"

namespace causeway::stats {
namespace {

const std::vector<double> kD = {-1.1, -2.4, 0.3,  -3.2, -0.7, 1.5,
                                -4.1, -2.2, -0.9, -5.3, 0.6,  -1.8};

// scipy 1.17.1, stats.bootstrap with 200,000 resamples. A 2.5 % quantile of 20,000 replicates has
// standard error sqrt(0.025 x 0.975 / R) / density = 0.01; the se of the file is exact to 0.5 %.
TEST(BootstrapTest, AgreesWithScipy) {
  const BootstrapResult actual = BootstrapMean(kD);
  EXPECT_NEAR(actual.percentile.low, -2.7, 0.045);
  EXPECT_NEAR(actual.percentile.high, -0.5583, 0.045);
  EXPECT_NEAR(actual.bca.low, -2.7417, 0.045);
  EXPECT_NEAR(actual.bca.high, -0.5917, 0.045);
  EXPECT_NEAR(actual.se, 0.548087, 0.015);
  EXPECT_EQ(actual.guard, BcaGuard::kNone);
}

TEST(BootstrapTest, SameSeedSameResult) {
  EXPECT_EQ(BootstrapMean(kD, {.seed = 3}).bca, BootstrapMean(kD, {.seed = 3}).bca);
  EXPECT_NE(BootstrapMean(kD, {.seed = 3}).se, BootstrapMean(kD, {.seed = 4}).se);
}

TEST(BootstrapTest, GuardsOfBca) {
  EXPECT_EQ(BootstrapMean(std::span(kD).first(7)).guard, BcaGuard::kFewValues);
  EXPECT_EQ(BootstrapMean(std::span(kD).first(8)).guard, BcaGuard::kNone);
  const BootstrapResult few = BootstrapMean(std::span(kD).first(7));
  EXPECT_EQ(few.bca, few.percentile);
  const std::vector<double> constant(20, 0.1);
  const BootstrapResult degenerate = BootstrapMean(constant);
  EXPECT_EQ(degenerate.guard, BcaGuard::kDegenerate);
  EXPECT_EQ(degenerate.percentile, (Interval{0.1, 0.1}));
  EXPECT_EQ(degenerate.se, 0);
}

TEST(BootstrapTest, BlocksOfOneLaunchAreLaunches) {
  std::vector<Cluster> clusters;
  for (const double value : kD) clusters.push_back({value, 1});
  const std::vector<double> zeros(10, 0.0);
  const std::vector<Cluster> nothing(10, Cluster{0, 1});
  EXPECT_EQ(ClusterBootstrapDifference(nothing, clusters).percentile,
            BootstrapDifference(zeros, kD).percentile);
}

// Twenty blocks of ten launches, all spread between the blocks: drawing launches underestimates
// the error by sqrt(10).
TEST(BootstrapTest, BlocksAreDrawnWhole) {
  Random random(9);
  std::vector<double> a;
  std::vector<double> b;
  std::vector<Cluster> blocks_a;
  std::vector<Cluster> blocks_b;
  for (int block = 0; block < 20; ++block) {
    const double level_a = random.Normal();
    const double level_b = random.Normal();
    a.insert(a.end(), 10, level_a);
    b.insert(b.end(), 10, level_b);
    blocks_a.push_back({10 * level_a, 10});
    blocks_b.push_back({10 * level_b, 10});
  }
  const double ratio = ClusterBootstrapDifference(blocks_a, blocks_b).percentile.width() /
                       BootstrapDifference(a, b).percentile.width();
  EXPECT_NEAR(ratio, std::sqrt(10.0), 0.2);
}

TEST(BootstrapTest, UnequalBlocksWeighTheirLaunches) {
  const std::vector<Cluster> a = {{0, 1}, {0, 1}};
  const std::vector<Cluster> b = {{10, 1}, {90, 3}};  // 100 / 4
  EXPECT_EQ(ClusterBootstrapDifference(a, b).estimate, 25);
  // Draws: twice the first 10, mixed 25, twice the second 30.
  EXPECT_EQ(ClusterBootstrapDifference(a, b).percentile, (Interval{10, 30}));
}

TEST(BootstrapTest, ManyValuesGetTheNormalInterval) {
  std::vector<double> values(50'000);
  Random random(2);
  for (double& value : values) value = random.Normal();
  const BootstrapResult actual = BootstrapMean(values);
  EXPECT_TRUE(actual.asymptotic);
  EXPECT_EQ(actual.guard, BcaGuard::kAsymptotic);
  EXPECT_NEAR(actual.percentile.width(), 2 * 1.96 / std::sqrt(50'000.0), 2e-4);
}

}  // namespace
}  // namespace causeway::stats
