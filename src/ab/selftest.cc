#include "ab/selftest.h"

#include <fmt/format.h>

#include <cmath>

#include "ab/noise.h"
#include "ab/noise_record.h"
#include "ab/run.h"

// Two runs by the same machinery as every other: in the first, arm b sleeps longer by a known
// delay; in the second both sleep the same. Half of the delay is the bound, so both verdicts are
// asked for what matters: "difference" needs an interval without zero and an effect of at least the
// bound; an A/A run whose interval misses zero by chance (1 in 20 does, by definition) is still
// quiet if its effect is smaller.

namespace causeway::ab {
namespace {

Result<stats::Verdict> RunOnce(const SelfTestOptions& options, double delay_ms,
                               const std::function<void(int, int, double)>& progress) {
  const auto command = [&options](double ms) {
    std::vector<std::string> words = options.sleeper;
    words.push_back(fmt::format("{}", ms));
    return JoinCommand(words);
  };
  RunOptions run;
  run.arms = {{"a", command(options.base_ms), ""}, {"b", command(options.base_ms + delay_ms), ""}};
  run.blocks = options.blocks;
  run.per_block = options.per_block;
  run.passes = 1;
  run.seed = options.seed;
  run.session = "selftest";
  const Result<Plan> plan = MakePlan(run);
  if (!plan) return std::unexpected(plan.error());
  const Result<SessionFile> file = Run(*plan, {.say = {}, .progress = progress, .lost = {}});
  if (!file) return std::unexpected(file.error());
  const SessionRun& measured = file->runs.back();
  if (measured.finish != Finish::kComplete) {
    return Fail(Error::Code::kPartial, fmt::format("interrupted: {}", measured.why));
  }
  const std::vector<double> differences = stats::Differences(
      stats::PairDifferences(stats::BlockMeans(MeasuredLaunches(measured, 0)), 0, 1));
  return stats::Judge(
      {.differences = differences, .sessions = {}, .floor = {}, .bound = options.delay_ms / 2});
}

std::string Row(double injected, const stats::Verdict& verdict, bool ok) {
  const std::string interval = verdict.test
                                   ? fmt::format("[{:+.3f}, {:+.3f}]", verdict.test->interval.low,
                                                 verdict.test->interval.high)
                                   : "no interval";
  return fmt::format("{:>8.3f} ms {:>+9.3f} ms  {:<20} {:<13} {}\n", injected, verdict.effect,
                     interval, stats::ToString(verdict.kind), ok ? "ok" : "NOT OK");
}

}  // namespace

Result<SelfTestReport> RunSelfTest(const SelfTestOptions& options,
                                   const std::function<void(int, int, double)>& progress) {
  SelfTestReport report;
  Result<stats::Verdict> with_delay = RunOnce(options, options.delay_ms, progress);
  if (!with_delay) return std::unexpected(with_delay.error());
  Result<stats::Verdict> without = RunOnce(options, 0, progress);
  if (!without) return std::unexpected(without.error());
  report.with_delay = std::move(*with_delay);
  report.without = std::move(*without);
  report.found = report.with_delay.kind == stats::VerdictKind::kDifference &&
                 std::abs(report.with_delay.effect - options.delay_ms) <= options.delay_ms / 2;
  report.quiet = report.without.kind != stats::VerdictKind::kDifference;
  return report;
}

std::string Describe(const SelfTestOptions& options, const SelfTestReport& report) {
  std::string text = fmt::format(
      "self-test: a program that sleeps {} ms; {} pairs of blocks of {} launches, seed {}\n"
      "{:>11} {:>12}  {:<20} {:<13}\n",
      options.base_ms, options.blocks, options.per_block, options.seed, "injected", "found",
      "95 % interval", "verdict");
  text += Row(options.delay_ms, report.with_delay, report.found);
  text += Row(0, report.without, report.quiet);
  if (report.found && report.quiet) {
    text += "The injected delay was found, and nothing where there was nothing.\n";
  } else {
    text += fmt::format(
        "This machine is too noisy right now to tell {} ms apart this way: end what else runs on "
        "it, or measure with more blocks.\n",
        options.delay_ms);
  }
  return text;
}

}  // namespace causeway::ab
