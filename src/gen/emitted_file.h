#pragma once

#include <string>

namespace causeway::gen {

// One file of generated code.
struct EmittedFile {
  std::string path;  // relative to the output directory, with '/'
  std::string content;
};

}  // namespace causeway::gen
