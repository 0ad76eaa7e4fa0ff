#include "stats/random.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace causeway::stats {
namespace {

TEST(RandomTest, StreamDependsOnSeedAndStreamAlone) {
  Random first(7, 3);
  Random again(7, 3);
  Random other_stream(7, 4);
  Random other_seed(8, 3);
  const auto value = first.Next();
  EXPECT_EQ(value, again.Next());
  EXPECT_NE(value, other_stream.Next());
  EXPECT_NE(value, other_seed.Next());
}

// Chi squared with 9 degrees of freedom exceeds 27.9 with probability 0.001.
TEST(RandomTest, BelowIsUniformWithinAndAcrossStreams) {
  for (const bool across : {false, true}) {
    std::array<int, 10> counts{};
    Random one(42);
    for (std::uint64_t i = 0; i < 100'000; ++i) {
      ++counts[across ? Random(42, i).Below(10) : one.Below(10)];
    }
    double chi_squared = 0;
    for (const int count : counts) chi_squared += (count - 10'000.0) * (count - 10'000.0) / 10'000;
    EXPECT_LT(chi_squared, 27.9) << across;
    EXPECT_GT(chi_squared, 1.0) << across;  // nor too even: 0.0006
  }
}

// Of 200,000 values the mean has standard error 0.0022, the variance 0.0032, the third moment
// sqrt(15 / n) = 0.0087 and the fourth sqrt(96 / n) = 0.022.
TEST(RandomTest, NormalHasTheMomentsOfTheNormal) {
  Random random(5);
  std::array<double, 5> moments{};
  constexpr int kCount = 200'000;
  for (int i = 0; i < kCount; ++i) {
    const double z = random.Normal();
    for (double power = 1; double& moment : moments) {
      moment += power / kCount;
      power *= z;
    }
  }
  EXPECT_NEAR(moments[1], 0, 0.0088);
  EXPECT_NEAR(moments[2], 1, 0.013);
  EXPECT_NEAR(moments[3], 0, 0.035);
  EXPECT_NEAR(moments[4], 3, 0.09);
}

TEST(RandomTest, UnitIsInside) {
  Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    const double value = random.Unit();
    ASSERT_GT(value, 0);
    ASSERT_LT(value, 1);
  }
}

}  // namespace
}  // namespace causeway::stats
