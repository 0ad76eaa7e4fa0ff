#include "runtime/peers/graph.h"

#include <algorithm>

namespace causeway::peers {
namespace {

constexpr std::uint32_t kNone = Mirror::kNone;

// Numbers the components in the order in which Tarjan finds them; returns how many.
std::uint32_t FindComponents(const Edges& edges, const std::vector<bool>& left_out,
                             std::vector<std::uint32_t>& component) {
  const auto nodes = static_cast<std::uint32_t>(edges.nodes());
  struct Frame {
    std::uint32_t node;
    std::uint32_t next;  // of its edges
  };
  std::vector<Frame> calls;
  std::vector<std::uint32_t> open;  // Tarjan's stack
  std::vector<std::uint32_t> index(nodes, kNone);
  std::vector<std::uint32_t> low(nodes, 0);
  std::uint32_t visited = 0;
  std::uint32_t components = 0;
  const auto visit = [&](std::uint32_t node) {
    index[node] = low[node] = visited++;
    open.push_back(node);
    calls.push_back({node, edges.first[node]});
  };
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (left_out[root] || index[root] != kNone) continue;
    visit(root);
    while (!calls.empty()) {
      Frame& frame = calls.back();
      const std::uint32_t node = frame.node;
      if (frame.next < edges.first[node + 1]) {
        const std::uint32_t to = edges.targets[frame.next++];
        if (left_out[to]) continue;
        if (index[to] == kNone) {
          visit(to);
        } else if (component[to] == kNone) {  // still open
          low[node] = std::min(low[node], index[to]);
        }
        continue;
      }
      calls.pop_back();
      if (!calls.empty()) low[calls.back().node] = std::min(low[calls.back().node], low[node]);
      if (low[node] != index[node]) continue;
      for (std::uint32_t member = kNone; member != node;) {
        member = open.back();
        open.pop_back();
        component[member] = components;
      }
      ++components;
    }
  }
  return components;
}

}  // namespace

void Reach(const Edges& edges, std::vector<bool>& marked) {
  std::vector<std::uint32_t> todo;
  for (std::uint32_t node = 0; node < marked.size(); ++node) {
    if (marked[node]) todo.push_back(node);
  }
  while (!todo.empty()) {
    const std::uint32_t node = todo.back();
    todo.pop_back();
    for (const std::uint32_t to : edges.of(node)) {
      if (marked[to]) continue;
      marked[to] = true;
      todo.push_back(to);
    }
  }
}

Mirror Reduce(const Edges& edges, const std::vector<bool>& left_out) {
  const auto nodes = static_cast<std::uint32_t>(edges.nodes());
  Mirror mirror;
  mirror.component.assign(nodes, kNone);
  mirror.components = FindComponents(edges, left_out, mirror.component);

  // Members of each component, in the order of their numbers: a counting sort.
  std::vector<std::uint32_t> first(mirror.components + 1, 0);
  for (const std::uint32_t c : mirror.component) {
    if (c != kNone) ++first[c + 1];
  }
  for (std::uint32_t c = 0; c < mirror.components; ++c) first[c + 1] += first[c];
  std::vector<std::uint32_t> members(first.back());
  std::vector<std::uint32_t> filled(first.begin(), first.end() - 1);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint32_t c = mirror.component[node];
    if (c != kNone) members[filled[c]++] = node;
  }

  std::vector<std::uint32_t> seen_from(mirror.components, kNone);
  std::vector<std::uint32_t> next(nodes, kNone);  // in the ring
  for (std::uint32_t c = 0; c < mirror.components; ++c) {
    for (std::uint32_t i = first[c]; first[c + 1] - first[c] > 1 && i < first[c + 1]; ++i) {
      next[members[i]] = members[i + 1 < first[c + 1] ? i + 1 : first[c]];
    }
  }
  std::vector<std::uint32_t> to;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint32_t c = mirror.component[node];
    to.clear();
    if (next[node] != kNone) to.push_back(next[node]);
    if (c != kNone && members[first[c]] == node) {  // the one that stands for all
      seen_from[c] = c;
      for (std::uint32_t i = first[c]; i < first[c + 1]; ++i) {
        for (const std::uint32_t target : edges.of(members[i])) {
          const std::uint32_t other = mirror.component[target];
          if (other == kNone || seen_from[other] == c) continue;
          seen_from[other] = c;
          to.push_back(members[first[other]]);
        }
      }
    }
    mirror.edges.Add(to);
  }
  return mirror;
}

}  // namespace causeway::peers
