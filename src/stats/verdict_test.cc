#include "stats/verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace causeway::stats {
namespace {

// Mean -10, sd 2.
const std::vector<double> kClear = {-8, -12, -8, -12, -10, -10, -12, -8};
// Mean 0.25, sd 1.04.
const std::vector<double> kQuiet = {1, -1, 1, 0, -1, 1, 1.5, -0.5};
// Mean 5, sd 11.
const std::vector<double> kNoisy = {20, -10, 5, 15, -5, 10, -9, 14};

VerdictInput Input(const std::vector<double>& differences) {
  VerdictInput input;
  input.differences = differences;
  return input;
}

TEST(VerdictTest, DifferenceWithoutAFloorSaysSo) {
  const Verdict verdict = Judge(Input(kClear));
  EXPECT_EQ(verdict.kind, VerdictKind::kDifference);
  EXPECT_EQ(verdict.effect, -10);
  EXPECT_LT(verdict.test->interval.high, 0);
  EXPECT_FALSE(verdict.by_session);
  EXPECT_EQ(verdict.reasons, (std::vector<Reason>{Reason::kIntervalExcludesZero, Reason::kNoFloor,
                                                  Reason::kOneSession}));
  EXPECT_FALSE(verdict.needed);
}

TEST(VerdictTest, DifferenceMustReachTheFloor) {
  VerdictInput input = Input(kClear);
  input.floor = 4;
  EXPECT_EQ(Judge(input).kind, VerdictKind::kDifference);
  EXPECT_TRUE(Judge(input).Has(Reason::kReachesFloor));
  EXPECT_FALSE(Judge(input).Has(Reason::kNoFloor));
  input.floor = 10.5;  // the interval straddles it
  const Verdict below = Judge(input);
  EXPECT_EQ(below.kind, VerdictKind::kInconclusive);
  EXPECT_TRUE(below.Has(Reason::kBelowFloor));
  EXPECT_TRUE(below.needed.has_value());
}

TEST(VerdictTest, WithinNoiseNeedsABoundOrAFloor) {
  VerdictInput input = Input(kQuiet);
  EXPECT_EQ(Judge(input).kind, VerdictKind::kInconclusive);
  EXPECT_TRUE(Judge(input).Has(Reason::kNoFloor));
  input.floor = 2;
  EXPECT_EQ(Judge(input).kind, VerdictKind::kWithinNoise);
  input.floor.reset();
  input.bound = 2;
  EXPECT_EQ(Judge(input).kind, VerdictKind::kWithinNoise);
  EXPECT_TRUE(Judge(input).Has(Reason::kWithinBound));
  input.bound = 0.5;
  EXPECT_EQ(Judge(input).kind, VerdictKind::kInconclusive);
}

TEST(VerdictTest, LargeBoundOverrulesASignificantTrifle) {
  VerdictInput input = Input(kClear);
  input.bound = 50;
  const Verdict verdict = Judge(input);
  EXPECT_EQ(verdict.kind, VerdictKind::kWithinNoise);
  EXPECT_TRUE(verdict.Has(Reason::kBelowFloor));
}

TEST(VerdictTest, BoundBelowTheFloorDoesNotLowerIt) {
  VerdictInput input = Input(kClear);
  input.floor = 30;
  input.bound = 1;
  const Verdict verdict = Judge(input);
  EXPECT_EQ(verdict.threshold, 30);
  EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
}

// 34 pairs find 10 at sd 20 (scipy, power_test.cc): with eight of sd 11 and mean 5 the scaled
// answer is RequiredCount, less what there is.
TEST(VerdictTest, InconclusiveSaysHowManyPairsAreMissing) {
  const Verdict verdict = Judge(Input(kNoisy));
  EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
  const double sd = Summarize(kNoisy).sd;
  EXPECT_EQ(verdict.needed, RequiredCount(Design::kPairs, sd, 5).value() - 8);
  // More than the sd's square over the effect's: (z + z)^2 (sd/5)^2 = 7.85 x (11.9/5)^2.
  EXPECT_NEAR(static_cast<double>(verdict.needed.value() + 8), 7.85 * sd * sd / 25 + 2, 3);
}

TEST(VerdictTest, NoEffectAtAllNeedsNobodyKnowsHowMany) {
  const std::vector<double> balanced = {1, -1, 2, -2, 3, -3};
  const Verdict verdict = Judge(Input(balanced));
  EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
  EXPECT_FALSE(verdict.needed);
}

TEST(VerdictTest, SessionsAreTheUnitAsSoonAsThereAreTwo) {
  const std::vector<int> sessions = {1, 1, 1, 1, 2, 2, 2, 2};
  // Twice -10 with little spread, and once -15, once -5: the second pair of sessions does not know.
  const std::vector<double> agree = {-8, -12, -9.9, -10, -10.1, -10, -12, -8};
  const std::vector<double> apart = {-15, -15.1, -14.9, -15, -5, -5.1, -4.9, -5};
  VerdictInput input = Input(agree);
  input.sessions = sessions;
  const Verdict together = Judge(input);
  EXPECT_TRUE(together.by_session);
  EXPECT_EQ(together.test->df, 1);
  EXPECT_EQ(together.kind, VerdictKind::kDifference);
  EXPECT_FALSE(together.Has(Reason::kOneSession));
  EXPECT_FALSE(together.Has(Reason::kSessionsDisagree));

  input.differences = apart;
  const Verdict split = Judge(input);
  EXPECT_EQ(split.kind, VerdictKind::kInconclusive);
  EXPECT_TRUE(split.Has(Reason::kSessionsDisagree));
  input.sessions = {};
  EXPECT_EQ(Judge(input).kind, VerdictKind::kDifference) << "what pairs alone would have said";
}

TEST(VerdictTest, SessionMeansThatAgreeByAccidentProveNothing) {
  const std::vector<double> coarse = {3, -1, -1, 3};  // both sessions have mean 1
  const std::vector<int> sessions = {1, 1, 2, 2};
  VerdictInput input = Input(coarse);
  input.sessions = sessions;
  const Verdict verdict = Judge(input);
  EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
  EXPECT_FALSE(verdict.by_session);
}

TEST(VerdictTest, DataWithoutSpread) {
  const std::vector<double> same(6, 0.0);
  const Verdict identical = Judge(Input(same));
  EXPECT_EQ(identical.kind, VerdictKind::kWithinNoise);
  EXPECT_TRUE(identical.Has(Reason::kIdentical));
  EXPECT_EQ(identical.test->interval, (Interval{0, 0}));

  const std::vector<double> counted(6, 40.0);
  VerdictInput input = Input(counted);
  EXPECT_EQ(Judge(input).kind, VerdictKind::kDifference);
  EXPECT_TRUE(Judge(input).Has(Reason::kNoSpread));
  input.bound = 100;
  EXPECT_EQ(Judge(input).kind, VerdictKind::kWithinNoise);
}

TEST(VerdictTest, FewPairs) {
  const std::vector<double> one = {5};
  const Verdict alone = Judge(Input(one));
  EXPECT_EQ(alone.kind, VerdictKind::kInconclusive);
  EXPECT_TRUE(alone.Has(Reason::kTooFewPairs));
  EXPECT_FALSE(alone.test);
  EXPECT_EQ(Judge(Input({})).kind, VerdictKind::kInconclusive);
  // All five on one side: two equal arms do that in 1 of 16 runs.
  const std::vector<double> five = {-8, -12, -8, -12, -10};
  const Verdict few = Judge(Input(five));
  EXPECT_TRUE(few.Has(Reason::kFewPairs));
  EXPECT_EQ(few.kind, VerdictKind::kInconclusive);
  EXPECT_EQ(few.needed, 1U);
  const std::vector<double> six = {-8, -12, -8, -12, -10, -10};
  EXPECT_EQ(Judge(Input(six)).kind, VerdictKind::kDifference);
  // Equal and unequal counts are no exception: rounded values agree easily.
  const std::vector<double> counted(5, 1.0);
  EXPECT_EQ(Judge(Input(counted)).kind, VerdictKind::kInconclusive);
}

TEST(VerdictTest, DriftThatIsInTheEffect) {
  const std::vector<double> slow = {10, 11, 9, 10, 12, 8, 10, 11};  // mean 10.1, half width 1.0
  VerdictInput input = Input(slow);
  input.drift = 5;  // half of it is the machine's, the other half still differs
  EXPECT_EQ(Judge(input).kind, VerdictKind::kDifference);
  input.drift = 9.5;
  EXPECT_EQ(Judge(input).kind, VerdictKind::kInconclusive);
  EXPECT_TRUE(Judge(input).Has(Reason::kDriftInEffect));
  EXPECT_FALSE(Judge(input).needed);
  input.drift = 30;  // what is left would point the other way
  EXPECT_EQ(Judge(input).kind, VerdictKind::kInconclusive);
  input.drift = 5;
  input.bound = 6;  // 10.1 reaches it, 5.1 does not
  EXPECT_EQ(Judge(input).kind, VerdictKind::kInconclusive);
  // Small as it stands, large without the drift that hides it.
  const std::vector<double> hidden = {0.1, -0.1, 0.2, -0.2, 0.1, -0.1, 0.2, -0.2};
  VerdictInput small = Input(hidden);
  small.bound = 1;
  EXPECT_EQ(Judge(small).kind, VerdictKind::kWithinNoise);
  small.drift = 3;
  EXPECT_EQ(Judge(small).kind, VerdictKind::kInconclusive);
}

// Three published sessions of -1 with standard errors of 2: that they agree to the digit is luck.
TEST(VerdictTest, KnownErrorsBoundTheSpread) {
  const std::vector<double> same = {-1, -1, -1};
  const std::vector<int> sessions = {0, 1, 2};
  VerdictInput input = Input(same);
  input.sessions = sessions;
  input.least_se = 2 / std::sqrt(3.0);
  const Verdict verdict = Judge(input);
  EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
  EXPECT_EQ(verdict.test->df, 2);
  EXPECT_NEAR(verdict.test->interval.low, -1 - 4.302653 * 1.154701, 1e-5);  // t table, df 2
  EXPECT_FALSE(verdict.Has(Reason::kNoSpread));
}

TEST(VerdictTest, CorrectedLevelWidensTheInterval) {
  const std::vector<double> borderline = {1, 3, -0.5, 2, 4, 0.5, 3, -0.5};  // p = 0.037
  VerdictInput input = Input(borderline);
  EXPECT_EQ(Judge(input).kind, VerdictKind::kDifference);
  input.alpha = 0.05 / 4;
  EXPECT_EQ(Judge(input).kind, VerdictKind::kInconclusive);
}

TEST(VerdictTest, EveryReasonHasItsWords) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(Reason::kLaunchesFailed); ++i) {
    const std::string_view name = ToString(static_cast<Reason>(i));
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(Explain(static_cast<Reason>(i)).back(), '.');
    EXPECT_TRUE(names.insert(name).second) << name;
  }
}

// The same figures decide if the arms took turns, and nothing if they did not.
TEST(VerdictTest, OneArmAfterTheOtherDecidesNothing) {
  const std::vector<double> clear = {10, 11, 9, 10, 12, 8, 10, 11};
  const std::vector<double> none = {0.1, -0.1, 0.2, -0.2, 0.1, -0.1, 0.05, -0.05};
  for (const auto& differences : {clear, none}) {
    VerdictInput input = Input(differences);
    input.bound = 1;
    EXPECT_NE(Judge(input).kind, VerdictKind::kInconclusive);
    input.in_turns = false;
    const Verdict verdict = Judge(input);
    EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
    EXPECT_TRUE(verdict.Has(Reason::kNotInTurns));
    EXPECT_FALSE(verdict.needed.has_value());
  }
}

}  // namespace
}  // namespace causeway::stats
