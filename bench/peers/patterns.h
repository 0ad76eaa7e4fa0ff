// The fixed patterns, with what is required of them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/peers/sequences.h"

namespace causeway::bench {

struct Pattern {
  Sequence lookups;
  // The requirement and the aim, by column.
  std::map<std::string, std::pair<double, double>> must;
};

std::vector<Pattern> Patterns();

}  // namespace causeway::bench
