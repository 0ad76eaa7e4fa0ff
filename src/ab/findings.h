#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ab/analysis.h"
#include "base/result.h"
#include "report/finding.h"

// What is wrong with how samples were measured, as findings: rules ab.*. The effect itself is a
// verdict and never a finding.

namespace causeway::ab {

// `file` is where the samples are: the place of each finding. A drift or an effect of the position
// is reported if chance gives one as large in less than 1 of 100 runs.
std::vector<report::Finding> Findings(const Analysis& analysis, std::string_view file);

struct SampleInspection {
  std::vector<report::Finding> findings;
  std::string looked_at;  // "how its 192 launches of 2 arms were measured"
};

// Of one file of samples: a session file, CSV or results of a benchmark tool. Builds that are mixed
// are a finding here; `causeway ab` refuses to judge them.
Result<SampleInspection> InspectSamples(const std::string& path);

}  // namespace causeway::ab
