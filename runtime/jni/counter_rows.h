// Structs whose members are all counters: as JSON, and differences. A row has the `name` of a
// member and the `member`.
#pragma once

#include <string>

namespace causeway::generated {

// One JSON object, in the order of the rows.
template <class Rows, class T>
std::string RowsToJson(const Rows& rows, const T& counters) {
  std::string json;
  for (const auto& row : rows) {
    json += json.empty() ? "{\"" : ", \"";
    json += row.name;
    json += "\": " + std::to_string(counters.*row.member);
  }
  return json + "}";
}

template <class Rows, class T>
T RowsMinus(const Rows& rows, const T& later, const T& earlier) {
  T difference;
  for (const auto& row : rows) {
    difference.*row.member = later.*row.member - earlier.*row.member;
  }
  return difference;
}

}  // namespace causeway::generated
