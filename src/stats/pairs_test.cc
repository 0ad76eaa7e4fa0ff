#include "stats/pairs.h"

#include <gtest/gtest.h>

namespace causeway::stats {
namespace {

TEST(PairsTest, BlocksAndTheirDifferences) {
  // AB BA, two launches each; the second pair of session 1 lacks its B.
  const std::vector<Launch> launches = {
      {0, 0, 0, 0, 0, 10}, {0, 0, 0, 0, 0, 12}, {1, 1, 0, 0, 0, 20}, {1, 1, 0, 0, 0, 24},
      {1, 2, 1, 0, 0, 21}, {1, 2, 1, 0, 0, 21}, {0, 3, 1, 0, 0, 13}, {0, 3, 1, 0, 0, 15},
      {0, 0, 0, 0, 1, 1},  {1, 1, 0, 0, 1, 5},  {0, 3, 1, 0, 1, 9}};
  const auto blocks = BlockMeans(launches);
  ASSERT_EQ(blocks.size(), 7U);
  EXPECT_EQ(blocks[0].mean, 11);
  EXPECT_EQ(blocks[0].count, 2);
  EXPECT_EQ(blocks[1].mean, 22);

  const auto pairs = PairDifferences(blocks, 0, 1);
  ASSERT_EQ(pairs.size(), 3U);
  EXPECT_EQ(Differences(pairs), (std::vector<double>{11, 7, 4}));
  EXPECT_TRUE(pairs[0].base_first);
  EXPECT_FALSE(pairs[1].base_first);
  EXPECT_EQ(pairs[1].base_mean, 14);
  EXPECT_EQ(pairs[1].arm_mean, 21);
  EXPECT_EQ(pairs[2].session, 1);
  EXPECT_EQ(Differences(PairDifferences(blocks, 1, 0)), (std::vector<double>{-11, -7, -4}));
}

TEST(PairsTest, ThirdArmStaysOut) {
  const std::vector<Launch> launches = {
      {0, 0, 0, 0, 0, 1}, {1, 1, 0, 0, 0, 50}, {2, 2, 0, 0, 0, 4}};
  EXPECT_EQ(Differences(PairDifferences(BlockMeans(launches), 0, 2)), std::vector<double>{3});
}

TEST(PairsTest, ConstantBlocksDifferByExactlyNothing) {
  std::vector<Launch> launches;
  for (int i = 0; i < 14; ++i) launches.push_back({i / 7, i / 7, 0, 0, 0, 0.1});
  EXPECT_EQ(Differences(PairDifferences(BlockMeans(launches), 0, 1)), std::vector<double>{0});
}

}  // namespace
}  // namespace causeway::stats
