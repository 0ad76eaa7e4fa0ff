#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace causeway::cli {

// An option that names a file to write, such as {"--json", "report.json"}. No path: it was not
// given. "-" is standard output.
struct Output {
  std::string_view option;
  std::string path;
};

// To be called before any work, with the files that the command reads. Refuses (kUsage) an output
// that is one of them or another output, whatever the names, and (kIo) one that cannot be written:
// its folder is missing or closed, or it is a folder itself.
Result<void> CheckOutputs(const std::vector<std::string>& inputs,
                          const std::vector<Output>& outputs);

// True if one of them is standard output: then nothing else may be printed there.
bool UsesStandardOutput(const std::vector<Output>& outputs);

// Writes the text to the file, whose folder must exist, or to standard output for "-".
Result<void> WriteOutput(const std::string& path, std::string_view text);

}  // namespace causeway::cli
