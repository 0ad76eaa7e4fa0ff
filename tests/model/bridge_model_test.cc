#include "tests/model/bridge_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/model/bridge_scenarios.h"

namespace causeway::model {
namespace {

Coverage& Used() {
  static Coverage coverage;
  return coverage;
}

std::string Lines(const Outcome& outcome) {
  std::string text;
  for (std::size_t i = 0; i < outcome.trace.size(); ++i) {
    text += std::to_string(i + 1) + ". " + outcome.trace[i] + "\n";
  }
  return text;
}

// Explores all and expects nothing; reports how much that was.
template <typename Get>
void ExpectNoViolation(std::size_t count, Get get) {
  std::uint64_t states = 0;
  std::uint64_t ends = 0;
  std::uint64_t most = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    const Scenario scenario = get(i);
    const Outcome outcome = Explore(scenario, Used());
    states += outcome.states;
    ends += outcome.ends;
    most = std::max(most, outcome.states);
    ASSERT_EQ(outcome.violation, "") << i << ": " << scenario.Describe() << "\n" << Lines(outcome);
    ASSERT_FALSE(outcome.truncated) << i << ": " << scenario.Describe();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%zu scenarios, %zu states (at most %zu), %zu ends, %.1f s\n", count,
              std::size_t{states}, std::size_t{most}, std::size_t{ends}, took.count());
}

TEST(BridgeModel, FindsEveryCarelessVersion) {
  for (const CarelessCase& careless : CarelessCases()) {
    SCOPED_TRACE(careless.title);
    Coverage ignored;
    const Outcome outcome = Explore(careless.scenario, ignored);
    EXPECT_EQ(outcome.violation, careless.violation) << Lines(outcome);
    std::printf("%s: %zu steps, %s\n%s\n", careless.scenario.name.c_str(), outcome.trace.size(),
                outcome.violation.c_str(), Lines(outcome).c_str());
    Scenario right = careless.scenario;
    right.careless = Careless::kNothing;
    const Outcome none = Explore(right, Used());
    EXPECT_EQ(none.violation, "") << Lines(none);
  }
}

TEST(BridgeModel, PollingKeepsGarbageAndAPauseFreesIt) {
  const Outcome livelock = Explore(Polling(true), Used());
  EXPECT_TRUE(livelock.again);
  EXPECT_EQ(livelock.violation, "");
  std::printf("%s\n", Lines(livelock).c_str());
  const Outcome pause = Explore(Polling(false), Used());
  EXPECT_EQ(pause.violation, "") << Lines(pause);
}

TEST(BridgeModel, Pairs) {
  const std::vector<Scenario> all = Pairs();
  ExpectNoViolation(all.size(), [&](std::size_t i) { return all[i]; });
}

TEST(BridgeModel, Recreated) {
  const std::vector<Scenario> all = Recreated();
  ExpectNoViolation(all.size(), [&](std::size_t i) { return all[i]; });
}

TEST(BridgeModel, Graphs) {
  const std::vector<Scenario> all = Graphs();
  ExpectNoViolation(all.size(), [&](std::size_t i) { return all[i]; });
}

TEST(BridgeModel, Samples) {
  const char* runs = std::getenv("CAUSEWAY_MODEL_SAMPLES");
  ExpectNoViolation(runs != nullptr ? std::strtoul(runs, nullptr, 10) : 200, Sample);
}

}  // namespace
}  // namespace causeway::model
