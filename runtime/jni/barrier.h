// A StoreLoad barrier between many readers and a rare writer, paid by the writer.
//
// Each side stores before it loads what the other one stored, so each needs the barrier, and the
// reader's would cost more than what it protects. So the writer executes it for all threads
// (membarrier(2), PRIVATE_EXPEDITED) and the reader keeps only a compiler barrier. Where the kernel
// refuses membarrier, readers fall back to a seq_cst fence.
#pragma once

#include <atomic>

namespace causeway::generated {

// True until membarrier is known to work.
extern std::atomic<bool> readers_fence;

// The reader's side.
inline void LightBarrier() noexcept {
  if (readers_fence.load(std::memory_order_relaxed)) [[unlikely]] {
    std::atomic_thread_fence(std::memory_order_seq_cst);
  } else {
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
}

// Asks the kernel for membarrier; to be called before the first slot is made.
void PrepareBarriers();
// The writer's side. False if the kernel, against its word, refused: then nothing may be freed.
[[nodiscard]] bool HeavyBarrier();

}  // namespace causeway::generated
