#include "base/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace causeway {
namespace {

// A line of source longer than this is shown as the part around the caret.
constexpr std::size_t kWidestLine = 160;

struct Place {
  std::size_t line = 1;  // from 1
  std::size_t line_begin = 0;
  std::size_t line_end = 0;  // without the line end
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

Place Locate(std::string_view text, const std::vector<std::size_t>& starts, std::size_t offset) {
  Place place;
  offset = std::min(offset, text.size());
  const auto next = std::upper_bound(starts.begin(), starts.end(), offset);
  place.line = static_cast<std::size_t>(next - starts.begin());
  place.line_begin = *(next - 1);
  // A byte order mark has no column.
  if (place.line_begin == 0 && text.starts_with("\xEF\xBB\xBF") && offset >= 3) {
    place.line_begin = 3;
  }
  place.line_end = std::min(text.find('\n', offset), text.size());
  if (place.line_end > offset && text[place.line_end - 1] == '\r') --place.line_end;
  return place;
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

std::string RenderItem(const Diagnostics::Item& item, std::string_view path, std::string_view text,
                       const std::vector<std::size_t>& starts) {
  const Place place = Locate(text, starts, item.range.begin);
  const std::size_t begin = std::min<std::size_t>(item.range.begin, text.size());
  const std::size_t end =
      std::clamp<std::size_t>(item.range.end, begin, std::max(begin, place.line_end));
  const std::size_t line_begin = std::min(place.line_begin, begin);
  std::vector<std::string> cells =
      PrintableCells(text.substr(line_begin, std::max(begin, place.line_end) - line_begin));
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

  std::string out = fmt::format("{}:{}:{}: {}: {}\n", path, place.line, column,
                                Label(item.severity), item.message);
  out += fmt::format("  {}\n  {}\n", source, caret);
  if (!item.suggestion.empty()) out += fmt::format("  {}\n", item.suggestion);
  return out;
}

}  // namespace

std::int32_t Diagnostics::AddSource(std::string path, std::string text) {
  sources_.push_back({std::move(path), std::move(text)});
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

std::string Diagnostics::Render(Severity severity) const {
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
  std::vector<std::vector<std::size_t>> starts(sources_.size());
  std::string out;
  for (const Item* item : chosen) {
    if (item->range.source < 0) {
      out += fmt::format("{}: {}\n", Label(severity), item->message);
      if (!item->suggestion.empty()) out += fmt::format("  {}\n", item->suggestion);
    } else {
      std::vector<std::size_t>& lines = starts[static_cast<std::size_t>(item->range.source)];
      const std::string_view content = text(item->range.source);
      if (lines.empty()) lines = LineStarts(content);
      out += RenderItem(*item, path(item->range.source), content, lines);
    }
  }
  return out;
}

}  // namespace causeway
