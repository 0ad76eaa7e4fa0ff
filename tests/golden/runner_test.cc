#include "tests/golden/runner.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace causeway::golden {
namespace {

TEST(Compare, EqualOutcomesGiveNoText) {
  const Outcome outcome{3, "out\n", "err\n", {{"a/b.h", "text\n"}}};
  EXPECT_EQ(Compare(outcome, outcome), "");
}

TEST(Compare, SeesEveryKindOfDifference) {
  const Outcome expected{0, "out\n", "err\n", {{"same", "1\n"}, {"changed", "1\n"}, {"gone", ""}}};
  const Outcome actual{1, "tuo\n", "rre\n", {{"same", "1\n"}, {"changed", "2\n"}, {"new", "n\n"}}};
  EXPECT_EQ(Compare(expected, actual),
            "exit code: expected 0, got 1\n"
            "--- expected stdout\n+++ actual stdout\n@@ -1 +1 @@\n-out\n+tuo\n"
            "--- expected stderr\n+++ actual stderr\n@@ -1 +1 @@\n-err\n+rre\n"
            "--- expected changed\n+++ actual changed\n@@ -1 +1 @@\n-1\n+2\n"
            "missing file: gone\n"
            "unexpected file: new\n"
            "--- expected new\n+++ actual new\n@@ -0,0 +1 @@\n+n\n");
}

// A case whose "tool" is a script, so that the runner is tested without the real one.
class RunnerTest : public testing::Test {
 protected:
  void SetUp() override {
    WriteFile(case_ / "cmd", "mytool input/x.txt\n");
    WriteFile(case_ / "input/x.txt", "hello\n");
    const std::filesystem::path tool = tools_ / "mytool";
    WriteFile(tool,
              "#!/bin/sh\n"
              "mkdir -p out/sub && cp \"$1\" out/sub/copy.txt\n"
              "echo said; echo complained >&2; exit 3\n");
    ASSERT_EQ(chmod(tool.c_str(), 0755), 0);
  }

  TemporaryFolder folder_;
  const std::filesystem::path case_ = folder_.path() / "verb/a case's";
  const std::filesystem::path tools_ = folder_.path() / "bin";
};

TEST_F(RunnerTest, CollectsExitCodeStreamsAndFiles) {
  const Outcome actual = RunCase(case_, tools_);
  EXPECT_EQ(actual.exit_code, 3);
  EXPECT_EQ(actual.out, "said\n");
  EXPECT_EQ(actual.err, "complained\n");
  EXPECT_EQ(actual.files, (FileTree{{"sub/copy.txt", "hello\n"}}));
  // The case itself is untouched.
  EXPECT_FALSE(std::filesystem::exists(case_ / "out"));
}

TEST_F(RunnerTest, FailsUntilRebasedAndPassesAfter) {
  const Outcome actual = RunCase(case_, tools_);
  WriteFile(case_ / "expected/old.txt", "left over");
  EXPECT_NE(Compare(ReadExpected(case_), actual), "");
  Rebase(case_, actual);
  EXPECT_EQ(Compare(ReadExpected(case_), RunCase(case_, tools_)), "");
}

TEST_F(RunnerTest, FindsCasesSorted) {
  WriteFile(folder_.path() / "verb/b/cmd", "true\n");
  WriteFile(folder_.path() / "verb/no_case/input/x", "");
  EXPECT_EQ(FindCases(folder_.path()), (std::vector<std::string>{"verb/a case's", "verb/b"}));
}

}  // namespace
}  // namespace causeway::golden
