#pragma once

#include <cstddef>
#include <optional>

#include "stats/interval.h"

namespace causeway::stats {

// Two one-sided tests (Schuirmann 1987): is the difference within -bound .. +bound?
struct Equivalence {
  double p_lower = 1;  // of difference <= -bound
  double p_upper = 1;  // of difference >= bound
  double p = 1;        // the larger
  bool equivalent = false;
  Interval interval;  // confidence 1 - 2 alpha: equivalent if and only if inside of the bound
};
// bound > 0. With se 0 the difference itself decides.
Equivalence TestEquivalence(double difference, double se, double df, double bound,
                            double alpha = 0.05);

// Which test is planned: of k pair differences with sd `sd`, or of two samples of k values each
// with sd `sd`.
enum class Design { kPairs, kTwoSamples };

struct PowerOptions {
  double power = 0.8;
  double alpha = 0.05;  // two-sided
};

// Exact, from the noncentral t distribution; above 10,000 from the normal. n >= 2, sd > 0.
double Power(Design design, std::size_t n, double sd, double effect, double alpha = 0.05);
// The effect that is found with options.power.
double MinimumDetectableEffect(Design design, std::size_t n, double sd,
                               const PowerOptions& options = {});
// (z[1-alpha/2] + z[power]) se: the textbook figure, too small for few blocks.
double NormalDetectableEffect(Design design, std::size_t n, double sd,
                              const PowerOptions& options = {});
// Smallest n >= 2 that finds `effect`; nothing if that exceeds kMostBlocks or effect is 0.
inline constexpr std::size_t kMostBlocks = 1'000'000;
std::optional<std::size_t> RequiredCount(Design design, double sd, double effect,
                                         const PowerOptions& options = {});
// Smallest number of pairs for which the interval of `confidence` is expected to be narrower than
// -margin .. +margin around its centre: what an equivalence test still lacks.
std::optional<std::size_t> RequiredPairsForMargin(double sd, double margin,
                                                  const PowerOptions& options = {});

}  // namespace causeway::stats
