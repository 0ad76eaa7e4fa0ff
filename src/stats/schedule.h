#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace causeway::stats {

enum class ScheduleKind {
  kAbba,         // rounds forwards and backwards in turn: AB BA, ABC CBA
  kRandom,       // each round in a random order from the seed
  kLatin,        // rounds are the rows of a Williams square
  kThueMorse,    // two arms: AB BA BA AB …; more arms: round i turned by the digit sum of i
  kAlternating,  // AB AB AB: for comparison
  kGrouped,      // AAAA BBBB: for comparison; the i-th block of each arm belong together
};
std::string_view ToString(ScheduleKind kind);
// "abba", "random", "latin", "thue-morse", "alternating", "grouped".
std::optional<ScheduleKind> ParseScheduleKind(std::string_view text);

// A block is a run of consecutive launches of one arm. `pair` counts rounds within the whole run:
// the blocks of a round belong together, one of each arm.
struct ScheduledBlock {
  int arm = 0;
  int pass = 0;
  int pair = 0;
  friend bool operator==(const ScheduledBlock&, const ScheduledBlock&) = default;
};

// `blocks` of each arm in each pass, in the order of running. Odd passes have the arms in reverse
// (ABBA then BAAB), so what one pass favours the next one disfavours. arms >= 2, others >= 1.
std::vector<ScheduledBlock> Schedule(ScheduleKind kind, int arms, int blocks, int passes,
                                     std::uint64_t seed);

// `blocks` per pass should be a multiple of this for a schedule to be balanced in itself.
int BalancedBlocks(ScheduleKind kind, int arms);

// Williams square (1949): each arm once in each row, as often in each column, and each ordered pair
// of neighbours as often. `arms` rows if even, 2 x arms if odd.
std::vector<std::vector<int>> WilliamsSquare(int arms);

}  // namespace causeway::stats
