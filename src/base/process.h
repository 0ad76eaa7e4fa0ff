#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace causeway {

// What becomes of an output stream of a child.
enum class Output {
  kNull,     // /dev/null
  kCapture,  // kept up to ProcessOptions::capture_limit; the rest is read, counted and dropped
  kInherit,  // ours
};

struct ProcessOptions {
  std::vector<std::string> words;  // program (looked up in PATH) and its arguments; not empty
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  Output standard_output = Output::kNull;
  Output standard_error = Output::kCapture;
  std::size_t capture_limit = std::size_t{16} << 20;  // bytes of each stream
  double timeout = 0;  // seconds until the group gets SIGTERM; 0: none
  double grace = 2;    // seconds from there to SIGKILL
  // Readable when the child should be stopped the same way (StopSignals::fd); -1: never.
  int stop_fd = -1;
  bool count_instructions = false;  // user mode, of the child and all its descendants
  // When it has ended, end all its descendants that still run, daemons included; otherwise only
  // those of its process group.
  bool end_descendants = false;
};

struct ProcessResult {
  int exit_code = 0;  // if signal is 0
  int signal = 0;
  bool timed_out = false;
  bool stopped = false;  // because of stop_fd
  // Processes of its group (end_descendants: any) outlived it and were killed, or others held its
  // output.
  bool left_others = false;
  int ended = 0;       // how many were killed; with end_descendants only
  double wall = 0;     // seconds from just before exec to its exit
  double cpu = 0;      // seconds, user and system, of it and the descendants it waited for
  double max_rss = 0;  // bytes, of the largest one of them
  std::optional<double> instructions;
  std::string output;                // of standard output
  std::string error_output;          // of standard error
  std::uint64_t output_dropped = 0;  // bytes of both beyond the limit

  bool ok() const { return signal == 0 && exit_code == 0 && !timed_out && !stopped; }
};

// Runs a program to its end with no input, in a process group of its own, no signal blocked. An
// error means that it did not run at all (kBadInput: no such program; kIo: the system refused).
Result<ProcessResult> RunProcess(const ProcessOptions& options);

// The file that `program` means: itself if it holds a slash, else the first executable in PATH.
std::optional<std::string> FindProgram(const std::string& program);

// Whether count_instructions works here; an error says what to do.
Result<void> CanCountInstructions();

// While one exists, the first SIGINT, SIGTERM or SIGHUP makes fd() readable instead of ending us,
// and the second kills the child that runs and ends us at once. At most one at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int fd() const;
  bool requested() const;
  int signal() const;  // which one; 0 before
};

// Sleeps; true if it was cut short because `stop_fd` became readable.
bool SleepUnlessStopped(double seconds, int stop_fd);

double MonotonicSeconds();

}  // namespace causeway
