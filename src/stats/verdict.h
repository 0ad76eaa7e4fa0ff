#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "stats/interval.h"
#include "stats/power.h"
#include "stats/t_tests.h"

namespace causeway::stats {

enum class VerdictKind { kDifference, kWithinNoise, kInconclusive };
std::string_view ToString(VerdictKind kind);  // "difference", "within noise", "inconclusive"

// What a verdict rests on and what weakens it, in this order in Verdict::reasons.
enum class Reason {
  kIntervalExcludesZero,
  kIntervalIncludesZero,
  kIdentical,     // every difference is exactly 0
  kNoSpread,      // every difference is the same and not 0
  kReachesFloor,  // |effect| >= threshold
  kBelowFloor,    // the interval excludes 0, but |effect| is less than the threshold
  kWithinBound,   // equivalent by two one-sided tests
  kNotWithinBound,
  kNoFloor,           // neither an A/A record nor a bound: no "within noise", no floor to compare
  kOneSession,        // what differs between sessions is not in the interval
  kSessionsDisagree,  // session means differ in sign, or by more than their pairs explain
  kTooFewPairs,       // fewer than two pairs: no interval at all
  kFewPairs,          // fewer than six: no arrangement of labels gives p < 0.05
  kNotInTurns,        // one arm ran wholly before the other
  kDriftInEffect,     // without the machine's drift, which is in the effect, it would be another
  kLaunchesFailed,    // what failed has no value: the others may be the quicker ones
};
std::string_view ToString(Reason reason);  // "below-floor"
std::string_view Explain(Reason reason);   // a sentence

struct VerdictInput {
  std::span<const double> differences;  // of block pairs, b - a
  std::span<const int> sessions;        // of each difference; empty: one session
  std::optional<double> floor;          // from A/A runs, >= 0, in the unit of the data
  std::optional<double> bound;          // given by the user, > 0
  bool in_turns = true;                 // else what the machine did in between is in the effect
  // What a drift of the machine adds to the effect, where the arms do not come first equally often.
  double drift = 0;
  double least_se = 0;           // of the effect, where more is known than the differences show
  bool launches_failed = false;  // of either arm
  double alpha = 0.05;           // two-sided; smaller after Holm or at an early look
  double power = 0.8;            // of the number of blocks that is asked for
};

struct Verdict {
  VerdictKind kind = VerdictKind::kInconclusive;
  double effect = 0;
  // Confidence 1 - alpha, over session means from two sessions on, else over pairs. Nothing for
  // fewer than two pairs.
  std::optional<TTest> test;
  bool by_session = false;
  std::size_t pairs = 0;
  std::size_t session_count = 0;
  std::optional<double> threshold;         // the larger of floor and bound: a difference reaches it
  std::optional<Equivalence> equivalence;  // against the bound, else the floor
  std::vector<Reason> reasons;
  // Inconclusive only: how many more pairs (sessions if by_session) it probably needs; nothing if
  // that would be more than kMostBlocks or cannot be said.
  std::optional<std::size_t> needed;

  bool Has(Reason reason) const;
};

Verdict Judge(const VerdictInput& input);

}  // namespace causeway::stats
