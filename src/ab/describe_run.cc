#include "ab/describe_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "ab/noise_record.h"
#include "ab/wording.h"

namespace causeway::ab {
namespace {

constexpr std::size_t kShownEntries = 8;
constexpr std::size_t kShownFailures = 3;

std::string Size(std::int64_t bytes) {
  const auto size = static_cast<double>(bytes);
  if (bytes < 10'000) return fmt::format("{} B", bytes);
  if (bytes < 10'000'000) return fmt::format("{:.1f} kB", size * 1e-3);
  return fmt::format("{:.1f} MB", size * 1e-6);
}

std::string EntryLine(const EntryDifference::Entry& entry) {
  if (entry.before < 0) return fmt::format("      + {} ({})\n", entry.name, Size(entry.after));
  if (entry.after < 0) return fmt::format("      - {} ({})\n", entry.name, Size(entry.before));
  return fmt::format("      ~ {} ({} -> {})\n", entry.name, Size(entry.before), Size(entry.after));
}

std::string ArmLines(const ArmInfo& arm, std::string_view first_label) {
  std::string text = fmt::format("  {}: {}\n", arm.label,
                                 arm.shell ? arm.command.front() : JoinCommand(arm.command));
  if (!arm.artifact) return text;
  for (const ArtifactFile& file : arm.artifact->files) {
    text += fmt::format("     {} {}, {}, {}\n", file.kind, file.path,
                        Size(static_cast<std::int64_t>(file.size)), file.hash.substr(0, 17));
  }
  if (!arm.artifact->difference) return text;
  const EntryDifference& difference = *arm.artifact->difference;
  text += fmt::format("     entries against {}: {} added, {} removed, {} changed, {} the same\n",
                      first_label, difference.added, difference.removed, difference.changed,
                      difference.same);
  for (std::size_t i = 0; i < std::min(kShownEntries, difference.listed.size()); ++i) {
    text += EntryLine(difference.listed[i]);
  }
  const std::size_t all = difference.added + difference.removed + difference.changed;
  if (all > kShownEntries) text += fmt::format("      and {} more\n", all - kShownEntries);
  return text;
}

std::string ColdLines(const SessionRun& run) {
  std::string text;
  for (const LaunchRecord& launch : run.launches) {
    if (launch.kind != LaunchKind::kCold || launch.failed()) continue;
    std::vector<std::string> values;
    for (std::size_t i = 0; i < launch.values.size(); ++i) {
      if (!launch.values[i]) continue;
      const MetricInfo& metric = run.header.metrics[i];
      values.push_back(fmt::format("{} {:.4g}{}{}", metric.name, *launch.values[i],
                                   metric.unit.empty() ? "" : " ", metric.unit));
    }
    text += fmt::format("  {}: {}\n", run.header.arms[static_cast<std::size_t>(launch.arm)].label,
                        fmt::join(values, ", "));
  }
  return text.empty() ? "" : "first launches, cold and not counted\n" + text;
}

std::string FailureLines(const SessionRun& run) {
  std::map<int, std::vector<const LaunchRecord*>> failures;
  std::map<int, std::size_t> launches;
  for (const LaunchRecord& launch : run.launches) {
    ++launches[launch.arm];
    if (launch.failed()) failures[launch.arm].push_back(&launch);
  }
  std::string text;
  for (const auto& [arm, failed] : failures) {
    text +=
        fmt::format("  {}: {} of {} failed\n", run.header.arms[static_cast<std::size_t>(arm)].label,
                    failed.size(), Launches(launches[arm]));
    std::map<std::string, std::size_t> reasons;
    for (const LaunchRecord* launch : failed) ++reasons[launch->failure];
    std::size_t shown = 0;
    for (const auto& [reason, count] : reasons) {
      if (++shown > kShownFailures) break;
      text += fmt::format("     {} x {}\n", count, reason);
    }
    if (reasons.size() > kShownFailures) {
      text += fmt::format("     and {} other reasons\n", reasons.size() - kShownFailures);
    }
  }
  return text.empty() ? "" : "failed launches, kept in the file without values\n" + text;
}

std::string OwnCostLines(const SessionRun& run) {
  std::vector<double> overheads;
  for (const LaunchRecord& launch : run.launches) overheads.push_back(launch.overhead * 1e3);
  if (overheads.empty() || !run.header.noop) return "";
  std::sort(overheads.begin(), overheads.end());
  return fmt::format(
      "our own part of a launch: {:.2f} ms (median), outside of wall\n"
      "a program that does nothing: wall {:.2f} ms, cpu {:.2f} ms, rss {:.1f} MiB; figures near "
      "these are ours, not the program's\n",
      overheads[overheads.size() / 2], run.header.noop->wall_ms, run.header.noop->cpu_ms,
      run.header.noop->rss_mib);
}

std::string NoteLines(const SessionRun& run) {
  std::map<std::string, std::size_t> notes;
  std::size_t set_aside = 0;
  for (const LaunchRecord& launch : run.launches) {
    set_aside += launch.set_aside ? 1U : 0U;
    for (const std::string& note : launch.notes) ++notes[note];
  }
  std::string text;
  for (const std::string& note : run.header.notes) text += fmt::format("note: {}\n", note);
  for (const auto& [note, count] : notes) {
    text += fmt::format("note: {} {}\n", Launches(count), note);
  }
  if (set_aside != 0) {
    text += fmt::format("note: {} of rounds that an interruption cut {} set aside\n",
                        Launches(set_aside), set_aside == 1 ? "is" : "are");
  }
  return text;
}

}  // namespace

std::string DescribeRun(const SessionRun& run) {
  std::string text = "arms\n";
  for (const ArmInfo& arm : run.header.arms) {
    text += ArmLines(arm, run.header.arms.front().label);
  }
  return text + ColdLines(run) + FailureLines(run) + OwnCostLines(run) + NoteLines(run);
}

}  // namespace causeway::ab
