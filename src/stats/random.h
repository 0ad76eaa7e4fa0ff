// Random numbers by counter. The i-th number of a stream is a function of (seed, stream, i) and of
// nothing else, so a replicate that owns a stream gives the same result in any order and on any
// number of threads, and a printed seed reproduces a report byte for byte.
//
// The function is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom
// Number Generators, OOPSLA 2014) over a Weyl sequence; each stream starts at a place that is mixed
// twice from seed and stream, which keeps neighbouring streams apart: two streams of a million
// numbers overlap somewhere with probability 1e-13. Passing from bits to values uses no library
// distribution, because those differ between implementations.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace causeway::stats {

class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(Mix(Mix(seed + kWeyl) ^ Mix((stream + 1) * kStreamWeyl))) {}

  std::uint64_t Next() { return Mix(state_ += kWeyl); }

  // Uniform over 0 .. n-1, 0 < n < 2^32. The multiplication (Lemire 2019) is biased by less than
  // n/2^64, which no simulation can see.
  std::size_t Below(std::size_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((static_cast<Wide>(Next()) * n) >> 64U);
  }

  // Uniform over (0, 1): neither end is ever returned, so a logarithm or a quantile is finite.
  double Unit() { return (static_cast<double>(Next() >> 12U) + 0.5) * 0x1p-52; }

  // Standard normal (Box and Muller; the second value of a pair is not kept, so that one call
  // always advances the stream by two).
  double Normal() {
    const double radius = std::sqrt(-2 * std::log(Unit()));
    return radius * std::cos(2 * std::numbers::pi * Unit());
  }

 private:
  static constexpr std::uint64_t kWeyl = 0x9E3779B97F4A7C15U;
  static constexpr std::uint64_t kStreamWeyl = 0xD1B54A32D192ED03U;

  static std::uint64_t Mix(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
  }

  std::uint64_t state_;
};

}  // namespace causeway::stats
