#pragma once

namespace causeway::cli {

// What the command returns, the same for every verb (docs/design.md).
enum ExitCode : int {
  kDone = 0,
  kGateCrossed = 1,  // a gate that was asked for, such as `gen --check`
  kUsage = 2,
  kBadInput = 3,  // or the system refused: a file, memory, a full standard output
  kPartial = 4,
  kBug = 70,
};

}  // namespace causeway::cli
