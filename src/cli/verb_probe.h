#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::cli {

extern const std::string_view kProbeHelp;

int RunProbe(std::span<const std::string> args);

}  // namespace causeway::cli
