#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ab/command.h"
#include "ab/session_file.h"
#include "ab/test_support.h"
#include "cli/verb_ab_run.h"

// The command of docs/ab_android.md, word for word, against a stand-in for adb that notes what it
// is asked and in which order.

namespace causeway {
namespace {

std::string ReadText(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The words of the page's first command. A shell would take it apart the same way; the escapes in
// it are those that both know.
std::vector<std::string> DocumentedCommand() {
  const std::string page =
      ReadText(std::string(std::getenv("CAUSEWAY_SOURCE_DIR")) + "/docs/ab_android.md");
  const std::size_t begin = page.find("```sh\n") + 6;
  std::string command = page.substr(begin, page.find("```", begin) - begin);
  for (std::size_t at = 0; (at = command.find("\\\n", at)) != std::string::npos;) {
    command.replace(at, 2, " ");
  }
  for (std::size_t at = 0; (at = command.find("\\$", at)) != std::string::npos;) {
    command.erase(at, 1);  // the splitter has no use for an escaped $
  }
  return ab::SplitCommand(command).value_or(std::vector<std::string>{});
}

TEST(Android, TheDocumentedCommandAsksTheDeviceInTheRightOrder) {
  const ab::TempFolder folder;
  const std::string source = std::getenv("CAUSEWAY_SOURCE_DIR");
  folder.Write("before.apk", "one build");
  folder.Write("after.apk", "another build");
  folder.Write("device/log", "");
  setenv("FAKE_ADB", folder.Path("device").c_str(), 1);
  setenv("PATH", (source + "/tests/ab/fake_adb:" + std::getenv("PATH")).c_str(), 1);
  std::filesystem::current_path(folder.Path(""));

  const std::vector<std::string> words = DocumentedCommand();
  ASSERT_GT(words.size(), 10U);
  ASSERT_EQ(words[0], "causeway");
  ASSERT_EQ(words[1], "ab");
  cli::AbAnalysis analysis;
  int reports = 0;
  analysis.report = [&reports](const ab::SessionFile&, const std::string& path) {
    ++reports;
    EXPECT_EQ(path, "start.jsonl");
    return 0;
  };
  EXPECT_EQ(cli::RunAbRun(std::span(words).subspan(2), analysis), 0);
  EXPECT_EQ(reports, 1);

  // Cold: a waits for the thermal status a second time, b does not. Then 2 passes of 8 blocks of
  // each arm, a block being a warm-up and 5 launches.
  std::string expected =
      "ICTTPSB"
      "ICTPSB";
  for (int block = 0; block < 2 * 8 * 2; ++block) {
    expected += "ICT";
    for (int launch = 0; launch < 1 + 5; ++launch) expected += "PSB";
  }
  EXPECT_EQ(ReadText(folder.Path("device/log")), expected);

  const auto file = ab::ReadSession("start.jsonl");
  ASSERT_TRUE(file) << file.error().message;
  const ab::SessionRun& run = file->runs.back();
  EXPECT_EQ(run.finish, ab::Finish::kComplete);
  EXPECT_EQ(run.header.metrics[0], (ab::MetricInfo{"start", "ms"}));
  EXPECT_NE(run.header.arms[0].artifact->hash, run.header.arms[1].artifact->hash);
  int failed = 0;
  for (const ab::LaunchRecord& launch : run.launches) {
    EXPECT_EQ(launch.sensor, "  temperature: 291");
    if (launch.failed()) {
      ++failed;
      EXPECT_NE(launch.failure.find("LaunchState: WARM"), std::string::npos);
      continue;
    }
    // Each arm's own build was installed and compiled when it ran.
    EXPECT_GE(*launch.values[0], launch.arm == 0 ? 812 : 780);
    EXPECT_LT(*launch.values[0], launch.arm == 0 ? 812 + 13 : 780 + 11);
  }
  EXPECT_EQ(failed, 1);
}

}  // namespace
}  // namespace causeway
