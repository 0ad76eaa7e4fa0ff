// The native side of who keeps whom, read from the memory of a quiet program: for the leak report
// and for FindUndeclaredPointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "causeway/peer.h"
#include "runtime/peers/edges.h"

namespace causeway::peers {

struct NativeGraph {
  static constexpr std::size_t kElsewhere = std::numeric_limits<std::size_t>::max();

  struct Node {
    const Peer* peer = nullptr;
    std::uint64_t handle = 0;
    std::uint64_t roots = 0;
  };
  // From one peer to another; `at` is where in the object of `from`, in bytes.
  struct Edge {
    std::uint32_t from = 0;
    std::size_t at = kElsewhere;  // the Traced is behind a pointer
    std::uint32_t to = 0;
  };
  // A word of an object that is an address in another peer's object, and no edge.
  //
  // A Ref is such a word, too; there is no telling it from a plain pointer, but it is counted in
  // the target's roots. So if there are more such words than roots, they are undeclared.
  struct Pointer {
    std::uint32_t from = 0;
    std::size_t at = 0;
    std::uint32_t to = 0;
    bool is_root = false;
  };
  struct Owner {
    std::vector<std::uint32_t> holders;
    std::vector<std::uint32_t> targets;
    bool held = false;  // ever
  };

  std::vector<Node> peers;
  std::vector<Edge> edges;
  std::vector<Pointer> pointers;
  std::vector<Owner> owners;
};

class NativeGraphReader {
 public:
  // `peers` holds one root of each, which is not reported.
  static NativeGraph Read(const std::vector<Ref<Peer>>& peers,
                          const std::vector<std::shared_ptr<OwnerNode>>& owners);
};

}  // namespace causeway::peers
