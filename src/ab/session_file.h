#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

// The session file: everything that an A/B run measured, as JSON Lines. It is appended and flushed
// launch by launch, so what was measured survives a kill -9; a last line that was cut short is
// dropped, and `cut_short` says so. Several runs in one file are one after another, each beginning
// with its header line. docs/ab_session_file.md lists the keys.

namespace causeway::ab {

// One file (or folder) that stands for the build that an arm runs.
struct ArtifactFile {
  std::string path;
  std::string kind;        // "apk", "jar", "zip", "directory" or "file"
  std::string hash;        // "xxh3:" and 32 hexadecimal digits
  std::uint64_t size = 0;  // bytes; for a folder the sum of its files
};

// How the entries of an arm's artifact differ from those of the first arm's.
struct EntryDifference {
  struct Entry {
    std::string name;
    std::int64_t before = -1;  // bytes uncompressed; -1: the first arm's artifact has no such entry
    std::int64_t after = -1;   // -1: this arm's has none
  };
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t changed = 0;
  std::size_t same = 0;
  std::vector<Entry> listed;  // the largest of them, at most kListedEntries
};
inline constexpr std::size_t kListedEntries = 50;

struct Artifact {
  bool given = false;  // by --artifact; otherwise found among the words of the command
  std::string hash;    // of all files together: equal if and only if the builds are
  std::vector<ArtifactFile> files;
  std::optional<EntryDifference> difference;  // against the first arm, where both have entries
};

struct ArmInfo {
  std::string label;
  std::vector<std::string> command;  // the words; one word, the script, if `shell`
  bool shell = false;
  std::optional<Artifact> artifact;
};

struct MetricInfo {
  std::string name;
  std::string unit;
  friend bool operator==(const MetricInfo&, const MetricInfo&) = default;
};

// What a launch of a program that does nothing costs here: no figure below it means anything.
struct NoopCost {
  double wall_ms = 0;
  double cpu_ms = 0;
  double rss_mib = 0;
};

struct SessionHeader {
  std::string session;
  std::uint64_t seed = 0;
  std::string schedule;  // "abba", "random" or "latin"
  int blocks = 0;        // of each arm in each pass
  int per_block = 0;     // measured launches of a block
  int passes = 0;
  int warmup = 0;  // launches before the measured ones of each block
  std::vector<ArmInfo> arms;
  std::vector<MetricInfo> metrics;
  std::vector<std::pair<std::string, std::string>> environment;  // in the order of the file
  std::optional<NoopCost> noop;
  std::string started;  // UTC, "2026-12-01T02:00:00Z"
  std::string plan;     // hash of everything that must be the same for a run to be resumed
  std::vector<std::string> notes;  // why absolute values may not be compared with others

  // The value of an environment key such as "machine", or "".
  std::string_view Environment(std::string_view key) const;
};

enum class LaunchKind { kCold, kWarmup, kMeasured };
std::string_view ToString(LaunchKind kind);

struct LaunchRecord {
  int arm = 0;  // index into SessionHeader::arms
  LaunchKind kind = LaunchKind::kMeasured;
  int pass = 0;
  int pair = 0;      // round in which each arm ran one block: the unit of analysis
  int block = 0;     // in the order of running
  int order = -1;    // measured launches in the order of running; -1 for the others
  double start = 0;  // seconds since the run began
  std::vector<std::optional<double>> values;  // one a metric; none of them if the launch failed
  int exit_code = 0;
  int signal = 0;  // 0: it ended by itself
  bool timed_out = false;
  int attempt = 1;                    // 2 and more: --retry
  std::string failure;                // why the launch counts as failed; empty: it does not
  std::vector<std::string> notes;     // such as "left processes behind, ended"
  std::optional<std::string> sensor;  // first line of --sample-env
  double overhead = 0;                // seconds of this launch that were ours
  bool set_aside = false;  // of a pair that was run again after an interruption; never analysed

  bool failed() const { return !failure.empty(); }
};

enum class Finish {
  kNone,  // the file ends without a last line: killed, or still running
  kComplete,
  kInterrupted,  // by a signal, or because an arm kept failing (`why`)
  kMixedBuilds,  // an artifact changed while the run went on: no verdict is possible
};
std::string_view ToString(Finish finish);

struct SessionRun {
  SessionHeader header;
  std::vector<LaunchRecord> launches;
  Finish finish = Finish::kNone;
  std::string why;  // of an end that is not kComplete
  int resumed = 0;  // how often
};

// How many launches the header promises (cold, warm-up and measured, retries not counted); 0 if it
// does not say.
std::size_t PlannedLaunches(const SessionHeader& header);
// How many of them were made: first attempts that were not set aside.
std::size_t LaunchesMade(const SessionRun& run);
// How many failed and were not made good by a retry, whatever their kind.
std::size_t FailedForGood(const SessionRun& run);

struct SessionFile {
  std::vector<SessionRun> runs;
  bool cut_short = false;  // an incomplete last line was dropped
};

// `name` is what error messages call the text. Errors name the line: "run.jsonl:12".
Result<SessionFile> ParseSession(std::string_view text, const std::string& name);
Result<SessionFile> ReadSession(const std::string& path);

// True if `text` begins like a session file: ours, or one that another program wrote again.
bool LooksLikeSession(std::string_view text);

// Lines of the file, each with its line end.
std::string HeaderLine(const SessionHeader& header);
std::string LaunchLine(const LaunchRecord& launch);
std::string FinishLine(Finish finish, std::string_view why);
// A run goes on: the launches of round `redo_pair` of pass `pass` that are already in the file are
// set aside.
std::string ResumeLine(std::string_view utc, int pass, int redo_pair);

std::string ToText(const SessionFile& file);

}  // namespace causeway::ab
