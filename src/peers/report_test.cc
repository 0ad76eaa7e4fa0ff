#include "peers/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "peers/test_support.h"

namespace causeway::peer_graph {
namespace {

Drawing Sample() {
  Drawing d;
  const auto row = d.AddPeer("app::Row<int>", 1);
  d.AddRef(row, d.AddPeer("Screen"));
  d.AddPeer("Screen");
  return d;
}

std::string TextOf(const Drawing& drawing) { return ReportText(Analyse(drawing.graph, "f"), "f"); }

TEST(PeerReport, TextHasTotalsTableAndFindings) {
  const std::string text = TextOf(Sample());
  EXPECT_TRUE(
      text.starts_with("f: 3 peers of 2 types, 2 roots (1 outside of peers), 0 edges, 0 "
                       "EdgeOwners\n\n"
                       "type           peers  rooted  roots  Refs  foreign  rest\n"
                       "Screen             2       0      1     0        0     1\n"
                       "app::Row<int>      1       1      1     0        0     0\n"
                       "all                3       1      2     0        0     1\n"))
      << text;
  EXPECT_NE(text.find("\n1. peers.ref-in-peer (info) app::Row<int> +16\n   1 Ref "),
            std::string::npos);
  EXPECT_TRUE(text.ends_with("\n2 findings; 'causeway help RULE' explains one\n")) << text;
}

TEST(PeerReport, NothingFoundIsSaid) {
  EXPECT_EQ(TextOf({}),
            "f: 0 peers of 0 types, 0 roots (0 outside of peers), 0 edges, 0 "
            "EdgeOwners\n\nnothing found\n");
}

TEST(PeerReport, PointersThatWereNotLookedForAreMentioned) {
  Drawing d = Sample();
  EXPECT_EQ(TextOf(d).find("has no pointers"), std::string::npos);
  d.graph.has_pointers = false;
  EXPECT_NE(TextOf(d).find("The file has no pointers: Refs within peers count as outside"),
            std::string::npos);
}

TEST(PeerReport, LongListsAreCutAndThatIsSaid) {
  Drawing d;
  for (int i = 0; i < 120; ++i) d.AddPeer("T" + std::to_string(i), 1);
  const std::string text = TextOf(d);
  EXPECT_NE(text.find("the 40 types with the most peers are shown\n"), std::string::npos);
  EXPECT_NE(text.find("\n120 findings, of which 100 are shown; "), std::string::npos);
}

TEST(PeerReport, JsonHasAllOfIt) {
  const auto json = nlohmann::json::parse(ReportJson(Analyse(Sample().graph, "f"), "f"));
  EXPECT_EQ(json["causeway"], "peers-report");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["roots"], 2);
  EXPECT_EQ(json["outside_roots"], 1);
  EXPECT_EQ(json["all"], nlohmann::json::parse(R"({"peers": 3, "rooted": 1, "roots": 2, "refs": 0,
                                                   "foreign": 0, "rest": 1})"));
  EXPECT_EQ(json["types"].size(), 2U);
  EXPECT_EQ(json["types"][0]["type"], "Screen");
  ASSERT_EQ(json["findings"].size(), 2U);
  EXPECT_EQ(json["findings"][0]["rule"], "peers.ref-in-peer");
  EXPECT_EQ(json["findings"][0]["place"]["value"], "+16");
  EXPECT_EQ(json["findings"][0]["count"], 1);
}

TEST(PeerReport, ThePageEscapesNames) {
  const std::string page = ReportHtml(Analyse(Sample().graph, "a<b"), "a<b");
  EXPECT_NE(page.find("<h1>causeway peers: a&lt;b</h1>"), std::string::npos);
  EXPECT_NE(page.find("<td>app::Row&lt;int&gt;</td>"), std::string::npos);
  EXPECT_EQ(page.find("Row<int>"), std::string::npos);
}

}  // namespace
}  // namespace causeway::peer_graph
