// The Java of many definitions, compiled together by one javac: each definition in a package of its
// own, with every warning an error and Java 8 as the target. JAVA_HOME names the JDK.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/files.h"
#include "gen/emit_java.h"
#include "gen/sema.h"
#include "tests/corpus_java/definitions.h"

namespace causeway::gen {
namespace {

namespace fs = std::filesystem;

std::string Environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

// A folder that is removed at the end, unless the test failed: then its contents explain why.
class Workspace {
 public:
  Workspace() : path_(fs::temp_directory_path() / ("causeway-java-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Workspace() {
    if (!testing::Test::HasFailure()) fs::remove_all(path_);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const fs::path& path() const { return path_; }

  void Write(const std::vector<EmittedFile>& files) {
    for (const EmittedFile& file : files) {
      const std::string path = (path_ / file.path).string();
      ASSERT_TRUE(WriteFile(path, file.content)) << path;
      sources_.insert(path);
    }
  }

  // Compiles everything written so far; the compiler's output on failure.
  void Compile() const {
    const std::string home = Environment("JAVA_HOME", "/usr");
    std::ofstream arguments(path_ / "arguments");
    arguments << "--release 8 -encoding US-ASCII -Xlint:all,-options -Werror -proc:none\n-cp "
              << CAUSEWAY_RUNTIME_JAR << "\n-d " << (path_ / "classes").string() << "\n";
    for (const std::string& source : sources_) arguments << source << "\n";
    arguments.close();
    const std::string log = (path_ / "log").string();
    const std::string command =
        "'" + home + "/bin/javac' '@" + (path_ / "arguments").string() + "' > '" + log + "' 2>&1";
    const int status = std::system(command.c_str());  // NOLINT(cert-env33-c): a test's own command
    std::ostringstream text;
    text << std::ifstream(log).rdbuf();
    EXPECT_EQ(status, 0) << text.str() << "\nsources are in " << path_;
  }

 private:
  fs::path path_;
  std::set<std::string> sources_;
};

bool IsGenerated(const Program& program) {
  return std::ranges::all_of(program.definitions, [](const Definition& definition) {
    return std::ranges::all_of(definition.apis, [](const Api& api) {
      return api.kind == ApiKind::kHost || api.kind == ApiKind::kFlutter;
    });
  });
}

TEST(CompileJava, Corpus) {
  const fs::path corpus = Environment("CAUSEWAY_CORPUS", CAUSEWAY_SOURCE_DIR "/../shared/corpus");
  if (!fs::exists(corpus / "pigeons")) {
    GTEST_SKIP() << "no corpus at " << corpus << " (set CAUSEWAY_CORPUS)";
  }
  Workspace workspace;
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(corpus / "pigeons")) {
    if (entry.path().extension() == ".dart") paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  int generated = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto text = ReadFile(paths[i]);
    ASSERT_TRUE(text) << paths[i];
    Diagnostics diagnostics;
    const Program program = Load(
        {{paths[i], *text}}, [](std::string_view path) { return ReadFile(std::string(path)); },
        diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.Render(Diagnostics::Severity::kError);
    if (!IsGenerated(program)) continue;
    workspace.Write(EmitJava(program, 0, {"corpus.p" + std::to_string(i)}));
    ++generated;
  }
  EXPECT_GE(generated, 30);
  workspace.Compile();
}

TEST(CompileJava, OwnDefinitions) {
  Workspace workspace;
  int number = 0;
  for (const std::vector<SourceFile>& files : TrickyDefinitions()) {
    Diagnostics diagnostics;
    const Program program = Load(
        files,
        [](std::string_view path) -> Result<std::string> {
          return Fail(Error::Code::kIo, "no such file", std::string(path));
        },
        diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.Render(Diagnostics::Severity::kError);
    const std::string package = number == 0 ? "" : "own.p" + std::to_string(number);
    std::map<std::string, std::string> by_path;
    for (std::size_t d = 0; d < program.definitions.size(); ++d) {
      const auto emitted = EmitJava(program, static_cast<int>(d), {package});
      for (const EmittedFile& file : emitted) {
        const auto [at, is_new] = by_path.emplace(file.path, file.content);
        EXPECT_EQ(at->second, file.content) << "two contents for " << file.path;
      }
      workspace.Write(emitted);
    }
    ++number;
  }
  workspace.Compile();
}

}  // namespace
}  // namespace causeway::gen
