#include "base/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace causeway {
namespace {

// A line of source longer than this is shown as the part around the caret.
constexpr std::size_t kWidestLine = 160;

// The line that holds an offset.
struct Line {
  std::size_t number = 1;  // from 1
  std::size_t begin = 0;
  std::size_t end = 0;  // without the line end
};

// Offsets at which lines begin.
std::vector<std::size_t> LineStarts(std::string_view text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    starts.push_back(at + 1);
  }
  return starts;
}

Line Locate(std::string_view text, const std::vector<std::size_t>& starts, std::size_t offset) {
  Line line;
  offset = std::min(offset, text.size());
  const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
  line.number = static_cast<std::size_t>(next - starts.begin());
  line.begin = *(next - 1);
  // A byte order mark has no column.
  if (line.begin == 0 && text.starts_with("\xEF\xBB\xBF") && offset >= 3) {
    line.begin = 3;
  }
  line.end = std::min(text.find('\n', offset), text.size());
  if (line.end > offset && text[line.end - 1] == '\r') --line.end;
  return line;
}

// One entry per code point, safe to print: ill-formed and control bytes become '?'.
std::vector<std::string> PrintableCells(std::string_view line) {
  std::vector<std::string> cells;
  while (!line.empty()) {
    std::size_t length = std::min(Utf8SequenceLength(line.front()), line.size());
    std::string cell(line.substr(0, length));
    if (FindInvalidUtf8(cell)) {
      length = 1;
      cell = "?";
    } else if (cell != "\t" && (static_cast<unsigned char>(cell[0]) < 0x20 || cell[0] == 0x7F)) {
      cell = "?";
    }
    cells.push_back(std::move(cell));
    line.remove_prefix(length);
  }
  return cells;
}

std::string_view Label(Diagnostics::Severity severity) {
  switch (severity) {
    case Diagnostics::Severity::kError:
      return "error";
    case Diagnostics::Severity::kWarning:
      return "warning";
    case Diagnostics::Severity::kIgnored:
      return "ignored";
  }
  return "";
}

}  // namespace

std::int32_t Diagnostics::AddSource(std::string path, std::string text) {
  std::vector<std::size_t> starts = LineStarts(text);
  sources_.push_back({std::move(path), std::move(text), std::move(starts)});
  return static_cast<std::int32_t>(sources_.size()) - 1;
}

void Diagnostics::Error(SourceRange range, std::string message, std::string suggestion) {
  items_.push_back({Severity::kError, range, std::move(message), std::move(suggestion)});
  ++errors_;
}

void Diagnostics::Warning(SourceRange range, std::string message, std::string suggestion) {
  items_.push_back({Severity::kWarning, range, std::move(message), std::move(suggestion)});
}

void Diagnostics::Ignored(SourceRange range, std::string message) {
  items_.push_back({Severity::kIgnored, range, std::move(message), {}});
}

std::vector<const Diagnostics::Item*> Diagnostics::Sorted(Severity severity) const {
  std::vector<const Item*> chosen;
  for (const Item& item : items_) {
    if (item.severity == severity) chosen.push_back(&item);
  }
  const auto key = [this](const Item* item) {
    const std::string_view where = item->range.source < 0 ? "" : path(item->range.source);
    // Items of one place and text keep the order in which they were reported.
    return std::make_tuple(where, item->range.begin, item->range.end,
                           std::string_view(item->message), item);
  };
  std::sort(chosen.begin(), chosen.end(),
            [&key](const Item* a, const Item* b) { return key(a) < key(b); });
  return chosen;
}

Diagnostics::Place Diagnostics::PlaceOf(SourceRange range) const {
  const Source& where = sources_[static_cast<std::size_t>(range.source)];
  const Line line = Locate(where.text, where.line_starts, range.begin);
  const std::size_t begin = std::min<std::size_t>(range.begin, where.text.size());
  const std::size_t first = std::min(line.begin, begin);
  return {line.number,
          PrintableCells(std::string_view(where.text).substr(first, begin - first)).size() + 1};
}

std::string Diagnostics::RenderItem(const Item& item) const {
  const Source& where = sources_[static_cast<std::size_t>(item.range.source)];
  const std::string_view text = where.text;
  const Line line = Locate(text, where.line_starts, item.range.begin);
  const std::size_t begin = std::min<std::size_t>(item.range.begin, text.size());
  const std::size_t end = std::clamp<std::size_t>(item.range.end, begin, std::max(begin, line.end));
  const std::size_t line_begin = std::min(line.begin, begin);
  std::vector<std::string> cells =
      PrintableCells(text.substr(line_begin, std::max(begin, line.end) - line_begin));
  const std::size_t column = PrintableCells(text.substr(line_begin, begin - line_begin)).size() + 1;
  std::size_t marked =
      std::max<std::size_t>(1, PrintableCells(text.substr(begin, end - begin)).size());

  std::size_t first = 0;
  std::size_t last = cells.size();
  if (cells.size() > kWidestLine) {
    first = column > kWidestLine / 2 ? column - kWidestLine / 2 : 0;
    last = std::min(cells.size(), first + kWidestLine);
    marked = std::min(marked, last > column ? last - column + 1 : 1);
  }
  std::string source = first > 0 ? "..." : "";
  std::string caret(source.size(), ' ');
  for (std::size_t i = first; i < last; ++i) {
    source += cells[i];
    if (i + 1 < column) caret += cells[i] == "\t" ? '\t' : ' ';
  }
  if (last < cells.size()) source += "...";
  caret += '^';
  caret.append(marked - 1, '~');

  std::string out = fmt::format("{}:{}:{}: {}: {}\n", where.path, line.number, column,
                                Label(item.severity), item.message);
  out += fmt::format("  {}\n  {}\n", source, caret);
  if (!item.suggestion.empty()) out += fmt::format("  {}\n", item.suggestion);
  return out;
}

std::string Diagnostics::Render(Severity severity) const {
  std::string out;
  for (const Item* item : Sorted(severity)) {
    if (item->range.source >= 0) {
      out += RenderItem(*item);
      continue;
    }
    out += fmt::format("{}: {}\n", Label(severity), item->message);
    if (!item->suggestion.empty()) out += fmt::format("  {}\n", item->suggestion);
  }
  return out;
}

}  // namespace causeway
