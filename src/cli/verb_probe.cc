#include "cli/verb_probe.h"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/outputs.h"
#include "probe/report.h"
#include "probe/run.h"

namespace causeway::cli {

constinit const std::string_view kProbeHelp =
    R"(usage: causeway probe [options]
       causeway probe --compare A B [--json F] [--html F]

The price list of this machine's boundary: what JNI primitives, calls, lookups of peers and
transports cost on one JVM, in nanoseconds and in bytes allocated on both sides. All rows are
sampled in turns in one process. Needs an idle machine.

measure
  --jvm PATH            libjvm.so or the folder of a JDK; else $JAVA_HOME, then the usual folders
  --gc NAME             epsilon, g1, parallel, serial, shenandoah or zgc; else what the JVM takes
  --interpreter         without the JIT compiler (-Xint)
  --filter TEXT         only rows whose "group: name" contains TEXT, and their floors
  --samples N           of each row, 1 to 100000 (100)
  --quick               20 samples, half as long: a first look

compare
  --compare A B         two lists that --save kept: the ratio of each price with its interval

write (-: print that instead of the table)
  --json F              the prices, or the comparison, as JSON
  --html F              one self-contained page
  --save F              all samples, for --compare
  -h, --help            this text

exit codes
  0  done, whatever the prices are
  2  the command line cannot be carried out
  3  no such JVM, it does not start with these options, a file cannot be read or written, is
     damaged, or is of a newer version
  4  stopped
  70 a bug in causeway

examples
  causeway probe --quick
  causeway probe --jvm /usr/lib/jvm/java-17 --gc serial --save 17.probe --html 17.html
  causeway probe --compare 17.probe 25.probe
)";

namespace {

constexpr int kMostSamples = 100'000;
constexpr std::uint64_t kLargestList = std::uint64_t{256} << 20;

struct Flags {
  std::string jvm;
  std::string gc;
  bool interpreter = false;
  std::string filter;
  int samples = 100;
  bool quick = false;
  std::vector<std::string> compare;
  std::string json;
  std::string html;
  std::string save;
};

int ReportFailure(const Error& failure) {
  if (failure.code == Error::Code::kUsage) return UsageError("probe", failure.message);
  fmt::print(stderr, "causeway probe: {}{}{}\n", failure.where, failure.where.empty() ? "" : ": ",
             failure.message);
  return failure.code == Error::Code::kPartial ? kPartial : kBadInput;
}

std::optional<std::string> CheckFlags(const CLI::App& app, const Flags& flags) {
  for (const char* name : {"--jvm", "--gc", "--filter", "--json", "--html", "--save"}) {
    if (app.count(name) != 0 && app.get_option(name)->as<std::string>().empty()) {
      return fmt::format("{} is empty", name);
    }
  }
  if (!flags.compare.empty()) {
    for (const char* name :
         {"--jvm", "--gc", "--interpreter", "--filter", "--samples", "--quick", "--save"}) {
      if (app.count(name) != 0) return fmt::format("{} is for measuring, not for --compare", name);
    }
    if (flags.compare.size() != 2) return "--compare takes two lists";
    return std::nullopt;
  }
  if (!flags.gc.empty() && !probe::IsGcName(flags.gc)) {
    return fmt::format("--gc {}: the collectors are {}", Quote(flags.gc), probe::GcNames());
  }
  if (flags.samples < 1 || flags.samples > kMostSamples) {
    return fmt::format("--samples {}: give 1 to {}", flags.samples, kMostSamples);
  }
  if (flags.quick && app.count("--samples") != 0) return "--quick says how many samples";
  return std::nullopt;
}

std::vector<Output> OutputsOf(const Flags& flags) {
  return {{"--json", flags.json}, {"--html", flags.html}, {"--save", flags.save}};
}

Result<void> Write(const std::string& path, auto make) {
  return path.empty() ? Result<void>() : WriteOutput(path, make());
}

int Compare(const Flags& flags) {
  std::vector<probe::PriceList> lists;
  for (const std::string& path : flags.compare) {
    const Result<std::string> text = ReadFile(path, kLargestList);
    if (!text) return ReportFailure(text.error());
    Result<probe::PriceList> list = probe::ParsePriceList(*text, path);
    if (!list) return ReportFailure(list.error());
    lists.push_back(std::move(*list));
  }
  const probe::Comparison comparison = probe::Compare(lists[0], lists[1]);
  const probe::Names names{flags.compare[0], flags.compare[1]};
  Result<void> done = Write(flags.json, [&] { return probe::ComparisonJson(comparison, names); });
  if (done) done = Write(flags.html, [&] { return probe::ComparisonHtml(comparison, names); });
  if (!done) return ReportFailure(done.error());
  if (!UsesStandardOutput(OutputsOf(flags))) {
    fmt::print("{}", probe::ComparisonText(comparison, names));
  }
  return kDone;
}

int Measure(const Flags& flags) {
  const StopSignals signals;
  probe::Options options;
  options.program = probe::InstalledProgram();
  options.jvm = flags.jvm;
  options.gc = flags.gc;
  options.interpreter = flags.interpreter;
  options.filter = flags.filter;
  options.samples = flags.quick ? 20 : flags.samples;
  options.sample_us = flags.quick ? 50 : 100;
  options.stop_fd = signals.fd();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  if (terminal) fmt::print(stderr, "measuring; this takes some seconds");
  const Result<probe::PriceList> list = probe::Run(options);
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  if (!list) return ReportFailure(list.error());
  Result<void> done = Write(flags.save, [&] { return probe::ToText(*list); });
  if (done) done = Write(flags.json, [&] { return probe::ListJson(*list); });
  if (done) done = Write(flags.html, [&] { return probe::ListHtml(*list); });
  if (!done) return ReportFailure(done.error());
  if (!UsesStandardOutput(OutputsOf(flags))) fmt::print("{}", probe::ListText(*list));
  return kDone;
}

}  // namespace

int RunProbe(std::span<const std::string> args) {
  CLI::App app;
  Flags flags;
  app.add_option("--jvm", flags.jvm);
  app.add_option("--gc", flags.gc);
  app.add_flag("--interpreter", flags.interpreter);
  app.add_option("--filter", flags.filter);
  app.add_option("--samples", flags.samples);
  app.add_flag("--quick", flags.quick);
  app.add_option("--compare", flags.compare)->expected(1, 2);
  app.add_option("--json", flags.json);
  app.add_option("--html", flags.html);
  app.add_option("--save", flags.save);
  if (!ParseFlags(app, "probe", args)) return kUsage;
  if (const auto wrong = CheckFlags(app, flags)) return UsageError("probe", *wrong);
  if (const Result<void> can = CheckOutputs(flags.compare, OutputsOf(flags)); !can) {
    return ReportFailure(can.error());
  }
  return flags.compare.empty() ? Measure(flags) : Compare(flags);
}

}  // namespace causeway::cli
