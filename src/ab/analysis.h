#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ab/experiment.h"
#include "ab/noise_record.h"
#include "stats/bootstrap.h"
#include "stats/describe.h"
#include "stats/permutation.h"
#include "stats/power.h"
#include "stats/random_effects.h"
#include "stats/rank_tests.h"
#include "stats/sequential.h"
#include "stats/t_tests.h"
#include "stats/trend.h"
#include "stats/verdict.h"

namespace causeway::ab {

// "2%" of the base arm's mean, or "1.5" in the metric's unit.
struct Bound {
  double value = 0;
  bool relative = false;
};
std::optional<Bound> ParseBound(std::string_view text);

struct AnalysisOptions {
  std::uint64_t seed = 1;
  double alpha = 0.05;
  std::optional<Bound> bound;
  std::vector<NoiseRecord> noise;  // A/A records; those of this machine and command count
  std::size_t replicates = 20'000;
  std::size_t permutations = 100'000;
  // This is look `look` of `looks` planned ones; 0: the run is analysed once, at its end.
  int looks = 0;
  int look = 0;
  stats::Boundary boundary = stats::Boundary::kObrienFleming;
};

// The effect within one pass or session: for the forest plot.
struct PartEffect {
  std::string name;
  std::size_t pairs = 0;
  double effect = 0;
  std::optional<stats::TTest> test;
};

// Arm `arm` against arm 0 in one metric; differences are arm minus base.
struct Comparison {
  std::size_t arm = 1;
  std::size_t metric = 0;

  // Launches.
  stats::Description base;
  stats::Description other;
  stats::Outliers base_outliers;
  stats::Outliers other_outliers;

  // Primary: pairs of blocks.
  std::vector<stats::PairDifference> pairs;
  std::size_t unpaired = 0;  // launches of either arm that stand in no such pair
  stats::Verdict verdict;
  double alpha = 0.05;  // that the verdict was reached at: after Holm, at this look
  double holm_p = 1;
  double bh_p = 1;
  std::optional<stats::TTest> block_t;
  std::optional<stats::BootstrapResult> block_bootstrap;
  std::optional<stats::PermutationResult> permutation;
  std::optional<stats::SignedRank> signed_rank;
  std::optional<stats::HodgesLehmann> hodges_lehmann;
  std::optional<stats::TTest> trimmed;
  std::optional<stats::TTest> block_welch;  // blocks of the two arms, whichever stood side by side
  std::optional<double> detectable;         // difference found in 80 % of such runs
  std::optional<NoiseRecord> noise;
  std::vector<PartEffect> passes;
  std::vector<PartEffect> sessions;
  std::optional<stats::VarianceComponents> between_sessions;

  // What may have spoilt it; nothing if the order of the blocks is not known.
  std::optional<stats::Trend> drift;         // of block means over the run, beside the arms
  std::optional<stats::TTest> order_effect;  // of running second in a pair
  // What drifts that are sure (p < 0.05) add to the effect, where one arm mostly ran second.
  double drift_in_effect = 0;

  // That percentages are of: the base arm's mean in the pairs, or of all its launches.
  double BaseMean() const;

  // Secondary: single launches as if they were independent. Too narrow if blocks differ.
  std::optional<stats::TTest> welch;
  std::optional<stats::BootstrapResult> launch_bootstrap;
  std::optional<stats::PermutationResult> launch_permutation;
  std::optional<stats::MannWhitneyTest> mann_whitney;
  std::optional<stats::HodgesLehmann> launch_shift;
  std::optional<stats::TTest> yuen;
  double cliffs_delta = 0;
};

struct Analysis {
  Experiment experiment;
  AnalysisOptions options;
  std::vector<Comparison> comparisons;  // by metric, then arm

  // The strongest word that holds for any comparison: a difference, else inconclusive.
  stats::VerdictKind overall() const;
};

Analysis Analyze(Experiment experiment, const AnalysisOptions& options);

}  // namespace causeway::ab
