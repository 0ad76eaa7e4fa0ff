#include "ab/session_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "formats/samples/samples.h"

namespace causeway::ab {
namespace {

using nlohmann::ordered_json;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr std::uint64_t kMaxSessionFile = std::uint64_t{1} << 30;
constexpr std::size_t kMaxHeader = std::size_t{4} << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r";

constexpr std::pair<LaunchKind, std::string_view> kKinds[] = {{LaunchKind::kCold, "cold"},
                                                              {LaunchKind::kWarmup, "warmup"},
                                                              {LaunchKind::kMeasured, "measured"}};
constexpr std::pair<Finish, std::string_view> kFinishes[] = {
    {Finish::kNone, "none"},
    {Finish::kComplete, "complete"},
    {Finish::kInterrupted, "interrupted"},
    {Finish::kMixedBuilds, "mixed-builds"}};

// Reads one line's object. Keys that are absent keep their defaults; keys of another type are
// noted once, so that a reader is a list of lines and the check comes at the end.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  void Read(const char* key, std::string& out) {
    Get(key, out, [](const Json& value) { return value.is_string(); });
  }
  void Read(const char* key, bool& out) {
    Get(key, out, [](const Json& value) { return value.is_boolean(); });
  }
  void Read(const char* key, double& out) {
    Get(key, out, [](const Json& value) { return value.is_number(); });
  }
  void Read(const char* key, int& out) {
    Get(key, out, [](const Json& value) {
      return value.is_number_integer() && value.get<double>() >= -1 && value.get<double>() <= 2e9;
    });
  }
  void Read(const char* key, std::uint64_t& out) {
    Get(key, out, [](const Json& value) { return value.is_number_unsigned(); });
  }
  void Read(const char* key, std::int64_t& out) {
    Get(key, out, [](const Json& value) { return value.is_number_integer(); });
  }
  void Read(const char* key, std::vector<std::string>& out) {
    Get(key, out, [](const Json& value) {
      return value.is_array() && std::all_of(value.begin(), value.end(),
                                             [](const Json& item) { return item.is_string(); });
    });
  }

  // The objects of an array, or nothing.
  std::vector<const Json*> Objects(const char* key) {
    std::vector<const Json*> objects;
    const Json* list = Find(key);
    if (list == nullptr) return objects;
    if (!list->is_array()) {
      Wrong(key);
      return objects;
    }
    for (const Json& item : *list) {
      if (item.is_object()) {
        objects.push_back(&item);
      } else {
        Wrong(key);
      }
    }
    return objects;
  }

  // Null if absent or JSON null.
  const Json* Find(const char* key) const {
    const auto at = object_.find(key);
    return at == object_.end() || at->is_null() ? nullptr : &*at;
  }

  void Wrong(const char* key) {
    if (wrong_.empty()) wrong_ = key;
  }
  void Merge(const Fields& inner) {
    if (wrong_.empty()) wrong_ = inner.wrong_;
  }
  // The first key whose value has the wrong type, or "".
  const std::string& wrong() const { return wrong_; }

 private:
  template <typename T, typename Check>
  void Get(const char* key, T& out, Check is_right) {
    const Json* value = Find(key);
    if (value == nullptr) return;
    if (is_right(*value)) {
      out = value->get<T>();
    } else {
      Wrong(key);
    }
  }

  const Json& object_;
  std::string wrong_;
};

ordered_json ToJson(const EntryDifference& difference) {
  ordered_json json;
  json["added"] = difference.added;
  json["removed"] = difference.removed;
  json["changed"] = difference.changed;
  json["same"] = difference.same;
  json["listed"] = ordered_json::array();
  for (const EntryDifference::Entry& entry : difference.listed) {
    json["listed"].push_back(
        {{"name", entry.name}, {"before", entry.before}, {"after", entry.after}});
  }
  return json;
}

ordered_json ToJson(const Artifact& artifact) {
  ordered_json json;
  json["given"] = artifact.given;
  json["hash"] = artifact.hash;
  json["files"] = ordered_json::array();
  for (const ArtifactFile& file : artifact.files) {
    json["files"].push_back(
        {{"path", file.path}, {"kind", file.kind}, {"hash", file.hash}, {"size", file.size}});
  }
  if (artifact.difference) json["entries"] = ToJson(*artifact.difference);
  return json;
}

Artifact ReadArtifact(Fields& parent, const Json& json) {
  Artifact artifact;
  if (!json.is_object()) {
    parent.Wrong("artifact");
    return artifact;
  }
  Fields fields(json);
  fields.Read("given", artifact.given);
  fields.Read("hash", artifact.hash);
  for (const Json* item : fields.Objects("files")) {
    Fields row(*item);
    ArtifactFile file;
    row.Read("path", file.path);
    row.Read("kind", file.kind);
    row.Read("hash", file.hash);
    row.Read("size", file.size);
    fields.Merge(row);
    artifact.files.push_back(std::move(file));
  }
  if (const Json* entries = fields.Find("entries"); entries != nullptr && entries->is_object()) {
    Fields row(*entries);
    EntryDifference difference;
    std::uint64_t counts[4] = {};
    row.Read("added", counts[0]);
    row.Read("removed", counts[1]);
    row.Read("changed", counts[2]);
    row.Read("same", counts[3]);
    difference.added = counts[0];
    difference.removed = counts[1];
    difference.changed = counts[2];
    difference.same = counts[3];
    for (const Json* item : row.Objects("listed")) {
      Fields cells(*item);
      EntryDifference::Entry entry;
      cells.Read("name", entry.name);
      cells.Read("before", entry.before);
      cells.Read("after", entry.after);
      row.Merge(cells);
      difference.listed.push_back(std::move(entry));
    }
    fields.Merge(row);
    artifact.difference = std::move(difference);
  }
  parent.Merge(fields);
  return artifact;
}

std::string Line(const ordered_json& json) {
  // Output of programs and names of files may hold bytes that are not UTF-8.
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

SessionHeader ReadHeader(Fields& fields) {
  SessionHeader header;
  fields.Read("session", header.session);
  fields.Read("seed", header.seed);
  fields.Read("schedule", header.schedule);
  fields.Read("blocks", header.blocks);
  fields.Read("per_block", header.per_block);
  fields.Read("passes", header.passes);
  fields.Read("warmup", header.warmup);
  fields.Read("started", header.started);
  fields.Read("plan", header.plan);
  fields.Read("note", header.notes);
  for (const Json* item : fields.Objects("arms")) {
    Fields row(*item);
    ArmInfo arm;
    row.Read("label", arm.label);
    row.Read("command", arm.command);
    row.Read("shell", arm.shell);
    if (const Json* artifact = row.Find("artifact")) arm.artifact = ReadArtifact(row, *artifact);
    fields.Merge(row);
    header.arms.push_back(std::move(arm));
  }
  for (const Json* item : fields.Objects("metrics")) {
    Fields row(*item);
    MetricInfo metric;
    row.Read("name", metric.name);
    row.Read("unit", metric.unit);
    fields.Merge(row);
    header.metrics.push_back(std::move(metric));
  }
  if (const Json* environment = fields.Find("environment"); environment != nullptr) {
    if (!environment->is_object()) fields.Wrong("environment");
    for (const auto& [key, value] : environment->items()) {
      header.environment.emplace_back(
          key, value.is_string() ? value.get<std::string>()
                                 : value.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
  }
  if (const Json* noop = fields.Find("noop"); noop != nullptr && noop->is_object()) {
    Fields row(*noop);
    NoopCost cost;
    row.Read("wall", cost.wall_ms);
    row.Read("cpu", cost.cpu_ms);
    row.Read("rss", cost.rss_mib);
    fields.Merge(row);
    header.noop = cost;
  }
  return header;
}

// Fills `launch`; the name of a key that is wrong, or "".
std::string ReadLaunch(const Json& json, const SessionHeader& header, LaunchRecord& launch) {
  Fields fields(json);
  std::string kind;
  fields.Read("arm", launch.arm);
  fields.Read("kind", kind);
  fields.Read("pass", launch.pass);
  fields.Read("pair", launch.pair);
  fields.Read("block", launch.block);
  fields.Read("order", launch.order);
  fields.Read("start", launch.start);
  fields.Read("exit", launch.exit_code);
  fields.Read("signal", launch.signal);
  fields.Read("timed_out", launch.timed_out);
  fields.Read("attempt", launch.attempt);
  fields.Read("failure", launch.failure);
  fields.Read("note", launch.notes);
  fields.Read("overhead", launch.overhead);
  std::string sensor;
  fields.Read("sensor", sensor);
  if (fields.Find("sensor") != nullptr) launch.sensor = std::move(sensor);
  const auto row = std::find_if(std::begin(kKinds), std::end(kKinds),
                                [&kind](const auto& item) { return item.second == kind; });
  if (row == std::end(kKinds)) return "kind";
  launch.kind = row->first;
  const std::int64_t rounds = std::int64_t{header.blocks} * header.passes;
  if (launch.pass < 0 || (header.passes > 0 && launch.pass >= header.passes)) return "pass";
  if (launch.pair < 0 || (rounds > 0 && launch.pair >= rounds)) return "pair";
  if (launch.attempt < 1) return "attempt";
  if (launch.arm < 0 || static_cast<std::size_t>(launch.arm) >= header.arms.size()) return "arm";
  const Json* values = fields.Find("values");
  if (values == nullptr || !values->is_array() || values->size() != header.metrics.size()) {
    return "values";
  }
  for (const Json& value : *values) {
    if (value.is_null()) {
      launch.values.emplace_back();
    } else if (value.is_number() && std::abs(value.get<double>()) <= samples::kLargestValue) {
      launch.values.emplace_back(value.get<double>());
    } else {
      return "values";
    }
  }
  return fields.wrong();
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  Result<void> Take(std::string_view line, std::size_t number) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return Bad(number, "not a JSON object");
    if (json.contains("causeway")) return TakeHeader(json, number);
    if (file.runs.empty()) return Bad(number, "not a session of 'causeway ab': no header line");
    if (json.contains("finished")) return TakeFinish(json, number);
    if (json.contains("resumed")) return TakeResume(json, number);
    return TakeLaunch(json, number);
  }

  SessionFile file;

 private:
  std::unexpected<Error> Bad(std::size_t line, std::string message) const {
    return Fail(Error::Code::kBadInput, std::move(message), fmt::format("{}:{}", name_, line));
  }

  Result<void> TakeHeader(const Json& json, std::size_t number) {
    Fields fields(json);
    std::string verb;
    int version = 0;
    fields.Read("causeway", verb);
    fields.Read("version", version);
    if (verb != "ab") return Bad(number, "a file of causeway, but not a session of 'causeway ab'");
    if (version > kVersion) {
      return Bad(number, fmt::format("version {} of the session file is newer than this causeway "
                                     "(which knows {}); update it",
                                     version, kVersion));
    }
    SessionRun run;
    run.header = ReadHeader(fields);
    if (!fields.wrong().empty()) {
      return Bad(number, fmt::format("a header with a wrong '{}'", fields.wrong()));
    }
    if (run.header.arms.empty() || run.header.metrics.empty()) {
      return Bad(number, "a header without arms or metrics");
    }
    file.runs.push_back(std::move(run));
    last_order_ = -1;
    return {};
  }

  Result<void> TakeLaunch(const Json& json, std::size_t number) {
    SessionRun& run = file.runs.back();
    if (run.finish != Finish::kNone) {
      return Bad(number, "a launch behind the line that ends its run");
    }
    LaunchRecord launch;
    const std::string wrong = ReadLaunch(json, run.header, launch);
    if (!wrong.empty()) return Bad(number, fmt::format("a launch with a wrong '{}'", wrong));
    if (launch.kind == LaunchKind::kMeasured) {
      // Launches are written as they happen, so one that is not later is there twice.
      if (launch.order <= last_order_) {
        return Bad(number,
                   fmt::format("launch {} is there already: 'order' grows from one measured "
                               "launch to the next",
                               launch.order));
      }
      last_order_ = launch.order;
    }
    run.launches.push_back(std::move(launch));
    return {};
  }

  Result<void> TakeFinish(const Json& json, std::size_t number) {
    SessionRun& run = file.runs.back();
    if (run.finish != Finish::kNone) return Bad(number, "a second line that ends the run");
    Fields fields(json);
    std::string word;
    fields.Read("finished", word);
    fields.Read("why", run.why);
    for (const auto& [finish, name] : kFinishes) {
      if (name != word) continue;
      run.finish = finish;
      return {};
    }
    return Bad(number, fmt::format("'finished' is {}, which is not a word of it", word));
  }

  Result<void> TakeResume(const Json& json, std::size_t number) {
    SessionRun& run = file.runs.back();
    if (run.finish == Finish::kComplete) return Bad(number, "'resumed' behind a complete run");
    Fields fields(json);
    int pass = -1;
    int pair = -1;
    fields.Read("pass", pass);
    fields.Read("redo_pair", pair);
    if (!fields.wrong().empty()) return Bad(number, "a broken 'resumed' line");
    for (LaunchRecord& launch : run.launches) {
      if (launch.kind != LaunchKind::kCold && launch.pass == pass && launch.pair == pair) {
        launch.set_aside = true;
      }
    }
    run.finish = Finish::kNone;
    run.why.clear();
    ++run.resumed;
    return {};
  }

  std::string name_;
  int last_order_ = -1;
};

}  // namespace

std::string_view SessionHeader::Environment(std::string_view key) const {
  for (const auto& [name, value] : environment) {
    if (name == key) return value;
  }
  return {};
}

std::string_view ToString(LaunchKind kind) {
  return std::find_if(std::begin(kKinds), std::end(kKinds),
                      [kind](const auto& row) { return row.first == kind; })
      ->second;
}

std::string_view ToString(Finish finish) {
  return std::find_if(std::begin(kFinishes), std::end(kFinishes),
                      [finish](const auto& row) { return row.first == finish; })
      ->second;
}

std::size_t PlannedLaunches(const SessionHeader& header) {
  if (header.blocks < 1 || header.passes < 1 || header.per_block < 1) return 0;
  // A header made by hand may hold any numbers; no plan is anywhere near this.
  constexpr double kMost = 1e15;
  const double per_arm =
      1 + 1.0 * header.blocks * header.passes * (1.0 * header.per_block + header.warmup);
  return static_cast<std::size_t>(
      std::min(kMost, static_cast<double>(header.arms.size()) * per_arm));
}

std::size_t LaunchesMade(const SessionRun& run) {
  return static_cast<std::size_t>(std::count_if(
      run.launches.begin(), run.launches.end(),
      [](const LaunchRecord& launch) { return launch.attempt == 1 && !launch.set_aside; }));
}

std::size_t FailedForGood(const SessionRun& run) {
  std::size_t failed = 0;
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    const LaunchRecord& launch = run.launches[i];
    const bool tried_again = i + 1 < run.launches.size() && run.launches[i + 1].attempt > 1;
    if (launch.failed() && !launch.set_aside && !tried_again) ++failed;
  }
  return failed;
}

bool LooksLikeSession(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string_view line = text.substr(0, std::min(text.find('\n'), kMaxHeader));
  // Other programs write blanks and another order of the keys.
  if (!line.starts_with('{') || line.find(R"("causeway")") == std::string_view::npos) return false;
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return line.starts_with(R"({"causeway":"ab",)");  // damaged, and ours
  const auto verb = json.find("causeway");
  return verb != json.end() && *verb == "ab";
}

Result<SessionFile> ParseSession(std::string_view text, const std::string& name) {
  Reader reader(name);
  std::size_t number = 0;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      // A write that was cut short; it may look whole by chance, and cannot be told from that.
      reader.file.cut_short = true;
      break;
    }
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    ++number;
    if (line.find_first_not_of(kBlanks) == std::string_view::npos) continue;
    const Result<void> taken = reader.Take(line, number);
    if (!taken) return std::unexpected(taken.error());
  }
  if (reader.file.runs.empty()) {
    return Fail(Error::Code::kBadInput, "not a session of 'causeway ab': no header line", name);
  }
  return std::move(reader.file);
}

Result<SessionFile> ReadSession(const std::string& path) {
  const Result<std::string> text = ReadFile(path, kMaxSessionFile);
  if (!text) return std::unexpected(text.error());
  return ParseSession(*text, path);
}

std::string HeaderLine(const SessionHeader& header) {
  ordered_json json;
  json["causeway"] = "ab";
  json["version"] = kVersion;
  json["session"] = header.session;
  json["seed"] = header.seed;
  json["schedule"] = header.schedule;
  json["blocks"] = header.blocks;
  json["per_block"] = header.per_block;
  json["passes"] = header.passes;
  json["warmup"] = header.warmup;
  json["arms"] = ordered_json::array();
  for (const ArmInfo& arm : header.arms) {
    ordered_json row;
    row["label"] = arm.label;
    row["command"] = arm.command;
    row["shell"] = arm.shell;
    row["artifact"] = arm.artifact ? ToJson(*arm.artifact) : ordered_json();
    json["arms"].push_back(std::move(row));
  }
  json["metrics"] = ordered_json::array();
  for (const MetricInfo& metric : header.metrics) {
    json["metrics"].push_back({{"name", metric.name}, {"unit", metric.unit}});
  }
  json["environment"] = ordered_json::object();
  for (const auto& [key, value] : header.environment) json["environment"][key] = value;
  if (header.noop) {
    json["noop"] = {{"wall", header.noop->wall_ms},
                    {"cpu", header.noop->cpu_ms},
                    {"rss", header.noop->rss_mib}};
  }
  json["started"] = header.started;
  json["plan"] = header.plan;
  json["note"] = header.notes;
  return Line(json);
}

std::string LaunchLine(const LaunchRecord& launch) {
  ordered_json json;
  json["arm"] = launch.arm;
  json["kind"] = ToString(launch.kind);
  json["pass"] = launch.pass;
  json["pair"] = launch.pair;
  json["block"] = launch.block;
  json["order"] = launch.order;
  json["start"] = launch.start;
  json["values"] = ordered_json::array();
  for (const std::optional<double>& value : launch.values) {
    json["values"].push_back(value && std::isfinite(*value) ? ordered_json(*value)
                                                            : ordered_json());
  }
  json["exit"] = launch.exit_code;
  json["signal"] = launch.signal;
  json["timed_out"] = launch.timed_out;
  json["attempt"] = launch.attempt;
  if (launch.failed()) json["failure"] = launch.failure;
  if (!launch.notes.empty()) json["note"] = launch.notes;
  json["sensor"] = launch.sensor ? ordered_json(*launch.sensor) : ordered_json();
  json["overhead"] = launch.overhead;
  return Line(json);
}

std::string FinishLine(Finish finish, std::string_view why) {
  ordered_json json;
  json["finished"] = ToString(finish);
  if (!why.empty()) json["why"] = why;
  return Line(json);
}

std::string ResumeLine(std::string_view utc, int pass, int redo_pair) {
  ordered_json json;
  json["resumed"] = utc;
  json["pass"] = pass;
  json["redo_pair"] = redo_pair;
  return Line(json);
}

std::string ToText(const SessionFile& file) {
  std::string text;
  for (const SessionRun& run : file.runs) {
    text += HeaderLine(run.header);
    // Behind the last launch of a round that was set aside the run went on.
    const LaunchRecord* aside = nullptr;
    const auto go_on = [&text, &aside] {
      if (aside != nullptr) text += ResumeLine("", aside->pass, aside->pair);
      aside = nullptr;
    };
    for (const LaunchRecord& launch : run.launches) {
      const bool same_round = aside != nullptr && launch.set_aside && launch.pass == aside->pass &&
                              launch.pair == aside->pair;
      if (!same_round) go_on();
      if (launch.set_aside) aside = &launch;
      text += LaunchLine(launch);
    }
    go_on();
    if (run.finish != Finish::kNone) text += FinishLine(run.finish, run.why);
  }
  return text;
}

}  // namespace causeway::ab
