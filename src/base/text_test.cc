#include "base/text.h"

#include <gtest/gtest.h>

#include <array>

namespace causeway {
namespace {

TEST(EditDistanceTest, CountsEditsSwapsAndNotCase) {
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3U);  // the textbook pair
  EXPECT_EQ(EditDistance("", "abc"), 3U);
  EXPECT_EQ(EditDistance("abc", ""), 3U);
  EXPECT_EQ(EditDistance("Stirng", "String"), 1U);  // one swap
  EXPECT_EQ(EditDistance("hostapi", "HostApi"), 0U);
}

TEST(ClosestMatchTest, TakesTheNearestWithinAThird) {
  constexpr std::array<std::string_view, 3> kNames = {"String", "Uint8List", "int"};
  EXPECT_EQ(ClosestMatch("Strin", kNames), "String");
  EXPECT_EQ(ClosestMatch("UInt8list", kNames), "Uint8List");
  EXPECT_EQ(ClosestMatch("itn", kNames), "int");
  EXPECT_EQ(ClosestMatch("Elephant", kNames), std::nullopt);
  EXPECT_EQ(ClosestMatch("", kNames), std::nullopt);
}

TEST(Utf8Test, AcceptsWellFormedText) {
  EXPECT_EQ(FindInvalidUtf8("plain"), std::nullopt);
  EXPECT_EQ(FindInvalidUtf8("\xC2\x80 \xE2\x82\xAC \xF0\x9F\x98\x80"), std::nullopt);
}

TEST(Utf8Test, FindsTheFirstBadByte) {
  EXPECT_EQ(FindInvalidUtf8("ab\x80"), 2U);            // continuation without a lead
  EXPECT_EQ(FindInvalidUtf8("\xC0\xAF"), 0U);          // overlong '/'
  EXPECT_EQ(FindInvalidUtf8("x\xE0\x80\xAF"), 1U);     // overlong, three bytes
  EXPECT_EQ(FindInvalidUtf8("\xED\xA0\x80"), 0U);      // surrogate D800
  EXPECT_EQ(FindInvalidUtf8("\xF4\x90\x80\x80"), 0U);  // above U+10FFFF
  EXPECT_EQ(FindInvalidUtf8("ok\xE2\x82"), 2U);        // truncated
  EXPECT_EQ(FindInvalidUtf8("\xFF"), 0U);
}

TEST(Utf8Test, EncodesEachLength) {
  std::string out;
  for (const char32_t c : {U'A', U'\u00e9', U'\u20ac', U'\U0001f600'}) AppendUtf8(c, out);
  EXPECT_EQ(out, "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(SplitTest, LinesEndWithLfOrCrLf) {
  EXPECT_EQ(SplitLines("a\r\nb\n\nc"), (std::vector<std::string>{"a", "b", "", "c"}));
  EXPECT_EQ(SplitLines("a\n"), (std::vector<std::string>{"a"}));
  EXPECT_TRUE(SplitLines("").empty());
}

TEST(SplitTest, KeepsEmptyParts) {
  EXPECT_EQ(Split("a..b", '.'), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(Split("", '.'), (std::vector<std::string_view>{""}));
}

TEST(TextTest, IdentifiersAreAscii) {
  EXPECT_TRUE(IsIdentifier("_a9"));
  EXPECT_FALSE(IsIdentifier("9a"));
  EXPECT_FALSE(IsIdentifier(""));
  EXPECT_FALSE(IsIdentifier("\xC3\xA9"));
}

TEST(TextTest, ShellWordsAreOneWord) {
  EXPECT_EQ(ShellWord("api/map-2.dart"), "api/map-2.dart");
  EXPECT_EQ(ShellWord("a b"), "'a b'");
  EXPECT_EQ(ShellWord("$(x);it's"), "'$(x);it'\\''s'");
  EXPECT_EQ(ShellWord(""), "''");
}

TEST(TextTest, QuoteEscapes) { EXPECT_EQ(Quote("it's\n\x01"), "'it\\'s\\n\\x01'"); }

}  // namespace
}  // namespace causeway
