#include "stats/power.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/random.h"
#include "stats/t_tests.h"

namespace causeway::stats {
namespace {

// scipy 1.17.1: nct.sf(c, n-1, e sqrt(n) / sd) + nct.cdf(-c, …).
TEST(PowerTest, PairsAgreeWithScipy) {
  EXPECT_NEAR(Power(Design::kPairs, 16, 10, 7), 0.7445486086520516, 1e-9);
  EXPECT_NEAR(Power(Design::kPairs, 8, 10, 12), 0.8279200603832426, 1e-9);
  EXPECT_NEAR(Power(Design::kPairs, 2, 10, 20), 0.17570741109776028, 1e-9);
  EXPECT_EQ(RequiredCount(Design::kPairs, 20, 10), 34U);
}

// R 4.2.2: power.t.test(n=16, sd=10, power=.8, type="paired").
TEST(PowerTest, DetectableEffectAgreesWithR) {
  EXPECT_NEAR(MinimumDetectableEffect(Design::kPairs, 16, 10), 7.49466, 1e-4);
}

TEST(PowerTest, NoEffectIsFoundAtTheLevel) {
  EXPECT_NEAR(Power(Design::kPairs, 10, 3, 0), 0.05, 1e-9);
  EXPECT_NEAR(Power(Design::kTwoSamples, 20'000, 3, 0, 0.01), 0.01, 1e-9);
}

TEST(PowerTest, ExactAndNormalMeet) {
  // One pair more adds 0.00004 of power here, the normal 0.00007.
  EXPECT_NEAR(Power(Design::kPairs, 10'000, 100, 2.8), Power(Design::kPairs, 10'001, 100, 2.8),
              2e-4);
}

TEST(PowerTest, RequiredCountIsTheSmallest) {
  for (const double effect : {0.2, 1.0, 3.0, 40.0}) {
    const std::size_t n = RequiredCount(Design::kPairs, 5, effect).value();
    EXPECT_GE(Power(Design::kPairs, n, 5, effect), 0.8) << effect;
    if (n > 2) {
      EXPECT_LT(Power(Design::kPairs, n - 1, 5, effect), 0.8) << effect;
    }
  }
  EXPECT_EQ(RequiredCount(Design::kPairs, 5, 0), std::nullopt);
  EXPECT_EQ(RequiredCount(Design::kPairs, 5, 1e-6), std::nullopt);
  EXPECT_EQ(RequiredCount(Design::kPairs, 0, 1), 2U);
}

// With n from the plan, 80 % of simulated runs without difference are found equivalent.
TEST(PowerTest, MarginIsReachedAsOftenAsPlanned) {
  constexpr double kSd = 4;
  constexpr double kMargin = 2;
  const std::size_t n = RequiredPairsForMargin(kSd, kMargin).value();
  int equivalent = 0;
  constexpr int kRuns = 4000;
  for (int run = 0; run < kRuns; ++run) {
    Random random(21, static_cast<std::uint64_t>(run));
    std::vector<double> differences(n);
    for (double& value : differences) value = kSd * random.Normal();
    const TTest test = OneSampleT(differences).value();
    equivalent += TestEquivalence(test.difference, test.se, test.df, kMargin).equivalent ? 1 : 0;
  }
  EXPECT_NEAR(equivalent / double{kRuns}, 0.8, 0.04);
  EXPECT_EQ(RequiredPairsForMargin(kSd, 0), std::nullopt);
}

// Two one-sided t tests by hand: (0.2 + 1) / 0.5 = 2.4 and (0.2 - 1) / 0.5 = -1.6 with df 10; the
// table has t(0.95, 10) = 1.812, so the upper one fails.
TEST(EquivalenceTest, ByHand) {
  const Equivalence actual = TestEquivalence(0.2, 0.5, 10, 1);
  EXPECT_FALSE(actual.equivalent);
  EXPECT_NEAR(actual.interval.high, 0.2 + 1.8124611 * 0.5, 1e-6);
  EXPECT_LT(actual.p_lower, 0.05);
  EXPECT_GT(actual.p_upper, 0.05);
  EXPECT_EQ(actual.p, actual.p_upper);
  EXPECT_TRUE(TestEquivalence(0.05, 0.5, 10, 1).equivalent);
}

TEST(EquivalenceTest, WithoutSpread) {
  EXPECT_TRUE(TestEquivalence(0, 0, 3, 0.1).equivalent);
  EXPECT_FALSE(TestEquivalence(0.1, 0, 3, 0.1).equivalent);
}

}  // namespace
}  // namespace causeway::stats
