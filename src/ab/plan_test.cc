#include <gtest/gtest.h>

#include "ab/run.h"

namespace causeway::ab {
namespace {

RunOptions Two() {
  RunOptions options;
  options.arms = {{"a", "true", ""}, {"b", "false", ""}};
  return options;
}

std::string Mistake(const RunOptions& options) {
  const Result<Plan> plan = MakePlan(options);
  return plan ? "no error" : plan.error().message;
}

TEST(Plan, Mistakes) {
  RunOptions options = Two();
  options.arms.pop_back();
  EXPECT_NE(Mistake(options).find("at least two arms"), std::string::npos);
  options = Two();
  options.arms[1].command = "causeway-no-such-program x";
  EXPECT_EQ(Mistake(options), "--b: no executable program 'causeway-no-such-program'");
  options.arms[1].command = "'true;false'";
  EXPECT_NE(Mistake(options).find("without a shell unless --shell"), std::string::npos);
  options.arms[1].command = "'true";
  EXPECT_EQ(Mistake(options), "--b: the quote ' at character 1 has no end: 'true");
  options = Two();
  options.blocks = 0;
  EXPECT_EQ(Mistake(options), "--blocks is 0, and must be at least 1");
  options = Two();
  options.schedule = "abab";
  EXPECT_EQ(Mistake(options), "--schedule is abba, random or latin");
  options = Two();
  options.setup = "causeway-no-such-program";
  EXPECT_EQ(Mistake(options), "--setup: no executable program 'causeway-no-such-program'");
  options = Two();
  options.prepare = "true {artefact}";
  EXPECT_EQ(Mistake(options), "--prepare: there is no {artefact}; did you mean {artifact}?");
  options = Two();
  options.hook_timeout = -1;
  EXPECT_NE(Mistake(options).find("--hook-timeout is -1 seconds"), std::string::npos);
  options = Two();
  options.blocks = 2'000'000'000;
  EXPECT_NE(Mistake(options).find("are the most"), std::string::npos);
  options = Two();
  options.cooldown = -1;
  EXPECT_NE(Mistake(options).find("--cooldown is -1 seconds"), std::string::npos);
}

TEST(Plan, CountsAndOrder) {
  RunOptions options = Two();
  options.blocks = 4;
  options.per_block = 3;
  options.passes = 2;
  options.warmup = 1;
  const Result<Plan> plan = MakePlan(options);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->launches(), 2 + 2 * 4 * 2 * (3 + 1));
  EXPECT_EQ(DescribePlan(*plan, true),
            "plan\n"
            "  arm a    true\n"
            "  arm b    false\n"
            "  metrics  wall (ms)\n"
            "  order    abba, seed 1: 4 blocks of each arm in 2 passes, every other one in reverse "
            "order\n"
            "  block    1 warm-up and 3 measured\n"
            "  launches 66: one cold of each arm first, then 64 in blocks\n"
            "  pass 1: ab ba ab ba\n"
            "  pass 2: ba ab ba ab\n");
}

TEST(Plan, WhatIsProbablyNotMeantIsSaid) {
  RunOptions options = Two();
  options.arms[0].command = "true {arm} | cat";
  options.setup = "awk '{print} {arm} ${HOME}' 2>&1";
  const std::string text = DescribePlan(*MakePlan(options), false);
  const auto has = [&text](std::string_view line) { return text.find(line) != std::string::npos; };
  EXPECT_TRUE(
      has("  note     --a: '|' is an argument here; --shell lets a shell run the command\n"));
  EXPECT_TRUE(has("  note     --a: '{arm}' stays as it is; only the commands around the launches"));
  EXPECT_TRUE(has("  note     --setup: '2>&1' is an argument here; "));
  EXPECT_TRUE(has("  note     --setup: '{print}' stays as it is; causeway has no such word\n"));
  EXPECT_FALSE(has("--b:"));
  EXPECT_FALSE(has("HOME}' stays"));
  options.shell = true;
  const std::string shell = DescribePlan(*MakePlan(options), false);
  EXPECT_EQ(shell.find("is an argument"), std::string::npos);
  EXPECT_NE(shell.find("--setup: '{arm}' stays as it is with --shell; the value is in "
                       "$CAUSEWAY_AB_"),
            std::string::npos);
}

TEST(Plan, TheHashIsOfWhatAResumedRunMustShare) {
  const RunOptions base = Two();
  const std::string hash = MakePlan(base)->hash;
  RunOptions same = base;
  same.save = "x";
  same.session = "y";
  same.retry = 3;
  EXPECT_EQ(MakePlan(same)->hash, hash);
  RunOptions other = base;
  other.seed = 2;
  EXPECT_NE(MakePlan(other)->hash, hash);
  other = base;
  other.arms[0].artifact = "x";
  EXPECT_NE(MakePlan(other)->hash, hash);
}

TEST(Plan, DurationsInWords) {
  EXPECT_EQ(DescribeSeconds(0.2), "less than a second");
  EXPECT_EQ(DescribeSeconds(42.4), "about 42 s");
  EXPECT_EQ(DescribeSeconds(260), "about 4 min");
  EXPECT_EQ(DescribeSeconds(7300), "about 2 h 2 min");
}

}  // namespace
}  // namespace causeway::ab
