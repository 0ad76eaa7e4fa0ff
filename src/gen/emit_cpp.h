#pragma once

#include <string>
#include <vector>

#include "gen/emitted_file.h"
#include "gen/model.h"

namespace causeway::gen {

struct CppOptions {
  std::string cpp_namespace;  // "a::b"; empty: the global namespace
  std::string java_package;   // where the Java half lives
};

// <stem>.h and <stem>.cc of one definition. The program must be free of errors and must not hold
// event channels or proxy APIs in this definition.
std::vector<EmittedFile> EmitCpp(const Program& program, std::int32_t definition,
                                 const CppOptions& options);

}  // namespace causeway::gen
