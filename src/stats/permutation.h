#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace causeway::stats {

struct PermutationOptions {
  std::uint64_t seed = 1;
  std::size_t replicates = 100'000;  // of a Monte Carlo test
};

struct PermutationResult {
  double p = 1;
  bool exact = true;
  std::uint64_t extreme = 0;  // arrangements at least as far from 0 as what was observed
  std::uint64_t total = 1;    // arrangements looked at; without the observed one if not exact
  // Not even drawn: so many values that p is from the normal limit (total is 0).
  bool asymptotic = false;
};

inline constexpr std::uint64_t kExactArrangements = 2'000'000;
inline constexpr std::size_t kExactFlips = 20;

// Two-sided test of the mean of pair differences: labels are exchanged within each pair, as the
// schedule could have, which flips the sign of its difference. Exact for up to kExactFlips pairs.
PermutationResult PermutePairs(std::span<const double> differences,
                               const PermutationOptions& options = {});

// Two-sided test of mean(b) - mean(a) where labels are exchanged freely: for data without a
// schedule. Exact if there are at most kExactArrangements.
PermutationResult PermuteSamples(std::span<const double> a, std::span<const double> b,
                                 const PermutationOptions& options = {});

}  // namespace causeway::stats
