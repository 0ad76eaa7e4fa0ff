#include "runtime/peers/lookup_counts.h"

#include <iterator>

#include "runtime/jni/counter_rows.h"

namespace causeway {
namespace {

struct Row {
  const char* name;
  std::uint64_t PeerCounters::* member;
};

constexpr Row kRows[] = {
#define CAUSEWAY_ROW(name) {#name, &PeerCounters::name}
    CAUSEWAY_ROW(by_object),
    CAUSEWAY_ROW(by_hash),
    CAUSEWAY_ROW(by_handle),
    CAUSEWAY_ROW(first_guess_right),
    CAUSEWAY_ROW(second_guess_right),
    CAUSEWAY_ROW(from_table),
    CAUSEWAY_ROW(missed),
    CAUSEWAY_ROW(guesses_wrong),
    CAUSEWAY_ROW(runs),
    CAUSEWAY_ROW(same_calls),
    CAUSEWAY_ROW(hash_calls),
    CAUSEWAY_ROW(candidates),
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

void peers::LookupCounts::AddTo(PeerCounters& sum) const {
  for (std::size_t i = 0; i < kCells; ++i) {
    sum.*kRows[i].member += cells_[i].load(std::memory_order_relaxed);
  }
}

}  // namespace causeway
