#include "stats/distributions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace causeway::stats {
namespace {

// scipy 1.17.1: norm.ppf(.975), t.ppf(.975, 2), 2 t.sf(4.06212768, 9), f.sf(3.2, 3, 20),
// chi2.sf(18.5855805, 2), nct.sf(2.3646, 7, +-1.5).
TEST(DistributionsTest, AgreeWithScipy) {
  EXPECT_NEAR(NormalQuantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(StudentQuantile(0.975, 2), 4.302652729749462, 1e-12);
  EXPECT_NEAR(StudentTwoSidedP(4.06212768, 9), 0.0028328902117562248, 1e-14);
  EXPECT_NEAR(FisherUpper(3.2, 3, 20), 0.04546722991624888, 1e-13);
  EXPECT_NEAR(ChiSquaredUpper(18.5855805, 2), 9.208575919024181e-05, 1e-16);
  EXPECT_NEAR(NoncentralStudentUpper(2.3646, 7, 1.5), 0.25445097998743554, 1e-10);
  EXPECT_NEAR(NoncentralStudentUpper(2.3646, 7, -1.5), 0.0005121318982361146, 1e-10);
}

TEST(DistributionsTest, LimitsAreNumbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(NormalCdf(kInfinity), 1);
  EXPECT_EQ(NormalCdf(-kInfinity), 0);
  EXPECT_EQ(StudentTwoSidedP(-kInfinity, 3), 0);
  EXPECT_EQ(StudentTwoSidedP(0, 3), 1);
  EXPECT_EQ(StudentCdf(-kInfinity, 3), 0);
  EXPECT_EQ(FisherUpper(kInfinity, 2, 5), 0);
  EXPECT_EQ(FisherUpper(0, 2, 5), 1);
  EXPECT_EQ(ChiSquaredUpper(0, 2), 1);
}

TEST(DistributionsTest, FarNoncentralityIsCertain) {
  EXPECT_EQ(NoncentralStudentUpper(2, 10, 1000), 1);
  EXPECT_EQ(NoncentralStudentUpper(2, 10, -1000), 0);
  for (double delta = 0; delta < 60; delta += 0.5) {
    const double upper = NoncentralStudentUpper(2, 10, delta);
    EXPECT_TRUE(upper >= 0 && upper <= 1) << delta;
  }
}

}  // namespace
}  // namespace causeway::stats
