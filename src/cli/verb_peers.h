#pragma once

#include <span>
#include <string>
#include <string_view>

namespace causeway::cli {

extern const std::string_view kPeersHelp;

int RunPeers(std::span<const std::string> args);

}  // namespace causeway::cli
