#include "stats/rank_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/describe.h"
#include "stats/random.h"

namespace causeway::stats {
namespace {

const std::vector<double> kD = {-1.1, -2.4, 0.3,  -3.2, -0.7, 1.5,
                                -4.1, -2.2, -0.9, -5.3, 0.6,  -1.8};
const std::vector<double> kA = {12.1, 14.3, 11.8, 13.9, 15.2, 12.7, 30.5, 13.3, 12.9, 14.8};
const std::vector<double> kB = {11.2, 12.95, 11.9, 12.4, 13.1, 11.5,
                                12.2, 25.0,  12.6, 13.6, 10.9, 12.0};

// scipy 1.17.1 wilcoxon; estimate and interval R 4.2.2 wilcox.test(exact=TRUE, conf.int=TRUE).
TEST(SignedRankTest, AgreesWithScipyAndR) {
  const SignedRank test = WilcoxonSignedRank(kD);
  EXPECT_EQ(test.w_plus, 9);
  EXPECT_EQ(test.method, RankMethod::kExact);
  EXPECT_NEAR(test.p, 0.01611328125, 1e-15);
  EXPECT_NEAR(test.p_normal, 0.020658377241239013, 1e-13);
  EXPECT_NEAR(test.p_normal_uncorrected, 0.018602929901135743, 1e-13);
  const HodgesLehmann estimate = HodgesLehmannOneSample(kD).value();
  EXPECT_NEAR(estimate.estimate, -1.55, 1e-12);
  EXPECT_NEAR(estimate.interval->low, -3.00, 1e-12);
  EXPECT_NEAR(estimate.interval->high, -0.25, 1e-12);
}

TEST(MannWhitneyTest, AgreesWithR) {
  const MannWhitneyTest test = MannWhitney(kA, kB).value();
  EXPECT_EQ(test.u, 30);
  EXPECT_EQ(test.method, RankMethod::kExact);
  EXPECT_NEAR(test.p, 0.0503242887143816, 1e-14);
  const HodgesLehmann shift = HodgesLehmannShift(kA, kB).value();
  EXPECT_NEAR(shift.estimate, -1.25, 1e-12);
  EXPECT_NEAR(shift.interval->low, -2.6, 1e-12);
  EXPECT_NEAR(shift.interval->high, 0.05, 1e-12);
}

// All orders of 3 + 3 values, by enumeration.
TEST(MannWhitneyTest, ExactPIsTheShareOfOrders) {
  std::vector<int> labels = {0, 0, 0, 1, 1, 1};
  struct Order {
    double u;
    double p;
  };
  std::vector<Order> orders;
  do {
    std::vector<double> a;
    std::vector<double> b;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      (labels[i] == 0 ? a : b).push_back(static_cast<double>(i));
    }
    const auto test = MannWhitney(a, b).value();
    orders.push_back({test.u, test.p});
  } while (std::ranges::next_permutation(labels).found);
  ASSERT_EQ(orders.size(), 20U);
  for (const Order& order : orders) {
    const double distance = std::abs(order.u - 4.5);
    const auto extreme = std::ranges::count_if(
        orders, [&](const Order& other) { return std::abs(other.u - 4.5) >= distance; });
    EXPECT_NEAR(order.p, std::min(1.0, static_cast<double>(extreme) / 20), 1e-12) << order.u;
  }
}

TEST(MannWhitneyTest, AllTied) {
  const std::vector<double> a = {2, 2, 2};
  const MannWhitneyTest test = MannWhitney(a, a).value();
  EXPECT_EQ(test.u, 4.5);
  EXPECT_EQ(test.p, 1);
  EXPECT_FALSE(MannWhitney({}, a));
}

TEST(SignedRankTest, RoundedDecimalsTie) {
  const std::vector<double> a = {41.0, 41.1, 0.3};
  const std::vector<double> b = {41.1, 41.2, 0.2};  // differences 0.1 with three roundings
  const SignedRank test = WilcoxonPaired(a, b);
  EXPECT_TRUE(test.ties);
  EXPECT_EQ(test.w_plus, 4);
  EXPECT_EQ(test.w_minus, 2);
}

TEST(SignedRankTest, NothingButZeros) {
  const std::vector<double> zeros(5, 0.0);
  const SignedRank test = WilcoxonSignedRank(zeros);
  EXPECT_EQ(test.n, 0U);
  EXPECT_EQ(test.zeros, 5U);
  EXPECT_EQ(test.p, 1);
}

TEST(HodgesLehmannTest, TooFewValuesForAnInterval) {
  // 5 values allow 2 / 2^5 = 6.25 % at best, 6 allow 3.1 %.
  const std::vector<double> six = {1, 2, 3, 4, 5, 6};
  EXPECT_FALSE(HodgesLehmannOneSample(std::span(six).first(5))->interval);
  EXPECT_EQ(HodgesLehmannOneSample(six)->interval, (Interval{1, 6}));
  EXPECT_FALSE(HodgesLehmannOneSample({}));
}

TEST(HodgesLehmannTest, ShiftOfAShiftedSampleIsTheShift) {
  Random random(3);
  std::vector<double> a(300);
  for (double& value : a) value = std::round(random.Normal() * 1024);
  std::vector<double> b = a;
  for (double& value : b) value += 37;
  const HodgesLehmann shift = HodgesLehmannShift(a, b).value();
  EXPECT_EQ(shift.estimate, 37);
  EXPECT_EQ(shift.method, RankMethod::kNormal);
  EXPECT_TRUE(shift.interval->Contains(37));
}

// The interval is the inversion of the test: at its ends the test is on the edge of 5 %.
TEST(HodgesLehmannTest, IntervalInvertsTheNormalTest) {
  Random random(4);
  std::vector<double> values(80);
  for (double& value : values) value = random.Normal() + 0.2;
  const Interval interval = HodgesLehmannOneSample(values)->interval.value();
  const auto p_at = [&](double shift) {
    std::vector<double> shifted = values;
    for (double& value : shifted) value -= shift;
    return WilcoxonSignedRank(shifted).p;
  };
  EXPECT_GT(p_at(interval.low + 1e-9), 0.05);
  EXPECT_LT(p_at(interval.low - 1e-9), 0.051);
  EXPECT_GT(p_at(interval.high - 1e-9), 0.05);
  EXPECT_LT(p_at(interval.high + 1e-9), 0.051);
}

TEST(AsymptoticTest, SaysSoAboveAHundredThousand) {
  Random random(6);
  std::vector<double> a(100'001);
  std::vector<double> b(100'001);
  for (double& value : a) value = random.Normal();
  for (double& value : b) value = random.Normal() + 0.5;
  EXPECT_TRUE(WilcoxonSignedRank(a).asymptotic);
  EXPECT_TRUE(MannWhitney(a, b)->asymptotic);
  EXPECT_FALSE(MannWhitney(std::span(a).first(1000), std::span(b).first(1000))->asymptotic);
  const HodgesLehmann shift = HodgesLehmannShift(a, b).value();
  EXPECT_TRUE(shift.asymptotic);
  // The estimate has standard error sqrt(pi/3) sqrt(2/n) = 0.0046.
  EXPECT_NEAR(shift.estimate, 0.5, 0.0185);
  EXPECT_NEAR(shift.interval->width(), 2 * 1.96 * 0.00458, 0.001);
}

}  // namespace
}  // namespace causeway::stats
