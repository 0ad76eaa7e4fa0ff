#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ab/analysis.h"
#include "stats/describe.h"
#include "stats/interval.h"

// The words and figures that the text report, the page and the summary share, so that they cannot
// say different things.

namespace causeway::ab {

// So many decimals that `scale`, such as the half width of an interval, has two or three digits
// (0.25 to 2.5 of the last but one).
int DecimalsFor(double scale);
// Never "-0.0"; "inf" as "infinite".
std::string Number(double value, int decimals);
// "12.3 ms"
std::string Amount(double value, int decimals, std::string_view unit);
// "[-16.5, -8.1]"
std::string Range(const stats::Interval& interval, int decimals);
std::string Range(const std::optional<stats::Interval>& interval, int decimals);
// "0.0025", "< 1e-15"
std::string PValue(double p);
// "p = 0.0025", "p < 1e-15"
std::string PEquals(double p);
// "95 %"
std::string Percent(double part);
// "1 block pair", "3 block pairs"
std::string Count(std::size_t n, std::string_view what);
// "1 launch", "3 launches"
std::string Launches(std::size_t n);

// Decimals of all figures of this comparison.
int Decimals(const Comparison& c);

bool IsTime(std::string_view unit);
// True if a rise of the metric is bad news.
bool IsRegression(const Analysis& analysis, const Comparison& c);

// "b is 12.3 ms (4.1 %) faster than a [8.1, 16.5], 16 block pairs: a difference"
std::string VerdictSentence(const Analysis& analysis, const Comparison& c);

// One figure with its interval.
struct FigureRow {
  std::string method;
  std::string effect;
  std::string interval;
  std::string p;
  std::string note;
};
struct FigureGroup {
  std::string title;
  std::vector<FigureRow> rows;
};
std::vector<FigureGroup> Figures(const Comparison& c);

// What else is to be known, as label and sentence: reasons, drift, order, outliers, floor, …
struct Fact {
  std::string label;
  std::string text;
};
std::vector<Fact> Facts(const Analysis& analysis, const Comparison& c);
// The same of the analysis as a whole: where it comes from, how it was paired, seed, level.
std::vector<Fact> Facts(const Analysis& analysis);

// Arms as columns: the first row is the head.
std::vector<std::vector<std::string>> ArmTable(const Analysis& analysis, std::size_t metric);

// Notes, failed launches, first launches.
std::vector<Fact> LaunchFacts(const Analysis& analysis);

std::vector<double> ValuesOfArm(const Experiment& experiment, std::size_t metric, std::size_t arm);

}  // namespace causeway::ab
