// The graph of a round, and the smaller one that is enough to mirror in Java.
//
// Nodes are the peers of the round, edges the native ones between them. Java's collector only needs
// to reach the same nodes from the same nodes, so what is mirrored is
//   * a ring through each strongly connected component, which makes its members live or die
//     together with one reference each;
//   * one edge for each pair of adjacent components, between their first members.
// Components come from Tarjan's algorithm (1972) without recursion, since a chain may be as long
// as there are peers.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace causeway::peers {

// For each node the nodes that it names: those of node i are targets[first[i]] up to first[i + 1].
struct Edges {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> targets;

  std::size_t nodes() const { return first.size() - 1; }
  std::span<const std::uint32_t> of(std::uint32_t node) const {
    return std::span(targets).subspan(first[node], first[node + 1] - first[node]);
  }
  // Appends the next node.
  void Add(std::span<const std::uint32_t> to) {
    targets.insert(targets.end(), to.begin(), to.end());
    first.push_back(static_cast<std::uint32_t>(targets.size()));
  }
};

// Marks what is reached from the marked nodes, too.
void Reach(const Edges& edges, std::vector<bool>& marked);

struct Mirror {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::vector<std::uint32_t> component;  // of each node; kNone for nodes that are left out
  std::uint32_t components = 0;
  Edges edges;
};
// What to mirror of `edges` between the nodes that are not `left_out`.
Mirror Reduce(const Edges& edges, const std::vector<bool>& left_out);

}  // namespace causeway::peers
