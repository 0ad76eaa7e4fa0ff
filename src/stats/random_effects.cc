// Sessions as draws from a population of sessions.
//
// A machine is another machine after a reboot, a reinstall or a cold night: all launches of a
// session move together. A thousand launches in three sessions know little more about the next
// session than three numbers do, so the interval that holds for a session not yet run rests on the
// spread of the session means with df = sessions - 1, whatever the number of launches.
//
// With the raw values the classical analysis of variance of one factor gives the components: the
// mean square within sessions, the mean square between them, and the variance of the sessions
// (MSB - MSW) / n0, cut at 0, where n0 corrects for unequal sizes (Searle, Casella, McCulloch:
// Variance Components, 3.6). With only an effect and a standard error for each session, as papers
// and pull requests give them, DerSimonian and Laird (1986) estimate the same variance from
// Cochran's Q, and the interval is that of Hartung and Knapp (2001): a t interval whose error comes
// from the weighted spread of the effects. The normal interval of the original method is known to
// be too narrow for few sessions, and few is what we have.
#include "stats/random_effects.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/distributions.h"
#include "stats/numeric.h"

namespace causeway::stats {

std::optional<VarianceComponents> RandomEffects(std::span<const std::vector<double>> groups,
                                                double confidence) {
  std::vector<double> means;
  double n = 0;
  double squares_of_sizes = 0;
  CompensatedSum within;
  CompensatedSum total;
  for (const std::vector<double>& group : groups) {
    if (group.empty()) continue;
    const Summary summary = Summarize(group);
    const double size = Real(summary.n);
    means.push_back(summary.mean);
    n += size;
    squares_of_sizes += size * size;
    within.Add((size - 1) * summary.sd * summary.sd);
    total.Add(size * summary.mean);
  }
  if (means.size() < 2) return std::nullopt;

  const double k = Real(means.size());
  const double grand = total.value() / n;
  CompensatedSum between;
  std::size_t next = 0;
  for (const std::vector<double>& group : groups) {
    if (group.empty()) continue;
    const double away = means[next++] - grand;
    between.Add(Real(group.size()) * away * away);
  }
  VarianceComponents result;
  result.groups = means.size();
  result.n0 = (n - squares_of_sizes / n) / (k - 1);
  result.ms_between = between.value() / (k - 1);
  result.mean = *OneSampleT(means, confidence);
  if (n > k) {
    result.ms_within = within.value() / (n - k);
    if (result.ms_within > 0) {
      result.f = result.ms_between / result.ms_within;
    } else {
      result.f = result.ms_between > 0 ? std::numeric_limits<double>::infinity() : 0;
    }
    result.f_p = FisherUpper(result.f, k - 1, n - k);
  }
  result.sd_within = std::sqrt(result.ms_within);
  result.sd_between = std::sqrt(std::max(0.0, (result.ms_between - result.ms_within) / result.n0));
  return result;
}

std::optional<MetaAnalysis> CombineEffects(std::span<const double> effects,
                                           std::span<const double> standard_errors,
                                           double confidence) {
  if (effects.size() < 2 || standard_errors.size() != effects.size()) return std::nullopt;
  if (std::ranges::any_of(standard_errors, [](double se) { return !(se > 0); })) {
    return std::nullopt;
  }
  MetaAnalysis result;
  result.groups = effects.size();
  const double df = Real(effects.size()) - 1;

  double weights = 0;
  double squared_weights = 0;
  double weighted = 0;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const double weight = 1 / (standard_errors[i] * standard_errors[i]);
    weights += weight;
    squared_weights += weight * weight;
    weighted += weight * effects[i];
  }
  result.fixed_mean = weighted / weights;
  result.fixed_se = std::sqrt(1 / weights);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const double away = (effects[i] - result.fixed_mean) / standard_errors[i];
    result.q += away * away;
  }
  result.q_p = ChiSquaredUpper(result.q, df);
  result.i2 = result.q > 0 ? std::max(0.0, (result.q - df) / result.q) : 0;
  const double tau2 = std::max(0.0, (result.q - df) / (weights - squared_weights / weights));
  result.tau = std::sqrt(tau2);

  weights = 0;
  weighted = 0;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const double weight = 1 / (standard_errors[i] * standard_errors[i] + tau2);
    weights += weight;
    weighted += weight * effects[i];
  }
  result.random_mean = weighted / weights;
  result.random_se = std::sqrt(1 / weights);
  result.random_z = result.random_mean / result.random_se;
  result.random_p = NormalTwoSidedP(result.random_z);

  double spread = 0;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    const double weight = 1 / (standard_errors[i] * standard_errors[i] + tau2);
    const double away = effects[i] - result.random_mean;
    spread += weight * away * away;
  }
  // Effects that agree better than their own errors allow do so by luck, or because they were
  // rounded: the error is never taken for less than that of the fixed effect (Roever, Knapp and
  // Friede 2015).
  const double se = std::max(std::sqrt(spread / (df * weights)), result.fixed_se);
  result.hartung_knapp = TFromEstimate(result.random_mean, se, df, confidence);
  return result;
}

}  // namespace causeway::stats
