// Who is inside which implementation: hazard pointers with an asymmetric barrier.
//
// A down-call must find its implementation without a lock and keep it alive until it returns, while
// any thread may unregister it. Entering, the reader publishes the pointer in an entry of its
// thread's record and then reads the slot again; leaving, it clears the entry and then looks
// whether something was retired meanwhile. Retiring, the writer first takes the pointer out of the
// slot, then reads all entries. Each side stores before it loads: barrier.h.
//
//   reader: entry = p (release)   | barrier | p == slot?      writer: slot = q      | barrier |
//   entries reader: entry = 0 (release)   | barrier | retired?        writer: retired = 1   |
//   barrier | entries
//
// If the writer does not see p in an entry, the reader will see that the slot has changed (first
// row) or that something was retired (second row): nothing is used after its end, nothing is
// forgotten. The release store of 0 and the writer's acquire load order the call before the
// destructor.
//
// The same barrier tells whether a thread is inside any call at all (lifecycle.cc): its depth,
// which calls in both directions raise, is published like an entry.
//
// Records and chunks are never freed, only reused, so that a writer may walk them at any time.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

#include "runtime/jni/barrier.h"

namespace causeway::generated {

using HazardEntry = std::atomic<const void*>;

struct HazardChunk {
  static constexpr int kEntries = 8;
  HazardEntry entries[kEntries] = {};
  std::atomic<HazardChunk*> next{nullptr};
};

class HazardRecord {
 public:
  // A record for the calling thread, which calls on behalf of `owner`; Release() it when the thread
  // ends.
  static HazardRecord& Acquire(const void* owner = nullptr);
  void Release() noexcept { in_use_.store(false, std::memory_order_release); }

  // Entries are used in stack order.
  HazardEntry& Push() {
    const int depth = depth_.load(std::memory_order_relaxed);
    depth_.store(depth + 1, std::memory_order_relaxed);
    if (depth < HazardChunk::kEntries) [[likely]] {
      return first_.entries[depth];
    }
    return PushDeep(depth);
  }
  void Pop() noexcept {
    depth_.store(depth_.load(std::memory_order_relaxed) - 1, std::memory_order_release);
  }

  // How many calls the thread is inside of. A call that needs no entry raises it by one, then
  // LightBarrier(), and puts the old value back with a release store.
  std::atomic<int>& depth() noexcept { return depth_; }

  // Every pointer that some thread has published. After HeavyBarrier().
  static std::vector<const void*> Published();
  // Waits (by calling `wait`) until each thread has been seen outside of calls on behalf of `owner`
  // once, which suffices where calls that begin now do nothing. After HeavyBarrier(). The calls
  // that have ended are ordered before the return.
  static void AwaitOutside(const void* owner, const std::function<void()>& wait);

 private:
  HazardEntry& PushDeep(int depth);

  HazardChunk first_;
  std::atomic<int> depth_{0};
  std::atomic<const void*> owner_{nullptr};
  std::atomic<bool> in_use_{true};
  HazardRecord* next_ = nullptr;
};

}  // namespace causeway::generated
