// Published figures, taken apart.
//
// A table of means, standard deviations and counts allows one interval: that of single launches, as
// if each were independent of all others. It says how far the next launches of that very afternoon
// would scatter. Whether the next session would say the same is another question, and only what was
// published of several sessions (rounds, passes) answers it: their differences are then the values,
// and the interval has one degree of freedom less than there are sessions (random_effects.cc).
//
// So the verdict here rests on the parts where there are two or more. With none it is always
// inconclusive: the launch-level interval is shown, and why it is not enough.
#include "ab/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "base/text.h"
#include "stats/describe.h"

namespace causeway::ab {
namespace {

enum Column { kArm, kMean, kSd, kN, kDifference, kSe, kT, kSession, kPass, kUnit, kColumns };
constexpr std::array<std::string_view, kColumns> kNames = {
    "arm", "mean", "sd", "n", "difference", "se", "t", "session", "pass", "unit"};

// Enough for the normal distribution, where no count was published.
constexpr double kManyDegrees = 1e9;

struct ArmRow {
  std::string arm;
  std::size_t line = 0;
  stats::Summary summary;
};

std::string Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

// Fields of one line; fields between double quotes may hold commas and doubled quotes.
std::vector<std::string> Fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[++i];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  for (std::string& field : fields) field = Trim(field);
  return fields;
}

class Reader {
 public:
  Reader(std::string_view name, const SummaryOptions& options) : name_(name) {
    summary_.name = name;
    summary_.alpha = options.alpha;
    summary_.bound = options.bound;
  }

  Result<Summary> Run(std::string_view text) {
    const std::vector<std::string> lines = SplitLines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      line_ = i + 1;
      if (Trim(lines[i]).empty() || lines[i].starts_with('#')) continue;
      const auto done = columns_.empty() ? Header(Fields(lines[i])) : Row(Fields(lines[i]));
      if (!done) return std::unexpected(done.error());
    }
    if (columns_.empty()) return Error("the file is empty");
    if (const auto done = Compare(); !done) return std::unexpected(done.error());
    for (PublishedComparison& c : summary_.comparisons) Judge(c);
    return std::move(summary_);
  }

 private:
  std::unexpected<causeway::Error> Error(std::string message, std::size_t line = 0) const {
    return Fail(causeway::Error::Code::kBadInput, std::move(message),
                fmt::format("{}:{}", name_, line == 0 ? line_ : line));
  }

  Result<void> Header(const std::vector<std::string>& fields) {
    for (const std::string& field : fields) {
      const auto at = std::ranges::find(kNames, field);
      if (at == kNames.end()) {
        return Error(fmt::format("no column {} is known; columns are {}{}", Quote(field),
                                 fmt::join(kNames, ", "),
                                 field == "value" ? " (launches are read without --summary)" : ""));
      }
      const auto column = static_cast<Column>(at - kNames.begin());
      if (std::ranges::find(columns_, column) != columns_.end()) {
        return Error(fmt::format("column {} stands there twice", field));
      }
      columns_.push_back(column);
    }
    const auto has = [this](Column c) { return std::ranges::find(columns_, c) != columns_.end(); };
    if (!has(kDifference) && !(has(kArm) && has(kMean) && has(kSd) && has(kN))) {
      return Error(
          "a summary has the columns arm,mean,sd,n or the column difference (with se or t); "
          "without --summary single launches are read");
    }
    return {};
  }

  Result<std::optional<double>> Figure(Column column) const {
    const std::string& text = row_[column];
    if (text.empty()) return std::nullopt;
    double value = 0;
    const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
      return Error(fmt::format("{} {} is not a number", kNames[column], Quote(text)));
    }
    return value;
  }

  Result<void> Row(const std::vector<std::string>& fields) {
    if (fields.size() > columns_.size()) {
      return Error(fmt::format("{} fields, but the header has {}", fields.size(), columns_.size()));
    }
    row_.fill({});
    for (std::size_t i = 0; i < fields.size(); ++i) row_[columns_[i]] = fields[i];
    if (auto unit = Unit(); !unit) return unit;
    std::array<std::optional<double>, kColumns> figures;
    for (const Column column : {kMean, kSd, kN, kDifference, kSe, kT}) {
      auto figure = Figure(column);
      if (!figure) return std::unexpected(figure.error());
      figures[column] = *figure;
    }
    if (figures[kN] &&
        (*figures[kN] < 1 || *figures[kN] > 1e15 || *figures[kN] != std::floor(*figures[kN]))) {
      return Error(fmt::format("n {} is not a count", row_[kN]));
    }
    std::string part = row_[kSession];
    if (!row_[kPass].empty()) {
      part += fmt::format("{}pass {}", part.empty() ? "" : ", ", row_[kPass]);
      has_pass_ = true;
    }
    has_session_ = has_session_ || !row_[kSession].empty();
    return figures[kDifference] ? DifferenceRow(part, figures) : MeanRow(part, figures);
  }

  Result<void> Unit() {
    if (row_[kUnit].empty()) return {};
    if (!summary_.unit.empty() && summary_.unit != row_[kUnit]) {
      return Error(fmt::format("unit {}, but the lines before are in {}", Quote(row_[kUnit]),
                               Quote(summary_.unit)));
    }
    summary_.unit = row_[kUnit];
    return {};
  }

  Result<void> MeanRow(const std::string& part,
                       const std::array<std::optional<double>, kColumns>& figures) {
    for (const Column column : {kMean, kSd, kN}) {
      if (!figures[column]) {
        return Error(fmt::format("{} is missing{}", kNames[column],
                                 row_[kMean].empty() ? " (or difference)" : ""));
      }
    }
    if (*figures[kSd] < 0) return Error("sd is negative");
    if (*figures[kN] < 2) return Error("n is 1: one launch has no sd");
    for (const ArmRow& row : means_[part]) {
      if (row.arm == row_[kArm]) {
        return Error(fmt::format("arm {} stands on line {} already{}", Quote(row.arm), row.line,
                                 part.empty() ? "; name a session or a pass" : " for " + part));
      }
    }
    if (std::ranges::find(arms_, row_[kArm]) == arms_.end()) arms_.push_back(row_[kArm]);
    means_[part].push_back(
        {row_[kArm],
         line_,
         {static_cast<std::size_t>(*figures[kN]), *figures[kMean], *figures[kSd]}});
    return {};
  }

  Result<void> DifferenceRow(const std::string& part,
                             const std::array<std::optional<double>, kColumns>& figures) {
    if (figures[kMean] || figures[kSd]) {
      return Error("a line gives either mean and sd, or difference");
    }
    if (figures[kSe] && figures[kT]) return Error("a line gives either se or t");
    PublishedEffect effect;
    effect.part = part;
    effect.line = line_;
    effect.difference = *figures[kDifference];
    std::optional<double> se = figures[kSe];
    if (figures[kT]) {
      if (*figures[kT] == 0 || (*figures[kT] < 0) != (effect.difference < 0)) {
        return Error("t and difference have different signs, or t is 0");
      }
      se = effect.difference / *figures[kT];
    }
    if (se) {
      if (!(*se > 0)) return Error("se is not positive");
      effect.normal = !figures[kN] || *figures[kN] < 2;
      effect.test =
          stats::TFromEstimate(effect.difference, *se,
                               effect.normal ? kManyDegrees : *figures[kN] - 1, 1 - summary_.alpha);
    }
    for (const PublishedEffect& known : differences_[row_[kArm]]) {
      if (known.part == part && !part.empty()) {
        return Error(fmt::format("{} stands on line {} already", part, known.line));
      }
    }
    differences_[row_[kArm]].push_back(std::move(effect));
    return {};
  }

  // Puts rows together: later arms against the first, whole and parts.
  Result<void> Compare() {
    summary_.part_word = has_session_ ? "session" : (has_pass_ ? "pass" : "part");
    if (arms_.size() == 1) return Error(fmt::format("there is one arm only, {}", Quote(arms_[0])));
    for (std::size_t i = 1; i < arms_.size(); ++i) Of(arms_[i], arms_[0]);
    for (const auto& [name, effects] : differences_) {
      const std::string arm = !name.empty() ? name : (arms_.size() == 2 ? arms_[1] : "b");
      if (name.empty() && arms_.size() > 2) {
        return Error("with three arms and more a difference names its arm", effects[0].line);
      }
      PublishedComparison& c = Of(arm, arms_.empty() ? "a" : arms_[0]);
      for (const PublishedEffect& effect : effects) {
        (effect.part.empty() ? c.whole : c.parts).push_back(effect);
      }
    }
    for (const auto& [part, rows] : means_) {
      const auto base = std::ranges::find(rows, arms_[0], &ArmRow::arm);
      if (base == rows.end()) {
        return Error(fmt::format("no line of the first arm, {}, belongs to {}", Quote(arms_[0]),
                                 part.empty() ? "this one" : part),
                     rows[0].line);
      }
      for (const ArmRow& row : rows) {
        if (&row == &*base) continue;
        AddMeans(part, *base, row);
      }
    }
    if (summary_.comparisons.empty()) return Error("no line follows the header");
    return {};
  }

  PublishedComparison& Of(const std::string& arm, const std::string& base) {
    const auto found = std::ranges::find(summary_.comparisons, arm, &PublishedComparison::arm);
    if (found != summary_.comparisons.end()) return *found;
    PublishedComparison& added = summary_.comparisons.emplace_back();
    added.arm = arm;
    added.base = base;
    return added;
  }

  void AddMeans(const std::string& part, const ArmRow& base, const ArmRow& row) {
    PublishedComparison& c = Of(row.arm, base.arm);
    PublishedEffect effect;
    effect.part = part;
    effect.line = row.line;
    effect.difference = row.summary.mean - base.summary.mean;
    effect.test = stats::Welch(base.summary, row.summary, 1 - summary_.alpha);
    if (part.empty()) {
      c.base_mean = base.summary.mean;
      c.whole.insert(c.whole.begin(), std::move(effect));
    } else {
      c.parts.push_back(std::move(effect));
    }
  }

  void Judge(PublishedComparison& c) const {
    // In the order of the file, also where means and differences are mixed.
    std::ranges::stable_sort(c.parts, {}, &PublishedEffect::line);
    std::vector<double> effects;
    std::vector<double> errors;
    std::vector<int> sessions;
    for (const PublishedEffect& part : c.parts) {
      sessions.push_back(static_cast<int>(effects.size()));
      effects.push_back(part.difference);
      if (part.test && part.test->se > 0) errors.push_back(part.test->se);
    }
    if (effects.size() < 2) {
      c.verdict.effect =
          c.whole.empty() ? (c.parts.empty() ? 0 : c.parts[0].difference) : c.whole[0].difference;
      return;
    }
    c.between = stats::OneSampleT(effects, 1 - summary_.alpha);
    stats::VerdictInput input;
    if (errors.size() == effects.size()) {
      c.combined = stats::CombineEffects(effects, errors, 1 - summary_.alpha);
      // Parts may agree by chance, or by rounding, better than their own errors allow.
      if (c.combined && c.between->se < c.combined->fixed_se) {
        c.between = stats::TFromEstimate(c.between->difference, c.combined->fixed_se, c.between->df,
                                         1 - summary_.alpha);
      }
      input.least_se = c.between->se;
    }
    input.differences = effects;
    input.sessions = sessions;
    input.alpha = summary_.alpha;
    input.bound = summary_.bound;
    c.verdict = stats::Judge(input);
  }

  std::string name_;
  Summary summary_;
  std::size_t line_ = 0;
  std::vector<Column> columns_;
  std::array<std::string, kColumns> row_;
  bool has_session_ = false;
  bool has_pass_ = false;
  std::vector<std::string> arms_;
  std::map<std::string, std::vector<ArmRow>> means_;                 // by part
  std::map<std::string, std::vector<PublishedEffect>> differences_;  // by arm
};

}  // namespace

stats::VerdictKind Summary::overall() const {
  auto kind = stats::VerdictKind::kWithinNoise;
  for (const PublishedComparison& c : comparisons) {
    if (c.verdict.kind == stats::VerdictKind::kDifference) return c.verdict.kind;
    if (c.verdict.kind == stats::VerdictKind::kInconclusive) kind = c.verdict.kind;
  }
  return kind;
}

Result<Summary> ReadSummary(std::string_view text, std::string_view name,
                            const SummaryOptions& options) {
  return Reader(name, options).Run(text);
}

}  // namespace causeway::ab
