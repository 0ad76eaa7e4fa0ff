#include "gen/printer.h"

#include <gtest/gtest.h>

namespace causeway::gen {
namespace {

TEST(PrinterTest, IndentsBlocksAndLeavesEmptyLinesEmpty) {
  Printer printer;
  printer.Open("class {}", "Foo");
  printer.Blank();  // nothing: the block has just begun
  printer.Line("int {};", "x");
  printer.Blank();
  printer.Blank();
  printer.Raw("if (a) {}\n\nb();");
  printer.Blank();
  printer.Close(";");
  EXPECT_EQ(printer.text(), "class Foo {\n  int x;\n\n  if (a) {}\n\n  b();\n};\n");
}

TEST(PrinterTest, CloseCanOpenTheNextBlock) {
  Printer printer(4);
  printer.Open("if (a)");
  printer.Line("b();");
  printer.Close(" else {");
  printer.Line("c();");
  printer.Close();
  EXPECT_EQ(printer.text(), "if (a) {\n    b();\n} else {\n    c();\n}\n");
}

TEST(PrinterTest, ListsFitOrAreFilledAndContinued) {
  Printer printer;
  PrintList(printer, "void F(", {"int a", "int b"}, ");");
  PrintList(printer, "void G(", {}, ");");
  const std::string wide(40, 'x');
  PrintList(printer, "void H(", {wide, wide, wide}, ");");
  EXPECT_EQ(printer.text(), "void F(int a, int b);\nvoid G();\nvoid H(\n    " + wide + ", " + wide +
                                ",\n    " + wide + ");\n");
}

TEST(PrinterTest, FillsALineToExactlyOneHundredColumns) {
  Printer printer;
  printer.Indent();
  PrintList(printer, "f(", {std::string(94, 'x')}, ");");  // 2 + 2 + 94 + 2 = 100
  PrintList(printer, "f(", {std::string(95, 'x')}, ");");
  EXPECT_EQ(printer.text(),
            "  f(" + std::string(94, 'x') + ");\n  f(\n      " + std::string(95, 'x') + ");\n");
}

std::string Statement(std::string_view text) {
  Printer printer;
  PrintStatement(printer, text);
  return printer.Take();
}

TEST(PrinterTest, LongStatementsBreakWhereAReaderWouldBreakThem) {
  const std::string a(60, 'a');
  const std::string b(60, 'b');
  EXPECT_EQ(Statement("f(x);"), "f(x);\n");
  EXPECT_EQ(Statement(a + " = " + b + "(1, 2);"), a + " =\n    " + b + "(1, 2);\n");
  EXPECT_EQ(Statement("x ? " + a + "(1) : " + b + "(2);"),
            "x\n    ? " + a + "(1)\n    : " + b + "(2);\n");
  EXPECT_EQ(Statement("f(" + a + ", g(1, 2), \"" + b + ", (\");"),
            "f(\n    " + a + ", g(1, 2),\n    \"" + b + ", (\");\n");
  EXPECT_EQ(Statement(a + b + ";"), a + b + ";\n");
}

}  // namespace
}  // namespace causeway::gen
