// The pages: a drawing for each group, its table below. Prices lie between a third of a nanosecond
// and tens of microseconds, so they are drawn over a logarithmic scale; ratios too, around 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "probe/report.h"
#include "probe/wording.h"
#include "report/html.h"
#include "report/svg.h"

namespace causeway::probe {
namespace {

using report::Anchor;
using report::EscapeHtml;
using report::LinearScale;
using report::Svg;

constexpr double kWidth = 960;
constexpr double kLeft = 400;
constexpr double kRight = 930;
constexpr double kLine = 18;
constexpr double kLeastNs = 0.01;

struct Bar {
  std::string name;
  double low;
  double middle;
  double high;
  std::string colour;
  std::string tooltip;
};

std::string ShortName(const std::string& name) {
  constexpr std::size_t kMost = 58;
  return name.size() <= kMost ? name : name.substr(0, kMost - 3) + "...";
}

std::string Figure(const std::vector<Bar>& bars, const std::string& label, const std::string& unit,
                   const std::string& caption) {
  double low = bars.front().low;
  double high = bars.front().high;
  for (const Bar& bar : bars) {
    low = std::min(low, bar.low);
    high = std::max(high, bar.high);
  }
  const double from = std::floor(std::log10(std::max(kLeastNs, low)) * 2) / 2;
  const double to = std::ceil(std::log10(std::max(kLeastNs, high)) * 2) / 2;
  const LinearScale log(from, std::max(to, from + 0.5), kLeft, kRight);
  const auto x = [&log](double value) { return log(std::log10(std::max(kLeastNs, value))); };
  const double bottom = 10 + kLine * static_cast<double>(bars.size());
  Svg svg(kWidth, bottom + 34, label);
  for (double power = std::floor(from); power <= to + 1e-9; power += 1) {
    for (const double step : {1.0, 2.0, 5.0}) {
      const double value = step * std::pow(10, power);
      if (std::log10(value) < from - 1e-9 || std::log10(value) > to + 1e-9) continue;
      svg.Line({x(value), 6}, {x(value), bottom}, "var(--line)");
      svg.Text({x(value), bottom + 16}, fmt::format("{:g}", value), Anchor::kMiddle,
               "var(--muted)");
    }
  }
  svg.Text({kRight, bottom + 31}, unit, Anchor::kEnd, "var(--muted)");
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const double y = 6 + kLine * (static_cast<double>(i) + 0.5);
    svg.Text({kLeft - 10, y + 4}, ShortName(bar.name), Anchor::kEnd);
    svg.Line({x(bar.low), y}, {x(bar.high), y}, bar.colour, 3);
    svg.Circle({x(bar.middle), y}, 4, bar.colour, 1, bar.tooltip);
  }
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", svg.Finish(),
                     EscapeHtml(caption));
}

std::string HtmlTable(std::vector<std::vector<std::string>> rows, std::size_t text_last) {
  report::HtmlTable table;
  table.head = rows.front();
  rows.erase(rows.begin());
  table.rows = std::move(rows);
  table.numeric.assign(table.head.size(), true);
  table.numeric.front() = false;
  for (std::size_t i = 0; i < text_last; ++i) table.numeric[table.head.size() - 1 - i] = false;
  return report::RenderHtmlTable(table);
}

std::string Paragraphs(const std::vector<std::string>& sentences) {
  std::string html;
  for (const std::string& sentence : sentences) {
    html += fmt::format("<p class=\"muted\">{}</p>\n", EscapeHtml(sentence));
  }
  return html;
}

}  // namespace

std::string ListHtml(const PriceList& list) {
  std::string body = "<h1>causeway probe: the prices of this boundary</h1>\n";
  body += Paragraphs(list.notes);
  report::HtmlTable facts;
  facts.head = {"environment", ""};
  for (const auto& [key, value] : list.environment) facts.rows.push_back({key, value});
  body += report::RenderHtmlTable(facts);
  for (const std::string& group : Groups(list)) {
    std::vector<Bar> bars;
    for (const Row& row : list.rows) {
      if (row.group != group) continue;
      const Price price = PriceOf(list, row);
      bars.push_back({row.name, price.q1, price.median, price.q3, "var(--a)",
                      fmt::format("{}: {} ns. {}", row.name, Ns(price.median), row.about)});
    }
    body += fmt::format("<h2>{}</h2>\n", EscapeHtml(group));
    body += Figure(bars, "Prices of the group " + group, "ns per operation",
                   "Median and middle half of the samples, over a logarithmic scale.");
    body += HtmlTable(PriceTable(list, group), 0);
  }
  if (!list.left_out.empty()) {
    report::HtmlTable table;
    table.head = {"left out", "why"};
    for (const LeftOut& row : list.left_out) table.rows.push_back({row.name, row.why});
    body += "<h2>Left out</h2>\n" + report::RenderHtmlTable(table);
  }
  return report::RenderHtml({"causeway probe", std::move(body), ListJson(list), {}});
}

std::string ComparisonHtml(const Comparison& comparison, const Names& names) {
  std::string body = fmt::format(
      "<h1>causeway probe: {} (A) and {} (B)</h1>\n<p class=\"verdict\">{}</p>\n",
      EscapeHtml(names.a), EscapeHtml(names.b), EscapeHtml(VerdictSentence(comparison)));
  body += Paragraphs(Remarks(comparison, names.a, names.b));
  std::vector<Bar> bars;
  for (const RowChange& row : comparison.rows) {
    const stats::Interval interval = row.interval.value_or(stats::Interval{row.ratio, row.ratio});
    const char* colour = row.change == Change::kSlower   ? "var(--bad)"
                         : row.change == Change::kFaster ? "var(--good)"
                                                         : "var(--muted)";
    bars.push_back({row.a->name, interval.low, row.ratio, interval.high, colour,
                    fmt::format("{}: {:.2f}, {}", row.a->name, row.ratio, ToString(row.change))});
  }
  if (!bars.empty()) {
    body += Figure(bars, "Ratios of the prices of B to those of A", "B / A",
                   "Ratio and its 95 % interval, over a logarithmic scale. Grey: no verdict.");
    body += HtmlTable(ChangeTable(comparison), 1);
  }
  return report::RenderHtml(
      {"causeway probe: comparison", std::move(body), ComparisonJson(comparison, names), {}});
}

}  // namespace causeway::probe
