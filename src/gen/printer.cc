#include "gen/printer.h"

namespace causeway::gen {

void Printer::Raw(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) {
      text_.append(static_cast<std::size_t>(depth_ * indent_width_), ' ');
      text_.append(line);
    }
    text_.push_back('\n');
    if (end == std::string_view::npos) {
      return;
    }
    text.remove_prefix(end + 1);
  }
}

void Printer::Blank() {
  if (text_.empty() || text_.ends_with("\n\n") || text_.ends_with("{\n")) {
    return;
  }
  text_.push_back('\n');
}

void Printer::Close(std::string_view suffix) {
  Outdent();
  if (text_.ends_with("\n\n")) {
    text_.pop_back();  // no empty line before a closing brace
  }
  Raw(std::string("}").append(suffix));
  if (suffix.ends_with('{')) {
    Indent();
  }
}

void PrintList(Printer& printer, std::string_view head, const std::vector<std::string>& items,
               std::string_view tail) {
  std::string line(head);
  bool first_line = true;
  bool line_has_item = false;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool last = i + 1 == items.size();
    const std::string item = items[i] + std::string(last ? tail : std::string_view(","));
    const std::size_t room = static_cast<std::size_t>(printer.Room() - (first_line ? 0 : 4));
    const std::string_view gap = line_has_item ? " " : "";
    if (line.size() + gap.size() + item.size() > room && !line.empty()) {
      printer.Raw(first_line ? line : "    " + line);
      first_line = false;
      line = item;
    } else {
      line.append(gap).append(item);
    }
    line_has_item = true;
  }
  if (items.empty()) {
    line.append(tail);
  }
  printer.Raw(first_line ? line : "    " + line);
}

}  // namespace causeway::gen
