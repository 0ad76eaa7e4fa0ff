#pragma once

#include <string>

#include "gen/model.h"

namespace causeway::gen {

// A Program as text: everything in it that can influence an output, nothing about places in the
// source. Two programs with one dump generate the same files. For tests.
std::string Dump(const Program& program);

// One value, unambiguous: different values have different texts.
std::string DumpLiteral(const Program& program, const Literal& literal);

}  // namespace causeway::gen
