#pragma once

// The files of a run against what is on disk.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "gen/gen.h"
#include "gen/model.h"

namespace causeway::gen {

struct Target {
  std::string content;
  const Definition* from = nullptr;
};
using Targets = std::map<std::string, Target>;  // by path on disk

// What the first lines of a file say about who wrote it. `definition` is the name of the definition
// file as generated code spells it, or empty for a file that all definitions of a package share.
struct Mark {
  std::string definition;
};
// Nothing for a file that this program did not write.
std::optional<Mark> ReadMark(std::string_view text);

// Refuses to replace what this program has not written (an error), and warns of what it wrote for a
// definition that is not in this run.
Result<void> CheckOwners(const Program& program, const Targets& targets, Diagnostics& diagnostics);

// Warns of files that are one file where letter case does not count.
void WarnOfEqualButCase(const Program& program, const Targets& targets, Diagnostics& diagnostics);

// Writes what changed. Nothing if something is in the way of one of the files.
Result<Report> WriteTargets(const Targets& targets);

// Fills in `unchanged` and `stale`.
Report CompareTargets(const Targets& targets);

// Beside the targets: files that say that they were generated from one of the definitions, or from
// one that is neither in this run nor beside its definitions, sorted.
std::vector<std::string> FindLeftovers(const Program& program, const Targets& targets);

}  // namespace causeway::gen
