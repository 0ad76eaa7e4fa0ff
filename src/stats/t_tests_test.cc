#include "stats/t_tests.h"

#include <gtest/gtest.h>

#include <cmath>

namespace causeway::stats {
namespace {

const std::vector<double> kA = {12.1, 14.3, 11.8, 13.9, 15.2, 12.7, 30.5, 13.3, 12.9, 14.8};
const std::vector<double> kB = {11.2, 12.9, 11.9, 12.4, 13.1, 11.5,
                                12.2, 25.0, 12.6, 13.6, 10.9, 12.0};

// scipy 1.17.1: ttest_ind(b, a, equal_var=False, trim=0.2).
TEST(YuenTest, AgreesWithScipy) {
  const TTest test = Yuen(kA, kB, 0.2).value();
  EXPECT_NEAR(test.t, -2.2645909821049197, 1e-12);
  EXPECT_NEAR(test.p, 0.053158311418075456, 1e-12);
  EXPECT_NEAR(test.df, 8.045392413736412, 1e-11);
  EXPECT_NEAR(test.interval.low, -2.6729067185671127, 1e-10);
  EXPECT_NEAR(test.interval.high, 0.022906718567114348, 1e-10);
}

TEST(YuenTest, WithoutTrimmingItIsTheTTest) {
  const TTest welch = Welch(kA, kB).value();
  const TTest yuen = Yuen(kA, kB, 0).value();
  EXPECT_NEAR(yuen.t, welch.t, 1e-12);
  EXPECT_NEAR(yuen.df, welch.df, 1e-10);
  const std::span<const double> b(kB.data(), kA.size());
  EXPECT_NEAR(YuenPaired(kA, b, 0)->t, PairedT(kA, b)->t, 1e-12);
  EXPECT_NEAR(TrimmedT(kA, 0)->t, OneSampleT(kA)->t, 1e-12);
}

// By hand: 20 % of 5 cuts one at each end. Winsorised a = 2 2 3 4 4, b = 4 4 5 7 7 in the order
// of the pairs below; differences 2 2 2 3 3, variance 0.3; se^2 = 4 x 0.3 / (3 x 2) = 0.2.
TEST(YuenTest, PairedByHand) {
  const std::vector<double> a = {1, 2, 3, 4, 90};
  const std::vector<double> b = {-50, 4, 5, 7, 80};
  const TTest test = YuenPaired(a, b, 0.2).value();
  EXPECT_NEAR(test.difference, 16.0 / 3 - 3, 1e-12);
  EXPECT_NEAR(test.se, std::sqrt(0.2), 1e-12);
  EXPECT_EQ(test.df, 2);
}

// Tukey and McLaughlin by hand: Winsorised 2 2 3 4 4, variance 1; se^2 = 4 x 1 / (3 x 2).
TEST(YuenTest, OneSampleByHand) {
  const std::vector<double> values = {1, 2, 3, 4, 90};
  const TTest test = TrimmedT(values, 0.2).value();
  EXPECT_NEAR(test.difference, 3, 1e-12);
  EXPECT_NEAR(test.se, std::sqrt(4.0 / 6), 1e-12);
}

// scipy: ttest_1samp.
TEST(OneSampleTest, AgreesWithScipy) {
  const std::vector<double> d = {-1.1, -2.4, 0.3,  -3.2, -0.7, 1.5,
                                 -4.1, -2.2, -0.9, -5.3, 0.6,  -1.8};
  const TTest test = OneSampleT(d).value();
  EXPECT_NEAR(test.t, -2.813045923935366, 1e-12);
  EXPECT_NEAR(test.p, 0.0168763088358671, 1e-13);
}

TEST(OneSampleTest, TooFewValues) {
  const std::vector<double> one = {1};
  EXPECT_FALSE(OneSampleT(one));
  EXPECT_FALSE(Welch(one, kB));
  EXPECT_FALSE(Yuen(kA, one));
  EXPECT_FALSE(StudentT(Summary{1, 0, 0}, Summary{5, 0, 1}));
}

TEST(OneSampleTest, ConstantDifferenceIsCertain) {
  const std::vector<double> values(5, -0.3);
  const TTest test = OneSampleT(values).value();
  EXPECT_TRUE(test.degenerate);
  EXPECT_EQ(test.p, 0);
  EXPECT_EQ(test.interval, (Interval{-0.3, -0.3}));
  EXPECT_TRUE(std::isinf(test.t) && test.t < 0);
}

TEST(CliffsDeltaTest, CountsPairs) {
  const std::vector<double> low = {1, 2};
  const std::vector<double> high = {3, 4, 5};
  EXPECT_EQ(CliffsDelta(low, high), 1);
  EXPECT_EQ(CliffsDelta(high, low), -1);
  EXPECT_EQ(CliffsDelta(low, low), 0);
  // 2 x 3 pairs of {1, 3} and {2, 3, 4}: larger 4, smaller 1, equal 1.
  const std::vector<double> a = {1, 3};
  const std::vector<double> b = {2, 3, 4};
  EXPECT_NEAR(CliffsDelta(a, b), 3.0 / 6, 1e-15);
  EXPECT_EQ(CliffsDelta({}, b), 0);
}

}  // namespace
}  // namespace causeway::stats
