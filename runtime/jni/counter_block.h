// The counters of a Vm while they are switched on. Relaxed: they are sums, they order nothing.
#pragma once

#include <atomic>
#include <cstdint>

#include "causeway/counters.h"

namespace causeway::generated {

struct CounterBlock {
  using Cell = std::atomic<std::uint64_t>;
  Cell up_calls{0};
  Cell down_calls{0};
  Cell other_crossings{0};
  Cell jni_operations{0};
  Cell upward_others{0};
  Cell bytes_to_java{0};
  Cell bytes_from_java{0};
  Cell local_references{0};
  Cell global_references{0};
  Cell weak_references{0};
  Cell threads_attached{0};

  static void Add(Cell& cell, std::uint64_t n = 1) { cell.fetch_add(n, std::memory_order_relaxed); }
  Counters Read() const;
};

}  // namespace causeway::generated
