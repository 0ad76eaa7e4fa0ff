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

SessionRun RunOf(std::vector<LaunchRecord> launches) {
  SessionRun run;
  run.header = Header();
  run.launches = std::move(launches);
  return run;
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
  SessionRun run = RunOf({Launch(0, 0), Launch(0, 1), Launch(1, 2)});
  run.launches[1].attempt = 2;
  EXPECT_EQ(LaunchesMade(run), 2U);
  run.launches[0].set_aside = true;
  EXPECT_EQ(LaunchesMade(run), 1U);
}

TEST(SessionFile, AFailureThatARetryMadeUpForIsNone) {
  LaunchRecord failed = Launch(0, 0);
  failed.failure = "exit code 1";
  LaunchRecord second = Launch(0, 1);
  second.attempt = 2;
  SessionRun run = RunOf({failed, second});
  EXPECT_EQ(FailedForGood(run), 0U);
  run.launches[1].failure = "exit code 1";
  EXPECT_EQ(FailedForGood(run), 1U);
  run.launches.push_back(Launch(1, 2));
  EXPECT_EQ(FailedForGood(run), 1U);
  run.launches[1].set_aside = true;
  EXPECT_EQ(FailedForGood(run), 0U);
}

// Python's json.dumps writes blanks, Windows editors a byte order mark.
TEST(SessionFile, WhatAnotherProgramWroteAgainIsRead) {
  std::string text = HeaderLine(Header()) + LaunchLine(Launch(0, 0));
  text.replace(0, text.find(R"("session")"),
               "\xEF\xBB\xBF { \"version\" : 1, \"causeway\" : \"ab\" , ");
  EXPECT_TRUE(LooksLikeSession(text));
  const auto file = ParseSession(text + " \r\n", "f");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->runs[0].header.session, "monday");
  EXPECT_EQ(file->runs[0].launches.size(), 1U);
  EXPECT_FALSE(LooksLikeSession(R"({"causeway":"aa","machine":"m"})"));
  EXPECT_FALSE(LooksLikeSession(R"({"benchmarks":["causeway","ab"]})"));
  EXPECT_FALSE(LooksLikeSession("arm,value\n"));
  // Damaged, but nothing else: the error is to name its line.
  EXPECT_TRUE(LooksLikeSession(R"({"causeway":"ab","version":1,"ses)"));
}

TEST(SessionFile, WhatNoRunWritesIsRefusedWithItsLine) {
  const auto where = [](const std::string& lines) {
    const auto file = ParseSession(HeaderLine(Header()) + lines, "f");
    return file ? "no error" : file.error().where + " " + file.error().message;
  };
  LaunchRecord launch = Launch(-1, 0);
  EXPECT_EQ(where(LaunchLine(launch)), "f:2 a launch with a wrong 'pair'");
  EXPECT_EQ(where(LaunchLine(Launch(16, 0))), "f:2 a launch with a wrong 'pair'");  // of 2 x 8
  EXPECT_EQ(where(LaunchLine(Launch(15, 0))), "no error");
  launch = Launch(0, 0);
  launch.pass = 2;
  EXPECT_EQ(where(LaunchLine(launch)), "f:2 a launch with a wrong 'pass'");
  launch = Launch(0, 0);
  launch.attempt = 0;
  EXPECT_EQ(where(LaunchLine(launch)), "f:2 a launch with a wrong 'attempt'");
  EXPECT_EQ(where(LaunchLine(Launch(0, 3)) + LaunchLine(Launch(0, 3))),
            "f:3 launch 3 is there already: 'order' grows from one measured launch to the next");
  const std::string end = FinishLine(Finish::kComplete, "");
  EXPECT_EQ(where(end + LaunchLine(Launch(0, 0))),
            "f:3 a launch behind the line that ends its run");
  EXPECT_EQ(where(end + end), "f:3 a second line that ends the run");
  EXPECT_EQ(where(end + ResumeLine("", 0, 0)), "f:3 'resumed' behind a complete run");
  // The orders of each run are its own.
  EXPECT_EQ(where(LaunchLine(Launch(0, 3)) + end + HeaderLine(Header()) + LaunchLine(Launch(0, 0))),
            "no error");
}

TEST(SessionFile, OnlyAFileOfSessionsThatNobodyWritesToIsReplaced) {
  const TempFolder folder;
  const SessionFile one{.runs = {RunOf({Launch(0, 0)})}, .cut_short = false};
  const std::string path = folder.Path("live.jsonl");
  SessionWriter writer;
  ASSERT_TRUE(writer.Open(path));
  ASSERT_TRUE(writer.Append(HeaderLine(Header())));
  const auto refused = ReplaceSession(path, one);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "another 'causeway ab' is writing to it");
  EXPECT_EQ(folder.Read("live.jsonl"), HeaderLine(Header()));

  const auto other = ReplaceSession(folder.Write("notes.txt", "mine\n"), one);
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("something else than sessions"), std::string::npos);
  EXPECT_EQ(folder.Read("notes.txt"), "mine\n");

  EXPECT_TRUE(ReplaceSession(folder.Write("empty.jsonl", ""), one));
  EXPECT_EQ(folder.Read("empty.jsonl"), ToText(one));
  EXPECT_TRUE(ReplaceSession(folder.Write("old.jsonl", HeaderLine(Header())), one));
  EXPECT_EQ(folder.Read("old.jsonl"), ToText(one));
  EXPECT_TRUE(ReplaceSession(folder.Path("new.jsonl"), one));
  EXPECT_EQ(folder.Read("new.jsonl"), ToText(one));
}

TEST(SessionFile, AFileThatIsTakenAwayIsNoticed) {
  const TempFolder folder;
  const std::string path = folder.Path("run.jsonl");
  SessionWriter writer;
  ASSERT_TRUE(writer.Open(path));
  EXPECT_TRUE(writer.CheckStillThere());
  ASSERT_TRUE(writer.Append(HeaderLine(Header())));
  EXPECT_TRUE(writer.CheckStillThere());
  std::filesystem::remove(path);
  EXPECT_EQ(writer.CheckStillThere().error().message,
            "was deleted while the run went on; the samples are lost");
  folder.Write("run.jsonl", HeaderLine(Header()));
  EXPECT_NE(writer.CheckStillThere().error().message.find("replaced by another file"),
            std::string::npos);
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
