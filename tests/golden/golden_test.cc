#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/golden/runner.h"

namespace causeway::golden {
namespace {

class GoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(GoldenTest, ProducesWhatItExpects) {
  const std::filesystem::path folder = std::filesystem::path(CAUSEWAY_GOLDEN_ROOT) / GetParam();
  const Outcome actual = RunCase(folder, CAUSEWAY_TOOL_FOLDER);
  const char* rebase = std::getenv("CAUSEWAY_REBASE");
  if (rebase != nullptr && std::string(rebase) == "1") {
    Rebase(folder, actual);
    GTEST_SKIP() << "rewritten by CAUSEWAY_REBASE=1: read the difference before you commit it";
  }
  const std::string differences = Compare(ReadExpected(folder), actual);
  if (!differences.empty()) FAIL() << differences << "(CAUSEWAY_REBASE=1 accepts this)";
}

TEST(GoldenTree, HasCases) { EXPECT_FALSE(FindCases(CAUSEWAY_GOLDEN_ROOT).empty()); }

std::string CaseName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Tree, GoldenTest, testing::ValuesIn(FindCases(CAUSEWAY_GOLDEN_ROOT)),
                         CaseName);

}  // namespace
}  // namespace causeway::golden
