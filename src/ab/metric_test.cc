#include "ab/metric.h"

#include <gtest/gtest.h>

namespace causeway::ab {
namespace {

Metric Parsed(std::string_view text) {
  const Result<Metric> metric = ParseMetric(text);
  EXPECT_TRUE(metric) << metric.error().message;
  return metric.value_or(Metric{});
}

std::string Mistake(std::string_view text) {
  const Result<Metric> metric = ParseMetric(text);
  return metric ? "no error" : metric.error().message;
}

ProcessResult Printed(std::string output) {
  ProcessResult result;
  result.output = std::move(output);
  return result;
}

std::string Failure(std::string_view metric, std::string output) {
  const Result<double> value = Measure(Parsed(metric), Printed(std::move(output)));
  return value ? "no error" : value.error().message;
}

TEST(Metric, BuiltInOnesInTheirUnits) {
  ProcessResult result;
  result.wall = 0.25;
  result.cpu = 0.125;
  result.max_rss = 3 * 1024 * 1024;
  EXPECT_EQ(Measure(Parsed("wall"), result), 250.0);
  EXPECT_EQ(Measure(Parsed("cpu"), result), 125.0);
  EXPECT_EQ(Measure(Parsed("peak=rss"), result), 3.0);
  EXPECT_EQ(Parsed("peak=rss").info, (MetricInfo{"peak", "MiB"}));
  EXPECT_FALSE(Measure(Parsed("instructions"), result));
}

TEST(Metric, PatternNameAndUnit) {
  EXPECT_EQ(Parsed("regex:TotalTime: (\\d+):ms").info, (MetricInfo{"TotalTime", "ms"}));
  EXPECT_EQ(Parsed("regex:TotalTime: (\\d+)").info, (MetricInfo{"TotalTime", ""}));
  EXPECT_EQ(Parsed("start=regex:x=(\\d+):").info, (MetricInfo{"start", ""}));
  EXPECT_EQ(Parsed("regex:(\\d+) MB/s:MB/s").info.unit, "MB/s");
  EXPECT_EQ(Parsed("regex:times? (\\d+)").info.name, "times? (\\d+)");
  EXPECT_EQ(Parsed("json:result.0.time:ms").info, (MetricInfo{"result.0.time", "ms"}));
}

TEST(Metric, Mistakes) {
  EXPECT_NE(Mistake("wal").find("it is wall, cpu"), std::string::npos);
  EXPECT_NE(Mistake("regex:(").find("missing )"), std::string::npos);
  EXPECT_NE(Mistake("regex:(a)(b)").find("one group"), std::string::npos);
  EXPECT_NE(Mistake("regex:").find("no pattern"), std::string::npos);
  EXPECT_NE(Mistake("json:a..b").find("empty part"), std::string::npos);
  EXPECT_NE(Mistake("=wall").find("no name"), std::string::npos);
  const std::vector<std::string> twice = {"regex:Time: (\\d+)", "regex:Time (\\d+)"};
  const auto metrics = ParseMetrics(twice);
  ASSERT_FALSE(metrics);
  EXPECT_NE(metrics.error().message.find("two metrics are called 'Time'"), std::string::npos);
}

TEST(Metric, PatternMatches) {
  EXPECT_EQ(Measure(Parsed("regex:TotalTime: (\\d+):ms"), Printed("x\nTotalTime: 812\ny")), 812.0);
  EXPECT_EQ(Measure(Parsed("regex:-?\\d+\\.\\d+"), Printed("took -1.25 s")), -1.25);
  EXPECT_EQ(Measure(Parsed("regex:t=(\\S+)"), Printed("t=1e3 t=1000")), 1000.0);
}

TEST(Metric, PatternThatDoesNotMatchMatchesTwiceOrIsNoNumber) {
  EXPECT_EQ(Failure("regex:Time: (\\d+)", "Status: ok"),
            "metric Time: the pattern does not match; it printed 'Status: ok'");
  EXPECT_EQ(Failure("regex:Time: (\\d+)", ""),
            "metric Time: the pattern does not match; it printed nothing");
  EXPECT_NE(Failure("regex:t=(\\d+)", "t=1 t=2").find("several times, with 1 and 2"),
            std::string::npos);
  EXPECT_EQ(Failure("regex:time (.*)", "time 1,234"), "metric time: '1,234' is not a number");
  EXPECT_EQ(Failure("regex:time (.*)", "time nan"), "metric time: 'nan' is not a number");
  EXPECT_EQ(Failure("x=regex:(\\d*)", "a"), "metric x: '' is not a number");
}

TEST(Metric, JsonPath) {
  EXPECT_EQ(Measure(Parsed("json:r.1.time"), Printed(R"({"r":[{}, {"time": 1.5}]})")), 1.5);
  EXPECT_EQ(Measure(Parsed("json:$.r[1].time"), Printed(R"({"r":[{}, {"time": 1.5}]})")), 1.5);
  EXPECT_EQ(Measure(Parsed("json:$[1][0]"), Printed("[1, [2]]")), 2.0);
  EXPECT_EQ(Measure(Parsed("json:t"), Printed(R"({"t":"2.5"})")), 2.5);
  EXPECT_EQ(Failure("json:t", "no"), "metric t: the output is not JSON; it printed 'no'");
  EXPECT_EQ(Failure("json:a.b", R"({"a":{}})"), "metric a.b: the output has no 'b' there");
  EXPECT_EQ(Failure("json:a.9", R"({"a":[1]})"), "metric a.9: the output has no '9' there");
  EXPECT_EQ(Failure("json:a", R"({"a":true})"),
            "metric a: what the output has there is not a number");
}

TEST(Metric, SaysThatOutputWasCut) {
  ProcessResult result = Printed("xx");
  result.output_dropped = 5;
  const auto value = Measure(Parsed("regex:Time: (\\d+)"), result);
  ASSERT_FALSE(value);
  EXPECT_NE(value.error().message.find("only the first 2 bytes"), std::string::npos);
}

}  // namespace
}  // namespace causeway::ab
