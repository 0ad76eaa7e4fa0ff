// The two ways to resolve a type map.
#pragma once

#include <iosfwd>

#include "causeway/vm.h"

namespace causeway::bench {

void PrintTypeMaps(Vm& vm, std::ostream& out);

}  // namespace causeway::bench
