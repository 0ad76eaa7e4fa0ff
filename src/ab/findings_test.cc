#include "ab/findings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/rules.h"

namespace causeway::ab {
namespace {

std::string Rules(const std::vector<report::Finding>& findings) {
  std::string text;
  for (const report::Finding& finding : findings) {
    EXPECT_NE(report::FindRule(finding.rule), nullptr) << finding.rule;
    EXPECT_FALSE(finding.remedy.command.empty()) << finding.rule;
    if (!text.empty()) text += ' ';
    text += finding.rule;
  }
  return text;
}

SampleInspection Inspect(std::string_view text) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("findings_test_" + std::to_string(::getpid()) + ".txt");
  std::ofstream(path, std::ios::binary) << text;
  auto inspection = InspectSamples(path.string());
  std::filesystem::remove(path);
  EXPECT_TRUE(inspection.has_value()) << inspection.error().message;
  return inspection.value_or(SampleInspection{});
}

// Pairs in ABBA order, b 5 ms above a. Neighbouring pairs, which have the two orders, share their
// noise, and it has opposite signs in the blocks of a pair: no effect of order, no trend.
std::string Csv(double drift_per_block, double second, int pairs = 12) {
  constexpr double kNoise[] = {0.3, -0.2, 0.1, -0.4, 0.2, 0.0};
  std::string csv = "arm,value,unit,block\n";
  for (int block = 0; block < 2 * pairs; ++block) {
    const bool b = block % 4 == 1 || block % 4 == 2;
    const double noise = kNoise[block / 4] * (b ? -1 : 1);
    const double value =
        100 + (b ? 5 : 0) + drift_per_block * block + (block % 2 == 1 ? second : 0) + noise;
    csv += std::string(b ? "b," : "a,") + std::to_string(value) + ",ms," + std::to_string(block) +
           "\n";
  }
  return csv;
}

TEST(AbFindings, NoneInAGoodRun) {
  const SampleInspection good = Inspect(Csv(0, 0));
  EXPECT_EQ(Rules(good.findings), "");
  EXPECT_EQ(good.looked_at, "how its 24 values of 2 arms were measured");
}

TEST(AbFindings, DriftCostsWhatItMovedOverTheRun) {
  // In adjacent blocks a drift of 2 ms a block is an effect of the position as well.
  const SampleInspection drifted = Inspect(Csv(2, 0));
  ASSERT_EQ(Rules(drifted.findings), "ab.drift ab.order");
  EXPECT_NEAR(drifted.findings[1].cost->ns, 2e6, 1e3);
  // 23 steps of 2 ms between the 24 blocks.
  EXPECT_NEAR(drifted.findings[0].cost->ns, 46e6, 1e6);
  EXPECT_EQ(drifted.findings[0].place.value, "value");
  EXPECT_EQ(report::SeverityOf(drifted.findings[0]), report::Severity::kHigh);
}

// Session x is quiet; y rises by 2 ms a block, which a comparison of session means does not show.
TEST(AbFindings, DriftWithinOneOfSeveralSessions) {
  std::string csv = "arm,value,unit,block,session\n";
  for (const char* session : {"x", "y"}) {
    std::istringstream lines(Csv(session[0] == 'y' ? 2 : 0, 0));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) csv += line + "," + session + "\n";
  }
  const SampleInspection drifted = Inspect(csv);
  std::vector<report::Finding> drifts;
  for (const report::Finding& finding : drifted.findings) {
    if (finding.rule == "ab.drift") drifts.push_back(finding);
  }
  ASSERT_EQ(drifts.size(), 1U);
  EXPECT_TRUE(drifts[0].message.starts_with("in session 'y' value rose by 46"))
      << drifts[0].message;
  EXPECT_NEAR(drifts[0].cost->ns, 46e6, 1e6);
}

TEST(AbFindings, WhatRunsSecondIsSlower) {
  const SampleInspection ordered = Inspect(Csv(0, 3));
  ASSERT_EQ(Rules(ordered.findings), "ab.order");
  EXPECT_NEAR(ordered.findings[0].cost->ns, 3e6, 1e3);
  EXPECT_TRUE(ordered.findings[0].message.contains("higher for the arm that runs second"));
}

// Only what belongs together is known, so neither a trend nor a position can be: rows may be
// sorted.
TEST(AbFindings, PairsWithoutAnOrderHaveNoDrift) {
  std::string pairs = "arm,value,unit,pair\n";
  for (int pair = 0; pair < 12; ++pair) {
    pairs += "a," + std::to_string(100 + 3 * pair) + ",ms," + std::to_string(pair) + "\nb," +
             std::to_string(105.5 + 3 * pair + pair % 2) + ",ms," + std::to_string(pair) + "\n";
  }
  EXPECT_EQ(Rules(Inspect(pairs).findings), "");
}

TEST(AbFindings, FewBlocks) {
  const SampleInspection few = Inspect(Csv(0, 0, 4));
  ASSERT_EQ(Rules(few.findings), "ab.too-few-blocks");
  EXPECT_TRUE(few.findings[0].message.contains("1 of 8 runs")) << few.findings[0].message;
  EXPECT_EQ(report::SeverityOf(few.findings[0]), report::Severity::kHigh);
}

// Differences 1, 0, 1, 0 of whole milliseconds: each order gives the same twice, which 4 rounded
// pairs of equal arms do often.
TEST(AbFindings, FewRoundedValuesThatAgreeAreNoOrderEffect) {
  const SampleInspection few = Inspect(
      "arm,value,unit,block\n"
      "a,100,ms,0\nb,101,ms,1\nb,101,ms,2\na,101,ms,3\n"
      "a,101,ms,4\nb,102,ms,5\nb,100,ms,6\na,100,ms,7\n");
  EXPECT_EQ(Rules(few.findings), "ab.too-few-blocks");
}

TEST(AbFindings, NotInTurns) {
  EXPECT_EQ(Rules(Inspect("arm,value\na,1\nb,2\na,2\nb,3\n").findings), "ab.unpaired");
  std::string grouped = "arm,value,block\n";
  for (int i = 0; i < 24; ++i) {
    grouped += std::string(i < 12 ? "a," : "b,") + std::to_string(i * 7 % 5) + "," +
               std::to_string(i) + "\n";
  }
  const SampleInspection apart = Inspect(grouped);
  ASSERT_EQ(Rules(apart.findings), "ab.unpaired");
  EXPECT_TRUE(apart.findings[0].message.starts_with("all launches of arm 'a' ran before"));
}

TEST(AbFindings, ResultsOfOneBuild) {
  const SampleInspection one =
      Inspect(R"({"context": {}, "benchmarks": [{"name": "B", "real_time": 1, "cpu_time": 2}]})");
  EXPECT_EQ(Rules(one.findings), "");
  EXPECT_EQ(one.looked_at, "how its 2 values of one build were measured (Google Benchmark)");
  const SampleInspection debug = Inspect(
      R"({"context": {"library_build_type": "debug"},
          "benchmarks": [{"name": "B", "real_time": 1, "cpu_time": 2}]})");
  ASSERT_EQ(debug.findings.size(), 1U);
  EXPECT_EQ(debug.findings[0].rule, "ab.debug-build");
  EXPECT_EQ(report::SeverityOf(debug.findings[0]), report::Severity::kInfo);
  const SampleInspection command =
      Inspect(R"({"results": [{"command": "app", "times": [1.0, 1.1]}]})");
  EXPECT_EQ(command.looked_at, "how its 2 values of one build were measured (hyperfine)");
}

}  // namespace
}  // namespace causeway::ab
