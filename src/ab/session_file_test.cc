#include "ab/session_file.h"

#include <gtest/gtest.h>

#include "ab/session_writer.h"
#include "ab/test_support.h"

namespace causeway::ab {
namespace {

SessionHeader Header() {
  SessionHeader header;
  header.session = "monday";
  header.seed = 18446744073709551615U;
  header.schedule = "abba";
  header.blocks = 8;
  header.per_block = 5;
  header.passes = 2;
  header.warmup = 1;
  ArmInfo a{.label = "a", .command = {"sh", "-c", "x y"}, .shell = false, .artifact = {}};
  ArmInfo b = a;
  b.label = "b";
  b.artifact = Artifact{true, "xxh3:1", {{"b.apk", "apk", "xxh3:1", 7}}, EntryDifference{}};
  b.artifact->difference->added = 1;
  b.artifact->difference->same = 9;
  b.artifact->difference->listed = {{"lib.so", -1, 42}};
  header.arms = {a, b};
  header.metrics = {{"wall", "ms"}, {"rss", "MiB"}};
  header.environment = {{"machine", "m1"}, {"cpu", "some cpu"}};
  header.noop = NoopCost{0.5, 0.25, 1.5};
  header.started = "2026-12-01T02:00:00Z";
  header.plan = "00ff";
  header.notes = {"a note"};
  return header;
}

LaunchRecord Launch(int pair, int order) {
  LaunchRecord launch;
  launch.arm = 1;
  launch.pass = 1;
  launch.pair = pair;
  launch.block = 2 * pair;
  launch.order = order;
  launch.start = 1.5;
  launch.values = {12.25, std::nullopt};
  launch.sensor = "41.5";
  launch.overhead = 0.001;
  return launch;
}

TEST(SessionFile, WhatIsWrittenIsRead) {
  LaunchRecord failed = Launch(0, 1);
  failed.values = {std::nullopt, std::nullopt};
  failed.failure = "exit code 3";
  failed.exit_code = 3;
  failed.attempt = 2;
  failed.notes = {"left processes behind"};
  const std::string text = HeaderLine(Header()) + LaunchLine(Launch(0, 0)) + LaunchLine(failed) +
                           FinishLine(Finish::kInterrupted, "signal 2");
  EXPECT_TRUE(LooksLikeSession(text));
  const auto file = ParseSession(text, "f");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->runs.size(), 1U);
  const SessionRun& run = file->runs[0];
  EXPECT_EQ(run.header.seed, Header().seed);
  EXPECT_EQ(run.header.arms[0].command, Header().arms[0].command);
  EXPECT_FALSE(run.header.arms[0].artifact);
  EXPECT_EQ(run.header.arms[1].artifact->files[0].size, 7U);
  EXPECT_EQ(run.header.arms[1].artifact->difference->listed[0].name, "lib.so");
  EXPECT_EQ(run.header.arms[1].artifact->difference->listed[0].before, -1);
  EXPECT_EQ(run.header.metrics, Header().metrics);
  EXPECT_EQ(run.header.Environment("cpu"), "some cpu");
  EXPECT_EQ(run.header.noop->rss_mib, 1.5);
  EXPECT_EQ(run.finish, Finish::kInterrupted);
  EXPECT_EQ(run.why, "signal 2");
  ASSERT_EQ(run.launches.size(), 2U);
  EXPECT_EQ(run.launches[0].values[0], 12.25);
  EXPECT_FALSE(run.launches[0].values[1]);
  EXPECT_EQ(run.launches[0].sensor, "41.5");
  EXPECT_EQ(run.launches[1].failure, "exit code 3");
  EXPECT_EQ(run.launches[1].attempt, 2);
  EXPECT_EQ(ToText(*file), text);
}

TEST(SessionFile, KnowsHowManyLaunchesWerePlannedAndMade) {
  // 2 arms, each 1 cold and 8 blocks in each of 2 passes of 1 + 5.
  EXPECT_EQ(PlannedLaunches(Header()), 194U);
  SessionHeader bare = Header();
  bare.blocks = 0;
  EXPECT_EQ(PlannedLaunches(bare), 0U);
  bare.blocks = bare.passes = bare.per_block = 2'000'000'000;
  EXPECT_EQ(PlannedLaunches(bare), 1'000'000'000'000'000U);
  SessionRun run{.header = Header(), .launches = {Launch(0, 0), Launch(0, 1), Launch(1, 2)}};
  run.launches[1].attempt = 2;
  EXPECT_EQ(LaunchesMade(run), 2U);
  run.launches[0].set_aside = true;
  EXPECT_EQ(LaunchesMade(run), 1U);
}

TEST(SessionFile, ALastLineThatWasCutIsDroppedAndSaid) {
  const std::string text =
      HeaderLine(Header()) + LaunchLine(Launch(0, 0)) + LaunchLine(Launch(0, 1));
  for (std::size_t cut = HeaderLine(Header()).size(); cut < text.size(); ++cut) {
    const auto file = ParseSession(text.substr(0, cut), "f");
    ASSERT_TRUE(file) << cut << file.error().message;
    EXPECT_EQ(file->cut_short, text[cut - 1] != '\n') << cut;
    EXPECT_LT(file->runs[0].launches.size(), 2U);
    EXPECT_EQ(file->runs[0].finish, Finish::kNone);
  }
}

TEST(SessionFile, SeveralRunsAndAResumedOne) {
  const std::string text = HeaderLine(Header()) + LaunchLine(Launch(0, 0)) +
                           FinishLine(Finish::kComplete, "") + HeaderLine(Header()) +
                           LaunchLine(Launch(0, 0)) + LaunchLine(Launch(1, 1)) +
                           ResumeLine("2026-12-01T03:00:00Z", 1, 1) + LaunchLine(Launch(1, 2));
  const auto file = ParseSession(text, "f");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_EQ(file->runs.size(), 2U);
  const SessionRun& run = file->runs[1];
  EXPECT_EQ(run.resumed, 1);
  ASSERT_EQ(run.launches.size(), 3U);
  EXPECT_FALSE(run.launches[0].set_aside);
  EXPECT_TRUE(run.launches[1].set_aside);
  EXPECT_FALSE(run.launches[2].set_aside);
  const auto again = ParseSession(ToText(*file), "f");
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->runs[1].launches[1].set_aside);
  EXPECT_FALSE(again->runs[1].launches[2].set_aside);
  // Killed again before the first launch after it went on.
  const std::string twice =
      HeaderLine(Header()) + LaunchLine(Launch(0, 0)) + ResumeLine("2026-12-01T03:00:00Z", 1, 0);
  const auto killed = ParseSession(ToText(*ParseSession(twice, "f")), "f");
  ASSERT_TRUE(killed);
  EXPECT_TRUE(killed->runs[0].launches[0].set_aside);
}

std::string Mistake(const std::string& text) {
  const auto file = ParseSession(text, "f");
  return file ? "no error" : file.error().where + ": " + file.error().message;
}

TEST(SessionFile, Damage) {
  const std::string header = HeaderLine(Header());
  EXPECT_EQ(Mistake(""), "f: not a session of 'causeway ab': no header line");
  EXPECT_EQ(Mistake("arm,value\n"), "f:1: not a JSON object");
  EXPECT_EQ(Mistake(LaunchLine(Launch(0, 0))),
            "f:1: not a session of 'causeway ab': no header line");
  EXPECT_EQ(Mistake(header + "{\"arm\":5,\"kind\":\"cold\",\"values\":[1,2]}\n"),
            "f:2: a launch with a wrong 'arm'");
  EXPECT_EQ(Mistake(header + "{\"arm\":0,\"kind\":\"hot\",\"values\":[1,2]}\n"),
            "f:2: a launch with a wrong 'kind'");
  EXPECT_EQ(Mistake(header + "{\"arm\":0,\"kind\":\"cold\",\"values\":[1]}\n"),
            "f:2: a launch with a wrong 'values'");
  EXPECT_EQ(Mistake(header + "{\"arm\":0,\"kind\":\"cold\",\"values\":[1,2],\"pair\":\"x\"}\n"),
            "f:2: a launch with a wrong 'pair'");
  EXPECT_EQ(Mistake(header + "{\"finished\":\"never\"}\n"),
            "f:2: 'finished' is never, which is not a word of it");
  std::string newer = header;
  newer.replace(newer.find("\"version\":1"), 11, "\"version\":9");
  EXPECT_EQ(Mistake(newer),
            "f:1: version 9 of the session file is newer than this causeway (which knows 1); "
            "update it");
  EXPECT_EQ(Mistake("{\"causeway\":\"gen\"}\n"),
            "f:1: a file of causeway, but not a session of 'causeway ab'");
  EXPECT_EQ(Mistake("{\"causeway\":\"ab\",\"version\":1}\n"),
            "f:1: a header without arms or metrics");
}

TEST(SessionWriter, LocksTheFileAndDropsHalfALine) {
  const TempFolder folder;
  const std::string whole = HeaderLine(Header()) + LaunchLine(Launch(0, 0));
  const std::string path = folder.Write("run.jsonl", whole + "{\"arm\":0,");
  SessionWriter writer;
  ASSERT_TRUE(writer.Open(path));
  EXPECT_EQ(writer.existing().runs.size(), 1U);
  SessionWriter second;
  const auto refused = second.Open(path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "another 'causeway ab' is writing to it");
  ASSERT_TRUE(writer.Append(FinishLine(Finish::kComplete, "")));
  EXPECT_EQ(folder.Read("run.jsonl"), whole + FinishLine(Finish::kComplete, ""));
}

TEST(SessionWriter, NoPathNoFile) {
  SessionWriter writer;
  EXPECT_TRUE(writer.Open(""));
  EXPECT_TRUE(writer.Append("x"));
}

}  // namespace
}  // namespace causeway::ab
