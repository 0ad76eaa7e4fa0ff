#pragma once

#include <string>

#include "ab/analysis.h"

namespace causeway::ab {

// Every figure of the analysis under a stable name, for programs; docs/verbs/ab.md lists the keys.
// A figure that there is none of, or that is infinite, is null.
std::string ReportJson(const Analysis& analysis);

}  // namespace causeway::ab
