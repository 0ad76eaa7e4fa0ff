#include "probe/compare.h"

#include <gtest/gtest.h>

namespace causeway::probe {
namespace {

Row Make(const std::string& name, std::vector<double> ns, std::string floor = {}) {
  Row row;
  row.name = name;
  row.group = "g";
  row.floor = std::move(floor);
  row.ns = std::move(ns);
  return row;
}

// 20 samples around `middle`, within 1 %.
std::vector<double> Around(double middle) {
  std::vector<double> ns;
  for (int i = 0; i < 20; ++i) ns.push_back(middle * (0.99 + 0.001 * i));
  return ns;
}

TEST(Price, IsTheMedianAndItsNetThatWithoutTheFloor) {
  PriceList list;
  list.rows = {Make("loop", {1, 3, 2}), Make("call", {10, 14, 11, 12, 13}, "loop")};
  const Price call = PriceOf(list, list.rows[1]);
  EXPECT_EQ(call.median, 12);
  EXPECT_EQ(call.q1, 11);  // type 7: position 1 of 0..4
  EXPECT_EQ(call.q3, 13);
  EXPECT_EQ(call.net, 10);
  EXPECT_EQ(PriceOf(list, list.rows[0]).net, std::nullopt);
}

TEST(Compare, NamesWhatChanged) {
  PriceList a;
  PriceList b;
  a.rows = {Make("same", Around(10)), Make("twice", Around(10)), Make("half", Around(10)),
            Make("a little", Around(10)), Make("gone", Around(1))};
  b.rows = {Make("same", Around(10)), Make("twice", Around(20)), Make("half", Around(5)),
            Make("a little", Around(10.3)), Make("new", Around(1))};
  const Comparison comparison = Compare(a, b);
  ASSERT_EQ(comparison.rows.size(), 4U);
  EXPECT_EQ(comparison.rows[0].change, Change::kNone);
  EXPECT_DOUBLE_EQ(comparison.rows[0].ratio, 1);
  EXPECT_EQ(comparison.rows[1].change, Change::kSlower);
  EXPECT_NEAR(comparison.rows[1].ratio, 2, 1e-9);
  ASSERT_TRUE(comparison.rows[1].interval);
  EXPECT_TRUE(comparison.rows[1].interval->Contains(2));
  // Two samples that do not overlap, 20 each: p = 2 / C(40, 20).
  EXPECT_NEAR(comparison.rows[1].p, 2 / 137846528820.0, 1e-15);
  EXPECT_EQ(comparison.rows[2].change, Change::kFaster);
  EXPECT_EQ(comparison.rows[3].change, Change::kSmall);  // 3 %: below kRelevant
  EXPECT_EQ(comparison.only_in_a, std::vector<std::string>{"gone"});
  EXPECT_EQ(comparison.only_in_b, std::vector<std::string>{"new"});
  EXPECT_EQ(VerdictSentence(comparison),
            "1 of 4 prices rose and 1 fell (by 5 % or more, p < 0.05 after Holm); the largest "
            "change: 'twice' costs 2.00 times what it cost.");
}

TEST(Compare, AdjustsForTheNumberOfRows) {
  // 5 against 5 without overlap: p = 2 / C(10, 5) = 0.0079; times 10 rows it shows nothing.
  PriceList a;
  PriceList b;
  for (int i = 0; i < 10; ++i) {
    a.rows.push_back(Make(std::to_string(i), {1, 1.1, 1.2, 1.3, 1.4}));
    b.rows.push_back(Make(std::to_string(i), {2, 2.1, 2.2, 2.3, 2.4}));
  }
  EXPECT_EQ(Compare(a, b).Count(Change::kNone), 10U);
  a.rows.resize(1);
  b.rows.resize(1);
  EXPECT_EQ(Compare(a, b).Count(Change::kSlower), 1U);
}

TEST(Compare, StretchesAreWhatIsCounted) {
  // 2,000 samples are 20 stretches, so p cannot be less than that of 20 against 20.
  PriceList a;
  PriceList b;
  a.rows = {Make("x", std::vector<double>(2000))};
  b.rows = {Make("x", std::vector<double>(2000))};
  for (std::size_t i = 0; i < 2000; ++i) {
    a.rows[0].ns[i] = 10 + 0.0001 * static_cast<double>(i);
    b.rows[0].ns[i] = 20 + 0.0001 * static_cast<double>(i);
  }
  EXPECT_NEAR(Compare(a, b).rows[0].p, 2 / 137846528820.0, 1e-15);
}

TEST(Compare, SaysWhatDiffersInTheEnvironment) {
  PriceList a;
  PriceList b;
  a.environment = {{"java", "17"}, {"load", "0.1"}, {"cpu", "x"}};
  b.environment = {{"java", "25"}, {"load", "0.9"}, {"cpu", "x"}, {"turbo", "on"}};
  const Comparison comparison = Compare(a, b);
  ASSERT_EQ(comparison.environment.size(), 2U);
  EXPECT_EQ(comparison.environment[0].fact, "java");
  EXPECT_EQ(comparison.environment[1].fact, "turbo");
  EXPECT_EQ(VerdictSentence(comparison), "The two lists have no row in common.");
}

}  // namespace
}  // namespace causeway::probe
