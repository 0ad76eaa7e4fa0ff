// Writes the log of causeway/peer_log.h while the program runs.
//
// A thread appends to chunks of its own and nobody else writes there, so an event costs some
// stores. Who reads the log copies what a chunk's `used` says is there. All chunks together stay
// within a budget; what comes after it is spent is counted and not written, from each thread's
// first such event on, so that what is there has no holes.
//
// A mark is set in one place. A thread writes how many it has not written yet before its next
// event.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "causeway/peer_log.h"
#include "runtime/peers/handle.h"
#include "runtime/peers/waits.h"

namespace causeway::peers {

class LookupLog;

class ThreadLog {
 public:
  // `start` tells in which log.
  ThreadLog(LookupLog& log, std::uint64_t start) : log_(log), start_(start) {}
  ~ThreadLog();
  ThreadLog(const ThreadLog&) = delete;
  ThreadLog& operator=(const ThreadLog&) = delete;

  // By its thread. No handle: not registered.
  void Add(Handle found);
  // By any thread.
  std::string Events() const;
  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  struct Chunk {
    static constexpr std::size_t kBytes = 4096 - 16;
    std::atomic<std::uint32_t> used{0};
    std::atomic<Chunk*> next{nullptr};
    std::array<char, kBytes> bytes;
  };
  friend class LookupLog;

  void Append(const char* bytes, std::size_t size);

  LookupLog& log_;
  const std::uint64_t start_;
  std::atomic<Chunk*> first_{nullptr};
  Chunk* last_ = nullptr;
  std::uint32_t place_ = 0;
  std::uint64_t marks_ = 0;
  std::atomic<std::uint64_t> dropped_{0};
};

class LookupLog {
 public:
  // Begins anew.
  void Start(std::size_t most_bytes);
  // For a lookup of a thread that keeps `mine`.
  void Add(std::shared_ptr<ThreadLog>& mine, Handle found);
  void Add(PeerLog::Mark mark);
  // The file.
  std::string Read() const;

 private:
  friend class ThreadLog;

  // False: the budget is spent.
  bool TakeChunk();

  std::atomic<std::int64_t> chunks_left_{0};
  std::atomic<std::uint64_t> marks_set_{0};
  std::atomic<std::uint64_t> starts_{0};
  mutable Mutex mutex_;
  std::size_t most_marks_ = 0;
  std::vector<PeerLog::Mark> marks_;
  std::vector<std::shared_ptr<ThreadLog>> threads_;
};

}  // namespace causeway::peers
