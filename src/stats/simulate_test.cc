#include "stats/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stats/describe.h"

namespace causeway::stats {
namespace {

TEST(SimulateTest, DriftAndEffectAreWhatTheModelSays) {
  RunModel model;
  model.sd = 0;
  model.base = 100;
  model.effect = 5;
  model.drift = 40;
  const auto run = GenerateRun(model, 1);
  ASSERT_EQ(run.size(), 192U);
  EXPECT_NEAR(run.front().value, 100 + 20.0 / 192, 1e-9);  // half a slot of 40 / 192
  EXPECT_NEAR(run.back().value, 140 - 20.0 / 192, 1e-9);   // ABBA ends with A
  EXPECT_EQ(run.back().arm, 0);
  // ABBA cancels the drift in the mean of the differences.
  EXPECT_NEAR(Mean(Differences(PairDifferences(BlockMeans(run), 0, 1))), 5, 1e-9);
}

TEST(SimulateTest, ReplicasDifferAndRepeat) {
  const RunModel model;
  EXPECT_EQ(GenerateRun(model, 1, 2)[0].value, GenerateRun(model, 1, 2)[0].value);
  EXPECT_NE(GenerateRun(model, 1, 2)[0].value, GenerateRun(model, 1, 3)[0].value);
}

TEST(SimulateTest, ShapesHaveMeanZeroAndUnitSpread) {
  for (const Shape shape : {Shape::kNormal, Shape::kSkewed, Shape::kHeavyTailed, Shape::kBimodal}) {
    RunModel model;
    model.shape = shape;
    model.sd = 1;
    model.per_block = 12'500;  // 200,000 launches
    std::vector<double> values;
    for (const Launch& launch : GenerateRun(model, 4)) values.push_back(launch.value);
    EXPECT_NEAR(Mean(values), 0, 0.009) << ToString(shape);  // 4 standard errors
    // A t with 3 degrees of freedom has no fourth moment: its sample sd converges slowly.
    const double slack = shape == Shape::kHeavyTailed ? 0.15 : 0.03;
    EXPECT_NEAR(Summarize(values).sd, 1, slack) << ToString(shape);
    const auto sorted = Sorted(values);
    if (shape == Shape::kSkewed) {
      EXPECT_LT(Median(sorted), -0.2);
    }
    if (shape == Shape::kBimodal) {
      // Nothing between the humps at -0.64 and 1.49.
      EXPECT_LT(std::ranges::count_if(values, [](double v) { return std::abs(v - 0.4) < 0.1; }),
                200);
    }
  }
}

TEST(SimulateTest, BlocksShareTheirShift) {
  RunModel model;
  model.sd = 0;
  model.block_sd = 8;
  model.blocks = 2000;
  model.per_block = 2;
  const auto run = GenerateRun(model, 3);
  std::vector<double> means;
  for (std::size_t i = 0; i < run.size(); i += 2) {
    EXPECT_EQ(run[i].value, run[i + 1].value);
    means.push_back(run[i].value);
  }
  EXPECT_NEAR(Summarize(means).sd, 8, 0.36);  // 4 x 8 / sqrt(2 x 4000)
}

}  // namespace
}  // namespace causeway::stats
