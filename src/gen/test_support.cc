#include "gen/test_support.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace causeway::gen {

std::vector<std::string> Loaded::Errors() const {
  std::vector<std::string> out;
  // An item is rendered as its head, the source line, the caret and perhaps a suggestion.
  int line_of_item = 0;
  for (const std::string& line : SplitLines(AllErrors())) {
    const std::size_t label = line.find(": error: ");
    if (label != std::string::npos && !line.starts_with("  ")) {
      const std::string head = line.substr(0, label);
      out.push_back(head.substr(head.find(':') + 1) + ": " + line.substr(label + 9));
      line_of_item = 0;
    } else if (++line_of_item == 3) {
      out.back() += " | " + line.substr(2);
    }
  }
  return out;
}

std::vector<std::string> Loaded::Ignored() const {
  std::vector<std::pair<std::uint32_t, std::string>> found;
  for (const Diagnostics::Item& item : diagnostics->items()) {
    if (item.severity == Diagnostics::Severity::kIgnored) {
      found.emplace_back(item.range.begin, item.message);
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> out;
  for (auto& [at, message] : found) out.push_back(std::move(message));
  return out;
}

Loaded LoadAll(const std::map<std::string, std::string>& files,
               const std::vector<std::string>& inputs) {
  Loaded loaded;
  std::vector<SourceFile> sources;
  for (const std::string& path : inputs) sources.push_back({path, files.at(path)});
  loaded.program = Load(
      sources,
      [&files](std::string_view path) -> Result<std::string> {
        const auto at = files.find(std::string(path));
        if (at == files.end()) return Fail(Error::Code::kIo, "no such file");
        return at->second;
      },
      *loaded.diagnostics);
  return loaded;
}

Loaded LoadText(std::string_view text) {
  return LoadAll({{"a.dart", std::string(text)}}, {"a.dart"});
}

void ExpectErrors(const ErrorCase& error_case) {
  std::string source;
  std::vector<std::string> expected;
  int line = 1;
  int column = 1;
  for (const char* at = error_case.source; *at != '\0'; ++at) {
    if (*at == '^') {
      const std::size_t next = expected.size();
      expected.push_back(fmt::format(
          "{}:{}: {}", line, column,
          next < error_case.errors.size() ? error_case.errors[next] : "(no text for this mark)"));
      continue;
    }
    source += *at;
    if (*at == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(*at) & 0xC0) != 0x80) {  // columns are code points
      ++column;
    }
  }
  EXPECT_EQ(expected.size(), error_case.errors.size()) << error_case.source;
  std::string expected_text;
  for (const std::string& error : expected) expected_text += error + "\n";
  std::string actual_text;
  for (const std::string& error : LoadText(source).Errors()) actual_text += error + "\n";
  EXPECT_EQ(expected_text, actual_text) << "in:\n" << error_case.source;
}

}  // namespace causeway::gen
