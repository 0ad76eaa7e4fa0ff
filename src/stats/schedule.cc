// In which order to run the arms.
//
// A machine warms up, throttles and is visited by cron. Running all of A and then all of B charges
// that to B. Rounds in which each arm has one block keep the arms close together in time; what is
// left is the order within a round, and that is what the kinds differ in. ABBA cancels a linear
// drift exactly: in AB and BA together A and B have the same mean position. A random order makes
// sign flips an exact test whatever the drift. A Williams square (Aust. J. Sci. Res. A 2, 1949)
// also balances which arm comes after which, so what an arm leaves behind (a warm cache, a hot
// core) hits every other arm equally often. The Thue-Morse order cancels higher powers of a drift.
//
// Williams' construction: the first row is 0, 1, n-1, 2, n-2, … whose neighbours have all n-1
// differences modulo n once; the other rows add 1 modulo n. For odd n each difference occurs twice
// in one sign and never in the other, so the mirrored rows are needed too.
//
// Odd passes run the same rounds with the arms renamed in reverse, which keeps every balance within
// the pass and makes the two passes together balanced even where one alone is not.
#include "stats/schedule.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "stats/random.h"

namespace causeway::stats {
namespace {

struct Name {
  ScheduleKind kind;
  std::string_view text;
};
constexpr std::array<Name, 6> kNames = {{{ScheduleKind::kAbba, "abba"},
                                         {ScheduleKind::kRandom, "random"},
                                         {ScheduleKind::kLatin, "latin"},
                                         {ScheduleKind::kThueMorse, "thue-morse"},
                                         {ScheduleKind::kAlternating, "alternating"},
                                         {ScheduleKind::kGrouped, "grouped"}}};

std::vector<int> Forwards(int arms) {
  std::vector<int> order(static_cast<std::size_t>(arms));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<int> Rotated(int arms, int by) {
  std::vector<int> order = Forwards(arms);
  std::ranges::rotate(order, order.begin() + by % arms);
  return order;
}

int DigitSum(int number, int base) {
  int sum = 0;
  for (; number > 0; number /= base) sum += number % base;
  return sum;
}

std::vector<int> RandomOrder(int arms, Random& random) {
  std::vector<int> order = Forwards(arms);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
  return order;
}

// The orders of the rounds of one pass.
std::vector<std::vector<int>> Rounds(ScheduleKind kind, int arms, int blocks, Random random) {
  std::vector<std::vector<int>> rounds;
  std::vector<std::vector<int>> square;
  if (kind == ScheduleKind::kLatin) square = WilliamsSquare(arms);
  for (int round = 0; round < blocks; ++round) {
    switch (kind) {
      case ScheduleKind::kAbba:
        rounds.push_back(Forwards(arms));
        if (round % 2 == 1) std::ranges::reverse(rounds.back());
        break;
      case ScheduleKind::kRandom:
        rounds.push_back(RandomOrder(arms, random));
        break;
      case ScheduleKind::kLatin:
        rounds.push_back(square[static_cast<std::size_t>(round) % square.size()]);
        break;
      case ScheduleKind::kThueMorse:
        rounds.push_back(Rotated(arms, DigitSum(round, arms)));
        break;
      case ScheduleKind::kAlternating:
      case ScheduleKind::kGrouped:
        rounds.push_back(Forwards(arms));
        break;
    }
  }
  return rounds;
}

}  // namespace

std::string_view ToString(ScheduleKind kind) {
  return std::ranges::find(kNames, kind, &Name::kind)->text;
}

std::optional<ScheduleKind> ParseScheduleKind(std::string_view text) {
  const auto* const found = std::ranges::find(kNames, text, &Name::text);
  if (found == kNames.end()) return std::nullopt;
  return found->kind;
}

std::vector<std::vector<int>> WilliamsSquare(int arms) {
  std::vector<int> first;
  int low = 0;
  int high = arms - 1;
  first.push_back(low++);
  while (low <= high) {
    first.push_back(low++);
    if (low <= high) first.push_back(high--);
  }
  std::vector<std::vector<int>> square;
  for (int row = 0; row < arms; ++row) {
    std::vector<int> order = first;
    for (int& arm : order) arm = (arm + row) % arms;
    square.push_back(order);
    if (arms % 2 == 1) {
      std::ranges::reverse(order);
      square.push_back(std::move(order));
    }
  }
  return square;
}

int BalancedBlocks(ScheduleKind kind, int arms) {
  switch (kind) {
    case ScheduleKind::kAbba:
      return 2;
    case ScheduleKind::kLatin:
      return arms % 2 == 0 ? arms : 2 * arms;
    case ScheduleKind::kThueMorse:
      return arms;
    case ScheduleKind::kRandom:
    case ScheduleKind::kAlternating:
    case ScheduleKind::kGrouped:
      return 1;
  }
  return 1;
}

std::vector<ScheduledBlock> Schedule(ScheduleKind kind, int arms, int blocks, int passes,
                                     std::uint64_t seed) {
  std::vector<ScheduledBlock> schedule;
  for (int pass = 0; pass < passes; ++pass) {
    const auto stream = static_cast<std::uint64_t>(pass / 2);
    const std::size_t begin = schedule.size();
    const auto rounds = Rounds(kind, arms, blocks, Random(seed, stream));
    for (int round = 0; round < blocks; ++round) {
      for (const int arm : rounds[static_cast<std::size_t>(round)]) {
        schedule.push_back({pass % 2 == 0 ? arm : arms - 1 - arm, pass, pass * blocks + round});
      }
    }
    if (kind == ScheduleKind::kGrouped) {
      std::stable_sort(schedule.begin() + static_cast<std::ptrdiff_t>(begin), schedule.end(),
                       [&](const ScheduledBlock& x, const ScheduledBlock& y) {
                         return pass % 2 == 0 ? x.arm < y.arm : x.arm > y.arm;
                       });
    }
  }
  return schedule;
}

}  // namespace causeway::stats
