#include "runtime/peers/lookup_log.h"

#include <cstring>
#include <mutex>
#include <utility>

namespace causeway::peers {
namespace {

constexpr std::size_t kMostBytesOfANumber = 10;

char* Put(char* at, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) *at++ = static_cast<char>(number | 0x80);
  *at++ = static_cast<char>(number);
  return at;
}

void Put(std::string& text, std::uint64_t number) {
  char bytes[kMostBytesOfANumber];
  text.append(bytes, Put(bytes, number));
}

}  // namespace

ThreadLog::~ThreadLog() {
  for (Chunk* chunk = first_.load(std::memory_order_relaxed); chunk != nullptr;) {
    delete std::exchange(chunk, chunk->next.load(std::memory_order_relaxed));
  }
}

void ThreadLog::Add(Handle found) {
  char bytes[3 * kMostBytesOfANumber];
  char* end = bytes;
  const std::uint64_t marks = log_.marks_set_.load(std::memory_order_acquire);
  if (marks != marks_) end = Put(end, ((marks - std::exchange(marks_, marks)) << 2) | 3);
  if (!found) {
    end = Put(end, 2);
  } else {
    const std::int64_t step = std::int64_t{found.index()} - std::exchange(place_, found.index());
    const auto zigzag =
        (static_cast<std::uint64_t>(step) << 1) ^ static_cast<std::uint64_t>(step >> 63);
    // Generations of uses are odd.
    const std::uint64_t use = found.generation() >> 1;
    end = Put(end, (zigzag << 2) | (use == 0 ? 0 : 1));
    if (use != 0) end = Put(end, use);
  }
  Append(bytes, static_cast<std::size_t>(end - bytes));
}

void ThreadLog::Append(const char* bytes, std::size_t size) {
  if (dropped() == 0) {
    std::uint32_t used = last_ == nullptr ? 0 : last_->used.load(std::memory_order_relaxed);
    if (last_ == nullptr || used + size > Chunk::kBytes) {
      if (!log_.TakeChunk()) {
        dropped_.store(1, std::memory_order_relaxed);
        return;
      }
      auto* chunk = new Chunk;
      (last_ == nullptr ? first_ : last_->next).store(chunk, std::memory_order_release);
      last_ = chunk;
      used = 0;
    }
    std::memcpy(last_->bytes.data() + used, bytes, size);
    last_->used.store(used + static_cast<std::uint32_t>(size), std::memory_order_release);
    return;
  }
  dropped_.store(dropped() + 1, std::memory_order_relaxed);
}

std::string ThreadLog::Events() const {
  std::string events;
  for (const Chunk* chunk = first_.load(std::memory_order_acquire); chunk != nullptr;
       chunk = chunk->next.load(std::memory_order_acquire)) {
    events.append(chunk->bytes.data(), chunk->used.load(std::memory_order_acquire));
  }
  return events;
}

void LookupLog::Start(std::size_t most_bytes) {
  const std::lock_guard lock(mutex_);
  threads_.clear();
  marks_.clear();
  most_marks_ = most_bytes;
  marks_set_.store(0, std::memory_order_relaxed);
  chunks_left_.store(static_cast<std::int64_t>(most_bytes / sizeof(ThreadLog::Chunk)),
                     std::memory_order_relaxed);
  starts_.fetch_add(1, std::memory_order_release);
}

void LookupLog::Add(std::shared_ptr<ThreadLog>& mine, Handle found) {
  if (mine == nullptr || mine->start_ != starts_.load(std::memory_order_acquire)) {
    const std::lock_guard lock(mutex_);
    mine = std::make_shared<ThreadLog>(*this, starts_.load(std::memory_order_relaxed));
    threads_.push_back(mine);
  }
  mine->Add(found);
}

void LookupLog::Add(PeerLog::Mark mark) {
  const std::lock_guard lock(mutex_);
  if (marks_.size() >= most_marks_) return;
  marks_.push_back(mark);
  marks_set_.store(marks_.size(), std::memory_order_release);
}

bool LookupLog::TakeChunk() { return chunks_left_.fetch_sub(1, std::memory_order_relaxed) > 0; }

std::string LookupLog::Read() const {
  const std::lock_guard lock(mutex_);
  // First the events, then the marks: all that the events name are there.
  std::string threads;
  Put(threads, threads_.size());
  for (const auto& thread : threads_) {
    const std::string events = thread->Events();
    Put(threads, thread->dropped());
    Put(threads, events.size());
    threads += events;
  }
  std::string file(kPeerLogMagic);
  Put(file, marks_.size());
  for (const PeerLog::Mark mark : marks_) file += static_cast<char>(mark);
  return file + threads;
}

}  // namespace causeway::peers
