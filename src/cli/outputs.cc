#include "cli/outputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "base/files.h"
#include "base/text.h"

namespace causeway::cli {
namespace {

constexpr std::string_view kStandardOutput = "-";

// `>> FILE` makes standard output a file that may be an input or an output too.
std::string PathOf(const std::string& path) {
  return path == kStandardOutput ? "/dev/stdout" : path;
}

bool IsSame(const std::string& a, const std::string& b) {
  return (a == kStandardOutput && b == kStandardOutput) || IsSameFile(PathOf(a), PathOf(b));
}

}  // namespace

Result<void> CheckOutputs(const std::vector<std::string>& inputs,
                          const std::vector<Output>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Output& output = outputs[i];
    if (output.path.empty()) continue;
    const auto input = std::ranges::find_if(
        inputs, [&](const std::string& path) { return IsSameFile(path, PathOf(output.path)); });
    if (input != inputs.end()) {
      return Fail(Error::Code::kUsage,
                  fmt::format("{} {} would replace the input {}", output.option, Quote(output.path),
                              Quote(*input)));
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (outputs[k].path.empty() || !IsSame(outputs[k].path, output.path)) continue;
      return Fail(Error::Code::kUsage, fmt::format("{} and {} are both {}", outputs[k].option,
                                                   output.option, Quote(output.path)));
    }
  }
  for (const Output& output : outputs) {
    if (output.path.empty() || output.path == kStandardOutput) continue;
    if (Result<void> can = CheckCanWrite(output.path, Folders::kMustExist); !can) return can;
  }
  return {};
}

bool UsesStandardOutput(const std::vector<Output>& outputs) {
  return std::ranges::any_of(outputs,
                             [](const Output& output) { return output.path == kStandardOutput; });
}

Result<void> WriteOutput(const std::string& path, std::string_view text) {
  if (path == kStandardOutput) {
    fmt::print("{}", text);
    return {};
  }
  if (Result<void> can = CheckCanWrite(path, Folders::kMustExist); !can) return can;
  const auto written = WriteFile(path, text);
  if (!written) return std::unexpected(written.error());
  return {};
}

}  // namespace causeway::cli
