// When memory that lock-free readers may still see can be freed: epochs with an asymmetric barrier.
//
// A reader publishes the global epoch in its thread's record before it reads anything shared, and 0
// when it has finished (a section). A writer first takes what it wants to free out of everybody's
// reach, then stamps it with the global epoch and raises that. Whoever began to read later cannot
// reach it, so it is free once no record shows an epoch up to the stamp. Nobody ever waits for
// that: what is not free yet stays in the queue until somebody looks again (McKenney and Slingwine
// 1998; Fraser 2004, "epoch-based reclamation").
//
//   reader: record = epoch | light barrier | reads …, record = 0 (release)
//   writer: unlink         | heavy barrier | stamp = epoch++, later: heavy barrier, reads the
//   records
//
// Each side stores before it loads. The reader's half of that StoreLoad barrier would cost more
// than the rest of a lookup, so the writer executes it for all threads (barrier.h). If the writer
// does not see the reader's record, the reader will not see what was unlinked.
//
// Sections are short: a lookup, one JNI call that runs no user code. A thread that is stopped in
// one (a safepoint inside that JNI call) delays memory, never another thread.
//
// Records are never freed, only reused, so a writer may walk them at any time.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "runtime/jni/barrier.h"
#include "runtime/peers/waits.h"

namespace causeway::peers {

class EpochDomain;

class EpochRecord {
 public:
  // Begins and ends a section. Not to be nested.
  inline void Enter(const EpochDomain& domain) noexcept;
  void Leave() noexcept { epoch_.store(0, std::memory_order_release); }
  // For who does both inline (causeway/peer.h).
  std::atomic<std::uint64_t>& shown() noexcept { return epoch_; }

 private:
  friend class EpochDomain;

  std::atomic<std::uint64_t> epoch_{0};  // 0: outside
  std::atomic<bool> in_use_{true};
  EpochRecord* next_ = nullptr;
};

class EpochDomain {
 public:
  EpochDomain() { generated::PrepareBarriers(); }
  // Nobody may be inside.
  ~EpochDomain();
  EpochDomain(const EpochDomain&) = delete;
  EpochDomain& operator=(const EpochDomain&) = delete;

  // A record for the calling thread. Release() it when the thread ends.
  EpochRecord& Acquire();
  static void Release(EpochRecord& record) noexcept {
    record.in_use_.store(false, std::memory_order_release);
  }

  // To be called after `free`'s object has been taken out of reach. It runs in a later Reclaim(),
  // on that thread; it must not throw.
  void Retire(std::function<void()> free);
  // Frees what can be freed, the oldest first. Returns how many. Never waits.
  std::size_t Reclaim();
  std::size_t retired() const { return size_.load(std::memory_order_relaxed); }

  // True once every section that had begun before the call has ended: `stamp` from NextEpoch().
  std::uint64_t NextEpoch();
  const std::atomic<std::uint64_t>& epoch() const noexcept { return epoch_; }
  bool Passed(std::uint64_t stamp);

 private:
  friend class EpochRecord;

  struct Retired {
    std::uint64_t stamp;
    std::function<void()> free;
  };

  // The smallest epoch of any section, or the largest number.
  std::uint64_t OldestReader() const;

  std::atomic<std::uint64_t> epoch_{1};
  std::atomic<EpochRecord*> records_{nullptr};
  Mutex mutex_;
  std::deque<Retired> retired_;
  std::atomic<std::size_t> size_{0};  // of retired_, for who does not hold the lock
};

inline void EpochRecord::Enter(const EpochDomain& domain) noexcept {
  epoch_.store(domain.epoch_.load(std::memory_order_acquire), std::memory_order_relaxed);
  generated::LightBarrier();
}

// While it lives, nothing that it reads from the domain is freed. Not to be nested.
class Section {
 public:
  Section(const EpochDomain& domain, EpochRecord& record) noexcept : record_(record) {
    record_.Enter(domain);
  }
  ~Section() { record_.Leave(); }
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;

 private:
  EpochRecord& record_;
};

}  // namespace causeway::peers
