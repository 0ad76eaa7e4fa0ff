#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ab/metric.h"
#include "ab/session_file.h"
#include "base/result.h"
#include "stats/schedule.h"

namespace causeway::ab {

struct ArmOptions {
  std::string label;     // "a"
  std::string command;   // as typed
  std::string artifact;  // --artifact; may be empty
};

struct RunOptions {
  std::vector<ArmOptions> arms;  // at least two
  std::vector<std::string> metrics = {"wall"};
  std::string schedule = "abba";
  int blocks = 8;  // of each arm in each pass
  int per_block = 5;
  int passes = 2;
  int warmup = 1;
  std::uint64_t seed = 1;
  bool shell = false;
  std::string setup;          // before each block
  std::string prepare;        // before each launch
  double cooldown = 0;        // seconds before each block
  std::string until;          // polled before each block until it exits with 0
  double until_limit = 600;   // seconds
  std::string sample_env;     // after each launch; its first line is kept
  double timeout = 120;       // seconds for one launch
  double hook_timeout = 600;  // seconds for one set-up, prepare or sensor command
  int retry = 0;
  std::string session;  // may be empty: "s" and the time
  std::string save;     // may be empty
};

// One block of the plan, in the order of running; `pair` counts within the whole run.
using PlannedBlock = stats::ScheduledBlock;

struct Plan {
  RunOptions options;
  std::vector<ArmInfo> arms;  // words split, no artifact yet
  std::vector<Metric> metrics;
  std::vector<PlannedBlock> blocks;
  std::string hash;  // of everything that a resumed run must share

  int launches() const;  // cold, warm-up and measured
};

// Everything that can be said before a launch: words, patterns, metrics that this machine lacks,
// a program that does not exist. Launches nothing.
Result<Plan> MakePlan(const RunOptions& options);

// The plan as text for a person, `full` with the order of the blocks.
std::string DescribePlan(const Plan& plan, bool full);

std::string DescribeSeconds(double seconds);  // "about 4 min"

// What Run says while it works.
struct RunEvents {
  std::function<void(std::string_view)> say;  // a line for the report, such as the expected time
  std::function<void(int done, int of, double seconds_left)> progress;
  // The run ended, and `options.save` does not hold it: somebody deleted or replaced the file.
  std::function<void(const Error&)> lost;
};

// Carries the plan out and returns what was measured, the same as is in `options.save`. A signal
// (SIGINT, SIGTERM) ends it early with Finish::kInterrupted; a resumed run returns all of it.
Result<SessionFile> Run(const Plan& plan, const RunEvents& events);

}  // namespace causeway::ab
