#pragma once

// What would make the methods of a definition cheaper: the lines below each method of
// `gen --explain`, and the same as findings.

#include <cstddef>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "gen/model.h"
#include "report/finding.h"

namespace causeway::gen {

struct Advice {
  std::string rule;   // report/rules.h
  std::string value;  // the parameter, or "result"
  std::string text;
  double cost_ns = 0;  // modelled, of one `per`
  std::string per;     // "element" or "call"
};

std::vector<Advice> AdviseMethod(const Program& program, const Method& method);

// Scalars of a class that is made of nothing else, or -1. `depth` is that of the class itself, 0.
int CountScalarLeaves(const Program& program, const ClassDecl& decl, int depth);

struct Inspection {
  std::vector<report::Finding> findings;
  std::size_t methods = 0;  // that were looked at
};

// All advice on the definition file. Mistakes in it go to `diagnostics`, and the result is an
// error.
Result<Inspection> Inspect(const std::string& path, Diagnostics& diagnostics);

}  // namespace causeway::gen
