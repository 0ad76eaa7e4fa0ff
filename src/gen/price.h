#pragma once

// What a call is predicted to cost. A model, not a measurement: a fixed part, and a part that
// grows with each collection that the call carries.

#include <string>
#include <vector>

#include "gen/plan.h"

namespace causeway::gen {

// Nanoseconds.
struct Price {
  struct PerElement {
    std::string path;  // "markers", "markers[].points", "data{}" (map entries)
    double ns = 0;
  };
  double fixed_ns = 0;
  std::vector<PerElement> per_element;
};

// The price of encoding a value on one side and constructing it on the other.
Price PriceEncoded(const Program& program, const Type& type, const std::string& path);

// The price of the whole call on the caller's thread: the crossing, arguments and result.
Price PriceCall(const Program& program, ApiKind kind, const MethodPlan& plan);

}  // namespace causeway::gen
