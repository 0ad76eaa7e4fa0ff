#include "causeway/counters.h"

#include <iterator>

#include "runtime/jni/counter_block.h"
#include "runtime/jni/counter_rows.h"

namespace causeway {
namespace {

using Cell = generated::CounterBlock::Cell generated::CounterBlock::*;

#define CAUSEWAY_ROWS(F)                                                               \
  F(up_calls)                                                                          \
  F(down_calls) F(other_crossings) F(jni_operations) F(upward_others) F(bytes_to_java) \
      F(bytes_from_java) F(local_references) F(global_references) F(weak_references)   \
          F(threads_attached)
constexpr generated::CounterRow<Counters> kNames[] = {
#define CAUSEWAY_ROW(name) {#name, &Counters::name},
    CAUSEWAY_ROWS(CAUSEWAY_ROW)
#undef CAUSEWAY_ROW
};
constexpr Cell kCells[] = {
#define CAUSEWAY_ROW(name) &generated::CounterBlock::name,
    CAUSEWAY_ROWS(CAUSEWAY_ROW)
#undef CAUSEWAY_ROW
};
#undef CAUSEWAY_ROWS
static_assert(std::size(kNames) * sizeof(std::uint64_t) == sizeof(Counters));

}  // namespace

std::string ToJson(const Counters& counters) {
  return generated::RowsToJson<Counters>(kNames, counters);
}

Counters operator-(const Counters& later, const Counters& earlier) {
  return generated::RowsMinus<Counters>(kNames, later, earlier);
}

Counters generated::CounterBlock::Read() const {
  Counters counters;
  for (std::size_t i = 0; i < std::size(kCells); ++i) {
    counters.*kNames[i].member = (this->*kCells[i]).load(std::memory_order_relaxed);
  }
  return counters;
}

}  // namespace causeway
