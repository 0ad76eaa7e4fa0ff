#include "probe/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/text.h"
#include "stats/describe.h"
#include "stats/multiple.h"
#include "stats/rank_tests.h"

namespace causeway::probe {
namespace {

constexpr std::size_t kStretches = 20;
constexpr double kLeastNs = 1e-6;  // a logarithm is taken

std::vector<double> LogMedians(std::span<const double> ns) {
  const std::size_t count = std::min(kStretches, ns.size());
  std::vector<double> medians;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = ns.size() * i / count;
    const std::size_t end = ns.size() * (i + 1) / count;
    const std::vector<double> stretch = stats::Sorted(ns.subspan(begin, end - begin));
    medians.push_back(std::log(std::max(kLeastNs, stats::Median(stretch))));
  }
  return medians;
}

RowChange CompareRow(const Row& a, const Row& b) {
  RowChange change{&a, &b, 1, std::nullopt, 1, 1, Change::kNone};
  const std::vector<double> before = LogMedians(a.ns);
  const std::vector<double> after = LogMedians(b.ns);
  if (const auto shift = stats::HodgesLehmannShift(before, after)) {
    change.ratio = std::exp(shift->estimate);
    if (shift->interval) {
      change.interval =
          stats::Interval{std::exp(shift->interval->low), std::exp(shift->interval->high)};
    }
  }
  if (const auto test = stats::MannWhitney(before, after)) change.p = test->p;
  return change;
}

Change Judge(const RowChange& row) {
  if (row.p_holm >= kAlpha) return Change::kNone;
  if (row.ratio >= kRelevant) return Change::kSlower;
  if (row.ratio <= 1 / kRelevant) return Change::kFaster;
  return Change::kSmall;
}

std::string ValueOf(const PriceList& list, const std::string& fact) {
  for (const auto& [key, value] : list.environment) {
    if (key == fact) return value;
  }
  return {};
}

std::vector<FactChange> CompareFacts(const PriceList& a, const PriceList& b) {
  std::vector<FactChange> changes;
  const auto add = [&](const std::string& fact) {
    if (fact == "started" || fact == "load") return;
    FactChange change{fact, ValueOf(a, fact), ValueOf(b, fact)};
    if (change.a != change.b) changes.push_back(std::move(change));
  };
  for (const auto& fact : a.environment) add(fact.first);
  for (const auto& fact : b.environment) {
    if (ValueOf(a, fact.first).empty()) add(fact.first);
  }
  return changes;
}

}  // namespace

Price PriceOf(const PriceList& list, const Row& row) {
  const std::vector<double> sorted = stats::Sorted(row.ns);
  Price price{stats::Median(sorted), stats::Quantile(sorted, 0.25), stats::Quantile(sorted, 0.75),
              std::nullopt};
  if (const Row* floor = row.floor.empty() ? nullptr : list.Find(row.floor)) {
    price.net = price.median - stats::Median(stats::Sorted(floor->ns));
  }
  return price;
}

std::string_view ToString(Change change) {
  switch (change) {
    case Change::kSmall:
      return "small";
    case Change::kSlower:
      return "slower";
    case Change::kFaster:
      return "faster";
    case Change::kNone:
      break;
  }
  return "no difference seen";
}

std::size_t Comparison::Count(Change change) const {
  return static_cast<std::size_t>(std::ranges::count(rows, change, &RowChange::change));
}

Comparison Compare(const PriceList& a, const PriceList& b) {
  Comparison comparison;
  std::vector<double> p;
  for (const Row& row : a.rows) {
    if (const Row* other = b.Find(row.name)) {
      comparison.rows.push_back(CompareRow(row, *other));
      p.push_back(comparison.rows.back().p);
    } else {
      comparison.only_in_a.push_back(row.name);
    }
  }
  for (const Row& row : b.rows) {
    if (a.Find(row.name) == nullptr) comparison.only_in_b.push_back(row.name);
  }
  const std::vector<double> adjusted = stats::Holm(p);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    RowChange& row = comparison.rows[i];
    row.p_holm = adjusted[i];
    row.change = Judge(row);
  }
  for (const std::string& note : a.notes) comparison.notes.push_back("A: " + note);
  for (const std::string& note : b.notes) comparison.notes.push_back("B: " + note);
  comparison.environment = CompareFacts(a, b);
  return comparison;
}

std::string VerdictSentence(const Comparison& comparison) {
  const std::size_t rose = comparison.Count(Change::kSlower);
  const std::size_t fell = comparison.Count(Change::kFaster);
  const std::size_t all = comparison.rows.size();
  if (all == 0) return "The two lists have no row in common.";
  const std::string level =
      fmt::format("(by {:.0f} % or more, p < {} after Holm)", 100 * (kRelevant - 1), kAlpha);
  if (rose + fell == 0) {
    return fmt::format("None of {} prices differs {}.", all, level);
  }
  const RowChange* largest = nullptr;
  for (const RowChange& row : comparison.rows) {
    if (row.change != Change::kSlower && row.change != Change::kFaster) continue;
    if (largest == nullptr || std::abs(std::log(row.ratio)) > std::abs(std::log(largest->ratio))) {
      largest = &row;
    }
  }
  return fmt::format(
      "{} of {} prices rose and {} fell {}; the largest change: {} costs {:.2f} times "
      "what it cost.",
      rose, all, fell, level, Quote(largest->a->name), largest->ratio);
}

}  // namespace causeway::probe
