// A command whose time is not measured but told: a machine with a virtual clock. Each launch counts
// in a state file and prints "time: X ms", where X is a base, a linear drift over the launches, an
// effect of its own and noise from a seeded generator. So A/B runs can be repeated a hundred times
// in seconds, through real launches, with the truth known.
//
//   virtual_clock STATE SEED EFFECT DRIFT_PER_LAUNCH SD
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  const std::string state = argv[1];
  const double effect = std::atof(argv[3]);
  const double drift = std::atof(argv[4]);
  const double sd = std::atof(argv[5]);
  std::uint64_t launch = 0;
  std::ifstream(state) >> launch;
  std::ofstream(state) << launch + 1 << '\n';
  std::seed_seq seed{static_cast<std::uint32_t>(std::atoi(argv[2])),
                     static_cast<std::uint32_t>(launch)};
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> noise(0, sd);
  std::printf("time: %.6f ms\n",
              1000 + effect + drift * static_cast<double>(launch) + noise(generator));
  return 0;
}
