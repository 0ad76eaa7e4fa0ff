#include "ab/noise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ab/noise_record.h"
#include "ab/test_support.h"

namespace causeway::ab {
namespace {

NoiseRecord Record(const std::string& machine, const std::string& command, double floor) {
  NoiseRecord record;
  record.machine = machine;
  record.command = command;
  record.metric = "wall";
  record.unit = "ms";
  record.when = "2026-12-01T02:00:00Z";
  record.pairs = 16;
  record.level = 100;
  record.floor = floor;
  record.floor_relative = floor / 100;
  record.drift_per_hour = -3;
  return record;
}

TEST(NoiseRecord, KeptAndFound) {
  const TempFolder folder;
  const std::string path = folder.Path("state/causeway/aa.jsonl");
  EXPECT_TRUE(LoadNoise(path)->empty());
  ASSERT_TRUE(AppendNoise(path, Record("m1", "app", 2)));
  ASSERT_TRUE(AppendNoise(path, Record("m2", "app", 3)));
  ASSERT_TRUE(AppendNoise(path, Record("m1", "app", 4)));
  const auto records = LoadNoise(path);
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 3U);
  EXPECT_EQ(records->at(0).drift_per_hour, -3);
  EXPECT_EQ(records->at(0).pairs, 16);
  const std::vector<std::string> commands = {"other", "app"};
  const auto found = FindNoise(*records, "m1", commands, "wall");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->floor, 4);  // the latest
  EXPECT_FALSE(FindNoise(*records, "m3", commands, "wall"));
  EXPECT_FALSE(FindNoise(*records, "m1", commands, "rss"));
}

TEST(NoiseRecord, HalfALineOfAKilledProcessDoesNotSpoilTheNext) {
  const TempFolder folder;
  const std::string path = folder.Path("aa.jsonl");
  ASSERT_TRUE(AppendNoise(path, Record("m1", "app", 2)));
  folder.Write("aa.jsonl", folder.Read("aa.jsonl") + "{\"causeway\":");
  EXPECT_EQ(LoadNoise(path)->size(), 1U);
  ASSERT_TRUE(AppendNoise(path, Record("m1", "app", 3)));
  EXPECT_EQ(LoadNoise(path)->size(), 2U);
  folder.Write("aa.jsonl", "what is this\n");
  const auto records = LoadNoise(path);
  ASSERT_FALSE(records);
  EXPECT_EQ(records.error().where, path + ":1");
}

TEST(NoiseRecord, CommandsAsText) {
  const std::vector<std::string> words = {"sh", "-c", "echo 'x y'", ""};
  EXPECT_EQ(JoinCommand(words), "sh -c 'echo '\\''x y'\\''' ''");
}

// Blocks of one launch: pair i differs by i ms, and every launch is 1 ms slower than the one before
// it was, an hour apart in all.
TEST(LearnNoise, FloorIsTheQuantileOfTheDifferencesOfPairs) {
  SessionRun run;
  run.header.arms = {{.label = "a", .command = {"app"}, .shell = false, .artifact = {}},
                     {.label = "b", .command = {"app"}, .shell = false, .artifact = {}}};
  run.header.metrics = {{"wall", "ms"}};
  run.header.environment = {{"machine", "m1"}};
  for (int i = 0; i < 21; ++i) {
    for (int arm = 0; arm < 2; ++arm) {
      LaunchRecord launch;
      launch.arm = arm;
      launch.pair = i;
      launch.block = 2 * i + arm;
      launch.start = launch.block * 60;
      launch.values = {1000.0 + (arm == 0 ? 0 : i % 2 == 0 ? i : -i)};
      run.launches.push_back(launch);
    }
  }
  LaunchRecord aside = run.launches[0];
  aside.values = {1e9};
  aside.set_aside = true;
  run.launches.push_back(aside);
  LaunchRecord failed = run.launches[0];
  failed.values = {std::nullopt};
  failed.failure = "exit code 1";
  run.launches.push_back(failed);
  const std::vector<NoiseRecord> records = LearnNoise(run);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].pairs, 21);
  EXPECT_DOUBLE_EQ(records[0].floor, 19);  // 95 % of 0, 1, … 20, by R's type 7
  EXPECT_DOUBLE_EQ(records[0].RunFloor(), 19 / std::sqrt(21.0));
  // The sum of -1 + 2 - 3 + … + 20 is 10, over 42 launches.
  EXPECT_NEAR(records[0].level, 1000 + 10.0 / 42, 1e-9);
  EXPECT_EQ(records[0].command, "app");
  EXPECT_EQ(records[0].machine, "m1");
}

TEST(LearnNoise, DriftPerHour) {
  SessionRun run;
  run.header.arms = {{.label = "a", .command = {"app"}, .shell = false, .artifact = {}},
                     {.label = "b", .command = {"app"}, .shell = false, .artifact = {}}};
  run.header.metrics = {{"wall", "ms"}};
  for (int block = 0; block < 8; ++block) {
    LaunchRecord launch;
    launch.arm = (block % 4 == 1 || block % 4 == 2) ? 1 : 0;
    launch.pair = block / 2;
    launch.block = block;
    launch.start = block * 360;             // a tenth of an hour
    launch.values = {500.0 + 2.5 * block};  // so 25 ms in an hour
    run.launches.push_back(launch);
  }
  const std::vector<NoiseRecord> records = LearnNoise(run);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_NEAR(records[0].drift_per_hour, 25, 1e-9);
  EXPECT_EQ(records[0].seconds, 7 * 360);
  EXPECT_NE(DescribeNoise(records).find("25 ms"), std::string::npos);
}

}  // namespace
}  // namespace causeway::ab
