#pragma once

namespace causeway::stats {

// A closed interval of the unit of the data; low <= high.
struct Interval {
  double low = 0;
  double high = 0;

  double width() const { return high - low; }
  bool Contains(double value) const { return low <= value && value <= high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

inline constexpr double kConfidence = 0.95;

// Above this many values rank tests use their asymptotic form and results say so.
inline constexpr unsigned long kAsymptoticAbove = 100'000;

}  // namespace causeway::stats
