#include "formats/samples/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace causeway::samples {
namespace {

std::int32_t IndexOf(std::vector<std::string>& names, std::string_view name) {
  const auto index = std::find(names.begin(), names.end(), name) - names.begin();
  if (index == std::ssize(names)) names.emplace_back(name);
  return static_cast<std::int32_t>(index);
}

std::string_view Text(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

char FirstCharacter(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at == std::string_view::npos ? '\0' : text[at];
}

// Gives a column its places for the samples that had none.
template <class T>
void Fill(std::vector<T>& column, std::size_t size) {
  if (column.size() < size) column.resize(size, T{-1});
}

template <class T>
void AppendColumn(std::vector<T>& to, std::size_t before, const std::vector<T>& from,
                  std::size_t count) {
  if (to.empty() && from.empty()) return;
  Fill(to, before);
  // Above everything that stands there already.
  T base = 0;
  for (const T place : to) base = std::max(base, static_cast<T>(place + 1));
  for (const T place : from) to.push_back(place < 0 ? place : static_cast<T>(place + base));
  Fill(to, before + count);
}

}  // namespace

std::int32_t SampleSet::Arm(std::string_view name) { return IndexOf(arms, name); }
std::int32_t SampleSet::Session(std::string_view name) { return IndexOf(sessions, name); }

bool IsRate(std::string_view unit) {
  if (unit == "fps" || unit == "qps" || unit == "rps" || unit == "tps") return true;
  constexpr std::array<std::string_view, 10> kPerTime = {"/s",  "/sec", "/second", "/ms", "/us",
                                                         "/µs", "/ns",  "/min",    "/h",  "/hour"};
  return std::ranges::any_of(kPerTime, [unit](auto end) { return unit.ends_with(end); });
}

std::int32_t SampleSet::AddMetric(const Metric& wanted) {
  // Neighbours mostly share theirs.
  if (!metric.empty() && metrics[static_cast<std::size_t>(metric.back())].name == wanted.name) {
    return metric.back();
  }
  const auto same = [&](const Metric& known) { return known.name == wanted.name; };
  const auto index = std::find_if(metrics.begin(), metrics.end(), same) - metrics.begin();
  if (index == std::ssize(metrics)) metrics.push_back(wanted);
  return static_cast<std::int32_t>(index);
}

Result<SampleSet> Read(std::span<const std::byte> bytes, std::string_view name) {
  const std::string_view text = Text(bytes);
  const char first = FirstCharacter(text);
  if (first == '\0') {
    return Fail(Error::Code::kBadInput, "the file is empty", std::string(name));
  }
  return first == '{' || first == '[' ? ReadJson(text, name) : ReadCsv(text, name);
}

bool LooksLikeSamples(std::span<const std::byte> bytes) {
  const std::string_view text = Text(bytes).substr(0, 1 << 16);
  const char first = FirstCharacter(text);
  if (first == '[') return text.find("\"primaryMetric\"") != std::string_view::npos;
  if (first == '{') {
    const bool results = text.find("\"results\"") != std::string_view::npos &&
                         text.find("\"times\"") != std::string_view::npos;
    return results || text.find("\"benchmarks\"") != std::string_view::npos ||
           text.find("\"Benchmarks\"") != std::string_view::npos;
  }
  // A header line with both required columns.
  const std::string_view line = text.substr(0, text.find('\n'));
  bool arm = false;
  bool value = false;
  for (std::string_view cell : Split(line, ',')) {
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '"')) cell.remove_prefix(1);
    while (!cell.empty() && (cell.back() == '\r' || cell.back() == ' ' || cell.back() == '"')) {
      cell.remove_suffix(1);
    }
    arm = arm || cell == "arm";
    value = value || cell == "value";
  }
  return arm && value;
}

void MakeOneArm(SampleSet& set, std::string_view label) {
  std::vector<Metric> metrics;
  std::vector<std::int32_t> column(set.size());
  std::vector<std::vector<std::int32_t>> index(set.arms.size());
  for (std::size_t a = 0; a < set.arms.size(); ++a) {
    for (const Metric& metric : set.metrics) {
      index[a].push_back(static_cast<std::int32_t>(metrics.size()));
      metrics.push_back(metric);
      metrics.back().name =
          set.metrics.size() == 1 ? set.arms[a] : fmt::format("{} {}", set.arms[a], metric.name);
    }
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto m =
        static_cast<std::size_t>(std::max<std::int64_t>(0, SampleSet::At(set.metric, i)));
    column[i] = index[static_cast<std::size_t>(set.arm[i])][m];
  }
  set.metrics = std::move(metrics);
  set.metric = std::move(column);
  set.arms = {std::string(label)};
  std::fill(set.arm.begin(), set.arm.end(), 0);
}

Result<void> Append(SampleSet& set, const SampleSet& more, std::string_view session_name) {
  const std::size_t before = set.size();
  std::vector<std::int32_t> arms;
  std::vector<std::int32_t> metrics;
  for (const std::string& arm : more.arms) arms.push_back(set.Arm(arm));
  for (const Metric& metric : more.metrics) {
    metrics.push_back(set.AddMetric(metric));
    const Metric& known = set.metrics[static_cast<std::size_t>(metrics.back())];
    if (known.unit != metric.unit) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("metric {} is in {} here and in {} in an earlier file",
                              Quote(metric.name), Quote(metric.unit), Quote(known.unit)),
                  std::string(session_name));
    }
  }
  if (set.format.empty()) set.format = more.format;
  if (before > 0 && set.session.empty()) {
    set.sessions = {"1"};
    set.session.assign(before, 0);
  }
  for (std::size_t i = 0; i < more.size(); ++i) {
    const std::int64_t session = SampleSet::At(more.session, i);
    const std::string name =
        session < 0
            ? std::string(session_name)
            : fmt::format("{} {}", session_name, more.sessions[static_cast<std::size_t>(session)]);
    // Sessions are few, and those of neighbours are mostly the same.
    const bool same = !set.session.empty() && set.session.size() > before &&
                      set.sessions[static_cast<std::size_t>(set.session.back())] == name;
    set.session.push_back(same ? set.session.back() : set.Session(name));
    set.arm.push_back(arms[static_cast<std::size_t>(more.arm[i])]);
  }
  if (before > 0 || !more.metric.empty() || set.metrics.size() > 1) {
    if (set.metric.empty()) set.metric.assign(before, 0);
    for (std::size_t i = 0; i < more.size(); ++i) {
      const std::int64_t m = std::max<std::int64_t>(0, SampleSet::At(more.metric, i));
      set.metric.push_back(metrics[static_cast<std::size_t>(m)]);
    }
  }
  AppendColumn(set.pair, before, more.pair, more.size());
  AppendColumn(set.block, before, more.block, more.size());
  AppendColumn(set.order, before, more.order, more.size());
  if (!set.pass.empty() || !more.pass.empty()) {  // a pass keeps its number in each session
    Fill(set.pass, before);
    set.pass.insert(set.pass.end(), more.pass.begin(), more.pass.end());
    Fill(set.pass, before + more.size());
  }
  set.value.insert(set.value.end(), more.value.begin(), more.value.end());
  set.debug_build = set.debug_build || more.debug_build;
  set.notes.insert(set.notes.end(), more.notes.begin(), more.notes.end());
  return {};
}

}  // namespace causeway::samples
