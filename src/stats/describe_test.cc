#include "stats/describe.h"

#include <gtest/gtest.h>

namespace causeway::stats {
namespace {

const std::vector<double> kSkewed = {12.1, 14.3, 11.8, 13.9, 15.2, 12.7, 30.5, 13.3, 12.9, 14.8};

// numpy.percentile, scipy.stats.median_abs_deviation and trim_mean (1.17.1).
TEST(DescribeTest, AgreesWithScipy) {
  const Description actual = Describe(kSkewed);
  EXPECT_NEAR(actual.q1, 12.75, 1e-12);
  EXPECT_NEAR(actual.p95, 23.615, 1e-12);
  EXPECT_NEAR(actual.mad, 1.05, 1e-12);
  EXPECT_NEAR(actual.mad_scaled, 1.05 * 1.482602218505602, 1e-12);
  EXPECT_NEAR(actual.trimmed_mean, 13.65, 1e-12);
  EXPECT_NEAR(Quantile(Sorted(kSkewed), 0.05), 11.935, 1e-12);
}

TEST(DescribeTest, EqualValuesHaveExactlyTheirMeanAndNoSpread) {
  const std::vector<double> values(1000, 0.1);
  const Description actual = Describe(values);
  EXPECT_EQ(actual.mean, 0.1);
  EXPECT_EQ(actual.sd, 0);
  EXPECT_EQ(actual.trimmed_mean, 0.1);
}

TEST(DescribeTest, SmallSpreadOnALargeLevelSurvives) {
  const std::vector<double> values = {1e9 + 1, 1e9 + 2, 1e9 + 3};
  EXPECT_EQ(Summarize(values).mean, 1e9 + 2);
  EXPECT_EQ(Summarize(values).sd, 1);
}

TEST(DescribeTest, OneValueAndNone) {
  const std::vector<double> one = {3};
  const Description actual = Describe(one);
  EXPECT_EQ(actual.n, 1U);
  EXPECT_EQ(actual.sd, 0);
  EXPECT_EQ(actual.p95, 3);
  EXPECT_EQ(Describe({}).n, 0U);
  EXPECT_TRUE(TukeyOutliers({}).indices.empty());
}

TEST(OutliersTest, AreShownByPosition) {
  // Quartiles 12.75 and 14.675 (by hand: 14.3 + 0.75 x 0.5), range 1.925.
  const Outliers tukey = TukeyOutliers(kSkewed);
  EXPECT_EQ(tukey.indices, std::vector<std::size_t>{6});
  EXPECT_NEAR(tukey.fences.low, 12.75 - 1.5 * 1.925, 1e-12);
  EXPECT_NEAR(tukey.fences.high, 14.675 + 1.5 * 1.925, 1e-12);
  EXPECT_EQ(MadOutliers(kSkewed).indices, std::vector<std::size_t>{6});
}

TEST(OutliersTest, NoMadNoOutliers) {
  const std::vector<double> mostly_equal = {5, 5, 5, 5, 9};
  EXPECT_TRUE(MadOutliers(mostly_equal).indices.empty());
}

}  // namespace
}  // namespace causeway::stats
