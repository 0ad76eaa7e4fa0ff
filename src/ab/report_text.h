#pragma once

#include <string>

#include "ab/analysis.h"

namespace causeway::ab {

// For a person: the verdict of each comparison in a sentence, then what it rests on.
std::string ReportText(const Analysis& analysis);

// Notes, failed launches and first launches, which `ab --a … --b …` has already told of its own
// run (DescribeRun). Empty if there is nothing to say.
std::string LaunchText(const Analysis& analysis);

}  // namespace causeway::ab
