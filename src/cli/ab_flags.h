#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
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
  std::vector<std::string> better;  // "METRIC=higher"
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
  // Before any work: no output replaces an input or another output, all can be written, and the
  // finding to be closed is there. `appended` are files that the verb adds to, by option.
  Result<void> CheckFiles(std::vector<std::string> inputs,
                          const std::vector<Output>& appended = {}) const;
  // A bound in a unit is refused where metrics have several.
  std::optional<std::string> CheckUnits(const std::vector<std::string>& units) const;
  // A metric that --better names must be one of these.
  std::optional<std::string> CheckBetter(const std::vector<std::string>& metrics) const;
  // A report goes to standard output: nothing else may.
  bool uses_standard_output() const;
  // The usual file need not exist; one that was named must, where it is not being made (ab aa).
  std::optional<std::string> CheckNoiseFile() const;
  Result<void> LoadNoiseFile();

 private:
  CLI::App* app_ = nullptr;
};

// --seed of a run or an analysis: what is negative is a usage error, not a large number.
void AddSeed(CLI::App& app, std::uint64_t& seed);

// A usage error if one of `options` was given: "NAME has no effect WHY".
std::optional<std::string> RefuseOptions(const CLI::App& app,
                                         std::initializer_list<const char*> options,
                                         std::string_view why);

// Prints "causeway ab: …" and returns the exit code.
int ReportAbError(const Error& error);

// Judges, prints the report, writes what was asked for and returns the exit code.
int ReportExperiment(ab::Experiment experiment, const AbFlags& flags);
// The same, with the notes and failed and first launches that a run has told of already.
int ReportLoadedExperiment(ab::Experiment experiment, const AbFlags& flags);

}  // namespace causeway::cli
