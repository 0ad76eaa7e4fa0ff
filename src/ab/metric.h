#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ab/session_file.h"
#include "base/process.h"
#include "base/result.h"

namespace re2 {
class RE2;
}

namespace causeway::ab {

// One value of a launch. `--metric
// [NAME=]wall|cpu|rss|instructions|regex:RE[:unit]|json:PATH[:unit]`
struct Metric {
  enum class Kind { kWall, kCpu, kRss, kInstructions, kRegex, kJson };
  Kind kind = Kind::kWall;
  MetricInfo info;
  std::shared_ptr<const re2::RE2> pattern;  // kRegex
  std::vector<std::string> path;            // kJson: keys and indices from the root

  bool needs_output() const { return kind == Kind::kRegex || kind == Kind::kJson; }
};

// Errors are kUsage. A unit is what follows the last ':' if it is made of 1 to 12 letters, digits
// after the first, '%' or '/'; an empty one (a final ':') says that there is none.
Result<Metric> ParseMetric(std::string_view text);

// All of them; names must differ.
Result<std::vector<Metric>> ParseMetrics(std::span<const std::string> texts);

// The value of a launch that succeeded (regex: from standard output and standard error, json: from
// standard output), or why there is none: a pattern that does not match, or
// matches several times with different numbers; no such JSON path; not a number.
Result<double> Measure(const Metric& metric, const ProcessResult& result);

}  // namespace causeway::ab
