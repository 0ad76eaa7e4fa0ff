#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "ab/summary.h"
#include "ab/test_json.h"
#include "ab/wording.h"

namespace causeway::ab {
namespace {

using ab::ToJson;
using nlohmann::ordered_json;

int DecimalsOf(const PublishedComparison& c) {
  double scale = std::numeric_limits<double>::infinity();
  for (const auto* list : {&c.whole, &c.parts}) {
    for (const PublishedEffect& effect : *list) {
      if (effect.test && !effect.test->degenerate) {
        scale = std::min(scale, effect.test->interval.width() / 2);
      }
    }
  }
  if (c.between && !c.between->degenerate) {
    scale = std::min(scale, c.between->interval.width() / 2);
  }
  return DecimalsFor(scale);
}

// "sessions", "passes"
std::string PartWord(const Summary& summary, std::size_t n) {
  if (n == 1) return summary.part_word;
  return summary.part_word + (summary.part_word == "pass" ? "es" : "s");
}

std::string Parts(const Summary& summary, std::size_t n) {
  return fmt::format("{} {}", n, PartWord(summary, n));
}

// "b - a is -26.69 ms [-37.6, -15.8] per launch", or an empty text.
std::string WholeText(const Summary& summary, const PublishedComparison& c, int decimals) {
  const PublishedEffect* effect = !c.whole.empty()                    ? &c.whole.front()
                                  : c.parts.size() == 1 && !c.between ? &c.parts.front()
                                                                      : nullptr;
  if (effect == nullptr) return {};
  const std::string relative =
      c.base_mean == 0
          ? ""
          : fmt::format(" ({} %)", Number(effect->difference / std::abs(c.base_mean) * 100, 1));
  return fmt::format(
      "{} - {} is {}{}{}", c.arm, c.base, Amount(effect->difference, decimals + 1, summary.unit),
      relative, effect->test ? " " + Range(effect->test->interval, decimals) + " per launch" : "");
}

std::string Sentence(const Summary& summary, const PublishedComparison& c, int decimals) {
  const std::string whole = WholeText(summary, c, decimals);
  if (!c.between) {
    return fmt::format(
        "inconclusive: {}; nothing was published that says whether another session "
        "would give the same",
        whole);
  }
  std::string over = fmt::format("over {} ", Parts(summary, c.parts.size()));
  if (whole.empty()) {
    over = fmt::format("{} - {} is {} {} {}", c.arm, c.base,
                       Amount(c.verdict.effect, decimals + 1, summary.unit),
                       Range(c.between->interval, decimals), over.substr(0, over.size() - 1));
  } else {
    over = fmt::format("{}, but {}{}", whole, over, Range(c.between->interval, decimals));
  }
  switch (c.verdict.kind) {
    case stats::VerdictKind::kDifference:
      return over + ": a difference";
    case stats::VerdictKind::kWithinNoise:
      return fmt::format("within noise: {}, smaller than {}", over,
                         summary.bound ? Amount(*summary.bound, decimals, summary.unit)
                                       : std::string("any bound"));
    case stats::VerdictKind::kInconclusive:
      break;
  }
  if (!whole.empty()) {
    return fmt::format("inconclusive: {}, not confirmed between its {} {}", whole,
                       Parts(summary, c.parts.size()), Range(c.between->interval, decimals));
  }
  return "inconclusive: " + over;
}

std::string Line(std::string_view name, std::string_view effect, std::string_view se,
                 std::string_view interval, std::string_view p) {
  std::string line =
      fmt::format("  {:<36}{:>10}  {:>8}  {:<20}  {}", name, effect, se, interval, p);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string TestLine(std::string_view name, const stats::TTest& test, int decimals) {
  return Line(name, Number(test.difference, decimals + 1), Number(test.se, decimals + 1),
              Range(test.interval, decimals), PEquals(test.p));
}

std::string EffectLine(const PublishedEffect& effect, int decimals) {
  const std::string name = effect.part.empty() ? "all" : effect.part;
  if (!effect.test) {
    return Line(name, Number(effect.difference, decimals + 1), "", "no spread published", "");
  }
  return TestLine(effect.normal ? name + " (n unknown: normal)" : name, *effect.test, decimals);
}

std::string BetweenText(const Summary& summary, const PublishedComparison& c, int decimals) {
  std::string text =
      fmt::format("between the {}: what the verdict rests on\n", Parts(summary, c.parts.size()));
  text += TestLine(fmt::format("t over their differences, df {:.0f}", c.between->df), *c.between,
                   decimals);
  if (c.combined) {
    const stats::MetaAnalysis& m = *c.combined;
    text += TestLine("DerSimonian-Laird, Hartung-Knapp", m.hartung_knapp, decimals);
    text += Line("DerSimonian-Laird, normal", Number(m.random_mean, decimals + 1),
                 Number(m.random_se, decimals + 1), "", PEquals(m.random_p));
    text += Line("as if they did not differ (fixed)", Number(m.fixed_mean, decimals + 1),
                 Number(m.fixed_se, decimals + 1), "", "");
    text += fmt::format(
        "  do they agree?  Q = {:.4g} with {} degrees of freedom, {}; I2 = {:.0f} %: that part "
        "of\n                  their spread is not sampling error; between them tau = {}\n",
        m.q, m.groups - 1, PEquals(m.q_p), m.i2 * 100, Amount(m.tau, decimals, summary.unit));
  }
  if (c.verdict.kind == stats::VerdictKind::kInconclusive) {
    text += c.verdict.needed ? fmt::format("  about {} more {} like these would settle it\n",
                                           *c.verdict.needed, PartWord(summary, *c.verdict.needed))
                             : std::string("  more like these would not settle it\n");
  }
  return text;
}

ordered_json ToJson(const std::vector<PublishedEffect>& effects) {
  ordered_json list = ordered_json::array();
  for (const PublishedEffect& effect : effects) {
    list.push_back({{"part", effect.part},
                    {"difference", effect.difference},
                    {"normal", effect.normal},
                    {"per_launch", effect.test ? ToJson(*effect.test) : ordered_json()}});
  }
  return list;
}

ordered_json ToJson(const stats::MetaAnalysis& m) {
  return {{"fixed_mean", m.fixed_mean},
          {"fixed_se", m.fixed_se},
          {"q", m.q},
          {"q_p", m.q_p},
          {"i2", m.i2},
          {"tau", m.tau},
          {"random_mean", m.random_mean},
          {"random_se", m.random_se},
          {"random_z", m.random_z},
          {"random_p", m.random_p},
          {"hartung_knapp", ToJson(m.hartung_knapp)}};
}

}  // namespace

std::string SummaryText(const Summary& summary) {
  std::string text;
  for (const PublishedComparison& c : summary.comparisons) {
    text += Sentence(summary, c, DecimalsOf(c)) + "\n";
  }
  for (const PublishedComparison& c : summary.comparisons) {
    const int decimals = DecimalsOf(c);
    text += fmt::format("\n{} - {}{}\n", c.arm, c.base,
                        summary.unit.empty() ? "" : " (" + summary.unit + ")");
    text += Line("as published", "difference", "se", Percent(1 - summary.alpha) + " interval", "");
    for (const PublishedEffect& effect : c.whole) text += EffectLine(effect, decimals);
    for (const PublishedEffect& effect : c.parts) text += EffectLine(effect, decimals);
    if (c.between) {
      text += BetweenText(summary, c, decimals);
    } else {
      text +=
          "These intervals hold for single launches of the same session. They do not contain what "
          "differs\nfrom one session, device or day to the next.\n";
    }
  }
  return text;
}

std::string SummaryJson(const Summary& summary) {
  ordered_json json;
  json["causeway"] = "ab-summary";
  json["version"] = 1;
  json["verdict"] = stats::ToString(summary.overall());
  json["unit"] = summary.unit;
  json["alpha"] = summary.alpha;
  json["bound"] = summary.bound ? ordered_json(*summary.bound) : ordered_json();
  json["comparisons"] = ordered_json::array();
  for (const PublishedComparison& c : summary.comparisons) {
    ordered_json reasons = ordered_json::array();
    for (const stats::Reason reason : c.verdict.reasons) reasons.push_back(stats::ToString(reason));
    json["comparisons"].push_back(
        {{"base", c.base},
         {"arm", c.arm},
         {"sentence", Sentence(summary, c, DecimalsOf(c))},
         {"verdict", stats::ToString(c.verdict.kind)},
         {"whole", ToJson(c.whole)},
         {"parts", ToJson(c.parts)},
         {"between", c.between ? ToJson(*c.between) : ordered_json()},
         {"combined", c.combined ? ToJson(*c.combined) : ordered_json()},
         {"needed", c.verdict.needed ? ordered_json(*c.verdict.needed) : ordered_json()},
         {"reasons", std::move(reasons)}});
  }
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace causeway::ab
