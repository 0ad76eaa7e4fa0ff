#include "probe/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace causeway::probe {
namespace {

std::string Count(double count) {
  if (count == 0) return "0";
  return count < 0.01 ? "< 0.01" : fmt::format("{:.3g}", count);
}

// A net price that the floor swallows is not a negative price.
std::string Net(const std::optional<double>& net) {
  if (!net) return "";
  return *net <= 0 ? "~0" : Ns(*net);
}

}  // namespace

std::string Ns(double ns) {
  const double size = std::abs(ns);
  return fmt::format("{:.{}f}", ns, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

std::string Bytes(double bytes) {
  if (bytes == 0) return "0";
  return bytes < 0.5 ? "< 1" : fmt::format("{:.0f}", bytes);
}

std::vector<std::string> Groups(const PriceList& list) {
  std::vector<std::string> groups;
  for (const Row& row : list.rows) {
    if (std::ranges::find(groups, row.group) == groups.end()) groups.push_back(row.group);
  }
  return groups;
}

std::vector<std::vector<std::string>> PriceTable(const PriceList& list, const std::string& group) {
  std::vector<std::vector<std::string>> table = {
      {group, "median ns", "middle half", "net ns", "C++ allocs", "C++ bytes", "Java bytes"}};
  for (const Row& row : list.rows) {
    if (row.group != group) continue;
    const Price price = PriceOf(list, row);
    table.push_back({row.name, Ns(price.median), Ns(price.q1) + " .. " + Ns(price.q3),
                     Net(price.net), Count(row.cpp_allocations), Bytes(row.cpp_bytes),
                     row.java_bytes ? Bytes(*row.java_bytes) : "?"});
  }
  return table;
}

std::vector<std::vector<std::string>> ChangeTable(const Comparison& comparison) {
  std::vector<std::vector<std::string>> table = {
      {"row", "A ns", "B ns", "B / A", "95 % interval", "p (Holm)", ""}};
  const auto median = [](const Row& row) { return PriceOf({}, row).median; };
  for (const RowChange& row : comparison.rows) {
    std::string verdict(ToString(row.change));
    const auto allocates = [&](const char* what, double a, double b) {
      // What is amortized differs in its last digits.
      if (std::abs(a - b) > 0.1 * std::max({a, b, 1.0})) {
        verdict += fmt::format("; {} {} -> {}", what, Count(a), Count(b));
      }
    };
    allocates("C++ allocations", row.a->cpp_allocations, row.b->cpp_allocations);
    if (row.a->java_bytes && row.b->java_bytes) {
      allocates("Java bytes", *row.a->java_bytes, *row.b->java_bytes);
    }
    table.push_back(
        {row.a->name, Ns(median(*row.a)), Ns(median(*row.b)), fmt::format("{:.2f}", row.ratio),
         row.interval ? fmt::format("[{:.2f}, {:.2f}]", row.interval->low, row.interval->high) : "",
         row.p_holm < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", row.p_holm), std::move(verdict)});
  }
  return table;
}

std::vector<std::string> Remarks(const Comparison& comparison, std::string_view a,
                                 std::string_view b) {
  std::vector<std::string> remarks = comparison.notes;
  if (!comparison.environment.empty()) {
    std::string text = "The environments differ:";
    for (const FactChange& fact : comparison.environment) {
      text += fmt::format(" {} ({} / {});", fact.fact, fact.a.empty() ? "not known" : fact.a,
                          fact.b.empty() ? "not known" : fact.b);
    }
    text.back() = '.';
    remarks.push_back(std::move(text));
  }
  if (!comparison.only_in_a.empty()) {
    remarks.push_back(fmt::format("Only in {}: {}.", a, fmt::join(comparison.only_in_a, "; ")));
  }
  if (!comparison.only_in_b.empty()) {
    remarks.push_back(fmt::format("Only in {}: {}.", b, fmt::join(comparison.only_in_b, "; ")));
  }
  std::size_t fewest = 1000;
  for (const RowChange& row : comparison.rows) {
    fewest = std::min({fewest, row.a->ns.size(), row.b->ns.size()});
  }
  if (fewest < 10) {
    remarks.push_back(fmt::format(
        "With {} sample{} a row no difference can be shown: measure with --samples 20 or more.",
        fewest, fewest == 1 ? "" : "s"));
  }
  if (comparison.Count(Change::kSlower) + comparison.Count(Change::kFaster) != 0) {
    remarks.emplace_back(
        "Two lists are two processes: before a difference is believed, measure both again.");
  }
  return remarks;
}

}  // namespace causeway::probe
