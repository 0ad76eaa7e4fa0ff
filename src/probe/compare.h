// What may be said of the prices of one list, and of two lists of the same rows.
//
// Samples that follow each other share what the machine did meanwhile, so two lists are compared by
// the medians of at most 20 stretches of each: the ratio is exp of the Hodges-Lehmann shift of
// their logarithms with its rank interval, p is Mann and Whitney's, adjusted by Holm over all rows.
// Two lists are two processes, which differ by some percent in where code and data came to lie: a
// difference below kRelevant is named, but is no verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probe/price_list.h"
#include "stats/interval.h"

namespace causeway::probe {

inline constexpr double kRelevant = 1.05;
inline constexpr double kAlpha = 0.05;

struct Price {
  double median = 0;  // ns per call
  double q1 = 0;
  double q3 = 0;
  std::optional<double> net;  // without the floor's median; none for a floor
};
Price PriceOf(const PriceList& list, const Row& row);

enum class Change { kNone, kSmall, kSlower, kFaster };
std::string_view ToString(Change change);  // "no difference seen", "small", "slower", "faster"

struct RowChange {
  const Row* a = nullptr;  // of the list that was given
  const Row* b = nullptr;
  double ratio = 1;                         // b to a
  std::optional<stats::Interval> interval;  // none: too few samples
  double p = 1;
  double p_holm = 1;
  Change change = Change::kNone;
};

struct FactChange {
  std::string fact;
  std::string a;  // empty: not there
  std::string b;
};

struct Comparison {
  std::vector<RowChange> rows;  // in the order of a
  std::vector<std::string> only_in_a;
  std::vector<std::string> only_in_b;
  std::vector<std::string> notes;       // of both lists: "A: the machine was busy …"
  std::vector<FactChange> environment;  // without what always differs: start, load

  std::size_t Count(Change change) const;
};

// Both lists must outlive the result.
Comparison Compare(const PriceList& a, const PriceList& b);

// "3 of 160 prices rose and 1 fell; the largest change is …"
std::string VerdictSentence(const Comparison& comparison);

}  // namespace causeway::probe
