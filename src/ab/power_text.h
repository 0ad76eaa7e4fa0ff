#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ab/analysis.h"

namespace causeway::ab {

// Where a spread of pair differences is known from.
struct KnownSpread {
  std::string name;
  std::string unit;
  double sd = 0;     // of the difference of a block pair
  double level = 0;  // that relative effects are of; 0: not known
};

// Of each comparison that has two pairs or more.
std::vector<KnownSpread> SpreadsOf(const Analysis& analysis);
// Of the latest A/A record of each command and metric: 95 % of a normal spread lie within 1.96 sd.
std::vector<KnownSpread> SpreadsOf(const std::vector<NoiseRecord>& records);

// How many block pairs find `effect`, and what the usual numbers of them find, as a table.
std::string PowerText(const std::vector<KnownSpread>& spreads, const Bound& effect,
                      const stats::PowerOptions& options);

}  // namespace causeway::ab
