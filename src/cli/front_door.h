#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::cli {

extern const std::string_view kFrontDoorHelp;

// `causeway PATH… [options]`: recognises each input by its content, runs the inspections that
// exist for it and prints the findings that matter most.
int RunFrontDoor(std::span<const std::string> args);

}  // namespace causeway::cli
