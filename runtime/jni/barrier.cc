#include "runtime/jni/barrier.h"

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <mutex>

namespace causeway::generated {
namespace {

#if defined(__linux__) && defined(__NR_membarrier)
bool Membarrier(int command) { return syscall(__NR_membarrier, command, 0, 0) == 0; }
bool RegisterMembarrier() { return Membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED); }
bool RunMembarrier() { return Membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED); }
#else
bool RegisterMembarrier() { return false; }
bool RunMembarrier() { return false; }
#endif

}  // namespace

std::atomic<bool> readers_fence{true};

void PrepareBarriers() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (RegisterMembarrier()) readers_fence.store(false, std::memory_order_seq_cst);
  });
}

bool HeavyBarrier() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return readers_fence.load(std::memory_order_relaxed) || RunMembarrier();
}

}  // namespace causeway::generated
