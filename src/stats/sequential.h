#pragma once

#include <vector>

namespace causeway::stats {

enum class Boundary {
  kPocock,         // the same level at each look
  kObrienFleming,  // hard at first, near the fixed level at the end
};

struct Look {
  double z = 0;        // reject if |z| is larger
  double nominal = 0;  // reject if the two-sided p of this look is smaller; for t tests too
};

// Boundaries of `looks` equally spaced looks, 1 <= looks <= 50, for total two-sided error `alpha`.
std::vector<Look> SequentialBoundaries(Boundary kind, int looks, double alpha = 0.05);

// Probability that |z| exceeds its boundary at some look although there is no difference.
double CrossingProbability(const std::vector<double>& boundaries);

}  // namespace causeway::stats
