// What may be said of a run.
//
// Three answers, of which "we do not know" is one:
//
//   difference     the interval excludes 0 and the effect reaches the threshold
//   within noise   two one-sided tests show that the effect is smaller than the bound
//   inconclusive   neither; more blocks may tell
//
// The interval is a t interval over pair differences; as soon as there are two sessions it is one
// over session means with df = sessions - 1, for the reasons at the top of random_effects.cc. The
// threshold is the larger of the floor, which A/A runs of this machine showed for no difference at
// all, and the bound below which the user does not care. Equivalence is tested against the bound if
// there is one, else against the floor. With neither there is nothing that "small" could mean:
// absence of evidence is then inconclusive, and a difference says that no floor is known.
//
// An effect cannot both reach the threshold and be equivalent within it; where the bound is smaller
// than the floor the effect can reach neither.
//
// Data without spread (an instruction count) have no t distribution. Differences that are all 0 are
// within any bound; differences that are all the same and not 0 are a difference.
//
// Where one arm ran wholly before the other, what the machine did in between is a part of every
// difference: such a run is inconclusive, whatever its figures. Where the arms took turns but not
// the first place in turn (ABAB), a drift adds a known part to the effect, slope times distance: a
// verdict must hold with it and without it. Fewer than six pairs decide nothing either: even if all
// lie on one side, two equal arms do that in more than one run of twenty, and the t interval only
// knows better if differences are normal. (Sessions are means of many launches; for them it does.)
//
// The number of pairs that are missing assumes that the next ones look like these: the same spread
// and the same effect. It is the exact power of a t test to find the observed effect or, below a
// threshold, what makes the equivalence interval narrow enough.
#include "stats/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "stats/numeric.h"
#include "stats/random_effects.h"

namespace causeway::stats {
namespace {

constexpr std::size_t kFewestPairs = 6;  // 2 / 2^5 > 0.05
constexpr double kDisagreementLevel = 0.05;

struct ReasonText {
  Reason reason;
  std::string_view name;
  std::string_view sentence;
};
constexpr std::array<ReasonText, 16> kReasons = {{
    {Reason::kIntervalExcludesZero, "interval-excludes-zero", "The interval excludes zero."},
    {Reason::kIntervalIncludesZero, "interval-includes-zero", "The interval includes zero."},
    {Reason::kIdentical, "identical", "The arms are identical in every pair of blocks."},
    {Reason::kNoSpread, "no-spread", "The difference is the same in every pair of blocks."},
    {Reason::kReachesFloor, "reaches-floor",
     "The difference is at least as large as the noise floor, or the bound that was given."},
    {Reason::kBelowFloor, "below-floor",
     "The interval excludes zero, but the difference is smaller than the noise floor, or the bound "
     "that was given."},
    {Reason::kWithinBound, "within-bound",
     "The difference is smaller than the bound that was given, or the noise floor (two one-sided "
     "tests)."},
    {Reason::kNotWithinBound, "not-within-bound",
     "It is not shown that the difference is smaller than the bound that was given, or the noise "
     "floor."},
    {Reason::kNoFloor, "no-floor",
     "No noise floor is known and no bound was given, so small cannot be told from none."},
    {Reason::kOneSession, "one-session",
     "All blocks are from one session; what differs between sessions is not in the interval."},
    {Reason::kSessionsDisagree, "sessions-disagree",
     "The sessions differ by more than their own blocks explain, or in sign."},
    {Reason::kTooFewPairs, "too-few-pairs", "Fewer than two pairs of blocks give no interval."},
    {Reason::kFewPairs, "few-pairs",
     "With fewer than six pairs of blocks no exchange of labels gives p < 0.05."},
    {Reason::kNotInTurns, "not-in-turns",
     "All of one arm ran before the other: what the machine did in between is in the difference."},
    {Reason::kDriftInEffect, "drift-in-effect",
     "One arm mostly ran second, so the machine's drift is in the difference; without it the "
     "verdict "
     "would not hold."},
    {Reason::kLaunchesFailed, "launches-failed",
     "Launches failed and are not in the figures; those that succeeded may be the quicker ones."},
}};

const ReasonText& TextOf(Reason reason) {
  return *std::ranges::find(kReasons, reason, &ReasonText::reason);
}

std::vector<std::vector<double>> BySession(const VerdictInput& input) {
  std::map<int, std::vector<double>> sessions;
  for (std::size_t i = 0; i < input.differences.size(); ++i) {
    const int session = input.sessions.empty() ? 0 : input.sessions[i];
    sessions[session].push_back(input.differences[i]);
  }
  std::vector<std::vector<double>> result;
  for (auto& [session, differences] : sessions) result.push_back(std::move(differences));
  return result;
}

bool Disagree(std::span<const std::vector<double>> sessions, const VarianceComponents& effects) {
  if (effects.ms_within > 0 && effects.f_p < kDisagreementLevel) return true;
  const auto sign = [](double mean) { return mean > 0 ? 1 : (mean < 0 ? -1 : 0); };
  return std::ranges::any_of(sessions, [&](const std::vector<double>& session) {
    return sign(Mean(session)) * sign(Mean(sessions[0])) < 0;
  });
}

std::optional<double> LargerOf(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return a ? a : b;
  return std::max(*a, *b);
}

// How many more units like the `n` that gave `test` it takes.
std::optional<std::size_t> Missing(const VerdictInput& input, const Verdict& verdict,
                                   std::size_t n) {
  const double sd = verdict.test->se * std::sqrt(Real(n));
  const double effect = std::abs(verdict.effect);
  const PowerOptions options{input.power, input.alpha};
  std::optional<std::size_t> total;
  if (verdict.threshold && effect < *verdict.threshold) {
    const double bound = input.bound ? *input.bound : *input.floor;
    total = RequiredPairsForMargin(sd, bound - effect, options);
  } else {
    total = RequiredCount(Design::kPairs, sd, effect, options);
  }
  if (!total) return std::nullopt;
  return *total > n ? *total - n : 1;
}

// True if the answer is another one once the drift's part is taken from the effect.
bool DriftDecides(const VerdictInput& input, const Verdict& verdict, bool different,
                  bool equivalent) {
  if (input.drift == 0) return false;
  const TTest& test = *verdict.test;
  const double effect = verdict.effect - input.drift;
  if (different) {
    const Interval without{test.interval.low - input.drift, test.interval.high - input.drift};
    const bool same_side = verdict.effect > 0 ? without.low > 0 : without.high < 0;
    return !same_side || (verdict.threshold && std::abs(effect) < *verdict.threshold);
  }
  if (!equivalent || !verdict.equivalence) return equivalent;
  const double bound = input.bound ? *input.bound : *input.floor;
  return !TestEquivalence(effect, test.se, test.df, bound, input.alpha).equivalent;
}

}  // namespace

std::string_view ToString(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::kDifference:
      return "difference";
    case VerdictKind::kWithinNoise:
      return "within noise";
    case VerdictKind::kInconclusive:
      return "inconclusive";
  }
  return "";
}

std::string_view ToString(Reason reason) { return TextOf(reason).name; }
std::string_view Explain(Reason reason) { return TextOf(reason).sentence; }

bool Verdict::Has(Reason reason) const {
  return std::ranges::find(reasons, reason) != reasons.end();
}

Verdict Judge(const VerdictInput& input) {
  Verdict verdict;
  const auto add = [&](Reason reason, bool holds) {
    if (holds) verdict.reasons.push_back(reason);
  };
  const std::vector<std::vector<double>> sessions = BySession(input);
  const double confidence = 1 - input.alpha;
  verdict.pairs = input.differences.size();
  verdict.session_count = sessions.size();
  verdict.threshold = LargerOf(input.floor, input.bound);
  verdict.effect = Mean(input.differences);
  if (verdict.pairs < 2) {
    add(Reason::kNoFloor, !verdict.threshold);
    verdict.reasons.push_back(Reason::kTooFewPairs);
    return verdict;
  }

  verdict.test = OneSampleT(input.differences, confidence);
  bool no_spread = verdict.test->degenerate;
  std::size_t units = verdict.pairs;
  const auto effects = RandomEffects(sessions, confidence);
  // Session means that agree to the last bit although their pairs do not are an accident of coarse
  // data; the pairs then know more about the error.
  if (effects && (no_spread || !effects->mean.degenerate)) {
    verdict.by_session = true;
    verdict.test = effects->mean;
    verdict.effect = effects->mean.difference;
    units = sessions.size();
  }

  if (verdict.test->se < input.least_se) {
    verdict.test = TFromEstimate(verdict.effect, input.least_se, verdict.test->df, confidence);
    no_spread = false;
  }

  const bool identical = no_spread && verdict.effect == 0;
  const bool excludes_zero = verdict.test->interval.low > 0 || verdict.test->interval.high < 0;
  const bool reaches = !verdict.threshold || std::abs(verdict.effect) >= *verdict.threshold;
  const std::optional<double> bound = input.bound ? input.bound : input.floor;
  if (bound && *bound > 0) {
    verdict.equivalence =
        TestEquivalence(verdict.effect, verdict.test->se, verdict.test->df, *bound, input.alpha);
  }
  const bool equivalent = identical || (verdict.equivalence && verdict.equivalence->equivalent);
  const bool different = excludes_zero && reaches;
  const bool few = !verdict.by_session && verdict.pairs < kFewestPairs;
  const bool drifted = DriftDecides(input, verdict, different, equivalent);

  add(Reason::kIntervalExcludesZero, excludes_zero);
  add(Reason::kIntervalIncludesZero, !excludes_zero);
  add(Reason::kIdentical, identical);
  add(Reason::kNoSpread, no_spread && !identical);
  add(Reason::kReachesFloor, excludes_zero && verdict.threshold && reaches);
  add(Reason::kBelowFloor, excludes_zero && !reaches);
  add(Reason::kWithinBound, verdict.equivalence && verdict.equivalence->equivalent);
  add(Reason::kNotWithinBound, verdict.equivalence && !verdict.equivalence->equivalent);
  add(Reason::kNoFloor, !verdict.threshold && !identical);
  add(Reason::kOneSession, sessions.size() == 1);
  add(Reason::kSessionsDisagree, effects && Disagree(sessions, *effects));
  add(Reason::kFewPairs, few);
  add(Reason::kNotInTurns, !input.in_turns);
  add(Reason::kDriftInEffect, drifted);
  add(Reason::kLaunchesFailed, input.launches_failed);

  if (!input.in_turns || drifted) {
    // No number of such blocks takes the machine's drift out of the effect.
  } else if (few) {
    const std::size_t enough = kFewestPairs - verdict.pairs;
    const auto missing = Missing(input, verdict, units);
    verdict.needed = equivalent || different ? enough : std::max(enough, missing.value_or(enough));
  } else if (equivalent) {
    verdict.kind = VerdictKind::kWithinNoise;
  } else if (different) {
    verdict.kind = VerdictKind::kDifference;
  } else {
    verdict.needed = Missing(input, verdict, units);
  }
  return verdict;
}

}  // namespace causeway::stats
