// The C++ of many definitions compiles without a warning, with both compilers. Each definition gets
// a namespace of its own, and one compilation takes them all, since most of its time goes into the
// headers of the library; the sources are compiled one by one only to say which of them is at
// fault. JAVA_HOME names the JDK whose jni.h is used.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "gen/emit_cpp.h"
#include "gen/sema.h"
#include "tests/corpus/definitions.h"
#include "tests/corpus_java/definitions.h"

namespace causeway::gen {
namespace {

namespace fs = std::filesystem;

std::string Environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

bool Runs(const std::string& command) {
  return std::system(command.c_str()) == 0;  // NOLINT(cert-env33-c): a test's own command
}

std::string Flags() {
  const std::string jdk = Environment("JAVA_HOME", "/usr/lib/jvm/default-java") + "/include";
  return " -std=c++20 -Wall -Wextra -Wconversion -Werror -I" CAUSEWAY_SOURCE_DIR
         "/include -isystem " +
         jdk + " -isystem " + jdk + "/linux ";
}

struct Compiler {
  std::string command;
  std::string mode;
};
Compiler Gcc() { return {"g++", "-O0 -c -o /dev/null"}; }
Compiler Clang() { return {"clang++-19", "-fsyntax-only"}; }

// A folder that is removed at the end, unless the test failed: then its contents explain why.
class Workspace {
 public:
  Workspace() : path_(fs::temp_directory_path() / ("causeway-cpp-" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Workspace() {
    if (!testing::Test::HasFailure()) fs::remove_all(path_);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Generates a set of files into a folder and namespace of their own.
  void Add(const std::vector<SourceFile>& files, const std::string& cpp_namespace) {
    Diagnostics diagnostics;
    const Program program =
        Load(files, [](std::string_view path) { return ReadFile(std::string(path)); }, diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.Render(Diagnostics::Severity::kError);
    const fs::path folder = path_ / ("set" + std::to_string(sets_++));
    for (std::size_t d = 0; d < program.definitions.size(); ++d) {
      for (const EmittedFile& file :
           EmitCpp(program, static_cast<std::int32_t>(d), {cpp_namespace, "com.example.x"})) {
        const std::string path = (folder / file.path).string();
        ASSERT_TRUE(WriteFile(path, file.content)) << path;
        if (file.path.ends_with(".cc")) {
          (d == 0 ? sources_ : other_sources_).push_back(path);
        }
      }
    }
  }

  void Compile(const Compiler& compiler) const {
    if (!Runs(compiler.command + " --version > /dev/null 2>&1")) {
      GTEST_SKIP() << compiler.command << " is not installed";
    }
    std::string all;
    for (const std::string& source : sources_) {
      all += "#include \"" + source + "\"\n";
    }
    const std::string unity = (path_ / "all.cc").string();
    ASSERT_TRUE(WriteFile(unity, all));
    for (const std::string& source : other_sources_) {
      const std::string own_log = CompileOne(compiler, source);
      EXPECT_TRUE(own_log.empty()) << source << ' ' << own_log;
    }
    const std::string log = CompileOne(compiler, unity);
    if (log.empty()) {
      return;
    }
    bool found = false;
    for (const std::string& source : sources_) {
      const std::string own_log = CompileOne(compiler, source);
      EXPECT_TRUE(own_log.empty()) << source << ' ' << own_log;
      found = found || !own_log.empty();
    }
    EXPECT_TRUE(found) << "only together:\n" << log;
  }

  // The first source alone: that it includes what it needs.
  void CompileAlone(const Compiler& compiler) const {
    ASSERT_FALSE(sources_.empty());
    const std::string log = CompileOne(compiler, sources_.front());
    EXPECT_TRUE(log.empty()) << log;
  }

  std::size_t source_count() const { return sources_.size(); }

 private:
  // The compiler's output, cut; empty if it succeeded.
  std::string CompileOne(const Compiler& compiler, const std::string& source) const {
    const std::string log = (path_ / "log").string();
    if (Runs(compiler.command + Flags() + compiler.mode + " '" + source + "' > '" + log +
             "' 2>&1")) {
      return {};
    }
    return "failed:\n" + ReadFile(log).value_or("").substr(0, 4000);
  }

  fs::path path_;
  int sets_ = 0;
  std::vector<std::string> sources_;        // the first of each set
  std::vector<std::string> other_sources_;  // they share a namespace with it
};

bool IsGenerated(const std::string& path, const std::string& text) {
  Diagnostics diagnostics;
  const Program program = Load(
      {{path, text}}, [](std::string_view p) { return ReadFile(std::string(p)); }, diagnostics);
  return std::ranges::all_of(program.definitions, [](const Definition& definition) {
    return std::ranges::all_of(definition.apis, [](const Api& api) {
      return api.kind == ApiKind::kHost || api.kind == ApiKind::kFlutter;
    });
  });
}

void AddCorpus(Workspace& workspace) {
  const fs::path corpus = Environment("CAUSEWAY_CORPUS", CAUSEWAY_SOURCE_DIR "/../shared/corpus");
  if (!fs::exists(corpus / "pigeons")) {
    GTEST_SKIP() << "no corpus at " << corpus << " (set CAUSEWAY_CORPUS)";
  }
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(corpus / "pigeons")) {
    if (entry.path().extension() == ".dart") paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto text = ReadFile(paths[i]);
    ASSERT_TRUE(text) << paths[i];
    if (IsGenerated(paths[i], *text)) {
      workspace.Add({{paths[i], *text}}, "corpus::p" + std::to_string(i));
    }
  }
  EXPECT_GE(workspace.source_count(), 30U);
}

void AddOwn(Workspace& workspace) {
  int number = 0;
  for (const auto& sets : {CppTrickyDefinitions(), TrickyDefinitions()}) {
    for (const std::vector<SourceFile>& files : sets) {
      // Namespaces that hide the runtime's, are keywords, or are none at all.
      const std::string parts[] = {"app::causeway", "codec::generated", "std_::delete",
                                   "causeway::app"};
      workspace.Add(files, "n" + std::to_string(number) + "::" + parts[number % 4]);
      ++number;
    }
  }
}

// `count` enums and classes, so that ids overflow.
std::string ManyTypes(int count) {
  std::string text = "import 'package:pigeon/pigeon.dart';\n";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += i % 3 == 0 ? "enum E" + n + " { a, b }\n"
                       : "class C" + n + " { C" + n + "(this.x, this.any); E" +
                             std::to_string(i / 3 * 3) + " x; Object? any; }\n";
  }
  return text + "@HostApi() abstract class Api { C1 first(E0 e, C" + std::to_string(count - 1) +
         " last, List<C2> c); }\n";
}

TEST(CompileCpp, CorpusWithGcc) {
  Workspace workspace;
  AddCorpus(workspace);
  if (IsSkipped()) return;
  workspace.Compile(Gcc());
  workspace.CompileAlone(Gcc());
}

TEST(CompileCpp, CorpusWithClang) {
  Workspace workspace;
  AddCorpus(workspace);
  if (IsSkipped()) return;
  workspace.Compile(Clang());
}

TEST(CompileCpp, OwnDefinitionsWithGcc) {
  Workspace workspace;
  AddOwn(workspace);
  workspace.Add({{"many.dart", ManyTypes(131)}}, "many131");
  workspace.Add({{"many.dart", ManyTypes(302)}}, "many302");
  workspace.Compile(Gcc());
}

TEST(CompileCpp, OwnDefinitionsWithClang) {
  Workspace workspace;
  AddOwn(workspace);
  workspace.Compile(Clang());
}

TEST(CompileCpp, GlobalNamespace) {
  Workspace workspace;
  workspace.Add(CppTrickyDefinitions().back(), "");
  workspace.Compile(Gcc());
}

}  // namespace
}  // namespace causeway::gen
