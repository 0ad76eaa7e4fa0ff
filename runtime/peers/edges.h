// The native edges of a peer: a list that its bridge may read at any time.
//
// A Traced does not hold its target itself, it owns a node in the list of its owner. Nodes stay
// where they are, and in the list, until the owner is destroyed; a Traced that goes leaves its node
// for the next one. So the list only grows at its head, and whoever may read the owner may walk it
// without a lock. The lock orders those that change it: they take no reference and call nothing
// while they hold it.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "causeway/export.h"
#include "runtime/peers/waits.h"

namespace causeway {
class Peer;
}

namespace causeway::peers {

struct Edge {
  std::atomic<std::uint64_t> target{0};  // a handle; 0: empty, or free
  Edge* next = nullptr;                  // written before the node is in the list
  // Under the lock.
  Edge* next_free = nullptr;
  Peer* root = nullptr;  // rooted by this edge: its owner is not registered yet
};

class CAUSEWAY_EXPORT EdgeList {
 public:
  EdgeList() = default;
  ~EdgeList();
  EdgeList(const EdgeList&) = delete;
  EdgeList& operator=(const EdgeList&) = delete;

  Edge& Take();
  // Empty, and not rooted any more.
  void GiveBack(Edge& edge);

  const Edge* first() const { return first_.load(std::memory_order_acquire); }
  Edge* first() { return first_.load(std::memory_order_acquire); }

  class Lock {
   public:
    explicit Lock(EdgeList& list);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    EdgeList& list_;
  };

 private:
  std::atomic<Edge*> first_{nullptr};
  Edge* free_ = nullptr;
  std::atomic<std::uint32_t> locked_{0};
};

// The edges of a plain object, and the peers that reach it.
struct OwnerNode {
  EdgeList edges;
  Mutex mutex;
  std::vector<std::uint64_t> holders;  // handles, under the mutex
  bool ever_held = false;
};

}  // namespace causeway::peers
