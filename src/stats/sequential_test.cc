#include "stats/sequential.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/random.h"

namespace causeway::stats {
namespace {

// Jennison and Turnbull, Group Sequential Methods (2000), tables 2.1 and 2.3, alpha = 0.05.
TEST(SequentialTest, ConstantsOfTheTables) {
  struct Row {
    int looks;
    double pocock;
    double obrien_fleming;
  };
  for (const Row& row : {Row{1, 1.960, 1.960}, Row{2, 2.178, 1.977}, Row{3, 2.289, 2.004},
                         Row{4, 2.361, 2.024}, Row{5, 2.413, 2.040}, Row{10, 2.555, 2.087}}) {
    const auto pocock = SequentialBoundaries(Boundary::kPocock, row.looks);
    const auto fleming = SequentialBoundaries(Boundary::kObrienFleming, row.looks);
    ASSERT_EQ(pocock.size(), static_cast<std::size_t>(row.looks));
    EXPECT_NEAR(pocock.front().z, row.pocock, 6e-4) << row.looks;
    EXPECT_EQ(pocock.front().z, pocock.back().z);
    EXPECT_NEAR(fleming.back().z, row.obrien_fleming, 6e-4) << row.looks;
    EXPECT_NEAR(fleming.front().z, fleming.back().z * std::sqrt(row.looks), 1e-9);
  }
}

TEST(SequentialTest, CrossingProbabilityAgreesWithASimulation) {
  const std::vector<double> boundaries = {2.5, 1.9, 2.1, 2.3};
  constexpr int kWalks = 200'000;
  int crossed = 0;
  Random random(31);
  for (int walk = 0; walk < kWalks; ++walk) {
    double sum = 0;
    bool out = false;
    for (std::size_t k = 0; k < boundaries.size(); ++k) {
      sum += random.Normal();
      out = out || std::abs(sum) > boundaries[k] * std::sqrt(static_cast<double>(k + 1));
    }
    crossed += out ? 1 : 0;
  }
  EXPECT_NEAR(CrossingProbability(boundaries), crossed / double{kWalks}, 0.0025);
}

TEST(SequentialTest, ManyLooksKeepTheLevel) {
  std::vector<double> z;
  for (const Look& look : SequentialBoundaries(Boundary::kObrienFleming, 50, 0.01)) {
    z.push_back(look.z);
  }
  EXPECT_NEAR(CrossingProbability(z), 0.01, 1e-6);
}

}  // namespace
}  // namespace causeway::stats
