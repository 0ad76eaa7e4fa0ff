// The peer graph file: what a registry's peers keep of each other, as a program wrote it.
// docs/peer_graph_file.md is its reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace causeway::peer_graph {

inline constexpr std::uint64_t kLargestGraphFile = std::uint64_t{1} << 30;

// Types, classes and stacks repeat a million times: they are indices of PeerGraph::texts.
using Text = std::uint32_t;

struct Peer {
  std::uint64_t id = 0;  // its handle
  std::uint64_t roots = 0;
  Text type = 0;
  Text java_class = 0;    // empty: the Java half is gone
  Text native_stack = 0;  // of its creation, innermost frame first, joined by " <- "; may be empty
  Text java_stack = 0;
  bool holds_edges = false;
};

struct Owner {
  std::vector<std::uint32_t> holders;  // peers
  bool held = false;                   // false: it counts as a root
};

struct Edge {
  bool of_owner = false;   // of a plain owner, not of a peer
  std::uint32_t from = 0;  // index of a peer or of an owner
  std::uint32_t to = 0;
  std::optional<std::uint64_t> at;  // bytes from the start of the owner's object to a word of it
};

// A word of a peer's object that points into another peer's and is no edge.
struct Pointer {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t at = 0;
  bool counted = false;  // a Ref; false: nothing accounts for it
};

struct PeerGraph {
  std::vector<std::string> texts{""};  // each once, the first is empty
  std::vector<Peer> peers;
  std::vector<Owner> owners;
  std::vector<Edge> edges;
  std::vector<Pointer> pointers;
  bool has_pointers = false;  // false: the program did not look for them
};

// `name` is what errors call the file. Errors are kBadInput: `where` is "name:line:column" if the
// text is no JSON, else `name`, and the message begins with the field, such as "edges[3].to".
Result<PeerGraph> ParsePeerGraph(std::string_view text, const std::string& name);
Result<PeerGraph> ReadPeerGraph(const std::string& path);
// True if the text begins like such a file, whatever its version and however damaged.
bool LooksLikePeerGraph(std::string_view text);

}  // namespace causeway::peer_graph
