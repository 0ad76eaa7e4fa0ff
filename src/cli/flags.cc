#include "cli/flags.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <vector>

#include "base/text.h"
#include "cli/exit_code.h"

namespace causeway::cli {
namespace {

std::string UnknownOption(const CLI::App& app, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known = {"--help"};
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
  }
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  const std::optional<std::string_view> closest = ClosestMatch(name, candidates);
  return closest ? fmt::format("unknown option {}; did you mean {}?", Quote(name), *closest)
                 : fmt::format("unknown option {}", Quote(name));
}

}  // namespace

int UsageError(std::string_view verb, std::string_view message) {
  if (verb.empty()) {
    fmt::print(stderr, "causeway: {}\n'causeway PATH --help' lists the options.\n", message);
  } else {
    fmt::print(stderr, "causeway {0}: {1}\n'causeway {0} --help' lists the options.\n", verb,
               message);
  }
  return kUsage;
}

bool ParseFlags(CLI::App& app, std::string_view verb, std::span<const std::string> args) {
  app.set_help_flag();  // answered before parsing
  app.allow_extras();   // reported here, with a suggestion
  // CLI11 takes the words last first.
  std::vector<std::string> reversed(args.rbegin(), args.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    UsageError(verb, fmt::format("{} takes exactly one value", what.substr(0, what.find(':'))));
    return false;
  } catch (const CLI::ParseError& error) {
    UsageError(verb, error.what());
    return false;
  }
  for (const std::string& word : app.remaining()) {
    if (word == "--") continue;
    UsageError(verb, UnknownOption(app, word));
    return false;
  }
  return true;
}

}  // namespace causeway::cli
