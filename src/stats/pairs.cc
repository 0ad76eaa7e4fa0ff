// From launches to the unit of analysis.
//
// Launches of a block are not independent: they share a page cache, a temperature, an installation.
// If the blocks of an arm differ by 8 ms while launches differ by 38 ms, a test on launches errs in
// 12 % of the runs without any difference instead of in 5 %; at 15 ms in 23 %. So a block enters
// with its mean, as one number, and two blocks that ran next to each other are compared: the
// difference of a pair is free of whatever the machine did more slowly than that. Everything that
// gives an interval or a p-value for a verdict starts from these differences.
#include "stats/pairs.h"

#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "stats/numeric.h"

namespace causeway::stats {

std::vector<BlockMean> BlockMeans(std::span<const Launch> launches) {
  // Sums are relative to the first value of the block, so equal values have exactly their mean.
  struct Open {
    std::size_t index;
    double first;
    CompensatedSum sum;
  };
  std::vector<BlockMean> blocks;
  std::map<std::tuple<int, int, int, int>, Open> open;
  auto at = open.end();  // launches of a block mostly follow each other
  for (const Launch& launch : launches) {
    const auto key = std::tuple(launch.session, launch.pass, launch.block, launch.arm);
    if (at == open.end() || at->first != key) {
      bool is_new = false;
      std::tie(at, is_new) = open.try_emplace(key, Open{blocks.size(), launch.value, {}});
      if (is_new) {
        blocks.push_back(
            {launch.arm, launch.block, launch.pair, launch.pass, launch.session, 0, 0.0});
      }
    }
    at->second.sum.Add(launch.value - at->second.first);
    ++blocks[at->second.index].count;
  }
  for (const auto& [key, block] : open) {
    blocks[block.index].mean = block.first + block.sum.value() / Real(blocks[block.index].count);
  }
  return blocks;
}

std::vector<PairDifference> PairDifferences(std::span<const BlockMean> blocks, int base, int arm) {
  struct Sides {
    PairDifference pair;
    int base_blocks = 0;
    int arm_blocks = 0;
  };
  std::vector<Sides> found;
  std::map<std::tuple<int, int, int>, std::size_t> index;
  for (const BlockMean& block : blocks) {
    if (block.arm != base && block.arm != arm) continue;
    const auto key = std::tuple(block.session, block.pass, block.pair);
    const auto [at, is_new] = index.try_emplace(key, found.size());
    if (is_new) {
      found.emplace_back();
      found.back().pair = {block.pair, block.pass, block.session, block.arm == base, 0, 0, 0};
    }
    Sides& sides = found[at->second];
    const bool is_base = block.arm == base;
    int& count = is_base ? sides.base_blocks : sides.arm_blocks;
    double& mean = is_base ? sides.pair.base_mean : sides.pair.arm_mean;
    ++count;
    mean += (block.mean - mean) / Real(count);
  }
  std::vector<PairDifference> pairs;
  for (Sides& sides : found) {
    if (sides.base_blocks == 0 || sides.arm_blocks == 0) continue;
    sides.pair.difference = sides.pair.arm_mean - sides.pair.base_mean;
    pairs.push_back(sides.pair);
  }
  return pairs;
}

std::vector<double> Differences(std::span<const PairDifference> pairs) {
  std::vector<double> result;
  result.reserve(pairs.size());
  for (const PairDifference& pair : pairs) result.push_back(pair.difference);
  return result;
}

}  // namespace causeway::stats
