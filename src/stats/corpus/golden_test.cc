// The golden data sets: computed with scipy 1.10.1 and cross-checked with R 4.2.2, closed forms to
// 1e-9 relative and p-values to 1e-8 (the file's own `_meta`).

#include <gtest/gtest.h>

#include <cmath>

#include "stats/bootstrap.h"
#include "stats/corpus/corpus.h"
#include "stats/describe.h"
#include "stats/multiple.h"
#include "stats/permutation.h"
#include "stats/power.h"
#include "stats/random_effects.h"
#include "stats/rank_tests.h"
#include "stats/t_tests.h"
#include "stats/verdict.h"

namespace causeway::stats {
namespace {

using nlohmann::json;

class GoldenStatisticsTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto golden = LoadGolden("statistics.json");
    if (!golden) {
      GTEST_SKIP() << "no corpus at " << GoldenFile("statistics.json") << " (set CAUSEWAY_CORPUS)";
    }
    golden_ = *golden;
  }

  const json& Set(const char* name) const { return golden_.at(name); }

  json golden_;
};

void ExpectClosed(double actual, const json& expected, const char* what) {
  const auto value = expected.get<double>();
  EXPECT_NEAR(actual, value, 1e-9 * std::max(1.0, std::abs(value))) << what;
}

void ExpectP(double actual, const json& expected, const char* what) {
  EXPECT_NEAR(actual, expected.get<double>(), 1e-8) << what;
}

void ExpectInterval(const Interval& actual, const json& expected, const char* what) {
  ExpectClosed(actual.low, expected.at(0), what);
  ExpectClosed(actual.high, expected.at(1), what);
}

void ExpectDescription(const json& values, const json& expected) {
  const Description actual = Describe(Values(values));
  EXPECT_EQ(actual.n, expected.at("n").get<std::size_t>());
  ExpectClosed(actual.mean, expected.at("mean"), "mean");
  ExpectClosed(actual.sd, expected.at("sd"), "sd");
  ExpectClosed(actual.median, expected.at("median"), "median");
  ExpectClosed(actual.mad, expected.at("mad_raw"), "mad");
  ExpectClosed(actual.q1, expected.at("q1"), "q1");
  ExpectClosed(actual.q3, expected.at("q3"), "q3");
  ExpectClosed(actual.p95, expected.at("p95"), "p95");
  ExpectClosed(actual.min, expected.at("min"), "min");
  ExpectClosed(actual.max, expected.at("max"), "max");
  ExpectClosed(actual.trimmed_mean, expected.at("trimmed_mean_10"), "trimmed mean");
  ExpectClosed(actual.cv, expected.at("cv"), "cv");
}

void ExpectTwoSamples(const json& set) {
  const auto a = Values(set.at("a"));
  const auto b = Values(set.at("b"));
  const json& two = set.at("two");
  const Summary summary_a = Summarize(a);
  const Summary summary_b = Summarize(b);

  const TTest welch = Welch(a, b).value();
  ExpectClosed(welch.difference, two.at("diff"), "difference");
  ExpectClosed(100 * welch.difference / summary_a.mean, two.at("diff_pct"), "percent");
  ExpectClosed(welch.t, two.at("welch_t"), "Welch t");
  ExpectClosed(welch.df, two.at("welch_df"), "Welch df");
  ExpectP(welch.p, two.at("welch_p"), "Welch p");
  ExpectInterval(welch.interval, two.at("welch_ci95"), "Welch interval");

  const TTest student = StudentT(summary_a, summary_b).value();
  ExpectClosed(student.t, two.at("student_t"), "Student t");
  ExpectP(student.p, two.at("student_p"), "Student p");

  const MannWhitneyTest ranks = MannWhitney(a, b).value();
  ExpectClosed(ranks.u, two.at("mwu_U_b"), "U");
  ExpectP(ranks.p_normal, two.at("mwu_p_asym_cc"), "Mann-Whitney p");
  ExpectClosed(HodgesLehmannShift(a, b)->estimate, two.at("hodges_lehmann_shift"), "shift");
  ExpectClosed(TrimmedMean(Sorted(b), 0.1) - TrimmedMean(Sorted(a), 0.1),
               two.at("trimmed_mean_diff_10"), "trimmed difference");
  const TTest yuen = Yuen(a, b, 0.1).value();
  ExpectClosed(yuen.t, two.at("yuen_10").at("t"), "Yuen t");
  ExpectP(yuen.p, two.at("yuen_10").at("p"), "Yuen p");
  ExpectClosed(CliffsDelta(a, b), two.at("cliffs_delta"), "Cliff's delta");
  ExpectClosed(CohensD(summary_a, summary_b), two.at("cohens_d"), "Cohen's d");

  const PermutationResult permuted = PermuteSamples(a, b);
  EXPECT_TRUE(permuted.exact);
  EXPECT_EQ(permuted.extreme, two.at("perm_exact").at("ge").get<std::uint64_t>());
  EXPECT_EQ(permuted.total, two.at("perm_exact").at("total").get<std::uint64_t>());
  ExpectP(permuted.p, two.at("perm_exact").at("p"), "permutation p");
}

// Returns what it compared with, for what differs between the sets.
TTest ExpectPaired(const json& set) {
  const auto a = Values(set.at("a"));
  const auto b = Values(set.at("b"));
  const json& paired = set.at("paired");
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(b[i] - a[i]);

  const TTest test = PairedT(a, b).value();
  ExpectClosed(test.difference, paired.at("mean_diff"), "mean difference");
  ExpectClosed(Summarize(differences).sd, paired.at("sd_diff"), "sd of differences");
  ExpectClosed(test.t, paired.at("t"), "paired t");
  ExpectClosed(test.df, paired.at("df"), "df");
  ExpectP(test.p, paired.at("p"), "paired p");
  ExpectInterval(test.interval, paired.at("ci95"), "paired interval");
  ExpectClosed(HodgesLehmannOneSample(differences)->estimate, paired.at("hodges_lehmann"),
               "Hodges-Lehmann");

  const SignedRank ranks = WilcoxonPaired(a, b);
  ExpectClosed(std::min(ranks.w_plus, ranks.w_minus), paired.at("wilcoxon_W"), "W");
  ExpectP(ranks.p_normal, paired.at("wilcoxon_p_approx_cc"), "Wilcoxon p");
  EXPECT_EQ(ranks.method, RankMethod::kNormal) << "both sets have ties";

  const PermutationResult flips = PermutePairs(differences);
  EXPECT_TRUE(flips.exact);
  EXPECT_EQ(flips.extreme, paired.at("signflip_exact").at("ge").get<std::uint64_t>());
  EXPECT_EQ(flips.total, paired.at("signflip_exact").at("total").get<std::uint64_t>());
  ExpectP(flips.p, paired.at("signflip_exact").at("p"), "sign flips");
  return test;
}

// The file's tolerance: twelve standard errors of a quantile at most, and one step of the data.
void ExpectBootstrap(const json& set, double step) {
  const json& expected = set.at("bootstrap");
  BootstrapOptions options;
  options.replicates = expected.at("B").get<std::size_t>();
  const BootstrapResult actual =
      BootstrapDifference(Values(set.at("a")), Values(set.at("b")), options);
  const auto se = expected.at("se_exact_plugin").get<double>();
  const double tolerance = 12 * se / std::sqrt(static_cast<double>(options.replicates)) + step;
  for (const auto& [interval, name] :
       {std::pair(actual.percentile, "percentile"), std::pair(actual.bca, "bca")}) {
    EXPECT_NEAR(interval.low, expected.at(name).at(0).get<double>(), tolerance) << name;
    EXPECT_NEAR(interval.high, expected.at(name).at(1).get<double>(), tolerance) << name;
  }
  // The standard error of an sd from R replicates is sd / sqrt(2 R).
  EXPECT_NEAR(actual.se, se, 4 * se / std::sqrt(2.0 * static_cast<double>(options.replicates)));
  EXPECT_NEAR(actual.acceleration, expected.at("acceleration").get<double>(), 1e-12);
  // z0 of the file is itself random: a share of 1/2 has standard error 1 / (2 sqrt(R)), times 2.5.
  EXPECT_NEAR(actual.z0, expected.at("z0").get<double>(), 0.01);
}

TEST_F(GoldenStatisticsTest, TinyUnpaired) {
  const json& set = Set("tiny_unpaired_6v6");
  ExpectDescription(set.at("a"), set.at("desc_a"));
  ExpectDescription(set.at("b"), set.at("desc_b"));
  ExpectTwoSamples(set);
  ExpectBootstrap(set, 1.0 / 6);
  EXPECT_EQ(BootstrapDifference(Values(set.at("a")), Values(set.at("b"))).guard,
            BcaGuard::kFewValues);
}

TEST_F(GoldenStatisticsTest, StudentsSleep) {
  const json& set = Set("student_sleep_paired_10");
  ExpectPaired(set);
  const SignedRank ranks = WilcoxonPaired(Values(set.at("a")), Values(set.at("b")));
  EXPECT_EQ(ranks.zeros, 1U);
  EXPECT_EQ(ranks.w_plus, 45);  // R's V
  ExpectP(ranks.p_normal_uncorrected, set.at("paired").at("wilcoxon_p_approx_nocc"),
          "without correction");
}

TEST_F(GoldenStatisticsTest, NullOfTwoEqualArms) {
  const json& set = Set("aa_null_8v8");
  ExpectTwoSamples(set);
  ExpectPaired(set);
  ExpectBootstrap(set, 0.05 / 8);
  // scipy evaluates the distribution without ties at the W that has them.
  const json& paired = set.at("paired");
  ExpectP(SignedRankExactP(8, paired.at("wilcoxon_W").get<double>()), paired.at("wilcoxon_p_exact"),
          "exact Wilcoxon");
}

TEST_F(GoldenStatisticsTest, ConstantDataIsNotNaN) {
  const auto a = Values(Set("degenerate_constant").at("a"));
  const auto b = Values(Set("degenerate_constant").at("b"));
  for (const auto& test : {Welch(a, b), PairedT(a, b), Yuen(a, b), YuenPaired(a, b)}) {
    EXPECT_EQ(test.value().difference, 0);
    EXPECT_EQ(test->p, 1);
    EXPECT_EQ(test->interval, (Interval{0, 0}));
    EXPECT_TRUE(test->degenerate);
  }
  EXPECT_EQ(MannWhitney(a, b)->p, 1);
  EXPECT_EQ(WilcoxonPaired(a, b).p, 1);
  EXPECT_EQ(PermuteSamples(a, b).p, 1);
  EXPECT_EQ(BootstrapDifference(a, b).percentile, (Interval{0, 0}));
  const std::vector<double> differences(6, 0.0);  // fewer decide nothing
  EXPECT_EQ(Judge({.differences = differences, .sessions = {}, .floor = {}, .bound = {}}).kind,
            VerdictKind::kWithinNoise);
}

TEST_F(GoldenStatisticsTest, PublishedRoundsOfDlopen) {
  const json& set = Set("published_dlopen_rounds");
  const auto deltas = Values(set.at("round_deltas"));
  const TTest test = OneSampleT(deltas).value();
  ExpectClosed(test.difference, set.at("mean"), "mean");
  ExpectClosed(Summarize(deltas).sd, set.at("sd_between"), "sd");
  ExpectClosed(test.se, set.at("se"), "se");
  ExpectClosed(test.t, set.at("t"), "t");
  ExpectP(test.p, set.at("p"), "p");
  ExpectInterval(test.interval, set.at("ci95"), "interval");

  const MetaAnalysis combined =
      CombineEffects(deltas, Values(set.at("per_round_se_from_t"))).value();
  const json& dl = set.at("dersimonian_laird");
  ExpectClosed(combined.fixed_mean, dl.at("fixed_mean"), "fixed mean");
  ExpectClosed(combined.fixed_se, dl.at("fixed_se"), "fixed se");
  ExpectClosed(combined.q, dl.at("Q"), "Q");
  ExpectP(combined.q_p, dl.at("Q_p"), "Q p");
  ExpectClosed(combined.i2, dl.at("I2"), "I2");
  ExpectClosed(combined.tau, dl.at("tau"), "tau");
  ExpectClosed(combined.random_mean, dl.at("random_mean"), "random mean");
  ExpectClosed(combined.random_se, dl.at("random_se"), "random se");
  ExpectClosed(combined.random_z, dl.at("random_z"), "z");
  ExpectP(combined.random_p, dl.at("random_p"), "random p");
  const json& hk = set.at("hartung_knapp");
  ExpectClosed(combined.hartung_knapp.se, hk.at("se"), "HK se");
  ExpectClosed(combined.hartung_knapp.t, hk.at("t"), "HK t");
  ExpectP(combined.hartung_knapp.p, hk.at("p"), "HK p");
  ExpectInterval(combined.hartung_knapp.interval, hk.at("ci95"), "HK interval");

  const std::vector<int> rounds = {1, 2, 3};
  const Verdict verdict =
      Judge({.differences = deltas, .sessions = rounds, .floor = {}, .bound = {}});
  EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
  EXPECT_TRUE(verdict.by_session);
  ExpectInterval(verdict.test->interval, set.at("ci95"), "interval of the verdict");
}

TEST_F(GoldenStatisticsTest, PublishedMauiRun) {
  const json& set = Set("published_maui_ab");
  const auto n = set.at("n").get<std::size_t>();
  const auto means = Values(set.at("means"));
  const auto sds = Values(set.at("sd"));
  const TTest test = Welch(Summary{n, means[0], sds[0]}, Summary{n, means[1], sds[1]}).value();
  ExpectClosed(test.difference, set.at("diff"), "difference");
  ExpectClosed(test.se, set.at("se"), "se");
  ExpectClosed(test.df, set.at("df"), "df");
  ExpectClosed(test.t, set.at("t"), "t");
  EXPECT_NEAR(test.p / set.at("p").get<double>(), 1, 1e-6);
  ExpectInterval(test.interval, set.at("welch_ci95"), "interval");
  // Two passes are two sessions: what the launches call certain is not confirmed by them.
  const auto passes = Values(set.at("pass_deltas"));
  const std::vector<int> sessions = {1, 2};
  const Verdict verdict =
      Judge({.differences = passes, .sessions = sessions, .floor = {}, .bound = {}});
  ExpectClosed(verdict.effect, set.at("pass_mean"), "mean of the passes");
  EXPECT_EQ(verdict.kind, VerdictKind::kInconclusive);
}

TEST_F(GoldenStatisticsTest, PowerOfTwoSamples) {
  const json& set = Set("mde_power");
  const auto sd = set.at("pooled_sd").get<double>();
  ExpectClosed(NormalDetectableEffect(Design::kTwoSamples, 96, sd), set.at("mde_n96_80_normal"),
               "normal");
  // R's power.t.test finds its root to about 1e-5.
  EXPECT_NEAR(MinimumDetectableEffect(Design::kTwoSamples, 96, sd),
              set.at("mde_n96_80_t").get<double>(), 1e-4);
  EXPECT_NEAR(MinimumDetectableEffect(Design::kTwoSamples, 30, sd),
              set.at("mde_n30_80_t").get<double>(), 1e-4);
  EXPECT_EQ(RequiredCount(Design::kTwoSamples, sd, 10), set.at("n_for_10ms_80").get<std::size_t>());
  EXPECT_EQ(RequiredCount(Design::kTwoSamples, sd, 20), set.at("n_for_20ms_80").get<std::size_t>());
  EXPECT_NEAR(Power(Design::kTwoSamples, 96, sd, 20), set.at("power_n96_20ms").get<double>(), 1e-8);
}

TEST_F(GoldenStatisticsTest, SeveralComparisons) {
  const json& set = Set("multiple_comparisons");
  const auto p = Values(set.at("p"));
  const auto holm = Holm(p);
  const auto bh = BenjaminiHochberg(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    ExpectClosed(holm[i], set.at("holm").at(i), "Holm");
    ExpectClosed(bh[i], set.at("bh").at(i), "Benjamini-Hochberg");
  }
}

TEST_F(GoldenStatisticsTest, SmallMonteCarloPNeedsManyReplicates) {
  ASSERT_EQ(Set("mc_permutation_rule").at("seed_p"), "<0.00001");
  // 40 pairs that all agree: none of the random flips is as extreme.
  const std::vector<double> differences(40, 1.0);
  const PermutationResult enough = PermutePairs(differences, {1, 100'000});
  EXPECT_EQ(enough.extreme, 0U);
  EXPECT_LT(enough.p, 1e-5);
  EXPECT_GE(PermutePairs(differences, {1, 99'998}).p, 1e-5);
}

}  // namespace
}  // namespace causeway::stats
