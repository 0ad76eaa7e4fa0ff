// What this program and the libraries in it allocate with operator new (allocations.cc replaces
// it), on the calling thread. What the JVM takes from malloc is not counted.
#pragma once

#include <cstdint>

namespace causeway::probe {

struct Allocated {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};
Allocated AllocatedSoFar();

}  // namespace causeway::probe
