#include "ab/noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "stats/describe.h"
#include "stats/trend.h"

namespace causeway::ab {
namespace {

constexpr double kFloorQuantile = 0.95;
constexpr double kSecondsPerHour = 3600;
constexpr double kShortestForDrift = 60;  // seconds

// Trend of the block means over the time at which the blocks began.
double DriftPerHour(const SessionRun& run, std::span<const stats::BlockMean> blocks) {
  std::map<int, double> begins;
  for (const LaunchRecord& launch : run.launches) {
    if (launch.kind != LaunchKind::kMeasured || launch.set_aside) continue;
    begins.emplace(launch.block, launch.start);
  }
  std::vector<double> times;
  std::vector<double> means;
  for (const stats::BlockMean& block : blocks) {
    times.push_back(begins[block.block] / kSecondsPerHour);
    means.push_back(block.mean);
  }
  const std::optional<stats::Trend> trend = stats::LinearTrend(times, means);
  return trend ? trend->slope.difference : 0;
}

std::string WithUnit(double value, const std::string& unit) {
  return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
}

}  // namespace

std::vector<stats::Launch> MeasuredLaunches(const SessionRun& run, std::size_t metric) {
  std::vector<stats::Launch> launches;
  for (const LaunchRecord& record : run.launches) {
    if (record.kind != LaunchKind::kMeasured || record.set_aside) continue;
    if (record.failed() || !record.values[metric]) continue;
    launches.push_back({.arm = record.arm,
                        .block = record.block,
                        .pair = record.pair,
                        .pass = record.pass,
                        .session = 0,
                        .value = *record.values[metric]});
  }
  return launches;
}

std::vector<NoiseRecord> LearnNoise(const SessionRun& run) {
  std::vector<NoiseRecord> records;
  for (std::size_t metric = 0; metric < run.header.metrics.size(); ++metric) {
    const std::vector<stats::Launch> launches = MeasuredLaunches(run, metric);
    const std::vector<stats::BlockMean> blocks = stats::BlockMeans(launches);
    std::vector<double> sizes = stats::Differences(stats::PairDifferences(blocks, 0, 1));
    if (sizes.size() < 2) continue;
    for (double& size : sizes) size = std::abs(size);
    std::vector<double> values;
    for (const stats::Launch& launch : launches) values.push_back(launch.value);
    const double level = stats::Mean(values);
    const double floor = stats::Quantile(stats::Sorted(sizes), kFloorQuantile);
    records.push_back({.machine = std::string(run.header.Environment("machine")),
                       .command = JoinCommand(run.header.arms[0].command),
                       .metric = run.header.metrics[metric].name,
                       .unit = run.header.metrics[metric].unit,
                       .when = run.header.started,
                       .pairs = static_cast<int>(sizes.size()),
                       .level = level,
                       .floor = floor,
                       .floor_relative = level == 0 ? 0 : floor / std::abs(level),
                       .drift_per_hour = DriftPerHour(run, blocks),
                       .seconds = run.launches.empty() ? 0 : run.launches.back().start});
  }
  return records;
}

std::string DescribeNoise(std::span<const NoiseRecord> records) {
  std::string text =
      fmt::format("{:<16} {:>14} {:>14} {:>9} {:>14} {:>16} {:>6}\n", "noise of metric", "level",
                  "a pair (95 %)", "of level", "floor", "drift per hour", "pairs");
  for (const NoiseRecord& record : records) {
    text += fmt::format("{:<16} {:>14} {:>14} {:>8.2f}% {:>14} {:>16} {:>6}\n", record.metric,
                        WithUnit(record.level, record.unit), WithUnit(record.floor, record.unit),
                        record.floor_relative * 100, WithUnit(record.RunFloor(), record.unit),
                        record.seconds < kShortestForDrift
                            ? "run too short"
                            : WithUnit(record.drift_per_hour, record.unit),
                        record.pairs);
  }
  return text;
}

}  // namespace causeway::ab
