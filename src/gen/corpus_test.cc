// The front end over real definition files: the corpus folder named by CAUSEWAY_CORPUS, or
// ../shared/corpus beside the source tree.
//
// * Every file loads without an error, and its declarations are counted a second way, by regular
//   expressions over its lines.
// * Every token matters: a token is removed, or an annotation, an option, a type or a default is
//   changed, and then the checked program, the errors or the list of ignored items must differ. A
//   file has up to 20,000 tokens and each edit is a load of the whole file, so a sample is taken:
//   every n-th site, n chosen per file, CAUSEWAY_CORPUS_SITES sites a file (0: all of them).
// * No prefix of a file and no edited file crashes the front end (the sanitizer presets run this
//   too).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "gen/ast.h"
#include "gen/lexer.h"
#include "gen/model_dump.h"
#include "gen/parser.h"
#include "gen/test_support.h"

namespace causeway::gen {
namespace {

namespace fs = std::filesystem;

struct CorpusFile {
  std::string name;
  std::string text;
};

std::string CorpusFolder() {
  if (const char* folder = std::getenv("CAUSEWAY_CORPUS")) return folder;
  return CAUSEWAY_SOURCE_DIR "/../shared/corpus";
}

const std::vector<CorpusFile>& Corpus() {
  static const std::vector<CorpusFile> files = [] {
    std::vector<CorpusFile> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(CorpusFolder() + "/pigeons", error)) {
      if (entry.path().extension() != ".dart") continue;
      found.push_back({entry.path().filename().string(), ReadFile(entry.path().string()).value()});
    }
    std::sort(found.begin(), found.end(),
              [](const CorpusFile& a, const CorpusFile& b) { return a.name < b.name; });
    return found;
  }();
  return files;
}

class CorpusTest : public testing::Test {
 protected:
  void SetUp() override {
    if (Corpus().empty()) {
      GTEST_SKIP() << "no definition files in " << CorpusFolder() << "/pigeons";
    }
  }
};

std::size_t SitesPerFile() {
  const char* sites = std::getenv("CAUSEWAY_CORPUS_SITES");
  return sites == nullptr ? 100 : static_cast<std::size_t>(std::strtoul(sites, nullptr, 10));
}

template <typename T>
std::vector<T> Sample(std::vector<T> sites) {
  const std::size_t wanted = SitesPerFile();
  if (wanted == 0 || sites.size() <= wanted) return sites;
  std::vector<T> sample;
  for (std::size_t i = 0; i < wanted; ++i) sample.push_back(sites[i * sites.size() / wanted]);
  return sample;
}

int CountLines(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  int count = 0;
  for (const std::string& line : SplitLines(text)) count += std::regex_search(line, expression);
  return count;
}

TEST_F(CorpusTest, EveryFileLoadsAndHasWhatItsLinesSay) {
  EXPECT_GE(Corpus().size(), 43U);
  for (const CorpusFile& file : Corpus()) {
    SCOPED_TRACE(file.name);
    const Loaded loaded = LoadText(file.text);
    ASSERT_EQ(loaded.AllErrors(), "");
    const Definition& definition = loaded.program.definitions.at(0);
    std::map<ApiKind, int> apis;
    for (const Api& api : definition.apis) ++apis[api.kind];
    EXPECT_EQ(apis[ApiKind::kHost], CountLines(file.text, "^@HostApi\\("));
    EXPECT_EQ(apis[ApiKind::kFlutter], CountLines(file.text, "^@FlutterApi\\("));
    EXPECT_EQ(apis[ApiKind::kEventChannel], CountLines(file.text, "^@EventChannelApi\\("));
    EXPECT_EQ(apis[ApiKind::kProxy], CountLines(file.text, "^@ProxyApi\\("));
    EXPECT_EQ(static_cast<int>(definition.enums.size()), CountLines(file.text, "^enum "));
    EXPECT_EQ(static_cast<int>(definition.classes.size()),
              CountLines(file.text, "^(sealed )?class "));
    EXPECT_EQ(static_cast<int>(definition.constants.size()), CountLines(file.text, "^const "));
    // Fields of data classes: the indented `Type name;` lines outside of abstract classes.
    int fields = 0;
    bool in_data = false;
    for (const std::string& line : SplitLines(file.text)) {
      static const std::regex kData("^(sealed )?class .*\\{");
      static const std::regex kField("^  (late |final )*[A-Z_a-z][^(=]* [a-zA-Z0-9]+;");
      if (std::regex_search(line, kData)) in_data = true;
      if (line.starts_with("}")) in_data = false;
      if (in_data && std::regex_search(line, kField)) ++fields;
    }
    int modelled = 0;
    for (const ClassDecl& decl : loaded.program.classes) {
      modelled += static_cast<int>(decl.fields.size());
    }
    EXPECT_EQ(modelled, fields);
  }
}

TEST_F(CorpusTest, AllFilesTogether) {
  // They are independent packages that use the same names, so each is a run of its own in life;
  // together they must give duplicate declarations and nothing else.
  std::map<std::string, std::string> files;
  std::vector<std::string> inputs;
  for (const CorpusFile& file : Corpus()) {
    files[file.name] = file.text;
    inputs.push_back(file.name);
  }
  const Loaded loaded = LoadAll(files, inputs);
  std::size_t duplicates = 0;
  for (const Diagnostics::Item& item : loaded.diagnostics->items()) {
    duplicates += item.message.find("is already declared at") != std::string::npos;
  }
  EXPECT_GT(duplicates, 0U);
}

// What a load shows of a definition, without places.
std::string Observe(const std::string& text) {
  const Loaded loaded = LoadText(text);
  std::string out;
  for (const Diagnostics::Item& item : loaded.diagnostics->items()) {
    out += fmt::format("{} {}\n", static_cast<int>(item.severity), item.message);
  }
  if (!loaded.diagnostics->has_errors()) out += Dump(loaded.program);
  return out;
}

struct Edit {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string replacement;
  std::string what;
};

std::string Apply(const std::string& text, const Edit& edit) {
  return text.substr(0, edit.begin) + edit.replacement + text.substr(edit.end);
}

// ProxyApis are checked and then refused by the generator, so the Program holds only a part of
// them: edits inside of their bodies are left out.
std::vector<std::pair<std::size_t, std::size_t>> ProxyBodies(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> bodies;
  std::size_t at = 0;
  while ((at = text.find("\n@ProxyApi(", at)) != std::string::npos) {
    const std::size_t body = text.find("\nabstract class ", at);
    const std::size_t empty = text.find("{}", body);
    const std::size_t close = text.find("\n}", body);
    const std::size_t line = text.find('\n', body + 1);
    const std::size_t end = empty < line ? empty + 2 : close + 2;
    bodies.emplace_back(body, end);
    at = end;
  }
  return bodies;
}

class Sites {
 public:
  explicit Sites(const std::string& text) : text_(text), proxies_(ProxyBodies(text)) {}

  std::vector<Edit> Run() {
    Diagnostics diagnostics;
    const auto source = diagnostics.AddSource("a.dart", text_);
    const ast::FileNode file = Parse(source, diagnostics);
    for (const ast::EnumNode& node : file.enums) AddAnnotations(node.annotations);
    for (const ast::ConstNode& node : file.constants) {
      if (node.type) AddType(*node.type);
      if (node.value) AddValue(*node.value);
    }
    for (const ast::ClassNode& node : file.classes) {
      AddAnnotations(node.annotations);
      for (const ast::Member& member : node.members) {
        AddAnnotations(member.annotations);
        if (member.type) AddType(*member.type);
        for (const ast::Param& param : member.params) {
          if (param.type) AddType(*param.type);
          if (param.default_value) AddValue(*param.default_value);
        }
      }
    }
    return std::move(edits_);
  }

 private:
  void Add(SourceRange range, std::string replacement, std::string what) {
    for (const auto& [begin, end] : proxies_) {
      if (range.begin >= begin && range.begin < end) return;
    }
    what += fmt::format(" at {}: {} -> {}", range.begin,
                        text_.substr(range.begin, range.end - range.begin), replacement);
    edits_.push_back({range.begin, range.end, std::move(replacement), std::move(what)});
  }

  void AddAnnotations(const std::vector<ast::Annotation>& annotations) {
    for (const ast::Annotation& annotation : annotations) {
      Add(annotation.name.range, annotation.name.text + "x", "annotation name");
      for (const ast::Argument& arg : annotation.args) AddArgument(arg);
    }
  }

  void AddArgument(const ast::Argument& arg) {
    if (arg.name) Add(arg.name->range, arg.name->text + "x", "option name");
    AddValue(arg.value);
  }

  void AddValue(const ast::Expr& value) {
    const std::string text = text_.substr(value.range.begin, value.range.end - value.range.begin);
    switch (value.kind) {
      case ast::ExprKind::kBool:
        Add(value.range, value.text == "true" ? "false" : "true", "bool");
        break;
      case ast::ExprKind::kInt:
        Add(value.range, text + "1", "int");
        break;
      case ast::ExprKind::kDouble:
        Add(value.range, "7" + text, "double");
        break;
      case ast::ExprKind::kString:
        Add(value.range, text + " 'x'", "string");
        break;
      case ast::ExprKind::kName:
        Add(value.path.back().range, value.path.back().text + "x", "name");
        break;
      case ast::ExprKind::kCall:
        Add(value.path.back().range, value.path.back().text + "x", "class of options");
        for (const ast::Argument& arg : value.args) AddArgument(arg);
        break;
      case ast::ExprKind::kList:
      case ast::ExprKind::kMap:
        for (const ast::TypeNode& type : value.type_args) AddType(type);
        Add(value.range, "3", "collection");
        break;
      default:
        break;
    }
  }

  void AddType(const ast::TypeNode& type) {
    if (type.nullable) {
      Add({type.range.source, type.range.end - 1, type.range.end}, "", "nullability");
    } else if (type.name != "void") {
      Add({type.range.source, type.range.end, type.range.end}, "?", "nullability");
    }
    Add(type.name_range, type.name == "int" ? "double" : "int", "type");
    for (const ast::TypeNode& arg : type.args) AddType(arg);
  }

  const std::string& text_;
  std::vector<std::pair<std::size_t, std::size_t>> proxies_;
  std::vector<Edit> edits_;
};

TEST_F(CorpusTest, EachAnnotationOptionTypeAndDefaultHasAnEffect) {
  std::size_t edits = 0;
  for (const CorpusFile& file : Corpus()) {
    const std::string before = Observe(file.text);
    for (const Edit& edit : Sample(Sites(file.text).Run())) {
      ++edits;
      EXPECT_NE(before, Observe(Apply(file.text, edit))) << file.name << ": " << edit.what;
    }
  }
  EXPECT_GT(edits, 500U) << "the test must find what it edits";
}

// Tokens that Dart lets one leave out, or that say something which no other language repeats: that
// a field is final or set late, that a constructor or a collection is constant.
bool MayBeLeftOut(const std::vector<Token>& tokens, std::size_t i) {
  static const std::set<std::string> kNoEffect = {"final", "late", "const"};
  const Token& token = tokens[i];
  if (token.kind == TokenKind::kIdentifier && kNoEffect.contains(token.text)) return true;
  const Token& next = tokens[i + 1];
  if (token.Is(",") && (next.Is(")") || next.Is("}") || next.Is("]"))) return true;
  return false;
}

TEST_F(CorpusTest, NoTokenIsDroppedInSilence) {
  std::size_t removed = 0;
  for (const CorpusFile& file : Corpus()) {
    const std::string before = Observe(file.text);
    const auto proxies = ProxyBodies(file.text);
    Diagnostics diagnostics;
    const std::vector<Token> tokens = Lex(diagnostics.AddSource("a.dart", file.text), diagnostics);
    std::vector<std::size_t> sites;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const std::uint32_t at = tokens[i].range.begin;
      const bool in_proxy = std::any_of(proxies.begin(), proxies.end(), [&](const auto& body) {
        return at >= body.first && at < body.second;
      });
      if (!in_proxy && !MayBeLeftOut(tokens, i)) sites.push_back(i);
    }
    for (const std::size_t i : Sample(std::move(sites))) {
      ++removed;
      const SourceRange range = tokens[i].range;
      // A space keeps the neighbours apart.
      const std::string after = Observe(Apply(file.text, {range.begin, range.end, " ", ""}));
      EXPECT_NE(before, after) << file.name << ": token '" << tokens[i].text << "' at offset "
                               << range.begin;
    }
  }
  EXPECT_GT(removed, 1000U);
}

TEST_F(CorpusTest, PrefixesGiveErrorsAndNotCrashes) {
  for (const CorpusFile& file : Corpus()) {
    std::vector<std::size_t> ends(file.text.size());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = i;
    for (const std::size_t end : Sample(std::move(ends))) {
      const Loaded loaded = LoadText(file.text.substr(0, end));
      const std::vector<std::string> errors = loaded.Errors();
      // A cut is one mistake; the names that it cut off are missing besides.
      const auto own = std::count_if(errors.begin(), errors.end(), [](const std::string& error) {
        return error.find(": unknown ") == std::string::npos;
      });
      EXPECT_LE(own, 4) << file.name << ", cut at " << end << ":\n" << loaded.AllErrors();
    }
  }
}

}  // namespace
}  // namespace causeway::gen
