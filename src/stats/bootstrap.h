#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "stats/interval.h"

namespace causeway::stats {

struct BootstrapOptions {
  std::uint64_t seed = 1;
  std::size_t replicates = 20'000;
  double confidence = kConfidence;
};

// Why there is no BCa interval; then `bca` equals `percentile`.
enum class BcaGuard {
  kNone,        // there is one
  kFewValues,   // a sample has fewer than 8
  kDegenerate,  // no spread, or the correction leaves the range of the replicates
  kAsymptotic,  // no replicates were drawn
};
std::string_view ToString(BcaGuard guard);

struct BootstrapResult {
  double estimate = 0;
  double se = 0;  // sd of the replicates
  Interval percentile;
  Interval bca;
  BcaGuard guard = BcaGuard::kNone;
  double z0 = 0;
  double acceleration = 0;
  // So many values that both intervals are the normal one: replicates x values > 4e8.
  bool asymptotic = false;
};

// What is drawn as one piece: the launches of a block, or one launch (count 1).
struct Cluster {
  double sum = 0;
  double count = 1;
};

// Mean of the values, such as the differences of block pairs. At least one value.
BootstrapResult BootstrapMean(std::span<const double> values, const BootstrapOptions& options = {});
// mean(b) - mean(a), launches drawn singly: too narrow if blocks differ.
BootstrapResult BootstrapDifference(std::span<const double> a, std::span<const double> b,
                                    const BootstrapOptions& options = {});
// The same with whole blocks drawn; blocks may have different numbers of launches.
BootstrapResult ClusterBootstrapDifference(std::span<const Cluster> a, std::span<const Cluster> b,
                                           const BootstrapOptions& options = {});

}  // namespace causeway::stats
