#pragma once

#include <span>
#include <vector>

namespace causeway::stats {

// Adjusted p-values in the order of the input, each at most 1.
std::vector<double> Holm(std::span<const double> p);               // family-wise error
std::vector<double> BenjaminiHochberg(std::span<const double> p);  // false discovery rate

}  // namespace causeway::stats
