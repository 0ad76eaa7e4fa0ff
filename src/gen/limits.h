#pragma once

#include "base/diagnostics.h"
#include "gen/model.h"

namespace causeway::gen {

// Reports what is a good definition of itself but could never be compiled or never cross: beyond a
// limit of Java class files, or of the nesting of a message.
void CheckLimits(const Program& program, Diagnostics& diagnostics);

}  // namespace causeway::gen
