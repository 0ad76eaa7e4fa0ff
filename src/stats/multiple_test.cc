#include "stats/multiple.h"

#include <gtest/gtest.h>

namespace causeway::stats {
namespace {

// By hand: sorted 0.01, 0.02, 0.04; times 3, 2, 1, then made monotone.
TEST(MultipleTest, HolmByHand) {
  const std::vector<double> p = {0.04, 0.01, 0.02};
  const auto holm = Holm(p);
  EXPECT_DOUBLE_EQ(holm[1], 0.03);
  EXPECT_DOUBLE_EQ(holm[2], 0.04);
  EXPECT_DOUBLE_EQ(holm[0], 0.04);
}

TEST(MultipleTest, BenjaminiHochbergByHand) {
  const std::vector<double> p = {0.04, 0.01, 0.039};
  const auto bh = BenjaminiHochberg(p);
  EXPECT_DOUBLE_EQ(bh[1], 0.03);
  EXPECT_DOUBLE_EQ(bh[2], 0.04);  // 0.0585, but the next one needs no more than 0.04
  EXPECT_DOUBLE_EQ(bh[0], 0.04);
}

TEST(MultipleTest, AtMostOneAndNothingForNothing) {
  const std::vector<double> p = {0.9, 0.8};
  EXPECT_EQ(Holm(p), (std::vector<double>{1, 1}));
  EXPECT_TRUE(Holm({}).empty());
  EXPECT_TRUE(BenjaminiHochberg({}).empty());
}

}  // namespace
}  // namespace causeway::stats
