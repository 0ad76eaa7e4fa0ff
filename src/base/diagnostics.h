#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace causeway {

// A half-open range of bytes in one of the sources of a Diagnostics sink.
struct SourceRange {
  std::int32_t source = -1;  // index given by Diagnostics::AddSource; -1: no place in a file
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

// Collects everything a run has to say about its input, so that one run reports all mistakes.
// Rendering is sorted by file name, line and column, whatever the order of reporting.
class Diagnostics {
 public:
  enum class Severity { kError, kWarning, kIgnored };

  struct Item {
    Severity severity = Severity::kError;
    SourceRange range;
    std::string message;
    std::string suggestion;  // "did you mean 'serialBackgroundThread'?"; may be empty
  };

  // Registers a source; `path` is the name that messages show. Returns its index.
  std::int32_t AddSource(std::string path, std::string text);

  void Error(SourceRange range, std::string message, std::string suggestion = {});
  void Warning(SourceRange range, std::string message, std::string suggestion = {});
  // Something that was understood and has no effect on the output: listed, never silent.
  void Ignored(SourceRange range, std::string message);

  bool has_errors() const { return errors_ != 0; }
  std::size_t error_count() const { return errors_; }
  const std::vector<Item>& items() const { return items_; }
  std::string_view path(std::int32_t source) const { return sources_[size_t(source)].path; }
  std::string_view text(std::int32_t source) const { return sources_[size_t(source)].text; }

  struct Place {
    std::size_t line = 1;    // from 1
    std::size_t column = 1;  // in code points, from 1
  };

  // The items of `severity`, sorted by path and place, whatever the order of reporting.
  std::vector<const Item*> Sorted(Severity severity) const;

  // Where a range begins (range.source >= 0). A byte order mark has no column.
  Place PlaceOf(SourceRange range) const;

  // `file:line:col: error: message`, the source line, a caret line and the suggestion, for every
  // item of `severity`, sorted. Columns count code points from 1.
  std::string Render(Severity severity) const;

 private:
  struct Source {
    std::string path;
    std::string text;
    std::vector<std::size_t> line_starts;
  };
  std::string RenderItem(const Item& item) const;

  std::vector<Source> sources_;
  std::vector<Item> items_;
  std::size_t errors_ = 0;
};

}  // namespace causeway
