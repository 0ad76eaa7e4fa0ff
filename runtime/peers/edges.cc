#include "runtime/peers/edges.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "causeway/bridge.h"
#include "causeway/error.h"

namespace causeway::peers {

EdgeList::~EdgeList() {
  for (Edge* edge = first(); edge != nullptr;) delete std::exchange(edge, edge->next);
}

EdgeList::Lock::Lock(EdgeList& list) : list_(list) {
  while (list_.locked_.exchange(1, std::memory_order_acquire) != 0) {
    AwaitChange(list_.locked_, 1);
  }
}

EdgeList::Lock::~Lock() {
  list_.locked_.store(0, std::memory_order_release);
  list_.locked_.notify_one();
}

Edge& EdgeList::Take() {
  const Lock lock(*this);
  if (free_ != nullptr) return *std::exchange(free_, free_->next_free);
  auto* edge = new Edge;
  edge->next = first_.load(std::memory_order_relaxed);
  first_.store(edge, std::memory_order_release);
  return *edge;
}

void EdgeList::GiveBack(Edge& edge) {
  const Lock lock(*this);
  edge.next_free = std::exchange(free_, &edge);
}

// ---- EdgeBase

EdgeBase::EdgeBase(Peer& owner) : owner_(&owner), edge_(&list().Take()) {}
EdgeBase::EdgeBase(EdgeOwner& owner) : plain_owner_(&owner), edge_(&list().Take()) {}

EdgeList& EdgeBase::list() const {
  return owner_ != nullptr ? owner_->MakeEdges() : plain_owner_->node_->edges;
}

EdgeBase::~EdgeBase() {
  if (edge_ == nullptr) {
    if (root_ != nullptr) root_->DropRoot();
    return;
  }
  edge_->target.store(0, std::memory_order_release);
  Peer* root = nullptr;
  {
    const EdgeList::Lock lock(list());
    root = std::exchange(edge_->root, nullptr);
  }
  list().GiveBack(*edge_);
  if (root != nullptr) root->DropRoot();
}

void EdgeBase::Set(Peer* target) {
  if (plain_owner_ != nullptr) return plain_owner_->home_->Store(*edge_, target);
  if (owner_ == nullptr) {
    if (target != nullptr && !target->Root()) {
      throw Error("unregistered-peer", "the target of an edge must be registered");
    }
    if (Peer* old = std::exchange(root_, target)) old->DropRoot();
    return;
  }
  const std::uint64_t word = owner_->word_.load(std::memory_order_acquire);
  if ((word & Peer::kLeaving) != 0) {
    throw Error("unregistered-owner", "the owner of an edge has been disposed of");
  }
  if ((word & Peer::kRegistered) == 0 && RootUntilRegistered(target)) return;
  owner_->home_->Store(*edge_, target);
}

// False if the owner has been registered meanwhile.
bool EdgeBase::RootUntilRegistered(Peer* target) {
  if (target != nullptr && (!target->registered() || !target->Root())) {
    throw Error("unregistered-peer", "the target of an edge must be registered");
  }
  Peer* old = target;  // what is to be dropped
  bool done = false;
  std::atomic_thread_fence(std::memory_order_seq_cst);  // see ReleaseEdges
  {
    const EdgeList::Lock lock(list());
    if (!owner_->registered()) {
      old = std::exchange(edge_->root, target);
      edge_->target.store(target == nullptr ? 0 : target->handle_.load(std::memory_order_acquire),
                          std::memory_order_release);
      done = true;
    }
  }
  if (old != nullptr) old->DropRoot();
  return done;
}

Peer* EdgeBase::RootTarget() const {
  if (plain_owner_ != nullptr) {
    const std::uint64_t named = edge_->target.load(std::memory_order_acquire);
    return named == 0 ? nullptr : plain_owner_->home_->RootHandle(named, true);
  }
  if (owner_ == nullptr) {
    if (root_ != nullptr) root_->RootAgain();
    return root_;
  }
  const std::uint64_t word = owner_->word_.load(std::memory_order_acquire);
  if ((word & Peer::kRegistered) == 0) {
    if ((word & Peer::kLeaving) != 0) {
      if ((word & Peer::kRoots) == 0) return nullptr;  // the owner's destructor
      throw Error("unregistered-owner", "the owner of an edge has been disposed of");
    }
    const EdgeList::Lock lock(list());
    if (edge_->root != nullptr) {
      edge_->root->RootAgain();
      return edge_->root;
    }
  }
  const std::uint64_t target = edge_->target.load(std::memory_order_acquire);
  return target == 0 ? nullptr : owner_->home_->RootHandle(target, true);
}

}  // namespace causeway::peers

namespace causeway {

EdgeOwner::EdgeOwner(Registry& registry)
    : home_(registry.home()), node_(std::make_shared<peers::OwnerNode>()) {
  home_->AddOwner(node_);
}

EdgeOwner::~EdgeOwner() { home_->RemoveOwner(*node_); }

void EdgeOwner::AddHolder(const Peer& peer) { home_->AddHolder(*node_, peer); }

void EdgeOwner::RemoveHolder(const Peer& peer) {
  const auto handle = static_cast<std::uint64_t>(peer.handle());
  const std::lock_guard lock(node_->mutex);
  const auto at = std::ranges::find(node_->holders, handle);
  if (at != node_->holders.end()) node_->holders.erase(at);
}

}  // namespace causeway
