#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "report/findings_file.h"

// Reading is strict about the fields that are known and silent about those that are not: a field of
// a sibling version with the same number is kept, at every level, and written again. Each finding
// remembers the object that it came from; writing starts from that object.

namespace causeway::report {
namespace {

using Json = nlohmann::ordered_json;

// Far more than any file has; what is nested deeper would exhaust the stack of whoever writes it.
constexpr int kMaxDepth = 64;

// Finds the place of a mistake, which the parser without exceptions does not tell.
class Checker : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return Deeper(); }
  bool key(string_t&) override { return true; }
  bool end_object() override { return Up(); }
  bool start_array(std::size_t) override { return Deeper(); }
  bool end_array() override { return Up(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    position_ = position;
    return false;
  }

  std::optional<std::size_t> position() const { return position_; }

 private:
  bool Deeper() { return ++depth_ <= kMaxDepth; }
  bool Up() {
    --depth_;
    return true;
  }

  int depth_ = 0;
  std::optional<std::size_t> position_;
};

// Reads the fields of one object and remembers the first one that is wrong.
class Reader {
 public:
  Reader(const Json& object, std::string path, std::string& error)
      : object_(object), path_(std::move(path)), error_(error) {}

  void Text(const char* key, std::string& out) {
    const Json* value = Find(key);
    if (value == nullptr) return;
    if (!value->is_string()) return Wrong(key, "text");
    out = value->get<std::string>();
  }
  template <class Number>
  void Whole(const char* key, Number& out) {
    const Json* value = Find(key);
    if (value == nullptr) return;
    if (!value->is_number_unsigned() ||
        value->get<std::uint64_t>() >
            static_cast<std::uint64_t>(std::numeric_limits<Number>::max())) {
      return Wrong(key, "a whole number");
    }
    out = static_cast<Number>(value->get<std::uint64_t>());
  }
  void Double(const char* key, double& out) {
    const Json* value = Find(key);
    if (value == nullptr || !value->is_number() || !std::isfinite(value->get<double>())) {
      return Wrong(key, "a number");
    }
    out = value->get<double>();
  }
  // The object of the key; nullptr if there is none or it is null.
  const Json* Object(const char* key) {
    const Json* value = Find(key);
    if (value != nullptr && !value->is_object()) {
      Wrong(key, "an object");
      return nullptr;
    }
    return value;
  }
  const Json* Find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }
  void Wrong(std::string_view key, std::string_view expected) {
    if (error_.empty()) error_ = fmt::format("{}.{} is not {}", path_, key, expected);
  }

 private:
  const Json& object_;
  std::string path_;
  std::string& error_;
};

void ReadPlace(const Json& json, const std::string& path, Place& place, std::string& error) {
  Reader read(json, path, error);
  read.Text("file", place.file);
  read.Text("entry", place.entry);
  if (read.Find("offset") != nullptr) {
    std::uint64_t offset = 0;
    read.Whole("offset", offset);
    place.offset = offset;
  }
  read.Text("class", place.class_name);
  read.Text("method", place.method);
  read.Text("native_function", place.native_function);
  read.Text("value", place.value);
  read.Whole("line", place.line);
  read.Whole("column", place.column);
}

void ReadCost(const Json& json, const std::string& path, Finding& finding, std::string& error) {
  Reader read(json, path, error);
  Cost cost;
  std::string source;
  read.Double("ns", cost.ns);
  read.Text("source", source);
  read.Text("per", cost.per);
  if (source == "measured") {
    cost.source = CostSource::kMeasured;
  } else if (source == "priced") {
    cost.source = CostSource::kPriced;
  } else if (source != "modelled") {
    read.Wrong("source", "measured, priced or modelled");
  }
  finding.cost = cost;
}

void ReadStatus(Reader& read, Finding& finding) {
  std::string status = "open";
  read.Text("status", status);
  if (status == "suppressed") {
    finding.status = Status::kSuppressed;
  } else if (status == "closed") {
    finding.status = Status::kClosed;
  } else if (status != "open") {
    read.Wrong("status", "open, suppressed or closed");
  }
  read.Text("because", finding.because);
  read.Text("expires", finding.expires);
  if (!finding.expires.empty() && !IsDate(finding.expires)) read.Wrong("expires", "a date");
}

Finding ReadFinding(const Json& json, const std::string& path, std::string& error) {
  Finding finding;
  if (!json.is_object()) {
    error = path + " is not an object";
    return finding;
  }
  Reader read(json, path, error);
  read.Text("rule", finding.rule);
  if (finding.rule.empty()) read.Wrong("rule", "the id of a rule");
  if (const Json* place = read.Object("place")) {
    ReadPlace(*place, path + ".place", finding.place, error);
  }
  read.Text("message", finding.message);
  read.Whole("count", finding.count);
  if (const Json* cost = read.Object("cost")) ReadCost(*cost, path + ".cost", finding, error);
  if (const Json* remedy = read.Object("remedy")) {
    Reader inner(*remedy, path + ".remedy", error);
    inner.Text("sentence", finding.remedy.sentence);
    inner.Text("command", finding.remedy.command);
  }
  ReadStatus(read, finding);
  if (const Json* evidence = read.Object("evidence")) {
    for (const auto& [name, value] : evidence->items()) {
      if (!value.is_string()) {
        Reader(*evidence, path + ".evidence", error).Wrong(name, "text");
        continue;
      }
      finding.evidence.emplace_back(name, value.get<std::string>());
    }
  }
  finding.raw = json.dump();
  return finding;
}

// Sets the key, or removes it if there is nothing to say.
void Put(Json& json, const char* key, const std::string& text) {
  if (text.empty()) {
    json.erase(key);
  } else {
    json[key] = text;
  }
}

Json& Child(Json& json, const char* key) {
  Json& child = json[key];
  if (!child.is_object()) child = Json::object();
  return child;
}

Json ParseObject(const std::string& raw) {
  if (raw.empty()) return Json::object();
  Json json = Json::parse(raw, nullptr, false);
  return json.is_object() ? json : Json::object();
}

Json ToJson(const Finding& finding) {
  Json json = ParseObject(finding.raw);
  json["id"] = IdOf(finding);
  json["rule"] = finding.rule;
  json["severity"] = ToString(SeverityOf(finding));
  Json& place = Child(json, "place");
  Put(place, "file", finding.place.file);
  Put(place, "entry", finding.place.entry);
  place.erase("offset");
  if (finding.place.offset) place["offset"] = *finding.place.offset;
  Put(place, "class", finding.place.class_name);
  Put(place, "method", finding.place.method);
  Put(place, "native_function", finding.place.native_function);
  Put(place, "value", finding.place.value);
  place.erase("line");
  place.erase("column");
  if (finding.place.line > 0) place["line"] = finding.place.line;
  if (finding.place.column > 0) place["column"] = finding.place.column;
  Put(json, "message", finding.message);
  json["count"] = finding.count;
  if (finding.cost) {
    Json& cost = Child(json, "cost");
    cost["ns"] = std::isfinite(finding.cost->ns) ? finding.cost->ns : 0;
    cost["source"] = ToString(finding.cost->source);
    Put(cost, "per", finding.cost->per);
  } else {
    json.erase("cost");
  }
  Json& remedy = Child(json, "remedy");
  Put(remedy, "sentence", finding.remedy.sentence);
  Put(remedy, "command", finding.remedy.command);
  json["status"] = ToString(finding.status);
  Put(json, "because", finding.because);
  Put(json, "expires", finding.expires);
  Json evidence = Json::object();
  for (const auto& [name, value] : finding.evidence) evidence[name] = value;
  json["evidence"] = std::move(evidence);
  return json;
}

std::string Where(std::string_view text, std::size_t position, const std::string& name) {
  std::size_t line = 1;
  std::size_t column = 1;
  // The parser counts characters from 1, the one that is wrong included.
  for (std::size_t i = 0; i + 1 < position && i < text.size(); ++i) {
    ++column;
    if (text[i] == '\n') {
      ++line;
      column = 1;
    }
  }
  return fmt::format("{}:{}:{}", name, line, column);
}

}  // namespace

Result<FindingsFile> ParseFindings(std::string_view text, const std::string& name) {
  Checker checker;
  if (!Json::sax_parse(text, &checker)) {
    if (!checker.position()) {
      return Fail(Error::Code::kBadInput, "the file of findings is nested too deeply", name);
    }
    return Fail(Error::Code::kBadInput,
                "the file of findings is damaged: it is no JSON from here on; it was not touched",
                Where(text, *checker.position(), name));
  }
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("causeway", Json()) != "findings") {
    return Fail(Error::Code::kBadInput,
                R"(not a file of findings: it does not begin with {"causeway": "findings", …})",
                name);
  }
  const Json version = json.value("version", Json());
  if (!version.is_number_unsigned() || version.get<std::uint64_t>() == 0) {
    return Fail(Error::Code::kBadInput, "the file of findings is damaged: it has no version", name);
  }
  if (version.get<std::uint64_t>() > kFindingsVersion) {
    return Fail(Error::Code::kBadInput,
                fmt::format("the file of findings has version {}, written by a newer causeway; "
                            "this one knows version {}. It was not touched",
                            version.get<std::uint64_t>(), kFindingsVersion),
                name);
  }
  const auto list = json.find("findings");
  if (list == json.end() || !list->is_array()) {
    return Fail(Error::Code::kBadInput,
                "the file of findings is damaged: it has no list of findings", name);
  }
  FindingsFile file;
  std::string error;
  for (std::size_t i = 0; i < list->size(); ++i) {
    file.findings.push_back(ReadFinding((*list)[i], fmt::format("findings[{}]", i), error));
    if (!error.empty()) {
      return Fail(Error::Code::kBadInput, "the file of findings is damaged: " + error, name);
    }
  }
  json.erase("findings");
  file.raw = json.dump();
  // Two with the same id come from a merge by hand or by version control.
  FindingsFile once;
  once.raw = file.raw;
  Merge(once, file);
  return once;
}

std::string ToText(const FindingsFile& file) {
  Json json = ParseObject(file.raw);
  json["causeway"] = "findings";
  json["version"] = kFindingsVersion;
  std::vector<Finding> sorted = file.findings;
  SortFindings(sorted);
  Json list = Json::array();
  for (const Finding& finding : sorted) list.push_back(ToJson(finding));
  json["findings"] = std::move(list);
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string FindingJson(const Finding& finding) {
  return ToJson(finding).dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool LooksLikeFindings(std::string_view text) {
  const std::string_view start = text.substr(0, 200);
  const std::size_t key = start.find("\"causeway\"");
  if (start.find_first_not_of(" \t\r\n") == std::string_view::npos ||
      key == std::string_view::npos) {
    return false;
  }
  const std::size_t value = start.find_first_not_of(" \t\r\n:", key + 10);
  return value != std::string_view::npos && start.substr(value).starts_with("\"findings\"");
}

}  // namespace causeway::report
