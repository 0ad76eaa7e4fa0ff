// A Java for tests: objects with an identity and a hash, references that know whether they are
// deleted, and counts of what was done.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>

namespace causeway::peers {

struct FakeObject {
  std::uint32_t hash = 0;
};

struct FakeReference {
  const FakeObject* target = nullptr;
  std::atomic<bool> deleted{false};
};

// Also the "env": counts are per heap.
struct FakeHeap {
  // A reference that lives as long as the heap.
  FakeReference* NewObject(std::uint32_t hash) {
    const std::lock_guard lock(mutex);
    objects.push_back({hash});
    return Reference(objects.back());
  }
  // Another reference to the same object.
  FakeReference* Again(const FakeReference* reference) {
    const std::lock_guard lock(mutex);
    return Reference(*reference->target);
  }

  std::atomic<std::int64_t> sames{0};
  std::atomic<std::int64_t> hashes{0};
  std::atomic<std::int64_t> strong{0};  // that exist
  std::atomic<std::int64_t> strong_limit{1 << 30};

 private:
  friend class FakeJava;
  FakeReference* Reference(const FakeObject& object) {
    FakeReference& reference = references.emplace_back();
    reference.target = &object;
    return &reference;
  }
  std::mutex mutex;
  std::deque<FakeObject> objects;
  std::deque<FakeReference> references;
};

class FakeJava {
 public:
  using Env = FakeHeap*;
  using Ref = FakeReference*;

  bool Same(FakeHeap* heap, FakeReference* a, FakeReference* b) const {
    heap->sames.fetch_add(1, std::memory_order_relaxed);
    RequireAlive(a);
    RequireAlive(b);
    return a->target == b->target;
  }
  std::uint32_t Hash(FakeHeap* heap, FakeReference* object) const {
    heap->hashes.fetch_add(1, std::memory_order_relaxed);
    RequireAlive(object);
    return object->target->hash;
  }
  FakeReference* NewStrong(FakeHeap* heap, FakeReference* object) const {
    if (heap->strong.fetch_add(1) >= heap->strong_limit) {
      heap->strong.fetch_sub(1);
      return nullptr;
    }
    return heap->Again(object);
  }
  void DeleteStrong(FakeHeap* heap, FakeReference* strong) const {
    RequireAlive(strong);
    strong->deleted = true;
    heap->strong.fetch_sub(1);
  }

 private:
  // A reference that is used after its deletion ends the test, as it would end a JVM.
  static void RequireAlive(const FakeReference* reference) {
    if (reference == nullptr || reference->deleted) std::abort();
  }
};

}  // namespace causeway::peers
