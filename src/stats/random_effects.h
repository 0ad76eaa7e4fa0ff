#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"
#include "stats/t_tests.h"

namespace causeway::stats {

// One-way random effects from the values of each session (pass, round).
struct VarianceComponents {
  std::size_t groups = 0;
  double ms_between = 0;
  double ms_within = 0;
  double n0 = 0;  // values of a group, averaged for unequal groups
  double f = 0;
  double f_p = 1;         // sessions do not differ
  double sd_between = 0;  // sqrt(max(0, (MSB - MSW) / n0))
  double sd_within = 0;
  TTest mean;  // of the group means, df = groups - 1: holds for sessions not yet run
};
// Nothing for fewer than two groups that have values. Groups of one value each leave sd_within 0.
std::optional<VarianceComponents> RandomEffects(std::span<const std::vector<double>> groups,
                                                double confidence = kConfidence);

// The same where only an effect and its standard error are known of each session.
struct MetaAnalysis {
  std::size_t groups = 0;
  double fixed_mean = 0;
  double fixed_se = 0;
  double q = 0;  // Cochran's Q, chi squared with groups - 1
  double q_p = 1;
  double i2 = 0;   // part of the spread that is not sampling error, 0 .. 1
  double tau = 0;  // sd between sessions (DerSimonian and Laird 1986)
  double random_mean = 0;
  double random_se = 0;
  double random_z = 0;
  double random_p = 1;
  TTest hartung_knapp;  // of random_mean, df = groups - 1 (Hartung and Knapp 2001)
};
// Nothing for fewer than two effects or a standard error that is not positive.
std::optional<MetaAnalysis> CombineEffects(std::span<const double> effects,
                                           std::span<const double> standard_errors,
                                           double confidence = kConfidence);

}  // namespace causeway::stats
