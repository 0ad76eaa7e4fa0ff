// What keeps what: the links of a peer graph and the questions that findings ask of them.
//
// Nodes are the peers, then the plain owners. A link leads from a peer to what it keeps: by an
// edge, as a holder of a plain owner, or by a Ref within its object. Everything here is linear in
// nodes and links and works without recursion, since a chain may be as long as there are peers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "peers/graph_file.h"

namespace causeway::peer_graph {

using Node = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

struct Link {
  enum class Kind { kEdge, kHolder, kRef };
  Node from = 0;
  Node to = 0;
  Kind kind = Kind::kEdge;
  std::optional<std::uint64_t> at;
};

// Sorted by where they come from, otherwise in the order of the file.
class Links {
 public:
  explicit Links(const PeerGraph& graph);

  std::size_t nodes() const { return first_.size() - 1; }
  const std::vector<Link>& all() const { return all_; }
  // The first link of the node; those up to the first one of the next node are its own.
  std::uint32_t first(Node node) const { return first_[node]; }
  std::span<const Link> of(Node node) const {
    return std::span(all_).subspan(first_[node], first_[node + 1] - first_[node]);
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<Link> all_;
};

// A number for each node: two nodes reach each other if they have the same (Tarjan 1972).
std::vector<std::uint32_t> Components(const Links& links);

// Who reaches each node: the source of the starts that do, if they all have the same one.
struct Start {
  Node node = 0;
  std::uint32_t source = 0;
};
inline constexpr std::uint32_t kSeveral = kNone - 1;
std::vector<std::uint32_t> SoleSources(const Links& links, std::span<const Start> starts);

// A search breadth first, so the paths that it finds are shortest. May be used again and again: a
// search costs what it reaches.
class Search {
 public:
  // Nodes that are `closed` are never entered.
  explicit Search(const Links& links, std::vector<bool> closed = {});

  void Begin();
  void From(Node node);
  // From the target of the link, which is part of the paths.
  void Along(std::uint32_t link);
  // Until everything is reached, or the goal; whether that was.
  bool Run(Node goal = kNone);

  // Nearest first.
  std::span<const Node> reached() const { return queue_; }
  bool Reached(Node node) const { return visits_[node].search == search_; }
  // Links from a start to the node, which was reached.
  std::vector<std::uint32_t> PathTo(Node node) const;

 private:
  struct Visit {
    std::uint32_t search = 0;
    std::uint32_t link = kNone;  // by which it was reached
    bool is_start = false;
  };
  void Enter(Node node, std::uint32_t link, bool is_start);

  const Links& links_;
  std::vector<bool> closed_;  // empty: none
  std::vector<Visit> visits_;
  std::vector<Node> queue_;
  std::size_t done_ = 0;
  std::uint32_t search_ = 0;
};

}  // namespace causeway::peer_graph
