#include "stats/power.h"

#include <algorithm>
#include <cmath>

#include "stats/distributions.h"
#include "stats/numeric.h"

namespace causeway::stats {
namespace {

// From here on t and normal agree to more digits than anyone prints.
constexpr std::size_t kNormalFrom = 10'000;

double SamplesOf(Design design) { return design == Design::kPairs ? 1 : 2; }

double StandardError(Design design, std::size_t n, double sd) {
  return sd * std::sqrt(SamplesOf(design) / Real(n));
}

double DegreesOfFreedom(Design design, std::size_t n) { return SamplesOf(design) * (Real(n) - 1); }

// Smallest n in [2, kMostBlocks] for which `enough` holds; it is monotone in n.
template <typename Enough>
std::optional<std::size_t> SmallestCount(Enough enough) {
  std::size_t high = 2;
  while (!enough(high)) {
    if (high == kMostBlocks) return std::nullopt;
    high = std::min(high * 2, kMostBlocks);
  }
  std::size_t low = std::max<std::size_t>(2, high / 2);
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (enough(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

}  // namespace

Equivalence TestEquivalence(double difference, double se, double df, double bound, double alpha) {
  Equivalence result;
  if (!(se > 0)) {
    result.interval = {difference, difference};
    result.p_lower = difference > -bound ? 0 : 1;
    result.p_upper = difference < bound ? 0 : 1;
  } else {
    const double reach = StudentQuantile(1 - alpha, df) * se;
    result.interval = {difference - reach, difference + reach};
    result.p_lower = StudentCdf(-(difference + bound) / se, df);
    result.p_upper = StudentCdf((difference - bound) / se, df);
  }
  result.p = std::max(result.p_lower, result.p_upper);
  result.equivalent = result.p < alpha;
  return result;
}

double Power(Design design, std::size_t n, double sd, double effect, double alpha) {
  const double noncentrality = std::abs(effect) / StandardError(design, n, sd);
  if (n > kNormalFrom) {
    const double z = NormalQuantile(1 - alpha / 2);
    return NormalCdf(noncentrality - z) + NormalCdf(-noncentrality - z);
  }
  const double df = DegreesOfFreedom(design, n);
  const double critical = StudentQuantile(1 - alpha / 2, df);
  // The second term, a significant difference of the wrong sign, vanishes for all but tiny effects.
  return NoncentralStudentUpper(critical, df, noncentrality) +
         NoncentralStudentUpper(critical, df, -noncentrality);
}

double MinimumDetectableEffect(Design design, std::size_t n, double sd,
                               const PowerOptions& options) {
  double low = 0;
  double high = NormalDetectableEffect(design, n, sd, options);
  while (Power(design, n, sd, high, options.alpha) < options.power) high *= 2;
  for (int i = 0; i < 100 && high - low > 1e-12 * high; ++i) {
    const double middle = low + (high - low) / 2;
    (Power(design, n, sd, middle, options.alpha) < options.power ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

double NormalDetectableEffect(Design design, std::size_t n, double sd,
                              const PowerOptions& options) {
  return (NormalQuantile(1 - options.alpha / 2) + NormalQuantile(options.power)) *
         StandardError(design, n, sd);
}

std::optional<std::size_t> RequiredCount(Design design, double sd, double effect,
                                         const PowerOptions& options) {
  if (effect == 0) return std::nullopt;
  if (!(sd > 0)) return 2;
  return SmallestCount(
      [&](std::size_t n) { return Power(design, n, sd, effect, options.alpha) >= options.power; });
}

std::optional<std::size_t> RequiredPairsForMargin(double sd, double margin,
                                                  const PowerOptions& options) {
  if (!(margin > 0)) return std::nullopt;
  if (!(sd > 0)) return 2;
  // Two one-sided tests at alpha: both succeed with `power` if each one's sum of quantiles fits.
  const double z = NormalQuantile(0.5 + options.power / 2);
  return SmallestCount([&](std::size_t n) {
    const double reach = StudentQuantile(1 - options.alpha, Real(n) - 1) + z;
    return reach * StandardError(Design::kPairs, n, sd) < margin;
  });
}

}  // namespace causeway::stats
