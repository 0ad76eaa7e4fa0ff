#pragma once

#include <cstdint>

#include "base/diagnostics.h"
#include "gen/ast.h"

namespace causeway::gen {

// Parses the text of `source`. Syntax errors go to `diagnostics`; what could be understood is in
// the tree, so that the checker can report more in the same run.
ast::FileNode Parse(std::int32_t source, Diagnostics& diagnostics);

}  // namespace causeway::gen
