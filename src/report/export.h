#pragma once

#include <string>
#include <string_view>

#include "report/findings_file.h"

// Findings for other programs and for people.

namespace causeway::report {

// What is exported: the findings and, if there was a baseline, how they compare with it.
struct Listing {
  std::vector<Finding> findings;  // sorted
  const Comparison* comparison = nullptr;
};

// A table for a terminal, ending with a line of totals.
std::string ListText(const Listing& listing);
// {"causeway": "findings-list", "version": 1, "findings": […],
//  "comparison": {"new", "known", "gone"} or null}; docs/verbs/findings.md has all of it.
std::string ListJson(const Listing& listing);
// SARIF 2.1.0 (OASIS). Severity high is an error, medium a warning, the rest notes. A closed
// finding is left out; a suppressed one carries its reason. `version` is causeway's.
std::string ListSarif(const Listing& listing, std::string_view version);
// JUnit XML: a test case for each finding. An open one fails, unless its severity is info: then it
// passes and says what it is. A suppressed one is skipped.
std::string ListJunit(const Listing& listing);
std::string ListHtml(const Listing& listing, std::string_view title);

}  // namespace causeway::report
