#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::cli {

// The help text of `causeway ab`, with that of its running part.
std::string_view AbHelp();

// The part of it that is for the sub-verb that `args` begins with; all of it without one.
std::string AbHelpFor(std::span<const std::string> args);

int RunAb(std::span<const std::string> args);

}  // namespace causeway::cli
