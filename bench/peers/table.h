// What was measured, as tables and as JSON.
#pragma once

#include <iosfwd>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bench/peers/operations.h"
#include "bench/transport/sample.h"

namespace causeway::bench {

struct Cell {
  double median = 0;  // ns
  Interval ratio;     // to the base of its table
  // The requirement and the aim; 0: none.
  std::pair<double, double> must{0, 0};
};

struct Line {
  std::string name;
  std::map<std::string, Cell> cells;  // by column
};

// Cells of all variants; ratios are to the one called `base`.
Line ToLine(const std::string& name, const std::vector<Measured>& measured,
            const std::string& base);
Interval RatioTo(const Measured& base, const Measured& other);

// The columns `in_ns` show times, the others ratios.
void PrintTable(std::ostream& out, const std::string& title,
                const std::vector<std::string>& columns, const std::vector<std::string>& in_ns,
                const std::vector<Line>& lines);

void AddJson(const std::vector<Line>& lines, nlohmann::ordered_json& json);

// JNI operations of a lookup, beside time and model as ratio to plain's.
struct Counted {
  std::string name;
  Operations plain;
  Operations recent;
  Operations here;  // by object, as it does on this machine
  Operations art;   // by object, with the break-even share of ART's prices
  double recent_time = 0;
  double object_time = 0;

  double RecentModel() const { return recent.ArtNs() / plain.ArtNs(); }
  double ObjectModel() const { return art.ArtNs() / plain.ArtNs(); }
};

void AddJson(const std::vector<Counted>& rows, nlohmann::ordered_json& json);
void PrintCounted(std::ostream& out, const std::vector<Counted>& rows);

// Median, 90th percentile and worst of many sequences, column by column, and a line for each
// sequence that loses against plain.
void PrintChains(std::ostream& out, const std::vector<Line>& lines,
                 const std::vector<Counted>& counted);

}  // namespace causeway::bench
