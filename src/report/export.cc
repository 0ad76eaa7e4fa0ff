#include "report/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/html.h"
#include "report/rules.h"

namespace causeway::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShownIdDigits = 8;
constexpr int kListVersion = 1;

bool IsNew(const Listing& listing, const std::string& id) {
  return listing.comparison != nullptr &&
         std::find(listing.comparison->added.begin(), listing.comparison->added.end(), id) !=
             listing.comparison->added.end();
}

std::string StateText(const Listing& listing, const Finding& finding) {
  std::string text(ToString(finding.status));
  if (IsNew(listing, IdOf(finding))) text = "new";
  if (!finding.because.empty()) text += ": " + finding.because;
  if (!finding.expires.empty()) text += " (until " + finding.expires + ")";
  return text;
}

std::string Dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string_view Level(const Finding& finding) {
  switch (SeverityOf(finding)) {
    case Severity::kHigh:
      return "error";
    case Severity::kMedium:
      return "warning";
    default:
      return "note";
  }
}

// A relative reference of RFC 3986: bytes that may not stand in a path are percent-encoded. A colon
// in the first segment would read as a scheme.
std::string ToUri(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : NormalisedPath(path)) {
    if (IsAsciiLetter(c) || IsAsciiDigit(c) || std::string_view("/-._~+@").contains(c)) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

Json SarifLocation(const Place& place) {
  Json location = Json::object();
  if (!place.file.empty()) {
    Json physical{{"artifactLocation", {{"uri", ToUri(place.file)}}}};
    if (place.line > 0) {
      physical["region"] = {{"startLine", place.line}};
      if (place.column > 0) physical["region"]["startColumn"] = place.column;
    } else if (place.offset && place.entry.empty()) {
      physical["region"] = {{"byteOffset", *place.offset}};
    }
    location["physicalLocation"] = std::move(physical);
  }
  Place name = place;
  name.file.clear();
  name.line = 0;
  if (const std::string text = PlaceText(name); !text.empty()) {
    location["logicalLocations"] = Json::array({{{"fullyQualifiedName", text}}});
  }
  return location;
}

Json SarifResult(const Finding& finding, std::size_t rule_index) {
  const std::string id = IdOf(finding);
  std::string text = finding.message.empty() ? finding.rule : finding.message;
  if (!finding.remedy.sentence.empty()) text += " " + finding.remedy.sentence;
  Json result{{"ruleId", finding.rule},     {"ruleIndex", rule_index},
              {"level", Level(finding)},    {"message", {{"text", text}}},
              {"locations", Json::array()}, {"partialFingerprints", {{"causewayFinding/v1", id}}}};
  if (Json location = SarifLocation(finding.place); !location.empty()) {
    result["locations"].push_back(std::move(location));
  }
  if (finding.status == Status::kSuppressed) {
    result["suppressions"] = Json::array(
        {{{"kind", "external"}, {"status", "accepted"}, {"justification", finding.because}}});
  }
  result["properties"] = {{"severity", ToString(SeverityOf(finding))}, {"count", finding.count}};
  if (finding.cost) {
    result["properties"]["costNs"] = finding.cost->ns;
    result["properties"]["costSource"] = ToString(finding.cost->source);
  }
  if (!finding.remedy.command.empty()) {
    result["properties"]["command"] = finding.remedy.command;
  }
  return result;
}

// XML 1.0 forbids two characters that HTML allows.
std::string EscapeXml(std::string_view text) {
  std::string out = EscapeHtml(text);
  for (const std::string_view bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = out.find(bad); at != std::string::npos; at = out.find(bad, at)) {
      out.replace(at, bad.size(), "\xEF\xBF\xBD");
    }
  }
  return out;
}

std::string Totals(const Listing& listing) {
  std::size_t open = 0;
  std::size_t suppressed = 0;
  std::size_t closed = 0;
  for (const Finding& finding : listing.findings) {
    open += finding.status == Status::kOpen ? 1 : 0;
    suppressed += finding.status == Status::kSuppressed ? 1 : 0;
    closed += finding.status == Status::kClosed ? 1 : 0;
  }
  std::string text =
      fmt::format("{} finding{}: {} open, {} suppressed, {} closed", listing.findings.size(),
                  listing.findings.size() == 1 ? "" : "s", open, suppressed, closed);
  if (listing.comparison != nullptr) {
    text += fmt::format("; against the baseline: {} new, {} known, {} gone",
                        listing.comparison->added.size(), listing.comparison->known.size(),
                        listing.comparison->gone.size());
  }
  return text;
}

}  // namespace

std::string ListText(const Listing& listing) {
  std::string out;
  std::size_t rule_width = 4;
  std::size_t state_width = 10;
  for (const Finding& finding : listing.findings) {
    rule_width = std::max(rule_width, finding.rule.size());
  }
  const auto row = [&](std::string_view id, std::string_view severity, std::string_view state,
                       std::string_view rule, std::string_view place) {
    out += fmt::format("{:<8}  {:<8}  {:<{}}  {:<{}}  {}\n", id, severity, state, state_width, rule,
                       rule_width, place);
  };
  if (!listing.findings.empty()) row("ID", "SEVERITY", "STATUS", "RULE", "PLACE");
  for (const Finding& finding : listing.findings) {
    const std::string id = IdOf(finding);
    row(id.substr(0, kShownIdDigits), ToString(SeverityOf(finding)),
        IsNew(listing, id) ? "new" : ToString(finding.status), finding.rule,
        PlaceText(finding.place));
    if (!finding.message.empty()) out += fmt::format("    {}\n", finding.message);
    out += fmt::format("    cost: {}\n", CostText(finding));
    if (!finding.because.empty()) {
      out += fmt::format("    {}: {}{}\n", ToString(finding.status), finding.because,
                         finding.expires.empty() ? "" : " (until " + finding.expires + ")");
    }
    if (finding.status != Status::kOpen) continue;
    if (!finding.remedy.sentence.empty()) out += fmt::format("    {}\n", finding.remedy.sentence);
    if (!finding.remedy.command.empty()) out += fmt::format("    $ {}\n", finding.remedy.command);
  }
  if (listing.comparison != nullptr) {
    for (const Finding& finding : listing.comparison->gone) {
      row(IdOf(finding).substr(0, kShownIdDigits), ToString(SeverityOf(finding)), "gone",
          finding.rule, PlaceText(finding.place));
    }
  }
  return out + Totals(listing) + "\n";
}

std::string ListJson(const Listing& listing) {
  Json json{{"causeway", "findings-list"},
            {"version", kListVersion},
            {"findings", Json::array()},
            {"comparison", nullptr}};
  for (const Finding& finding : listing.findings) {
    json["findings"].push_back(Json::parse(FindingJson(finding), nullptr, false));
  }
  if (listing.comparison != nullptr) {
    Json gone = Json::array();
    for (const Finding& finding : listing.comparison->gone) gone.push_back(IdOf(finding));
    json["comparison"] = {{"new", listing.comparison->added},
                          {"known", listing.comparison->known},
                          {"gone", std::move(gone)}};
  }
  return Dump(json);
}

std::string ListSarif(const Listing& listing, std::string_view version) {
  std::map<std::string, std::size_t> index;
  Json rules = Json::array();
  Json results = Json::array();
  const auto rule_index = [&](const std::string& id) {
    const auto [at, is_new] = index.emplace(id, index.size());
    if (is_new) {
      Json rule{{"id", id}};
      if (const Rule* row = FindRule(id)) {
        rule["shortDescription"] = {{"text", row->title}};
        rule["fullDescription"] = {{"text", row->summary}};
        rule["help"] = {{"text", RulePage(id)}, {"markdown", RulePage(id)}};
      }
      rules.push_back(std::move(rule));
    }
    return at->second;
  };
  for (const Finding& finding : listing.findings) {
    if (finding.status == Status::kClosed) continue;
    Json result = SarifResult(finding, rule_index(finding.rule));
    if (listing.comparison != nullptr && finding.status == Status::kOpen) {
      result["baselineState"] = IsNew(listing, IdOf(finding)) ? "new" : "unchanged";
    }
    results.push_back(std::move(result));
  }
  if (listing.comparison != nullptr) {
    for (const Finding& finding : listing.comparison->gone) {
      Json result = SarifResult(finding, rule_index(finding.rule));
      result["baselineState"] = "absent";
      results.push_back(std::move(result));
    }
  }
  Json driver{{"name", "causeway"}, {"version", version}, {"rules", std::move(rules)}};
  Json run{{"tool", {{"driver", std::move(driver)}}},
           {"columnKind", "unicodeCodePoints"},
           {"results", std::move(results)}};
  return Dump({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", Json::array({std::move(run)})}});
}

std::string ListJunit(const Listing& listing) {
  std::size_t failures = 0;
  std::size_t skipped = 0;
  std::string cases;
  for (const Finding& finding : listing.findings) {
    const std::string place = PlaceText(finding.place);
    cases += fmt::format(R"(    <testcase classname="{}" name="{} {}" time="0")",
                         EscapeXml(finding.rule), IdOf(finding), EscapeXml(place));
    switch (finding.status) {
      case Status::kOpen: {
        const std::string details =
            EscapeXml(fmt::format("cost: {}\n{}\n{}", CostText(finding), finding.remedy.sentence,
                                  finding.remedy.command));
        if (SeverityOf(finding) == Severity::kInfo) {
          cases += fmt::format(">\n      <system-out>{}\n{}</system-out>\n    </testcase>\n",
                               EscapeXml(finding.message), details);
          break;
        }
        ++failures;
        cases += fmt::format(
            ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
            ToString(SeverityOf(finding)), EscapeXml(finding.message), details);
        break;
      }
      case Status::kSuppressed:
        ++skipped;
        cases += fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
                             EscapeXml(finding.because));
        break;
      case Status::kClosed:
        cases += "/>\n";
        break;
    }
  }
  std::size_t tests = listing.findings.size();
  if (tests == 0) {
    // Services refuse a report without any test.
    tests = 1;
    cases = "    <testcase classname=\"causeway\" name=\"no findings\" time=\"0\"/>\n";
  }
  const std::string counts = fmt::format(
      R"(name="causeway findings" tests="{}" failures="{}" errors="0" skipped="{}" time="0")",
      tests, failures, skipped);
  // <testsuites> has no attribute "skipped" in the schemas that services use.
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"causeway findings\" "
      "tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"0\">\n  <testsuite {}>\n{}  "
      "</testsuite>\n</testsuites>\n",
      tests, failures, counts, cases);
}

std::string ListHtml(const Listing& listing, std::string_view title) {
  HtmlTable table;
  table.head = {"id", "severity", "cost", "rule", "place", "what", "next", "status"};
  for (const Finding& finding : listing.findings) {
    std::string next = finding.remedy.sentence;
    if (!finding.remedy.command.empty()) next += (next.empty() ? "" : " ") + finding.remedy.command;
    table.rows.push_back({IdOf(finding).substr(0, kShownIdDigits),
                          std::string(ToString(SeverityOf(finding))), CostText(finding),
                          finding.rule, PlaceText(finding.place), finding.message, next,
                          StateText(listing, finding)});
  }
  HtmlPage page;
  page.title = title;
  page.body = fmt::format("<h1>{}</h1>\n<p class=\"verdict\">{}</p>\n", EscapeHtml(title),
                          EscapeHtml(Totals(listing)));
  page.body += RenderHtmlTable(table);
  if (listing.comparison != nullptr && !listing.comparison->gone.empty()) {
    HtmlTable gone;
    gone.head = {"id", "rule", "place"};
    for (const Finding& finding : listing.comparison->gone) {
      gone.rows.push_back(
          {IdOf(finding).substr(0, kShownIdDigits), finding.rule, PlaceText(finding.place)});
    }
    page.body += "<h2>Gone since the baseline</h2>\n" + RenderHtmlTable(gone);
  }
  page.data_json = ListJson(listing);
  return RenderHtml(page);
}

}  // namespace causeway::report
