#include "tests/golden/runner.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

namespace causeway::golden {
namespace fs = std::filesystem;
namespace {

FileTree ReadTree(const fs::path& folder) {
  FileTree tree;
  if (!fs::is_directory(folder)) return tree;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      tree[fs::relative(entry.path(), folder).generic_string()] = ReadFile(entry.path());
    }
  }
  return tree;
}

// For the shell, whatever the path holds.
std::string Quote(const fs::path& path) {
  std::string quoted = "'";
  for (const char c : path.string()) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

int RunShell(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string UnifiedDiff(const std::string& name, const std::string& expected,
                        const std::string& actual) {
  const TemporaryFolder folder;
  WriteFile(folder.path() / "expected", expected);
  WriteFile(folder.path() / "actual", actual);
  const fs::path diff = folder.path() / "diff";
  RunShell("cd " + Quote(folder.path()) + " && diff -u --label " + Quote("expected " + name) +
           " --label " + Quote("actual " + name) + " expected actual >diff");
  return ReadFile(diff);
}

void WriteOrRemove(const fs::path& file, const std::string& bytes) {
  if (bytes.empty()) {
    fs::remove(file);
  } else {
    WriteFile(file, bytes);
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "causeway-golden-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed: " + name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void WriteFile(const fs::path& file, const std::string& bytes) {
  if (file.has_parent_path()) fs::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream.write(bytes.data(), std::streamsize(bytes.size()));
  if (!stream.flush()) throw std::runtime_error("cannot write " + file.string());
}

std::string ReadFile(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

std::vector<std::string> FindCases(const fs::path& root) {
  std::vector<std::string> cases;
  if (!fs::is_directory(root)) return cases;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && entry.path().filename() == "cmd") {
      cases.push_back(fs::relative(entry.path().parent_path(), root).generic_string());
    }
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

Outcome ReadExpected(const fs::path& case_folder) {
  Outcome expected;
  const auto read = [&](const char* name) {
    const fs::path file = case_folder / name;
    return fs::exists(file) ? ReadFile(file) : std::string();
  };
  const std::string exit_code = read("exit");
  expected.exit_code = exit_code.empty() ? 0 : std::stoi(exit_code);
  expected.out = read("stdout");
  expected.err = read("stderr");
  expected.files = ReadTree(case_folder / "expected");
  return expected;
}

Outcome RunCase(const fs::path& case_folder, const fs::path& tool_folder) {
  const TemporaryFolder temporary;
  const fs::path work = temporary.path() / "work";
  fs::create_directory(work);
  if (fs::exists(case_folder / "input")) {
    fs::copy(case_folder / "input", work / "input", fs::copy_options::recursive);
  }
  fs::copy_file(case_folder / "cmd", temporary.path() / "cmd");
  Outcome actual;
  actual.exit_code = RunShell("cd " + Quote(work) + " && PATH=" + Quote(tool_folder) +
                              ":\"$PATH\" LC_ALL=C sh ../cmd </dev/null >../stdout 2>../stderr");
  actual.out = ReadFile(temporary.path() / "stdout");
  actual.err = ReadFile(temporary.path() / "stderr");
  actual.files = ReadTree(work / "out");
  return actual;
}

std::string Compare(const Outcome& expected, const Outcome& actual) {
  std::string text;
  if (expected.exit_code != actual.exit_code) {
    text += "exit code: expected " + std::to_string(expected.exit_code) + ", got " +
            std::to_string(actual.exit_code) + "\n";
  }
  if (expected.out != actual.out) text += UnifiedDiff("stdout", expected.out, actual.out);
  if (expected.err != actual.err) text += UnifiedDiff("stderr", expected.err, actual.err);
  std::set<std::string> names;
  for (const auto& [name, bytes] : expected.files) names.insert(name);
  for (const auto& [name, bytes] : actual.files) names.insert(name);
  for (const std::string& name : names) {
    const auto want = expected.files.find(name);
    const auto have = actual.files.find(name);
    if (have == actual.files.end()) {
      text += "missing file: " + name + "\n";
    } else if (want == expected.files.end()) {
      text += "unexpected file: " + name + "\n" + UnifiedDiff(name, "", have->second);
    } else if (want->second != have->second) {
      text += UnifiedDiff(name, want->second, have->second);
    }
  }
  return text;
}

void Rebase(const fs::path& case_folder, const Outcome& actual) {
  const std::string exit_code =
      actual.exit_code == 0 ? "" : std::to_string(actual.exit_code) + "\n";
  WriteOrRemove(case_folder / "exit", exit_code);
  WriteOrRemove(case_folder / "stdout", actual.out);
  WriteOrRemove(case_folder / "stderr", actual.err);
  fs::remove_all(case_folder / "expected");
  for (const auto& [name, bytes] : actual.files) {
    WriteFile(case_folder / "expected" / name, bytes);
  }
}

}  // namespace causeway::golden
