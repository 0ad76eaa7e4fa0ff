#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "stats/verdict.h"

namespace causeway::ab {

// Does this machine, with this program, find a delay that is known, and none where there is none?
struct SelfTestOptions {
  std::vector<std::string> sleeper;  // a command that sleeps for the milliseconds that follow it
  double base_ms = 20;
  double delay_ms = 5;
  int blocks = 16;
  int per_block = 4;
  std::uint64_t seed = 1;
};

struct SelfTestReport {
  stats::Verdict with_delay;  // in ms
  stats::Verdict without;
  bool found = false;  // a difference, and its interval or half of the delay reaches the truth
  bool quiet = false;
};

Result<SelfTestReport> RunSelfTest(const SelfTestOptions& options,
                                   const std::function<void(int done, int of, double)>& progress);

// A table for a person, with what to do if it failed.
std::string Describe(const SelfTestOptions& options, const SelfTestReport& report);

}  // namespace causeway::ab
