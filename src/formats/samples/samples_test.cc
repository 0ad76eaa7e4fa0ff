#include "formats/samples/samples.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace causeway::samples {
namespace {

SampleSet Good(std::string_view text) {
  auto set = Read(std::as_bytes(std::span(text)), "f");
  EXPECT_TRUE(set.has_value()) << set.error().where << ": " << set.error().message;
  return set.value_or(SampleSet{});
}

std::string Bad(std::string_view text) {
  const auto set = Read(std::as_bytes(std::span(text)), "f");
  return set ? "no error" : set.error().where + ": " + set.error().message;
}

using Ints = std::vector<std::int32_t>;
using Values = std::vector<double>;

TEST(Csv, ColumnsInAnyOrder) {
  const SampleSet set = Good(
      "pair,value,arm,order\n"
      "x,1.5,a,0\n"
      "x,2e1,b,1\n"
      "y,-3,a,2\n");
  EXPECT_EQ(set.arms, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(set.arm, (Ints{0, 1, 0}));
  EXPECT_EQ(set.value, (Values{1.5, 20, -3}));
  EXPECT_EQ(set.pair, (Ints{0, 0, 1}));
  EXPECT_EQ(set.order, (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_TRUE(set.block.empty());
  EXPECT_EQ(SampleSet::At(set.block, 2), -1);
}

TEST(Csv, MarkOfByteOrderLineEndsQuotesCommentsAndOtherSeparators) {
  const SampleSet set = Good(
      "\xEF\xBB\xBF# made by hand\r\n"
      "arm;value;metric;unit\r\n"
      "\"say \"\"a\"\"\";1; wall ;ms\r\n"
      "\r\n"
      "\"two\nlines\";2;wall;ms");
  EXPECT_EQ(set.arms, (std::vector<std::string>{"say \"a\"", "two\nlines"}));
  EXPECT_EQ(set.metrics, (std::vector<Metric>{{"wall", "ms", false}}));
  EXPECT_EQ(set.value, (Values{1, 2}));
}

TEST(Csv, PassesAreNumbersAndSessionsNames) {
  const SampleSet set = Good("arm,value,session,pass,block,note\na,1,mon,0,7,-\nb,2,tue,1,8,-\n");
  EXPECT_EQ(set.sessions, (std::vector<std::string>{"mon", "tue"}));
  EXPECT_EQ(set.session, (Ints{0, 1}));
  EXPECT_EQ(set.pass, (Ints{0, 1}));
  EXPECT_EQ(set.block, (Ints{7, 8}));
  EXPECT_EQ(set.notes, (std::vector<std::string>{"columns without a meaning here: 'note'"}));
}

TEST(Csv, EachMistakeNamesItsPlace) {
  EXPECT_EQ(Bad(""), "f: the file is empty");
  EXPECT_EQ(Bad("arm,valeu\na,1\n").substr(0, 31), "f:1: there is no column 'value'");
  EXPECT_EQ(Bad("arm,value,arm\n"), "f:1: column 'arm' is named twice");
  EXPECT_EQ(Bad("arm,value\n"), "f:2: no line follows the header");
  EXPECT_EQ(Bad("arm,value\na,1\nb\n"), "f:3: 1 fields, but the header has 2");
  EXPECT_EQ(Bad("arm,value\na,1\nb,fast\n"), "f:3:3: value 'fast' is no number");
  EXPECT_EQ(Bad("arm;value\na;1,5\n"), "f:2:3: value '1,5' is no number; write a decimal point");
  EXPECT_EQ(Bad("arm,value\nab,nan\n"),
            "f:2:4: value 'nan' is not finite; leave out launches that failed");
  EXPECT_EQ(Bad("arm,value\n,1\n"), "f:2:1: the arm has no name");
  EXPECT_EQ(Bad("arm,value\n\"a,1\n"), "f:2:1: a quotation mark is not closed");
  EXPECT_EQ(Bad("arm,value\n\"a\"b,1\n"), "f:2:4: text follows a closing quotation mark");
  EXPECT_EQ(Bad("arm,value,order\na,1,-1\n"), "f:2:5: order '-1' is no whole number from 0");
  EXPECT_EQ(Bad("arm,value,pair\na,1,1\nb,2,x\n"),
            "f:3:5: pair 'x' is no number, but those above are");
  EXPECT_EQ(Bad("arm,value,unit\na,1,ms\nb,2,s\n"),
            "f:3: metric 'value' is in 's' here and in 'ms' above");
}

TEST(Csv, WhatCannotBeComputedWithIsRefused) {
  EXPECT_EQ(Bad("arm,value\na,1e61\n"),
            "f:2:3: value '1e61' is outside of what can be computed with");
  EXPECT_EQ(Bad("arm,value\na,-1e400\n"),
            "f:2:3: value '-1e400' is outside of what can be computed with");
  EXPECT_EQ(Good("arm,value\na,1e60\n").value, (Values{1e60}));
  EXPECT_EQ(Bad("arm,value,pair\na,1,50000001\n"), "f:2:5: pair 50000001 is above 50000000");
  EXPECT_EQ(Bad("arm,value,order\na,1,9000000000000000000\n"),
            "f:2:5: order '9000000000000000000' is no whole number from 0");
  std::string text = "value,arm\n";
  for (int i = 0; i < 1001; ++i) text += "1," + std::to_string(i) + "\n";
  EXPECT_EQ(Bad(text), "f:1002:3: more than 1000 arms: is the column the right one?");
}

TEST(Csv, AMillionLines) {
  std::string text = "arm,value,pair\n";
  for (int i = 0; i < 1'000'000; ++i) text += i % 2 == 0 ? "a,1.25,7\n" : "b,1.5,8\n";
  const SampleSet set = Good(text);
  ASSERT_EQ(set.size(), 1'000'000U);
  EXPECT_EQ(set.value[999'999], 1.5);
  EXPECT_EQ(set.pair[999'999], 8);
}

TEST(Hyperfine, ValuesInTheOrderOfTheCommands) {
  const SampleSet set = Good(R"({"results": [
    {"command": "old", "mean": 1.5, "times": [1, 2], "exit_codes": [0, 0]},
    {"command": "new", "times": [3, 4, 5], "exit_codes": [0, 1, 0]}]})");
  EXPECT_EQ(set.format, "hyperfine");
  EXPECT_EQ(set.arms, (std::vector<std::string>{"old", "new"}));
  EXPECT_EQ(set.value, (Values{1, 2, 3, 5}));
  EXPECT_EQ(set.block, (Ints{0, 0, 1, 1}));
  EXPECT_EQ(set.order, (std::vector<std::int64_t>{0, 1, 2, 4}));
  EXPECT_EQ(set.metrics, (std::vector<Metric>{{"time", "s", false}}));
  EXPECT_EQ(set.notes, (std::vector<std::string>{"1 runs failed and are left out"}));
}

TEST(GoogleBenchmark, RepetitionsAndUnits) {
  const SampleSet set = Good(R"({"context": {"library_build_type": "debug"}, "benchmarks": [
    {"name": "B/8", "run_name": "B/8", "run_type": "iteration", "repetition_index": 0,
     "real_time": 2.5, "cpu_time": 2.25, "time_unit": "us"},
    {"name": "B/8", "run_name": "B/8", "run_type": "iteration", "real_time": 3500,
     "cpu_time": 3000, "time_unit": "ns"},
    {"name": "B/9", "run_type": "iteration", "error_occurred": true, "error_message": "x"},
    {"name": "B/8_mean", "run_name": "B/8", "run_type": "aggregate", "real_time": 9}]})");
  EXPECT_EQ(set.arms, (std::vector<std::string>{"B/8"}));
  EXPECT_EQ(set.value, (Values{2.5, 2.25, 3.5, 3}));
  EXPECT_EQ(set.metric, (Ints{0, 1, 0, 1}));
  EXPECT_EQ(set.metrics[0], (Metric{"real_time", "us", false}));
  EXPECT_EQ(set.notes.size(), 2U);
}

TEST(Jmh, AForkIsABlock) {
  const SampleSet set = Good(R"([{"benchmark": "x.Y.z", "mode": "thrpt", "params": {"n": "10"},
    "primaryMetric": {"score": 2, "scoreUnit": "ops/s", "rawData": [[1, 2], [3]]}}])");
  EXPECT_EQ(set.arms, (std::vector<std::string>{"x.Y.z n=10"}));
  EXPECT_EQ(set.value, (Values{1, 2, 3}));
  EXPECT_EQ(set.block, (Ints{0, 0, 1}));
  EXPECT_EQ(set.metrics[0], (Metric{"throughput", "ops/s", true}));
}

TEST(Samples, RatesAreBetterHigher) {
  for (const char* unit : {"ops/s", "ops/ns", "MB/s", "frames/sec", "fps"}) {
    EXPECT_TRUE(IsRate(unit)) << unit;
  }
  for (const char* unit : {"ns/op", "ms/frame", "ms", "s", "", "MiB", "h"}) {
    EXPECT_FALSE(IsRate(unit)) << unit;
  }
  EXPECT_TRUE(Good("arm,value,unit\na,1,ops/s\nb,2,ops/s\n").metrics[0].higher_is_better);
}

// What JMH 1.37 writes for one method in four modes: they are no samples of one thing.
TEST(Jmh, ModesAndUnits) {
  const SampleSet set = Good(R"([
    {"benchmark": "B.m", "mode": "thrpt", "primaryMetric": {"scoreUnit": "ops/ms", "rawData": [[4]]}},
    {"benchmark": "B.n", "mode": "thrpt", "primaryMetric": {"scoreUnit": "ops/s", "rawData": [[500]]}},
    {"benchmark": "B.m", "mode": "avgt", "primaryMetric": {"scoreUnit": "us/op", "rawData": [[250]]}},
    {"benchmark": "B.n", "mode": "avgt", "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[2000]]}},
    {"benchmark": "B.m", "mode": "sample",
     "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[250, 1]]]]}}])");
  EXPECT_EQ(set.metrics, (std::vector<Metric>{{"throughput", "ops/ms", true},
                                              {"average time", "us/op", false}}));
  EXPECT_EQ(set.metric, (Ints{0, 0, 1, 1}));
  EXPECT_EQ(set.value, (Values{4, 0.5, 250, 2}));
  EXPECT_EQ(
      set.notes,
      (std::vector<std::string>{"1 results of the sample-time mode are histograms and left out"}));
}

TEST(BenchmarkDotNet, ResultsPerOperation) {
  const SampleSet set = Good(R"({"Benchmarks": [{"FullName": "N.C.M", "Measurements": [
    {"IterationMode": "Overhead", "IterationStage": "Actual", "LaunchIndex": 1, "Operations": 4,
     "Nanoseconds": 4},
    {"IterationMode": "Workload", "IterationStage": "Result", "LaunchIndex": 1, "Operations": 4,
     "Nanoseconds": 10},
    {"IterationMode": "Workload", "IterationStage": "Result", "LaunchIndex": 2, "Operations": 2,
     "Nanoseconds": 6}]},
   {"FullName": "N.C.K", "Statistics": {"OriginalValues": [7.5]}}]})");
  EXPECT_EQ(set.value, (Values{2.5, 3, 7.5}));
  EXPECT_EQ(set.arm, (Ints{0, 0, 1}));
  EXPECT_NE(set.block[0], set.block[1]);
}

TEST(Macrobenchmark, RunsAndFrames) {
  const SampleSet set = Good(R"({"context": {"build": {"device": "x"}}, "benchmarks": [
    {"name": "startup", "className": "c.S", "metrics": {"timeToInitialDisplayMs":
      {"minimum": 1, "runs": [1.5, 2.5]}},
     "sampledMetrics": {"frameDurationCpuMs": {"P50": 3, "runs": [[3, 4], [5]]}}}]})");
  EXPECT_EQ(set.arms, (std::vector<std::string>{"c.S.startup"}));
  EXPECT_EQ(set.value, (Values{1.5, 2.5, 3, 4, 5}));
  EXPECT_EQ(set.metrics[0], (Metric{"timeToInitialDisplayMs", "ms", false}));
  EXPECT_EQ(set.metric, (Ints{0, 0, 1, 1, 1}));
}

TEST(Json, EachMistakeIsOneError) {
  EXPECT_EQ(Bad("{\"results\": [\n1,,]}"), "f:2:3: the JSON is malformed here");
  EXPECT_EQ(Bad("{}").substr(0, 35), "f: this JSON is of no known benchma");
  EXPECT_EQ(Bad("[]").substr(0, 12), "f: this JSON");
  EXPECT_EQ(
      Bad(R"({"results": [{"command": "x", "mean": 1}]})"),
      "f: hyperfine output without a single measured value; run hyperfine with --export-json");
  EXPECT_EQ(Bad(R"({"benchmarks": []})").substr(0, 40), "f: Google Benchmark output without a sin");
  EXPECT_EQ(Bad(R"({"results": 1e999})"), "f: the JSON holds a number that cannot be represented");
}

TEST(Samples, FilesOfOneBuildEachBecomeArms) {
  SampleSet set = Good(R"({"benchmarks": [
    {"name": "B", "real_time": 1, "cpu_time": 2}, {"name": "C", "real_time": 3, "cpu_time": 4}]})");
  MakeOneArm(set, "before");
  EXPECT_EQ(set.arms, (std::vector<std::string>{"before"}));
  EXPECT_EQ(set.arm, (Ints{0, 0, 0, 0}));
  ASSERT_EQ(set.metrics.size(), 4U);
  EXPECT_EQ(set.metrics[static_cast<std::size_t>(set.metric[2])].name, "C real_time");
}

TEST(Samples, AppendedFilesAreSessionsOfTheirOwn) {
  SampleSet set = Good("arm,value,pair\na,1,0\nb,2,0\n");
  const SampleSet more = Good("arm,value,pair,block\nb,3,0,4\na,4,0,5\n");
  ASSERT_TRUE(Append(set, more, "second").has_value());
  EXPECT_EQ(set.arm, (Ints{0, 1, 1, 0}));
  EXPECT_EQ(set.session, (Ints{0, 0, 1, 1}));
  EXPECT_EQ(set.sessions, (std::vector<std::string>{"1", "second"}));
  EXPECT_EQ(set.pair, (Ints{0, 0, 1, 1}));
  EXPECT_EQ(set.block, (Ints{-1, -1, 4, 5}));
  const SampleSet other = Good("arm,value,unit\na,1,s\n");
  const auto failed = Append(set, other, "third");
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().message, "metric 'value' is in 's' here and in '' in an earlier file");
}

TEST(Samples, AreRecognisedByContent) {
  const auto looks = [](std::string_view text) {
    return LooksLikeSamples(std::as_bytes(std::span(text)));
  };
  EXPECT_TRUE(looks("block,\"arm\",value\r\n1,a,2\n"));
  EXPECT_TRUE(looks(R"({"results": [{"times": [1]}]})"));
  EXPECT_TRUE(looks(R"({"context": {}, "benchmarks": []})"));
  EXPECT_FALSE(looks("armory,value\n"));
  EXPECT_FALSE(looks("import 'package:pigeon/pigeon.dart';\n"));
  EXPECT_FALSE(looks(""));
}

}  // namespace
}  // namespace causeway::samples
