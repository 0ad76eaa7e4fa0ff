#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <string>
#include <thread>

namespace causeway {
namespace {

ProcessOptions Shell(const std::string& script) {
  ProcessOptions options;
  options.words = {"/bin/sh", "-c", script};
  options.standard_output = Output::kCapture;
  return options;
}

ProcessResult Launch(const ProcessOptions& options) {
  const Result<ProcessResult> result = RunProcess(options);
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(ProcessResult{});
}

// A killed process: gone, or a zombie that nobody has waited for yet.
bool IsGone(pid_t pid) {
  for (int i = 0; i < 500; ++i) {
    if (kill(pid, 0) != 0) return true;
    const ProcessResult state = Launch(Shell("cat /proc/" + std::to_string(pid) + "/stat"));
    if (state.output.find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(Process, OutputAndExitCode) {
  const ProcessResult result = Launch(Shell("echo out; echo err >&2; exit 3"));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error_output, "err\n");
  EXPECT_FALSE(result.left_others);
  EXPECT_FALSE(result.ok());
}

TEST(Process, SignalIsNotAnExitCode) {
  const ProcessResult result = Launch(Shell("kill -9 $$"));
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_FALSE(result.ok());
}

TEST(Process, NoInputAndAGroupOfItsOwn) {
  const ProcessResult result = Launch(Shell("cat; ps -o pgid= -p $$ 2>/dev/null || true"));
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.output.find(std::to_string(getpgrp()) + "\n"), std::string::npos);
}

TEST(Process, ExitCode127IsNotAMissingProgram) {
  EXPECT_EQ(Launch(Shell("exit 127")).exit_code, 127);
  ProcessOptions missing;
  missing.words = {"causeway-no-such-program"};
  const auto result = RunProcess(missing);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Error::Code::kBadInput);
  EXPECT_EQ(result.error().message, "no executable program 'causeway-no-such-program'");
}

TEST(Process, AFileThatTheKernelCannotRunIsToldApart) {
  char path[] = "/tmp/causeway_process_XXXXXX";
  const int fd = mkstemp(path);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(write(fd,
                  "\x7f"
                  "ELFnot",
                  7),
            7);
  ASSERT_EQ(fchmod(fd, 0700), 0);
  close(fd);
  ProcessOptions options;
  options.words = {path};
  const auto result = RunProcess(options);
  unlink(path);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("cannot run"), std::string::npos);
}

TEST(Process, MoreOutputThanAPipeHoldsIsReadCountedAndDropped) {
  ProcessOptions options = Shell("head -c 3000000 /dev/zero; echo e >&2");
  options.capture_limit = 1000;
  const ProcessResult result = Launch(options);
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.output.size(), 1000U);
  EXPECT_EQ(result.output_dropped, 2999000U);
  EXPECT_EQ(result.error_output, "e\n");
}

TEST(Process, TimeoutEndsAProgramThatIgnoresSignals) {
  ProcessOptions options = Shell("trap '' TERM INT HUP; echo ready; while :; do sleep 1; done");
  options.timeout = 1;
  options.grace = 0.2;
  const ProcessResult result = Launch(options);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_EQ(result.output, "ready\n");
}

TEST(Process, TimeoutIsPoliteFirst) {
  ProcessOptions options = Shell("trap 'echo bye; exit 5' TERM; echo ready; sleep 60 & wait");
  options.timeout = 1;
  const ProcessResult result = Launch(options);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_EQ(result.output, "ready\nbye\n");
}

TEST(Process, AGrandchildThatHoldsTheOutputDoesNotHangUs) {
  const double begin = MonotonicSeconds();
  const ProcessResult result = Launch(Shell("sleep 600 & echo $!"));
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.left_others);
  EXPECT_LT(MonotonicSeconds() - begin, 300);  // not the 600 of the sleeper
  const pid_t sleeper = std::atoi(result.output.c_str());
  ASSERT_GT(sleeper, 0);
  EXPECT_TRUE(IsGone(sleeper));
}

TEST(Process, ADaemonThatHoldsTheOutputDoesNotHangUs) {
  const ProcessResult result = Launch(Shell("setsid sleep 3 & echo done"));
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.left_others);
  EXPECT_EQ(result.output, "done\n");
}

TEST(Process, DaemonsAreEndedAndCountedIfToldTo) {
  // One that stays in the group, two daemons, and a daemon that has a child of its own: 5 in all.
  // One that ends by itself is none of them.
  ProcessOptions options = Shell(
      "true & sleep 600 & echo $!; for i in 1 2; do setsid sleep 600 & echo $!; done;"
      "setsid sh -c 'sleep 600 & echo $!; wait' & echo $!; wait %1 2>/dev/null; sleep 0.3");
  options.end_descendants = true;
  const ProcessResult result = Launch(options);
  EXPECT_TRUE(result.ok());
  EXPECT_TRUE(result.left_others);
  EXPECT_EQ(result.ended, 5);
  std::istringstream pids(result.output);
  int count = 0;
  for (pid_t pid = 0; pids >> pid; ++count) {
    EXPECT_NE(kill(pid, 0), 0) << pid;  // reaped as well, so not even a zombie
  }
  EXPECT_EQ(count, 5);
  const ProcessResult quiet = [] {
    ProcessOptions plain = Shell("true & sleep 0.1");
    plain.end_descendants = true;
    return Launch(plain);
  }();
  EXPECT_FALSE(quiet.left_others);
  EXPECT_EQ(quiet.ended, 0);
}

TEST(Process, ChildrenThatWeHadBeforeAreNotEnded) {
  const pid_t before = fork();
  if (before == 0) {
    pause();
    _exit(0);
  }
  ProcessOptions options = Shell("setsid sleep 600 & sleep 0.2");
  options.end_descendants = true;
  EXPECT_EQ(Launch(options).ended, 1);
  EXPECT_EQ(waitpid(before, nullptr, WNOHANG), 0);
  kill(before, SIGKILL);
  EXPECT_EQ(waitpid(before, nullptr, 0), before);
}

TEST(Process, CpuAndMemoryOfTheChild) {
  const ProcessResult idle = Launch(Shell("sleep 0.2"));
  EXPECT_GE(idle.wall, 0.2);
  EXPECT_LT(idle.cpu, idle.wall);
  const ProcessResult busy = Launch(Shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"));
  EXPECT_GT(busy.cpu, 0);
  EXPECT_GT(busy.max_rss, 100e3);
}

TEST(Process, EnvironmentIsAddedAndReplaces) {
  setenv("CAUSEWAY_TEST_OLD", "old", 1);
  ProcessOptions options = Shell("echo $CAUSEWAY_TEST_OLD $CAUSEWAY_TEST_NEW");
  options.environment = {{"CAUSEWAY_TEST_OLD", "replaced"}, {"CAUSEWAY_TEST_NEW", "new"}};
  EXPECT_EQ(Launch(options).output, "replaced new\n");
  unsetenv("CAUSEWAY_TEST_OLD");
}

TEST(Process, StopRequestEndsTheChild) {
  const StopSignals signals;
  ProcessOptions options = Shell("kill -INT $PPID; sleep 60");
  options.stop_fd = signals.fd();
  const ProcessResult result = Launch(options);
  EXPECT_TRUE(result.stopped);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.signal, SIGTERM);
  EXPECT_TRUE(signals.requested());
  EXPECT_EQ(signals.signal(), SIGINT);
  EXPECT_TRUE(SleepUnlessStopped(60, signals.fd()));
}

// The first signal asks, the second ends everything: also a child that ignores signals.
TEST(Process, SecondStopSignalEndsUsAndTheChildAtOnce) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t us = fork();
  if (us == 0) {
    const StopSignals signals;
    ProcessOptions options = Shell("trap '' TERM INT; echo $$ >&2; sleep 600; sleep 600");
    options.standard_error = Output::kInherit;
    options.stop_fd = signals.fd();
    options.grace = 600;
    dup2(ready[1], 2);
    const auto result = RunProcess(options);
    _exit(result ? 1 : 2);
  }
  close(ready[1]);
  char text[32] = {};
  ASSERT_GT(read(ready[0], text, sizeof(text) - 1), 0);
  const pid_t child = std::atoi(text);
  kill(us, SIGINT);
  // The second one counts only after the first was handled; more of them do no harm.
  int status = 0;
  while (waitpid(us, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    kill(us, SIGINT);
  }
  close(ready[0]);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_TRUE(IsGone(child));
}

TEST(Process, FindsProgramsAsAShellDoes) {
  EXPECT_EQ(FindProgram("/bin/sh"), "/bin/sh");
  EXPECT_TRUE(FindProgram("sh"));
  EXPECT_FALSE(FindProgram("/tmp"));
  EXPECT_FALSE(FindProgram(""));
  EXPECT_FALSE(FindProgram("./sh-that-is-not-here"));
}

TEST(Process, InstructionsAreCountedWhereTheMachineCan) {
  const Result<void> can = CanCountInstructions();
  if (!can) GTEST_SKIP() << can.error().message;
  ProcessOptions options = Shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done");
  options.count_instructions = true;
  const ProcessResult result = Launch(options);
  ASSERT_TRUE(result.instructions);
  EXPECT_GT(*result.instructions, 1e6);  // at least ten for each turn of the loop
}

}  // namespace
}  // namespace causeway
