#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::cli {

// One row of the command's table. `run` gets the words after the verb and returns the exit code.
struct Verb {
  std::string_view name;
  std::string_view summary;  // one line of `causeway --help`
  std::string_view help;     // `causeway VERB --help`, complete
  int (*run)(std::span<const std::string> args);
  // What `causeway VERB WORD… --help` prints; null: `help`.
  std::string (*help_for)(std::span<const std::string> args) = nullptr;
};

std::span<const Verb> Verbs();

// What `causeway --help` prints.
std::string HelpText();

// Carries out a whole command line (without the program's name) and returns the exit code.
int RunCommand(std::span<const std::string> args);

}  // namespace causeway::cli
