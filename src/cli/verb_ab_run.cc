#include "cli/verb_ab_run.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "ab/describe_run.h"
#include "ab/noise.h"
#include "ab/noise_record.h"
#include "ab/run.h"
#include "ab/selftest.h"
#include "base/process.h"
#include "base/result.h"
#include "base/text.h"
#include "cli/ab_flags.h"
#include "cli/exit_code.h"
#include "cli/flags.h"

namespace causeway::cli {

constinit const std::string_view kAbRunHelp =
    R"(arms and metrics
  --a CMD --b CMD       the commands to compare, up to --h; --a is what the others are compared with
  --shell               run every command through sh -c; without it words are split, no shell
  --metric M            wall (default), cpu, rss, instructions, regex:RE[:unit], json:PATH[:unit];
                        repeatable; NAME= before it names it. PATH is runs.0.ms or $.runs[0].ms
  --artifact ARM=FILE   the file or folder that ARM's build is; without it, what the command names

order
  --schedule S          abba (default), random or latin (Williams squares)
  --blocks N            blocks of each arm in each pass (8)
  --per-block N         measured launches of a block (5)
  --passes N            passes, every other one in reverse order (2)
  --warmup N            launches before the measured ones of each block (1)
  --seed N              of the order, and of the analysis (1)

around the launches
  --setup CMD           before each block, such as an install
  --prepare CMD         before each launch, such as clearing data
  --cooldown S          seconds of rest before each block
  --until CMD           before each block, wait until CMD exits with 0 ...
  --until-limit S       ... for at most S seconds (600)
  --sample-env CMD      after each launch; the first line it prints is kept, such as a temperature
                        these commands may say {arm} {artifact} {pass} {block} {kind}, and find
                        CAUSEWAY_AB_ARM, _ARTIFACT, _PASS, _BLOCK, _KIND in their environment
  --hook-timeout S      end one of them, --until apart, that runs longer, and the run (600)

launches that go wrong
  --timeout S           end a launch that runs longer (120; 0: never)
  --retry N             try a failed launch again, up to N times (0); every attempt is kept
                        a launch is over when its command ends: what still runs then, daemons
                        included, is ended, counted and said

keeping
  --session NAME        name of this session
  --save FILE           keep every launch in FILE as it happens; the same command goes on with an
                        unfinished FILE
  --dry-run             print the plan with the order of the blocks, and launch nothing
)";

namespace {

constexpr std::array<const char*, 8> kArms = {"--a", "--b", "--c", "--d",
                                              "--e", "--f", "--g", "--h"};

struct RunFlags {
  ab::RunOptions options;
  std::array<std::string, kArms.size()> commands;
  std::vector<std::string> metrics;
  std::vector<std::string> artifacts;
  bool dry_run = false;
};

void AddRunFlags(CLI::App& app, RunFlags& flags) {
  ab::RunOptions& options = flags.options;
  app.add_option("--metric", flags.metrics)->allow_extra_args(false)->take_all();
  app.add_option("--schedule", options.schedule);
  app.add_option("--blocks", options.blocks);
  app.add_option("--per-block", options.per_block);
  app.add_option("--passes", options.passes);
  app.add_option("--warmup", options.warmup);
  AddSeed(app, options.seed);
  app.add_flag("--shell", options.shell);
  app.add_option("--setup", options.setup);
  app.add_option("--prepare", options.prepare);
  app.add_option("--cooldown", options.cooldown);
  app.add_option("--until", options.until);
  app.add_option("--until-limit", options.until_limit);
  app.add_option("--sample-env", options.sample_env);
  app.add_option("--timeout", options.timeout);
  app.add_option("--hook-timeout", options.hook_timeout);
  app.add_option("--retry", options.retry);
  app.add_option("--session", options.session);
  app.add_option("--save", options.save);
  app.add_flag("--dry-run", flags.dry_run);
}

// Distributes --artifact ARM=FILE; an error message, or nothing.
std::optional<std::string> AssignArtifacts(RunFlags& flags) {
  for (const std::string& text : flags.artifacts) {
    const std::size_t equals = text.find('=');
    const std::string label = text.substr(0, equals);
    if (equals == std::string::npos || equals + 1 == text.size()) {
      return fmt::format("--artifact {}: it is ARM=FILE, such as b=app.apk", text);
    }
    const auto arm = std::find_if(flags.options.arms.begin(), flags.options.arms.end(),
                                  [&label](const auto& row) { return row.label == label; });
    if (arm == flags.options.arms.end()) {
      return fmt::format("--artifact {}: there is no arm {}", text, Quote(label));
    }
    if (!arm->artifact.empty()) return fmt::format("arm {} has two artifacts", label);
    arm->artifact = text.substr(equals + 1);
  }
  return std::nullopt;
}

int ReportError(const Error& error) {
  if (error.code == Error::Code::kUsage) {
    return UsageError("ab", error.where.empty() ? error.message
                                                : fmt::format("{} {}", error.where, error.message));
  }
  if (error.where.empty()) {
    fmt::print(stderr, "causeway ab: {}\n", error.message);
  } else {
    fmt::print(stderr, "causeway ab: {}: {}\n", error.where, error.message);
  }
  return error.code == Error::Code::kPartial ? kPartial : kBadInput;
}

std::function<void(int, int, double)> TerminalProgress() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [](int done, int of, double seconds_left) {
    fmt::print(stderr, "\r\x1b[Kblock {} of {}, {} left", done, of,
               ab::DescribeSeconds(seconds_left));
    if (done == of) fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
  };
}

// What was measured, whether it ended well or not.
struct Carried {
  ab::SessionFile file;
  bool lost = false;  // somebody took the file of --save away
};

// Where a person reads on: beside a report that goes to standard output, standard error.
std::FILE* ForPeople(const AbAnalysis& analysis) {
  return analysis.uses_standard_output && analysis.uses_standard_output() ? stderr : stdout;
}

// Runs the plan and says how it went. A finished or interrupted session, or an exit code.
std::expected<Carried, int> Carry(const ab::Plan& plan, const AbAnalysis& analysis) {
  std::FILE* out = ForPeople(analysis);
  fmt::print(out, "{}", ab::DescribePlan(plan, false));
  std::fflush(out);
  Carried carried;
  ab::RunEvents events;
  events.say = [out](std::string_view line) {
    fmt::print(out, "  {}\n", line);
    std::fflush(out);
  };
  events.progress = TerminalProgress();
  events.lost = [&carried](const Error& error) {
    carried.lost = true;
    fmt::print(stderr, "causeway ab: {}: {}\n", error.where, error.message);
  };
  Result<ab::SessionFile> file = ab::Run(plan, events);
  if (events.progress) fmt::print(stderr, "\r\x1b[K");
  if (!file) return std::unexpected(ReportError(file.error()));
  fmt::print(out, "\n{}", ab::DescribeRun(file->runs.back()));
  std::fflush(out);
  carried.file = std::move(*file);
  return carried;
}

std::string Kept(const std::string& save, bool lost) {
  if (lost) return "the samples are lost";
  return save.empty() ? "the samples are lost, because there is no --save FILE"
                      : fmt::format("the samples are kept in {}", save);
}

// What is said about a run that did not end by itself; the exit code that it asks for.
int ReportEarlyEnd(const Carried& carried, const ab::Plan& plan) {
  const ab::SessionRun& run = carried.file.runs.back();
  const std::string& save = plan.options.save;
  const int otherwise = carried.lost ? kBadInput : kDone;
  if (run.finish == ab::Finish::kMixedBuilds) {
    fmt::print(stderr, "causeway ab: no verdict, because {}; {}\n", run.why,
               Kept(save, carried.lost));
    return kBadInput;
  }
  if (run.finish != ab::Finish::kInterrupted) return otherwise;
  fmt::print(stderr, "causeway ab: ended early after {} of {} launches ({}); {}\n",
             ab::LaunchesMade(run), plan.launches(), run.why,
             save.empty()   ? "with --save FILE it could go on later"
             : carried.lost ? Kept(save, true)
                            : fmt::format("the same command goes on where {} ends", save));
  return run.why.starts_with("signal ") && !carried.lost ? kPartial : kBadInput;
}

bool HasMeasured(const ab::SessionRun& run) {
  return std::any_of(run.launches.begin(), run.launches.end(), [](const ab::LaunchRecord& launch) {
    return launch.kind == ab::LaunchKind::kMeasured && !launch.failed() && !launch.set_aside;
  });
}

int Analyse(const Carried& carried, const ab::Plan& plan, const AbAnalysis& analysis) {
  const ab::SessionRun& run = carried.file.runs.back();
  const int early = ReportEarlyEnd(carried, plan);
  if (run.finish == ab::Finish::kMixedBuilds || !HasMeasured(run)) return early;
  fmt::print(ForPeople(analysis), "\n");
  const int code = analysis.report(carried.file, plan.options.save);
  return early != kDone && code != kGateCrossed ? early : code;
}

std::optional<std::string> CheckBefore(const CLI::App& app, const AbAnalysis& analysis,
                                       RunFlags& flags) {
  const ab::RunOptions& options = flags.options;
  if (options.until.empty()) {
    if (auto mistake = RefuseOptions(app, {"--until-limit"}, "without --until")) return mistake;
  }
  if (options.setup.empty() && options.prepare.empty() && options.sample_env.empty()) {
    if (auto mistake =
            RefuseOptions(app, {"--hook-timeout"}, "without --setup, --prepare or --sample-env")) {
      return mistake;
    }
  }
  if (options.save == "-") return "--save: it is a file that is added to, and '-' is none";
  if (!flags.metrics.empty()) flags.options.metrics = flags.metrics;
  if (const std::optional<std::string> mistake = AssignArtifacts(flags)) return mistake;
  return analysis.check ? analysis.check() : std::nullopt;
}

// The plan of the flags, or an exit code (also that of --dry-run, after printing it). `appended` is
// what the run adds to beside --save.
std::expected<ab::Plan, int> PlanOf(const RunFlags& flags, const AbAnalysis& analysis,
                                    std::vector<Output> appended) {
  Result<ab::Plan> plan = ab::MakePlan(flags.options);
  if (!plan) return std::unexpected(ReportError(plan.error()));
  appended.push_back({"--save", flags.options.save});
  if (analysis.check_plan) {
    const Result<void> checked = analysis.check_plan(*plan, appended);
    if (!checked) return std::unexpected(ReportAbError(checked.error()));
  }
  if (flags.dry_run) {
    fmt::print("{}", ab::DescribePlan(*plan, true));
    return std::unexpected(kDone);
  }
  return std::move(*plan);
}

// `ab selftest --sleep MS` is what the self-test launches.
int Sleep(double milliseconds) {
  SleepUnlessStopped(milliseconds * 1e-3, -1);
  return kDone;
}

}  // namespace

int RunAbRun(std::span<const std::string> args, const AbAnalysis& analysis) {
  RunFlags flags;
  CLI::App app;
  for (std::size_t i = 0; i < kArms.size(); ++i) app.add_option(kArms[i], flags.commands[i]);
  app.add_option("--artifact", flags.artifacts)->allow_extra_args(false)->take_all();
  AddRunFlags(app, flags);
  if (analysis.add_flags) analysis.add_flags(app);
  if (!ParseFlags(app, "ab", args)) return kUsage;
  for (std::size_t i = 0; i < kArms.size(); ++i) {
    if (app.count(kArms[i]) == 0) continue;
    flags.options.arms.push_back({kArms[i] + 2, flags.commands[i], ""});
  }
  if (const std::optional<std::string> mistake = CheckBefore(app, analysis, flags)) {
    return UsageError("ab", *mistake);
  }
  const std::expected<ab::Plan, int> plan = PlanOf(flags, analysis, {});
  if (!plan) return plan.error();
  const std::expected<Carried, int> carried = Carry(*plan, analysis);
  return carried ? Analyse(*carried, *plan, analysis) : carried.error();
}

int RunAbAa(std::span<const std::string> args, const AbAnalysis& analysis) {
  RunFlags flags;
  CLI::App app;
  std::string command;
  std::string keep_in = ab::DefaultNoiseFile();
  app.add_option("command", command);
  app.add_option("--artifact", flags.artifacts)->allow_extra_args(false)->take_all();
  AddRunFlags(app, flags);
  if (analysis.add_flags) analysis.add_flags(app);
  CLI::Option* keep = app.get_option_no_throw("--aa");
  if (keep == nullptr) keep = app.add_option("--aa", keep_in);
  if (!ParseFlags(app, "ab", args)) return kUsage;
  if (command.empty()) return UsageError("ab", "aa needs a command: ab aa 'CMD'");
  flags.options.arms = {{"a", command, ""}, {"b", command, ""}};
  if (const std::optional<std::string> mistake = CheckBefore(app, analysis, flags)) {
    return UsageError("ab", *mistake);
  }
  if (keep->count() != 0) keep_in = keep->as<std::string>();
  const bool is_kept = !keep_in.empty() && keep_in != "none";
  const std::expected<ab::Plan, int> plan =
      PlanOf(flags, analysis, {{"--aa", is_kept ? keep_in : ""}});
  if (!plan) return plan.error();
  const std::expected<Carried, int> carried = Carry(*plan, analysis);
  if (!carried) return carried.error();
  const ab::SessionRun& run = carried->file.runs.back();
  const int early = ReportEarlyEnd(*carried, *plan);
  if (early != kDone && (!carried->lost || run.finish != ab::Finish::kComplete)) return early;
  std::FILE* out = ForPeople(analysis);

  const std::vector<ab::NoiseRecord> records = ab::LearnNoise(run);
  fmt::print(out, "\n{}", ab::DescribeNoise(records));
  if (!is_kept) {
    fmt::print(out, "not kept\n\n");
  } else {
    for (const ab::NoiseRecord& record : records) {
      const Result<void> kept = ab::AppendNoise(keep_in, record);
      if (!kept) return ReportError(kept.error());
    }
    fmt::print(out, "kept in {}\n\n", keep_in);
  }
  // That the two arms cannot be told apart is what is wanted, not an inconclusive run.
  const int code = analysis.report ? analysis.report(carried->file, plan->options.save) : kDone;
  if (early != kDone && code != kGateCrossed) return early;
  return code == kPartial ? kDone : code;
}

int RunAbSelftest(std::span<const std::string> args) {
  ab::SelfTestOptions options;
  double sleep_ms = -1;
  CLI::App app;
  app.add_option("--delay", options.delay_ms);
  app.add_option("--blocks", options.blocks);
  app.add_option("--per-block", options.per_block);
  AddSeed(app, options.seed);
  app.add_option("--sleep", sleep_ms);
  if (!ParseFlags(app, "ab", args)) return kUsage;
  if (sleep_ms >= 0) return Sleep(sleep_ms);
  if (!(options.delay_ms > 0) || options.delay_ms > 1000) {
    return UsageError("ab", "--delay is in milliseconds, above 0 and at most 1000");
  }
  if (options.blocks < 2) return UsageError("ab", "--blocks is at least 2");
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) return ReportError({Error::Code::kIo, error.message(), "/proc/self/exe"});
  options.sleeper = {self, "ab", "selftest", "--sleep"};
  const Result<ab::SelfTestReport> report = ab::RunSelfTest(options, TerminalProgress());
  if (!report) return ReportError(report.error());
  fmt::print("{}", ab::Describe(options, *report));
  return report->found && report->quiet ? kDone : kGateCrossed;
}

}  // namespace causeway::cli
