#pragma once

#include <string>

#include "ab/session_file.h"

namespace causeway::ab {

// How a run went, for a person: the first launches, failed ones, our own part of a launch, the
// environment's notes, what the arms are and how they differ.
std::string DescribeRun(const SessionRun& run);

}  // namespace causeway::ab
