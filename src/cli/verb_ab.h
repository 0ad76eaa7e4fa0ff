#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::cli {

// The help text of `causeway ab`, with that of its running part.
std::string_view AbHelp();

int RunAb(std::span<const std::string> args);

}  // namespace causeway::cli
