#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ab/run.h"
#include "ab/session_file.h"
#include "base/result.h"
#include "cli/outputs.h"

namespace CLI {
class App;
}

namespace causeway::cli {

// How a run is analysed and reported, which verb_ab.cc knows and the running part does not.
struct AbAnalysis {
  // Adds the analysis' options (--bound, --aa, --fail-on, --json, --html …).
  std::function<void(CLI::App&)> add_flags;
  // After parsing and before anything is launched: a usage error, or nothing.
  std::function<std::optional<std::string>()> check;
  // After that, with the plan: whatever else can be known to go wrong later, such as an output that
  // cannot be written. `appended` are the files that the run adds to, by option.
  std::function<Result<void>(const ab::Plan&, const std::vector<Output>& appended)> check_plan;
  // The report goes to standard output: what is said on the way may not.
  std::function<bool()> uses_standard_output;
  // Prints the report and returns the exit code. `path` is where the samples are kept, or empty.
  std::function<int(const ab::SessionFile&, const std::string& path)> report;
};

// The help text of the running part: options of `ab --a … --b …`, `ab aa`, `ab selftest`.
extern const std::string_view kAbRunHelp;

// `causeway ab --a CMD --b CMD …` (args without the verb).
int RunAbRun(std::span<const std::string> args, const AbAnalysis& analysis);
// `causeway ab aa CMD …` (args without `aa`); has --aa FILE of its own.
int RunAbAa(std::span<const std::string> args, const AbAnalysis& analysis);
// `causeway ab selftest …` (args without `selftest`).
int RunAbSelftest(std::span<const std::string> args);

}  // namespace causeway::cli
