#include "ab/to_samples.h"

#include <gtest/gtest.h>

namespace causeway::ab {
namespace {

LaunchRecord Launch(int arm, int order, double wall, double rss) {
  LaunchRecord launch;
  launch.arm = arm;
  launch.pair = order / 2;
  launch.block = order;
  launch.order = order;
  launch.values = {wall, rss};
  return launch;
}

SessionRun TwoLaunches(const std::string& session) {
  SessionRun run;
  run.header.session = session;
  run.header.arms = {{.label = "a", .command = {"x"}, .shell = false, .artifact = {}},
                     {.label = "b", .command = {"y"}, .shell = false, .artifact = {}}};
  run.header.metrics = {{"wall", "ms"}, {"rss", "MiB"}};
  run.launches = {Launch(0, 0, 10, 1), Launch(1, 1, 11, 2)};
  return run;
}

TEST(ToSamples, OnlyMeasuredLaunchesWithAValue) {
  SessionFile file;
  file.runs = {TwoLaunches("s")};
  SessionRun& run = file.runs[0];
  LaunchRecord other = Launch(0, 0, 99, 99);
  other.kind = LaunchKind::kCold;
  run.launches.insert(run.launches.begin(), other);
  other.kind = LaunchKind::kWarmup;
  run.launches.push_back(other);
  other.kind = LaunchKind::kMeasured;
  other.set_aside = true;
  run.launches.push_back(other);
  other.set_aside = false;
  other.failure = "exit code 1";
  other.values = {std::nullopt, std::nullopt};
  run.launches.push_back(other);
  const auto set = ToSamples(file);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->value, (std::vector<double>{10, 1, 11, 2}));
  EXPECT_EQ(set->arm, (std::vector<std::int32_t>{0, 0, 1, 1}));
  EXPECT_EQ(set->metric, (std::vector<std::int32_t>{0, 1, 0, 1}));
  EXPECT_EQ(set->order, (std::vector<std::int64_t>{0, 0, 1, 1}));
  EXPECT_EQ(set->arms, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(set->metrics[1].unit, "MiB");
  EXPECT_EQ(set->sessions, (std::vector<std::string>{"s"}));
  EXPECT_EQ(set->notes, (std::vector<std::string>{
                            "arm a: 1 of 2 measured launches failed and have no value",
                            "1 launches of rounds that an interruption cut are set aside"}));
}

TEST(ToSamples, EachRunIsASessionAndPairsNeverCollide) {
  SessionFile file;
  file.runs = {TwoLaunches("s"), TwoLaunches("s")};
  const auto set = ToSamples(file);
  ASSERT_TRUE(set);
  ASSERT_EQ(set->value.size(), 8U);
  EXPECT_EQ(set->sessions, (std::vector<std::string>{"s", "s (2)"}));
  EXPECT_EQ(set->session[0], 0);
  EXPECT_EQ(set->session[7], 1);
  EXPECT_NE(set->pair[0], set->pair[7]);
  file.runs[1].header.metrics[0].unit = "s";
  EXPECT_FALSE(ToSamples(file));
}

}  // namespace
}  // namespace causeway::ab
