#include "runtime/jni/hazard.h"

namespace causeway::generated {
namespace {

std::atomic<HazardRecord*> records{nullptr};

}  // namespace

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
