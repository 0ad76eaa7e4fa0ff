#include "peers/reach.h"

#include <algorithm>
#include <utility>

namespace causeway::peer_graph {

Links::Links(const PeerGraph& graph) {
  std::vector<Link> unsorted;
  unsorted.reserve(graph.edges.size() + graph.pointers.size());
  const auto peers = static_cast<Node>(graph.peers.size());
  for (const Edge& edge : graph.edges) {
    unsorted.push_back(
        {edge.of_owner ? peers + edge.from : edge.from, edge.to, Link::Kind::kEdge, edge.at});
  }
  for (Node owner = 0; owner < graph.owners.size(); ++owner) {
    for (const Node holder : graph.owners[owner].holders) {
      unsorted.push_back({holder, peers + owner, Link::Kind::kHolder, std::nullopt});
    }
  }
  for (const Pointer& pointer : graph.pointers) {
    if (!pointer.counted) continue;
    unsorted.push_back({pointer.from, pointer.to, Link::Kind::kRef, pointer.at});
  }
  first_.assign(graph.peers.size() + graph.owners.size() + 1, 0);
  for (const Link& link : unsorted) ++first_[link.from + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<std::uint32_t> next = first_;
  all_.resize(unsorted.size());
  for (const Link& link : unsorted) all_[next[link.from]++] = link;
}

std::vector<std::uint32_t> Components(const Links& links) {
  const std::size_t nodes = links.nodes();
  std::vector<std::uint32_t> component(nodes, kNone);
  std::vector<std::uint32_t> order(nodes, kNone);  // in which nodes were met
  std::vector<std::uint32_t> low(nodes, 0);
  std::vector<Node> open;  // met, without a component yet
  struct Frame {
    Node node;
    std::uint32_t link;  // the next one to follow
  };
  std::vector<Frame> path;
  std::uint32_t met = 0;
  std::uint32_t components = 0;
  const auto meet = [&](Node node) {
    order[node] = low[node] = met++;
    open.push_back(node);
    path.push_back({node, links.first(node)});
  };
  for (Node root = 0; root < nodes; ++root) {
    if (order[root] != kNone) continue;
    meet(root);
    while (!path.empty()) {
      const Node node = path.back().node;
      if (path.back().link < links.first(node + 1)) {
        const Node to = links.all()[path.back().link++].to;
        if (order[to] == kNone) {
          meet(to);
        } else if (component[to] == kNone) {
          low[node] = std::min(low[node], order[to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != order[node]) continue;
      for (Node member = kNone; member != node;) {
        member = open.back();
        open.pop_back();
        component[member] = components;
      }
      ++components;
    }
  }
  return component;
}

std::vector<std::uint32_t> SoleSources(const Links& links, std::span<const Start> starts) {
  // What is known of a node changes twice at most: from nobody to one source, to several.
  std::vector<std::uint32_t> sources(links.nodes(), kNone);
  std::vector<Node> changed;
  const auto add = [&](Node node, std::uint32_t source) {
    std::uint32_t& known = sources[node];
    if (known == source || known == kSeveral) return;
    known = known == kNone ? source : kSeveral;
    changed.push_back(node);
  };
  for (const Start& start : starts) add(start.node, start.source);
  while (!changed.empty()) {
    const Node node = changed.back();
    changed.pop_back();
    const std::uint32_t source = sources[node];
    for (const Link& link : links.of(node)) add(link.to, source);
  }
  return sources;
}

Search::Search(const Links& links, std::vector<bool> closed)
    : links_(links), closed_(std::move(closed)), visits_(links.nodes()) {}

void Search::Begin() {
  ++search_;
  queue_.clear();
  done_ = 0;
}

void Search::From(Node node) { Enter(node, kNone, true); }
void Search::Along(std::uint32_t link) { Enter(links_.all()[link].to, link, true); }

void Search::Enter(Node node, std::uint32_t link, bool is_start) {
  if (Reached(node) || (!closed_.empty() && closed_[node])) return;
  visits_[node] = {search_, link, is_start};
  queue_.push_back(node);
}

bool Search::Run(Node goal) {
  for (; done_ < queue_.size(); ++done_) {
    if (goal != kNone && Reached(goal)) return true;
    const Node node = queue_[done_];
    for (std::uint32_t link = links_.first(node); link < links_.first(node + 1); ++link) {
      Enter(links_.all()[link].to, link, false);
    }
  }
  return goal != kNone && Reached(goal);
}

std::vector<std::uint32_t> Search::PathTo(Node node) const {
  std::vector<std::uint32_t> path;
  for (Node at = node;;) {
    const Visit& visit = visits_[at];
    if (visit.link != kNone) path.push_back(visit.link);
    if (visit.is_start) break;
    at = links_.all()[visit.link].from;
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace causeway::peer_graph
