#include "ab/analysis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace causeway::ab {
namespace {

Experiment FromCsv(std::string_view text) {
  const auto set = samples::ReadCsv(text, "f");
  EXPECT_TRUE(set.has_value()) << set.error().message;
  auto experiment = FromSamples(*set, "f");
  EXPECT_TRUE(experiment.has_value()) << experiment.error().message;
  return std::move(*experiment);
}

std::vector<double> DifferencesOf(const Experiment& experiment) {
  return stats::Differences(
      stats::PairDifferences(stats::BlockMeans(experiment.launches[0]), 0, 1));
}

TEST(Experiment, ConsecutiveLaunchesOfAnArmAreABlock) {
  // The order column, not the file's order, says what ran when: A 1 3, B 10 12 20 24, A 8.
  const Experiment e = FromCsv(
      "arm,value,order\n"
      "a,1,0\na,3,1\nb,10,2\nb,12,3\nb,20,4\na,8,6\nb,24,5\n");
  EXPECT_EQ(e.pairing, Pairing::kOrder);
  EXPECT_EQ(DifferencesOf(e), std::vector<double>{16.5 - 2});
  const Experiment abba = FromCsv(
      "arm,value,order\n"
      "a,1,0\na,3,1\nb,10,2\nb,12,3\na,8,4\nb,24,5\n");
  EXPECT_EQ(abba.pairing, Pairing::kOrder);
  EXPECT_EQ(DifferencesOf(abba), (std::vector<double>{11 - 2, 24 - 8}));
}

TEST(Experiment, BlocksArePairedWithinTheirSession) {
  const Experiment e = FromCsv(
      "arm,value,session,block\n"
      "a,1,x,0\nb,2,x,1\nb,4,x,2\na,1,x,3\n"
      "b,7,y,0\na,2,y,1\n");
  EXPECT_EQ(e.pairing, Pairing::kBlocks);
  EXPECT_EQ(DifferencesOf(e), (std::vector<double>{1, 3, 5}));
  EXPECT_EQ(e.sessions, (std::vector<std::string>{"x", "y"}));
}

TEST(Experiment, ABlockOfBothArmsIsAPair) {
  const Experiment e = FromCsv("arm,value,block\na,1,7\nb,2,7\nb,4,8\na,1,8\n");
  EXPECT_EQ(DifferencesOf(e), (std::vector<double>{1, 3}));
}

TEST(Experiment, OneArmAfterTheOtherIsGrouped) {
  EXPECT_EQ(FromCsv("arm,value,block\na,1,0\na,1,1\nb,2,2\nb,2,3\n").pairing, Pairing::kGrouped);
  EXPECT_EQ(FromCsv("arm,value\na,1\nb,2\n").pairing, Pairing::kNone);
}

TEST(Experiment, OneArmIsNoComparison) {
  const auto set = samples::ReadCsv("arm,value\na,1\na,2\n", "f");
  const auto experiment = FromSamples(*set, "f");
  ASSERT_FALSE(experiment.has_value());
  EXPECT_TRUE(experiment.error().message.starts_with("there is one arm only, 'a'"));
}

// ABAB without any effect, 0.5 higher at each launch: each pair differs by the drift of one step.
TEST(Analysis, DriftOfArmsThatNeverSwapIsNoDifference) {
  const double noise[] = {0.1, -0.2, 0.15, -0.05, 0.2, -0.1, 0.05, -0.15};
  std::string abab = "arm,value,block\n";
  std::string abba = abab;
  for (int block = 0; block < 32; ++block) {
    const std::string rest = "," + std::to_string(100 + 0.5 * block + noise[block * 5 % 8]) + "," +
                             std::to_string(block) + "\n";
    abab += (block % 2 == 0 ? "a" : "b") + rest;
    abba += (block % 4 == 0 || block % 4 == 3 ? "a" : "b") + rest;
  }
  const Analysis confounded = Analyze(FromCsv(abab), {});
  const Comparison& c = confounded.comparisons[0];
  EXPECT_NEAR(c.drift_in_effect, 0.5, 0.02);
  EXPECT_GT(c.verdict.test->interval.low, 0);  // as it stands, b is higher
  EXPECT_EQ(c.verdict.kind, stats::VerdictKind::kInconclusive);
  EXPECT_TRUE(c.verdict.Has(stats::Reason::kDriftInEffect));
  // In turns the drift is in no difference, so it may stand.
  const Analysis balanced = Analyze(FromCsv(abba), {});
  EXPECT_NEAR(balanced.comparisons[0].drift_in_effect, 0, 1e-12);
  EXPECT_FALSE(balanced.comparisons[0].verdict.Has(stats::Reason::kDriftInEffect));
}

// Launches of a that no b stands beside are in no difference, so no percentage is of them either.
TEST(Analysis, LaunchesWithoutAPartnerMakeNoBound) {
  std::string csv = "arm,value,pair\n";
  for (int pair = 0; pair < 8; ++pair) {
    const std::string number = std::to_string(pair);
    csv += "a," + std::to_string(10 + 0.1 * (pair % 2)) + "," + number + "\n";
    csv += "b," + std::to_string(10.6 + 0.1 * (pair % 3)) + "," + number + "\n";
  }
  for (int pair = 8; pair < 40; ++pair) csv += "a,1000," + std::to_string(pair) + "\n";
  AnalysisOptions options;
  options.bound = ParseBound("5%");
  const Analysis analysis = Analyze(FromCsv(csv), options);
  const Comparison& c = analysis.comparisons[0];
  EXPECT_EQ(c.unpaired, 32U);
  EXPECT_NEAR(c.BaseMean(), 10.05, 1e-12);
  EXPECT_NEAR(*c.verdict.threshold, 0.05 * 10.05, 1e-12);
  EXPECT_EQ(c.verdict.kind, stats::VerdictKind::kDifference);
}

// Student's sleep data (1908), the pairs of R's data set `sleep`. t, p: R 4.2.2, t.test(paired).
// Sign flips: 4 of 1,024 arrangements have a sum of 15.8 or more, by enumeration.
TEST(Analysis, StudentsSleepData) {
  const double first[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  const double second[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  std::string csv = "arm,value,pair\n";
  for (int i = 0; i < 10; ++i) {
    csv += "1," + std::to_string(first[i]) + "," + std::to_string(i) + "\n";
    csv += "2," + std::to_string(second[i]) + "," + std::to_string(i) + "\n";
  }
  AnalysisOptions options;
  const Analysis analysis = Analyze(FromCsv(csv), options);
  ASSERT_EQ(analysis.comparisons.size(), 1U);
  const Comparison& c = analysis.comparisons[0];
  EXPECT_NEAR(c.block_t->t, 4.0621277, 5e-8);
  EXPECT_NEAR(c.block_t->p, 0.00283289, 5e-9);
  EXPECT_NEAR(c.block_t->interval.low, 0.7001142, 5e-8);
  EXPECT_NEAR(c.block_t->interval.high, 2.4598858, 5e-8);
  EXPECT_NEAR(c.hodges_lehmann->estimate, 1.3, 1e-12);
  EXPECT_EQ(c.permutation->extreme, 4U);
  EXPECT_EQ(c.permutation->total, 1024U);
  // Without a floor or a bound it is a difference that says so.
  EXPECT_EQ(c.verdict.kind, stats::VerdictKind::kDifference);
  EXPECT_TRUE(c.verdict.Has(stats::Reason::kNoFloor));
  // A bound above the whole interval: equivalent, so not a difference that matters.
  options.bound = ParseBound("3");
  const Analysis bounded = Analyze(FromCsv(csv), options);
  EXPECT_EQ(bounded.overall(), stats::VerdictKind::kWithinNoise);
}

TEST(Analysis, WithoutPairsThereIsNoVerdict) {
  std::string csv = "arm,value\n";
  for (int i = 0; i < 20; ++i) {
    csv += "a," + std::to_string(i) + "\nb," + std::to_string(i + 100) + "\n";
  }
  const Analysis analysis = Analyze(FromCsv(csv), {});
  const Comparison& c = analysis.comparisons[0];
  EXPECT_EQ(c.verdict.kind, stats::VerdictKind::kInconclusive);
  EXPECT_TRUE(c.pairs.empty());
  // Welch of two shifted samples: 100 / sqrt(2 * 35 / 20), as the variance of 0 .. 19 is 35.
  EXPECT_NEAR(c.welch->t, 100 / std::sqrt(3.5), 1e-9);
}

// AAAA BBBB under a drift: the p-values are there, a verdict is not.
TEST(Analysis, OneArmAfterTheOtherIsNeverADifference) {
  std::string csv = "arm,value,block\n";
  for (int block = 0; block < 16; ++block) {
    csv += (block < 8 ? "a," : "b,") + std::to_string(100 + 5 * block + block % 3) + "," +
           std::to_string(block) + "\n";
  }
  const Analysis analysis = Analyze(FromCsv(csv), {});
  EXPECT_LT(analysis.comparisons[0].block_t->p, 0.001);
  EXPECT_EQ(analysis.overall(), stats::VerdictKind::kInconclusive);
  EXPECT_FALSE(analysis.comparisons[0].verdict.needed.has_value());
}

// Two metrics: p = 0.035 in one, hardly 0 in the other. Holm tests the larger one at 0.05.
TEST(Analysis, LevelsOfHolm) {
  std::string csv = "arm,value,pair,metric\n";
  const double noisy[] = {3, -1, 2, 4, -2, 3, 2, 1};
  for (int i = 0; i < 8; ++i) {
    const std::string pair = std::to_string(i);
    csv += "a,0," + pair + ",clear\nb," + std::to_string(10 + i % 2) + "," + pair + ",clear\n";
    csv += "a,0," + pair + ",noisy\nb," + std::to_string(noisy[i]) + "," + pair + ",noisy\n";
  }
  const Analysis analysis = Analyze(FromCsv(csv), {});
  ASSERT_EQ(analysis.comparisons.size(), 2U);
  EXPECT_DOUBLE_EQ(analysis.comparisons[0].alpha, 0.025);
  EXPECT_DOUBLE_EQ(analysis.comparisons[1].alpha, 0.05);
  EXPECT_DOUBLE_EQ(analysis.comparisons[0].holm_p, 2 * analysis.comparisons[0].block_t->p);
  EXPECT_DOUBLE_EQ(analysis.comparisons[1].holm_p, analysis.comparisons[1].block_t->p);
}

TEST(Analysis, SeedDecidesAndNothingElse) {
  std::string csv = "arm,value,pair\n";
  for (int i = 0; i < 30; ++i) {
    csv += "a," + std::to_string(i * i % 17) + "," + std::to_string(i) + "\n";
    csv += "b," + std::to_string(i * i % 13 + 1) + "," + std::to_string(i) + "\n";
  }
  AnalysisOptions options;
  options.permutations = 2'000;
  const auto run = [&] { return Analyze(FromCsv(csv), options).comparisons[0]; };
  const Comparison first = run();
  EXPECT_EQ(first.permutation->extreme, run().permutation->extreme);
  EXPECT_EQ(first.block_bootstrap->bca, run().block_bootstrap->bca);
  options.seed = 2;
  EXPECT_NE(first.block_bootstrap->percentile, run().block_bootstrap->percentile);
}

TEST(Bound, IsAPartOrAValue) {
  EXPECT_DOUBLE_EQ(ParseBound("2%")->value, 0.02);
  EXPECT_TRUE(ParseBound("2%")->relative);
  EXPECT_FALSE(ParseBound("1.5")->relative);
  for (const char* bad : {"", "%", "0", "-1", "1ms", "nan", "inf"}) {
    EXPECT_FALSE(ParseBound(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace causeway::ab
