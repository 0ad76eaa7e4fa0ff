#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace causeway::stats {

// One measured launch and where it stood. Launches are given in the order in which they ran.
struct Launch {
  int arm = 0;
  int block = 0;  // counted within the run
  int pair = 0;   // the round that the block belongs to
  int pass = 0;
  int session = 0;
  double value = 0;
};

// One block, in the order of its first launch.
struct BlockMean {
  int arm = 0;
  int block = 0;
  int pair = 0;
  int pass = 0;
  int session = 0;
  int count = 0;
  double mean = 0;
};
// Blocks are told apart by (session, pass, block, arm).
std::vector<BlockMean> BlockMeans(std::span<const Launch> launches);

// The unit of analysis: the block of `arm` minus the block of `base` of the same pair.
struct PairDifference {
  int pair = 0;
  int pass = 0;
  int session = 0;
  bool base_first = true;
  double base_mean = 0;
  double arm_mean = 0;
  double difference = 0;
};
// In the order of the blocks. A pair that lacks one of the two arms (an interrupted run) gives
// nothing; an arm with several blocks in a pair enters with the mean of its block means.
std::vector<PairDifference> PairDifferences(std::span<const BlockMean> blocks, int base, int arm);

// Values of one member, for the tests.
std::vector<double> Differences(std::span<const PairDifference> pairs);

}  // namespace causeway::stats
