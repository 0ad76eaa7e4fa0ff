#pragma once

// `causeway gen`: definition files in, C++ and Java sources out.

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace causeway::gen {

struct Options {
  enum class Mode {
    kWrite,    // write what changed
    kDryRun,   // parse and check only
    kCheck,    // compare with what is on disk, write nothing
    kExplain,  // say how every method crosses, write nothing
  };
  std::vector<std::string> inputs;           // paths of definition files, any order
  std::string cpp_out;                       // folder for <stem>.h and <stem>.cc; empty: no C++
  std::string java_out;                      // root folder of Java packages; empty: no Java
  std::optional<std::string> java_package;   // wins over @ConfigurePigeon
  std::optional<std::string> cpp_namespace;  // "a::b"; wins over @ConfigurePigeon
  Mode mode = Mode::kWrite;
};

// Paths are under cpp_out or java_out, sorted.
struct Report {
  std::vector<std::string> written;    // kWrite
  std::vector<std::string> unchanged;  // kWrite, kCheck
  std::vector<std::string> stale;      // kCheck: missing or different
  std::vector<std::string> leftover;   // generated earlier from one of the inputs, no longer
  std::string explain;                 // kExplain: the page for a person
  std::string explain_json;            // kExplain: the same facts
};

// Mistakes in definition files go to `diagnostics`, and then the result is a kBadInput error and
// nothing was written. Other errors: kUsage (the options cannot be carried out), kIo. All that can
// be seen beforehand is looked at before the first file is written: a folder or a hand-written file
// in the place of an output, a folder without the right to write. What is left is the system's
// failure in the middle of writing (a full disk); then the files before it are written.
Result<Report> Run(const Options& options, Diagnostics& diagnostics);

}  // namespace causeway::gen
