#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "stats/random_effects.h"
#include "stats/t_tests.h"
#include "stats/verdict.h"

// What may be said of figures that somebody published: means, standard deviations and counts, or
// differences with their standard errors, perhaps of several sessions or passes.

namespace causeway::ab {

// A comparison of one part (or of the whole, if `part` is empty), later arm minus first.
struct PublishedEffect {
  std::string part;  // "round 1", "pass 2"
  std::size_t line = 0;
  double difference = 0;
  // From means, sds and counts (Welch), or from a published t or standard error. Per launch or per
  // whatever the publisher counted. Nothing if only the difference was published.
  std::optional<stats::TTest> test;
  bool normal = false;  // no count was published: the interval is the normal one
};

struct PublishedComparison {
  std::string arm;
  std::string base;
  double base_mean = 0;                // of the whole, else 0
  std::vector<PublishedEffect> whole;  // at most one from means, and published ones
  std::vector<PublishedEffect> parts;
  // Over the parts, from two on.
  std::optional<stats::TTest> between;          // t over their differences, df = parts - 1
  std::optional<stats::MetaAnalysis> combined;  // where each has a standard error
  stats::Verdict verdict;
};

struct Summary {
  std::string name;  // of the file
  std::string unit;
  std::string part_word;  // "session", "pass" or "part"
  double alpha = 0.05;
  std::optional<double> bound;  // in the unit
  std::vector<PublishedComparison> comparisons;

  stats::VerdictKind overall() const;
};

struct SummaryOptions {
  double alpha = 0.05;
  std::optional<double> bound;
};

// CSV with a header line: arm,mean,sd,n and/or difference,se,t,n, and optionally session, pass,
// unit; fields of the other kind stay empty. Errors: kBadInput, "name:line".
Result<Summary> ReadSummary(std::string_view text, std::string_view name,
                            const SummaryOptions& options);

std::string SummaryText(const Summary& summary);
std::string SummaryJson(const Summary& summary);

}  // namespace causeway::ab
