#include "gen/printer.h"

namespace causeway::gen {
namespace {

// Operators have spaces around them, brackets of templates do not.
bool OpensTemplate(std::string_view text, std::size_t i) {
  return text[i] == '<' && i > 0 && text[i - 1] != ' ' && text[i - 1] != '<';
}
bool ClosesTemplate(std::string_view text, std::size_t i) {
  return text[i] == '>' && i > 0 && text[i - 1] != ' ' && text[i - 1] != '-';
}

// Where `token` stands outside of strings and brackets, or npos.
std::size_t FindOutside(std::string_view text, std::string_view token) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i) {
        i += text[i] == '\\' ? 1 : 0;
      }
    } else if (depth == 0 && text.substr(i).starts_with(token)) {
      return i;
    } else if (c == '(' || c == '{' || c == '[' || OpensTemplate(text, i)) {
      ++depth;
    } else if (c == ')' || c == '}' || c == ']' || ClosesTemplate(text, i)) {
      --depth;
    }
  }
  return std::string_view::npos;
}

std::vector<std::string> SplitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t comma = FindOutside(text, ", "); comma != std::string_view::npos;
       comma = FindOutside(text, ", ")) {
    parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(comma + 2);
  }
  parts.emplace_back(text);
  return parts;
}

}  // namespace

void Printer::Raw(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (!line.empty()) {
      text_.append(static_cast<std::size_t>(depth_) * static_cast<std::size_t>(indent_width_), ' ');
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

void PrintStatement(Printer& printer, std::string_view statement) {
  constexpr std::size_t kNone = std::string_view::npos;
  if (statement.size() <= static_cast<std::size_t>(printer.Room())) {
    printer.Raw(statement);
    return;
  }
  if (const std::size_t assignment = FindOutside(statement, " = "); assignment != kNone) {
    printer.Raw(statement.substr(0, assignment + 2));
    printer.Indent();
    printer.Indent();
    PrintStatement(printer, statement.substr(assignment + 3));
    printer.Outdent();
    printer.Outdent();
    return;
  }
  const std::size_t condition = FindOutside(statement, " ? ");
  const std::size_t otherwise = FindOutside(statement, " : ");
  if (condition != kNone && otherwise != kNone) {
    printer.Raw(statement.substr(0, condition));
    printer.Indent();
    printer.Indent();
    PrintStatement(printer, statement.substr(condition + 1, otherwise - condition - 1));
    PrintStatement(printer, statement.substr(otherwise + 1));
    printer.Outdent();
    printer.Outdent();
    return;
  }
  if (const std::size_t plus = FindOutside(statement, " + "); plus != kNone) {
    printer.Raw(statement.substr(0, plus + 2));
    PrintStatement(printer, statement.substr(plus + 3));
    return;
  }
  const std::size_t open = statement.find('(');
  const std::size_t close = statement.rfind(')');
  if (open != kNone && close != kNone && close > open + 1) {
    const std::vector<std::string> arguments =
        SplitAtCommas(statement.substr(open + 1, close - open - 1));
    if (arguments.size() > 1) {
      PrintList(printer, statement.substr(0, open + 1), arguments, statement.substr(close));
      return;
    }
    printer.Raw(statement.substr(0, open + 1));
    printer.Indent();
    printer.Indent();
    PrintStatement(printer, statement.substr(open + 1));
    printer.Outdent();
    printer.Outdent();
    return;
  }
  printer.Raw(statement);
}

}  // namespace causeway::gen
