// The one way in which this library waits for another thread. Each wait that really happens is
// counted for the thread that waits, so that a test can say that lookups never do: not an
// uncontended lock, but a lock that was held, a sleep, a turn given up.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "causeway/peer.h"

namespace causeway::peers {

// Of the calling thread, since it began.
inline constinit thread_local std::uint64_t thread_waits CAUSEWAY_INITIAL_EXEC = 0;

// For std::lock_guard, and a shared one for std::shared_lock.
template <class Wrapped>
class CountedMutex {
 public:
  void lock() {
    if (mutex_.try_lock()) return;
    ++thread_waits;
    mutex_.lock();
  }
  void unlock() { mutex_.unlock(); }
  void lock_shared() {
    if (mutex_.try_lock_shared()) return;
    ++thread_waits;
    mutex_.lock_shared();
  }
  void unlock_shared() { mutex_.unlock_shared(); }

 private:
  Wrapped mutex_;
};
using Mutex = CountedMutex<std::mutex>;
using SharedMutex = CountedMutex<std::shared_mutex>;

// What another thread is about to do has not been done after `tries` looks at it.
inline void Pause(int tries) {
  ++thread_waits;
  if (tries < 4) {
    std::this_thread::yield();
  } else {
    std::this_thread::sleep_for(std::chrono::microseconds(tries < 100 ? 20 : 1000));
  }
}

// Until it has another value.
inline void AwaitChange(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  ++thread_waits;
  value.wait(old, std::memory_order_relaxed);
}

}  // namespace causeway::peers
