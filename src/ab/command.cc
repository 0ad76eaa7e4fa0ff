#include "ab/command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace causeway::ab {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Result<std::vector<std::string>> SplitCommand(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  std::size_t quote_at = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'') {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (quote == '"') {
      if (c == quote) {
        quote = 0;
      } else if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
        word += text[++i];
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      quote_at = i;
      in_word = true;
    } else if (c == '\\') {
      if (i + 1 == text.size()) {
        return Fail(Error::Code::kUsage,
                    fmt::format("the command ends with a backslash: {}", text));
      }
      word += text[++i];
      in_word = true;
    } else if (IsBlank(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) {
    return Fail(Error::Code::kUsage, fmt::format("the quote {} at character {} has no end: {}",
                                                 quote, quote_at + 1, text));
  }
  if (in_word) words.push_back(std::move(word));
  if (words.empty()) return Fail(Error::Code::kUsage, "the command is empty");
  return words;
}

std::vector<std::string_view> PlaceholdersIn(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t open = text.find('{'); open != std::string_view::npos;
       open = text.find('{', open + 1)) {
    std::size_t end = open + 1;
    while (end < text.size() && (IsAsciiLetter(text[end]) || text[end] == '_')) ++end;
    if (end == open + 1 || end == text.size() || text[end] != '}') continue;
    const bool variable = open > 0 && text[open - 1] == '$';  // ${HOME}
    if (!variable) found.push_back(text.substr(open, end + 1 - open));
  }
  return found;
}

bool IsPlaceholder(std::string_view text) {
  return std::ranges::find(kPlaceholders, text) != kPlaceholders.end();
}

bool MeansShell(std::string_view word) {
  static constexpr std::array<std::string_view, 9> kOperators = {"|", "||", "&", "&&",  ";",
                                                                 ">", ">>", "<", "2>&1"};
  return std::ranges::find(kOperators, word) != kOperators.end() || word.starts_with("$(");
}

std::vector<std::pair<std::string, std::string>> CommandContext::Environment() const {
  return {{"CAUSEWAY_AB_ARM", arm},
          {"CAUSEWAY_AB_ARTIFACT", artifact},
          {"CAUSEWAY_AB_PASS", std::to_string(pass)},
          {"CAUSEWAY_AB_BLOCK", std::to_string(block)},
          {"CAUSEWAY_AB_KIND", kind}};
}

std::vector<std::string> WordsOf(std::string_view text, bool shell, const CommandContext& context) {
  if (shell) return {"/bin/sh", "-c", std::string(text)};
  Result<std::vector<std::string>> words = SplitCommand(text);
  if (!words) return {};
  for (std::string& word : *words) {
    ReplaceAll(word, "{arm}", context.arm);
    ReplaceAll(word, "{artifact}", context.artifact);
    ReplaceAll(word, "{pass}", std::to_string(context.pass));
    ReplaceAll(word, "{block}", std::to_string(context.block));
    ReplaceAll(word, "{kind}", context.kind);
  }
  return std::move(*words);
}

}  // namespace causeway::ab
