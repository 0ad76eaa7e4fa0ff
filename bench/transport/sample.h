// Interleaved sampling of the variants of one row, and what may be said of the samples.
//
// All variants of a row run in one process, one sample of each per round, in an order that is
// shuffled anew in each round: what disturbs the machine disturbs all of them alike. A sample is so
// many calls that it lasts at least Options::sample_ns. A ratio is the median of the rounds' ratios
// (paired), its 95 % interval the two order statistics that enclose the median of a binomial(n,
// 1/2) with that confidence: no assumption about the distribution is needed. Before that, each
// variant runs until the JIT compiler has had reason to compile it (counts of calls, see WarmUp)
// and until the JVM's total compilation time has stopped growing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace causeway::bench {

enum class Role {
  kGenerated,  // the product
  kGraph,      // object graph with cached IDs, in the style that the requirement means
  kOther,      // another comparator
  kChannel,    // the channel with the product's codec
  kFloor,      // what cannot be beaten: a bare call, copy and call
  kPart,       // a part of the generated call, for "where the time goes"
};

struct Variant {
  std::string name;
  Role role = Role::kOther;
  std::function<void(std::int64_t calls)> run;
  // Throws or aborts if the variant does not move the right value; runs before it is timed.
  std::function<void()> check;
};

struct Row {
  std::string name;       // "list of records N=100"
  std::string direction;  // "W", "R", "echo", "down W"…
  std::string note;
  std::size_t bytes = 0;  // encoded size of what crosses
  // The requirement: at least this many times faster than Role::kGraph (0: none), or with a slack:
  // at most `must_slack_ns` slower than the graph or the floor.
  double must = 0;
  double aim = 0;
  double must_slack_ns = -1;
  std::vector<Variant> variants;
};

struct Options {
  int samples = 200;
  double sample_ns = 50'000;
  double warm_up_ns = 1.5e9;  // at most, per variant
  std::int64_t warm_up_calls = 15'000;
  std::int64_t minimum_warm_up_calls = 800;
  // The JVM's total compilation time in ms, or nothing.
  std::function<std::int64_t()> compilation_ms;
};

struct Interval {
  double middle = 0;
  double low = 0;
  double high = 0;
};

struct Measured {
  std::string name;
  Role role = Role::kOther;
  std::vector<double> ns;  // per call, by round
  double minimum = 0;
  double median = 0;
  Interval ratio;  // to the generated variant: above 1 = the generated one is faster
};

struct Result {
  Row row;  // without functions
  std::vector<Measured> variants;
  bool settled = true;  // the JIT compiler was idle while sampling

  const Measured* Find(Role role) const;  // the fastest of that role, by median
  const Measured* Find(const std::string& name) const;
};

Result Sample(const Row& row, const Options& options);

double Median(std::vector<double> values);
Interval MedianInterval(std::vector<double> values);

}  // namespace causeway::bench
