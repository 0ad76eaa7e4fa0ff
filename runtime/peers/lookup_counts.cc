#include "runtime/peers/lookup_counts.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "runtime/jni/counter_rows.h"

namespace causeway {
namespace {

struct Row {
  const char* name;
  peers::PeerCounter member;
};

constexpr Row kRows[] = {
#define CAUSEWAY_ROW(name) {#name, &PeerCounters::name}
    CAUSEWAY_ROW(by_object),
    CAUSEWAY_ROW(by_hash),
    CAUSEWAY_ROW(by_handle),
    CAUSEWAY_ROW(by_held),
    CAUSEWAY_ROW(first_guess_right),
    CAUSEWAY_ROW(second_guess_right),
    CAUSEWAY_ROW(from_table),
    CAUSEWAY_ROW(missed),
    CAUSEWAY_ROW(hint_right),
    CAUSEWAY_ROW(guesses_wrong),
    CAUSEWAY_ROW(runs),
    CAUSEWAY_ROW(same_calls),
    CAUSEWAY_ROW(hash_calls),
    CAUSEWAY_ROW(same_sampled),
    CAUSEWAY_ROW(same_sampled_ns),
    CAUSEWAY_ROW(hash_sampled),
    CAUSEWAY_ROW(hash_sampled_ns),
    CAUSEWAY_ROW(candidates),
    CAUSEWAY_ROW(waits),
    CAUSEWAY_ROW(in_rounds),
    CAUSEWAY_ROW(rescued),
    CAUSEWAY_ROW(edges_read),
    CAUSEWAY_ROW(edges_stored),
    CAUSEWAY_ROW(weak_locked),
#undef CAUSEWAY_ROW
};
static_assert(std::size(kRows) * sizeof(std::uint64_t) == sizeof(PeerCounters));

}  // namespace

std::string ToJson(const PeerCounters& counters) { return generated::RowsToJson(kRows, counters); }

PeerCounters operator-(const PeerCounters& later, const PeerCounters& earlier) {
  return generated::RowsMinus(kRows, later, earlier);
}

void peers::Complete(PeerCounters& counters) {
  const std::uint64_t guessed = counters.first_guess_right + counters.second_guess_right;
  const std::uint64_t hashed = counters.from_table + counters.missed;
  counters.by_object = guessed + hashed;
  counters.hash_calls = hashed + counters.by_held;
  counters.by_held += counters.hint_right;
  counters.same_calls =
      guessed + counters.hint_right + counters.guesses_wrong + counters.candidates;
  static const std::uint64_t clock_ns = [] {
    using Clock = std::chrono::steady_clock;
    auto least = std::chrono::nanoseconds::max();
    for (int i = 0; i < 1000; ++i) {
      const auto begin = Clock::now();
      least = std::min<std::chrono::nanoseconds>(least, Clock::now() - begin);
    }
    return static_cast<std::uint64_t>(least.count());
  }();
  const auto subtract = [](std::uint64_t& ns, std::uint64_t sampled) {
    ns -= std::min(ns, sampled * clock_ns);
  };
  subtract(counters.same_sampled_ns, counters.same_sampled);
  subtract(counters.hash_sampled_ns, counters.hash_sampled);
}

void peers::LookupCounts::AddTo(PeerCounters& sum) const {
  for (std::size_t i = 0; i < kCells; ++i) {
    sum.*kRows[i].member += cells_[i].load(std::memory_order_relaxed);
  }
}

}  // namespace causeway
