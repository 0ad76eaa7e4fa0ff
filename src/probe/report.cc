#include "probe/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "probe/wording.h"

namespace causeway::probe {
namespace {

using Json = nlohmann::ordered_json;
using Table = std::vector<std::vector<std::string>>;

// The first column and the last `left_last` ones to the left, the others to the right.
std::string Aligned(const Table& table, std::size_t left_last) {
  std::vector<std::size_t> widths;
  for (const auto& row : table) {
    widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : table) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool left = i == 0 || i + left_last >= row.size();
      line += i == 0 ? "" : "  ";
      line += left ? fmt::format("{:<{}}", row[i], widths[i])
                   : fmt::format("{:>{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

Json EnvironmentJson(const PriceList& list) {
  Json json = Json::object();
  for (const auto& [key, value] : list.environment) json[key] = value;
  return json;
}

std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string ListText(const PriceList& list) {
  std::string text;
  for (const auto& [key, value] : list.environment) text += fmt::format("{:<12} {}\n", key, value);
  for (const std::string& note : list.notes) text += fmt::format("note: {}\n", note);
  for (const std::string& group : Groups(list)) {
    text += "\n" + Aligned(PriceTable(list, group), 0);
  }
  if (!list.left_out.empty()) text += "\nleft out\n";
  for (const LeftOut& row : list.left_out) text += fmt::format("  {}: {}\n", row.name, row.why);
  text +=
      "\nPer operation. Net: less the median of the row's floor. C++: operator new; Java: this "
      "thread's heap.\n";
  return text;
}

std::string ListJson(const PriceList& list) {
  Json rows = Json::array();
  for (const Row& row : list.rows) {
    const Price price = PriceOf(list, row);
    rows.push_back({{"name", row.name},
                    {"group", row.group},
                    {"about", row.about},
                    {"median_ns", price.median},
                    {"q1_ns", price.q1},
                    {"q3_ns", price.q3},
                    {"floor", row.floor.empty() ? Json() : Json(row.floor)},
                    {"net_ns", price.net ? Json(*price.net) : Json()},
                    {"samples", row.ns.size()},
                    {"calls", row.calls},
                    {"cpp_allocations", row.cpp_allocations},
                    {"cpp_bytes", row.cpp_bytes},
                    {"java_bytes", row.java_bytes ? Json(*row.java_bytes) : Json()}});
  }
  Json left_out = Json::array();
  for (const LeftOut& row : list.left_out) {
    left_out.push_back({{"name", row.name}, {"why", row.why}});
  }
  return Dump({{"causeway", "probe-prices"},
               {"version", 1},
               {"environment", EnvironmentJson(list)},
               {"notes", list.notes},
               {"rows", std::move(rows)},
               {"left_out", std::move(left_out)}});
}

std::string ComparisonText(const Comparison& comparison, const Names& names) {
  std::string text = fmt::format("A: {}\nB: {}\n\n", names.a, names.b);
  text += VerdictSentence(comparison) + "\n";
  for (const std::string& remark : Remarks(comparison, names.a, names.b)) text += remark + "\n";
  if (!comparison.rows.empty()) text += "\n" + Aligned(ChangeTable(comparison), 1);
  return text;
}

std::string ComparisonJson(const Comparison& comparison, const Names& names) {
  Json environment = Json::array();
  for (const FactChange& fact : comparison.environment) {
    environment.push_back({{"fact", fact.fact}, {"a", fact.a}, {"b", fact.b}});
  }
  Json rows = Json::array();
  for (const RowChange& row : comparison.rows) {
    rows.push_back(
        {{"name", row.a->name},
         {"a_ns", PriceOf({}, *row.a).median},
         {"b_ns", PriceOf({}, *row.b).median},
         {"ratio", row.ratio},
         {"interval", row.interval ? Json{row.interval->low, row.interval->high} : Json()},
         {"p", row.p},
         {"p_holm", row.p_holm},
         {"change", ToString(row.change)}});
  }
  return Dump({{"causeway", "probe-comparison"},
               {"version", 1},
               {"a", names.a},
               {"b", names.b},
               {"verdict", VerdictSentence(comparison)},
               {"remarks", Remarks(comparison, names.a, names.b)},
               {"environment", std::move(environment)},
               {"rows", std::move(rows)},
               {"only_in_a", comparison.only_in_a},
               {"only_in_b", comparison.only_in_b}});
}

}  // namespace causeway::probe
