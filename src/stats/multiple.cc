#include "stats/multiple.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "stats/numeric.h"

namespace causeway::stats {
namespace {

std::vector<std::size_t> OrderOf(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p[i]; });
  return order;
}

}  // namespace

std::vector<double> Holm(std::span<const double> p) {
  const std::vector<std::size_t> order = OrderOf(p);
  std::vector<double> result(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, std::min(1.0, Real(p.size() - i) * p[order[i]]));
    result[order[i]] = least;
  }
  return result;
}

std::vector<double> BenjaminiHochberg(std::span<const double> p) {
  const std::vector<std::size_t> order = OrderOf(p);
  std::vector<double> result(p.size());
  double most = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    most = std::min(most, Real(p.size()) / Real(i + 1) * p[order[i]]);
    result[order[i]] = most;
  }
  return result;
}

}  // namespace causeway::stats
