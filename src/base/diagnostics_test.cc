#include "base/diagnostics.h"

#include <gtest/gtest.h>

namespace causeway {
namespace {

using Severity = Diagnostics::Severity;

SourceRange At(std::int32_t source, std::uint32_t begin, std::uint32_t end) {
  return SourceRange{source, begin, end};
}

TEST(DiagnosticsTest, ShowsLineCaretAndSuggestion) {
  Diagnostics diagnostics;
  const auto source = diagnostics.AddSource("a.dart", "one\n  Strng x;\n");
  diagnostics.Error(At(source, 6, 11), "unknown type 'Strng'", "did you mean 'String'?");
  EXPECT_EQ(diagnostics.Render(Severity::kError),
            "a.dart:2:3: error: unknown type 'Strng'\n"
            "    Strng x;\n"
            "    ^~~~~\n"
            "  did you mean 'String'?\n");
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.error_count(), 1U);
}

TEST(DiagnosticsTest, SortsByFileThenPlaceWhateverTheOrderOfReporting) {
  Diagnostics diagnostics;
  const auto b = diagnostics.AddSource("b", "xy");
  const auto a = diagnostics.AddSource("a", "xy");
  diagnostics.Error(At(b, 0, 1), "third");
  diagnostics.Error(At(a, 1, 2), "second");
  diagnostics.Error(At(a, 0, 1), "first");
  EXPECT_EQ(diagnostics.Render(Severity::kError),
            "a:1:1: error: first\n  xy\n  ^\n"
            "a:1:2: error: second\n  xy\n   ^\n"
            "b:1:1: error: third\n  xy\n  ^\n");
}

TEST(DiagnosticsTest, CountsCodePointsAndKeepsTabs) {
  Diagnostics diagnostics;
  const auto source = diagnostics.AddSource("a", "\t\xC3\xA9 bad\r\nnext");
  diagnostics.Error(At(source, 4, 7), "m");
  EXPECT_EQ(diagnostics.Render(Severity::kError), "a:1:4: error: m\n  \t\xC3\xA9 bad\n  \t  ^~~\n");
}

TEST(DiagnosticsTest, AByteOrderMarkHasNoColumn) {
  Diagnostics diagnostics;
  const auto source = diagnostics.AddSource("a", "\xEF\xBB\xBFx");
  diagnostics.Error(At(source, 3, 4), "m");
  EXPECT_EQ(diagnostics.Render(Severity::kError), "a:1:1: error: m\n  x\n  ^\n");
}

TEST(DiagnosticsTest, TheEndOfAFileIsAPlace) {
  Diagnostics diagnostics;
  const auto empty = diagnostics.AddSource("e", "");
  const auto line = diagnostics.AddSource("l", "a\n");
  diagnostics.Error(At(empty, 0, 0), "m");
  diagnostics.Error(At(line, 2, 2), "m");
  EXPECT_EQ(diagnostics.Render(Severity::kError),
            "e:1:1: error: m\n  \n  ^\n"
            "l:2:1: error: m\n  \n  ^\n");
}

TEST(DiagnosticsTest, ARangeOverSeveralLinesIsMarkedOnItsFirst) {
  Diagnostics diagnostics;
  const auto source = diagnostics.AddSource("a", "ab\ncd");
  diagnostics.Error(At(source, 1, 5), "m");
  EXPECT_EQ(diagnostics.Render(Severity::kError), "a:1:2: error: m\n  ab\n   ^\n");
}

TEST(DiagnosticsTest, ClipsLongLinesAndHidesUnprintableBytes) {
  Diagnostics diagnostics;
  const auto source =
      diagnostics.AddSource("a", std::string(500, 'x') + "!" + std::string(500, 'y'));
  diagnostics.Error(At(source, 500, 501), "m");
  const std::string out = diagnostics.Render(Severity::kError);
  EXPECT_LT(out.size(), 450U);
  EXPECT_NE(out.find("a:1:501: error: m\n  ...x"), std::string::npos);
  EXPECT_NE(out.find("y...\n"), std::string::npos);
  const std::size_t mark = out.find('!') - out.find("  ...");
  EXPECT_EQ(out.find('^') - out.rfind('\n', out.find('^')) - 1, mark);

  Diagnostics binary;
  const auto bytes = binary.AddSource("b", std::string("a\0\xFF\x1b[31m", 8));
  binary.Error(At(bytes, 1, 2), "m");
  EXPECT_EQ(binary.Render(Severity::kError), "b:1:2: error: m\n  a???[31m\n   ^\n");
}

TEST(DiagnosticsTest, SeveritiesAreApart) {
  Diagnostics diagnostics;
  diagnostics.Ignored({}, "option 'x'");
  diagnostics.Warning({}, "careful", "like so");
  EXPECT_FALSE(diagnostics.has_errors());
  EXPECT_EQ(diagnostics.Render(Severity::kIgnored), "ignored: option 'x'\n");
  EXPECT_EQ(diagnostics.Render(Severity::kWarning), "warning: careful\n  like so\n");
  EXPECT_EQ(diagnostics.Render(Severity::kError), "");
}

TEST(Diagnostics, PlaceCountsCodePointsAndNoByteOrderMark) {
  Diagnostics diagnostics;
  const std::int32_t source = diagnostics.AddSource("a.dart",
                                                    "\xEF\xBB\xBF"
                                                    "\xC3\xA9x\n\xC3\xA9y");
  const Diagnostics::Place x = diagnostics.PlaceOf({source, 5, 6});
  EXPECT_EQ(x.line, 1U);
  EXPECT_EQ(x.column, 2U);  // e acute is one code point, the mark is none
  const Diagnostics::Place y = diagnostics.PlaceOf({source, 9, 10});
  EXPECT_EQ(y.line, 2U);
  EXPECT_EQ(y.column, 2U);
}

}  // namespace
}  // namespace causeway
