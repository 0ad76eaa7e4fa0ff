// Pointers between peers that the bridge does not see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "causeway/bridge.h"
#include "causeway/peer.h"

namespace causeway::peers {

// Every word of a peer's object that is an address inside another peer's object is a pointer to it,
// however it came there. It is declared if the owner has an edge to that peer. A Ref is such a
// word, too; there is no telling it from a plain pointer, but it is counted in the target's roots,
// so what is more than those is undeclared.
class UndeclaredSearch {
 public:
  // `peers` holds one root of each.
  explicit UndeclaredSearch(const std::vector<Ref<Peer>>& peers);

  std::vector<UndeclaredPointer> Run();

 private:
  struct Body {
    const char* begin = nullptr;
    std::size_t size = 0;
    const Peer* peer = nullptr;
    std::uint64_t roots = 0;  // but ours
    std::uint64_t words = 0;  // that point here, undeclared
  };
  Body* Find(const char* address);

  std::vector<Body> bodies_;  // by address
};

}  // namespace causeway::peers
