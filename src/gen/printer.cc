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
  const std::string one_line = fmt::format("{}{}{}", head, fmt::join(items, ", "), tail);
  if (items.empty() || one_line.size() <= static_cast<std::size_t>(printer.Room())) {
    printer.Raw(one_line);
    return;
  }
  printer.Raw(head);
  const std::size_t room = static_cast<std::size_t>(printer.Room() - 4);
  std::string line;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = fmt::format("{}{}", items[i], i + 1 == items.size() ? tail : ",");
    if (!line.empty() && line.size() + 1 + item.size() > room) {
      printer.Raw("    " + line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + item;
  }
  printer.Raw("    " + line);
}

}  // namespace causeway::gen
