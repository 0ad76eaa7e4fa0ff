#pragma once

#include <cstdint>
#include <span>

namespace causeway::stats {

// The rank-th smallest (from 0) of all x[i] + y[j]. Both are sorted and not empty. O(n + m) memory.
double SelectSum(std::span<const double> x, std::span<const double> y, std::uint64_t rank);
// The rank-th smallest of all x[i] + x[j] with i <= j.
double SelectWalshSum(std::span<const double> x, std::uint64_t rank);

}  // namespace causeway::stats
