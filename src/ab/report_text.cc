#include "ab/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "ab/wording.h"
#include "base/text.h"

namespace causeway::ab {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kLabel = 14;

// In characters, not bytes: units may be "µs".
std::size_t Width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string Pad(std::string_view text, std::size_t width) {
  const std::size_t have = Width(text);
  return std::string(text) + std::string(have < width ? width - have : 0, ' ');
}

std::string PadLeft(std::string_view text, std::size_t width) {
  const std::size_t have = Width(text);
  return std::string(have < width ? width - have : 0, ' ') + std::string(text);
}

std::string Trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// A labelled sentence, wrapped; further lines stand below the first word.
std::string Wrapped(std::string_view label, std::string_view text) {
  std::string out;
  std::string line = "  " + Pad(label, kLabel);
  const std::size_t indent = kLabel + 2;
  bool fresh = true;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    if (!fresh && Width(line) + 1 + Width(word) > kWidth) {
      out += Trimmed(std::move(line));
      line = std::string(indent, ' ');
      fresh = true;
    }
    if (!fresh) line += ' ';
    line += word;
    fresh = false;
    text.remove_prefix(std::min(space + 1, text.size()));
  }
  return out + Trimmed(std::move(line));
}

std::string FactLines(const std::vector<Fact>& facts) {
  std::string text;
  for (const Fact& fact : facts) text += Wrapped(fact.label, fact.text);
  return text;
}

std::string ArmLines(const std::vector<std::vector<std::string>>& table) {
  std::vector<std::size_t> widths(table[0].size());
  for (const auto& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], Width(row[i]));
  }
  std::string text;
  for (std::size_t r = 0; r < table.size(); ++r) {
    std::string line =
        r == 0 ? Pad(table[r][0], widths[0] + 2) : "  " + Pad(table[r][0], widths[0]);
    for (std::size_t i = 1; i < table[r].size(); ++i)
      line += "  " + PadLeft(table[r][i], widths[i]);
    text += Trimmed(std::move(line));
  }
  return text;
}

std::string FigureLines(const std::vector<FigureGroup>& groups, std::string_view title) {
  std::size_t method = Width(title);
  std::size_t effect = Width("difference");
  std::size_t interval = Width("interval");
  std::size_t p = Width("p");
  for (const FigureGroup& group : groups) {
    for (const FigureRow& row : group.rows) {
      method = std::max(method, Width(row.method) + 4);
      effect = std::max(effect, Width(row.effect));
      interval = std::max(interval, Width(row.interval));
      p = std::max(p, Width(row.p));
    }
  }
  const auto line = [&](std::string_view name, const FigureRow& row) {
    return Trimmed(Pad(name, method) + "  " + PadLeft(row.effect, effect) + "  " +
                   Pad(row.interval, interval) + "  " + Pad(row.p, p) + "  " + row.note);
  };
  std::string text = line(title, {"", "difference", "interval", "p", ""});
  for (const FigureGroup& group : groups) {
    text += "  " + group.title + "\n";
    for (const FigureRow& row : group.rows) text += line("    " + row.method, row);
  }
  return text;
}

// Names come from files and commands: what a terminal would obey, or is not text, is escaped.
std::string Printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t bad = FindInvalidUtf8(text).value_or(text.size());
    for (const char c : text.substr(0, bad)) {
      const bool control = (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
      result +=
          control ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
    }
    text.remove_prefix(bad);
    if (text.empty()) break;
    result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace

std::string ReportText(const Analysis& analysis) {
  const Experiment& e = analysis.experiment;
  std::string text;
  for (const Comparison& c : analysis.comparisons) text += VerdictSentence(analysis, c) + "\n";
  for (std::size_t metric = 0; metric < e.metrics.size(); ++metric) {
    bool first = true;
    for (const Comparison& c : analysis.comparisons) {
      if (c.metric != metric) continue;
      if (first) text += "\n" + ArmLines(ArmTable(analysis, metric));
      first = false;
      const std::string& unit = e.metrics[metric].unit;
      text += "\n" + FigureLines(Figures(c), fmt::format("{} - {}, {}{}", e.arms[c.arm], e.arms[0],
                                                         e.metrics[metric].name,
                                                         unit.empty() ? "" : " (" + unit + ")"));
      text += FactLines(Facts(analysis, c));
    }
  }
  return Printable(text + "\n" + FactLines(Facts(analysis)));
}

std::string LaunchText(const Analysis& analysis) {
  return Printable(FactLines(LaunchFacts(analysis)));
}

}  // namespace causeway::ab
