#include "gen/lexer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gen/test_support.h"

namespace causeway::gen {
namespace {

std::vector<Token> LexText(std::string_view text, std::size_t errors = 0) {
  Diagnostics diagnostics;
  const auto source = diagnostics.AddSource("a.dart", std::string(text));
  std::vector<Token> tokens = Lex(source, diagnostics);
  EXPECT_EQ(diagnostics.error_count(), errors) << diagnostics.Render(Diagnostics::Severity::kError);
  EXPECT_EQ(tokens.back().kind, TokenKind::kEnd);
  tokens.pop_back();
  return tokens;
}

std::string StringValue(std::string_view text) {
  const std::vector<Token> tokens = LexText(text);
  if (tokens.size() != 1 || tokens[0].kind != TokenKind::kString) {
    ADD_FAILURE() << text << " is not one string";
    return {};
  }
  return tokens[0].text;
}

TEST(LexerTest, SplitsTokens) {
  std::vector<std::string> texts;
  for (const Token& token : LexText("Map<int,List<A?>>? x=>0;")) texts.push_back(token.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"Map", "<", "int", ",", "List", "<", "A", "?", ">",
                                             ">", "?", "x", "=>", "0", ";"}));
}

TEST(LexerTest, ReadsNumbers) {
  const std::vector<Token> tokens = LexText("0 42 0xFf 1.5 1e3 2.5e-3 .5 1_000_000 3.x");
  std::vector<std::pair<TokenKind, std::string>> numbers;
  for (const Token& token : tokens) numbers.emplace_back(token.kind, token.text);
  using enum TokenKind;
  EXPECT_EQ(numbers, (std::vector<std::pair<TokenKind, std::string>>{{kInt, "0"},
                                                                     {kInt, "42"},
                                                                     {kInt, "0xFf"},
                                                                     {kDouble, "1.5"},
                                                                     {kDouble, "1e3"},
                                                                     {kDouble, "2.5e-3"},
                                                                     {kDouble, ".5"},
                                                                     {kInt, "1000000"},
                                                                     {kInt, "3"},
                                                                     {kPunctuation, "."},
                                                                     {kIdentifier, "x"}}));
}

TEST(LexerTest, ReadsEachFormOfString) {
  EXPECT_EQ(StringValue("'it'"), "it");
  EXPECT_EQ(StringValue("\"it's\""), "it's");
  EXPECT_EQ(StringValue("'''a'b\nc'''"), "a'b\nc");
  EXPECT_EQ(StringValue("\"\"\"\nfirst line end dropped\"\"\""), "first line end dropped");
  EXPECT_EQ(StringValue("r'\\n$x'"), "\\n$x");
  EXPECT_EQ(StringValue("r'''string\\'\\\"\\$x'''"), "string\\'\\\"\\$x");
  EXPECT_EQ(StringValue("''"), "");
}

TEST(LexerTest, LineEndsInStringsDoNotDependOnTheCheckout) {
  EXPECT_EQ(StringValue("'''\r\na\r\nb'''"), "a\nb");
}

TEST(LexerTest, ReadsEscapes) {
  EXPECT_EQ(StringValue(R"('\n\r\t\b\f\v\\\'\"\$\q')"), "\n\r\t\b\f\v\\'\"$q");
  EXPECT_EQ(StringValue(R"('\x41\u00e9\u{1F600}')"), "A\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_EQ(StringValue(R"('\uD83D\uDE00')"), "\xF0\x9F\x98\x80") << "a surrogate pair";
}

TEST(LexerTest, AttachesDocumentationToTheNextToken) {
  const std::vector<Token> tokens = LexText(
      "a /// one\n"
      "///   two\t \r\n"
      "// no\n"
      "\n"
      "/* no /* nested */ /// no */\n"
      "//// no\n"
      "///\n"
      "b c");
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_TRUE(tokens[0].docs.empty());
  EXPECT_EQ(tokens[1].docs, (std::vector<std::string>{"one", "  two", ""}));
  EXPECT_TRUE(tokens[2].docs.empty());
}

TEST(LexerTest, SkipsByteOrderMarkAndScriptLine) {
  EXPECT_EQ(LexText("\xEF\xBB\xBF"
                    "a")
                .size(),
            1U);
  EXPECT_EQ(LexText("#!/usr/bin/env dart\na").size(), 1U);
}

TEST(LexerTest, KnowsPlaces) {
  const std::vector<Token> tokens = LexText("ab 'c'");
  EXPECT_EQ(tokens[1].range.begin, 3U);
  EXPECT_EQ(tokens[1].range.end, 6U);
}

TEST(LexerTest, GivesUpOnWhatIsNotADefinition) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "\xE2\x82\xAC ";
  LexText(text, 101);
}

TEST(LexerErrorTest, Strings) {
  ExpectAll({
      {"const String a = ^'abc;\n", {"this string is never closed | add '"}},
      {"const String a = ^'''abc;\n\n", {"this string is never closed | add '''"}},
      {"const String a = 'x^${b['c']}y';",
       {"string interpolation is not supported in a definition | write '\\$' for a dollar sign, or "
        "use a raw string: r'...'"}},
      {"const String a = 'x^$b';",
       {"string interpolation is not supported in a definition | write '\\$' for a dollar sign, or "
        "use a raw string: r'...'"}},
      {"const String a = '^\\uD800x';",
       {"this escape is not a Unicode character | use \\xHH, \\uHHHH or \\u{H...}, up to "
        "\\u{10FFFF} and without lone surrogates"}},
      {"const String a = '^\\xZ1';",
       {"this escape is not a Unicode character | use \\xHH, \\uHHHH or \\u{H...}, up to "
        "\\u{10FFFF} and without lone surrogates"}},
      {"const String a = '^\\u{110000}';",
       {"this escape is not a Unicode character | use \\xHH, \\uHHHH or \\u{H...}, up to "
        "\\u{10FFFF} and without lone surrogates"}},
  });
}

TEST(LexerErrorTest, Characters) {
  ExpectAll({
      {"^/* never", {"this comment is never closed | add '*/'"}},
      {"const int a = ^12ab;", {"'12ab' is not a number"}},
      {"const int a = ^1_;", {"'1_' is not a number"}},
      // Typographic quotation marks and a wide space: no letters.
      {"class A { A(this.b); int^\xE3\x80\x80 b; }",
       {"unexpected character '\xE3\x80\x80' | names in a definition consist of ASCII letters, "
        "digits and '_'"}},
  });
}

// One mistake for each name, wherever it is used, and none that follows from it.
TEST(LexerErrorTest, NamesOutsideOfAscii) {
  const std::string hint =
      " is not ASCII | names in a definition consist of ASCII letters, digits and '_'";
  ExpectAll({
      {"class A { A(this.b); int b; }\n@HostApi() abstract class P { A ^\xC3\xA9t\xC3\xA9(A x); }",
       {"the name '\xC3\xA9t\xC3\xA9'" + hint}},
      {"class ^Gr\xC3\xB6\xC3\x9F"
       "e { Gr\xC3\xB6\xC3\x9F"
       "e(this.^\xC3\xA4); int \xC3\xA4; }\n"
       "@HostApi() abstract class P { Gr\xC3\xB6\xC3\x9F"
       "e f(); }",
       {"the name 'Gr\xC3\xB6\xC3\x9F"
        "e'" +
            hint,
        "the name '\xC3\xA4'" + hint}},
      {"enum E { ^\xE6\x97\xA5\xE6\x9C\xAC, b }", {"the name '\xE6\x97\xA5\xE6\x9C\xAC'" + hint}},
  });
}

TEST(EncodingTest, RefusesWhatIsNotText) {
  const auto first = [](std::string text) {
    const std::vector<std::string> errors = LoadText(text).Errors();
    return errors.size() == 1 ? errors[0] : fmt::format("{} errors", errors.size());
  };
  EXPECT_EQ(first("class A {}\n\xC3("),
            "2:1: the file is not UTF-8: byte 0xC3 at offset 11 | save it as UTF-8");
  EXPECT_EQ(first(std::string("class\0A {}", 10)),
            "1:6: the file holds a NUL byte at offset 5 | is this a definition file?");
  EXPECT_EQ(first("\xFF\xFE"
                  "c"),
            "1:1: the file is UTF-16 | save it as UTF-8");
  EXPECT_EQ(first(std::string((16U << 20) + 1, ' ')),
            "1:1: a definition file may have at most 16777216 bytes, this one has 16777217");
}

TEST(EncodingTest, AcceptsEveryKindOfLineEndAndMark) {
  const Loaded loaded = LoadText("\xEF\xBB\xBF/// doc\r\nenum E {\r\n\ta,\r\n}\r\n");
  EXPECT_EQ(loaded.AllErrors(), "");
  ASSERT_EQ(loaded.program.enums.size(), 1U);
  EXPECT_EQ(loaded.program.enums[0].docs, (Docs{"doc"}));
}

}  // namespace
}  // namespace causeway::gen
