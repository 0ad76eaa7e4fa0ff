#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "ab/run.h"

// In which order the blocks run. Each round holds one block of every arm; a round is what is
// analysed (for two arms a pair of adjacent blocks).
//
//   abba    rounds in the order given and in reverse, in turn: AB BA AB BA. A linear drift cancels
//           exactly within every two rounds.
//   random  every round in an order of its own, from the seed.
//   latin   rows of a Williams design (Williams 1949): in n rows (2n if n is odd) each arm stands in
//           each place equally often and follows each other arm equally often.
//
// Every other pass runs the first pass' blocks from the last to the first.

namespace causeway::ab {
namespace {

using Round = std::vector<int>;

// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // Uniform below `bound`, by rejection.
  std::uint64_t Below(std::uint64_t bound) {
    const std::uint64_t limit = ~std::uint64_t{0} - ~std::uint64_t{0} % bound;
    std::uint64_t value = Next();
    while (value >= limit) value = Next();
    return value % bound;
  }

 private:
  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

Round InOrder(int arms) {
  Round round;
  for (int arm = 0; arm < arms; ++arm) round.push_back(arm);
  return round;
}

std::vector<Round> WilliamsRows(int arms) {
  // 0, 1, n-1, 2, n-2, …: all differences between neighbours are different.
  Round first = {0};
  for (int low = 1, high = arms - 1; low <= high; ++low, --high) {
    first.push_back(low);
    if (low != high) first.push_back(high);
  }
  std::vector<Round> rows;
  for (int shift = 0; shift < arms; ++shift) {
    Round row = first;
    for (int& arm : row) arm = (arm + shift) % arms;
    rows.push_back(row);
  }
  if (arms % 2 == 1) {
    for (int i = 0; i < arms; ++i) {
      rows.emplace_back(rows[static_cast<std::size_t>(i)].rbegin(),
                        rows[static_cast<std::size_t>(i)].rend());
    }
  }
  return rows;
}

std::vector<Round> Rounds(const std::string& schedule, int arms, int count, std::uint64_t seed) {
  std::vector<Round> rounds;
  Random random(seed);
  const std::vector<Round> rows = WilliamsRows(arms);
  for (int i = 0; i < count; ++i) {
    Round round = InOrder(arms);
    if (schedule == "latin") {
      round = rows[static_cast<std::size_t>(i) % rows.size()];
    } else if (schedule == "random") {
      for (std::size_t left = round.size(); left > 1; --left) {
        std::swap(round[left - 1], round[random.Below(left)]);
      }
    } else if (i % 2 == 1) {
      std::reverse(round.begin(), round.end());
    }
    rounds.push_back(std::move(round));
  }
  return rounds;
}

}  // namespace

Result<std::vector<PlannedBlock>> PlanBlocks(const RunOptions& options) {
  constexpr std::string_view kSchedules[] = {"abba", "random", "latin"};
  if (std::find(std::begin(kSchedules), std::end(kSchedules), options.schedule) ==
      std::end(kSchedules)) {
    return Fail(Error::Code::kUsage, "--schedule is abba, random or latin");
  }
  std::vector<Round> rounds = Rounds(options.schedule, static_cast<int>(options.arms.size()),
                                     options.blocks, options.seed);
  std::vector<PlannedBlock> blocks;
  int pair = 0;
  for (int pass = 0; pass < options.passes; ++pass) {
    for (const Round& round : rounds) {
      for (const int arm : round) blocks.push_back({.arm = arm, .pass = pass, .pair = pair});
      ++pair;
    }
    std::reverse(rounds.begin(), rounds.end());
    for (Round& round : rounds) std::reverse(round.begin(), round.end());
  }
  return blocks;
}

}  // namespace causeway::ab
