// Words for the parts of a graph that findings speak of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "peers/graph_file.h"
#include "peers/reach.h"
#include "report/finding.h"

namespace causeway::peer_graph {

// "1 peer", "2 peers".
std::string Count(std::uint64_t count, std::string_view what);

using TypeCounts = std::map<Text, std::size_t>;

class Wording {
 public:
  Wording(const PeerGraph& graph, const Links& links) : graph_(graph), links_(links) {}

  // The C++ type of a peer; "EdgeOwner" of a plain owner.
  const std::string& TypeOf(Node node) const;
  // Most frequent first, then by name.
  std::vector<std::pair<Text, std::size_t>> Sorted(const TypeCounts& counts) const;
  // "app::Row (4), app::List (1)": the most frequent ones.
  std::string TopText(const TypeCounts& counts) const;
  // "app::Screen -(+40)-> app::List -(edge)-> app::Row"; a long one without its middle.
  std::string PathText(Node from, std::span<const std::uint32_t> path) const;
  // A few of the peers, and where the first of which that is known was created. Nothing of plain
  // owners.
  void AddExamples(report::Finding& finding, std::span<const Node> nodes) const;

 private:
  bool IsPeer(Node node) const { return node < graph_.peers.size(); }

  const PeerGraph& graph_;
  const Links& links_;
};

}  // namespace causeway::peer_graph
