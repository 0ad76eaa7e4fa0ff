#include "report/export.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "report/test_support.h"

namespace causeway::report {
namespace {

using nlohmann::json;

Listing Sample() {
  Finding suppressed = SampleFinding("b");
  suppressed.status = Status::kSuppressed;
  suppressed.because = "vendor <code> & \"more\"";
  Finding closed = SampleFinding("c");
  closed.status = Status::kClosed;
  Finding hostile = SampleFinding("d", 9e6);
  hostile.rule = "other.rule";
  hostile.place.file = "src/a b:c\xFF%.dart";
  hostile.message = "</script><script>alert(1)</script>]]>\x01\xEF\xBF\xBE";
  Listing listing;
  listing.findings = {SampleFinding("a"), suppressed, closed, hostile};
  return listing;
}

// The constraints of the OASIS schema (sarif-schema-2.1.0.json) that our output could break.
void ExpectValidSarif(const json& sarif) {
  ASSERT_EQ(sarif["version"], "2.1.0");
  ASSERT_TRUE(sarif["$schema"].is_string());
  ASSERT_EQ(sarif["runs"].size(), 1U);
  const json& run = sarif["runs"][0];
  const json& driver = run["tool"]["driver"];
  ASSERT_TRUE(driver["name"].is_string());
  std::set<std::string> ids;
  for (const json& rule : driver["rules"]) {
    EXPECT_TRUE(ids.insert(rule["id"].get<std::string>()).second) << "rules are unique";
    if (rule.contains("help")) {
      EXPECT_FALSE(rule["help"]["text"].get<std::string>().empty());
    }
  }
  for (const json& result : run["results"]) {
    EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
    const auto index = result["ruleIndex"].get<std::size_t>();
    ASSERT_LT(index, driver["rules"].size());
    EXPECT_EQ(driver["rules"][index]["id"], result["ruleId"]);
    EXPECT_TRUE((std::set<std::string>{"none", "note", "warning", "error"}.contains(
        result["level"].get<std::string>())));
    ASSERT_TRUE(result["partialFingerprints"].is_object());
    for (const json& location : result["locations"]) {
      const json& physical = location["physicalLocation"];
      const auto uri = physical["artifactLocation"]["uri"].get<std::string>();
      EXPECT_EQ(uri.find_first_of(" \"<>\\^`{|}:"), std::string::npos) << uri;
      if (physical.contains("region")) {
        EXPECT_GE(physical["region"]["startLine"], 1);
      }
    }
    if (result.contains("suppressions")) {
      for (const json& one : result["suppressions"]) {
        EXPECT_TRUE(one["kind"] == "external" || one["kind"] == "inSource");
      }
    }
    if (result.contains("baselineState")) {
      EXPECT_TRUE((std::set<std::string>{"new", "unchanged", "updated", "absent"}.contains(
          result["baselineState"].get<std::string>())));
    }
  }
}

TEST(Export, SarifHoldsTheSchema) {
  Listing listing = Sample();
  const json plain = json::parse(ListSarif(listing, "0.1"));
  ExpectValidSarif(plain);
  const json& results = plain["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3U);  // without the closed one
  EXPECT_EQ(results[0]["level"], "note");
  EXPECT_EQ(results[1]["suppressions"][0]["justification"], "vendor <code> & \"more\"");
  EXPECT_EQ(results[2]["level"], "error");
  EXPECT_EQ(results[2]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "src/a%20b%3Ac%FF%25.dart");
  Comparison comparison;
  comparison.added = {IdOf(listing.findings[0])};
  comparison.known = {IdOf(listing.findings[3])};
  comparison.gone = {SampleFinding("e")};
  listing.comparison = &comparison;
  const json compared = json::parse(ListSarif(listing, "0.1"));
  ExpectValidSarif(compared);
  const json& states = compared["runs"][0]["results"];
  EXPECT_EQ(states[0]["baselineState"], "new");
  EXPECT_EQ(states[2]["baselineState"], "unchanged");
  EXPECT_EQ(states[3]["baselineState"], "absent");
  ExpectValidSarif(json::parse(ListSarif(Listing{}, "0.1")));
}

TEST(Export, JunitCountsAndEscapes) {
  const std::string xml = ListJunit(Sample());
  // Of the two open ones 50 ns is info, which is no failure, and 9 ms is high.
  EXPECT_NE(xml.find(R"(tests="4" failures="1" errors="0" skipped="1")"), std::string::npos) << xml;
  EXPECT_NE(xml.find("<system-out>List&lt;int&gt; boxes every element.\ncost: 50 ns"),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<failure type=\"high\""), std::string::npos) << xml;
  Listing low;
  low.findings = {SampleFinding("a", 800)};
  EXPECT_NE(ListJunit(low).find("<failure type=\"low\""), std::string::npos);
  EXPECT_NE(xml.find("vendor &lt;code&gt; &amp; &quot;more&quot;"), std::string::npos);
  EXPECT_EQ(xml.find("<script"), std::string::npos);
  EXPECT_EQ(xml.find("]]>"), std::string::npos);
  EXPECT_EQ(xml.find('\x01'), std::string::npos);
  EXPECT_EQ(xml.find("\xEF\xBF\xBE"), std::string::npos);
  EXPECT_NE(ListJunit(Listing{}).find("tests=\"1\" failures=\"0\""), std::string::npos);
}

TEST(Export, HtmlRunsNothing) {
  const std::string page = ListHtml(Sample(), "Findings");
  EXPECT_EQ(page.find("<script>"), std::string::npos);
  // The one </script> is the end of the data.
  EXPECT_EQ(page.find("</script"), page.rfind("</script"));
  const std::size_t from = page.find("id=\"data\">") + 10;
  const json data = json::parse(page.substr(from, page.find("</script", from) - from));
  EXPECT_EQ(data["findings"].size(), 4U);
}

TEST(Export, JsonSaysWhatTheTableSays) {
  const json data = json::parse(ListJson(Sample()));
  EXPECT_EQ(data["causeway"], "findings-list");
  EXPECT_EQ(data["version"], 1);
  EXPECT_EQ(data["comparison"], nullptr);
  EXPECT_FALSE(LooksLikeFindings(ListJson(Sample()))) << "a list is an output, not an input";
  EXPECT_EQ(data["findings"][0]["id"], IdOf(SampleFinding("a")));
  EXPECT_EQ(data["findings"][3]["severity"], "high");
  const std::string text = ListText(Sample());
  EXPECT_NE(text.find("4 findings: 2 open, 1 suppressed, 1 closed\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace causeway::report
