#include "report/findings_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "report/test_support.h"

namespace causeway::report {
namespace {

class FindingsFileTest : public ::testing::Test {
 protected:
  FindingsFileTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "findings.XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ + "/.causeway";
  }
  ~FindingsFileTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& text) const { std::ofstream(path_) << text; }
  std::string Text() const { return ReadFile(path_).value_or("(no file)"); }

  std::string folder_;
  std::string path_;
};

Result<void> AddOne(FindingsFile& file, const std::string& value) {
  Record(file, {SampleFinding(value)});
  return {};
}

TEST_F(FindingsFileTest, WhatIsNotFoundAgainIsDropped) {
  FindingsFile file;
  const auto add = [&file](const std::string& rule, const std::string& where, Status status) {
    Finding finding = SampleFinding(std::string(ToString(status)));
    finding.rule = rule;
    finding.place.file = where;
    finding.status = status;
    file.findings.push_back(finding);
  };
  const std::string here = "api/messages.dart";
  add("gen.boxed-list", here, Status::kOpen);        // gone
  add("gen.boxed-list", here, Status::kSuppressed);  // a decision
  add("gen.boxed-list", here, Status::kClosed);      // a decision
  add("ab.drift", here, Status::kOpen);              // not what was looked for
  add("other.rule", here, Status::kOpen);            // of a later version, perhaps
  add("gen.boxed-list", "api/b.dart", Status::kOpen);
  const Finding again = SampleFinding("again");
  Record(file, {again});
  Record(file, {again}, {{{"gen", "./api//messages.dart"}}, {}});
  std::vector<std::string> kept;
  for (const Finding& f : file.findings) {
    kept.push_back(f.rule + " " + f.place.file + " " + f.place.value);
  }
  EXPECT_EQ(kept, (std::vector<std::string>{
                      "gen.boxed-list api/messages.dart suppressed",
                      "gen.boxed-list api/messages.dart closed", "ab.drift api/messages.dart open",
                      "other.rule api/messages.dart open", "gen.boxed-list api/b.dart open",
                      "gen.boxed-list api/messages.dart again"}));
}

TEST_F(FindingsFileTest, WhatIsNotThereHasNoFindingsBelowASearchedFolder) {
  std::ofstream(folder_ + "/there.dart") << "x";
  FindingsFile file;
  for (const std::string& name : {folder_ + "/there.dart", folder_ + "/gone.dart",
                                  folder_ + "2/gone.dart", std::string("gone.dart")}) {
    Finding finding = SampleFinding("points");
    finding.place.file = name;
    file.findings.push_back(finding);
  }
  Record(file, {}, {{}, {folder_ + "/"}});
  ASSERT_EQ(file.findings.size(), 3U);
  EXPECT_EQ(file.findings[0].place.file, folder_ + "/there.dart");
  EXPECT_EQ(file.findings[1].place.file, folder_ + "2/gone.dart");
  Record(file, {}, {{}, {"."}});  // relative names only
  ASSERT_EQ(file.findings.size(), 2U);
  EXPECT_EQ(file.findings[1].place.file, folder_ + "2/gone.dart");
}

TEST_F(FindingsFileTest, ASuppressionOfTheBaselineHolds) {
  FindingsFile baseline;
  Record(baseline, {SampleFinding("a"), SampleFinding("b"), SampleFinding("c")});
  ASSERT_TRUE(Suppress(baseline, IdOf(SampleFinding("a")), "start only", "2999-01-01"));
  ASSERT_TRUE(Suppress(baseline, IdOf(SampleFinding("b")), "short", "2000-01-01"));
  baseline.findings[2].status = Status::kClosed;
  ExpireSuppressions(baseline, "2026-01-01");
  FindingsFile now;
  Record(now, {SampleFinding("a"), SampleFinding("b"), SampleFinding("c")});
  TakeSuppressions(now, baseline);
  EXPECT_EQ(now.findings[0].status, Status::kSuppressed);
  EXPECT_EQ(now.findings[0].because, "start only");
  EXPECT_EQ(now.findings[0].expires, "2999-01-01");
  EXPECT_EQ(now.findings[1].status, Status::kOpen) << "it has expired";
  EXPECT_EQ(now.findings[2].status, Status::kOpen) << "found again after the verdict";
  EXPECT_TRUE(Compare(now, baseline).added.empty());
}

TEST_F(FindingsFileTest, WhatIsWrittenIsReadAgain) {
  FindingsFile file;
  Finding finding = SampleFinding("points");
  finding.place.entry = "e";
  finding.place.native_function = "n";
  finding.place.offset = 18446744073709551615U;
  finding.count = 12;
  finding.evidence = {{"lines", "3"}};
  Record(file, {finding});
  const auto read = ParseFindings(ToText(file), "f");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->findings.size(), 1U);
  const Finding& back = read->findings[0];
  EXPECT_EQ(IdOf(back), IdOf(finding));
  EXPECT_EQ(back.place.offset, finding.place.offset);
  EXPECT_EQ(back.place.line, 12);
  EXPECT_EQ(back.count, 12U);
  EXPECT_EQ(back.cost->ns, 50);
  EXPECT_EQ(back.remedy.command, finding.remedy.command);
  EXPECT_EQ(back.evidence, finding.evidence);
  EXPECT_EQ(ToText(*read), ToText(file));
}

TEST_F(FindingsFileTest, UnknownFieldsStayAtEveryLevel) {
  Write(R"({"causeway":"findings","version":1,"later":{"a":[1]},"findings":[{"rule":"r","mark":7,
    "place":{"file":"f","column_end":9},"cost":{"ns":1,"source":"priced","low":0.5},
    "remedy":{"url":"u"}}]})");
  ASSERT_TRUE(UpdateFindings(path_, [](FindingsFile& file) { return AddOne(file, "x"); }));
  const auto json = nlohmann::json::parse(Text());
  EXPECT_EQ(json["later"]["a"][0], 1);
  ASSERT_EQ(json["findings"].size(), 2U);
  for (const auto& row : json["findings"]) {
    if (row["rule"] != "r") continue;
    EXPECT_EQ(row["mark"], 7);
    EXPECT_EQ(row["place"]["column_end"], 9);
    EXPECT_EQ(row["cost"]["low"], 0.5);
    EXPECT_EQ(row["remedy"]["url"], "u");
  }
}

TEST_F(FindingsFileTest, DamagedAndNewerFilesAreRefusedAndNotTouched) {
  const std::string good = R"({"causeway":"findings","version":1,"findings":[)";
  const struct {
    std::string text;
    std::string where;
    std::string message;
  } cases[] = {
      {"", ":1:1", "damaged"},
      {good + "\n{\"rule\":", ":2:9", "damaged"},
      {R"({"causeway":"findings","version":2,"findings":[]})", "", "newer causeway"},
      {R"({"causeway":"findings","findings":[]})", "", "no version"},
      {R"({"causeway":"findings","version":1})", "", "no list of findings"},
      {R"({"causeway":"ab","version":1})", "", "not a file of findings"},
      {"[]", "", "not a file of findings"},
      {good + "3]}", "", "findings[0] is not an object"},
      {good + R"({"place":{}}]})", "", "findings[0].rule is not"},
      {good + R"({"rule":"r","place":{"file":3}}]})", "", "findings[0].place.file is not text"},
      {good + R"({"rule":"r","count":-1}]})", "", "findings[0].count is not a whole number"},
      {good + R"({"rule":"r","cost":{"source":"priced"}}]})", "", "cost.ns is not a number"},
      {good + R"({"rule":"r","cost":{"ns":1,"source":"felt"}}]})", "", "cost.source is not"},
      {good + R"({"rule":"r","status":"maybe"}]})", "", "status is not open"},
      {good + R"({"rule":"r","expires":"2027-02-30"}]})", "", "expires is not a date"},
      {good + std::string(100000, '[') + "]}", "", "nested too deeply"},
  };
  for (const auto& c : cases) {
    Write(c.text);
    const auto result = UpdateFindings(path_, [](FindingsFile& file) { return AddOne(file, "x"); });
    ASSERT_FALSE(result) << c.text.substr(0, 100);
    EXPECT_EQ(result.error().code, Error::Code::kBadInput);
    EXPECT_NE(result.error().message.find(c.message), std::string::npos) << result.error().message;
    EXPECT_EQ(result.error().where, path_ + c.where);
    EXPECT_EQ(Text(), c.text);
  }
}

TEST_F(FindingsFileTest, EveryPrefixOfAFileIsRefused) {
  FindingsFile file;
  Record(file, {SampleFinding("points")});
  std::string text = ToText(file);
  text.pop_back();  // the line end
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(ParseFindings(text.substr(0, size), "f")) << size;
  }
  EXPECT_TRUE(ParseFindings(text, "f"));
}

TEST_F(FindingsFileTest, ProcessesLoseNothing) {
  constexpr int kProcesses = 8;
  constexpr int kEach = 10;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int i = 0; i < kEach; ++i) {
        const std::string value = std::to_string(p) + "." + std::to_string(i);
        if (!UpdateFindings(path_, [&](FindingsFile& file) { return AddOne(file, value); })) {
          ::_exit(1);
        }
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const auto file = ReadFindings(path_);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings.size(), static_cast<std::size_t>(kProcesses * kEach));
  // Nothing else is left in the folder.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(FindingsFileTest, ALinkStaysALink) {
  std::filesystem::create_directory(folder_ + "/real");
  std::filesystem::create_symlink("real/file", path_);
  ASSERT_TRUE(UpdateFindings(path_, [](FindingsFile& file) { return AddOne(file, "x"); }));
  EXPECT_TRUE(std::filesystem::is_symlink(path_));
  EXPECT_TRUE(std::filesystem::is_regular_file(folder_ + "/real/file"));
}

TEST_F(FindingsFileTest, SuppressionHoldsUntilItsLastDay) {
  FindingsFile file;
  Record(file, {SampleFinding("points")});
  const std::string id = IdOf(file.findings[0]);
  ASSERT_TRUE(Suppress(file, id.substr(0, 6), "vendor code", "2027-01-31"));
  Record(file, {SampleFinding("points", 60)});
  EXPECT_EQ(file.findings[0].status, Status::kSuppressed);
  EXPECT_EQ(file.findings[0].cost->ns, 60);
  EXPECT_EQ(ExpireSuppressions(file, "2027-01-31"), 0U);
  EXPECT_EQ(ExpireSuppressions(file, "2027-02-01"), 1U);
  EXPECT_EQ(file.findings[0].status, Status::kOpen);
  ASSERT_EQ(file.findings[0].evidence.size(), 1U);
  EXPECT_EQ(file.findings[0].evidence[0].second, "2027-01-31: vendor code");
}

TEST_F(FindingsFileTest, IdsAreFoundByTheirBeginning) {
  FindingsFile file;
  Record(file, {SampleFinding("points")});
  EXPECT_FALSE(FindById(file, IdOf(file.findings[0]).substr(0, 3)));
  EXPECT_TRUE(FindById(file, IdOf(file.findings[0]).substr(0, 4)));
  EXPECT_FALSE(FindById(file, IdOf(file.findings[0]) + "0"));
  EXPECT_FALSE(FindById(file, "zzzz"));
}

TEST_F(FindingsFileTest, AVerdictClosesAndTheNextInspectionReopens) {
  ASSERT_TRUE(UpdateFindings(path_, [](FindingsFile& file) { return AddOne(file, "x"); }));
  const std::string id = IdOf(SampleFinding("x"));
  ASSERT_TRUE(CloseByVerdict(path_, id, "b is 12 ms faster", {{"interval", "[-14, -10]"}}));
  auto file = ReadFindings(path_);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->findings[0].status, Status::kClosed);
  EXPECT_EQ(file->findings[0].because, "b is 12 ms faster");
  EXPECT_EQ(file->findings[0].evidence[0].second, "[-14, -10]");
  Record(*file, {SampleFinding("x")});
  EXPECT_EQ(file->findings[0].status, Status::kOpen);
  EXPECT_EQ(file->findings[0].evidence[0].second, "b is 12 ms faster");
  EXPECT_FALSE(CloseByVerdict(path_, "ffffffffffffffff", "v", {}));
  EXPECT_FALSE(CloseByVerdict(folder_ + "/other", id, "v", {}));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/other"));
}

TEST_F(FindingsFileTest, MergeKeepsDecisions) {
  FindingsFile a;
  Record(a, {SampleFinding("x"), SampleFinding("y")});
  FindingsFile b = a;
  ASSERT_TRUE(Suppress(a, IdOf(a.findings[0]), "known", ""));
  b.findings[0].cost->ns = 99;
  Record(b, {SampleFinding("z")});
  Merge(a, b);
  ASSERT_EQ(a.findings.size(), 3U);
  EXPECT_EQ(a.findings[0].status, Status::kSuppressed);
  EXPECT_EQ(a.findings[0].because, "known");
  EXPECT_EQ(a.findings[0].cost->ns, 99);
}

TEST_F(FindingsFileTest, ComparesOpenFindings) {
  FindingsFile before;
  Record(before, {SampleFinding("stays"), SampleFinding("goes"), SampleFinding("hidden")});
  FindingsFile now;
  Record(now, {SampleFinding("stays"), SampleFinding("comes"), SampleFinding("hidden")});
  ASSERT_TRUE(Suppress(now, IdOf(SampleFinding("hidden")), "b", ""));
  const Comparison comparison = Compare(now, before);
  EXPECT_EQ(comparison.added, std::vector<std::string>{IdOf(SampleFinding("comes"))});
  EXPECT_EQ(comparison.known, std::vector<std::string>{IdOf(SampleFinding("stays"))});
  ASSERT_EQ(comparison.gone.size(), 1U);
  EXPECT_EQ(comparison.gone[0].place.value, "goes");
}

TEST_F(FindingsFileTest, BytesThatAreNoTextKeepTheirId) {
  FindingsFile file;
  Finding finding = SampleFinding("x");
  finding.place.file = "a\xFF.dart";
  Record(file, {finding});
  const auto read = ParseFindings(ToText(file), "f");
  ASSERT_TRUE(read);
  EXPECT_EQ(IdOf(read->findings[0]), IdOf(file.findings[0]));
  Record(file, {finding});
  EXPECT_EQ(file.findings.size(), 1U);
}

TEST(Findings, Dates) {
  EXPECT_TRUE(IsDate("2028-02-29"));
  for (const char* bad : {"2027-02-29", "2027-13-01", "2027-1-1", "27-01-01", "2027/01/01",
                          "2027-01-0a", "", "2027-00-10"}) {
    EXPECT_FALSE(IsDate(bad)) << bad;
  }
}

TEST(Findings, AreRecognised) {
  EXPECT_TRUE(LooksLikeFindings("{\n \"causeway\" : \"findings\", "));
  EXPECT_FALSE(LooksLikeFindings("{\"causeway\":\"ab\",\"version\":1}"));
  EXPECT_FALSE(LooksLikeFindings(""));
}

}  // namespace
}  // namespace causeway::report
