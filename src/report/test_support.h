#pragma once

#include <string>

#include "report/finding.h"

namespace causeway::report {

// An open finding of 50 ns a call, of which only the parameter varies.
inline Finding SampleFinding(const std::string& value, double ns = 50) {
  Finding finding;
  finding.rule = "gen.boxed-list";
  finding.place.file = "api/messages.dart";
  finding.place.class_name = "Api";
  finding.place.method = "draw";
  finding.place.value = value;
  finding.place.line = 12;
  finding.place.column = 3;
  finding.message = "List<int> boxes every element.";
  finding.cost = Cost{ns, CostSource::kModelled, "element"};
  finding.remedy = {"Use Int64List.", "causeway gen api/messages.dart --explain"};
  return finding;
}

}  // namespace causeway::report
