#include "bench/peers/table.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

namespace causeway::bench {
namespace {

void PrintHead(std::ostream& out, const std::string& title,
               const std::vector<std::string>& columns) {
  fmt::print(out, "| {} |", title);
  for (const std::string& column : columns) fmt::print(out, " {} |", column);
  fmt::print(out, "\n| --- |");
  for (std::size_t i = 0; i < columns.size(); ++i) fmt::print(out, " ---: |");
  fmt::print(out, "\n");
}

// What a summary of many sequences is about.
struct Quantity {
  std::string name;
  std::function<double(std::size_t)> of;
};

void PrintSummary(std::ostream& out, const Quantity& quantity, const std::vector<Line>& lines) {
  std::vector<std::size_t> order(lines.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return quantity.of(a) < quantity.of(b); });
  const auto rank = [&](double share) {
    const double n = std::ceil(share * static_cast<double>(order.size()));
    return quantity.of(order[static_cast<std::size_t>(std::max(n, 1.0)) - 1]);
  };
  const auto above =
      std::count_if(order.begin(), order.end(), [&](std::size_t i) { return quantity.of(i) > 1; });
  fmt::print(out, "| {} | {:.2f} | {:.2f} | {:.2f} | {} | {} |\n", quantity.name, rank(0.5),
             rank(0.9), quantity.of(order.back()), lines[order.back()].name, above);
}

}  // namespace

Interval RatioTo(const Measured& base, const Measured& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < other.ns.size(); ++i) ratios.push_back(other.ns[i] / base.ns[i]);
  return MedianInterval(ratios);
}

Line ToLine(const std::string& name, const std::vector<Measured>& measured,
            const std::string& base) {
  const auto of_base = std::find_if(measured.begin(), measured.end(),
                                    [&](const Measured& m) { return m.name == base; });
  Line line{name, {}};
  for (const Measured& m : measured) {
    line.cells[m.name] = {Median(m.ns), RatioTo(*of_base, m), {0, 0}};
  }
  return line;
}

void PrintTable(std::ostream& out, const std::string& title,
                const std::vector<std::string>& columns, const std::vector<std::string>& in_ns,
                const std::vector<Line>& lines) {
  PrintHead(out, title, columns);
  for (const Line& line : lines) {
    fmt::print(out, "| {} |", line.name);
    for (const std::string& column : columns) {
      const auto at = line.cells.find(column);
      if (at == line.cells.end()) {
        fmt::print(out, " |");
        continue;
      }
      const Cell& cell = at->second;
      if (std::find(in_ns.begin(), in_ns.end(), column) != in_ns.end()) {
        fmt::print(out, " {:.1f} ns |", cell.median);
        continue;
      }
      const char* mark = cell.must.first == 0                   ? ""
                         : cell.ratio.middle <= cell.must.first ? " ✓"
                                                                : " MISSED";
      fmt::print(out, " {:.2f}{} |", cell.ratio.middle, mark);
    }
    fmt::print(out, "\n");
  }
}

void AddJson(const std::vector<Line>& lines, nlohmann::ordered_json& json) {
  for (const Line& line : lines) {
    for (const auto& [name, cell] : line.cells) {
      json.push_back({{"pattern", line.name},
                      {"strategy", name},
                      {"median_ns", cell.median},
                      {"ratio", {cell.ratio.low, cell.ratio.middle, cell.ratio.high}},
                      {"must", cell.must.first}});
    }
  }
}

void AddJson(const std::vector<Counted>& rows, nlohmann::ordered_json& json) {
  const auto add = [&](const Counted& row, const char* strategy, const Operations& operations,
                       const nlohmann::ordered_json& model) {
    json.push_back({{"pattern", row.name},
                    {"counted", strategy},
                    {"same", operations.same},
                    {"hash", operations.hash},
                    {"table", operations.table},
                    {"model", model}});
  };
  for (const Counted& row : rows) {
    add(row, "plain", row.plain, 1);
    add(row, "recent-1", row.recent, row.RecentModel());
    add(row, "object", row.here, nullptr);
    add(row, "object, ART's break-even", row.art, row.ObjectModel());
  }
}

void PrintCounted(std::ostream& out, const std::vector<Counted>& rows) {
  PrintHead(out, "JNI operations a lookup, time and model",
            {"plain, model", "recent-1: same", "hash", "time", "model", "object: same", "hash",
             "time", "same, ART's break-even", "hash", "model"});
  for (const Counted& row : rows) {
    fmt::print(out,
               "| {} | {:.0f} ns | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | "
               "{:.2f} | {:.2f} | {:.2f} |\n",
               row.name, row.plain.ArtNs(), row.recent.same, row.recent.hash, row.recent_time,
               row.RecentModel(), row.here.same, row.here.hash, row.object_time, row.art.same,
               row.art.hash, row.ObjectModel());
  }
}

void PrintChains(std::ostream& out, const std::vector<Line>& lines,
                 const std::vector<Counted>& counted) {
  PrintHead(out, fmt::format("{} random chains, as ratio to plain", lines.size()),
            {"median", "90th percentile", "worst", "which", "above 1.0"});
  const Quantity quantities[] = {
      {"recent-1, time", [&](std::size_t i) { return counted[i].recent_time; }},
      {"recent-1, model", [&](std::size_t i) { return counted[i].RecentModel(); }},
      {"object, time", [&](std::size_t i) { return counted[i].object_time; }},
      {"object, model", [&](std::size_t i) { return counted[i].ObjectModel(); }}};
  for (const Quantity& quantity : quantities) PrintSummary(out, quantity, lines);
  std::vector<std::size_t> losing;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (counted[i].object_time > 1 || counted[i].ObjectModel() > 1) losing.push_back(i);
  }
  if (losing.empty()) {
    fmt::print(out, "\nNo chain on which `object` loses, by time or model.\n");
    return;
  }
  fmt::print(out, "\n");
  PrintHead(out, "chains on which `object` loses, by time or model",
            {"recent-1, time", "object, time", "95 %", "same", "hash", "model",
             "same, ART's break-even", "hash"});
  for (const std::size_t i : losing) {
    const Counted& row = counted[i];
    const Interval& ratio = lines[i].cells.at("object").ratio;
    fmt::print(out,
               "| {} | {:.2f} | {:.2f} | {:.2f} to {:.2f} | {:.2f} | {:.2f} | {:.3f} | {:.2f} | "
               "{:.2f} |\n",
               row.name, row.recent_time, row.object_time, ratio.low, ratio.high, row.here.same,
               row.here.hash, row.ObjectModel(), row.art.same, row.art.hash);
  }
}

}  // namespace causeway::bench
