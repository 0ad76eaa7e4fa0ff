#include "runtime/peers/undeclared.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>
#include <typeinfo>
#include <utility>

#include "runtime/peers/edges.h"

namespace causeway {
namespace peers {

UndeclaredSearch::UndeclaredSearch(const std::vector<Ref<Peer>>& peers) {
  for (const Ref<Peer>& peer : peers) {
    if (peer->size_ == 0) continue;
    const std::uint64_t roots = peer->word_.load(std::memory_order_relaxed) & Peer::kRoots;
    bodies_.push_back({.begin = static_cast<const char*>(dynamic_cast<const void*>(peer.get())),
                       .size = peer->size_,
                       .peer = peer.get(),
                       .roots = roots - 1});
  }
  std::ranges::sort(bodies_, std::less<>(), &Body::begin);
}

UndeclaredSearch::Body* UndeclaredSearch::Find(const char* address) {
  const auto after = std::ranges::upper_bound(bodies_, address, std::less<>(), &Body::begin);
  if (after == bodies_.begin()) return nullptr;
  Body& body = *std::prev(after);
  return std::less<>()(address, body.begin + body.size) ? &body : nullptr;
}

std::vector<UndeclaredPointer> UndeclaredSearch::Run() {
  struct Found {
    const Body* owner;
    std::size_t offset;
    const Body* target;
  };
  std::vector<Found> found;
  for (const Body& owner : bodies_) {
    std::set<std::uint64_t> declared;
    if (const EdgeList* list = owner.peer->edges_.load(std::memory_order_acquire)) {
      for (const Edge* edge = list->first(); edge != nullptr; edge = edge->next) {
        declared.insert(edge->target.load(std::memory_order_relaxed));
      }
    }
    for (std::size_t at = 0; at + sizeof(char*) <= owner.size; at += sizeof(char*)) {
      const char* word = nullptr;
      std::memcpy(&word, owner.begin + at, sizeof(word));
      Body* target = Find(word);
      if (target == nullptr || target == &owner) continue;
      if (declared.contains(target->peer->handle_.load(std::memory_order_relaxed))) continue;
      ++target->words;
      found.push_back({&owner, at, target});
    }
  }
  std::vector<UndeclaredPointer> undeclared;
  for (const Found& pointer : found) {
    if (pointer.target->words <= pointer.target->roots) continue;
    const Peer& owner = *pointer.owner->peer;
    const Peer& target = *pointer.target->peer;
    undeclared.push_back(
        {&owner, pointer.offset, &target, typeid(owner).name(), typeid(target).name()});
  }
  return undeclared;
}

}  // namespace peers

std::vector<UndeclaredPointer> FindUndeclaredPointers(Registry& registry) {
  return peers::UndeclaredSearch(registry.List()).Run();
}

}  // namespace causeway
