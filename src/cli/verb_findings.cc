#include "cli/verb_findings.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/outputs.h"
#include "report/export.h"
#include "report/findings_file.h"
#include "report/rules.h"

namespace causeway::cli {

constinit const std::string_view kFindingsHelp =
    R"(usage: causeway findings [FILE] [options]

Lists the findings that inspections have left in FILE (.causeway if none is given), compares them
with a baseline, and is the gate of a build. Only open findings count for a gate.

compare and gate
  --baseline FILE       say which findings are new, known and gone since FILE; what it suppresses
                        is suppressed
  --fail-on WHAT        exit code 1 if an open finding is WHAT; may be given more than once:
                          new        not in the baseline
                          RULE       of that rule, such as gen.boxed-list
                          cost>NS    costs more than NS nanoseconds (count times cost)

change FILE (safe while other processes change it too)
  --merge FILE...       add the findings of other files; FILE itself need not exist
  --suppress ID         accept the finding; needs --because. ID may be cut to 4 digits or more
  --because TEXT        why
  --until DATE          the last day on which the suppression holds, such as 2027-01-31

write (-: print that instead of the list)
  --json F              the list as JSON
  --sarif F             SARIF 2.1.0, for code hosts
  --junit F             JUnit XML, for build servers
  --html F              one self-contained page
  -h, --help            this text

A verdict of 'causeway ab ... --finding ID' closes a finding; 'causeway help RULE' explains a rule.

exit codes
  0  done
  1  --fail-on found something
  2  the command line cannot be carried out
  3  a file cannot be read or written, is damaged, or is of a newer version
  70 a bug in causeway

examples
  causeway messages.dart --save .causeway
  causeway findings --baseline main.causeway --fail-on new --sarif findings.sarif
  causeway findings --suppress 3fa9 --because "called once at start" --until 2027-06-30
)";

namespace {

struct Flags {
  std::string file{report::kFindingsFileName};
  std::string baseline;
  std::vector<std::string> fail_on;
  std::vector<std::string> merge;
  std::vector<std::string> suppress;
  std::string because;
  std::string until;
  std::string json;
  std::string sarif;
  std::string junit;
  std::string html;
};

// One --fail-on.
struct Gate {
  enum class Kind { kNew, kRule, kCost };
  Kind kind = Kind::kNew;
  std::string text;  // as given
  double ns = 0;     // kCost
};

std::string Today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

Result<Gate> ParseGate(const std::string& text, bool has_baseline) {
  const auto wrong = [](std::string message) {
    return Fail(Error::Code::kUsage, std::move(message));
  };
  if (text == "new") {
    if (!has_baseline) return wrong("--fail-on new needs --baseline FILE");
    return Gate{Gate::Kind::kNew, text, 0};
  }
  if (text.starts_with("cost")) {
    const std::string_view rest = std::string_view(text).substr(4);
    double ns = 0;
    const char* const end = rest.data() + rest.size();
    if (rest.size() > 1 && rest[0] == '>') {
      const auto [stop, error] = std::from_chars(rest.data() + 1, end, ns);
      if (error == std::errc() && stop == end && std::isfinite(ns) && ns >= 0) {
        return Gate{Gate::Kind::kCost, text, ns};
      }
    }
    return wrong(
        fmt::format("--fail-on {}: give nanoseconds, such as \"cost>80000\"", Quote(text)));
  }
  if (report::FindRule(text) == nullptr) {
    const auto closest = report::ClosestRule(text);
    return wrong(fmt::format("--fail-on {} is neither new, cost>NS nor a rule{}", Quote(text),
                             closest ? fmt::format("; did you mean '{}'?", *closest) : ""));
  }
  return Gate{Gate::Kind::kRule, text, 0};
}

std::optional<std::string> CheckFlags(const CLI::App& app, const Flags& flags) {
  if (!flags.suppress.empty() && flags.because.empty()) {
    return "--suppress needs --because TEXT: the next reader wants to know";
  }
  if (flags.suppress.empty() && (app.count("--because") != 0 || app.count("--until") != 0)) {
    return "--because and --until belong to --suppress ID";
  }
  if (app.count("--until") != 0) {
    if (!report::IsDate(flags.until)) {
      return fmt::format("--until {} is not a day such as 2027-01-31", Quote(flags.until));
    }
    if (flags.until < Today()) return fmt::format("--until {} is in the past", flags.until);
  }
  for (const char* name : {"--baseline", "--json", "--sarif", "--junit", "--html"}) {
    if (app.count(name) != 0 && app.get_option(name)->as<std::string>().empty()) {
      return fmt::format("{} is empty", name);
    }
  }
  return std::nullopt;
}

int ReportFailure(const Error& failure) {
  if (failure.code == Error::Code::kUsage) return UsageError("findings", failure.message);
  fmt::print(stderr, "causeway findings: {}{}{}\n", failure.where,
             failure.where.empty() ? "" : ": ", failure.message);
  return kBadInput;
}

Result<void> Change(const Flags& flags) {
  std::vector<report::FindingsFile> others;
  for (const std::string& path : flags.merge) {
    Result<report::FindingsFile> other = report::ReadFindings(path);
    if (!other) return std::unexpected(other.error());
    others.push_back(std::move(*other));
  }
  return report::UpdateFindings(flags.file, [&](report::FindingsFile& file) -> Result<void> {
    for (const report::FindingsFile& other : others) report::Merge(file, other);
    for (const std::string& id : flags.suppress) {
      Result<void> done = report::Suppress(file, id, flags.because, flags.until);
      if (!done) return done;
    }
    return {};
  });
}

std::vector<Output> OutputsOf(const Flags& flags) {
  return {{"--json", flags.json},
          {"--sarif", flags.sarif},
          {"--junit", flags.junit},
          {"--html", flags.html}};
}

Result<void> CheckFiles(const Flags& flags) {
  std::vector<std::string> inputs = flags.merge;
  inputs.push_back(flags.file);
  if (!flags.baseline.empty()) inputs.push_back(flags.baseline);
  return CheckOutputs(inputs, OutputsOf(flags));
}

Result<void> Export(const Flags& flags, const report::Listing& listing) {
  const auto write = [](const std::string& path, const auto& make) -> Result<void> {
    return path.empty() ? Result<void>() : WriteOutput(path, make());
  };
  Result<void> done = write(flags.json, [&] { return report::ListJson(listing); });
  if (done) {
    done = write(flags.sarif, [&] { return report::ListSarif(listing, CAUSEWAY_VERSION); });
  }
  if (done) done = write(flags.junit, [&] { return report::ListJunit(listing); });
  if (done) {
    done = write(flags.html, [&] { return report::ListHtml(listing, "Causeway: findings"); });
  }
  return done;
}

bool Crosses(const Gate& gate, const report::Finding& finding,
             const report::Comparison* comparison) {
  if (finding.status != report::Status::kOpen) return false;
  switch (gate.kind) {
    case Gate::Kind::kNew: {
      const std::vector<std::string>& added = comparison->added;
      return std::find(added.begin(), added.end(), report::IdOf(finding)) != added.end();
    }
    case Gate::Kind::kRule:
      return finding.rule == gate.text;
    case Gate::Kind::kCost:
      break;
  }
  return report::TotalNs(finding) > gate.ns;
}

}  // namespace

int RunFindings(std::span<const std::string> args) {
  CLI::App app;
  Flags flags;
  app.add_option("file", flags.file);
  app.add_option("--baseline", flags.baseline);
  app.add_option("--fail-on", flags.fail_on)->expected(1)->take_all();
  app.add_option("--merge", flags.merge);
  app.add_option("--suppress", flags.suppress)->expected(1)->take_all();
  app.add_option("--because", flags.because);
  app.add_option("--until", flags.until);
  app.add_option("--json", flags.json);
  app.add_option("--sarif", flags.sarif);
  app.add_option("--junit", flags.junit);
  app.add_option("--html", flags.html);
  if (!ParseFlags(app, "findings", args)) return kUsage;
  if (const auto wrong = CheckFlags(app, flags)) return UsageError("findings", *wrong);
  std::vector<Gate> gates;
  for (const std::string& text : flags.fail_on) {
    Result<Gate> gate = ParseGate(text, !flags.baseline.empty());
    if (!gate) return UsageError("findings", gate.error().message);
    gates.push_back(std::move(*gate));
  }

  if (const Result<void> can = CheckFiles(flags); !can) return ReportFailure(can.error());
  std::error_code ignored;
  if (flags.merge.empty() && !std::filesystem::exists(flags.file, ignored)) {
    fmt::print(stderr,
               "causeway findings: there is no file {}. An inspection makes one:\n"
               "  causeway INPUT --save {}\n",
               Quote(flags.file), flags.file);
    return kBadInput;
  }
  // Before anything is changed: a baseline that cannot be read must not leave half of the work
  // done.
  std::optional<report::FindingsFile> baseline;
  if (!flags.baseline.empty()) {
    Result<report::FindingsFile> read = report::ReadFindings(flags.baseline);
    if (!read) return ReportFailure(read.error());
    baseline = std::move(*read);
    report::ExpireSuppressions(*baseline, Today());
  }
  if (!flags.merge.empty() || !flags.suppress.empty()) {
    if (const Result<void> changed = Change(flags); !changed) return ReportFailure(changed.error());
  }
  Result<report::FindingsFile> file = report::ReadFindings(flags.file);
  if (!file) return ReportFailure(file.error());
  report::ExpireSuppressions(*file, Today());

  std::optional<report::Comparison> comparison;
  if (baseline) {
    report::TakeSuppressions(*file, *baseline);
    comparison = report::Compare(*file, *baseline);
  }
  report::Listing listing{file->findings, comparison ? &*comparison : nullptr};
  report::SortFindings(listing.findings);
  if (const Result<void> written = Export(flags, listing); !written) {
    return ReportFailure(written.error());
  }
  const bool quiet = UsesStandardOutput(OutputsOf(flags));
  if (!quiet) fmt::print("{}", report::ListText(listing));
  bool crossed = false;
  for (const Gate& gate : gates) {
    const auto count = std::count_if(
        listing.findings.begin(), listing.findings.end(),
        [&](const report::Finding& finding) { return Crosses(gate, finding, listing.comparison); });
    fmt::print(quiet ? stderr : stdout, "gate {}: {}\n", gate.text,
               count == 0 ? "passed" : fmt::format("crossed by {}", count));
    crossed = crossed || count != 0;
  }
  return crossed ? kGateCrossed : kDone;
}

}  // namespace causeway::cli
