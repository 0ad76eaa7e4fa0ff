// The price list of one boundary as `causeway-probe` prints it and `--save` keeps it: lines of
// JSON, so that a list that was cut off is noticed by its missing last line.
//   {"causeway": "probe", "version": 1, "environment": {name: text}, "notes": [text]}
//   {"row": …, "group": …, "floor": …, "about": …, "calls": …, "cpp_allocations": …,
//    "cpp_bytes": …, "java_bytes": … or null, "ns": [one a sample]}      for each row
//   {"left_out": …, "why": …}
//   {"end": number of rows}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace causeway::probe {

struct Row {
  std::string name;  // unique
  std::string group;
  std::string floor;  // name of the row that it stands on; empty: it is a floor
  std::string about;
  std::int64_t calls = 1;      // of a sample
  std::vector<double> ns;      // per call; at least one, none negative
  double cpp_allocations = 0;  // per call
  double cpp_bytes = 0;
  std::optional<double> java_bytes;  // some JVMs do not tell
};

struct LeftOut {
  std::string name;
  std::string why;
};

struct PriceList {
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<std::string> notes;
  std::vector<Row> rows;
  std::vector<LeftOut> left_out;

  const Row* Find(std::string_view name) const;
};

// Errors are kBadInput with `where` = "where:line".
Result<PriceList> ParsePriceList(std::string_view text, const std::string& where);
std::string ToText(const PriceList& list);

}  // namespace causeway::probe
