// CSV as RFC 4180 has it: fields between double quotes may hold the separator, line ends and
// doubled quotes. A header line names the columns, in any order; unknown columns are ignored and
// named in a note. Ten million lines are read in one pass without a copy of the text; only names
// that are not numbers are kept, once each.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <unordered_map>

#include "base/text.h"
#include "formats/samples/samples.h"

namespace causeway::samples {
namespace {

enum Column { kArm, kValue, kMetric, kUnit, kSession, kPass, kPair, kBlock, kOrder, kColumnCount };
constexpr std::string_view kNames[kColumnCount] = {"arm",  "value", "metric", "unit", "session",
                                                   "pass", "pair",  "block",  "order"};

class Reader {
 public:
  Reader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  Result<SampleSet> Run() {
    set_.format = "CSV";
    if (auto header = Header(); !header) return std::unexpected(header.error());
    while (position_ < text_.size()) {
      if (SkipBlankLine()) continue;
      if (auto row = Row(); !row) return std::unexpected(row.error());
    }
    if (set_.size() == 0) return Error("no line follows the header", 0);
    if (set_.metrics.empty()) set_.metrics.push_back({"value", "", false});
    return std::move(set_);
  }

 private:
  std::unexpected<causeway::Error> Error(std::string message, std::size_t column) const {
    std::string where = fmt::format("{}:{}", name_, line_);
    if (column != 0) where += fmt::format(":{}", column);
    return Fail(causeway::Error::Code::kBadInput, std::move(message), std::move(where));
  }

  std::size_t ColumnNumber(const char* at) const {
    return static_cast<std::size_t>(at - (text_.data() + line_start_)) + 1;
  }

  bool SkipBlankLine() {
    std::size_t at = position_;
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) ++at;
    const bool comment = at < text_.size() && text_[at] == '#';
    if (at < text_.size() && text_[at] != '\n' && !comment) return false;
    if (comment) at = std::min(text_.find('\n', at), text_.size());
    position_ = std::min(at + 1, text_.size());
    ++line_;
    line_start_ = position_;
    return true;
  }

  // Fields of the line at position_, which is left behind. They point into the text or, if they
  // had doubled quotes, into unescaped_.
  Result<void> Fields(std::vector<std::string_view>& fields) {
    fields.clear();
    unescaped_.clear();
    for (;;) {
      std::string_view field;
      if (position_ < text_.size() && text_[position_] == '"') {
        const std::size_t open = position_++;
        std::size_t begin = position_;
        std::string whole;
        bool doubled = false;
        for (;;) {
          const std::size_t close = text_.find('"', position_);
          if (close == std::string_view::npos) {
            return Error("a quotation mark is not closed", ColumnNumber(text_.data() + open));
          }
          position_ = close + 1;
          if (position_ < text_.size() && text_[position_] == '"') {
            whole += text_.substr(begin, position_ - begin);
            doubled = true;
            begin = ++position_;
            continue;
          }
          whole += text_.substr(begin, close - begin);
          field = text_.substr(open + 1, close - open - 1);
          break;
        }
        if (doubled) {
          unescaped_.push_back(std::make_unique<std::string>(std::move(whole)));
          field = *unescaped_.back();
        }
        if (position_ < text_.size() && text_[position_] != separator_ &&
            text_[position_] != '\n' && text_[position_] != '\r') {
          return Error("text follows a closing quotation mark",
                       ColumnNumber(text_.data() + position_));
        }
      } else {
        const std::size_t begin = position_;
        while (position_ < text_.size() && text_[position_] != separator_ &&
               text_[position_] != '\n') {
          ++position_;
        }
        field = text_.substr(begin, position_ - begin);
        while (!field.empty() && (field.back() == '\r' || field.back() == ' ')) {
          field.remove_suffix(1);
        }
        while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
      }
      fields.push_back(field);
      if (position_ < text_.size() && text_[position_] == '\r') ++position_;
      if (position_ >= text_.size()) break;
      if (text_[position_++] == '\n') break;
    }
    return {};
  }

  void NextLine() {
    // A quoted field may have held line ends.
    for (std::size_t at = line_start_; at < position_; ++at) line_ += text_[at] == '\n';
    line_start_ = position_;
  }

  Result<void> Header() {
    while (position_ < text_.size() && SkipBlankLine()) {
    }
    const std::string_view line = text_.substr(position_, text_.find('\n', position_) - position_);
    for (const char candidate : {',', ';', '\t'}) {
      if (line.find(candidate) != std::string_view::npos) {
        separator_ = candidate;
        break;
      }
    }
    if (auto read = Fields(fields_); !read) return read;
    std::string unknown;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      bool known = false;
      for (int c = 0; c < kColumnCount; ++c) {
        if (fields_[i] != kNames[c]) continue;
        if (where_[c] >= 0) {
          return Error(fmt::format("column {} is named twice", Quote(fields_[i])), 0);
        }
        where_[c] = static_cast<int>(i);
        known = true;
      }
      if (!known) unknown += (unknown.empty() ? "" : ", ") + Quote(fields_[i]);
    }
    for (const Column c : {kArm, kValue}) {
      if (where_[c] < 0) {
        return Error(
            fmt::format("there is no column {}; the first line must name the columns: arm "
                        "and value, and if known metric, unit, session, pass, pair, block, "
                        "order",
                        Quote(kNames[c])),
            0);
      }
    }
    if (!unknown.empty()) set_.notes.push_back("columns without a meaning here: " + unknown);
    width_ = fields_.size();
    NextLine();
    return {};
  }

  Result<void> Row() {
    if (auto read = Fields(fields_); !read) return read;
    if (fields_.size() != width_) {
      return Error(fmt::format("{} fields, but the header has {}", fields_.size(), width_), 0);
    }
    const std::string_view number = fields_[static_cast<std::size_t>(where_[kValue])];
    double value = 0;
    const char* end = number.data() + number.size();
    const auto [stop, failure] = std::from_chars(number.data(), end, value);
    if (failure == std::errc::result_out_of_range || std::abs(value) > kLargestValue) {
      if (!std::isinf(value)) {
        return Error(fmt::format("value {} is outside of what can be computed with", Quote(number)),
                     ColumnNumber(number.data()));
      }
    }
    if (failure != std::errc() || stop != end || number.empty()) {
      return Error(
          fmt::format("value {} is no number{}", Quote(number),
                      number.find(',') != std::string_view::npos ? "; write a decimal point" : ""),
          ColumnNumber(number.data()));
    }
    if (!std::isfinite(value)) {
      return Error(
          fmt::format("value {} is not finite; leave out launches that failed", Quote(number)),
          ColumnNumber(number.data()));
    }
    const std::string_view arm = fields_[static_cast<std::size_t>(where_[kArm])];
    if (arm.empty()) return Error("the arm has no name", ColumnNumber(arm.data()));
    set_.arm.push_back(Name(arm, set_.arms, last_arm_));
    if (set_.arms.size() > kMostArms) return TooMany("arms", kMostArms, arm);
    set_.value.push_back(value);
    if (where_[kMetric] >= 0 || where_[kUnit] >= 0) {
      if (auto metric = MetricOf(); !metric) return metric;
    }
    if (where_[kSession] >= 0) {
      const std::string_view session = fields_[static_cast<std::size_t>(where_[kSession])];
      set_.session.push_back(Name(session, set_.sessions, last_session_));
      if (set_.sessions.size() > kMostNames) return TooMany("sessions", kMostNames, session);
    }
    const std::pair<Column, std::vector<std::int32_t>*> places[] = {
        {kPass, &set_.pass}, {kPair, &set_.pair}, {kBlock, &set_.block}};
    for (const auto& [column, to] : places) {
      if (where_[column] < 0) continue;
      if (auto place = Place(column, *to); !place) return place;
    }
    if (where_[kOrder] >= 0) {
      const std::string_view text = fields_[static_cast<std::size_t>(where_[kOrder])];
      std::int64_t order = 0;
      const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), order);
      if (error != std::errc() || at != text.data() + text.size() || order < 0 ||
          order > kLargestOrder) {
        return Error(fmt::format("order {} is no whole number from 0", Quote(text)),
                     ColumnNumber(text.data()));
      }
      set_.order.push_back(order);
    }
    NextLine();
    return {};
  }

  std::unexpected<causeway::Error> TooMany(std::string_view what, std::size_t most,
                                           std::string_view at) const {
    return Error(fmt::format("more than {} {}: is the column the right one?", most, what),
                 ColumnNumber(at.data()));
  }

  // Names are few and neighbours mostly share them.
  static std::int32_t Name(std::string_view name, std::vector<std::string>& names,
                           std::int32_t& last) {
    if (last < static_cast<std::int32_t>(names.size()) &&
        names[static_cast<std::size_t>(last)] == name) {
      return last;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == name) return last = static_cast<std::int32_t>(i);
    }
    names.emplace_back(name);
    return last = static_cast<std::int32_t>(names.size()) - 1;
  }

  Result<void> MetricOf() {
    Metric metric{"value", "", false};
    if (where_[kMetric] >= 0) metric.name = fields_[static_cast<std::size_t>(where_[kMetric])];
    if (where_[kUnit] >= 0) metric.unit = fields_[static_cast<std::size_t>(where_[kUnit])];
    metric.higher_is_better = IsRate(metric.unit);
    const std::int32_t index = set_.AddMetric(metric);
    const Metric& known = set_.metrics[static_cast<std::size_t>(index)];
    if (known.unit != metric.unit) {
      return Error(fmt::format("metric {} is in {} here and in {} above", Quote(metric.name),
                               Quote(metric.unit), Quote(known.unit)),
                   0);
    }
    set_.metric.push_back(index);
    if (set_.metrics.size() > kMostNames) {
      return TooMany("metrics", kMostNames, fields_[static_cast<std::size_t>(where_[kMetric])]);
    }
    return {};
  }

  // A pass, pair or block: a number, or a name that is given one. The first line says which.
  Result<void> Place(Column column, std::vector<std::int32_t>& to) {
    const std::string_view text = fields_[static_cast<std::size_t>(where_[column])];
    std::int32_t number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number =
        !text.empty() && error == std::errc() && at == text.data() + text.size() && number >= 0;
    if (to.empty()) named_[column] = !is_number;
    if (named_[column]) {
      std::unordered_map<std::string, std::int32_t>& known = places_[column];
      number = known.try_emplace(std::string(text), static_cast<std::int32_t>(known.size()))
                   .first->second;
    } else if (!is_number) {
      return Error(
          fmt::format("{} {} is no number, but those above are", kNames[column], Quote(text)),
          ColumnNumber(text.data()));
    }
    if (number > kLargestPlace) {
      return Error(fmt::format("{} {} is above {}", kNames[column], number, kLargestPlace),
                   ColumnNumber(text.data()));
    }
    to.push_back(number);
    return {};
  }

  std::string_view text_;
  std::string_view name_;
  SampleSet set_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  char separator_ = ',';
  std::size_t width_ = 0;
  int where_[kColumnCount] = {-1, -1, -1, -1, -1, -1, -1, -1, -1};
  bool named_[kColumnCount] = {};
  std::map<Column, std::unordered_map<std::string, std::int32_t>> places_;
  std::int32_t last_arm_ = 0;
  std::int32_t last_session_ = 0;
  std::vector<std::string_view> fields_;
  std::vector<std::unique_ptr<std::string>> unescaped_;
};

}  // namespace

Result<SampleSet> ReadCsv(std::string_view text, std::string_view name) {
  return Reader(text, name).Run();
}

}  // namespace causeway::samples
