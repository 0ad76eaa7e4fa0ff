#include "ab/metric.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "formats/samples/samples.h"

namespace causeway::ab {
namespace {

constexpr std::size_t kLongestUnit = 12;
constexpr std::size_t kShownOutput = 200;

struct BuiltIn {
  std::string_view name;
  Metric::Kind kind;
  std::string_view unit;
};
constexpr BuiltIn kBuiltIn[] = {{"wall", Metric::Kind::kWall, "ms"},
                                {"cpu", Metric::Kind::kCpu, "ms"},
                                {"rss", Metric::Kind::kRss, "MiB"},
                                {"instructions", Metric::Kind::kInstructions, ""}};

bool IsUnit(std::string_view text) {
  if (text.size() > kLongestUnit) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool sign = c == '%' || c == '/';
    if (!IsAsciiLetter(c) && !sign && (i == 0 || !IsAsciiDigit(c))) return false;
  }
  return true;
}

// Takes the unit off the end of `text`.
std::string TakeUnit(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || !IsUnit(text.substr(colon + 1))) return "";
  std::string unit(text.substr(colon + 1));
  text = text.substr(0, colon);
  return unit;
}

// The literal word that a pattern begins with, such as TotalTime; else all of it.
std::string NameOfPattern(std::string_view pattern) {
  std::size_t end = 0;
  while (end < pattern.size() && (IsAsciiLetter(pattern[end]) || pattern[end] == '_' ||
                                  (end > 0 && IsAsciiDigit(pattern[end])))) {
    ++end;
  }
  // A quantifier behind the word belongs to its last letter.
  const bool plain = end < 2 || end == pattern.size() ||
                     std::string_view("*+?{|").find(pattern[end]) == std::string_view::npos;
  return std::string(end >= 2 && plain ? pattern.substr(0, end) : pattern);
}

std::unexpected<Error> Usage(std::string message) {
  return Fail(Error::Code::kUsage, std::move(message));
}

Result<Metric> ParsePattern(Metric metric, std::string_view text) {
  metric.kind = Metric::Kind::kRegex;
  metric.info.unit = TakeUnit(text);
  if (text.empty()) return Usage("--metric regex: has no pattern");
  RE2::Options options;
  options.set_log_errors(false);
  const auto pattern = std::make_shared<const RE2>(text, options);
  if (!pattern->ok()) {
    return Usage(fmt::format("--metric regex: {}: {}", text, pattern->error()));
  }
  if (pattern->NumberOfCapturingGroups() > 1) {
    return Usage(fmt::format(
        "--metric regex: {}: one group ( ) at most, around the number; (?: ) is not counted",
        text));
  }
  if (metric.info.name.empty()) metric.info.name = NameOfPattern(text);
  metric.pattern = pattern;
  return metric;
}

Result<Metric> ParseJsonPath(Metric metric, std::string_view text) {
  metric.kind = Metric::Kind::kJson;
  metric.info.unit = TakeUnit(text);
  if (text.empty()) return Usage("--metric json: has no path, such as json:result.time");
  // As JSONPath writes it, "$.runs[0].ms" is the same as "runs.0.ms".
  std::string path(text);
  if (path.starts_with("$.") || path.starts_with("$[")) path.erase(0, path[1] == '.' ? 2 : 1);
  RE2::GlobalReplace(&path, R"(\[(\d+)\])", R"(.\1)");
  if (path.starts_with('.') && !text.starts_with('.')) path.erase(0, 1);
  for (const std::string_view key : Split(path, '.')) {
    if (key.empty()) return Usage(fmt::format("--metric json: {} has an empty part", text));
    metric.path.emplace_back(key);
  }
  if (metric.info.name.empty()) metric.info.name = text;
  return metric;
}

std::string Shown(std::string_view output) {
  if (output.empty()) return "it printed nothing";
  const bool cut = output.size() > kShownOutput;
  return fmt::format("it printed {}{}", Quote(output.substr(0, kShownOutput)), cut ? " …" : "");
}

Result<double> ToNumber(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || rest != end ||
      !(std::abs(value) <= samples::kLargestValue)) {
    return Fail(Error::Code::kBadInput, fmt::format("{} is not a number", Quote(text)));
  }
  return value;
}

// Programs print times on either stream.
std::string AllOutput(const ProcessResult& result) {
  if (result.error_output.empty()) return result.output;
  const bool ended = result.output.empty() || result.output.ends_with('\n');
  return result.output + (ended ? "" : "\n") + result.error_output;
}

// All matches must give the same number: which of two is meant is not ours to guess.
Result<double> MatchNumber(const Metric& metric, std::string_view text) {
  const bool grouped = metric.pattern->NumberOfCapturingGroups() == 1;
  re2::StringPiece groups[2];
  std::optional<double> found;
  std::size_t from = 0;
  const re2::StringPiece all(text.data(), text.size());
  while (from <= text.size() &&
         metric.pattern->Match(all, from, text.size(), RE2::UNANCHORED, groups, grouped ? 2 : 1)) {
    const re2::StringPiece& part = groups[grouped ? 1 : 0];
    const Result<double> number = ToNumber(std::string_view(part.data(), part.size()));
    if (!number) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("metric {}: {}", metric.info.name, number.error().message));
    }
    if (found && *found != *number) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("metric {}: the pattern matches several times, with {} and {}; make "
                              "it match once (^ and $ with (?m), more of the line)",
                              metric.info.name, *found, *number));
    }
    found = *number;
    const auto end = static_cast<std::size_t>(groups[0].data() - text.data()) + groups[0].size();
    from = groups[0].empty() ? end + 1 : end;
  }
  if (!found) {
    return Fail(Error::Code::kBadInput, fmt::format("metric {}: the pattern does not match; {}",
                                                    metric.info.name, Shown(text)));
  }
  return *found;
}

Result<double> JsonNumber(const Metric& metric, std::string_view text) {
  const auto fail = [&metric](std::string message) {
    return Fail(Error::Code::kBadInput,
                fmt::format("metric {}: {}", metric.info.name, std::move(message)));
  };
  const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
  if (root.is_discarded()) return fail(fmt::format("the output is not JSON; {}", Shown(text)));
  const nlohmann::json* at = &root;
  for (const std::string& key : metric.path) {
    if (at->is_object() && at->contains(key)) {
      at = &at->at(key);
    } else if (std::size_t index = 0;
               at->is_array() &&
               std::from_chars(key.data(), key.data() + key.size(), index).ptr ==
                   key.data() + key.size() &&
               index < at->size()) {
      at = &at->at(index);
    } else {
      return fail(fmt::format("the output has no {} there", Quote(key)));
    }
  }
  if (at->is_number()) return at->get<double>();
  if (at->is_string()) {
    const Result<double> number = ToNumber(at->get_ref<const std::string&>());
    if (number) return *number;
  }
  return fail("what the output has there is not a number");
}

}  // namespace

Result<Metric> ParseMetric(std::string_view text) {
  Metric metric;
  const std::string_view whole = text;
  // NAME=: a pattern may hold a '=' as well, but not before its "regex:".
  const std::size_t equals = text.find('=');
  const std::size_t colon = text.find(':');
  if (equals != std::string_view::npos && equals < colon) {
    metric.info.name = text.substr(0, equals);
    text = text.substr(equals + 1);
    if (metric.info.name.empty()) {
      return Usage(fmt::format("--metric {}: there is no name before '='", whole));
    }
  }
  for (const BuiltIn& row : kBuiltIn) {
    if (text != row.name) continue;
    metric.kind = row.kind;
    metric.info.unit = row.unit;
    if (metric.info.name.empty()) metric.info.name = row.name;
    return metric;
  }
  if (text.starts_with("regex:")) return ParsePattern(std::move(metric), text.substr(6));
  if (text.starts_with("json:")) return ParseJsonPath(std::move(metric), text.substr(5));
  return Usage(
      fmt::format("--metric {}: it is wall, cpu, rss, instructions, regex:RE[:unit] or "
                  "json:PATH[:unit], with NAME= before it if you like",
                  whole));
}

Result<std::vector<Metric>> ParseMetrics(std::span<const std::string> texts) {
  std::vector<Metric> metrics;
  for (const std::string& text : texts) {
    Result<Metric> metric = ParseMetric(text);
    if (!metric) return std::unexpected(metric.error());
    for (const Metric& other : metrics) {
      if (other.info.name == metric->info.name) {
        return Usage(fmt::format("two metrics are called {}; name them: --metric NAME={}",
                                 Quote(other.info.name), text));
      }
    }
    metrics.push_back(std::move(*metric));
  }
  return metrics;
}

Result<double> Measure(const Metric& metric, const ProcessResult& result) {
  switch (metric.kind) {
    case Metric::Kind::kWall:
      return std::round(result.wall * 1e9) / 1e6;  // whole nanoseconds, as they were measured
    case Metric::Kind::kCpu:
      return std::round(result.cpu * 1e6) / 1e3;  // whole microseconds
    case Metric::Kind::kRss:
      return result.max_rss / (1024.0 * 1024.0);
    case Metric::Kind::kInstructions:
      if (result.instructions) return *result.instructions;
      return Fail(Error::Code::kBadInput,
                  "metric instructions: the hardware counter was shared and could only estimate");
    case Metric::Kind::kRegex:
    case Metric::Kind::kJson: {
      Result<double> value = metric.kind == Metric::Kind::kRegex
                                 ? MatchNumber(metric, AllOutput(result))
                                 : JsonNumber(metric, result.output);
      if (!value && result.output_dropped != 0) {
        value.error().message +=
            fmt::format(" (only the first {} bytes of its output were kept)", result.output.size());
      }
      return value;
    }
  }
  return Fail(Error::Code::kBadInput, "no such metric");
}

}  // namespace causeway::ab
