#include "stats/sum_selection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/random.h"

namespace causeway::stats {
namespace {

enum class Kind { kNormal, kTied, kWild };

// Sorted; kTied has five different values, kWild spans 600 orders of magnitude with both signs.
std::vector<double> Draw(Random& random, std::size_t n, Kind kind) {
  std::vector<double> values(n);
  for (double& value : values) {
    value = random.Normal();
    if (kind == Kind::kTied) value = std::clamp(std::round(value), -2.0, 2.0);
    if (kind == Kind::kWild) value *= std::pow(10.0, 600 * random.Unit() - 300);
  }
  std::ranges::sort(values);
  return values;
}

TEST(SumSelectionTest, EveryRankOfSmallSamples) {
  Random random(11);
  for (const Kind kind : {Kind::kNormal, Kind::kTied, Kind::kWild}) {
    for (const std::size_t n : {1U, 2U, 7U}) {
      const auto x = Draw(random, n, kind);
      const auto y = Draw(random, 5, kind);
      std::vector<double> sums;
      std::vector<double> walsh;
      for (std::size_t i = 0; i < n; ++i) {
        for (const double other : y) sums.push_back(x[i] + other);
        for (std::size_t j = i; j < n; ++j) walsh.push_back(x[i] + x[j]);
      }
      std::ranges::sort(sums);
      std::ranges::sort(walsh);
      for (std::size_t k = 0; k < sums.size(); ++k) EXPECT_EQ(SelectSum(x, y, k), sums[k]);
      for (std::size_t k = 0; k < walsh.size(); ++k) EXPECT_EQ(SelectWalshSum(x, k), walsh[k]);
    }
  }
}

// Large enough that pivots are needed (more than n + m + 1024 sums), small enough for brute force.
TEST(SumSelectionTest, RanksOfLargeSamples) {
  Random random(12);
  for (const Kind kind : {Kind::kNormal, Kind::kTied, Kind::kWild}) {
    const auto x = Draw(random, 400, kind);
    const auto y = Draw(random, 301, kind);
    std::vector<double> sums;
    std::vector<double> walsh;
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (const double other : y) sums.push_back(x[i] + other);
      for (std::size_t j = i; j < x.size(); ++j) walsh.push_back(x[i] + x[j]);
    }
    std::ranges::sort(sums);
    std::ranges::sort(walsh);
    for (const double share : {0.0, 0.001, 0.025, 0.3, 0.5, 0.975, 1.0}) {
      const auto at = static_cast<std::size_t>(share * static_cast<double>(sums.size() - 1));
      const auto walsh_at = static_cast<std::size_t>(share * static_cast<double>(walsh.size() - 1));
      EXPECT_EQ(SelectSum(x, y, at), sums[at]) << share;
      EXPECT_EQ(SelectWalshSum(x, walsh_at), walsh[walsh_at]) << share;
    }
  }
}

}  // namespace
}  // namespace causeway::stats
