#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/verbs.h"

namespace {

// Whoever starts us with a standard stream closed does not want it. Left closed, the next file that
// is opened would take its number, and what is printed would go into that file.
void OpenStandardStreams() {
  int fd = -1;
  do {
    fd = ::open("/dev/null", O_RDWR);
  } while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0) ::close(fd);
}

// In here only what cannot throw itself: standard error may be full.
int ReportException(const char* what) {
  if (std::ferror(stdout) != 0 || std::ferror(stderr) != 0) {
    std::fputs("causeway: standard output or error cannot be written\n", stderr);
    return causeway::cli::kBadInput;
  }
  std::fprintf(stderr,
               "causeway: this is a bug: %s\n"
               "Please report it with the command line and its input.\n",
               what);
  return causeway::cli::kBug;
}

}  // namespace

int main(int argc, char** argv) {
  OpenStandardStreams();
  // Nothing in src/ throws; the standard library (out of memory) and libraries may.
  try {
    const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
    const int code = causeway::cli::RunCommand(args);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      std::fputs("causeway: standard output cannot be written\n", stderr);
      return causeway::cli::kBadInput;
    }
    return code;
  } catch (const std::bad_alloc&) {
    std::fputs("causeway: out of memory\n", stderr);
    return causeway::cli::kBadInput;
  } catch (const std::exception& error) {
    return ReportException(error.what());
  } catch (...) {
    return ReportException("an exception of unknown type");
  }
}
