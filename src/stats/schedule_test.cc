#include "stats/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

namespace causeway::stats {
namespace {

std::string Text(const std::vector<ScheduledBlock>& schedule) {
  std::string text;
  for (const ScheduledBlock& block : schedule) text += static_cast<char>('A' + block.arm);
  return text;
}

// Sum over blocks of position^power for each arm: equal sums cancel a drift of that power.
std::map<int, long> PositionSums(const std::vector<ScheduledBlock>& schedule, int power) {
  std::map<int, long> sums;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    long term = 1;
    for (int k = 0; k < power; ++k) term *= static_cast<long>(i);
    sums[schedule[i].arm] += term;
  }
  return sums;
}

template <typename Key>
void ExpectAllEqual(const std::map<Key, long>& sums, std::size_t size) {
  ASSERT_EQ(sums.size(), size);
  for (const auto& [key, sum] : sums) EXPECT_EQ(sum, sums.begin()->second);
}

TEST(ScheduleTest, OrdersInLetters) {
  EXPECT_EQ(Text(Schedule(ScheduleKind::kAbba, 2, 4, 1, 0)), "ABBAABBA");
  EXPECT_EQ(Text(Schedule(ScheduleKind::kAbba, 2, 2, 2, 0)), "ABBABAAB");
  EXPECT_EQ(Text(Schedule(ScheduleKind::kAbba, 3, 2, 1, 0)), "ABCCBA");
  EXPECT_EQ(Text(Schedule(ScheduleKind::kLatin, 2, 2, 1, 0)), "ABBA");
  EXPECT_EQ(Text(Schedule(ScheduleKind::kThueMorse, 2, 4, 1, 0)), "ABBABAAB");
  EXPECT_EQ(Text(Schedule(ScheduleKind::kAlternating, 2, 3, 1, 0)), "ABABAB");
  EXPECT_EQ(Text(Schedule(ScheduleKind::kGrouped, 2, 3, 2, 0)), "AAABBBBBBAAA");
}

TEST(ScheduleTest, ArmsBlocksPassesAndPairsAreCounted) {
  for (const char* name : {"abba", "random", "latin", "thue-morse", "alternating", "grouped"}) {
    const ScheduleKind kind = ParseScheduleKind(name).value();
    EXPECT_EQ(ToString(kind), name);
    for (const int arms : {2, 3, 4}) {
      const auto schedule = Schedule(kind, arms, 5, 3, 99);
      ASSERT_EQ(schedule.size(), static_cast<std::size_t>(arms * 5 * 3)) << name;
      std::map<int, std::multiset<int>> arms_of_pair;
      for (const ScheduledBlock& block : schedule) {
        arms_of_pair[block.pair].insert(block.arm);
        EXPECT_EQ(block.pass, block.pair / 5);
      }
      ASSERT_EQ(arms_of_pair.size(), 15U);
      for (const auto& [pair, members] : arms_of_pair) {
        EXPECT_EQ(std::set<int>(members.begin(), members.end()).size(),
                  static_cast<std::size_t>(arms));
        EXPECT_EQ(members.size(), static_cast<std::size_t>(arms));
      }
    }
  }
  EXPECT_EQ(ParseScheduleKind("ABBA"), std::nullopt);
}

TEST(ScheduleTest, PairsAreAdjacentButWhenGrouped) {
  for (const ScheduleKind kind : {ScheduleKind::kAbba, ScheduleKind::kRandom, ScheduleKind::kLatin,
                                  ScheduleKind::kThueMorse, ScheduleKind::kAlternating}) {
    const auto schedule = Schedule(kind, 2, 6, 2, 1);
    for (std::size_t i = 0; i < schedule.size(); i += 2) {
      EXPECT_EQ(schedule[i].pair, schedule[i + 1].pair);
    }
  }
}

TEST(ScheduleTest, AbbaCancelsALinearDriftExactly) {
  for (const int arms : {2, 3, 5}) {
    const auto schedule = Schedule(ScheduleKind::kAbba, arms, 6, 1, 0);
    ExpectAllEqual(PositionSums(schedule, 1), static_cast<std::size_t>(arms));
  }
  // AB AB does not, and neither does ABBA cancel a quadratic one.
  const auto alternating = PositionSums(Schedule(ScheduleKind::kAlternating, 2, 6, 1, 0), 1);
  EXPECT_NE(alternating.at(0), alternating.at(1));
  const auto squares = PositionSums(Schedule(ScheduleKind::kAbba, 2, 2, 1, 0), 2);
  EXPECT_NE(squares.at(0), squares.at(1));
}

TEST(ScheduleTest, ThueMorseCancelsPowers) {
  // Prouhet: 2^k blocks cancel the powers below k.
  const auto schedule = Schedule(ScheduleKind::kThueMorse, 2, 8, 1, 0);
  for (const int power : {1, 2, 3}) ExpectAllEqual(PositionSums(schedule, power), 2);
}

TEST(ScheduleTest, WilliamsSquaresAreBalanced) {
  for (int arms = 2; arms <= 9; ++arms) {
    const auto square = WilliamsSquare(arms);
    ASSERT_EQ(square.size(), static_cast<std::size_t>(arms % 2 == 0 ? arms : 2 * arms));
    std::map<std::pair<int, int>, long> at_position;
    std::map<std::pair<int, int>, long> after;
    for (const auto& row : square) {
      ASSERT_EQ(std::set<int>(row.begin(), row.end()).size(), static_cast<std::size_t>(arms));
      for (int i = 0; i < arms; ++i) {
        const auto at = static_cast<std::size_t>(i);
        ++at_position[{i, row[at]}];
        if (i > 0) ++after[{row[at - 1], row[at]}];
      }
    }
    ExpectAllEqual(at_position, static_cast<std::size_t>(arms * arms));
    ExpectAllEqual(after, static_cast<std::size_t>(arms * (arms - 1)));
    EXPECT_EQ(BalancedBlocks(ScheduleKind::kLatin, arms), static_cast<int>(square.size()));
  }
}

TEST(ScheduleTest, TwoPassesBalanceWhatOneDoesNot) {
  // Three blocks: AB BA AB favours neither drift nor order evenly; BA AB BA makes up for it.
  std::map<int, long> first_in_pair;
  const auto schedule = Schedule(ScheduleKind::kAbba, 2, 3, 2, 0);
  for (std::size_t i = 0; i < schedule.size(); i += 2) ++first_in_pair[schedule[i].arm];
  ExpectAllEqual(first_in_pair, 2);
}

TEST(ScheduleTest, RandomOrdersAreSeededAndFair) {
  const auto once = Schedule(ScheduleKind::kRandom, 3, 6000, 1, 5);
  EXPECT_EQ(once, Schedule(ScheduleKind::kRandom, 3, 6000, 1, 5));
  EXPECT_NE(once, Schedule(ScheduleKind::kRandom, 3, 6000, 1, 6));
  std::map<std::string, int> orders;
  const std::string text = Text(once);
  for (std::size_t i = 0; i < text.size(); i += 3) ++orders[text.substr(i, 3)];
  ASSERT_EQ(orders.size(), 6U);
  for (const auto& [order, count] : orders) EXPECT_NEAR(count, 1000, 120) << order;  // 4 sd
}

TEST(ScheduleTest, RandomRoundsDiffer) {
  const std::string text = Text(Schedule(ScheduleKind::kRandom, 2, 64, 1, 3));
  EXPECT_NE(text.find("AB"), std::string::npos);
  EXPECT_NE(text.find("AA"), std::string::npos);
  EXPECT_NE(text.find("BB"), std::string::npos);
}

}  // namespace
}  // namespace causeway::stats
