#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "gen/model.h"

namespace causeway::gen {

struct SourceFile {
  std::string path;  // as given; messages show it
  std::string text;
};

// Reads a file that a definition names: another definition (`import 'other.dart';`, the path being
// the importing file's folder and the import joined) or the copyright header.
using FileLoader = std::function<Result<std::string>(std::string_view path)>;

// Parses and checks `inputs` and everything they import. All mistakes, and all that is understood
// but has no effect, go to `diagnostics`; the Program means something only if there is no error.
// The result does not depend on the order of `inputs`.
Program Load(const std::vector<SourceFile>& inputs, const FileLoader& loader,
             Diagnostics& diagnostics);

}  // namespace causeway::gen
