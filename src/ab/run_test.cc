#include "ab/run.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "ab/describe_run.h"
#include "ab/test_support.h"

namespace causeway::ab {
namespace {

// Two arms that append their letter to "log"; the script's $1 is the arm.
class RunTest : public testing::Test {
 protected:
  void SetUp() override {
    script_ = folder_.Script("arm.sh", "printf $1 >> " + folder_.Path("log"));
    options_.arms = {{"a", script_ + " a", ""}, {"b", script_ + " b", ""}};
    options_.blocks = 2;
    options_.per_block = 2;
    options_.passes = 2;
    options_.warmup = 1;
    options_.session = "test";
  }

  void UseScript(const std::string& content) { folder_.Script("arm.sh", content); }

  Result<SessionFile> RunIt() const {
    const Result<Plan> plan = MakePlan(options_);
    if (!plan) return std::unexpected(plan.error());
    return ab::Run(*plan, {});
  }
  SessionRun Measured() const {
    const Result<SessionFile> file = RunIt();
    EXPECT_TRUE(file) << file.error().message;
    return file ? file->runs.back() : SessionRun{};
  }
  std::string Failure() const {
    const Result<SessionFile> file = RunIt();
    return file ? "no error" : file.error().message;
  }

  TempFolder folder_;
  std::string script_;
  RunOptions options_;
};

std::size_t Count(const SessionRun& run, LaunchKind kind) {
  return static_cast<std::size_t>(std::count_if(
      run.launches.begin(), run.launches.end(),
      [kind](const LaunchRecord& launch) { return launch.kind == kind && !launch.set_aside; }));
}

TEST_F(RunTest, LaunchesInTheOrderOfTheSchedule) {
  const SessionRun run = Measured();
  // One cold launch of each arm; ABBA, then BAAB, each block a warm-up and two launches.
  EXPECT_EQ(folder_.Read("log"),
            "ab"
            "aaabbbbbbaaa"
            "bbbaaaaaabbb");
  EXPECT_EQ(run.finish, Finish::kComplete);
  EXPECT_EQ(Count(run, LaunchKind::kCold), 2U);
  EXPECT_EQ(Count(run, LaunchKind::kWarmup), 8U);
  EXPECT_EQ(Count(run, LaunchKind::kMeasured), 16U);
  int order = 0;
  for (const LaunchRecord& launch : run.launches) {
    EXPECT_EQ(launch.order, launch.kind == LaunchKind::kMeasured ? order++ : -1);
    EXPECT_EQ(launch.values.size(), 1U);
    EXPECT_GT(launch.values[0].value_or(0), 0);
    EXPECT_GE(launch.overhead, 0);
  }
  EXPECT_EQ(run.launches.back().pair, 3);
  EXPECT_EQ(run.launches.back().pass, 1);
  EXPECT_EQ(run.launches.back().block, 7);
}

TEST_F(RunTest, CommandsAroundTheLaunches) {
  const std::string log = ">> " + folder_.Path("log");
  options_.setup = "sh -c 'printf \"\\n{arm}{block}$CAUSEWAY_AB_ARTIFACT \" " + log + "'";
  options_.prepare = "sh -c 'printf {kind}- | cut -c1 | tr -d \"\\n\" " + log + "'";
  options_.sample_env = "printf '41\\n42\\n'";
  options_.passes = 1;
  options_.blocks = 1;
  options_.arms[1].artifact = folder_.Write("b.apk", "not a zip");
  const SessionRun run = Measured();
  const std::string apk = folder_.Path("b.apk");
  EXPECT_EQ(folder_.Read("log"), "\na0 ca\nb0" + apk + " cb" + "\na0 wamama\nb1" + apk + " wbmbmb");
  for (const LaunchRecord& launch : run.launches) EXPECT_EQ(launch.sensor, "41");
}

TEST_F(RunTest, WaitsUntilACommandSaysSo) {
  options_.passes = options_.blocks = 1;
  options_.warmup = 0;
  // Says no once in each cool-down.
  const std::string gate =
      folder_.Script("gate.sh", "printf q >> " + folder_.Path("log") + "; cd " + folder_.Path("") +
                                    "; if [ -e open ]; then rm open; else touch open; exit 1; fi");
  options_.until = gate;
  Measured();
  EXPECT_EQ(folder_.Read("log"), "qqaqqbqqaaqqbb");
  options_.until = "false";
  options_.until_limit = 0;
  EXPECT_EQ(Failure(), "--until did not exit with 0 within 0 s: exit code 1");
  options_.until = "sleep 600";
  options_.until_limit = 1;
  EXPECT_EQ(Failure(), "--until did not exit with 0 within 1 s: still running after 1 s, stopped");
}

TEST_F(RunTest, ACommandThatFailsAtOnceLeavesNoFile) {
  options_.arms[1].command = "sh -c 'echo it broke >&2; exit 7'";
  options_.save = folder_.Path("run.jsonl");
  EXPECT_EQ(Failure(), "the first launch of arm b failed: exit code 7: it broke");
  EXPECT_FALSE(folder_.Has("run.jsonl"));
}

TEST_F(RunTest, ACommandThatHangsIsEndedAndSaidSo) {
  options_.arms[0].command = "sleep 600";
  options_.timeout = 0.5;
  EXPECT_EQ(Failure(), "the first launch of arm a failed: still running after 0.5 s, stopped");
}

TEST_F(RunTest, ACommandAroundTheLaunchesThatHangsIsEndedAndNamed) {
  options_.hook_timeout = 0.5;
  options_.setup = "sleep 600";
  EXPECT_EQ(Failure(), "--setup failed for arm a: still running after 0.5 s, stopped");
  options_.setup.clear();
  options_.prepare = "sleep 600";
  EXPECT_EQ(Failure(), "--prepare failed for arm a: still running after 0.5 s, stopped");
  options_.prepare.clear();
  // The sensor hangs in the fifth launch: what was measured until then is kept.
  options_.sample_env =
      folder_.Script("sensor.sh", "cd " + folder_.Path("") +
                                      "; printf x >> n; [ $(wc -c < n) -lt 5 ] || sleep 600");
  const SessionRun run = Measured();
  EXPECT_EQ(run.finish, Finish::kInterrupted);
  EXPECT_EQ(run.why, "--sample-env failed for arm a: still running after 0.5 s, stopped");
  EXPECT_EQ(run.launches.size(), 5U);
  EXPECT_FALSE(run.launches.back().failed());
}

TEST_F(RunTest, AFileThatIsDeletedWhileTheRunGoesOnIsSaid) {
  options_.save = folder_.Path("run.jsonl");
  UseScript("[ ! -e run.jsonl ] || rm run.jsonl");
  const std::string before = std::filesystem::current_path().string();
  std::filesystem::current_path(folder_.Path(""));
  std::string lost;
  const auto file = ab::Run(
      *MakePlan(options_),
      {.say = {}, .progress = {}, .lost = [&lost](const Error& error) { lost = error.message; }});
  std::filesystem::current_path(before);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->runs.back().finish, Finish::kComplete);
  EXPECT_EQ(lost, "was deleted while the run went on; the samples are lost");
}

TEST_F(RunTest, AFlakyCommandIsCountedAndKept) {
  // The 5th launch of the run fails: a warm-up or measured one of arm a, by the order above.
  UseScript("printf x >> count; [ $(wc -c < count) -ne 5 ] || { echo flaked >&2; exit 1; }");
  const std::string before = std::filesystem::current_path().string();
  std::filesystem::current_path(folder_.Path(""));
  const SessionRun run = Measured();
  std::filesystem::current_path(before);
  EXPECT_EQ(run.finish, Finish::kComplete);
  std::vector<const LaunchRecord*> failed;
  for (const LaunchRecord& launch : run.launches) {
    if (launch.failed()) failed.push_back(&launch);
  }
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0]->failure, "exit code 1: flaked");
  EXPECT_EQ(failed[0]->exit_code, 1);
  EXPECT_FALSE(failed[0]->values[0]);
  EXPECT_NE(DescribeRun(run).find("a: 1 of 13 launches failed"), std::string::npos);
}

TEST_F(RunTest, RetriesOnlyWhenToldAndKeepsEveryAttempt) {
  UseScript("printf x >> count; [ $(wc -c < count) -ne 5 ]");
  options_.retry = 2;
  const std::string before = std::filesystem::current_path().string();
  std::filesystem::current_path(folder_.Path(""));
  const SessionRun run = Measured();
  std::filesystem::current_path(before);
  EXPECT_EQ(run.launches.size(), 27U);  // 2 cold and 24, and one attempt more
  EXPECT_EQ(run.launches[4].attempt, 1);
  EXPECT_TRUE(run.launches[4].failed());
  EXPECT_EQ(run.launches[5].attempt, 2);
  EXPECT_FALSE(run.launches[5].failed());
}

TEST_F(RunTest, AnArmThatKeepsFailingEndsTheRun) {
  UseScript("printf x >> count; [ $1 = a ] || [ $(wc -c < count) -lt 7 ]");
  options_.save = folder_.Path("run.jsonl");
  const std::string before = std::filesystem::current_path().string();
  std::filesystem::current_path(folder_.Path(""));
  const SessionRun run = Measured();
  std::filesystem::current_path(before);
  EXPECT_EQ(run.finish, Finish::kInterrupted);
  EXPECT_EQ(run.why, "arm b failed 3 launches in a row, the last: exit code 1");
  const auto kept = ReadSession(options_.save);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->runs[0].launches.size(), run.launches.size());
}

TEST_F(RunTest, ValuesFromTheOutput) {
  UseScript("echo start; echo took: 1$(printf $1 | tr ab 12) ms >&2");
  options_.metrics = {"wall", "regex:took: (\\d+):ms"};
  const SessionRun run = Measured();
  for (const LaunchRecord& launch : run.launches) {
    ASSERT_EQ(launch.values.size(), 2U);
    EXPECT_EQ(launch.values[1], launch.arm == 0 ? 11.0 : 12.0);
  }
  EXPECT_EQ(run.header.metrics[1], (MetricInfo{"took", "ms"}));
}

TEST_F(RunTest, APatternThatNeverMatchesOrMatchesTwiceEndsBeforeTheRun) {
  UseScript("echo t=1; echo t=2");
  options_.metrics = {"regex:time=(\\d+)"};
  EXPECT_NE(Failure().find("the pattern does not match; it printed 't=1"), std::string::npos);
  options_.metrics = {"x=regex:t=(\\d+)"};
  EXPECT_NE(Failure().find("several times, with 1 and 2"), std::string::npos);
  EXPECT_FALSE(folder_.Has("log"));
}

TEST_F(RunTest, OutputWithoutEndIsDroppedNotKept) {
  UseScript("head -c 20000000 /dev/zero; [ $1 = a ] || echo >&2 t=5");
  options_.metrics = {"x=regex:t=(\\d+)"};
  EXPECT_NE(Failure().find("only the first 16777216 bytes of its output were kept"),
            std::string::npos);
}

TEST_F(RunTest, ProcessesLeftBehindAreEndedAndNoted) {
  UseScript("sleep 600 & setsid sleep 600 & sleep 0.2; exit 0");
  options_.passes = options_.blocks = options_.per_block = 1;
  options_.warmup = 0;
  const SessionRun run = Measured();
  ASSERT_EQ(run.launches.size(), 4U);
  for (const LaunchRecord& launch : run.launches) {
    EXPECT_FALSE(launch.failed());
    ASSERT_EQ(launch.notes.size(), 1U);
    EXPECT_EQ(launch.notes[0], "left 2 processes behind, which were ended");
  }
  EXPECT_NE(DescribeRun(run).find("note: 4 launches left 2 processes behind"), std::string::npos);
}

TEST_F(RunTest, AProgramThatDoesNothingIsMeasuredAndComparedWithOurOwnCost) {
  options_.arms = {{"a", "true", ""}, {"b", "true", ""}};
  options_.metrics = {"wall", "cpu", "rss"};
  const SessionRun run = Measured();
  ASSERT_TRUE(run.header.noop);
  EXPECT_GT(run.header.noop->wall_ms, 0);
  EXPECT_GT(run.header.noop->rss_mib, 0);
  EXPECT_NE(DescribeRun(run).find("a program that does nothing: wall "), std::string::npos);
}

TEST_F(RunTest, AnArtifactThatChangesMeansNoVerdict) {
  options_.arms[1].artifact = folder_.Write("b.bin", "build 1");
  // The 2nd set-up of arm b writes another build; one with the same content does not count.
  options_.setup = folder_.Script(
      "setup.sh", "cd " + folder_.Path("") +
                      "; [ $CAUSEWAY_AB_ARM = b ] || exit 0; printf x >> setups; "
                      "if [ $(wc -c < setups) -ge 4 ]; then printf 'build 2' > b.bin; "
                      "else printf 'build 1' > b.bin; fi");
  options_.save = folder_.Path("run.jsonl");
  const SessionRun run = Measured();
  EXPECT_EQ(run.finish, Finish::kMixedBuilds);
  EXPECT_EQ(run.why, "the files of arm b changed while the run went on");
  EXPECT_GT(Count(run, LaunchKind::kMeasured), 0U);
  const auto kept = ReadSession(options_.save);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->runs[0].finish, Finish::kMixedBuilds);
  EXPECT_NE(Failure().find("mixes builds"), std::string::npos);
}

TEST_F(RunTest, AFolderThatSetUpSwitchesBetweenBuildsIsTwoBuilds) {
  options_.setup =
      folder_.Script("setup.sh", "printf build-$CAUSEWAY_AB_ARM > " + folder_.Path("out/app.bin"));
  folder_.Write("out/app.bin", "");
  options_.arms[0].artifact = options_.arms[1].artifact = folder_.Path("out");
  const SessionRun run = Measured();
  EXPECT_EQ(run.finish, Finish::kComplete) << run.why;
  EXPECT_NE(run.header.arms[0].artifact->hash, run.header.arms[1].artifact->hash);
  ASSERT_TRUE(run.header.arms[1].artifact->difference);
  EXPECT_EQ(run.header.arms[1].artifact->difference->changed, 1U);
}

TEST_F(RunTest, FailingSetUpIsSaid) {
  options_.setup = "sh -c 'echo no device >&2; exit 1'";
  EXPECT_EQ(Failure(), "--setup failed for arm a: exit code 1: no device");
}

// Starts the run in a process of its own and sends it `signal` once `lines` lines are in the file.
void InterruptRun(const RunOptions& options, int signal, long lines) {
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    const Result<Plan> plan = MakePlan(options);
    const Result<SessionFile> file = ab::Run(*plan, {});
    _exit(file && file->runs.back().finish == Finish::kInterrupted ? 0 : 1);
  }
  for (;;) {
    std::ifstream stream(options.save);
    const long have =
        std::count(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>(), '\n');
    if (have >= lines) break;
    ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0) << "it ended too early";
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  if (signal == SIGKILL) {
    ASSERT_TRUE(WIFSIGNALED(status));
  } else {
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
}

void ExpectWhole(const SessionRun& run, const Plan& plan) {
  EXPECT_EQ(run.finish, Finish::kComplete) << run.why;
  std::vector<int> per_block(plan.blocks.size());
  int last_order = -1;
  for (const LaunchRecord& launch : run.launches) {
    if (launch.kind != LaunchKind::kMeasured) continue;
    EXPECT_GT(launch.order, last_order);  // each launch once, in the order of running
    last_order = launch.order;
    if (launch.set_aside) continue;
    EXPECT_EQ(launch.arm, plan.blocks[static_cast<std::size_t>(launch.block)].arm);
    EXPECT_EQ(launch.pair, plan.blocks[static_cast<std::size_t>(launch.block)].pair);
    ++per_block[static_cast<std::size_t>(launch.block)];
  }
  for (const int count : per_block) EXPECT_EQ(count, plan.options.per_block);
}

TEST_F(RunTest, GoesOnAfterAKill) {
  options_.arms[0].command = options_.arms[1].command = "sleep 0.02";
  options_.blocks = 3;
  options_.save = folder_.Path("run.jsonl");
  ASSERT_NO_FATAL_FAILURE(InterruptRun(options_, SIGKILL, 12));
  const auto before = ReadSession(options_.save);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->runs[0].finish, Finish::kNone);
  ASSERT_GE(before->runs[0].launches.size(), 11U);
  // As if the kill had hit in the middle of a write.
  std::ofstream(options_.save, std::ios::app) << R"({"arm":0,"kind":"meas)";

  const SessionRun run = Measured();
  const Result<Plan> plan = MakePlan(options_);
  ExpectWhole(run, *plan);
  EXPECT_EQ(run.resumed, 1);
  // 2 cold, then blocks of 3: the 11 launches and more that there were are 1 whole round and a part
  // of the next, unless it was killed exactly between two.
  const auto kept = ReadSession(options_.save);
  ASSERT_TRUE(kept) << kept.error().message;
  ASSERT_EQ(kept->runs.size(), 1U);
  EXPECT_FALSE(kept->cut_short);
  ExpectWhole(kept->runs[0], *plan);
  ASSERT_EQ(kept->runs[0].launches.size(), run.launches.size());
  for (std::size_t i = 0; i < run.launches.size(); ++i) {
    EXPECT_EQ(kept->runs[0].launches[i].set_aside, run.launches[i].set_aside) << i;
  }
  EXPECT_EQ(Failure(), "holds a complete run; give another name ('ab merge' joins files)");
}

TEST_F(RunTest, ASignalKeepsWhatWasMeasured) {
  options_.arms[0].command = options_.arms[1].command = "sleep 0.02";
  options_.save = folder_.Path("run.jsonl");
  ASSERT_NO_FATAL_FAILURE(InterruptRun(options_, SIGINT, 9));
  const auto before = ReadSession(options_.save);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->runs[0].finish, Finish::kInterrupted);
  EXPECT_EQ(before->runs[0].why, "signal 2");
  for (const LaunchRecord& launch : before->runs[0].launches) EXPECT_FALSE(launch.failed());
  RunOptions other = options_;
  other.per_block = 3;
  const Result<Plan> plan = MakePlan(other);
  const auto refused = ab::Run(*plan, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Error::Code::kUsage);
  EXPECT_NE(refused.error().message.find("of another plan"), std::string::npos);
  options_.session = "other";
  EXPECT_EQ(Failure(),
            "holds the unfinished session 'test'; it goes on under that name, not as --session "
            "other");
  options_.session = "test";
  ExpectWhole(Measured(), *MakePlan(options_));
}

TEST_F(RunTest, AnotherBuildIsNotResumed) {
  options_.arms[0].command = options_.arms[1].command = "sleep 0.02";
  options_.arms[0].artifact = folder_.Write("a.bin", "1");
  options_.save = folder_.Path("run.jsonl");
  ASSERT_NO_FATAL_FAILURE(InterruptRun(options_, SIGTERM, 9));
  folder_.Write("a.bin", "2");
  const SessionRun run = Measured();
  EXPECT_EQ(run.finish, Finish::kMixedBuilds);
  EXPECT_EQ(run.why, "arm a is another build than when the run began");
}

}  // namespace
}  // namespace causeway::ab
