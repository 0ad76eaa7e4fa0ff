#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "ab/page.h"
#include "ab/power_text.h"
#include "ab/report_json.h"
#include "ab/report_text.h"
#include "ab/wording.h"

namespace causeway::ab {
namespace {

// Student's sleep data. The expected figures are those of R's t.test, wilcox.test and of counting
// all 1024 sign flips.
constexpr std::string_view kSleep =
    "arm,pair,value,unit\n"
    "one,1,0.7,ms\none,2,-1.6,ms\none,3,-0.2,ms\none,4,-1.2,ms\none,5,-0.1,ms\n"
    "one,6,3.4,ms\none,7,3.7,ms\none,8,0.8,ms\none,9,0.0,ms\none,10,2.0,ms\n"
    "two,1,1.9,ms\ntwo,2,0.8,ms\ntwo,3,1.1,ms\ntwo,4,0.1,ms\ntwo,5,-0.1,ms\n"
    "two,6,4.4,ms\ntwo,7,5.5,ms\ntwo,8,1.6,ms\ntwo,9,4.6,ms\ntwo,10,3.4,ms\n";

Analysis AnalysisOf(std::string_view csv, const AnalysisOptions& options = {}) {
  const auto set = samples::ReadCsv(csv, "f");
  EXPECT_TRUE(set.has_value());
  auto experiment = FromSamples(*set, "f");
  EXPECT_TRUE(experiment.has_value());
  return Analyze(std::move(*experiment), options);
}

std::string Sentence(const Analysis& analysis) {
  return VerdictSentence(analysis, analysis.comparisons.at(0));
}

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Six pairs that differ by `effect`, up and down by 0.1.
std::string SixPairs(double effect, std::string_view unit, std::string_view b = "b") {
  std::string csv = "arm,pair,value,unit\n";
  for (int pair = 0; pair < 6; ++pair) {
    const double base = 100 + pair;
    const double other = base + effect + (pair % 2 == 0 ? 0.1 : -0.1);
    csv +=
        "a," + std::to_string(pair) + "," + std::to_string(base) + "," + std::string(unit) + "\n";
    csv += std::string(b) + "," + std::to_string(pair) + "," + std::to_string(other) + "," +
           std::string(unit) + "\n";
  }
  return csv;
}

TEST(Wording, DecimalsFollowTheWidthOfTheInterval) {
  EXPECT_EQ(DecimalsFor(0.88), 2);  // 1.58 [0.70, 2.46]
  EXPECT_EQ(DecimalsFor(10.9), 1);  // -26.7 [-37.6, -15.8]
  EXPECT_EQ(DecimalsFor(49.9), 0);  // -5 [-54, 45]
  EXPECT_EQ(DecimalsFor(5000), 0);
  EXPECT_EQ(DecimalsFor(0), 1);
  EXPECT_EQ(DecimalsFor(1e-30), 9);
}

TEST(Wording, Numbers) {
  EXPECT_EQ(Number(-0.04, 1), "0.0");
  EXPECT_EQ(Number(-0.06, 1), "-0.1");
  EXPECT_EQ(Number(HUGE_VAL, 1), "infinite");
  EXPECT_EQ(PValue(0.00283289), "0.0028");
  EXPECT_EQ(PValue(0), "< 1e-15");
  EXPECT_EQ(Count(1, "block pair"), "1 block pair");
  EXPECT_EQ(Percent(0.975), "97.5 %");
}

TEST(Wording, TimesAreFasterOthersLower) {
  EXPECT_TRUE(
      Sentence(AnalysisOf(SixPairs(-20, "ms"))).starts_with("b is 20.000 ms (19.5 %) faster"));
  EXPECT_TRUE(
      Sentence(AnalysisOf(SixPairs(20, "ms"))).starts_with("b is 20.000 ms (19.5 %) slower"));
  EXPECT_TRUE(
      Sentence(AnalysisOf(SixPairs(20, "MiB"))).starts_with("b is 20.000 MiB (19.5 %) higher"));
}

// The interval has no sign either, and stays in rising order.
TEST(Wording, ADifferenceToTheFasterHasAPositiveInterval) {
  const std::string sentence = Sentence(AnalysisOf(SixPairs(-20, "ms")));
  // sd of +-0.1 over six: 0.10954; t[0.975, 5] = 2.5706; half width 0.11496.
  EXPECT_TRUE(Contains(sentence, "than a [19.885, 20.115], 6 block pairs: a difference"))
      << sentence;
  EXPECT_TRUE(Contains(sentence, "no noise floor is known"));
}

TEST(Wording, WithinNoiseNamesTheBound) {
  AnalysisOptions options;
  options.bound = ParseBound("2");
  EXPECT_TRUE(Contains(Sentence(AnalysisOf(SixPairs(0, "ms"), options)),
                       "smaller than the bound of 2.000 ms"));
  options.bound = ParseBound("2%");  // of 102.5
  EXPECT_TRUE(Contains(Sentence(AnalysisOf(SixPairs(0, "ms"), options)),
                       "smaller than the bound of 2.050 ms"));
}

TEST(Wording, WithoutPairsThereIsNoVerdict) {
  const std::string sentence = Sentence(AnalysisOf("arm,value\na,1\na,1.1\nb,9\nb,9.1\n"));
  EXPECT_TRUE(sentence.starts_with("inconclusive: "));
  EXPECT_TRUE(Contains(sentence, "nothing says which launches ran side by side"));
}

TEST(Wording, HigherMayBeBetter) {
  Analysis analysis = AnalysisOf(SixPairs(-20, "ns/op"));
  EXPECT_FALSE(IsRegression(analysis, analysis.comparisons[0]));
  analysis = AnalysisOf(SixPairs(-20, "ops/s"));
  EXPECT_TRUE(IsRegression(analysis, analysis.comparisons[0]));
}

TEST(ReportText, SleepData) {
  const std::string text = ReportText(AnalysisOf(kSleep));
  EXPECT_TRUE(
      text.starts_with("two is 1.58 ms (210.7 %) slower than one [0.70, 2.46], 10 block "
                       "pairs: a difference"));
  EXPECT_TRUE(Contains(text, "1.58  [0.70, 2.46]   0.0028\n"));  // paired t
  EXPECT_TRUE(Contains(text, "exact, 4 of 1024"));               // sign flips
  EXPECT_TRUE(Contains(text, "0.0091   normal approximation"));  // Wilcoxon, corrected
  EXPECT_TRUE(Contains(text, "1.58  [-0.21, 3.37]  0.079"));     // Welch
  EXPECT_TRUE(Contains(text, "per launch: too narrow where blocks differ"));
  EXPECT_LT(std::ranges::count(text, '\n'), 60);
}

TEST(ReportText, NoLineIsTooWideAndNoneEndsInBlanks) {
  const std::string text = ReportText(AnalysisOf(kSleep));
  EXPECT_FALSE(Contains(text, " \n"));
  std::size_t begin = text.find('\n') + 1;  // the verdict is one line, however long
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 120u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

TEST(ReportText, SeveralComparisonsShareTheError) {
  std::string csv = SixPairs(-20, "ms");
  csv += SixPairs(0.05, "ms", "c").substr(std::string("arm,pair,value,unit\n").size());
  // The rows of arm a stand there twice: a block of two equal launches.
  const Analysis analysis = AnalysisOf(csv);
  const std::string text = ReportText(analysis);
  EXPECT_TRUE(Contains(text, "Holm"));
  // The surest of two is judged at 0.05 / 2.
  EXPECT_TRUE(Contains(text, " at 97.5 %, 6 block pairs: a difference")) << text;
}

TEST(ReportJson, HasTheFiguresUnrounded) {
  const auto json = nlohmann::json::parse(ReportJson(AnalysisOf(kSleep)));
  EXPECT_EQ(json["causeway"], "ab-report");
  EXPECT_EQ(json["seed"], 1);
  EXPECT_EQ(json["verdict"], "difference");
  const auto& c = json["comparisons"][0];
  EXPECT_NEAR(c["verdict"]["test"]["p"].get<double>(), 0.00283289019738427, 1e-12);
  EXPECT_NEAR(c["verdict"]["test"]["t"].get<double>(), 4.062127683382037, 1e-12);
  EXPECT_NEAR(c["per_pair"]["t"]["interval"][0].get<double>(), 0.7001142367452713, 1e-9);
  EXPECT_EQ(c["per_pair"]["permutation"]["extreme"], 4);
  EXPECT_EQ(c["per_pair"]["permutation"]["total"], 1024);
  EXPECT_EQ(c["per_pair"]["permutation"]["exact"], true);
  EXPECT_NEAR(c["per_pair"]["hodges_lehmann"]["estimate"].get<double>(), 1.3, 1e-12);
  EXPECT_NEAR(c["per_pair"]["signed_rank"]["p"].get<double>(), 0.009090698015925054, 1e-12);
  EXPECT_EQ(c["pairs"].size(), 10u);
  EXPECT_TRUE(c["between_sessions"].is_null());
}

TEST(ReportJson, InfiniteIsNull) {
  // Every pair differs by exactly 2: t is infinite.
  const auto json = nlohmann::json::parse(
      ReportJson(AnalysisOf("arm,pair,value\na,1,1\nb,1,3\na,2,2\nb,2,4\na,3,5\nb,3,7\n"
                            "a,4,1\nb,4,3\na,5,2\nb,5,4\na,6,5\nb,6,7\n")));
  EXPECT_TRUE(json["comparisons"][0]["verdict"]["test"]["t"].is_null());
  EXPECT_EQ(json["comparisons"][0]["verdict"]["kind"], "difference");
}

TEST(ReportPage, StandsAloneAndEscapes) {
  std::string csv = SixPairs(-20, "ms", "<script>alert(1)</script>");
  const std::string page = ReportPage(AnalysisOf(csv));
  EXPECT_FALSE(Contains(page, "<script>alert"));
  EXPECT_TRUE(Contains(page, "default-src 'none'"));
  EXPECT_FALSE(Contains(page, "src="));
  EXPECT_FALSE(Contains(page, "href="));
  EXPECT_FALSE(Contains(page, "@import"));
  // The verdict stands above the first drawing.
  EXPECT_LT(page.find("class=\"verdict\""), page.find("<svg"));
}

TEST(ReportPage, EmbedsEveryLaunch) {
  const std::string page = ReportPage(AnalysisOf(kSleep));
  const std::size_t begin = page.find('>', page.find("id=\"data\"")) + 1;
  const auto json =
      nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(json["launches"][0]["rows"].size(), 20u);
  EXPECT_EQ(json["launches"][0]["rows"][0][5], 0.7);
  EXPECT_EQ(json["report"]["comparisons"][0]["arm"], "two");
}

TEST(ReportPage, LongRunsAreThinnedAndKeepWhatSticksOut) {
  std::string csv = "arm,order,value,unit\n";
  for (int i = 0; i < 30'000; ++i) {
    const bool b = i / 10 % 2 == 1;
    const double value = i == 17'001 ? 987 : 100 + i % 7;
    csv += std::string(b ? "b," : "a,") + std::to_string(i) + "," + std::to_string(value) + ",ms\n";
  }
  AnalysisOptions options;
  options.replicates = 200;
  options.permutations = 200;
  const std::string page = ReportPage(AnalysisOf(csv, options));
  EXPECT_TRUE(Contains(page, "30000 launches are thinned"));
  EXPECT_TRUE(Contains(page, "launch 17002, arm a: 987 ms"));
  EXPECT_LT(page.size(), 3'000'000u);
}

TEST(ReportPage, OneArmOfConstantsDraws) {
  const std::string page = ReportPage(AnalysisOf("arm,pair,value\na,1,0\nb,1,0\na,2,0\nb,2,0\n"));
  EXPECT_FALSE(Contains(page, "nan"));
  EXPECT_TRUE(Contains(page, "inconclusive"));  // two pairs of constants prove nothing
}

TEST(PowerText, KnownCounts) {
  // R: power.t.test(delta = 5, sd = 8.1, power = 0.8, type = "paired") gives n = 22.6.
  const std::string text = PowerText({{"given", "ms", 8.1, 0}}, *ParseBound("5"), {});
  EXPECT_TRUE(Contains(text, "find 5.0 ms in 80 % of runs")) << text;
  EXPECT_TRUE(Contains(text, "  23\n")) << text;
  EXPECT_TRUE(Contains(PowerText({{"given", "ms", 8.1, 0}}, *ParseBound("5%"), {}),
                       "the level is not known"));
}

}  // namespace
}  // namespace causeway::ab
