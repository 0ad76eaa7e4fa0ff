#include "probe/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "probe/wording.h"

namespace causeway::probe {
namespace {

PriceList Small() {
  PriceList list;
  list.environment = {{"java", "17"}};
  list.notes = {"busy"};
  Row floor;
  floor.name = "loop";
  floor.group = "floor";
  floor.ns = {1, 2, 3};
  Row call;
  call.name = "a <call>";
  call.group = "call";
  call.floor = "loop";
  call.ns = {100, 102, 104};
  call.cpp_allocations = 1.05;
  call.cpp_bytes = 88.1;
  call.java_bytes = 0;
  Row cheap = call;
  cheap.name = "cheap";
  cheap.ns = {1, 1.5, 2};
  list.rows = {floor, call, cheap};
  list.left_out = {{"foreign", "JDK 17"}};
  return list;
}

TEST(Wording, ThreeDigits) {
  EXPECT_EQ(Ns(0.327), "0.33");
  EXPECT_EQ(Ns(9.99), "9.99");
  EXPECT_EQ(Ns(9.996), "10.0");  // not 10.00
  EXPECT_EQ(Ns(99.96), "100");
  EXPECT_EQ(Ns(4903.9), "4904");
  EXPECT_EQ(Bytes(0), "0");
  EXPECT_EQ(Bytes(0.2), "< 1");
  EXPECT_EQ(Bytes(23.9), "24");
}

TEST(Report, ATableForEachGroup) {
  EXPECT_EQ(ListText(Small()),
            "java         17\n"
            "note: busy\n"
            "\n"
            "floor  median ns   middle half  net ns  C++ allocs  C++ bytes  Java bytes\n"
            "loop        2.00  1.50 .. 2.50                   0          0           ?\n"
            "\n"
            "call      median ns   middle half  net ns  C++ allocs  C++ bytes  Java bytes\n"
            "a <call>        102    101 .. 103     100        1.05         88           0\n"
            "cheap          1.50  1.25 .. 1.75      ~0        1.05         88           0\n"
            "\n"
            "left out\n"
            "  foreign: JDK 17\n"
            "\n"
            "Per operation. Net: less the median of the row's floor. C++: operator new; Java: this "
            "thread's heap.\n");
}

TEST(Report, JsonHasTheSameFacts) {
  const auto json = nlohmann::json::parse(ListJson(Small()));
  EXPECT_EQ(json["causeway"], "probe-prices");
  EXPECT_EQ(json["rows"][1]["median_ns"], 102);
  EXPECT_EQ(json["rows"][1]["net_ns"], 100);
  EXPECT_EQ(json["rows"][2]["net_ns"], -0.5);
  EXPECT_TRUE(json["rows"][0]["floor"].is_null());
  EXPECT_TRUE(json["rows"][0]["java_bytes"].is_null());
  EXPECT_EQ(json["left_out"][0]["name"], "foreign");
}

TEST(Report, ThePageIsSelfContainedAndEscaped) {
  const PriceList list = Small();
  const Comparison comparison = Compare(list, list);
  for (const std::string& page : {ListHtml(list), ComparisonHtml(comparison, {"<a>", "b"})}) {
    EXPECT_NE(page.find("a &lt;call&gt;"), std::string::npos);
    EXPECT_EQ(page.find("<call>"), std::string::npos);
    EXPECT_EQ(page.find("<a>"), std::string::npos);
    EXPECT_NE(page.find("<svg"), std::string::npos);
    EXPECT_EQ(page.find("src="), std::string::npos);
    EXPECT_EQ(page.find("href="), std::string::npos);
  }
}

TEST(Report, FewSamplesAreSaidToShowNothing) {
  const PriceList list = Small();
  const std::string text = ComparisonText(Compare(list, list), {"a", "b"});
  EXPECT_NE(text.find("With 3 samples a row no difference can be shown"), std::string::npos);
  EXPECT_NE(text.find("A: busy\nB: busy\n"), std::string::npos);
  EXPECT_NE(text.find("None of 3 prices differs"), std::string::npos);
}

}  // namespace
}  // namespace causeway::probe
