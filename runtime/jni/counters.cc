#include "causeway/counters.h"

#include "runtime/jni/counter_block.h"
#include "runtime/jni/counter_rows.h"

namespace causeway {
namespace {

struct Row {
  const char* name;
  std::uint64_t Counters::* member;
  generated::CounterBlock::Cell generated::CounterBlock::* cell;
};

constexpr Row kRows[] = {
#define CAUSEWAY_ROW(name) {#name, &Counters::name, &generated::CounterBlock::name}
    CAUSEWAY_ROW(up_calls),        CAUSEWAY_ROW(down_calls),       CAUSEWAY_ROW(other_crossings),
    CAUSEWAY_ROW(jni_operations),  CAUSEWAY_ROW(upward_others),    CAUSEWAY_ROW(bytes_to_java),
    CAUSEWAY_ROW(bytes_from_java), CAUSEWAY_ROW(local_references), CAUSEWAY_ROW(global_references),
    CAUSEWAY_ROW(weak_references), CAUSEWAY_ROW(threads_attached),
#undef CAUSEWAY_ROW
};
static_assert(std::size(kRows) * sizeof(std::uint64_t) == sizeof(Counters));

}  // namespace

std::string ToJson(const Counters& counters) { return generated::RowsToJson(kRows, counters); }

Counters operator-(const Counters& later, const Counters& earlier) {
  return generated::RowsMinus(kRows, later, earlier);
}

Counters generated::CounterBlock::Read() const {
  Counters counters;
  for (const Row& row : kRows) {
    counters.*row.member = (this->*row.cell).load(std::memory_order_relaxed);
  }
  return counters;
}

}  // namespace causeway
