#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "stats/pairs.h"
#include "stats/schedule.h"

namespace causeway::stats {

// Distribution of a launch around its block, scaled to mean 0 and sd 1.
enum class Shape {
  kNormal,
  kSkewed,       // lognormal with log sd 0.75: a long right tail, as start-up times have
  kHeavyTailed,  // Student's t with 3 degrees of freedom
  kBimodal,      // two narrow humps, 70 : 30
};
std::string_view ToString(Shape shape);

// A machine that is known to the last digit, to try schedules and tests on.
struct RunModel {
  ScheduleKind design = ScheduleKind::kAbba;
  int arms = 2;
  int blocks = 8;  // of each arm in each pass
  int per_block = 12;
  int passes = 1;
  double base = 0;      // mean of arm 0
  double effect = 0;    // what each further arm adds
  double sd = 38;       // of launches within a block
  double block_sd = 0;  // normal, one draw a block
  double pass_sd = 0;   // normal, one draw for each pass and arm
  // Linear, from the beginning of the run to its end; a launch is in the middle of its slot.
  double drift = 0;
  Shape shape = Shape::kNormal;
};

// Launches in order, all in session 0. `replica` selects one of many runs of the same seed.
std::vector<Launch> GenerateRun(const RunModel& model, std::uint64_t seed,
                                std::uint64_t replica = 0);

}  // namespace causeway::stats
