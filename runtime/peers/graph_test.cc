// The reduced graph against the definition: the same nodes reach each other.
#include "runtime/peers/graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace causeway::peers {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

Edges From(const Lists& lists) {
  Edges edges;
  for (const auto& list : lists) edges.Add(list);
  return edges;
}

// Warshall's algorithm, over the nodes that are not left out.
std::vector<std::vector<bool>> Closure(const Edges& edges, const std::vector<bool>& left_out) {
  const std::size_t n = edges.nodes();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
  for (std::uint32_t i = 0; i < n; ++i) {
    reach[i][i] = true;
    for (const std::uint32_t to : edges.of(i)) reach[i][to] = !left_out[i] && !left_out[to];
    reach[i][i] = true;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
      }
    }
  }
  return reach;
}

TEST(Graph, ReducedGraphsReachTheSame) {
  std::mt19937 engine(20261201);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 20'000; ++round) {
    const std::uint32_t n = 1 + random() % 10;
    Lists lists(n);
    std::vector<bool> left_out(n);
    const std::uint32_t edges_wanted = random() % (3 * n);
    for (std::uint32_t e = 0; e < edges_wanted; ++e) lists[random() % n].push_back(random() % n);
    for (std::uint32_t i = 0; i < n; ++i) left_out[i] = random() % 5 == 0;
    const Edges edges = From(lists);
    const Mirror mirror = Reduce(edges, left_out);
    const auto expected = Closure(edges, left_out);
    ASSERT_EQ(Closure(mirror.edges, left_out), expected);
    std::uint32_t components = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      ASSERT_EQ(mirror.component[i] == Mirror::kNone, left_out[i]);
      bool first = !left_out[i];
      for (std::uint32_t j = 0; j < n; ++j) {
        if (left_out[i] || left_out[j]) continue;
        const bool together = expected[i][j] && expected[j][i];
        ASSERT_EQ(mirror.component[i] == mirror.component[j], together);
        if (together && j < i) first = false;
      }
      components += first ? 1 : 0;
    }
    ASSERT_EQ(mirror.components, components);

    std::vector<bool> marked(n);
    for (std::uint32_t i = 0; i < n; ++i) marked[i] = random() % 4 == 0;
    std::vector<bool> reached(n);
    const auto all = Closure(edges, std::vector<bool>(n, false));
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) reached[j] = reached[j] || (marked[i] && all[i][j]);
    }
    Reach(edges, marked);
    ASSERT_EQ(marked, reached);
  }
}

// A clique of n has n(n - 1) edges; its ring n. Two that are adjacent by many edges need one.
TEST(Graph, ReducedGraphsAreSmall) {
  Lists clique(300);
  for (std::uint32_t i = 0; i < 300; ++i) {
    for (std::uint32_t j = 0; j < 300; ++j) {
      if (i != j) clique[i].push_back(j);
    }
  }
  EXPECT_EQ(Reduce(From(clique), std::vector<bool>(300)).edges.targets.size(), 300U);
  const Lists pairs = {{1, 2, 3}, {0, 2, 3}, {3}, {2}};
  const Mirror mirror = Reduce(From(pairs), std::vector<bool>(4));
  EXPECT_EQ(mirror.components, 2U);
  EXPECT_EQ(mirror.edges.targets.size(), 5U);  // two rings of two, one edge between them
}

// No recursion: a chain as long as there are peers.
TEST(Graph, ALongChain) {
  constexpr std::uint32_t kNodes = 1'000'000;
  Edges edges;
  for (std::uint32_t i = 0; i < kNodes; ++i) {
    const std::uint32_t next = i + 1;
    edges.Add(std::span(&next, i + 1 < kNodes ? 1U : 0U));
  }
  const Mirror mirror = Reduce(edges, std::vector<bool>(kNodes));
  EXPECT_EQ(mirror.components, kNodes);
  EXPECT_EQ(mirror.edges.targets, edges.targets);
}

}  // namespace
}  // namespace causeway::peers
