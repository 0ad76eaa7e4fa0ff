#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// Samples of an A/B experiment that were measured elsewhere: values, and what is known of where
// each stands in the run. Readers take bytes, know their format by its content and touch no file.

namespace causeway::samples {

// Statistics take the fourth power of values; above this it would overflow. Nothing that is
// measured comes near, so it is a mistake in the file.
inline constexpr double kLargestValue = 1e60;
// Of names in a file, and of numbered passes, pairs and blocks: more are a column mistaken for
// another one.
inline constexpr std::size_t kMostArms = 1'000;
inline constexpr std::size_t kMostNames = 10'000;  // sessions, metrics
inline constexpr std::int32_t kLargestPlace = 50'000'000;
inline constexpr std::int64_t kLargestOrder = 1'000'000'000'000'000;

struct Metric {
  std::string name;
  std::string unit;  // "ms", "ns/op"; empty if the file does not say
  bool higher_is_better = false;
  friend bool operator==(const Metric&, const Metric&) = default;
};

// True for a rate, such as "ops/s", "ops/ns", "MB/s" or "fps": more of it is better. Not for
// "ns/op".
bool IsRate(std::string_view unit);

// Columns; one value each for sample i. A column of places that the file does not give is empty.
struct SampleSet {
  std::string format;  // "CSV", "hyperfine", "Google Benchmark", …
  std::vector<std::string> arms;
  std::vector<Metric> metrics;
  std::vector<std::string> sessions;  // none: one session without a name

  std::vector<double> value;
  std::vector<std::int32_t> arm;     // index into arms
  std::vector<std::int32_t> metric;  // index into metrics; empty: all are of metrics[0]
  std::vector<std::int32_t> session;
  std::vector<std::int32_t> pass;
  std::vector<std::int32_t> pair;   // samples of both arms with the same pair belong together
  std::vector<std::int32_t> block;  // a run of consecutive launches of one arm
  std::vector<std::int64_t> order;  // in which they were measured, within a session

  // Measured on a debug build, so that no value says anything about what ships.
  bool debug_build = false;

  // What a reader of the numbers should know: "3 launches failed and have no value".
  std::vector<std::string> notes;

  std::size_t size() const { return value.size(); }
  // Index of the name, which is added if it is new.
  std::int32_t Arm(std::string_view name);
  std::int32_t AddMetric(const Metric& metric);
  std::int32_t Session(std::string_view name);
  // The entry of a column for sample i; -1 if the column is not given.
  template <class T>
  static std::int64_t At(const std::vector<T>& column, std::size_t i) {
    return column.empty() ? -1 : std::int64_t{column[i]};
  }
};

// Reads CSV (columns arm, value and optionally metric, unit, session, pass, pair, block, order), or
// the JSON of hyperfine, Google Benchmark, JMH, BenchmarkDotNet or Jetpack Macrobenchmark. `name`
// is the file's name in errors ("name:line:column"). Errors: kBadInput.
Result<SampleSet> Read(std::span<const std::byte> bytes, std::string_view name);

Result<SampleSet> ReadCsv(std::string_view text, std::string_view name);
Result<SampleSet> ReadJson(std::string_view text, std::string_view name);

// True if the content looks like one of the formats of Read(): for the front door.
bool LooksLikeSamples(std::span<const std::byte> bytes);

// Makes the whole set one arm called `label`; what were arms become a part of the metrics' names.
// For files that each hold one build's results under the same names.
void MakeOneArm(SampleSet& set, std::string_view label);

// Appends `more`. Names are united; pairs, blocks and orders of the two never collide. Each set
// keeps its own sessions: `more` gets one even if it named none. Fails if a metric has another
// unit.
Result<void> Append(SampleSet& set, const SampleSet& more, std::string_view session_name);

}  // namespace causeway::samples
