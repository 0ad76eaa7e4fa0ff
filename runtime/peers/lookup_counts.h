// The counters of one thread. Written by that thread alone, read by others.
#pragma once

#include <atomic>
#include <cstdint>

#include "causeway/peer_counters.h"

namespace causeway::peers {

class LookupCounts {
 public:
  void Add(std::uint64_t PeerCounters::* counter, std::uint64_t n = 1) {
    std::atomic<std::uint64_t>& cell = CellOf(counter);
    cell.store(cell.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
  }
  void AddTo(PeerCounters& sum) const;

 private:
  static constexpr std::size_t kCells = sizeof(PeerCounters) / sizeof(std::uint64_t);
  // Cells in the order of the members.
  std::atomic<std::uint64_t>& CellOf(std::uint64_t PeerCounters::* counter) {
    static constexpr PeerCounters kLayout{};
    return cells_[static_cast<std::size_t>(&(kLayout.*counter) - &kLayout.by_object)];
  }
  std::atomic<std::uint64_t> cells_[kCells] = {};
};

}  // namespace causeway::peers
