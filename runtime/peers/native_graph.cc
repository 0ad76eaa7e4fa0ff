#include "runtime/peers/native_graph.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace causeway::peers {
namespace {

// The object of a peer that MakePeer made.
struct Body {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  std::uint32_t node = 0;
};

class Bodies {
 public:
  explicit Bodies(std::vector<Body> bodies) : bodies_(std::move(bodies)) {
    std::ranges::sort(bodies_, {}, &Body::begin);
  }
  // Whose object the address is in, or null.
  const Body* Find(std::uintptr_t address) const {
    const auto after = std::ranges::upper_bound(bodies_, address, {}, &Body::begin);
    if (after == bodies_.begin()) return nullptr;
    const Body& body = *std::prev(after);
    return address < body.begin + body.size ? &body : nullptr;
  }
  const std::vector<Body>& all() const { return bodies_; }

 private:
  std::vector<Body> bodies_;  // by address
};

}  // namespace

NativeGraph NativeGraphReader::Read(const std::vector<Ref<Peer>>& peers,
                                    const std::vector<std::shared_ptr<OwnerNode>>& owners) {
  NativeGraph graph;
  std::unordered_map<std::uint64_t, std::uint32_t> node_of;  // by handle
  std::vector<Body> with_size;
  for (const Ref<Peer>& peer : peers) {
    const auto node = static_cast<std::uint32_t>(graph.peers.size());
    const std::uint64_t roots = peer->word_.load(std::memory_order_relaxed) & Peer::kRoots;
    const std::uint64_t handle = peer->handle_.load(std::memory_order_relaxed);
    graph.peers.push_back({.peer = peer.get(), .handle = handle, .roots = roots - 1});
    node_of.emplace(handle, node);
    if (peer->size_ == 0) continue;
    const void* begin = dynamic_cast<const void*>(peer.get());
    with_size.push_back(
        {.begin = reinterpret_cast<std::uintptr_t>(begin), .size = peer->size_, .node = node});
  }
  const auto targets_of = [&](const EdgeList& list, auto use) {
    for (const Edge* edge = list.first(); edge != nullptr; edge = edge->next) {
      const auto target = node_of.find(edge->target.load(std::memory_order_relaxed));
      if (target != node_of.end()) use(edge, target->second);
    }
  };

  const Bodies bodies(std::move(with_size));
  std::vector<std::uint64_t> words(graph.peers.size(), 0);  // that point to it
  std::vector<const Body*> body_of(graph.peers.size(), nullptr);
  for (const Body& body : bodies.all()) body_of[body.node] = &body;
  for (std::uint32_t node = 0; node < graph.peers.size(); ++node) {
    std::unordered_map<std::uintptr_t, std::size_t> edge_at;  // its place in graph.edges
    std::unordered_set<std::uint32_t> declared;
    if (const EdgeList* list = graph.peers[node].peer->edges_.load(std::memory_order_acquire)) {
      targets_of(*list, [&](const Edge* edge, std::uint32_t to) {
        edge_at.emplace(reinterpret_cast<std::uintptr_t>(edge), graph.edges.size());
        declared.insert(to);
        graph.edges.push_back({.from = node, .to = to});
      });
    }
    const Body* owner = body_of[node];
    if (owner == nullptr) continue;
    const auto* bytes = reinterpret_cast<const char*>(owner->begin);
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= owner->size;
         at += sizeof(std::uintptr_t)) {
      std::uintptr_t word = 0;
      std::memcpy(&word, bytes + at, sizeof(word));
      if (const auto edge = edge_at.find(word); edge != edge_at.end()) {
        graph.edges[edge->second].at = at;
        continue;
      }
      const Body* target = bodies.Find(word);
      if (target == nullptr || target == owner || declared.contains(target->node)) continue;
      ++words[target->node];
      graph.pointers.push_back({.from = node, .at = at, .to = target->node});
    }
  }
  for (NativeGraph::Pointer& pointer : graph.pointers) {
    pointer.is_root = words[pointer.to] <= graph.peers[pointer.to].roots;
  }
  for (const auto& owner : owners) {
    NativeGraph::Owner& copy = graph.owners.emplace_back();
    targets_of(owner->edges, [&](const Edge*, std::uint32_t to) { copy.targets.push_back(to); });
    const std::lock_guard lock(owner->mutex);
    copy.held = owner->ever_held;
    for (const std::uint64_t holder : owner->holders) {
      const auto node = node_of.find(holder);
      if (node != node_of.end()) copy.holders.push_back(node->second);
    }
  }
  return graph;
}

}  // namespace causeway::peers
