// Samples of all rows, interleaved: each round takes one sample of each row in an order shuffled
// anew, so that what disturbs the machine disturbs all rows alike. A sample is so many calls that
// it lasts Options::sample_ns. Before that each row runs until the JIT compiler has had reason to
// compile it, then all of them until the JVM's total compilation time stands still.
//
// Allocations are counted apart, in calls that are not timed.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/probe/rows.h"

namespace causeway::probe {

struct Options {
  int samples = 100;
  double sample_ns = 100'000;
  double warm_up_ns = 3e8;  // at most, of a row
  std::int64_t warm_up_calls = 20'000;
};

struct Measured {
  std::int64_t calls = 1;      // of a sample
  std::vector<double> ns;      // per call, by round
  double cpp_allocations = 0;  // per call
  double cpp_bytes = 0;
  double java_bytes = -1;  // -1: this JVM does not tell
};

struct Result {
  std::vector<Measured> rows;
  bool settled = true;  // the JIT compiler was idle while sampling
};

Result Sample(const Jvm& jvm, const Rows& rows, const Options& options);

}  // namespace causeway::probe
