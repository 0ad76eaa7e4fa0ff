#include "runtime/probe/sample.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <random>

#include "runtime/probe/allocations.h"

namespace causeway::probe {
namespace {

constexpr std::int64_t kMostCalls = std::int64_t{1} << 24;  // an int in Java
constexpr std::int64_t kCountedCalls = 200;
constexpr std::int64_t kCompilingMs = 20;  // more while sampling: it was not idle

double Time(const Row& row, std::int64_t calls) {
  if (row.before) row.before();
  const auto start = std::chrono::steady_clock::now();
  row.run(calls);
  const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
  if (row.after) row.after();
  return spent.count();
}

// Calls of a sample.
std::int64_t WarmUp(const Row& row, const Options& options) {
  double spent = 0;
  std::int64_t calls = 1;
  for (std::int64_t done = 0; spent < options.warm_up_ns;) {
    const double last = Time(row, calls);
    spent += last;
    done += calls;
    if (last < options.sample_ns && calls < kMostCalls) {
      calls *= 2;
    } else if (done >= options.warm_up_calls) {
      break;
    }
  }
  return calls;
}

std::int64_t CallsPerSample(const Row& row, const Options& options, std::int64_t guess) {
  double best = Time(row, guess);
  for (int i = 0; i < 2; ++i) best = std::min(best, Time(row, guess));
  const double each = std::max(best / static_cast<double>(guess), 1e-3);
  return std::clamp(static_cast<std::int64_t>(std::ceil(options.sample_ns / each)), std::int64_t{1},
                    kMostCalls);
}

// The smallest of some counts: what happens once (a class that is loaded) is not a call's.
void CountAllocations(const Jvm& jvm, const Row& row, Measured& measured) {
  const std::int64_t calls = std::min(kCountedCalls, measured.calls);
  const auto each = [calls](auto total) {
    return static_cast<double>(total) / static_cast<double>(calls);
  };
  const bool java = jvm.AllocatedBytes() >= 0;
  // What asking allocates itself.
  std::int64_t asking = INT64_MAX;
  for (int i = 0; i < 3 && java; ++i) {
    const std::int64_t first = jvm.AllocatedBytes();
    asking = std::min(asking, jvm.AllocatedBytes() - first);
  }
  for (int i = 0; i < 3; ++i) {
    if (row.before) row.before();
    const std::int64_t java_before = jvm.AllocatedBytes();
    const Allocated before = AllocatedSoFar();
    row.run(calls);
    const Allocated after = AllocatedSoFar();
    const std::int64_t java_after = jvm.AllocatedBytes();
    if (row.after) row.after();
    const double count = each(after.count - before.count);
    const double bytes = each(after.bytes - before.bytes);
    const double java_bytes =
        java ? each(std::max<std::int64_t>(0, java_after - java_before - asking)) : -1;
    measured.cpp_allocations = i == 0 ? count : std::min(measured.cpp_allocations, count);
    measured.cpp_bytes = i == 0 ? bytes : std::min(measured.cpp_bytes, bytes);
    measured.java_bytes = i == 0 ? java_bytes : std::min(measured.java_bytes, java_bytes);
  }
}

}  // namespace

Result Sample(const Jvm& jvm, const Rows& rows, const Options& options) {
  Result result;
  result.rows.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) result.rows[i].calls = WarmUp(rows[i], options);
  for (int quiet = 0, round = 0; quiet < 2 && round < 20; ++round) {
    const std::int64_t before = jvm.CompilationMs();
    const auto start = std::chrono::steady_clock::now();
    do {
      for (std::size_t i = 0; i < rows.size(); ++i) Time(rows[i], result.rows[i].calls);
    } while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(40));
    quiet = jvm.CompilationMs() == before ? quiet + 1 : 0;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Measured& measured = result.rows[i];
    measured.calls = CallsPerSample(rows[i], options, measured.calls);
    measured.ns.reserve(static_cast<std::size_t>(options.samples));
  }
  const std::int64_t compiled = jvm.CompilationMs();
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::mt19937 shuffle(12345);
  for (int s = 0; s < options.samples; ++s) {
    std::shuffle(order.begin(), order.end(), shuffle);
    for (const std::size_t i : order) {
      Measured& measured = result.rows[i];
      measured.ns.push_back(Time(rows[i], measured.calls) / static_cast<double>(measured.calls));
    }
  }
  result.settled = jvm.CompilationMs() - compiled < kCompilingMs;
  for (std::size_t i = 0; i < rows.size(); ++i) CountAllocations(jvm, rows[i], result.rows[i]);
  jvm.MustBeClear("the rows");
  return result;
}

}  // namespace causeway::probe
