#include "stats/permutation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace causeway::stats {
namespace {

const std::vector<double> kD = {-1.1, -2.4, 0.3,  -3.2, -0.7, 1.5,
                                -4.1, -2.2, -0.9, -5.3, 0.6,  -1.8};
const std::vector<double> kA = {12.1, 14.3, 11.8, 13.9, 15.2, 12.7, 30.5, 13.3};
const std::vector<double> kB = {11.2, 12.9, 11.9, 12.4, 13.1, 11.5, 12.2};

// Pairs: scipy 1.17.1, stats.permutation_test with all arrangements. Samples:
// itertools.combinations in Python, |difference of means| (scipy doubles the smaller tail instead,
// which differs for samples of unequal sizes).
TEST(PermutationTest, ExactAgreesWithScipy) {
  const PermutationResult pairs = PermutePairs(kD);
  EXPECT_TRUE(pairs.exact);
  EXPECT_EQ(pairs.total, 4096U);
  EXPECT_NEAR(pairs.p, 0.01708984375, 1e-15);
  const PermutationResult samples = PermuteSamples(kA, kB);
  EXPECT_EQ(samples.total, 6435U);
  EXPECT_EQ(samples.extreme, 378U);
  EXPECT_EQ(PermuteSamples(kB, kA).extreme, samples.extreme);
}

TEST(PermutationTest, SmallestPOfKPairs) {
  for (std::size_t k = 1; k <= kExactFlips; ++k) {
    const std::vector<double> agree(k, -2.5);
    EXPECT_EQ(PermutePairs(agree).p, 2 / std::exp2(static_cast<double>(k))) << k;
  }
  const std::vector<double> zeros(30, 0.0);
  EXPECT_EQ(PermutePairs(zeros).p, 1);
  EXPECT_EQ(PermutePairs({}).p, 1);
}

// Ties by rounding: 0.1 + 0.2 - 0.3 is 0 in decimals, so all eight flips are as extreme as it.
TEST(PermutationTest, RoundingDoesNotBreakTies) {
  const std::vector<double> differences = {0.1, 0.2, -0.3};
  EXPECT_EQ(PermutePairs(differences).p, 1);
}

// 24 pairs are sampled. The exact p by brute force over 2^24 sums of integers, as counts of the
// generating function: differences 1..24 with the observed sum S exceed |S| as often as the
// signed rank statistic does.
TEST(PermutationTest, SampledAgreesWithTheCountingOfSums) {
  std::vector<double> differences;
  double observed = 0;
  for (int i = 1; i <= 24; ++i) {
    differences.push_back(i % 4 == 0 ? -i : i);
    observed += differences.back();
  }
  std::vector<double> counts(601, 0.0);  // of sums + 300
  counts[300] = 1;
  for (int i = 1; i <= 24; ++i) {
    std::vector<double> next(601, 0.0);
    for (int sum = 0; sum <= 600; ++sum) {
      if (sum >= i)
        next[static_cast<std::size_t>(sum)] += counts[static_cast<std::size_t>(sum - i)];
      if (sum + i <= 600) {
        next[static_cast<std::size_t>(sum)] += counts[static_cast<std::size_t>(sum + i)];
      }
    }
    counts = next;
  }
  double extreme = 0;
  for (int sum = 0; sum <= 600; ++sum) {
    if (std::abs(sum - 300) >= observed) extreme += counts[static_cast<std::size_t>(sum)];
  }
  const double exact = extreme / std::exp2(24.0);
  const PermutationResult actual = PermutePairs(differences);
  EXPECT_FALSE(actual.exact);
  EXPECT_EQ(actual.total, 100'000U);
  EXPECT_NEAR(actual.p, exact, 4 * std::sqrt(exact * (1 - exact) / 1e5));
  EXPECT_EQ(PermutePairs(differences).extreme, actual.extreme);
}

// 11 + 11 values have 705,432 arrangements, 12 + 12 have 2,704,156.
TEST(PermutationTest, LimitOfEnumeration) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 0; i < 11; ++i) {
    a.push_back(i);
    b.push_back(i + 2.5);
  }
  EXPECT_TRUE(PermuteSamples(a, b).exact);
  EXPECT_EQ(PermuteSamples(a, b).total, 705'432U);
  a.push_back(11);
  b.push_back(13.5);
  const PermutationResult sampled = PermuteSamples(a, b);
  EXPECT_FALSE(sampled.exact);
  EXPECT_EQ(sampled.p, (1.0 + static_cast<double>(sampled.extreme)) / 100'001);
  // The t test of the same data has p = 0.1035 (sd 3.6056, se 1.4720, t 1.698, df 22).
  EXPECT_NEAR(sampled.p, 0.1035, 0.01);
}

TEST(PermutationTest, VeryManyValuesUseTheLimit) {
  std::vector<double> differences(200'000);
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] = i % 2 == 0 ? 1.01 : -0.99;
  const PermutationResult actual = PermutePairs(differences);
  EXPECT_TRUE(actual.asymptotic);
  // z = sum / sqrt(sum of squares) = 2000 / sqrt(200,000 x 1.0001) = 4.472; p = 7.75e-6.
  EXPECT_NEAR(actual.p, 7.75e-6, 0.05e-6);
}

}  // namespace
}  // namespace causeway::stats
