#include "ab/run.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "ab/command.h"
#include "ab/fingerprint.h"
#include "ab/session_writer.h"
#include "base/environment.h"
#include "base/process.h"
#include "base/text.h"

// Carrying out a plan.
//
//   cold     for each arm: set-up, fingerprint, one launch that is reported apart. The program is
//            known to work then, and how long things take. Nothing is written before that: a run
//            that cannot start leaves no file.
//   blocks   set-up, cool-down, warm-ups, measured launches. Each launch is in the file before the
//            next begins. The arm's files are looked at before and after every block; if they are
//            not what they were, the run ends, because its figures would be of two builds.
//   the end  files are read once more, the last line says how it ended.
//
// After an interruption the same command with the same --save goes on with the round that was not
// complete. The launches of that round are set aside, not mixed: the blocks of a pair belong
// together because they are close in time, and these no longer are.

namespace causeway::ab {
namespace {

constexpr int kFailuresInARow = 3;  // of one arm, after its retries: it does not work
constexpr double kUntilPause = 1;   // seconds between polls
constexpr int kNoopLaunches = 15;
constexpr std::size_t kErrorTail = std::size_t{64} << 10;
constexpr std::size_t kOutputLimit = std::size_t{16} << 20;
constexpr std::size_t kLongestLine = 200;

std::string Cut(std::string_view line) {
  if (line.size() <= kLongestLine) return std::string(line);
  return std::string(line.substr(0, kLongestLine)) + " …";
}

// The last line that is not empty: what a program that fails has to say.
std::string LastLine(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  const std::size_t at = text.rfind('\n');
  return Cut(at == std::string_view::npos ? text : text.substr(at + 1));
}

std::string FirstLine(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return Cut(line);
}

// Why a process counts as failed, or "".
std::string FailureOf(const ProcessResult& result, double timeout) {
  if (result.ok()) return "";
  std::string text;
  if (result.timed_out) {
    text = fmt::format("still running after {} s, stopped", timeout);
  } else if (result.signal != 0) {
    text = fmt::format("ended by signal {} ({})", result.signal, strsignal(result.signal));
  } else {
    text = fmt::format("exit code {}", result.exit_code);
  }
  const std::string said = LastLine(result.error_output);
  return said.empty() ? text : fmt::format("{}: {}", text, said);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// How a run ended early.
struct Stop {
  Finish finish = Finish::kInterrupted;
  std::string why;  // empty: a signal
};

class Runner {
 public:
  Runner(const Plan& plan, const RunEvents& events)
      : plan_(plan), options_(plan.options), events_(events), fingerprints_(plan.arms.size()) {}

  Result<SessionFile> Run() {
    if (const Result<void> opened = writer_.Open(options_.save); !opened) {
      return std::unexpected(opened.error());
    }
    const bool resuming = !writer_.existing().runs.empty();
    Environment environment = ReadEnvironment();
    if (resuming) {
      if (const Result<void> can = CheckResumable(environment); !can) {
        return std::unexpected(can.error());
      }
    }
    const Result<void> begun = resuming ? Resume() : Begin(std::move(environment));
    if (!begun) return std::unexpected(begun.error());
    std::optional<Stop> stop = RunBlocks();
    if (!stop) stop = CheckAtTheEnd();
    run_.finish = stop ? stop->finish : Finish::kComplete;
    if (stop) run_.why = stop->why;
    if (stop && stop->why.empty()) run_.why = fmt::format("signal {}", signals_.signal());
    // A file that cannot be written to (a full disk) ended the run; what is in memory is returned.
    if (const Result<void> written = writer_.Append(FinishLine(run_.finish, run_.why)); !written) {
      run_.finish = Finish::kInterrupted;
      if (run_.why.empty()) run_.why = written.error().message;
    }
    if (const Result<void> there = writer_.CheckStillThere(); !there && events_.lost) {
      events_.lost(there.error());
    }
    SessionFile file = writer_.existing();
    if (resuming) file.runs.pop_back();
    file.cut_short = false;
    file.runs.push_back(std::move(run_));
    return file;
  }

 private:
  struct Place {
    PlannedBlock planned;
    int block = 0;
    LaunchKind kind = LaunchKind::kMeasured;
  };

  void Say(std::string_view line) const {
    if (events_.say) events_.say(line);
  }

  std::string LabelOf(int arm) const { return plan_.arms[static_cast<std::size_t>(arm)].label; }

  CommandContext ContextOf(const Place& place, bool with_kind) const {
    const auto arm = static_cast<std::size_t>(place.planned.arm);
    return {.arm = plan_.arms[arm].label,
            .artifact = options_.arms[arm].artifact,
            .pass = place.planned.pass,
            .block = place.block,
            .kind = with_kind ? std::string(ToString(place.kind)) : ""};
  }

  // Runs a set-up, prepare, until or sensor command.
  Result<ProcessResult> RunHook(const std::string& text, const CommandContext& context,
                                double limit) const {
    ProcessOptions process;
    process.words = WordsOf(text, options_.shell, context);
    process.environment = context.Environment();
    process.standard_output = Output::kCapture;
    process.capture_limit = kErrorTail;
    process.timeout = limit;
    process.stop_fd = signals_.fd();
    return RunProcess(process);
  }

  // A hook that must succeed. Why the run cannot go on, or nothing.
  std::optional<Stop> MustRun(const char* name, const std::string& text,
                              const CommandContext& context) const {
    if (text.empty()) return std::nullopt;
    const Result<ProcessResult> result = RunHook(text, context, options_.hook_timeout);
    if (!result) return Stop{.why = fmt::format("{}: {}", name, result.error().message)};
    if (result->stopped) return Stop{};
    const std::string failure = FailureOf(*result, options_.hook_timeout);
    if (failure.empty()) return std::nullopt;
    return Stop{.why = fmt::format("{} failed for arm {}: {}", name, context.arm, failure)};
  }

  std::optional<Stop> CoolDown(const Place& place) const {
    if (options_.cooldown > 0 && SleepUnlessStopped(options_.cooldown, signals_.fd())) {
      return Stop{};
    }
    if (options_.until.empty()) return std::nullopt;
    const double begin = MonotonicSeconds();
    for (;;) {
      // One that hangs is ended when the time is over, and a last one has a second.
      const double limit = std::max(1.0, options_.until_limit - (MonotonicSeconds() - begin));
      const Result<ProcessResult> result = RunHook(options_.until, ContextOf(place, false), limit);
      if (!result) return Stop{.why = fmt::format("--until: {}", result.error().message)};
      if (result->stopped) return Stop{};
      if (result->ok()) return std::nullopt;
      if (MonotonicSeconds() - begin > options_.until_limit) {
        return Stop{.why =
                        fmt::format("--until did not exit with 0 within {} s: {}",
                                    options_.until_limit, FailureOf(*result, std::round(limit)))};
      }
      if (SleepUnlessStopped(kUntilPause, signals_.fd())) return Stop{};
    }
  }

  // One attempt at one launch, without what stands around it. False values stay null.
  Result<ProcessResult> LaunchOnce(const Place& place, LaunchRecord& record) const {
    const ArmInfo& arm = plan_.arms[static_cast<std::size_t>(place.planned.arm)];
    ProcessOptions process;
    process.words =
        arm.shell ? std::vector<std::string>{"/bin/sh", "-c", arm.command.front()} : arm.command;
    process.timeout = options_.timeout;
    process.stop_fd = signals_.fd();
    process.capture_limit = kErrorTail;
    process.end_descendants = true;
    for (const Metric& metric : plan_.metrics) {
      if (metric.needs_output()) {
        process.standard_output = Output::kCapture;
        process.capture_limit = kOutputLimit;
      }
      if (metric.kind == Metric::Kind::kInstructions) process.count_instructions = true;
    }
    Result<ProcessResult> result = RunProcess(process);
    if (!result) return result;
    record.exit_code = result->exit_code;
    record.signal = result->signal;
    record.timed_out = result->timed_out;
    record.failure = FailureOf(*result, options_.timeout);
    if (result->ended == 1) record.notes.push_back("left 1 process behind, which was ended");
    if (result->ended > 1) {
      record.notes.push_back(
          fmt::format("left {} processes behind, which were ended", result->ended));
    } else if (result->ended == 0 && result->left_others) {
      record.notes.push_back("left processes behind");
    }
    if (result->output_dropped != 0) {
      record.notes.push_back(fmt::format("{} bytes of output not kept", result->output_dropped));
    }
    record.values.assign(plan_.metrics.size(), std::nullopt);
    if (record.failed()) return result;
    for (std::size_t i = 0; i < plan_.metrics.size(); ++i) {
      const Result<double> value = Measure(plan_.metrics[i], *result);
      if (value) {
        record.values[i] = *value;
      } else if (record.failure.empty()) {
        record.failure = value.error().message;
      }
    }
    if (record.failed()) record.values.assign(plan_.metrics.size(), std::nullopt);
    return result;
  }

  // A launch with its retries, each attempt recorded. The last record is the one that counts.
  std::optional<Stop> Launch(const Place& place, std::vector<LaunchRecord>& records) {
    const CommandContext context = ContextOf(place, true);
    for (int attempt = 1; attempt <= options_.retry + 1; ++attempt) {
      if (std::optional<Stop> stop = MustRun("--prepare", options_.prepare, context)) return stop;
      if (signals_.requested()) return Stop{};
      LaunchRecord record;
      record.arm = place.planned.arm;
      record.kind = place.kind;
      record.pass = place.planned.pass;
      record.pair = place.planned.pair;
      record.block = place.block;
      record.attempt = attempt;
      const double begin = MonotonicSeconds();
      record.start = std::round((begin - begun_) * 1e6) / 1e6;
      const Result<ProcessResult> result = LaunchOnce(place, record);
      const double spent = MonotonicSeconds() - begin;
      if (!result) {
        return Stop{.why = fmt::format("arm {}: {}", LabelOf(record.arm), result.error().message)};
      }
      if (result->stopped) return Stop{};  // ended by us: not a launch that the arm made
      record.overhead = std::round((spent - result->wall) * 1e9) / 1e9;
      std::optional<Stop> sensor_hangs;
      if (!options_.sample_env.empty()) {
        const Result<ProcessResult> sensor =
            RunHook(options_.sample_env, context, options_.hook_timeout);
        if (sensor && sensor->ok()) record.sensor = FirstLine(sensor->output);
        if (sensor && sensor->timed_out) {
          sensor_hangs = Stop{.why = fmt::format("--sample-env failed for arm {}: {}", context.arm,
                                                 FailureOf(*sensor, options_.hook_timeout))};
        }
      }
      if (record.kind == LaunchKind::kMeasured) record.order = next_order_++;
      records.push_back(std::move(record));
      if (sensor_hangs) return sensor_hangs;
      if (!records.back().failed()) break;
    }
    return std::nullopt;
  }

  // Set-up of a block; fingerprints the arm if that was not done yet.
  std::optional<Stop> SetUp(const Place& place) {
    if (std::optional<Stop> stop = MustRun("--setup", options_.setup, ContextOf(place, false))) {
      return stop;
    }
    auto& fingerprint = fingerprints_[static_cast<std::size_t>(place.planned.arm)];
    if (!fingerprint) {
      Result<Fingerprint> taken = FingerprintArm(place.planned.arm);
      if (!taken) {
        return Stop{.why = fmt::format("arm {}: {}: {}", LabelOf(place.planned.arm),
                                       taken.error().where, taken.error().message)};
      }
      fingerprint = std::move(*taken);
      return CheckSameAsBefore(place.planned.arm);
    }
    return CheckBuild(place.planned.arm);
  }

  Result<Fingerprint> FingerprintArm(int arm) const {
    const auto index = static_cast<std::size_t>(arm);
    const std::string& given = options_.arms[index].artifact;
    if (!given.empty()) return TakeFingerprint({given}, true);
    return TakeFingerprint(FilesOfCommand(plan_.arms[index].command, plan_.arms[index].shell),
                           false);
  }

  std::optional<Stop> Mixed(int arm) const {
    return Stop{Finish::kMixedBuilds,
                fmt::format("the files of arm {} changed while the run went on", LabelOf(arm))};
  }

  std::optional<Stop> CheckBuild(int arm) {
    const Result<bool> same = IsUnchanged(*fingerprints_[static_cast<std::size_t>(arm)]);
    if (same && *same) return std::nullopt;
    return Mixed(arm);
  }

  // In a resumed run: the build is the one that the run began with.
  std::optional<Stop> CheckSameAsBefore(int arm) const {
    if (run_.header.arms.empty()) return std::nullopt;
    const auto index = static_cast<std::size_t>(arm);
    const std::optional<Artifact>& before = run_.header.arms[index].artifact;
    if (!before || before->hash == fingerprints_[index]->artifact.hash) return std::nullopt;
    return Stop{Finish::kMixedBuilds,
                fmt::format("arm {} is another build than when the run began", LabelOf(arm))};
  }

  // Files that several arms share (a build folder that --setup switches) hold the last arm's
  // build now, so only that one can be checked; the others were when their last block ended.
  std::optional<Stop> CheckAtTheEnd() {
    if (plan_.blocks.empty()) return std::nullopt;
    const int last = plan_.blocks.back().arm;
    for (std::size_t i = 0; i < fingerprints_.size(); ++i) {
      const int arm = static_cast<int>(i);
      if (!fingerprints_[i] || (arm != last && SharesFiles(arm, last))) continue;
      const Result<bool> same = HasSameContent(*fingerprints_[i]);
      if (!same || !*same) return Mixed(arm);
    }
    return std::nullopt;
  }

  bool SharesFiles(int arm, int other) const {
    const auto& mine = fingerprints_[static_cast<std::size_t>(arm)];
    const auto& theirs = fingerprints_[static_cast<std::size_t>(other)];
    if (!mine || !theirs) return false;
    for (const ArtifactFile& a : mine->artifact.files) {
      for (const ArtifactFile& b : theirs->artifact.files) {
        if (a.path == b.path && a.hash != b.hash) return true;
      }
    }
    return false;
  }

  NoopCost MeasureNoop() const {
    ProcessOptions process;
    process.words = {"true"};
    std::vector<double> wall;
    std::vector<double> cpu;
    std::vector<double> rss;
    for (int i = 0; i < kNoopLaunches; ++i) {
      const Result<ProcessResult> result = RunProcess(process);
      if (!result) return {};
      wall.push_back(std::round(result->wall * 1e9) / 1e6);
      cpu.push_back(std::round(result->cpu * 1e6) / 1e3);
      rss.push_back(result->max_rss / (1024.0 * 1024.0));
    }
    return {Median(wall), Median(cpu), Median(rss)};
  }

  // What a caller gets if nothing was measured yet.
  static std::unexpected<Error> NothingMeasured(const Stop& stop) {
    if (stop.why.empty()) {
      return Fail(Error::Code::kPartial, "interrupted before anything was measured");
    }
    return Fail(Error::Code::kBadInput, stop.why);
  }

  Result<void> Begin(Environment environment) {
    begun_ = MonotonicSeconds();
    SessionHeader header;
    header.started = UtcNow();
    std::vector<LaunchRecord> cold;
    double setup_seconds = 0;
    double launch_seconds = 0;
    for (std::size_t i = 0; i < plan_.arms.size(); ++i) {
      const int arm = static_cast<int>(i);
      const Place place{{.arm = arm, .pass = 0, .pair = 0}, 0, LaunchKind::kCold};
      const double begin = MonotonicSeconds();
      if (const std::optional<Stop> stop = SetUp(place)) return NothingMeasured(*stop);
      if (const std::optional<Stop> stop = CoolDown(place)) return NothingMeasured(*stop);
      const double middle = MonotonicSeconds();
      if (const std::optional<Stop> stop = Launch(place, cold)) return NothingMeasured(*stop);
      setup_seconds += middle - begin;
      launch_seconds += MonotonicSeconds() - middle;
      if (cold.back().failed()) {
        return Fail(Error::Code::kBadInput, fmt::format("the first launch of arm {} failed: {}",
                                                        LabelOf(arm), cold.back().failure));
      }
    }
    FillHeader(std::move(environment), header);
    run_.header = std::move(header);
    if (const Result<void> written = writer_.Append(HeaderLine(run_.header)); !written) {
      return written;
    }
    for (const LaunchRecord& record : cold) {
      if (const Result<void> written = Keep(record); !written) return written;
    }
    SayExpected(setup_seconds, launch_seconds, plan_.blocks.size());
    return {};
  }

  void FillHeader(Environment environment, SessionHeader& header) {
    header.session = options_.session.empty() ? "s" + header.started : options_.session;
    header.seed = options_.seed;
    header.schedule = options_.schedule;
    header.blocks = options_.blocks;
    header.per_block = options_.per_block;
    header.passes = options_.passes;
    header.warmup = options_.warmup;
    header.arms = plan_.arms;
    for (std::size_t i = 0; i < header.arms.size(); ++i) {
      header.arms[i].artifact = fingerprints_[i]->artifact;
      if (i == 0 || fingerprints_[0]->entries.empty() || fingerprints_[i]->entries.empty())
        continue;
      header.arms[i].artifact->difference = Compare(*fingerprints_[0], *fingerprints_[i]);
    }
    for (const Metric& metric : plan_.metrics) header.metrics.push_back(metric.info);
    header.environment = std::move(environment.facts);
    header.notes = std::move(environment.notes);
    header.noop = MeasureNoop();
    header.plan = plan_.hash;
    AddArtifactNotes(header);
  }

  static void AddArtifactNotes(SessionHeader& header) {
    for (std::size_t i = 1; i < header.arms.size(); ++i) {
      const ArmInfo& first = header.arms[0];
      const ArmInfo& arm = header.arms[i];
      if (!first.artifact || !arm.artifact || first.artifact->files.empty()) continue;
      if (first.artifact->hash != arm.artifact->hash) continue;
      if (!first.artifact->given && first.command != arm.command) continue;
      header.notes.push_back(fmt::format("arms {} and {} are the same build{}", first.label,
                                         arm.label,
                                         first.command == arm.command ? " and command" : ""));
    }
  }

  void SayExpected(double setup_seconds, double launch_seconds, std::size_t blocks) {
    const double arms = static_cast<double>(plan_.arms.size());
    const double per_block =
        setup_seconds + launch_seconds * (options_.per_block + options_.warmup);
    expected_ = per_block / arms * static_cast<double>(blocks);
    Say(fmt::format("expected {} at the pace of the first launches", DescribeSeconds(expected_)));
  }

  Result<void> Keep(const LaunchRecord& record) {
    run_.launches.push_back(record);
    return writer_.Append(LaunchLine(record));
  }

  Result<void> CheckResumable(const Environment& environment) const {
    const SessionRun& last = writer_.existing().runs.back();
    const auto usage = [this](std::string message) {
      return Fail(Error::Code::kUsage, std::move(message), options_.save);
    };
    if (last.finish == Finish::kComplete) {
      return usage("holds a complete run; give another name ('ab merge' joins files)");
    }
    if (last.finish == Finish::kMixedBuilds) {
      return usage("holds a run that mixes builds; give another name");
    }
    if (!options_.session.empty() && options_.session != last.header.session) {
      return usage(
          fmt::format("holds the unfinished session {}; it goes on under that name, not "
                      "as --session {}",
                      Quote(last.header.session), options_.session));
    }
    if (last.header.plan != plan_.hash) {
      return usage(
          "holds an unfinished run of another plan; give another name, or the options "
          "that it was begun with");
    }
    SessionHeader here;
    here.environment = environment.facts;
    if (last.header.Environment("machine") != here.Environment("machine")) {
      return usage("was begun on another machine; a run cannot go on here");
    }
    return {};
  }

  Result<void> Resume() {
    const double elapsed =
        std::max(0.0, SecondsSince(writer_.existing().runs.back().header.started));
    begun_ = MonotonicSeconds() - elapsed;
    run_ = writer_.existing().runs.back();
    run_.finish = Finish::kNone;
    run_.why.clear();
    ++run_.resumed;
    std::map<int, int> measured;  // pair -> launches, first attempts only
    for (const LaunchRecord& record : run_.launches) {
      next_order_ = std::max(next_order_, record.order + 1);
      if (record.set_aside || record.kind != LaunchKind::kMeasured || record.attempt != 1) continue;
      ++measured[record.pair];
    }
    const int per_pair = options_.per_block * static_cast<int>(plan_.arms.size());
    while (next_block_ < plan_.blocks.size() &&
           measured[plan_.blocks[next_block_].pair] >= per_pair) {
      ++next_block_;
    }
    int redo = -1;
    int pass = -1;
    std::size_t set_aside = 0;
    if (next_block_ < plan_.blocks.size()) {
      redo = plan_.blocks[next_block_].pair;
      pass = plan_.blocks[next_block_].pass;
      for (LaunchRecord& record : run_.launches) {
        if (record.kind == LaunchKind::kCold || record.set_aside || record.pair != redo) continue;
        record.set_aside = true;
        ++set_aside;
      }
    }
    Say(fmt::format(
        "resumed at block {} of {}; {} launches of the round that was cut are set aside",
        next_block_ + 1, plan_.blocks.size(), set_aside));
    return writer_.Append(ResumeLine(UtcNow(), pass, redo));
  }

  std::optional<Stop> RunBlocks() {
    const double begin = MonotonicSeconds();
    const std::size_t first = next_block_;
    std::vector<int> in_a_row(plan_.arms.size());
    for (; next_block_ < plan_.blocks.size(); ++next_block_) {
      if (signals_.requested()) return Stop{};
      const Place place{plan_.blocks[next_block_], static_cast<int>(next_block_),
                        LaunchKind::kWarmup};
      if (std::optional<Stop> stop = SetUp(place)) return stop;
      if (std::optional<Stop> stop = CoolDown(place)) return stop;
      if (std::optional<Stop> stop = RunBlock(place, in_a_row)) return stop;
      if (std::optional<Stop> stop = CheckBuild(place.planned.arm)) return stop;
      Progress(first, begin);
    }
    return std::nullopt;
  }

  std::optional<Stop> RunBlock(Place place, std::vector<int>& in_a_row) {
    int& failures = in_a_row[static_cast<std::size_t>(place.planned.arm)];
    for (int i = 0; i < options_.warmup + options_.per_block; ++i) {
      place.kind = i < options_.warmup ? LaunchKind::kWarmup : LaunchKind::kMeasured;
      std::vector<LaunchRecord> records;
      std::optional<Stop> stop = Launch(place, records);
      for (const LaunchRecord& record : records) {
        if (const Result<void> written = Keep(record); !written) {
          return Stop{.why = written.error().message};
        }
      }
      if (stop) return stop;
      failures = records.back().failed() ? failures + 1 : 0;
      if (failures < kFailuresInARow) continue;
      return Stop{.why = fmt::format("arm {} failed {} launches in a row, the last: {}",
                                     LabelOf(place.planned.arm), failures, records.back().failure)};
    }
    return std::nullopt;
  }

  void Progress(std::size_t first, double begin) const {
    if (!events_.progress) return;
    const double done = static_cast<double>(next_block_ + 1 - first);
    const double left = static_cast<double>(plan_.blocks.size() - next_block_ - 1);
    events_.progress(static_cast<int>(next_block_) + 1, static_cast<int>(plan_.blocks.size()),
                     (MonotonicSeconds() - begin) / done * left);
  }

  const Plan& plan_;
  const RunOptions& options_;
  const RunEvents& events_;
  StopSignals signals_;
  SessionWriter writer_;
  SessionRun run_;
  std::vector<std::optional<Fingerprint>> fingerprints_;
  double begun_ = 0;
  double expected_ = 0;
  int next_order_ = 0;
  std::size_t next_block_ = 0;
};

}  // namespace

std::string DescribeSeconds(double seconds) {
  if (seconds < 1) return "less than a second";
  const long whole = std::lround(seconds);
  if (whole < 90) return fmt::format("about {} s", whole);
  const long minutes = std::lround(seconds / 60);
  if (minutes < 90) return fmt::format("about {} min", minutes);
  return fmt::format("about {} h {} min", minutes / 60, minutes % 60);
}

Result<SessionFile> Run(const Plan& plan, const RunEvents& events) {
  return Runner(plan, events).Run();
}

}  // namespace causeway::ab
