#pragma once

#include <string>

#include "ab/analysis.h"

namespace causeway::ab {

// The report as one self-contained HTML page with drawings and the data.
std::string ReportPage(const Analysis& analysis);

}  // namespace causeway::ab
