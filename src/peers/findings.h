// What is wrong in a peer graph, or worth knowing of it: the rules peers.*.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "peers/graph_file.h"
#include "report/finding.h"

namespace causeway::peer_graph {

// Peers by what keeps them, the first that applies.
struct Keepers {
  std::size_t peers = 0;
  std::size_t rooted = 0;      // with roots that no Ref within a peer accounts for
  std::size_t by_roots = 0;    // reached from such a peer (these included)
  std::size_t by_refs = 0;     // reached from a peer that a Ref within a peer names
  std::size_t by_foreign = 0;  // reached by the edges of a peer whose class has no place for edges
  std::size_t rest = 0;        // Java holds them, or they go with the next round
};

struct TypeRow {
  std::string type;
  Keepers keepers;
};

struct Analysis {
  std::vector<TypeRow> types;  // most peers first
  Keepers all;
  std::uint64_t roots = 0;
  std::uint64_t outside_roots = 0;  // that no Ref within a peer accounts for
  std::size_t edges = 0;
  std::size_t owners = 0;
  bool looked_for_pointers = false;
  std::vector<report::Finding> findings;  // sorted
};

// `path` is the file, for the places and commands of findings.
Analysis Analyse(const PeerGraph& graph, const std::string& path);

}  // namespace causeway::peer_graph
