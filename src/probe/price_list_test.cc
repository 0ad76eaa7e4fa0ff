#include "probe/price_list.h"

#include <gtest/gtest.h>

namespace causeway::probe {
namespace {

constexpr std::string_view kHeader =
    R"({"causeway":"probe","version":1,"environment":{"java":"17"},"notes":["busy"]})"
    "\n";
constexpr std::string_view kFloor =
    R"({"row":"loop","group":"floor","floor":"","about":"","calls":9,"cpp_allocations":0,"cpp_bytes":0,"java_bytes":null,"ns":[0.5,0.25]})"
    "\n";
constexpr std::string_view kRow =
    R"({"row":"call","group":"call","floor":"loop","about":"x","calls":3,"cpp_allocations":1,"cpp_bytes":16,"java_bytes":24,"ns":[7]})"
    "\n";
constexpr std::string_view kOut = R"({"left_out":"foreign","why":"JDK 17"})"
                                  "\n";

std::string Complaint(const std::string& text) {
  const Result<PriceList> list = ParsePriceList(text, "f");
  return list ? "none" : list.error().where + ": " + list.error().message;
}

TEST(PriceList, ReadsWhatItWrites) {
  const std::string text = std::string(kHeader) + std::string(kFloor) + std::string(kRow) +
                           std::string(kOut) + "{\"end\":2}\n";
  const Result<PriceList> list = ParsePriceList(text, "f");
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->rows.size(), 2U);
  EXPECT_EQ(list->environment.front(), (std::pair<std::string, std::string>("java", "17")));
  EXPECT_EQ(list->notes, std::vector<std::string>{"busy"});
  EXPECT_EQ(list->Find("call")->ns, std::vector<double>{7});
  EXPECT_EQ(list->Find("call")->java_bytes, 24);
  EXPECT_EQ(list->Find("loop")->java_bytes, std::nullopt);
  EXPECT_EQ(list->left_out.front().why, "JDK 17");
  const std::string written = ToText(*list);
  const Result<PriceList> again = ParsePriceList(written, "g");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(ToText(*again), written);
}

TEST(PriceList, NoticesThatItWasCutOff) {
  EXPECT_EQ(Complaint(""), "f:1: the file is empty");
  EXPECT_EQ(Complaint(std::string(kHeader) + std::string(kFloor)),
            "f:2: the price list was cut off");
  EXPECT_EQ(Complaint(std::string(kHeader) + std::string(kFloor).substr(0, 40)),
            "f:2: not a line of a price list");
  EXPECT_EQ(Complaint(std::string(kHeader) + std::string(kFloor) + "{\"end\":2}\n"),
            "f:3: 2 rows were announced, there are 1");
  EXPECT_EQ(Complaint(std::string(kHeader) + "{\"end\":0}\n" + std::string(kFloor)),
            "f:3: something follows the end of the price list");
}

TEST(PriceList, RefusesOtherFilesAndNewerVersions) {
  EXPECT_EQ(Complaint("{\"causeway\":\"findings\",\"version\":1}\n"),
            "f:1: not a price list (causeway probe --save makes one)");
  EXPECT_EQ(Complaint("{\"causeway\":\"probe\",\"version\":2,\"environment\":{}}\n"),
            "f:1: a price list of version 2; this causeway reads version 1");
}

TEST(PriceList, RefusesRowsThatCannotBe) {
  const auto with = [](const std::string& row) {
    return Complaint(std::string(kHeader) + std::string(kFloor) + row + "{\"end\":2}\n");
  };
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string row(kRow);
    row.replace(row.find(from), from.size(), to);
    return with(row);
  };
  EXPECT_EQ(with(std::string(kRow)), "none");
  EXPECT_EQ(with(std::string(kFloor)), "f:3: there are two rows 'loop'");
  EXPECT_EQ(changed("[7]", "[]"), "f:3: a row without samples");
  EXPECT_EQ(changed("[7]", "[-7]"), "f:3: a sample is no time");
  EXPECT_EQ(changed("[7]", "[1e999]"), "f:3: not a line of a price list");
  EXPECT_EQ(changed("\"floor\":\"loop\"", "\"floor\":\"gone\""),
            "f:4: there is no row 'gone', the floor of 'call'");
  EXPECT_EQ(changed("\"calls\":3", "\"calls\":0"),
            "f:3: a row needs calls, cpp_allocations and cpp_bytes, none negative");
}

}  // namespace
}  // namespace causeway::probe
