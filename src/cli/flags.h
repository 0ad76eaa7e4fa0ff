#pragma once

#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace causeway::cli {

// Prints `causeway VERB: message` and how to get help on stderr; returns ExitCode::kUsage. The
// front door is the verb "".
int UsageError(std::string_view verb, std::string_view message);

// Parses `args` into the variables bound to `app`. False after a usage error, which has been
// printed. The words are ours, not CLI11's, so they are the same with every version of it.
bool ParseFlags(CLI::App& app, std::string_view verb, std::span<const std::string> args);

}  // namespace causeway::cli
