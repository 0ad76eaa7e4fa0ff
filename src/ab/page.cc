// The page of an analysis: the verdict first, then four drawings for each metric, each of which can
// refute it.
//
//   run order    every launch where it ran, blocks shaded by arm: a drift or a jump is seen here
//   ECDF         the part of the launches of each arm that took at most x: the shapes differ here
//   estimation   pair differences, their mean and interval over the noise floor and the bound
//   forest       the same for each pass and session: do they agree?
//
// Everything is drawn in C++ as SVG, so the page needs no script, and the same numbers stand in
// tables below. Long runs are thinned: of each stretch of an arm the smallest and the largest value
// are drawn, so nothing that sticks out is lost, and the caption says so.
#include "ab/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "ab/report_json.h"
#include "ab/wording.h"
#include "report/html.h"
#include "report/svg.h"
#include "stats/describe.h"
#include "stats/numeric.h"

namespace causeway::ab {
namespace {

using report::Anchor;
using report::EscapeHtml;
using report::LinearScale;
using report::Point;
using report::Svg;

constexpr double kWidth = 960;
constexpr double kLeft = 80;
constexpr double kRight = 940;
constexpr std::size_t kDrawnLaunches = 3000;
constexpr std::size_t kDrawnPairs = 600;
constexpr std::size_t kEcdfSteps = 600;
constexpr std::size_t kEmbeddedLaunches = 20'000;

std::string ColourOf(std::size_t arm) {
  static constexpr std::string_view kColours[] = {"var(--a)", "var(--b)", "var(--c)", "var(--d)"};
  return std::string(kColours[arm % std::size(kColours)]);
}

std::string MetricName(const samples::Metric& metric) {
  return metric.unit.empty() ? metric.name : fmt::format("{} ({})", metric.name, metric.unit);
}

std::string Figure(const std::string& svg, std::string_view caption) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", svg,
                     EscapeHtml(caption));
}

void Legend(Svg& svg, const std::vector<std::string>& arms, double y) {
  double x = kLeft + 120;  // beside the title of the axis
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    svg.Circle({x, y - 4}, 4, ColourOf(arm));
    svg.Text({x + 9, y}, arms[arm]);
    x += 30 + 7.5 * static_cast<double>(arms[arm].size());
  }
}

// Positions of the launches that are drawn.
std::vector<std::size_t> Thinned(std::span<const stats::Launch> launches, std::size_t arms) {
  std::vector<std::size_t> kept;
  if (launches.size() <= kDrawnLaunches) {
    for (std::size_t i = 0; i < launches.size(); ++i) kept.push_back(i);
    return kept;
  }
  const std::size_t stretch = launches.size() * arms * 2 / kDrawnLaunches + 1;
  for (std::size_t begin = 0; begin < launches.size(); begin += stretch) {
    const std::size_t end = std::min(begin + stretch, launches.size());
    std::vector<std::size_t> low(arms, launches.size());
    std::vector<std::size_t> high(arms, launches.size());
    for (std::size_t i = begin; i < end; ++i) {
      const auto arm = static_cast<std::size_t>(launches[i].arm);
      if (low[arm] == launches.size() || launches[i].value < launches[low[arm]].value) low[arm] = i;
      if (high[arm] == launches.size() || launches[i].value > launches[high[arm]].value) {
        high[arm] = i;
      }
    }
    for (std::size_t arm = 0; arm < arms; ++arm) {
      if (low[arm] == launches.size()) continue;
      kept.push_back(low[arm]);
      if (high[arm] != low[arm]) kept.push_back(high[arm]);
    }
  }
  return kept;
}

bool SameBlock(const stats::Launch& a, const stats::Launch& b) {
  return a.arm == b.arm && a.block == b.block && a.pass == b.pass && a.session == b.session;
}

std::string RunOrder(const Analysis& analysis, std::size_t metric) {
  const Experiment& e = analysis.experiment;
  const std::vector<stats::Launch>& launches = e.launches[metric];
  const std::vector<std::size_t> drawn = Thinned(launches, e.arms.size());
  constexpr double kTop = 40;
  constexpr double kBottom = 290;
  const auto [low, high] = std::ranges::minmax_element(launches, {}, &stats::Launch::value);
  const LinearScale x(0, stats::Real(launches.size()), kLeft, kRight);
  const LinearScale y = LinearScale::Nice(low->value, high->value, kBottom, kTop, 5);
  Svg svg(kWidth, 340,
          fmt::format("Launches of {} in the order of running", MetricName(e.metrics[metric])));
  if (e.pairing != Pairing::kNone && launches.size() <= kDrawnLaunches) {
    for (std::size_t begin = 0; begin < launches.size();) {
      std::size_t end = begin + 1;
      while (end < launches.size() && SameBlock(launches[begin], launches[end])) ++end;
      svg.Rect({x(stats::Real(begin)), kTop}, x(stats::Real(end)) - x(stats::Real(begin)),
               kBottom - kTop, ColourOf(static_cast<std::size_t>(launches[begin].arm)), 0.1);
      begin = end;
    }
  }
  for (std::size_t i = 1; i < launches.size(); ++i) {
    const bool session = launches[i].session != launches[i - 1].session;
    if (!session && launches[i].pass == launches[i - 1].pass) continue;
    if (launches.size() > kDrawnLaunches && !session) continue;
    const double at = x(stats::Real(i));
    svg.Line({at, kTop}, {at, kBottom}, "var(--muted)", session ? 2 : 1, session ? "" : "4 3");
  }
  const int decimals = DecimalsFor((high->value - low->value) / 2);
  for (const std::size_t i : drawn) {
    const auto arm = static_cast<std::size_t>(launches[i].arm);
    svg.Circle({x(stats::Real(i) + 0.5), y(launches[i].value)}, drawn.size() > 400 ? 1.8 : 3,
               ColourOf(arm), 0.85,
               fmt::format("launch {}, arm {}: {}", i + 1, e.arms[arm],
                           Amount(launches[i].value, decimals, e.metrics[metric].unit)));
  }
  svg.AxisX(x, kBottom,
            e.pairing == Pairing::kNone ? "launch, as listed" : "launch, in the order of running",
            10);
  svg.AxisY(y, kLeft, MetricName(e.metrics[metric]), 5);
  Legend(svg, e.arms, 24);
  std::string caption = "Every launch where it ran.";
  if (e.pairing != Pairing::kNone) {
    caption += " Shaded: its block; dashed lines: passes; thick lines: sessions.";
  }
  if (drawn.size() < launches.size()) {
    caption += fmt::format(
        " {} launches are thinned to {} points: the smallest and the largest of each stretch.",
        launches.size(), drawn.size());
  }
  return Figure(svg.Finish(), caption);
}

std::string Ecdf(const Analysis& analysis, std::size_t metric) {
  const Experiment& e = analysis.experiment;
  constexpr double kTop = 40;
  constexpr double kBottom = 250;
  const auto [low, high] =
      std::ranges::minmax_element(e.launches[metric], {}, &stats::Launch::value);
  const LinearScale x = LinearScale::Nice(low->value, high->value, kLeft, kRight, 8);
  const LinearScale y(0, 1, kBottom, kTop);
  Svg svg(kWidth, 300,
          fmt::format("Distribution of {} in each arm", MetricName(e.metrics[metric])));
  for (std::size_t arm = 0; arm < e.arms.size(); ++arm) {
    const std::vector<double> values = stats::Sorted(ValuesOfArm(e, metric, arm));
    if (values.empty()) continue;
    const std::size_t n = values.size();
    std::vector<Point> line = {{x(values[0]), y(0)}};
    const std::size_t steps = std::min(n, kEcdfSteps);
    for (std::size_t step = 1; step <= steps; ++step) {
      const std::size_t upto = n * step / steps;  // so many values lie at or below values[upto - 1]
      const double at = x(values[upto - 1]);
      line.emplace_back(at, line.back().second);
      line.emplace_back(at, y(stats::Real(upto) / stats::Real(n)));
    }
    svg.Polyline(line, ColourOf(arm));
  }
  svg.AxisX(x, kBottom, MetricName(e.metrics[metric]), 8);
  svg.AxisY(y, kLeft, "part of launches", 4);
  Legend(svg, e.arms, 24);
  return Figure(svg.Finish(),
                "The part of each arm's launches that was at most so large (ECDF). A curve further "
                "left is the smaller arm; where curves cross, no single number tells them apart.");
}

struct Marks {
  std::optional<double> floor;
  std::optional<double> bound;
};

Marks MarksOf(const Analysis& analysis, const Comparison& c) {
  Marks marks;
  if (c.noise) marks.floor = c.noise->RunFloor();
  if (analysis.options.bound) {
    const Bound& bound = *analysis.options.bound;
    marks.bound = bound.relative ? bound.value * std::abs(c.BaseMean()) : bound.value;
  }
  return marks;
}

// Zero, the floor as a band and the bound as dashed lines.
void DrawMarks(Svg& svg, const LinearScale& x, const Marks& marks, double top, double bottom) {
  if (marks.floor) {
    svg.Rect({x(-*marks.floor), top}, x(*marks.floor) - x(-*marks.floor), bottom - top,
             "var(--muted)", 0.18);
  }
  if (marks.bound) {
    for (const double at : {-*marks.bound, *marks.bound}) {
      svg.Line({x(at), top}, {x(at), bottom}, "var(--muted)", 1.5, "5 4");
    }
  }
  svg.Line({x(0), top}, {x(0), bottom}, "var(--fg)", 1);
}

std::string MarksCaption(const Analysis& analysis, const Comparison& c, const Marks& marks) {
  const std::string& unit = analysis.experiment.metrics[c.metric].unit;
  std::string text;
  if (marks.floor) {
    text +=
        fmt::format(" Grey band: the noise floor, {}.", Amount(*marks.floor, Decimals(c), unit));
  } else {
    text += " No noise floor is known.";
  }
  if (marks.bound) {
    text += fmt::format(" Dashed: the bound, {}.", Amount(*marks.bound, Decimals(c), unit));
  }
  return text;
}

LinearScale DifferenceScale(std::vector<double> values, const Marks& marks, double from,
                            double to) {
  values.push_back(0);
  for (const std::optional<double>& mark : {marks.floor, marks.bound}) {
    if (!mark) continue;
    values.push_back(*mark);
    values.push_back(-*mark);
  }
  const auto [low, high] = std::ranges::minmax_element(values);
  return LinearScale::Nice(*low, *high, from, to, 8);
}

void DrawInterval(Svg& svg, const LinearScale& x, double y, double effect,
                  const std::optional<stats::Interval>& interval, std::string_view colour,
                  double width) {
  if (interval) {
    // An interval of two pairs may leave the drawing.
    const double low = std::max(x(interval->low), x.pixel_from());
    const double high = std::min(x(interval->high), x.pixel_to());
    svg.Line({low, y}, {high, y}, colour, width);
    // No cap where it goes on outside.
    if (low == x(interval->low)) svg.Line({low, y - 5}, {low, y + 5}, colour, width);
    if (high == x(interval->high)) svg.Line({high, y - 5}, {high, y + 5}, colour, width);
  }
  svg.Circle({x(effect), y}, 2 + width, colour);
}

std::string Estimation(const Analysis& analysis, const Comparison& c) {
  const Experiment& e = analysis.experiment;
  const Marks marks = MarksOf(analysis, c);
  std::vector<double> values = stats::Differences(c.pairs);
  if (c.verdict.test) {
    const double reach =
        10 * (*std::ranges::max_element(values) - *std::ranges::min_element(values));
    values.push_back(std::max(c.verdict.test->interval.low, c.verdict.effect - reach));
    values.push_back(std::min(c.verdict.test->interval.high, c.verdict.effect + reach));
  }
  constexpr double kTop = 20;
  constexpr double kBottom = 170;
  const LinearScale x = DifferenceScale(values, marks, kLeft, kRight);
  const std::string name =
      fmt::format("{} - {}, {}", e.arms[c.arm], e.arms[0], MetricName(e.metrics[c.metric]));
  Svg svg(kWidth, 215, fmt::format("Differences of block pairs and their mean: {}", name));
  DrawMarks(svg, x, marks, kTop, kBottom);
  const std::size_t every = c.pairs.size() / kDrawnPairs + 1;
  const int decimals = Decimals(c);
  for (std::size_t i = 0; i < c.pairs.size(); i += every) {
    // Five rows, so that equal differences are not one dot.
    const double y = kTop + 14 + 14 * static_cast<double>(i / every % 5);
    svg.Circle({x(c.pairs[i].difference), y}, 3.2, "var(--muted)", 0.75,
               fmt::format("pair {}: {}", i + 1, Number(c.pairs[i].difference, decimals)));
  }
  const std::string colour = ColourOf(c.arm);
  const double y = kTop + 115;
  DrawInterval(svg, x, y, c.verdict.effect,
               c.verdict.test ? std::optional(c.verdict.test->interval) : std::nullopt, colour, 3);
  svg.Text({std::clamp(x(c.verdict.effect), kLeft + 90, kRight - 90), y + 22},
           fmt::format("{}{}", Number(c.verdict.effect, decimals),
                       c.verdict.test ? " " + Range(c.verdict.test->interval, decimals) : ""),
           Anchor::kMiddle);
  svg.AxisX(x, kBottom, name, 8);
  std::string caption = fmt::format(
      "Grey dots: the difference of each block pair. Below: their mean and its {} interval{}.",
      Percent(1 - c.alpha), c.verdict.by_session ? " over sessions" : "");
  if (every > 1) caption += fmt::format(" One dot in {} is drawn.", every);
  return Figure(svg.Finish(), caption + MarksCaption(analysis, c, marks));
}

std::string Forest(const Analysis& analysis, const Comparison& c) {
  struct Row {
    std::string name;
    double effect;
    std::optional<stats::Interval> interval;
    bool total;
  };
  std::vector<Row> rows;
  const auto add = [&rows](const std::vector<PartEffect>& parts) {
    if (parts.size() < 2) return;
    for (const PartEffect& part : parts) {
      rows.push_back({part.name, part.effect,
                      part.test ? std::optional(part.test->interval) : std::nullopt, false});
    }
  };
  add(c.sessions);
  add(c.passes);
  if (rows.empty()) return {};
  rows.push_back({"all", c.verdict.effect,
                  c.verdict.test ? std::optional(c.verdict.test->interval) : std::nullopt, true});
  std::vector<double> values;
  for (const Row& row : rows) {
    values.push_back(row.effect);
    if (!row.interval || row.total) continue;
    values.push_back(row.interval->low);
    values.push_back(row.interval->high);
  }
  const Experiment& e = analysis.experiment;
  const Marks marks = MarksOf(analysis, c);
  const std::string name =
      fmt::format("{} - {}, {}", e.arms[c.arm], e.arms[0], MetricName(e.metrics[c.metric]));
  constexpr double kNames = 170;
  constexpr double kFigures = 720;
  const LinearScale x = DifferenceScale(values, marks, kNames, kFigures);
  const double bottom = 20 + 26 * stats::Real(rows.size());
  Svg svg(kWidth, bottom + 45, fmt::format("Forest plot over passes and sessions: {}", name));
  DrawMarks(svg, x, marks, 10, bottom);
  const int decimals = Decimals(c);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const double y = 28 + 26 * stats::Real(i);
    std::string label = row.name.empty() ? "(unnamed)" : row.name;
    svg.Text({kNames - 14, y + 4}, label, Anchor::kEnd);
    DrawInterval(svg, x, y, row.effect, row.interval,
                 row.total ? ColourOf(c.arm) : std::string("var(--fg)"), row.total ? 3 : 1.5);
    svg.Text({kFigures + 14, y + 4},
             fmt::format("{}{}", Number(row.effect, decimals),
                         row.interval ? " " + Range(*row.interval, decimals) : ""));
  }
  svg.AxisX(x, bottom, name, 6);
  std::string caption =
      fmt::format("Do the parts of the run agree? Intervals are {}.", Percent(stats::kConfidence));
  if (std::abs(1 - c.alpha - stats::kConfidence) > 1e-9) {
    caption += fmt::format(" That of the whole: {}.", Percent(1 - c.alpha));
  }
  return Figure(svg.Finish(), caption + MarksCaption(analysis, c, marks));
}

std::string FactTable(const std::vector<Fact>& facts) {
  report::HtmlTable table;
  for (const Fact& fact : facts) table.rows.push_back({fact.label, fact.text});
  if (facts.empty()) return {};
  return "<div class=\"facts\">" + report::RenderHtmlTable(table) + "</div>\n";
}

std::string FigureTable(const std::vector<FigureGroup>& groups) {
  std::string html = "<div class=\"figures\">\n";
  for (const FigureGroup& group : groups) {
    report::HtmlTable table;
    table.head = {group.title, "difference", "interval", "p", ""};
    table.numeric = {false, true, true, true, false};
    for (const FigureRow& row : group.rows) {
      table.rows.push_back({row.method, row.effect, row.interval, row.p, row.note});
    }
    html += report::RenderHtmlTable(table);
  }
  return html + "</div>\n";
}

std::string ArmsHtml(const Analysis& analysis, std::size_t metric) {
  std::vector<std::vector<std::string>> rows = ArmTable(analysis, metric);
  report::HtmlTable table;
  table.head = rows.front();
  rows.erase(rows.begin());
  table.rows = std::move(rows);
  table.numeric.assign(table.head.size(), true);
  table.numeric[0] = false;
  return report::RenderHtmlTable(table);
}

std::string MetricSection(const Analysis& analysis, std::size_t metric) {
  const Experiment& e = analysis.experiment;
  std::string html = fmt::format("<h2>{}</h2>\n", EscapeHtml(MetricName(e.metrics[metric])));
  html += RunOrder(analysis, metric) + ArmsHtml(analysis, metric) + Ecdf(analysis, metric);
  for (const Comparison& c : analysis.comparisons) {
    if (c.metric != metric) continue;
    html += fmt::format("<h2>{} against {}, {}</h2>\n", EscapeHtml(e.arms[c.arm]),
                        EscapeHtml(e.arms[0]), EscapeHtml(e.metrics[metric].name));
    if (!c.pairs.empty()) html += Estimation(analysis, c) + Forest(analysis, c);
    html += FigureTable(Figures(c)) + FactTable(Facts(analysis, c));
  }
  return html;
}

// What was measured, for whoever wants to compute something else.
std::string Data(const Analysis& analysis) {
  const Experiment& e = analysis.experiment;
  nlohmann::ordered_json json;
  json["report"] = nlohmann::ordered_json::parse(ReportJson(analysis), nullptr, false);
  json["launches"] = nlohmann::ordered_json::array();
  for (std::size_t metric = 0; metric < e.metrics.size(); ++metric) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    const std::vector<stats::Launch>& launches = e.launches[metric];
    if (launches.size() <= kEmbeddedLaunches) {
      for (const stats::Launch& l : launches) {
        rows.push_back({l.arm, l.session, l.pass, l.pair, l.block, l.value});
      }
    }
    json["launches"].push_back({{"metric", e.metrics[metric].name},
                                {"count", launches.size()},
                                {"columns", {"arm", "session", "pass", "pair", "block", "value"}},
                                {"rows", std::move(rows)}});
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string ReportPage(const Analysis& analysis) {
  const Experiment& e = analysis.experiment;
  report::HtmlPage page;
  page.title = fmt::format("causeway ab: {}", fmt::join(e.arms, " against "));
  page.body = fmt::format("<h1>{}</h1>\n", EscapeHtml(fmt::format("{}", fmt::join(e.arms, ", "))));
  for (const Comparison& c : analysis.comparisons) {
    page.body +=
        fmt::format("<p class=\"verdict\">{}</p>\n", EscapeHtml(VerdictSentence(analysis, c)));
  }
  for (std::size_t metric = 0; metric < e.metrics.size(); ++metric) {
    const bool any = std::ranges::any_of(
        analysis.comparisons, [metric](const Comparison& c) { return c.metric == metric; });
    if (any) page.body += MetricSection(analysis, metric);
  }
  page.body += "<h2>Where it comes from</h2>\n";
  std::vector<Fact> facts;
  for (std::size_t arm = 0; arm < e.arms.size(); ++arm) {
    if (!e.commands[arm].empty()) facts.push_back({"arm " + e.arms[arm], e.commands[arm]});
  }
  for (const Fact& fact : Facts(analysis)) facts.push_back(fact);
  for (const Fact& fact : LaunchFacts(analysis)) facts.push_back(fact);
  page.body += FactTable(facts);
  page.extra_style =
      "figure svg{width:100%}table{margin:12px 0}.figures table{table-layout:fixed}"
      ".figures th:nth-child(1){width:38%}.figures th:nth-child(2){width:12%}"
      ".figures th:nth-child(3){width:20%}.figures th:nth-child(4){width:10%}"
      ".facts td:first-child{width:130px;color:var(--muted)}";
  page.data_json = Data(analysis);
  return report::RenderHtml(page);
}

}  // namespace causeway::ab
