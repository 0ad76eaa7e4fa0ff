#include "ab/to_samples.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace causeway::ab {
namespace {

samples::SampleSet RunSamples(const SessionRun& run) {
  samples::SampleSet set;
  set.format = "causeway ab";
  for (const ArmInfo& arm : run.header.arms) set.Arm(arm.label);
  for (const MetricInfo& metric : run.header.metrics) {
    set.AddMetric({.name = metric.name, .unit = metric.unit, .higher_is_better = false});
  }
  std::vector<std::size_t> failed(run.header.arms.size());
  std::vector<std::size_t> launched(run.header.arms.size());
  std::size_t set_aside = 0;
  for (const LaunchRecord& launch : run.launches) {
    if (launch.kind != LaunchKind::kMeasured) continue;
    if (launch.set_aside) {
      ++set_aside;
      continue;
    }
    ++launched[static_cast<std::size_t>(launch.arm)];
    if (launch.failed()) {
      ++failed[static_cast<std::size_t>(launch.arm)];
      continue;
    }
    for (std::size_t metric = 0; metric < launch.values.size(); ++metric) {
      if (!launch.values[metric]) continue;
      set.value.push_back(*launch.values[metric]);
      set.arm.push_back(launch.arm);
      set.metric.push_back(static_cast<std::int32_t>(metric));
      set.pass.push_back(launch.pass);
      set.pair.push_back(launch.pair);
      set.block.push_back(launch.block);
      set.order.push_back(launch.order);
    }
  }
  for (std::size_t arm = 0; arm < failed.size(); ++arm) {
    if (failed[arm] == 0) continue;
    set.notes.push_back(fmt::format("arm {}: {} of {} measured launches failed and have no value",
                                    run.header.arms[arm].label, failed[arm], launched[arm]));
  }
  if (set_aside != 0) {
    set.notes.push_back(
        fmt::format("{} launches of rounds that an interruption cut are set aside", set_aside));
  }
  return set;
}

}  // namespace

Result<samples::SampleSet> ToSamples(const SessionFile& file) {
  samples::SampleSet all;
  std::set<std::string> names;
  for (const SessionRun& run : file.runs) {
    std::string name = run.header.session;
    for (int number = 2; !names.insert(name).second; ++number) {
      name = fmt::format("{} ({})", run.header.session, number);
    }
    samples::SampleSet set = RunSamples(run);
    if (names.size() == 1) {
      all = std::move(set);
      all.session.assign(all.value.size(), all.Session(name));
      continue;
    }
    // Which names the session of all that it adds.
    if (const Result<void> added = samples::Append(all, set, name); !added) {
      return std::unexpected(added.error());
    }
  }
  return all;
}

}  // namespace causeway::ab
