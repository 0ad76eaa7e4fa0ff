#include "runtime/jni/hazard.h"

#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <mutex>

namespace causeway::generated {
namespace {

std::atomic<HazardRecord*> records{nullptr};

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

HazardRecord& HazardRecord::Acquire(const void* owner) {
  for (HazardRecord* r = records.load(std::memory_order_acquire); r != nullptr; r = r->next_) {
    bool free = false;
    if (r->in_use_.compare_exchange_strong(free, true, std::memory_order_acq_rel)) {
      r->depth_.store(0, std::memory_order_relaxed);
      r->owner_.store(owner, std::memory_order_release);
      return *r;
    }
  }
  auto* record = new HazardRecord;
  record->owner_.store(owner, std::memory_order_relaxed);
  record->next_ = records.load(std::memory_order_relaxed);
  while (!records.compare_exchange_weak(record->next_, record, std::memory_order_acq_rel)) {
  }
  return *record;
}

HazardEntry& HazardRecord::PushDeep(int depth) {
  HazardChunk* chunk = &first_;
  for (; depth >= HazardChunk::kEntries; depth -= HazardChunk::kEntries) {
    HazardChunk* next = chunk->next.load(std::memory_order_relaxed);
    if (next == nullptr) {
      next = new HazardChunk;
      chunk->next.store(next, std::memory_order_release);
    }
    chunk = next;
  }
  return chunk->entries[depth];
}

std::vector<const void*> HazardRecord::Published() {
  std::vector<const void*> published;
  for (HazardRecord* r = records.load(std::memory_order_acquire); r != nullptr; r = r->next_) {
    for (HazardChunk* chunk = &r->first_; chunk != nullptr;
         chunk = chunk->next.load(std::memory_order_acquire)) {
      for (HazardEntry& entry : chunk->entries) {
        if (const void* p = entry.load(std::memory_order_acquire)) published.push_back(p);
      }
    }
  }
  return published;
}

void HazardRecord::AwaitOutside(const void* owner, const std::function<void()>& wait) {
  for (HazardRecord* r = records.load(std::memory_order_acquire); r != nullptr; r = r->next_) {
    while (r->depth_.load(std::memory_order_acquire) != 0 &&
           r->owner_.load(std::memory_order_acquire) == owner) {
      wait();
    }
  }
}

}  // namespace causeway::generated
