#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/verbs.h"

namespace {

int ReportBug(const char* what) {
  fmt::print(stderr,
             "causeway: this is a bug: {}\n"
             "Please report it with the command line and its input.\n",
             what);
  return causeway::cli::kBug;
}

}  // namespace

int main(int argc, char** argv) {
  // Nothing in src/ throws; the standard library (out of memory) and libraries may.
  try {
    const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
    const int code = causeway::cli::RunCommand(args);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      fmt::print(stderr, "causeway: standard output cannot be written\n");
      return causeway::cli::kBadInput;
    }
    return code;
  } catch (const std::exception& error) {
    return ReportBug(error.what());
  } catch (...) {
    return ReportBug("an exception of unknown type");
  }
}
