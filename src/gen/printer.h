#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::gen {

// Collects generated source text line by line and owns the indentation, so that emitters are
// whole-line templates:
//
//   printer.Open("class {}", name);      // class Foo {
//   printer.Line("int {};", field);      //   int x;
//   printer.Close(";");                  // };
//
// An empty line is never indented, and two Blank() calls in a row give one empty line.
class Printer {
 public:
  explicit Printer(int indent_width = 2) : indent_width_(indent_width) {}

  // One formatted line; a text with line breaks gives several, each indented.
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    Raw(fmt::format(format, std::forward<Args>(args)...));
  }

  // As Line, but `text` is not a format: braces stand for themselves.
  void Raw(std::string_view text);

  // An empty line, unless the last line is empty, opens a block or does not exist.
  void Blank();

  // The formatted line with " {" behind it; what follows is indented until Close.
  template <typename... Args>
  void Open(fmt::format_string<Args...> format, Args&&... args) {
    Raw(fmt::format(format, std::forward<Args>(args)...) + " {");
    Indent();
  }

  // "}" and `suffix` (";", " else {"…): ends what Open began. A suffix that ends with "{" opens
  // the next block.
  void Close(std::string_view suffix = {});

  void Indent() { ++depth_; }
  void Outdent() { --depth_; }

  // The columns that are left for text on a line of the given width.
  int Room(int line_width = 100) const { return line_width - depth_ * indent_width_; }

  const std::string& text() const { return text_; }
  std::string Take() { return std::move(text_); }

 private:
  int indent_width_;
  int depth_ = 0;
  std::string text_;
};

// `head` + the items joined by ", " + `tail` on one line if it fits into the printer's room; else
// `head` on a line of its own and the items below it, lines filled, four spaces deeper.
void PrintList(Printer& printer, std::string_view head, const std::vector<std::string>& items,
               std::string_view tail);

// A statement in C++ or Java, broken where it is too long for one line: behind an assignment, at a
// conditional's branches, or at the commas of its last call.
void PrintStatement(Printer& printer, std::string_view statement);

}  // namespace causeway::gen
