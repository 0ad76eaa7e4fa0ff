// A Java for tests: objects with an identity, a hash and references to each other, references from
// outside that know whether they are deleted, a collector, and counts of what was done.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

namespace causeway::peers {

struct FakeObject {
  std::uint32_t hash = 0;
  bool foreign = false;  // no place for edges
  std::atomic<bool> collected{false};
  std::vector<FakeObject*> fields;
  std::vector<FakeObject*> edges;  // that a round mirrors
  std::uint32_t marked = 0;        // in which collection
};

struct FakeReference {
  FakeObject* target = nullptr;
  bool weak = false;
  std::atomic<bool> deleted{false};
};

// Also the "env": counts are per heap.
struct FakeHeap {
  // A local or static reference: keeps the object until it is deleted.
  FakeReference* NewObject(std::uint32_t hash, bool foreign = false) {
    const std::lock_guard lock(mutex);
    FakeObject& object = objects.emplace_back();
    object.hash = hash;
    object.foreign = foreign;
    return Reference(object, false);
  }
  // Another reference to the same object.
  FakeReference* Again(const FakeReference* reference) {
    const std::lock_guard lock(mutex);
    return reference->target->collected ? nullptr : Reference(*reference->target, false);
  }
  // A full collection: whatever no strong reference reaches goes.
  void Collect() {
    const std::lock_guard lock(mutex);
    ++collections;
    std::vector<FakeObject*> todo;
    const auto mark = [&](FakeObject* object) {
      if (object->marked == collections) return;
      object->marked = collections;
      todo.push_back(object);
    };
    for (FakeReference& reference : references) {
      if (!reference.weak && !reference.deleted) mark(reference.target);
    }
    while (!todo.empty()) {
      FakeObject* object = todo.back();
      todo.pop_back();
      for (FakeObject* to : object->fields) mark(to);
      for (FakeObject* to : object->edges) mark(to);
    }
    for (FakeObject& object : objects) {
      if (object.marked != collections) object.collected = true;
    }
  }

  std::atomic<std::int64_t> sames{0};
  std::atomic<std::int64_t> hashes{0};
  std::atomic<std::int64_t> strong{0};  // that exist
  std::atomic<std::int64_t> strong_limit{1 << 30};
  std::atomic<std::int64_t> weak{0};
  std::atomic<std::int64_t> weak_limit{1 << 30};
  std::uint32_t collections = 0;
  std::function<void()> in_same;  // called by Same(), by which every lookup is inside a section

  FakeReference* Reference(FakeObject& object, bool weak_one) {
    FakeReference& reference = references.emplace_back();
    reference.target = &object;
    reference.weak = weak_one;
    return &reference;
  }
  // A reference that is used after its deletion, or a strong one whose object was collected, ends
  // the test, as it would end a JVM.
  static void RequireAlive(const FakeReference* reference) {
    if (reference == nullptr || reference->deleted) std::abort();
    if (!reference->weak && reference->target->collected) std::abort();
  }

  std::mutex mutex;
  std::deque<FakeObject> objects;
  std::deque<FakeReference> references;
};

class FakeJava {
 public:
  using Env = FakeHeap*;
  using Ref = FakeReference*;

  explicit FakeJava(FakeHeap& heap) : heap_(&heap) {}

  FakeHeap* Current() const { return heap_; }
  bool Same(FakeHeap* heap, FakeReference* a, FakeReference* b) const {
    heap->sames.fetch_add(1, std::memory_order_relaxed);
    if (heap->in_same) heap->in_same();
    const std::lock_guard lock(heap->mutex);
    return TargetOf(a) == TargetOf(b);
  }
  std::uint32_t Hash(FakeHeap* heap, FakeReference* object) const {
    heap->hashes.fetch_add(1, std::memory_order_relaxed);
    FakeHeap::RequireAlive(object);
    return object->target->hash;
  }
  FakeReference* NewStrong(FakeHeap* heap, FakeReference* object) const {
    FakeHeap::RequireAlive(object);
    if (heap->strong.fetch_add(1) >= heap->strong_limit) {
      heap->strong.fetch_sub(1);
      return nullptr;
    }
    FakeReference* strong = heap->Again(object);
    if (strong == nullptr) heap->strong.fetch_sub(1);
    return strong;
  }
  void DeleteStrong(FakeHeap* heap, FakeReference* strong) const {
    FakeHeap::RequireAlive(strong);
    strong->deleted = true;
    heap->strong.fetch_sub(1);
  }

 private:
  static const FakeObject* TargetOf(const FakeReference* reference) {
    if (reference == nullptr) return nullptr;
    FakeHeap::RequireAlive(reference);
    return reference->target->collected ? nullptr : reference->target;
  }

  FakeHeap* heap_;
};

// For rounds.
class FakeBridgeHeap {
 public:
  FakeReference* NewWeak(FakeHeap* heap, FakeReference* strong) const {
    FakeHeap::RequireAlive(strong);
    if (heap->weak.fetch_add(1) >= heap->weak_limit) {
      heap->weak.fetch_sub(1);
      return nullptr;
    }
    const std::lock_guard lock(heap->mutex);
    return heap->Reference(*strong->target, true);
  }
  void DeleteWeak(FakeHeap* heap, FakeReference* weak) const {
    FakeHeap::RequireAlive(weak);
    weak->deleted = true;
    heap->weak.fetch_sub(1);
  }
  bool CanHoldEdges(FakeHeap*, FakeReference* half) const {
    FakeHeap::RequireAlive(half);
    return !half->target->foreign;
  }
  bool HoldEdges(FakeHeap* heap, FakeReference* half,
                 std::span<FakeReference* const> targets) const {
    FakeHeap::RequireAlive(half);
    if (refuse && refuse(half->target)) return false;
    const std::lock_guard lock(heap->mutex);
    for (FakeReference* target : targets) {
      FakeHeap::RequireAlive(target);
      half->target->edges.push_back(target->target);
    }
    return true;
  }
  FakeReference* NewArray(FakeHeap* heap, std::size_t) const {
    if (heap->strong.fetch_add(1) >= heap->strong_limit) {
      heap->strong.fetch_sub(1);
      return nullptr;
    }
    return heap->NewObject(0);
  }
  bool FillArray(FakeHeap* heap, FakeReference* array,
                 std::span<FakeReference* const> elements) const {
    return HoldEdges(heap, array, elements);
  }
  bool DropEdges(FakeHeap* heap, FakeReference* half) const {
    FakeHeap::RequireAlive(half);
    const std::lock_guard lock(heap->mutex);
    half->target->edges.clear();
    return true;
  }
  bool DropEdgesOfWeak(FakeHeap* heap, FakeReference* half) const { return DropEdges(heap, half); }
  void Collect(FakeHeap* heap) const { heap->Collect(); }

  std::function<bool(const FakeObject*)> refuse;  // to hold edges, as if Java threw
};

}  // namespace causeway::peers
