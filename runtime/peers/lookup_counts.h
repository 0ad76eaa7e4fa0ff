// The counters of one thread. Written by that thread alone, read by others.
#pragma once

#include <atomic>
#include <cstdint>

#include "causeway/peer_counters.h"

namespace causeway::peers {

using PeerCounter = std::uint64_t PeerCounters::*;

class LookupCounts {
 public:
  // Of how many lookups one is timed.
  static constexpr std::uint32_t kSampling = 128;
  bool SampleNext() { return ++lookups_ % kSampling == 0; }

  void Add(PeerCounter counter, std::uint64_t n = 1) {
    std::atomic<std::uint64_t>& cell = CellOf(counter);
    cell.store(cell.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
  void AddTo(PeerCounters& sum) const;

 private:
  static constexpr std::size_t kCells = sizeof(PeerCounters) / sizeof(std::uint64_t);
  // Cells in the order of the members.
  std::atomic<std::uint64_t>& CellOf(PeerCounter counter) {
    static constexpr PeerCounters kLayout{};
    return cells_[static_cast<std::size_t>(&(kLayout.*counter) - &kLayout.by_object)];
  }
  std::atomic<std::uint64_t> cells_[kCells] = {};
  std::uint32_t lookups_ = 0;
};

// From sums of what threads counted to what is read: adds what follows from it (by_object,
// same_calls, hash_calls; by_held, of which only those that the hint did not find are counted), and
// takes out of sampled times what reading the clock adds to each, which is measured at the first
// call.
void Complete(PeerCounters& counters);

}  // namespace causeway::peers
