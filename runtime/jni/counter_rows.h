// Structs whose members are all counters: their names, as JSON, and differences.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace causeway::generated {

template <class T>
struct CounterRow {
  const char* name;
  std::uint64_t T::* member;
};

// One JSON object, in the order of the rows.
template <class T>
std::string RowsToJson(std::span<const CounterRow<T>> rows, const T& counters) {
  std::string json;
  for (const CounterRow<T>& row : rows) {
    json += json.empty() ? "{\"" : ", \"";
    json += row.name;
    json += "\": " + std::to_string(counters.*row.member);
  }
  return json + "}";
}

template <class T>
T RowsMinus(std::span<const CounterRow<T>> rows, const T& later, const T& earlier) {
  T difference;
  for (const CounterRow<T>& row : rows) {
    difference.*row.member = later.*row.member - earlier.*row.member;
  }
  return difference;
}

}  // namespace causeway::generated
