#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::cli {

extern const std::string_view kHelpHelp;

// `causeway help`, `help VERB`, `help RULE`, `help rules`.
int RunHelp(std::span<const std::string> args);

}  // namespace causeway::cli
