#include "runtime/codec/utf8.h"

#include <gtest/gtest.h>

namespace causeway::codec {
namespace {

TEST(Utf8Test, PrefixEndsAtTheFirstBadByteWhereverItStands) {
  // 40 bytes, so that the bad byte meets the 16, the 8 and the 1 byte step.
  for (std::size_t at = 0; at < 40; ++at) {
    std::string text(40, 'x');
    EXPECT_EQ(ValidUtf8Prefix(text), 40U);
    text[at] = '\xff';
    EXPECT_EQ(ValidUtf8Prefix(text), at);
  }
}

struct Case {
  const char* text;
  std::size_t valid;    // bytes before the first ill-formed sequence
  std::size_t subpart;  // its maximal subpart; 0 if all is well-formed
};

// Boundaries of table 3-7 of the Unicode standard; maximal subparts as in its table 3-8 and 3-11.
constexpr Case kCases[] = {
    {"", 0, 0},
    {"\xc2\x80", 2, 0},
    {"\xdf\xbf", 2, 0},
    {"\xe0\xa0\x80", 3, 0},
    {"\xed\x9f\xbf", 3, 0},
    {"\xee\x80\x80", 3, 0},
    {"\xf0\x90\x80\x80", 4, 0},
    {"\xf4\x8f\xbf\xbf", 4, 0},
    {"\xc0\xaf", 0, 1},  // overlong
    {"\xc1\xbf", 0, 1},
    {"\xe0\x9f\xbf", 0, 1},
    {"\xed\xa0\x80", 0, 1},  // surrogate
    {"\xf0\x8f\xbf\xbf", 0, 1},
    {"\xf4\x90\x80\x80", 0, 1},  // above U+10FFFF
    {"\xf5\x80\x80\x80", 0, 1},
    {"\x80", 0, 1},
    {"a\xc3", 1, 1},  // truncated
    {"a\xe2\x82", 1, 2},
    {"a\xf0\x9f\x98", 1, 3},
    {"a\xf0\x9f\x98(", 1, 3},
    {"a\xe2(\xa1", 1, 1},
};

// Each length has its own way through the code; a bad byte is found at each place of it.
TEST(Utf8Test, ShortTextsOfEveryLength) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string ascii(size, 'a');
    EXPECT_EQ(ValidUtf8Prefix(ascii), size);
    for (std::size_t at = 0; at < size; ++at) {
      std::string bad = ascii;
      bad[at] = '\xff';
      EXPECT_EQ(ValidUtf8Prefix(bad), at) << size;
    }
  }
}

TEST(Utf8Test, TableOfTheStandard) {
  for (const Case& c : kCases) {
    const std::string_view text(c.text);
    SCOPED_TRACE(text);
    EXPECT_EQ(ValidUtf8Prefix(text), c.valid);
    if (c.subpart != 0) {
      EXPECT_EQ(IllFormedLength(text.substr(c.valid)), c.subpart);
    }
  }
}

TEST(Utf8Test, EveryCodePointGoesToUtf16AndBack) {
  for (unsigned code = 0; code < 0x110000; code += code < 0x11000 ? 1 : 97) {
    if (code >= 0xd800 && code < 0xe000) continue;
    std::u16string text;
    if (code < 0x10000) {
      text = std::u16string(1, static_cast<char16_t>(code));
    } else {
      text = {static_cast<char16_t>(0xd7c0 + (code >> 10)),
              static_cast<char16_t>(0xdc00 + (code & 0x3ff))};
    }
    const std::string utf8 = Utf16ToUtf8(text);
    ASSERT_EQ(utf8.size(), code < 0x80 ? 1U : code < 0x800 ? 2U : code < 0x10000 ? 3U : 4U) << code;
    ASSERT_EQ(ValidUtf8Prefix(utf8), utf8.size()) << code;
    ASSERT_EQ(Utf8ToUtf16(utf8), text) << code;
  }
}

TEST(Utf8Test, LoneSurrogatesAndBadBytesBecomeReplacements) {
  EXPECT_EQ(Utf16ToUtf8(u"a\xd800"
                        u"b"),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(Utf16ToUtf8(std::u16string(1, u'\xdc00')), "\xef\xbf\xbd");
  EXPECT_EQ(Utf8ToUtf16("a\xed\xa0\x80"), u"a\xfffd\xfffd\xfffd");
  EXPECT_EQ(Utf8ToUtf16("\xf0\x9f\x98"), u"\xfffd");
}

}  // namespace
}  // namespace causeway::codec
