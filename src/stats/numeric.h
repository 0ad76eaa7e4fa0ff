#pragma once

#include <cmath>
#include <concepts>

namespace causeway::stats {

// A count in a formula. Exact below 2^53.
template <std::integral T>
double Real(T count) {
  return static_cast<double>(count);
}

// Sum whose error does not grow with the number of terms (Neumaier 1974).
class CompensatedSum {
 public:
  void Add(double value) {
    const double sum = sum_ + value;
    correction_ += std::abs(sum_) >= std::abs(value) ? (sum_ - sum) + value : (value - sum) + sum_;
    sum_ = sum;
  }
  double value() const { return sum_ + correction_; }

 private:
  double sum_ = 0;
  double correction_ = 0;
};

}  // namespace causeway::stats
