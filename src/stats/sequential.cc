// Looking at a run before it is over without lying.
//
// Ten looks at the 5 % level find a difference that is not there in about 20 % of all runs. A group
// sequential design raises the bar so that all looks together err with probability alpha: Pocock
// (Biometrika 64, 1977) by the same amount at each look, O'Brien and Fleming (Biometrics 35, 1979)
// in proportion to sqrt(looks / k), which hardly ever stops early and costs hardly anything late.
//
// The constants are computed, not copied, by the recursion of Armitage, McPherson and Rowe (J. R.
// Stat. Soc. A 132, 1969). With equally spaced looks the sum of independent increments S_k = Z_k
// sqrt(k) is a random walk with unit normal steps. f_k, the density of S_k on the paths that have
// crossed no boundary so far, is f_{k-1} convolved with the normal density and cut at the k-th
// boundary; what lies outside of it is the probability to cross there. The integrals are sums over
// panels of 5 Gauss-Legendre nodes, at most one standard deviation wide, which is good to about ten
// digits; f is even, so half of the axis suffices. The constant is then found by bisection.
#include "stats/sequential.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "stats/distributions.h"
#include "stats/numeric.h"

namespace causeway::stats {
namespace {

struct Node {
  double at = 0;
  double weight = 0;
};

// Nodes over [0, end].
std::vector<Node> Panels(double end) {
  const double inner = std::sqrt(5 - 2 * std::sqrt(10.0 / 7)) / 3;
  const double outer = std::sqrt(5 + 2 * std::sqrt(10.0 / 7)) / 3;
  const double inner_weight = (322 + 13 * std::sqrt(70.0)) / 900;
  const double outer_weight = (322 - 13 * std::sqrt(70.0)) / 900;
  const std::array<Node, 5> unit = {{{-outer, outer_weight},
                                     {-inner, inner_weight},
                                     {0, 128.0 / 225},
                                     {inner, inner_weight},
                                     {outer, outer_weight}}};
  const int panels = std::max(1, static_cast<int>(std::ceil(end)));
  const double half = end / panels / 2;
  std::vector<Node> nodes;
  for (int panel = 0; panel < panels; ++panel) {
    const double centre = (2 * panel + 1) * half;
    for (const Node& node : unit) nodes.push_back({centre + half * node.at, half * node.weight});
  }
  return nodes;
}

double NormalDensity(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

std::vector<double> BoundariesFor(Boundary kind, int looks, double constant) {
  std::vector<double> z(static_cast<std::size_t>(looks), constant);
  if (kind == Boundary::kObrienFleming) {
    for (std::size_t k = 0; k < z.size(); ++k) z[k] *= std::sqrt(Real(looks) / Real(k + 1));
  }
  return z;
}

}  // namespace

double CrossingProbability(const std::vector<double>& boundaries) {
  double crossed = 0;
  std::vector<Node> last = {{0, 1}};  // the walk starts at 0, and half of that is not halved below
  std::vector<double> density = {0.5};
  for (std::size_t k = 0; k < boundaries.size(); ++k) {
    const double end = boundaries[k] * std::sqrt(Real(k + 1));
    for (std::size_t i = 0; i < last.size(); ++i) {
      const double outside = NormalCdf(last[i].at - end) + NormalCdf(-end - last[i].at);
      crossed += 2 * last[i].weight * density[i] * outside;
    }
    if (k + 1 == boundaries.size()) break;
    std::vector<Node> nodes = Panels(end);
    std::vector<double> next(nodes.size(), 0.0);
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      for (std::size_t i = 0; i < last.size(); ++i) {
        next[j] +=
            last[i].weight * density[i] *
            (NormalDensity(nodes[j].at - last[i].at) + NormalDensity(nodes[j].at + last[i].at));
      }
    }
    last = std::move(nodes);
    density = std::move(next);
  }
  return crossed;
}

std::vector<Look> SequentialBoundaries(Boundary kind, int looks, double alpha) {
  // One look alone is the least that the constant can be, alpha shared evenly the most.
  double low = NormalQuantile(1 - alpha / 2);
  double high = NormalQuantile(1 - alpha / 2 / looks);
  for (int i = 0; i < 40 && high - low > 1e-9; ++i) {
    const double middle = low + (high - low) / 2;
    const bool errs_too_often = CrossingProbability(BoundariesFor(kind, looks, middle)) > alpha;
    (errs_too_often ? low : high) = middle;
  }
  std::vector<Look> result;
  for (const double z : BoundariesFor(kind, looks, high)) {
    result.push_back({z, NormalTwoSidedP(z)});
  }
  return result;
}

}  // namespace causeway::stats
