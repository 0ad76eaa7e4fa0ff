#include "ab/power_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ab/wording.h"
#include "stats/describe.h"
#include "stats/power.h"

namespace causeway::ab {
namespace {

constexpr double kNormalReach = 1.959963984540054;  // 97.5 % of a normal distribution
constexpr std::array<std::size_t, 6> kUsual = {4, 8, 16, 32, 64, 128};

std::string Row(std::string_view name, std::string_view figure) {
  return fmt::format("  {:<50}{}\n", name, figure);
}

std::string Needed(const KnownSpread& spread, double effect, const stats::PowerOptions& options) {
  if (!(spread.sd > 0)) return "2 (no spread)";
  const auto count = stats::RequiredCount(stats::Design::kPairs, spread.sd, effect, options);
  return count ? std::to_string(*count) : fmt::format("more than {}", stats::kMostBlocks);
}

}  // namespace

std::vector<KnownSpread> SpreadsOf(const Analysis& analysis) {
  const Experiment& e = analysis.experiment;
  std::vector<KnownSpread> spreads;
  for (const Comparison& c : analysis.comparisons) {
    if (c.pairs.size() < 2) continue;
    spreads.push_back(
        {fmt::format("{} - {}, {}", e.arms[c.arm], e.arms[0], e.metrics[c.metric].name),
         e.metrics[c.metric].unit, stats::Summarize(stats::Differences(c.pairs)).sd,
         std::abs(c.BaseMean())});
  }
  return spreads;
}

std::vector<KnownSpread> SpreadsOf(const std::vector<NoiseRecord>& records) {
  std::vector<KnownSpread> spreads;
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    std::string name = fmt::format("A/A of {}, {}", record->command, record->metric);
    if (std::ranges::find(spreads, name, &KnownSpread::name) != spreads.end()) continue;
    spreads.push_back({std::move(name), record->unit, record->floor / kNormalReach, record->level});
  }
  std::ranges::reverse(spreads);
  return spreads;
}

std::string PowerText(const std::vector<KnownSpread>& spreads, const Bound& effect,
                      const stats::PowerOptions& options) {
  std::string text;
  for (const KnownSpread& spread : spreads) {
    const double size = effect.relative ? effect.value * spread.level : effect.value;
    const int decimals = DecimalsFor(size > 0 ? std::min(spread.sd, size) : spread.sd);
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", spread.name);
    text += Row("sd of the difference of a block pair", Amount(spread.sd, decimals, spread.unit));
    if (effect.relative && !(spread.level > 0)) {
      text += Row("the level is not known", "give the effect in the metric's unit");
      continue;
    }
    text += Row(fmt::format("block pairs that find {} in {} of runs",
                            Amount(size, decimals, spread.unit), Percent(options.power)),
                Needed(spread, size, options));
    if (!(spread.sd > 0)) continue;
    for (const std::size_t n : kUsual) {
      const double found =
          stats::MinimumDetectableEffect(stats::Design::kPairs, n, spread.sd, options);
      text += Row(fmt::format("{} pairs find", n), Amount(found, decimals, spread.unit));
    }
  }
  return text + fmt::format(
                    "\ntwo-sided t test of pair differences at {}; more launches in a block "
                    "make a pair's spread\nsmaller only as far as launches, not blocks, differ\n",
                    options.alpha);
}

}  // namespace causeway::ab
