// The memory that handles stand for: one slot a registered peer, never freed and never moved.
//
// A slot is found by index without a lock: chunks double in size, so the index's highest bit
// selects the chunk. `generation` is even while the slot is free and odd while it is taken, and
// grows at each change, so a handle (which holds an odd one) matches only during the use that it
// was given out in. After 2^31 uses a slot is left unused for ever rather than repeat a generation.
//
// A slot that is given back may be seen by readers until their sections end; it is reused only then
// (RegistryCore retires it).
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "runtime/peers/handle.h"
#include "runtime/peers/waits.h"

namespace causeway {
class Peer;
}

namespace causeway::peers {

template <class Ref>
struct alignas(64) Slot {  // a lookup touches one line of it
  std::atomic<std::uint32_t> generation{0};
  std::uint32_t hash = 0;
  std::uint32_t index = 0;
  bool replaceable = false;
  // Written before the slot is published in the table, read inside a Section. A reference to the
  // Java half that lookups compare with: the strong one, or, in a round of the bridge, the weak.
  std::atomic<Ref> handle{};
  std::atomic<Peer*> peer{nullptr};
  // The peer's word tells which of the strong ones counts; the other is free.
  mutable std::atomic<Ref> strong[2] = {};
  std::atomic<Ref> weak{};  // in a round

  Handle name() const { return Handle(index, generation.load(std::memory_order_acquire)); }
};

template <class Ref>
class Slots {
 public:
  using Slot = peers::Slot<Ref>;

  Slots() = default;
  ~Slots() {
    for (auto& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
  }
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  // The slot of an index that was given out.
  Slot& operator[](std::uint32_t index) const {
    const std::uint32_t place = index + kFirst;
    const int chunk = static_cast<int>(std::bit_width(place)) - kFirstBits;
    return chunks_[chunk].load(std::memory_order_acquire)[place - (kFirst << (chunk - 1))];
  }
  // The slot of a handle that may be anything, or null.
  Slot* Find(Handle handle) const {
    if (handle.index() >= size_.load(std::memory_order_acquire)) return nullptr;
    Slot& slot = (*this)[handle.index()];
    const bool taken = (handle.generation() & 1) != 0;
    return taken && slot.generation.load(std::memory_order_acquire) == handle.generation()
               ? &slot
               : nullptr;
  }

  // So many slots have ever been taken.
  std::uint32_t size() const { return size_.load(std::memory_order_acquire); }

  // A slot with a new, odd generation.
  Slot& Take() {
    const std::lock_guard lock(mutex_);
    std::uint32_t index = 0;
    if (!free_.empty()) {
      index = free_.back();
      free_.pop_back();
    } else {
      index = size_.load(std::memory_order_relaxed);
      const std::uint32_t place = index + kFirst;
      const int chunk = static_cast<int>(std::bit_width(place)) - kFirstBits;
      const std::uint32_t first = kFirst << (chunk - 1);
      if (place == first) chunks_[chunk].store(new Slot[first], std::memory_order_release);
      (*this)[index].index = index;
      size_.store(index + 1, std::memory_order_release);
    }
    Slot& slot = (*this)[index];
    slot.generation.fetch_add(1, std::memory_order_release);
    return slot;
  }
  // Handles of the slot are stale from now on.
  static void End(Slot& slot) { slot.generation.fetch_add(1, std::memory_order_release); }
  // An ended slot that no reader can see any more.
  void GiveBack(Slot& slot) {
    constexpr std::uint32_t kLast = 0xFFFFFFFE;
    if (slot.generation.load(std::memory_order_relaxed) == kLast) return;
    const std::lock_guard lock(mutex_);
    free_.push_back(slot.index);
  }

 private:
  static constexpr std::uint32_t kFirst = 64;
  static constexpr int kFirstBits = 6;

  mutable std::atomic<Slot*> chunks_[32 - kFirstBits + 1] = {};
  std::atomic<std::uint32_t> size_{0};
  Mutex mutex_;
  std::vector<std::uint32_t> free_;
};

}  // namespace causeway::peers
