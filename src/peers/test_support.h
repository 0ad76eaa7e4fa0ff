#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "peers/graph_file.h"

namespace causeway::peer_graph {

// A peer graph, drawn by hand.
struct Drawing {
  PeerGraph graph;

  Drawing() { graph.has_pointers = true; }

  Text Name(const std::string& text) {
    const auto at = std::ranges::find(graph.texts, text);
    if (at == graph.texts.end()) graph.texts.push_back(text);
    return static_cast<Text>(std::ranges::find(graph.texts, text) - graph.texts.begin());
  }
  // Of Java class "j.<type>", which has a place for edges.
  std::uint32_t AddPeer(const std::string& type, std::uint64_t roots = 0) {
    Peer peer;
    peer.id = 100 + graph.peers.size();
    peer.roots = roots;
    peer.type = Name(type);
    peer.java_class = Name("j." + type);
    peer.holds_edges = true;
    graph.peers.push_back(peer);
    return static_cast<std::uint32_t>(graph.peers.size() - 1);
  }
  std::uint32_t AddForeign(const std::string& type, std::uint64_t roots = 0) {
    const std::uint32_t peer = AddPeer(type, roots);
    graph.peers[peer].holds_edges = false;
    return peer;
  }
  std::uint32_t AddOwner(std::vector<std::uint32_t> holders, bool held = true) {
    graph.owners.push_back({std::move(holders), held});
    return static_cast<std::uint32_t>(graph.owners.size() - 1);
  }
  void AddEdge(std::uint32_t from, std::uint32_t to, std::uint64_t at = 8) {
    graph.edges.push_back({false, from, to, at});
  }
  void AddOwnersEdge(std::uint32_t owner, std::uint32_t to) {
    graph.edges.push_back({true, owner, to, {}});
  }
  // A root of the target, and the word of it.
  void AddRef(std::uint32_t from, std::uint32_t to, std::uint64_t at = 16) {
    graph.pointers.push_back({from, to, at, true});
    ++graph.peers[to].roots;
  }
  void AddPointer(std::uint32_t from, std::uint32_t to, std::uint64_t at = 24) {
    graph.pointers.push_back({from, to, at, false});
  }
};

inline constexpr std::size_t kFar = 1000;

using Distances = std::vector<std::vector<std::size_t>>;

// Of peers and owners, by edges, holders and Refs (Floyd and Warshall). `closed` nodes are on no
// way.
inline Distances DistancesOf(const PeerGraph& graph, const std::vector<bool>& closed) {
  const std::size_t peers = graph.peers.size();
  const std::size_t nodes = peers + graph.owners.size();
  Distances d(nodes, std::vector<std::size_t>(nodes, kFar));
  const auto link = [&](std::size_t from, std::size_t to) {
    if (!closed[from] && !closed[to]) d[from][to] = 1;
  };
  for (const Edge& edge : graph.edges) link(edge.of_owner ? peers + edge.from : edge.from, edge.to);
  for (const Pointer& pointer : graph.pointers) {
    if (pointer.counted) link(pointer.from, pointer.to);
  }
  for (std::size_t o = 0; o < graph.owners.size(); ++o) {
    for (const std::uint32_t holder : graph.owners[o].holders) link(holder, peers + o);
  }
  for (std::size_t i = 0; i < nodes; ++i) {
    if (!closed[i]) d[i][i] = 0;
  }
  for (std::size_t k = 0; k < nodes; ++k) {
    for (std::size_t i = 0; i < nodes; ++i) {
      for (std::size_t j = 0; j < nodes; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
    }
  }
  return d;
}

// At most 12 peers of types T0 to T3 and two owners, with everything that a graph may have.
inline Drawing RandomDrawing(std::mt19937& random) {
  Drawing drawing;
  const std::uint32_t peers = 1 + static_cast<std::uint32_t>(random() % 12);
  const auto any = [&] { return static_cast<std::uint32_t>(random() % peers); };
  for (std::uint32_t i = 0; i < peers; ++i) {
    drawing.AddPeer("T" + std::to_string(random() % 4), random() % 8 == 0 ? 1 : 0);
    drawing.graph.peers[i].holds_edges = random() % 4 != 0;
    if (random() % 8 == 0) drawing.graph.peers[i].java_class = 0;
  }
  for (std::size_t i = random() % 3; i > 0; --i) {
    const bool held = random() % 4 != 0;
    const std::uint32_t owner =
        held ? drawing.AddOwner({any(), any()}) : drawing.AddOwner({}, false);
    drawing.AddOwnersEdge(owner, any());
    drawing.AddOwnersEdge(owner, any());
  }
  for (std::size_t i = random() % 16; i > 0; --i) drawing.AddEdge(any(), any());
  for (std::size_t i = random() % 4; i > 0; --i) drawing.AddRef(any(), any());
  for (std::size_t i = random() % 4; i > 0; --i) drawing.AddPointer(any(), any());
  return drawing;
}

}  // namespace causeway::peer_graph
