#include "stats/simulate.h"

#include <cmath>
#include <cstddef>

#include "stats/numeric.h"
#include "stats/random.h"

namespace causeway::stats {
namespace {

// Mean 0, sd 1.
double Draw(Shape shape, Random& random) {
  switch (shape) {
    case Shape::kNormal:
      return random.Normal();
    case Shape::kSkewed: {
      constexpr double kLogSd = 0.75;
      constexpr double kVariance = kLogSd * kLogSd;
      const double mean = std::exp(kVariance / 2);
      return (std::exp(kLogSd * random.Normal()) - mean) /
             (mean * std::sqrt(std::expm1(kVariance)));
    }
    case Shape::kHeavyTailed: {
      // Normal over sqrt(chi squared / 3) has variance 3.
      const double z = random.Normal();
      double squares = 0;
      for (int i = 0; i < 3; ++i) {
        const double part = random.Normal();
        squares += part * part;
      }
      return z / std::sqrt(squares);
    }
    case Shape::kBimodal: {
      constexpr double kUpper = 0.3;
      constexpr double kHumpSd = 0.1;
      const double hump = random.Unit() < kUpper ? 1 : 0;
      const double sd = std::sqrt(kUpper * (1 - kUpper) + kHumpSd * kHumpSd);
      return (hump - kUpper + kHumpSd * random.Normal()) / sd;
    }
  }
  return 0;
}

}  // namespace

std::string_view ToString(Shape shape) {
  switch (shape) {
    case Shape::kNormal:
      return "normal";
    case Shape::kSkewed:
      return "skewed";
    case Shape::kHeavyTailed:
      return "heavy-tailed";
    case Shape::kBimodal:
      return "bimodal";
  }
  return "";
}

std::vector<Launch> GenerateRun(const RunModel& model, std::uint64_t seed, std::uint64_t replica) {
  Random random(seed, replica);
  // A random schedule is part of the run, so each replica has its own.
  const auto schedule =
      Schedule(model.design, model.arms, model.blocks, model.passes, random.Next());
  std::vector<std::vector<double>> shifts(static_cast<std::size_t>(model.passes));
  for (std::vector<double>& of_arms : shifts) {
    for (int arm = 0; arm < model.arms; ++arm) of_arms.push_back(model.pass_sd * random.Normal());
  }

  const double launches = Real(schedule.size()) * model.per_block;
  std::vector<Launch> run;
  run.reserve(static_cast<std::size_t>(launches));
  for (std::size_t block = 0; block < schedule.size(); ++block) {
    const ScheduledBlock& at = schedule[block];
    const double shift =
        shifts[static_cast<std::size_t>(at.pass)][static_cast<std::size_t>(at.arm)];
    const double level =
        model.base + at.arm * model.effect + shift + model.block_sd * random.Normal();
    for (int i = 0; i < model.per_block; ++i) {
      const double progress = (Real(run.size()) + 0.5) / launches;
      const double value = level + model.drift * progress + model.sd * Draw(model.shape, random);
      run.push_back({at.arm, static_cast<int>(block), at.pair, at.pass, 0, value});
    }
  }
  return run;
}

}  // namespace causeway::stats
