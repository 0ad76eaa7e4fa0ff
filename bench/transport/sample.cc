#include "bench/transport/sample.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

namespace causeway::bench {
namespace {

double Time(const Variant& variant, std::int64_t calls) {
  const auto start = std::chrono::steady_clock::now();
  variant.run(calls);
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

// HotSpot compiles with C2 what was called 5,000 times, or 600 times with many loop iterations.
// Returns the calls of one sample.
std::int64_t WarmUp(const Variant& variant, const Options& options) {
  std::int64_t done = 0;
  double spent = 0;
  std::int64_t calls = 1;
  double last = 0;
  while (spent < options.warm_up_ns &&
         (done < options.minimum_warm_up_calls ||
          (done < options.warm_up_calls && spent < options.warm_up_ns / 4))) {
    last = Time(variant, calls);
    spent += last;
    done += calls;
    if (last < options.sample_ns) calls *= 2;
  }
  return calls;
}

std::int64_t CallsPerSample(const Variant& variant, const Options& options, std::int64_t guess) {
  double best = Time(variant, guess) / static_cast<double>(guess);
  for (int i = 0; i < 4; ++i) {
    best = std::min(best, Time(variant, guess) / static_cast<double>(guess));
  }
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(options.sample_ns / best)));
}

}  // namespace

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle),
                   values.end());
  const double upper = values[middle];
  if (values.size() % 2 == 1) return upper;
  return (upper +
          *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) /
         2;
}

Interval MedianInterval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const double half = 1.96 * std::sqrt(n) / 2;
  const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(n / 2 - half)));
  const auto high = static_cast<std::size_t>(std::min(n - 1, std::ceil(n / 2 + half)));
  return {Median(values), values[low], values[high]};
}

const Measured* Result::Find(Role role) const {
  const Measured* best = nullptr;
  for (const Measured& m : variants) {
    if (m.role == role && (best == nullptr || m.median < best->median)) best = &m;
  }
  return best;
}

const Measured* Result::Find(const std::string& name) const {
  for (const Measured& m : variants) {
    if (m.name == name) return &m;
  }
  return nullptr;
}

Result Sample(const Row& row, const Options& options) {
  Result result;
  result.row = row;
  for (const Variant& v : row.variants) {
    if (v.check) v.check();
    result.variants.push_back({v.name, v.role, {}, 0, 0, {}});
  }
  const std::size_t n = row.variants.size();
  std::vector<std::int64_t> calls(n);
  for (std::size_t i = 0; i < n; ++i) calls[i] = WarmUp(row.variants[i], options);
  // All variants together until the compiler is idle.
  const auto compiled = [&] { return options.compilation_ms ? options.compilation_ms() : 0; };
  for (int quiet = 0, round = 0; quiet < 2 && round < 20; ++round) {
    const std::int64_t before = compiled();
    const auto start = std::chrono::steady_clock::now();
    do {
      for (std::size_t i = 0; i < n; ++i) row.variants[i].run(calls[i]);
    } while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(40));
    quiet = compiled() == before ? quiet + 1 : 0;
  }
  for (std::size_t i = 0; i < n; ++i) {
    calls[i] = CallsPerSample(row.variants[i], options, calls[i]);
  }
  const std::int64_t compiled_before = compiled();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937 shuffle(12345);
  for (int s = 0; s < options.samples; ++s) {
    std::shuffle(order.begin(), order.end(), shuffle);
    for (const std::size_t i : order) {
      result.variants[i].ns.push_back(Time(row.variants[i], calls[i]) /
                                      static_cast<double>(calls[i]));
    }
  }
  result.settled = compiled() - compiled_before < 20;
  for (Measured& m : result.variants) {
    m.minimum = *std::min_element(m.ns.begin(), m.ns.end());
    m.median = Median(m.ns);
  }
  if (const Measured* generated = result.Find(Role::kGenerated)) {
    for (Measured& m : result.variants) {
      std::vector<double> ratios;
      for (std::size_t i = 0; i < m.ns.size(); ++i) ratios.push_back(m.ns[i] / generated->ns[i]);
      m.ratio = MedianInterval(std::move(ratios));
    }
  }
  for (Variant& v : result.row.variants) {
    v.run = nullptr;
    v.check = nullptr;
  }
  return result;
}

}  // namespace causeway::bench
