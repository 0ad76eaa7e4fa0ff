#include "ab/report_json.h"

#include <nlohmann/json.hpp>

#include "ab/test_json.h"
#include "ab/wording.h"

namespace causeway::ab {
namespace {

using ab::ToJson;
using nlohmann::ordered_json;

// More are not listed: a run of ten million launches is not told pair by pair.
constexpr std::size_t kListedPairs = 10'000;

ordered_json ToJson(const stats::Interval& interval) {
  return ordered_json::array({interval.low, interval.high});
}

ordered_json ToJson(const stats::BootstrapResult& boot) {
  return {{"estimate", boot.estimate},
          {"se", boot.se},
          {"percentile", ToJson(boot.percentile)},
          {"bca", boot.guard == stats::BcaGuard::kNone ? ToJson(boot.bca) : ordered_json()},
          {"bca_guard", stats::ToString(boot.guard)},
          {"z0", boot.z0},
          {"acceleration", boot.acceleration},
          {"asymptotic", boot.asymptotic}};
}

ordered_json ToJson(const stats::PermutationResult& result) {
  return {{"p", result.p},
          {"exact", result.exact},
          {"extreme", result.extreme},
          {"total", result.total},
          {"asymptotic", result.asymptotic}};
}

std::string_view Name(stats::RankMethod method) {
  return method == stats::RankMethod::kExact ? "exact" : "normal";
}

ordered_json ToJson(const stats::SignedRank& rank) {
  return {{"n", rank.n},
          {"zeros", rank.zeros},
          {"ties", rank.ties},
          {"w_plus", rank.w_plus},
          {"w_minus", rank.w_minus},
          {"p", rank.p},
          {"method", Name(rank.method)},
          {"p_normal", rank.p_normal},
          {"p_normal_uncorrected", rank.p_normal_uncorrected},
          {"asymptotic", rank.asymptotic}};
}

ordered_json ToJson(const stats::MannWhitneyTest& test) {
  return {{"u", test.u},
          {"ties", test.ties},
          {"p", test.p},
          {"method", Name(test.method)},
          {"p_normal", test.p_normal},
          {"asymptotic", test.asymptotic}};
}

ordered_json ToJson(const stats::HodgesLehmann& hl) {
  return {{"estimate", hl.estimate},
          {"interval", hl.interval ? ToJson(*hl.interval) : ordered_json()},
          {"method", Name(hl.method)},
          {"asymptotic", hl.asymptotic}};
}

ordered_json ToJson(const stats::Description& d) {
  return {{"n", d.n},
          {"mean", d.mean},
          {"sd", d.sd},
          {"cv", d.cv},
          {"median", d.median},
          {"mad", d.mad},
          {"mad_scaled", d.mad_scaled},
          {"q1", d.q1},
          {"q3", d.q3},
          {"p95", d.p95},
          {"min", d.min},
          {"max", d.max},
          {"trimmed_mean", d.trimmed_mean}};
}

ordered_json ToJson(const stats::Outliers& outliers) {
  ordered_json json = {{"count", outliers.indices.size()}, {"fences", ToJson(outliers.fences)}};
  if (outliers.indices.size() <= kListedPairs) json["indices"] = outliers.indices;
  return json;
}

ordered_json ToJson(const stats::Equivalence& test) {
  return {{"p_lower", test.p_lower},
          {"p_upper", test.p_upper},
          {"p", test.p},
          {"equivalent", test.equivalent},
          {"interval", ToJson(test.interval)}};
}

ordered_json ToJson(const NoiseRecord& noise) {
  return {{"command", noise.command},      {"when", noise.when},
          {"pairs", noise.pairs},          {"level", noise.level},
          {"floor", noise.floor},          {"floor_relative", noise.floor_relative},
          {"run_floor", noise.RunFloor()}, {"drift_per_hour", noise.drift_per_hour}};
}

ordered_json ToJson(const stats::Trend& trend) {
  return {{"change", trend.change}, {"slope", ToJson(trend.slope)}};
}

ordered_json ToJson(const stats::VarianceComponents& v) {
  return {{"groups", v.groups},
          {"ms_between", v.ms_between},
          {"ms_within", v.ms_within},
          {"n0", v.n0},
          {"f", v.f},
          {"f_p", v.f_p},
          {"sd_between", v.sd_between},
          {"sd_within", v.sd_within},
          {"mean", ToJson(v.mean)}};
}

template <class T>
ordered_json OrNull(const std::optional<T>& value) {
  if (!value) return nullptr;
  if constexpr (std::is_arithmetic_v<T>) {
    return *value;
  } else {
    return ToJson(*value);
  }
}

ordered_json ToJson(const stats::Verdict& v) {
  ordered_json reasons = ordered_json::array();
  for (const stats::Reason reason : v.reasons) reasons.push_back(stats::ToString(reason));
  return {{"kind", stats::ToString(v.kind)},
          {"effect", v.effect},
          {"test", OrNull(v.test)},
          {"by_session", v.by_session},
          {"pairs", v.pairs},
          {"sessions", v.session_count},
          {"threshold", OrNull(v.threshold)},
          {"equivalence", OrNull(v.equivalence)},
          {"needed", OrNull(v.needed)},
          {"reasons", std::move(reasons)}};
}

ordered_json ToJson(const std::vector<PartEffect>& parts) {
  ordered_json list = ordered_json::array();
  for (const PartEffect& part : parts) {
    list.push_back({{"name", part.name},
                    {"pairs", part.pairs},
                    {"effect", part.effect},
                    {"t", OrNull(part.test)}});
  }
  return list;
}

ordered_json PairList(const Comparison& c) {
  ordered_json list = ordered_json::array();
  if (c.pairs.size() > kListedPairs) return list;
  for (const stats::PairDifference& pair : c.pairs) {
    list.push_back({{"session", pair.session},
                    {"pass", pair.pass},
                    {"pair", pair.pair},
                    {"base_first", pair.base_first},
                    {"base", pair.base_mean},
                    {"arm", pair.arm_mean},
                    {"difference", pair.difference}});
  }
  return list;
}

ordered_json ToJson(const Analysis& analysis, const Comparison& c) {
  const Experiment& e = analysis.experiment;
  ordered_json json;
  json["metric"] = e.metrics[c.metric].name;
  json["unit"] = e.metrics[c.metric].unit;
  json["higher_is_better"] = e.metrics[c.metric].higher_is_better;
  json["base"] = e.arms[0];
  json["arm"] = e.arms[c.arm];
  json["sentence"] = VerdictSentence(analysis, c);
  json["verdict"] = ToJson(c.verdict);
  json["regression"] = IsRegression(analysis, c);
  json["alpha"] = c.alpha;
  json["holm_p"] = c.holm_p;
  json["bh_p"] = c.bh_p;
  json["launches"] = {{"base", ToJson(c.base)},
                      {"arm", ToJson(c.other)},
                      {"base_outliers", ToJson(c.base_outliers)},
                      {"arm_outliers", ToJson(c.other_outliers)}};
  json["per_pair"] = {{"count", c.pairs.size()},
                      {"t", OrNull(c.block_t)},
                      {"bootstrap", OrNull(c.block_bootstrap)},
                      {"permutation", OrNull(c.permutation)},
                      {"signed_rank", OrNull(c.signed_rank)},
                      {"hodges_lehmann", OrNull(c.hodges_lehmann)},
                      {"trimmed_t", OrNull(c.trimmed)},
                      {"welch_of_blocks", OrNull(c.block_welch)},
                      {"detectable", OrNull(c.detectable)}};
  json["per_launch_too_narrow"] = {{"welch", OrNull(c.welch)},
                                   {"bootstrap", OrNull(c.launch_bootstrap)},
                                   {"permutation", OrNull(c.launch_permutation)},
                                   {"mann_whitney", OrNull(c.mann_whitney)},
                                   {"hodges_lehmann", OrNull(c.launch_shift)},
                                   {"yuen", OrNull(c.yuen)},
                                   {"cliffs_delta", c.cliffs_delta}};
  json["passes"] = ToJson(c.passes);
  json["sessions"] = ToJson(c.sessions);
  json["between_sessions"] = OrNull(c.between_sessions);
  json["noise"] = OrNull(c.noise);
  json["drift"] = OrNull(c.drift);
  json["order_effect"] = OrNull(c.order_effect);
  json["drift_in_effect"] = c.drift_in_effect;
  json["unpaired_launches"] = c.unpaired;
  json["pairs"] = PairList(c);
  return json;
}

ordered_json OptionsJson(const AnalysisOptions& options) {
  ordered_json json = {{"alpha", options.alpha},
                       {"confidence", stats::kConfidence},
                       {"replicates", options.replicates},
                       {"permutations", options.permutations}};
  json["bound"] = options.bound ? ordered_json{{"value", options.bound->value},
                                               {"relative", options.bound->relative}}
                                : ordered_json();
  if (options.looks > 0) {
    json["looks"] = options.looks;
    json["look"] = options.look;
    json["boundary"] = options.boundary == stats::Boundary::kPocock ? "pocock" : "obrien-fleming";
  }
  return json;
}

}  // namespace

std::string ReportJson(const Analysis& analysis) {
  const Experiment& e = analysis.experiment;
  ordered_json json;
  json["causeway"] = "ab-report";
  json["version"] = 1;
  json["verdict"] = stats::ToString(analysis.overall());
  json["seed"] = analysis.options.seed;
  json["source"] = e.source;
  json["pairing"] = ToString(e.pairing);
  json["complete"] = e.complete;
  json["arms"] = ordered_json::array();
  for (std::size_t arm = 0; arm < e.arms.size(); ++arm) {
    json["arms"].push_back(
        {{"name", e.arms[arm]}, {"command", e.commands[arm]}, {"failed", e.failed[arm]}});
  }
  json["sessions"] = e.sessions;
  json["machine"] = e.machine;
  json["options"] = OptionsJson(analysis.options);
  json["comparisons"] = ordered_json::array();
  for (const Comparison& c : analysis.comparisons) {
    json["comparisons"].push_back(ToJson(analysis, c));
  }
  json["first_launches"] = ordered_json::array();
  for (std::size_t metric = 0; metric < e.metrics.size(); ++metric) {
    for (std::size_t arm = 0; arm < e.arms.size(); ++arm) {
      if (e.cold[metric][arm].empty()) continue;
      json["first_launches"].push_back({{"metric", e.metrics[metric].name},
                                        {"arm", e.arms[arm]},
                                        {"values", e.cold[metric][arm]}});
    }
  }
  json["notes"] = e.notes;
  // Names from files may hold bytes that are not UTF-8.
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace causeway::ab
