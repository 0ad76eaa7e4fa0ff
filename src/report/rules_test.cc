#include "report/rules.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "report/rule_pages.h"

namespace causeway::report {
namespace {

TEST(Rules, TableAndPagesHoldEachOther) {
  std::set<std::string_view> pages;
  for (const PageOfRule& page : RulePages()) {
    pages.insert(page.id);
    EXPECT_NE(FindRule(page.id), nullptr) << "docs/rules/" << page.id << ".md has no row";
  }
  std::string_view before;
  for (const Rule& rule : Rules()) {
    EXPECT_LT(before, rule.id) << "sorted, once each";
    before = rule.id;
    EXPECT_TRUE(pages.contains(rule.id)) << rule.id << " has no page in docs/rules";
    const std::string_view page = RulePage(rule.id);
    EXPECT_TRUE(
        page.starts_with("# " + std::string(rule.id) + "\n\n" + std::string(rule.title) + ".\n"))
        << rule.id;
    EXPECT_EQ(page.find("always high") != std::string_view::npos, rule.basis == Basis::kUnusable)
        << rule.id << ": the page says how the severity comes about";
    EXPECT_TRUE(rule.id.starts_with(std::string(rule.verb) + ".")) << rule.id;
  }
}

TEST(Rules, TheClosestIsNamed) {
  EXPECT_EQ(ClosestRule("ab.drfit"), "ab.drift");
  EXPECT_EQ(ClosestRule("completely.else"), std::nullopt);
  EXPECT_EQ(FindRule("ab"), nullptr);
  EXPECT_TRUE(RulePage("ab").empty());
}

}  // namespace
}  // namespace causeway::report
