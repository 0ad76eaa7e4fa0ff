// The JSON of five benchmark tools. Each writes the single values that it measured if it is asked
// to; means alone are refused, because nothing can be said about them (`causeway ab --summary`
// takes published means with their deviations and counts).
//
//   hyperfine           --export-json: one command after the other, all values of each
//   Google Benchmark    --benchmark_out: a value a repetition
//   JMH                 -rf json: values a fork; a fork is a process, so it is a block
//   BenchmarkDotNet     JsonExporter: a value an iteration; a launch is a process
//   Jetpack             benchmarkData.json of Macrobenchmark: a value a run, by metric
#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "formats/samples/samples.h"

namespace causeway::samples {
namespace {

using nlohmann::json;

// What is wanted of a value that may be missing or of another type.
const json& Get(const json& object, const char* key) {
  static const json kNull;
  if (!object.is_object()) return kNull;
  const auto at = object.find(key);
  return at == object.end() ? kNull : *at;
}
std::string Text(const json& value, std::string_view otherwise = "") {
  return value.is_string() ? value.get<std::string>() : std::string(otherwise);
}

class Reader {
 public:
  Reader(std::string_view name, std::string_view format) : name_(name) { set_.format = format; }

  // Adds a value; false if it is none.
  bool Add(std::int32_t arm, std::int32_t metric, const json& value, std::int32_t block = -1) {
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
      ++unusable_;
      return false;
    }
    return AddNumber(arm, metric, value.get<double>(), block);
  }
  bool AddNumber(std::int32_t arm, std::int32_t metric, double value, std::int32_t block = -1) {
    if (!(std::abs(value) <= kLargestValue)) {
      ++unusable_;
      return false;
    }
    set_.value.push_back(value);
    set_.arm.push_back(arm);
    set_.metric.push_back(metric);
    set_.block.push_back(block);
    return true;
  }

  Result<SampleSet> Finish() {
    if (set_.size() == 0) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("{} output without a single measured value{}", set_.format, hint_),
                  std::string(name_));
    }
    if (unusable_ != 0) {
      set_.notes.push_back(
          fmt::format("{} entries are no finite numbers, or too large to be measured", unusable_));
    }
    if (failed_ != 0) set_.notes.push_back(fmt::format("{} runs failed and are left out", failed_));
    if (set_.block[0] < 0) set_.block.clear();
    if (set_.metrics.size() == 1) set_.metric.clear();
    return std::move(set_);
  }

  Result<SampleSet> Hyperfine(const json& root) {
    hint_ = "; run hyperfine with --export-json";
    const std::int32_t metric = set_.AddMetric({"time", "s", false});
    std::int64_t order = 0;
    std::int32_t block = 0;
    for (const json& result : Get(root, "results")) {
      const std::string command = Text(Get(result, "command"), "command");
      const std::int32_t arm = set_.Arm(command);
      const json& codes = Get(result, "exit_codes");
      std::size_t i = 0;
      for (const json& time : Get(result, "times")) {
        const bool bad = codes.is_array() && i < codes.size() &&
                         (!codes[i].is_number() || codes[i].get<double>() != 0);
        ++i;
        if (bad) {
          ++failed_;
        } else if (Add(arm, metric, time, block)) {
          set_.order.push_back(order);
        }
        ++order;
      }
      ++block;
    }
    return Finish();
  }

  Result<SampleSet> GoogleBenchmark(const json& root) {
    hint_ = "; aggregates alone do not do, leave out --benchmark_report_aggregates_only";
    if (Text(Get(Get(root, "context"), "library_build_type")) == "debug") {
      set_.debug_build = true;
      set_.notes.push_back("the benchmark library is a debug build: do not compare its values");
    }
    for (const json& run : Get(root, "benchmarks")) {
      if (Text(Get(run, "run_type"), "iteration") != "iteration") continue;
      if (Get(run, "error_occurred") == true || Get(run, "skipped") == true) {
        ++failed_;
        continue;
      }
      const std::string name = Text(Get(run, "run_name"), Text(Get(run, "name"), "benchmark"));
      const std::string unit = Text(Get(run, "time_unit"), "ns");
      for (const char* key : {"real_time", "cpu_time"}) {
        const json& value = Get(run, key);
        if (value.is_null()) continue;
        // Repetitions of several benchmarks may be interleaved; the file is in order of running.
        const std::int32_t metric = set_.AddMetric({key, unit, false});
        const std::string& known = set_.metrics[static_cast<std::size_t>(metric)].unit;
        const auto factor = Factor(unit, known);
        if (!factor) return Unit(name, unit, known);
        if (value.is_number()) {
          AddNumber(set_.Arm(name), metric, value.get<double>() * *factor);
        } else {
          ++unusable_;
        }
      }
    }
    return Finish();
  }

  Result<SampleSet> Jmh(const json& root) {
    std::int32_t block = 0;
    for (const json& benchmark : root) {
      std::string name = Text(Get(benchmark, "benchmark"), "benchmark");
      const json& params = Get(benchmark, "params");
      if (params.is_object()) {
        for (const auto& [key, value] : params.items()) {
          name += fmt::format(" {}={}", key, Text(value, value.dump()));
        }
      }
      const json& primary = Get(benchmark, "primaryMetric");
      if (Get(primary, "rawData").is_null() && !Get(primary, "rawDataHistogram").is_null()) {
        hint_ = "; sample-time modes write histograms, use -bm avgt or ss";
        ++histograms_;
        continue;
      }
      const std::string unit = Text(Get(primary, "scoreUnit"));
      const std::string mode = Text(Get(benchmark, "mode"));
      const std::int32_t metric = set_.AddMetric({JmhMetric(mode), unit, mode == "thrpt"});
      const std::string& known = set_.metrics[static_cast<std::size_t>(metric)].unit;
      const auto factor = Factor(unit, known);
      if (!factor) return Unit(name, unit, known);
      for (const json& fork : Get(primary, "rawData")) {
        for (const json& value : fork) {
          if (value.is_number()) {
            AddNumber(set_.Arm(name), metric, value.get<double>() * *factor, block);
          } else {
            ++unusable_;
          }
        }
        ++block;
      }
    }
    if (histograms_ != 0) {
      set_.notes.push_back(fmt::format(
          "{} results of the sample-time mode are histograms and left out", histograms_));
    }
    return Finish();
  }

  Result<SampleSet> BenchmarkDotNet(const json& root) {
    hint_ = "; use the full JSON exporter";
    const std::int32_t metric = set_.AddMetric({"time", "ns/op", false});
    for (const json& benchmark : Get(root, "Benchmarks")) {
      const std::string name =
          Text(Get(benchmark, "FullName"), Text(Get(benchmark, "Method"), "benchmark"));
      const std::int32_t arm = set_.Arm(name);
      std::size_t found = 0;
      for (const json& m : Get(benchmark, "Measurements")) {
        if (Text(Get(m, "IterationMode")) != "Workload" ||
            Text(Get(m, "IterationStage")) != "Result") {
          continue;
        }
        const json& operations = Get(m, "Operations");
        const json& time = Get(m, "Nanoseconds");
        if (!operations.is_number() || !time.is_number() || operations.get<double>() <= 0) {
          ++unusable_;
          continue;
        }
        const json& index = Get(m, "LaunchIndex");
        const std::int64_t launch = index.is_number_integer() ? index.get<std::int64_t>() : 1;
        AddNumber(
            arm, metric, time.get<double>() / operations.get<double>(),
            static_cast<std::int32_t>((std::int64_t{1000} * arm + launch % 1000) % kLargestPlace));
        ++found;
      }
      if (found != 0) continue;
      for (const json& value : Get(Get(benchmark, "Statistics"), "OriginalValues")) {
        Add(arm, metric, value,
            static_cast<std::int32_t>((std::int64_t{1000} * arm + 1) % kLargestPlace));
      }
    }
    return Finish();
  }

  Result<SampleSet> Macrobenchmark(const json& root) {
    if (Get(Get(Get(root, "context"), "build"), "debuggable") == true) {
      set_.debug_build = true;
      set_.notes.push_back("measured on a debuggable build: do not compare its values");
    }
    for (const json& benchmark : Get(root, "benchmarks")) {
      std::string name = Text(Get(benchmark, "name"), "benchmark");
      const std::string owner = Text(Get(benchmark, "className"));
      if (!owner.empty()) name = owner + "." + name;
      for (const char* group : {"metrics", "sampledMetrics"}) {
        const json& metrics = Get(benchmark, group);
        if (!metrics.is_object()) continue;
        for (const auto& [key, content] : metrics.items()) {
          const std::int32_t metric = set_.AddMetric({key, UnitOfName(key), false});
          for (const json& run : Get(content, "runs")) {
            if (!run.is_array()) {
              Add(set_.Arm(name), metric, run);
              continue;
            }
            for (const json& value : run) Add(set_.Arm(name), metric, value);  // frames of a run
          }
        }
      }
    }
    return Finish();
  }

 private:
  // Jetpack's names end with their unit.
  static std::string UnitOfName(std::string_view name) {
    if (name.ends_with("Ms") || name == "frameCount") return name == "frameCount" ? "" : "ms";
    if (name.ends_with("Us")) return "us";
    if (name.ends_with("Ns") || name.ends_with("_ns")) return "ns";
    if (name.ends_with("Kb")) return "KiB";
    return "";
  }

  // One program may be measured in several modes, whose values have nothing to do with each other.
  static std::string JmhMetric(std::string_view mode) {
    return mode == "thrpt"  ? "throughput"
           : mode == "avgt" ? "average time"
           : mode == "ss"   ? "single-shot time"
                            : "score";
  }

  // What a value in `from` is times, in `to`: times, also for an operation, and their inverses.
  static std::optional<double> Factor(std::string_view from, std::string_view to) {
    const auto nanoseconds = [](std::string_view unit) {
      return unit == "ns" ? 1.0 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0.0;
    };
    if (from == to) return 1.0;
    constexpr std::string_view kPerOperation = "/op";
    constexpr std::string_view kOperationsPer = "ops/";
    if (from.ends_with(kPerOperation) && to.ends_with(kPerOperation)) {
      from.remove_suffix(kPerOperation.size());
      to.remove_suffix(kPerOperation.size());
    } else if (from.starts_with(kOperationsPer) && to.starts_with(kOperationsPer)) {
      from.remove_prefix(kOperationsPer.size());
      to.remove_prefix(kOperationsPer.size());
      std::swap(from, to);
    }
    if (nanoseconds(from) == 0 || nanoseconds(to) == 0) return std::nullopt;
    return nanoseconds(from) / nanoseconds(to);
  }

  Result<SampleSet> Unit(std::string_view name, std::string_view unit,
                         std::string_view known) const {
    return Fail(Error::Code::kBadInput,
                fmt::format("{} is in {}, those before it in {}", name, Quote(unit), Quote(known)),
                std::string(name_));
  }

  std::string_view name_;
  std::string hint_;
  SampleSet set_;
  std::size_t unusable_ = 0;
  std::size_t failed_ = 0;
  std::size_t histograms_ = 0;
};

std::string Place(std::string_view text, std::size_t byte) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (const char c : text.substr(0, byte)) {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n';
  }
  return fmt::format("{}:{}", line, column);
}

}  // namespace

Result<SampleSet> ReadJson(std::string_view text, std::string_view name) {
  json root;
  try {
    root = json::parse(text);
  } catch (const json::parse_error& error) {
    const std::size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    return Fail(Error::Code::kBadInput, "the JSON is malformed here",
                fmt::format("{}:{}", name, Place(text, byte)));
  } catch (const json::exception&) {
    return Fail(Error::Code::kBadInput, "the JSON holds a number that cannot be represented",
                std::string(name));
  }
  const json& benchmarks = Get(root, "benchmarks");
  if (root.is_array() && !root.empty() && Get(root[0], "primaryMetric").is_object()) {
    return Reader(name, "JMH").Jmh(root);
  }
  if (Get(root, "results").is_array()) return Reader(name, "hyperfine").Hyperfine(root);
  if (Get(root, "Benchmarks").is_array()) {
    return Reader(name, "BenchmarkDotNet").BenchmarkDotNet(root);
  }
  if (benchmarks.is_array() && !benchmarks.empty() && Get(benchmarks[0], "metrics").is_object()) {
    return Reader(name, "Jetpack Macrobenchmark").Macrobenchmark(root);
  }
  if (benchmarks.is_array()) return Reader(name, "Google Benchmark").GoogleBenchmark(root);
  return Fail(Error::Code::kBadInput,
              "this JSON is of no known benchmark tool (hyperfine, Google Benchmark, JMH, "
              "BenchmarkDotNet, Jetpack Macrobenchmark)",
              std::string(name));
}

}  // namespace causeway::samples
