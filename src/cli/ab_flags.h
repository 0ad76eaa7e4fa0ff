#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ab/analysis.h"
#include "base/result.h"
#include "cli/outputs.h"

namespace CLI {
class App;
}

namespace causeway::cli {

// What `ab --a … --b …`, `ab aa` and `ab analyze` have in common: how samples are judged, and where
// the report goes.
struct AbFlags {
  std::string bound;
  std::string noise_file;  // default: that of this user
  std::string boundary = "obrien-fleming";
  std::vector<std::string> fail_on;
  std::string json;
  std::string html;
  int resamples = 0;  // 0: the defaults of the analysis
  std::string finding;
  std::string findings_file;

  // `noise` is filled by LoadNoiseFile, `seed` by the verb.
  ab::AnalysisOptions options;

  void AddTo(CLI::App& app);
  // A usage error, or nothing.
  std::optional<std::string> Check();
  Result<void> LoadNoiseFile();
};

// Prints "causeway ab: …" and returns the exit code.
int ReportAbError(const Error& error);

// Judges, prints the report, writes what was asked for and returns the exit code.
int ReportExperiment(ab::Experiment experiment, const AbFlags& flags);
// The same, with the notes and failed and first launches that a run has told of already.
int ReportLoadedExperiment(ab::Experiment experiment, const AbFlags& flags);

}  // namespace causeway::cli
