#include "peers/reach.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "peers/test_support.h"

// Random graphs against distances that are computed the plain way.

namespace causeway::peer_graph {
namespace {

TEST(Reach, ComponentsReachEachOther) {
  std::mt19937 random(1);
  for (int run = 0; run < 500; ++run) {
    const Drawing drawing = RandomDrawing(random);
    const Links links(drawing.graph);
    const Distances d = DistancesOf(drawing.graph, std::vector<bool>(links.nodes()));
    const std::vector<std::uint32_t> component = Components(links);
    for (Node a = 0; a < links.nodes(); ++a) {
      for (Node b = 0; b < links.nodes(); ++b) {
        EXPECT_EQ(component[a] == component[b], d[a][b] < kFar && d[b][a] < kFar);
      }
    }
  }
}

TEST(Reach, SoleSourcesAreThoseThatReachAlone) {
  std::mt19937 random(2);
  for (int run = 0; run < 500; ++run) {
    const Drawing drawing = RandomDrawing(random);
    const Links links(drawing.graph);
    const Distances d = DistancesOf(drawing.graph, std::vector<bool>(links.nodes()));
    std::vector<Start> starts;
    for (std::uint32_t i = 0; i < 4; ++i) {
      starts.push_back(
          {static_cast<Node>(random() % links.nodes()), static_cast<std::uint32_t>(random() % 3)});
    }
    const std::vector<std::uint32_t> sources = SoleSources(links, starts);
    for (Node node = 0; node < links.nodes(); ++node) {
      std::uint32_t expected = kNone;
      for (const Start& start : starts) {
        if (d[start.node][node] == kFar || expected == start.source) continue;
        expected = expected == kNone ? start.source : kSeveral;
      }
      EXPECT_EQ(sources[node], expected);
    }
  }
}

TEST(Reach, SearchFindsShortestPathsAroundClosedNodes) {
  std::mt19937 random(3);
  for (int run = 0; run < 200; ++run) {
    const Drawing drawing = RandomDrawing(random);
    const Links links(drawing.graph);
    std::vector<bool> closed(links.nodes());
    for (std::size_t i = 0; i < closed.size(); ++i) closed[i] = random() % 5 == 0;
    const Distances d = DistancesOf(drawing.graph, closed);
    Search search(links, closed);
    for (Node start = 0; start < links.nodes(); ++start) {
      search.Begin();
      search.From(start);
      search.Run();
      std::size_t last = 0;
      for (const Node node : search.reached()) {
        EXPECT_GE(d[start][node], last) << "nearest first";
        last = d[start][node];
      }
      for (Node node = 0; node < links.nodes(); ++node) {
        ASSERT_EQ(search.Reached(node), d[start][node] < kFar);
        if (!search.Reached(node)) continue;
        const std::vector<std::uint32_t> path = search.PathTo(node);
        EXPECT_EQ(path.size(), d[start][node]);
        Node at = start;
        for (const std::uint32_t link : path) {
          EXPECT_EQ(links.all()[link].from, at);
          at = links.all()[link].to;
        }
        EXPECT_EQ(at, node);
      }
      const Node goal = static_cast<Node>(random() % links.nodes());
      search.Begin();
      search.From(start);
      EXPECT_EQ(search.Run(goal), d[start][goal] < kFar);
    }
  }
}

// a -> b -> a: the path along the first link ends where it begins, and is no ring.
TEST(Reach, AStartAlongALinkHasThatLinkInItsPath) {
  Drawing drawing;
  const auto a = drawing.AddPeer("A");
  const auto b = drawing.AddPeer("B");
  drawing.AddEdge(a, b);
  drawing.AddEdge(b, a);
  const Links links(drawing.graph);
  Search search(links);
  search.Begin();
  search.Along(links.first(a));
  EXPECT_TRUE(search.Run(a));
  EXPECT_EQ(search.PathTo(b), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(search.PathTo(a), (std::vector<std::uint32_t>{0, 1}));
}

}  // namespace
}  // namespace causeway::peer_graph
