#pragma once

// Java sources of one definition file.

#include <string>
#include <vector>

#include "gen/emitted_file.h"
#include "gen/model.h"

namespace causeway::gen {

struct JavaOptions {
  std::string java_package;  // "com.example.maps"; empty: the unnamed package
};

// One file per type and API that the definition declares, the definition's codec and constants, and
// ApiError.java, which is the same for all definitions of a package. Sorted by path.
std::vector<EmittedFile> EmitJava(const Program& program, int definition,
                                  const JavaOptions& options);

}  // namespace causeway::gen
