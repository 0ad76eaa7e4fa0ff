#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

// The catalogue of rules: one row each here, one page each in docs/rules/<id>.md, which is part of
// the program. A test holds the two to each other.

namespace causeway::report {

// Where the severity of a rule's findings comes from.
enum class Basis {
  kCost,      // cost times count (finding.h)
  kUnusable,  // always high: the result cannot be used, or the program does not run, uses memory
              // that is gone, or loses memory for good
};

struct Rule {
  std::string_view id;
  std::string_view title;
  std::string_view summary;  // one line
  Basis basis = Basis::kCost;
  std::string_view verb;  // which finds it
};

// Sorted by id.
std::span<const Rule> Rules();
const Rule* FindRule(std::string_view id);

// The Markdown page of the rule, without anything of this machine; empty for an unknown rule.
std::string_view RulePage(std::string_view id);

// For messages about an unknown rule.
std::optional<std::string_view> ClosestRule(std::string_view id);

}  // namespace causeway::report
