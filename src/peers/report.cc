#include "peers/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "peers/wording.h"
#include "report/findings_file.h"
#include "report/html.h"

namespace causeway::peer_graph {
namespace {

using Json = nlohmann::ordered_json;
using Table = std::vector<std::vector<std::string>>;

constexpr std::size_t kMostRows = 40;  // of the text
constexpr std::size_t kMostShown = 100;

std::vector<std::string> Row(const std::string& name, const Keepers& keepers) {
  std::vector<std::string> row = {name};
  for (const std::size_t number : {keepers.peers, keepers.rooted, keepers.by_roots, keepers.by_refs,
                                   keepers.by_foreign, keepers.rest}) {
    row.push_back(fmt::format("{}", number));
  }
  return row;
}

// With a head and a row of sums.
Table TypeTable(const Analysis& analysis, std::size_t most) {
  Table table = {{"type", "peers", "rooted", "roots", "Refs", "foreign", "rest"}};
  for (std::size_t i = 0; i < std::min(most, analysis.types.size()); ++i) {
    table.push_back(Row(analysis.types[i].type, analysis.types[i].keepers));
  }
  table.push_back(Row("all", analysis.all));
  return table;
}

std::string Aligned(const Table& table) {
  std::vector<std::size_t> widths(table.front().size());
  for (const auto& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : table) {
    text += fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) {
      text += fmt::format("  {:>{}}", row[i], widths[i]);
    }
    text += "\n";
  }
  return text;
}

std::string TotalsText(const Analysis& analysis) {
  return fmt::format("{} of {}, {} ({} outside of peers), {}, {}",
                     Count(analysis.all.peers, "peer"), Count(analysis.types.size(), "type"),
                     Count(analysis.roots, "root"), analysis.outside_roots,
                     Count(analysis.edges, "edge"), Count(analysis.owners, "EdgeOwner"));
}

// What the columns of the table mean.
std::vector<std::string> Legend(const Analysis& analysis) {
  std::vector<std::string> lines = {
      "rooted: held by a Ref outside of peers. The columns after it say what keeps a peer, the "
      "first "
      "that does:",
      "roots: such a Ref, directly or on a way over edges, holders and Refs within peers",
      "Refs: a Ref within a peer",
      "foreign: an edge of a peer whose Java class has no place for edges",
      "rest: Java, if anything; what it does not hold goes with the next round",
  };
  if (!analysis.looked_for_pointers) {
    lines.emplace_back("The file has no pointers: Refs within peers count as outside of them.");
  }
  return lines;
}

std::string FindingText(std::size_t number, const report::Finding& finding) {
  std::string text =
      fmt::format("{}. {} ({}) {}{}\n   {}\n", number, finding.rule,
                  report::ToString(report::SeverityOf(finding)), finding.place.class_name,
                  finding.place.value.empty() ? "" : " " + finding.place.value, finding.message);
  for (const auto& [name, value] : finding.evidence) {
    text += fmt::format("   {}: {}\n", name, value);
  }
  return text + fmt::format("   {}\n", finding.remedy.sentence);
}

}  // namespace

std::string ReportText(const Analysis& analysis, const std::string& name) {
  std::string text = fmt::format("{}: {}\n", name, TotalsText(analysis));
  if (analysis.all.peers != 0) {
    text += "\n" + Aligned(TypeTable(analysis, kMostRows));
    if (analysis.types.size() > kMostRows) {
      text += fmt::format("the {} types with the most peers are shown\n", kMostRows);
    }
    text += "\n";
    for (const std::string& line : Legend(analysis)) text += line + "\n";
  }
  for (std::size_t i = 0; i < std::min(kMostShown, analysis.findings.size()); ++i) {
    text += "\n" + FindingText(i + 1, analysis.findings[i]);
  }
  text += "\n";
  if (analysis.findings.empty()) return text + "nothing found\n";
  text += Count(analysis.findings.size(), "finding");
  if (analysis.findings.size() > kMostShown) {
    text += fmt::format(", of which {} are shown", kMostShown);
  }
  return text + "; 'causeway help RULE' explains one\n";
}

std::string ReportJson(const Analysis& analysis, const std::string& name) {
  const auto keepers = [](const Keepers& row) {
    return Json{{"peers", row.peers},  {"rooted", row.rooted},      {"roots", row.by_roots},
                {"refs", row.by_refs}, {"foreign", row.by_foreign}, {"rest", row.rest}};
  };
  Json types = Json::array();
  for (const TypeRow& row : analysis.types) {
    Json type = {{"type", row.type}};
    type.update(keepers(row.keepers));
    types.push_back(std::move(type));
  }
  Json findings = Json::array();
  for (const report::Finding& finding : analysis.findings) {
    findings.push_back(Json::parse(report::FindingJson(finding), nullptr, false));
  }
  const Json json = {{"causeway", "peers-report"},
                     {"version", 1},
                     {"file", name},
                     {"roots", analysis.roots},
                     {"outside_roots", analysis.outside_roots},
                     {"edges", analysis.edges},
                     {"owners", analysis.owners},
                     {"looked_for_pointers", analysis.looked_for_pointers},
                     {"all", keepers(analysis.all)},
                     {"types", std::move(types)},
                     {"findings", std::move(findings)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string ReportHtml(const Analysis& analysis, const std::string& name) {
  Table rows = TypeTable(analysis, analysis.types.size());
  report::HtmlTable types;
  types.head = std::move(rows.front());
  types.numeric.assign(types.head.size(), true);
  types.numeric.front() = false;
  rows.erase(rows.begin());
  types.rows = std::move(rows);
  std::string body = fmt::format("<h1>causeway peers: {}</h1>\n<p class=\"verdict\">{}</p>\n{}",
                                 report::EscapeHtml(name), report::EscapeHtml(TotalsText(analysis)),
                                 report::RenderHtmlTable(types));
  for (const std::string& line : Legend(analysis)) {
    body += fmt::format("<p class=\"muted\">{}</p>\n", report::EscapeHtml(line));
  }
  body += fmt::format("<h2>{}</h2>\n", Count(analysis.findings.size(), "finding"));
  report::HtmlTable findings;
  findings.head = {"severity", "rule", "place", "what", "evidence", "what to do"};
  for (const report::Finding& finding : analysis.findings) {
    std::string evidence;
    for (const auto& [key, value] : finding.evidence) {
      evidence += fmt::format("{}{}: {}", evidence.empty() ? "" : "; ", key, value);
    }
    findings.rows.push_back({std::string(report::ToString(report::SeverityOf(finding))),
                             finding.rule,
                             fmt::format("{} {}", finding.place.class_name, finding.place.value),
                             finding.message, evidence, finding.remedy.sentence});
  }
  if (!findings.rows.empty()) body += report::RenderHtmlTable(findings);
  return report::RenderHtml({"causeway peers", std::move(body), ReportJson(analysis, name), {}});
}

}  // namespace causeway::peer_graph
