#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

// Golden cases: a folder holds a command line and everything it must produce. See README.md.
namespace causeway::golden {

// Relative path -> bytes.
using FileTree = std::map<std::string, std::string>;

// What a command produced, or what a case says that it must produce.
struct Outcome {
  int exit_code = 0;
  std::string out;
  std::string err;
  FileTree files;
};

// Every folder below `root` that holds a `cmd`, as "verb/case", sorted.
std::vector<std::string> FindCases(const std::filesystem::path& root);

// What the case expects; absent files mean exit code 0, no output and no files.
Outcome ReadExpected(const std::filesystem::path& case_folder);

// Runs the case's `cmd` in a fresh copy of the case with `tool_folder` first in PATH.
Outcome RunCase(const std::filesystem::path& case_folder, const std::filesystem::path& tool_folder);

// Empty if equal; otherwise one unified diff for each thing that differs. Looks both ways: a file
// that is missing and a file that nobody expected are differences.
std::string Compare(const Outcome& expected, const Outcome& actual);

// Makes the case expect `actual` (CAUSEWAY_REBASE=1).
void Rebase(const std::filesystem::path& case_folder, const Outcome& actual);

// A new empty folder below the system's temporary folder; removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void WriteFile(const std::filesystem::path& file, const std::string& bytes);
std::string ReadFile(const std::filesystem::path& file);

}  // namespace causeway::golden
