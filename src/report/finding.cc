#include "report/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>

#include "base/hash.h"
#include "report/rules.h"

namespace causeway::report {

double TotalNs(const Finding& finding) {
  return finding.cost ? finding.cost->ns * static_cast<double>(finding.count) : 0;
}

Severity SeverityOf(const Finding& finding) {
  const Rule* rule = FindRule(finding.rule);
  if (rule != nullptr && rule->basis == Basis::kUnusable) return Severity::kHigh;
  const double ns = TotalNs(finding);
  if (ns >= kHighNs) return Severity::kHigh;
  if (ns >= kMediumNs) return Severity::kMedium;
  if (ns >= kLowNs) return Severity::kLow;
  return Severity::kInfo;
}

std::string NormalisedPath(std::string_view path) {
  std::string text(path);
  std::replace(text.begin(), text.end(), '\\', '/');
  return std::filesystem::path(text).lexically_normal().generic_string();
}

std::string IdOf(const Finding& finding) {
  const Place& place = finding.place;
  Fnv1a64 hash;
  // The length before each part: "ab" + "c" is not "a" + "bc".
  const auto add = [&hash](std::string_view part) {
    hash.Add(fmt::format("{}:", part.size()));
    hash.Add(part);
  };
  add(finding.rule);
  add(place.file.empty() ? "" : NormalisedPath(place.file));
  add(place.entry);
  add(place.class_name);
  add(place.method);
  add(place.native_function);
  add(place.value);
  const bool named = !place.class_name.empty() || !place.method.empty() ||
                     !place.native_function.empty() || !place.value.empty();
  if (!named && place.offset) add(fmt::format("{}", *place.offset));
  return fmt::format("{:016x}", hash.value());
}

std::string PlaceText(const Place& place) {
  std::string text = place.file;
  if (!place.entry.empty()) text += "!" + place.entry;
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.line > 0 && place.column > 0) text += fmt::format(":{}", place.column);
  if (place.offset) text += fmt::format("+{:#x}", *place.offset);
  std::string name = place.class_name;
  if (!place.method.empty()) name += (name.empty() ? "" : ".") + place.method;
  if (!place.native_function.empty()) name += (name.empty() ? "" : " ") + place.native_function;
  if (!place.value.empty()) name += name.empty() ? place.value : "(" + place.value + ")";
  if (!name.empty()) text += (text.empty() ? "" : ": ") + name;
  return text;
}

std::string DurationText(double ns) {
  const double size = std::fabs(ns);
  if (size < 1e3) return fmt::format("{:.3g} ns", ns);
  if (size < 1e6) return fmt::format("{:.3g} µs", ns / 1e3);
  if (size < 1e9) return fmt::format("{:.3g} ms", ns / 1e6);
  return fmt::format("{:.6g} s", ns / 1e9);
}

std::string CostText(const Finding& finding) {
  if (!finding.cost) return "unknown";
  std::string text = DurationText(finding.cost->ns);
  if (finding.count != 1) text = fmt::format("{} × {}", finding.count, text);
  if (!finding.cost->per.empty()) text += " per " + finding.cost->per;
  return fmt::format("{} ({})", text, ToString(finding.cost->source));
}

std::string_view ToString(CostSource source) {
  switch (source) {
    case CostSource::kMeasured:
      return "measured";
    case CostSource::kPriced:
      return "priced";
    case CostSource::kModelled:
      break;
  }
  return "modelled";
}

std::string_view ToString(Status status) {
  switch (status) {
    case Status::kOpen:
      return "open";
    case Status::kSuppressed:
      return "suppressed";
    case Status::kClosed:
      break;
  }
  return "closed";
}

std::string_view ToString(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return "info";
    case Severity::kLow:
      return "low";
    case Severity::kMedium:
      return "medium";
    case Severity::kHigh:
      break;
  }
  return "high";
}

void SortFindings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    const Severity severity_a = SeverityOf(a);
    const Severity severity_b = SeverityOf(b);
    if (severity_a != severity_b) return severity_a > severity_b;
    const double cost_a = TotalNs(a);
    const double cost_b = TotalNs(b);
    if (cost_a != cost_b) return cost_a > cost_b;
    const auto key = [](const Finding& f) {
      const Place& p = f.place;
      return std::tie(f.rule, p.file, p.entry, p.offset, p.line, p.class_name, p.method,
                      p.native_function, p.value, f.message);
    };
    return key(a) < key(b);
  });
}

}  // namespace causeway::report
