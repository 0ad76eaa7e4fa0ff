#include "cli/verb_gen.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "gen/gen.h"

namespace causeway::cli {

constinit const std::string_view kGenHelp =
    R"(usage: causeway gen FILE.dart... --cpp-out DIR --java-out DIR [options]

Reads definition files (the Dart subset of pigeon) and writes typed calls between C++ and Java,
each at the price of exactly one crossing. All files of a run may share types by import. Files
whose text would not change are not touched. Nothing is written if a definition has an error, or if
something is in the way of an output: a folder, a file not made by causeway, a missing right.

output
  --cpp-out DIR         write DIR/<file>.h and DIR/<file>.cc for each <file>.dart
  --java-out DIR        write Java sources below DIR, in the folders of their package
  --java-package P      package of the Java sources (wins over @ConfigurePigeon)
  --cpp-namespace N     namespace of the C++ sources, such as acme::maps (wins as well)

instead of writing
  --dry-run             check the definitions only
  --check               say whether the files on disk are up to date (exit code 1 if not)
  --explain             say how each argument crosses, why, and what that is predicted to cost

reporting
  --json                print the result as JSON
  --quiet               print errors and warnings only (for --check: what is stale or left over)
  -h, --help            this text

exit codes
  0  done
  1  --check found output that is missing, different or left over
  2  the command line cannot be carried out
  3  a definition has errors, or a file cannot be read or written
  70 a bug in causeway

examples
  causeway gen messages.dart --cpp-out gen/cpp --java-out gen/java --java-package com.acme
  causeway gen messages.dart --explain
)";

namespace {

using nlohmann::ordered_json;

struct Flags {
  gen::Options options;
  std::string java_package;
  std::string cpp_namespace;
  bool dry_run = false;
  bool check = false;
  bool explain = false;
  bool json = false;
  bool quiet = false;
};

// Fills in what CLI11 cannot say itself; an error message, or nothing.
std::optional<std::string> Complete(const CLI::App& app, Flags& flags) {
  gen::Options& options = flags.options;
  if (options.inputs.empty()) return "no definition file was given";
  if (std::ranges::find(options.inputs, "") != options.inputs.end()) {
    return "the name of a definition file is empty";
  }
  if (int{flags.dry_run} + int{flags.check} + int{flags.explain} > 1) {
    return "--dry-run, --check and --explain exclude each other";
  }
  if (flags.dry_run) options.mode = gen::Options::Mode::kDryRun;
  if (flags.check) options.mode = gen::Options::Mode::kCheck;
  if (flags.explain) options.mode = gen::Options::Mode::kExplain;
  for (const char* name : {"--cpp-out", "--java-out", "--java-package", "--cpp-namespace"}) {
    if (app.count(name) == 0) continue;
    const auto value = app.get_option(name)->as<std::string>();
    if (value.empty() && std::string_view(name) != "--cpp-namespace") {
      return fmt::format("{} is empty", name);
    }
    // `--cpp-out --java-out DIR`: a value was forgotten.
    if (value.starts_with("--")) {
      return fmt::format("{} has no value: {} follows (a folder of that name is ./{})", name,
                         Quote(value), value);
    }
  }
  const bool needs_output = !flags.dry_run && !flags.explain;
  if (needs_output && options.cpp_out.empty() && options.java_out.empty()) {
    return "nothing to write: give --cpp-out DIR, --java-out DIR or both";
  }
  if (app.count("--java-package") != 0) options.java_package = flags.java_package;
  if (app.count("--cpp-namespace") != 0) options.cpp_namespace = flags.cpp_namespace;
  return std::nullopt;
}

ordered_json ToJson(const Diagnostics& diagnostics, Diagnostics::Severity severity) {
  ordered_json list = ordered_json::array();
  for (const Diagnostics::Item* item : diagnostics.Sorted(severity)) {
    ordered_json row;
    if (item->range.source >= 0) {
      const Diagnostics::Place place = diagnostics.PlaceOf(item->range);
      row["file"] = diagnostics.path(item->range.source);
      row["line"] = place.line;
      row["column"] = place.column;
    }
    row["message"] = item->message;
    if (!item->suggestion.empty()) row["suggestion"] = item->suggestion;
    list.push_back(std::move(row));
  }
  return list;
}

// What the person should know even when all went well, on stderr.
void PrintNotes(const Flags& flags, const Diagnostics& diagnostics) {
  fmt::print(stderr, "{}", diagnostics.Render(Diagnostics::Severity::kWarning));
  if (flags.quiet || flags.json) return;
  for (const Diagnostics::Item* item : diagnostics.Sorted(Diagnostics::Severity::kIgnored)) {
    if (item->range.source < 0) {
      fmt::print(stderr, "ignored: {}\n", item->message);
      continue;
    }
    const Diagnostics::Place place = diagnostics.PlaceOf(item->range);
    fmt::print(stderr, "{}:{}:{}: ignored: {}\n", diagnostics.path(item->range.source), place.line,
               place.column, item->message);
  }
}

// Nothing deletes them but the user: causeway cannot know what else needs them.
void PrintLeftoverHint(const gen::Report& report) {
  if (report.leftover.empty()) return;
  fmt::print("{} left over: no definition of this run, or beside it, gives {}; delete {}\n",
             report.leftover.size(), report.leftover.size() == 1 ? "it" : "them",
             report.leftover.size() == 1 ? "it" : "them");
}

int ExitCodeFor(const Flags& flags, const gen::Report& report) {
  const bool differs = !report.stale.empty() || !report.leftover.empty();
  return flags.check && differs ? kGateCrossed : kDone;
}

void PrintTable(const Flags& flags, const gen::Report& report) {
  if (!report.explain.empty()) fmt::print("{}", report.explain);
  if (flags.quiet) {
    // What makes a check fail is an error, and --quiet prints errors.
    if (!flags.check) return;
    for (const std::string& path : report.stale) fmt::print(stderr, "stale: {}\n", path);
    for (const std::string& path : report.leftover) fmt::print(stderr, "left over: {}\n", path);
    return;
  }
  const auto rows = [](std::string_view state, const std::vector<std::string>& paths) {
    for (const std::string& path : paths) fmt::print("{:<10} {}\n", state, path);
  };
  rows("written", report.written);
  rows("unchanged", report.unchanged);
  rows("stale", report.stale);
  rows("left over", report.leftover);
  switch (flags.options.mode) {
    case gen::Options::Mode::kWrite:
      fmt::print("{} written, {} unchanged\n", report.written.size(), report.unchanged.size());
      PrintLeftoverHint(report);
      break;
    case gen::Options::Mode::kCheck:
      if (report.stale.empty() && report.leftover.empty()) {
        fmt::print("up to date: {} files\n", report.unchanged.size());
      } else if (report.stale.empty()) {
        fmt::print("{} up to date\n", report.unchanged.size());
      } else {
        fmt::print("{} stale, {} up to date; the same command without --check writes them\n",
                   report.stale.size(), report.unchanged.size());
      }
      PrintLeftoverHint(report);
      break;
    case gen::Options::Mode::kDryRun:
      fmt::print("no errors\n");
      break;
    case gen::Options::Mode::kExplain:
      break;
  }
}

// `failure` is null if the run came to an end. "ok" says what exit code 0 says.
void PrintJson(const gen::Report& report, const Diagnostics& diagnostics, const Error* failure,
               bool ok) {
  ordered_json json;
  json["verb"] = "gen";
  json["ok"] = ok;
  json["written"] = report.written;
  json["unchanged"] = report.unchanged;
  json["stale"] = report.stale;
  json["leftover"] = report.leftover;
  json["errors"] = ToJson(diagnostics, Diagnostics::Severity::kError);
  if (failure != nullptr && !diagnostics.has_errors()) {
    ordered_json row;
    if (!failure->where.empty()) row["where"] = failure->where;
    row["message"] = failure->message;
    json["errors"].push_back(std::move(row));
  }
  json["warnings"] = ToJson(diagnostics, Diagnostics::Severity::kWarning);
  json["ignored"] = ToJson(diagnostics, Diagnostics::Severity::kIgnored);
  if (!report.explain_json.empty()) {
    json["explain"] = ordered_json::parse(report.explain_json, nullptr, false);
  }
  // Bytes of an input that are not UTF-8 may be part of a message.
  fmt::print("{}\n", json.dump(2, ' ', false, ordered_json::error_handler_t::replace));
}

int ReportFailure(const Error& failure, const Diagnostics& diagnostics) {
  fmt::print(stderr, "{}", diagnostics.Render(Diagnostics::Severity::kError));
  if (diagnostics.has_errors()) {
    const std::size_t count = diagnostics.error_count();
    fmt::print(stderr, "{} error{}, nothing was written\n", count, count == 1 ? "" : "s");
  } else if (failure.where.empty()) {
    fmt::print(stderr, "causeway gen: {}\n", failure.message);
  } else {
    fmt::print(stderr, "causeway gen: {}: {}\n", failure.where, failure.message);
  }
  return failure.code == Error::Code::kUsage ? kUsage : kBadInput;
}

}  // namespace

int RunGen(std::span<const std::string> args) {
  Flags flags;
  CLI::App app;
  app.add_option("files", flags.options.inputs);
  app.add_option("--cpp-out", flags.options.cpp_out);
  app.add_option("--java-out", flags.options.java_out);
  app.add_option("--java-package", flags.java_package);
  app.add_option("--cpp-namespace", flags.cpp_namespace);
  app.add_flag("--dry-run", flags.dry_run);
  app.add_flag("--check", flags.check);
  app.add_flag("--explain", flags.explain);
  app.add_flag("--json", flags.json);
  app.add_flag("--quiet", flags.quiet);
  if (!ParseFlags(app, "gen", args)) return kUsage;
  if (const std::optional<std::string> message = Complete(app, flags)) {
    return UsageError("gen", *message);
  }

  Diagnostics diagnostics;
  const Result<gen::Report> result = gen::Run(flags.options, diagnostics);
  PrintNotes(flags, diagnostics);
  if (!result) {
    if (flags.json) PrintJson({}, diagnostics, &result.error(), false);
    return ReportFailure(result.error(), diagnostics);
  }
  if (flags.json) {
    PrintJson(*result, diagnostics, nullptr, ExitCodeFor(flags, *result) == kDone);
  } else {
    PrintTable(flags, *result);
  }
  return ExitCodeFor(flags, *result);
}

}  // namespace causeway::cli
