// Simulated runs as a user would hand them to `causeway ab analyze`: written as CSV, read, put into
// blocks and pairs by what the columns say, and judged. src/stats/corpus holds the formulas to the
// published table, tests/ab/simulation.py the shipped command. Here is what needs many analyses of
// a run: one block after the other, looks at a growing file, and how often the intervals hold the
// true difference when launches are skewed, heavy-tailed or bimodal. Where the table has a cell,
// its error and ours are allowed three binomial standard errors together.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "ab/analysis.h"
#include "formats/samples/samples.h"
#include "stats/corpus/corpus.h"
#include "stats/simulate.h"

namespace causeway::ab {
namespace {

using nlohmann::json;
using stats::GenerateRun;
using stats::RunModel;

constexpr std::uint64_t kSeed = 20261202;
constexpr int kReplicas = 1500;

// Whether a file names its blocks or only the order in which launches ran.
enum class Columns { kBlocks, kOrder };

std::string ToCsv(std::span<const stats::Launch> launches, Columns columns) {
  std::string csv = columns == Columns::kBlocks ? "arm,value,block\n" : "arm,value,order\n";
  int order = 0;
  for (const stats::Launch& launch : launches) {
    fmt::format_to(std::back_inserter(csv), "{},{},{}\n", launch.arm == 0 ? "old" : "new",
                   launch.value, columns == Columns::kBlocks ? launch.block : order++);
  }
  return csv;
}

Analysis AnalyzeCsv(const std::string& csv, AnalysisOptions options = {}) {
  // Nothing here but the coverage rests on resampling.
  if (options.replicates == AnalysisOptions().replicates) options.replicates = 10;
  options.permutations = 10;
  const auto set = samples::Read(std::as_bytes(std::span(csv)), "simulated.csv");
  EXPECT_TRUE(set.has_value()) << set.error().message;
  auto experiment = FromSamples(*set, "simulated.csv");
  EXPECT_TRUE(experiment.has_value()) << experiment.error().message;
  return Analyze(std::move(*experiment), options);
}

void ExpectRate(int hits, int replicas, double cell, int cell_replicas, const std::string& what) {
  const double rate = static_cast<double>(hits) / replicas;
  const double variance = cell * (1 - cell) * (1.0 / cell_replicas + 1.0 / replicas);
  EXPECT_NEAR(rate, cell, 3 * std::sqrt(variance)) << what;
}

bool IsDifference(const Analysis& analysis) {
  return analysis.overall() == stats::VerdictKind::kDifference;
}

class AnalyzedSimulation : public testing::Test {
 protected:
  void SetUp() override {
    const auto golden = stats::LoadGolden("statistics_simulation.json");
    if (!golden) GTEST_SKIP() << "no corpus (set CAUSEWAY_CORPUS)";
    golden_ = *golden;
  }
  json golden_;
};

// Thirty launches of one, then thirty of the other: half of such comparisons find a "difference"
// by Welch's test. One pair of blocks is never enough for a verdict.
TEST_F(AnalyzedSimulation, TwoBlocksOneAfterTheOther) {
  for (const auto& [name, rate] : golden_.at("two_block_sequential").items()) {
    RunModel model;
    model.design = stats::ScheduleKind::kGrouped;
    model.blocks = 1;
    model.per_block = 30;
    ASSERT_EQ(std::sscanf(name.c_str(), "A30-then-B30 sd_session=%lf", &model.block_sd), 1) << name;
    int launches = 0;
    for (int replica = 0; replica < kReplicas; ++replica) {
      const auto run = GenerateRun(model, kSeed, static_cast<std::uint64_t>(replica));
      const Analysis analysis = AnalyzeCsv(ToCsv(run, Columns::kOrder));
      launches += analysis.comparisons.at(0).welch->p < 0.05;
      ASSERT_EQ(analysis.overall(), stats::VerdictKind::kInconclusive) << name;
    }
    ExpectRate(launches, kReplicas, rate, 4000, name);
  }
}

// A look after every ten pairs until a difference is found.
TEST_F(AnalyzedSimulation, LooksAtAGrowingFile) {
  constexpr int kRuns = 500;
  RunModel model;
  model.design = stats::ScheduleKind::kAlternating;
  model.blocks = 100;
  model.per_block = 1;
  int naive = 0;
  int planned = 0;
  for (int replica = 0; replica < kRuns; ++replica) {
    const auto run = GenerateRun(model, kSeed, static_cast<std::uint64_t>(replica));
    bool found = false;
    bool found_as_planned = false;
    for (int look = 1; look <= 10 && !(found && found_as_planned); ++look) {
      const auto seen = std::span(run).first(static_cast<std::size_t>(20 * look));
      const std::string csv = ToCsv(seen, Columns::kOrder);
      AnalysisOptions options;
      found = found || IsDifference(AnalyzeCsv(csv, options));
      options.looks = 10;
      options.look = look;
      options.boundary = stats::Boundary::kPocock;
      found_as_planned = found_as_planned || IsDifference(AnalyzeCsv(csv, options));
    }
    naive += found;
    planned += found_as_planned;
  }
  ExpectRate(naive, kRuns, golden_.at("peeking_10_looks_naive_fpr"), 1500, "naive");
  ExpectRate(planned, kRuns, golden_.at("peeking_10_looks_pocock_0.0106_fpr"), 1500, "planned");
}

// t over differences of block means is near exact for every shape. The percentile bootstrap of 16
// values is narrower by sqrt(15 / 16) and takes normal for t quantiles: it holds the truth in
// 2 T15(1.96 sqrt(15 / 16)) - 1 = 92.3 % of runs. Three standard errors of 1000 runs: 2.1 and 2.5
// %.
TEST(AnalyzedCoverage, IntervalsHoldTheTruth) {
  constexpr int kRuns = 1000;
  constexpr double kTruth = 7;
  for (const stats::Shape shape : {stats::Shape::kNormal, stats::Shape::kSkewed,
                                   stats::Shape::kHeavyTailed, stats::Shape::kBimodal}) {
    RunModel model;
    model.shape = shape;
    model.base = 500;
    model.effect = kTruth;
    model.block_sd = 8;
    model.blocks = 16;
    int t = 0;
    int percentile = 0;
    int bca = 0;
    int launches = 0;
    AnalysisOptions options;
    options.replicates = 1000;
    for (int replica = 0; replica < kRuns; ++replica) {
      const auto run = GenerateRun(model, kSeed, static_cast<std::uint64_t>(replica));
      const Analysis analysis = AnalyzeCsv(ToCsv(run, Columns::kBlocks), options);
      const Comparison& c = analysis.comparisons.at(0);
      t += c.verdict.test->interval.Contains(kTruth);
      percentile += c.block_bootstrap->percentile.Contains(kTruth);
      bca += c.block_bootstrap->bca.Contains(kTruth);
      launches += c.welch->interval.Contains(kTruth);
    }
    const std::string name(stats::ToString(shape));
    EXPECT_NEAR(t / double{kRuns}, 0.95, 0.025) << name;
    EXPECT_NEAR(percentile / double{kRuns}, 0.923, 0.027) << name;
    EXPECT_NEAR(bca / double{kRuns}, 0.923, 0.032) << name;
    // The per-launch interval, which is labelled as too narrow, is: per block it takes the variance
    // for (38² + 8²) / 12 where it is 38² / 12 + 8², so it holds the truth in
    // 2 Φ(1.96 sqrt(125.7 / 184.3)) - 1 = 89.4 %; three standard errors of it are 2.9 %.
    EXPECT_NEAR(launches / double{kRuns}, 0.894, 0.03) << name;
  }
}

}  // namespace
}  // namespace causeway::ab
