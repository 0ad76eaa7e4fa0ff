#include "ab/summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace causeway::ab {
namespace {

// The expected figures of both tables are scipy's and R's (t.test, metafor's DL and HK), not ours.
constexpr std::string_view kRounds =
    "session,difference,t,n,unit\n"
    "round 1,16.4,2.31,30,ms\n"
    "round 2,-6.6,-1.00,30,ms\n"
    "round 3,-23.6,-3.95,30,ms\n";
constexpr std::string_view kStartUp =
    "arm,mean,sd,n,pass,difference,unit\n"
    "a,2598.23,42.42,96,,,ms\n"
    "b,2571.54,33.74,96,,,ms\n"
    ",,,,1,-33.12,ms\n"
    ",,,,2,-20.25,ms\n";

Summary Read(std::string_view text, const SummaryOptions& options = {}) {
  const auto summary = ReadSummary(text, "f.csv", options);
  EXPECT_TRUE(summary.has_value()) << summary.error().where << ": " << summary.error().message;
  return summary ? *summary : Summary();
}

std::string ErrorOf(std::string_view text) {
  const auto summary = ReadSummary(text, "f.csv", {});
  if (summary) return "no error";
  EXPECT_EQ(summary.error().code, Error::Code::kBadInput);
  return summary.error().where + ": " + summary.error().message;
}

TEST(Summary, ThreeRoundsAreInconclusive) {
  const Summary summary = Read(kRounds);
  ASSERT_EQ(summary.comparisons.size(), 1u);
  const PublishedComparison& c = summary.comparisons[0];
  EXPECT_EQ(summary.overall(), stats::VerdictKind::kInconclusive);
  ASSERT_TRUE(c.between);
  EXPECT_NEAR(c.between->difference, -4.6, 1e-12);
  EXPECT_NEAR(c.between->interval.low, -54.46871653728357, 1e-8);
  EXPECT_NEAR(c.between->interval.high, 45.26871653728357, 1e-8);
  EXPECT_NEAR(c.between->p, 0.7297979369116885, 1e-9);
  ASSERT_TRUE(c.combined);
  EXPECT_NEAR(c.combined->q, 18.585580511456005, 1e-9);
  EXPECT_NEAR(c.combined->q_p, 9.208575866277434e-05, 1e-12);
  EXPECT_NEAR(c.combined->i2, 0.8923896943241985, 1e-12);
  EXPECT_NEAR(c.combined->tau, 18.84017876165513, 1e-9);
  EXPECT_NEAR(c.combined->hartung_knapp.interval.low, -54.676031750585395, 1e-7);
  EXPECT_NEAR(c.combined->hartung_knapp.interval.high, 44.98523269508858, 1e-7);
  const std::string text = SummaryText(summary);
  EXPECT_TRUE(text.starts_with("inconclusive: b - a is -4.60 ms [-54.5, 45.3] over 3 sessions\n"))
      << text;
  EXPECT_NE(text.find("p = 9.2e-05; I2 = 89 %"), std::string::npos) << text;
}

TEST(Summary, TheLaunchLevelDifferenceIsNotConfirmedByItsPasses) {
  const Summary summary = Read(kStartUp);
  ASSERT_EQ(summary.comparisons.size(), 1u);
  const PublishedComparison& c = summary.comparisons[0];
  EXPECT_EQ(summary.overall(), stats::VerdictKind::kInconclusive);
  ASSERT_EQ(c.whole.size(), 1u);
  EXPECT_NEAR(c.whole[0].test->t, -4.824694564827666, 1e-9);
  EXPECT_NEAR(c.whole[0].test->df, 180.84331411005917, 1e-9);
  EXPECT_NEAR(c.whole[0].test->p, 2.9681914809163743e-06, 1e-15);
  // Two values: mean -26.685, half their distance 6.435, t[0.975, 1] = 12.7062.
  EXPECT_NEAR(c.between->interval.low, -26.685 - 12.7062 * 6.435, 1e-3);
  EXPECT_NEAR(c.between->interval.high, -26.685 + 12.7062 * 6.435, 1e-3);
  EXPECT_FALSE(c.combined);  // the passes have no standard errors
  const std::string text = SummaryText(summary);
  EXPECT_TRUE(
      text.starts_with("inconclusive: b - a is -26.69 ms (-1.0 %) [-37.6, -15.8] per "
                       "launch, not confirmed between its 2 passes"))
      << text;
}

TEST(Summary, OneTableAloneIsInconclusive) {
  const Summary summary = Read("arm,mean,sd,n\na,100,1,50\nb,90,1,50\n");
  EXPECT_EQ(summary.overall(), stats::VerdictKind::kInconclusive);
  EXPECT_NE(SummaryText(summary).find("whether another session would give the same"),
            std::string::npos);
}

TEST(Summary, SessionsThatAgreeAreADifference) {
  const Summary summary = Read(
      "session,arm,mean,sd,n\n"
      "1,a,100,1,50\n1,b,90,1,50\n2,a,101,1,50\n2,b,90.5,1,50\n3,a,99,1,50\n3,b,89.5,1,50\n");
  EXPECT_EQ(summary.overall(), stats::VerdictKind::kDifference);
  EXPECT_EQ(summary.comparisons[0].parts.size(), 3u);
  EXPECT_NEAR(summary.comparisons[0].between->difference, -10, 1e-12);
}

TEST(Summary, ABoundAllowsWithinNoise) {
  const std::string_view text = "session,difference,se\n1,0.1,1\n2,-0.1,1\n3,0.05,1\n4,-0.05,1\n";
  EXPECT_EQ(Read(text).overall(), stats::VerdictKind::kInconclusive);
  // They agree better than errors of 1 / sqrt(4) allow, so those count: t(0.95, 3) = 2.3534 of them
  // is 1.18.
  EXPECT_EQ(Read(text, {.alpha = 0.05, .bound = 1.1}).overall(), stats::VerdictKind::kInconclusive);
  EXPECT_EQ(Read(text, {.alpha = 0.05, .bound = 1.3}).overall(), stats::VerdictKind::kWithinNoise);
}

TEST(Summary, OneSessionTwice) {
  const auto twice = ReadSummary("session,difference,se\n1,-1,2\n1,-1,2\n", "x.csv", {});
  ASSERT_FALSE(twice.has_value());
  EXPECT_EQ(twice.error().where, "x.csv:3");
  EXPECT_TRUE(twice.error().message.contains("line 2 already")) << twice.error().message;
}

TEST(Summary, SeveralArms) {
  const Summary summary = Read("arm,mean,sd,n\na,10,1,9\nb,11,1,9\nc,12,1,9\n");
  ASSERT_EQ(summary.comparisons.size(), 2u);
  EXPECT_EQ(summary.comparisons[1].arm, "c");
  EXPECT_NEAR(summary.comparisons[1].whole[0].difference, 2, 1e-12);
}

TEST(Summary, AnUnknownCountGivesTheNormalInterval) {
  const Summary summary = Read("difference,se\n10,2\n");
  ASSERT_TRUE(summary.comparisons[0].whole[0].test);
  EXPECT_TRUE(summary.comparisons[0].whole[0].normal);
  EXPECT_NEAR(summary.comparisons[0].whole[0].test->interval.low, 10 - 1.959964 * 2, 1e-4);
}

TEST(Summary, QuotedFieldsAndCrLf) {
  const Summary summary =
      Read("arm,mean,sd,n\r\n\"a, old\",10,1,9\r\n\"b \"\"new\"\"\",11,1,9\r\n");
  EXPECT_EQ(summary.comparisons[0].base, "a, old");
  EXPECT_EQ(summary.comparisons[0].arm, "b \"new\"");
}

TEST(Summary, Errors) {
  EXPECT_EQ(ErrorOf(""), "f.csv:0: the file is empty");
  EXPECT_TRUE(ErrorOf("arm,mean,sd\na,1,1\n").starts_with("f.csv:1: a summary has the columns"));
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\n"), "f.csv:1: no line follows the header");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,1,1,5\n"), "f.csv:2: there is one arm only, 'a'");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,1,1,5\nb,2,,5\n"), "f.csv:3: sd is missing");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,1,-1,5\n"), "f.csv:2: sd is negative");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,1,1,2.5\n"), "f.csv:2: n 2.5 is not a count");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,1,1,1\n"), "f.csv:2: n is 1: one launch has no sd");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,x,1,1\n"), "f.csv:2: mean 'x' is not a number");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,inf,1,5\n"), "f.csv:2: mean 'inf' is not a number");
  EXPECT_EQ(ErrorOf("arm,arm,mean,sd,n\n"), "f.csv:1: column arm stands there twice");
  EXPECT_EQ(ErrorOf("arm,mean,sd,n\na,1,1,5,9\n"), "f.csv:2: 5 fields, but the header has 4");
  EXPECT_EQ(ErrorOf("difference,t\n1,-2\n"),
            "f.csv:2: t and difference have different signs, or t is 0");
  EXPECT_EQ(ErrorOf("difference,se\n1,0\n"), "f.csv:2: se is not positive");
  EXPECT_EQ(ErrorOf("session,arm,mean,sd,n\n1,a,1,1,5\n1,b,1,1,5\n2,b,1,1,5\n"),
            "f.csv:4: no line of the first arm, 'a', belongs to 2");
}

TEST(SummaryJson, HasTheFigures) {
  const auto json = nlohmann::json::parse(SummaryJson(Read(kRounds)));
  EXPECT_EQ(json["verdict"], "inconclusive");
  EXPECT_NEAR(json["comparisons"][0]["combined"]["tau"].get<double>(), 18.84017876165513, 1e-9);
}

}  // namespace
}  // namespace causeway::ab
