#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace causeway::ab {

// A command line taken apart without a shell. Blanks separate words; '…' keeps everything as it is;
// "…" keeps everything but \" and \\; outside of quotes a backslash keeps the next character.
// Nothing is expanded: $, *, ~, | and > are characters like others. Errors are kUsage: a quote
// without its end, a backslash at the end, no word at all.
Result<std::vector<std::string>> SplitCommand(std::string_view text);

// What a command refers to: {arm}, {artifact}, {pass}, {block}, {kind}. In words each is replaced
// by its value, after the split, so that a blank in a path never makes two words. With a shell
// nothing is replaced; both ways the values are in the environment, CAUSEWAY_AB_ARM and so on.
struct CommandContext {
  std::string arm;
  std::string artifact;
  int pass = 0;
  int block = 0;
  std::string kind;  // "cold", "warmup", "measured"; empty where there is no launch

  std::vector<std::pair<std::string, std::string>> Environment() const;
};

inline constexpr std::array<std::string_view, 5> kPlaceholders = {"{arm}", "{artifact}", "{pass}",
                                                                  "{block}", "{kind}"};
// The parts of `text` that look like one: letters and _ in braces. They may be others' words.
std::vector<std::string_view> PlaceholdersIn(std::string_view text);
bool IsPlaceholder(std::string_view text);

// True for a word that a shell would act upon, such as "|", ">" or one that begins with "$(".
bool MeansShell(std::string_view word);

// The words to execute: through /bin/sh -c if `shell`. `text` has been split before without error.
std::vector<std::string> WordsOf(std::string_view text, bool shell, const CommandContext& context);

}  // namespace causeway::ab
