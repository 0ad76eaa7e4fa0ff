#pragma once

// `causeway gen --explain`: how each argument of each method crosses, why, what it is predicted
// to cost, and what would make it cheaper.

#include <string>

#include "gen/model.h"

namespace causeway::gen {

// A page for a person: one block a method, definitions in order of path.
std::string ExplainText(const Program& program);

// The same facts as JSON: {"definitions": [{"path", "apis": [{"name", "direction", "methods":
// […]}]}]}. Times are nanoseconds.
std::string ExplainJson(const Program& program);

}  // namespace causeway::gen
