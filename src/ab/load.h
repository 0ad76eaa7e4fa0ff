#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ab/experiment.h"
#include "ab/session_file.h"
#include "base/result.h"

namespace causeway::ab {

// Samples are read whole; ten million lines of CSV are below this.
inline constexpr std::uint64_t kMaxSampleFile = std::uint64_t{4} << 30;

// What a file stands for.
enum class FileIs {
  kAuto,     // a session, but an arm if all are results of a benchmark tool and there are several
  kSession,  // arms are named inside
  kArm,      // one build's results
};

// Reads session files, or CSV and results of benchmark tools (formats/samples). Errors name the
// file.
Result<Experiment> LoadExperiment(std::span<const std::string> paths, FileIs file_is);

// Session files one after another. Refused: a session that occurs twice, other arms, metrics or
// builds, and files that are not session files.
Result<SessionFile> LoadSessions(std::span<const std::string> paths);

// Leaves only these metrics. An unknown name is kUsage and says which there are.
Result<void> SelectMetrics(Experiment& experiment, std::span<const std::string> names);

}  // namespace causeway::ab
