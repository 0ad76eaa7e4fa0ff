#include "gen/gen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "gen/cpp_names.h"
#include "gen/emit_cpp.h"
#include "gen/emit_cpp_context.h"
#include "gen/emit_java.h"
#include "gen/emitted_file.h"
#include "gen/explain.h"
#include "gen/java_names.h"
#include "gen/limits.h"
#include "gen/outputs.h"
#include "gen/sema.h"

namespace causeway::gen {
namespace {

namespace fs = std::filesystem;

Result<std::vector<SourceFile>> ReadInputs(const std::vector<std::string>& inputs) {
  if (inputs.empty()) {
    return Fail(Error::Code::kUsage, "no definition file was given");
  }
  std::vector<SourceFile> files;
  for (const std::string& path : inputs) {
    if (path.empty()) return Fail(Error::Code::kUsage, "the name of a definition file is empty");
    auto text = ReadFile(path);
    if (!text) return std::unexpected(text.error());
    files.push_back({path, *std::move(text)});
  }
  return files;
}

constexpr const char* kNoPackage =
    "is not a Java package (a.b.c, no keywords, not below java or dev.causeway)";
constexpr const char* kNoNamespace =
    "is not a C++ namespace (a::b, no keywords, no std, not below causeway)";

// A JVM loads no class of ours into java, and dev.causeway is the runtime's.
bool IsTakenPackage(std::string_view package) {
  for (const std::string_view root : {"java", "dev.causeway"}) {
    if (package == root) return true;
    if (package.starts_with(root) && package[root.size()] == '.') return true;
  }
  return false;
}

bool IsJavaPackage(std::string_view package) {
  if (package.empty()) return true;
  if (IsTakenPackage(package)) return false;
  for (const std::string_view part : Split(package, '.')) {
    if (!IsIdentifier(part) || IsJavaKeyword(part)) return false;
  }
  return true;
}

// std and causeway are others' namespaces.
bool IsCppNamespacePart(std::string_view part) {
  return IsIdentifier(part) && EscapeCppWord(std::string(part)) == part && part != "std";
}

bool IsCppNamespace(std::string_view name) {
  if (name.empty()) return true;
  // Not below it either: generated code would meet what the runtime declares there.
  if (name == "causeway" || name.starts_with("causeway::")) return false;
  std::string rest(name);
  for (std::size_t at = rest.find("::"); at != std::string::npos; at = rest.find("::")) {
    if (!IsCppNamespacePart(std::string_view(rest).substr(0, at))) return false;
    rest.erase(0, at + 2);
  }
  return IsCppNamespacePart(rest);
}

Result<void> CheckOptions(const Options& options) {
  const bool writes =
      options.mode == Options::Mode::kWrite || options.mode == Options::Mode::kCheck;
  if (writes && options.cpp_out.empty() && options.java_out.empty()) {
    return Fail(Error::Code::kUsage,
                "nowhere to write to: give --cpp-out DIR, --java-out DIR or both");
  }
  if (!IsJavaPackage(options.java_package.value_or(""))) {
    return Fail(Error::Code::kUsage,
                fmt::format("{} {}", Quote(*options.java_package), kNoPackage));
  }
  if (!IsCppNamespace(options.cpp_namespace.value_or(""))) {
    return Fail(Error::Code::kUsage,
                fmt::format("{} {}", Quote(*options.cpp_namespace), kNoNamespace));
  }
  return {};
}

// Files of one run share one package and one namespace. Picks it, or reports that they disagree.
template <typename Get>
std::string Agree(const Program& program, const std::optional<std::string>& given,
                  std::string_view what, std::string_view flag, const Get& get,
                  Diagnostics& diagnostics) {
  if (given) return *given;
  const Definition* first = nullptr;
  for (const Definition& definition : program.definitions) {
    if (get(definition.options).empty()) continue;
    if (first == nullptr) {
      first = &definition;
    } else if (get(definition.options) != get(first->options)) {
      diagnostics.Error(
          SourceRange{definition.source, 0, 0},
          fmt::format("this file asks for the {} {}, but {} for {}", what,
                      Quote(get(definition.options)), first->path, Quote(get(first->options))),
          fmt::format("give {}, it wins over both", flag));
    }
  }
  return first == nullptr ? std::string() : get(first->options);
}

void RefuseWhatIsNotGenerated(const Program& program, Diagnostics& diagnostics) {
  for (const Definition& definition : program.definitions) {
    for (const Api& api : definition.apis) {
      if (api.kind == ApiKind::kEventChannel) {
        diagnostics.Error(api.range,
                          fmt::format("event channels are not generated yet: {}", Quote(api.name)),
                          "--dry-run and --explain accept this file; for the other APIs move this "
                          "one to a file of its own");
      } else if (api.kind == ApiKind::kProxy) {
        diagnostics.Error(api.range,
                          fmt::format("proxy APIs are not generated yet: {}", Quote(api.name)),
                          "--dry-run and --explain accept this file; for the other APIs move this "
                          "one to a file of its own");
      }
    }
  }
}

// The headers of C and of POSIX systems that the standard library of C++, or this runtime, includes
// in turn. Generated headers lie in a folder for -I, which is searched before the system's: a
// string.h there breaks <cstring>. A header of C++ itself has no ".h". Sorted (checked below).
constexpr auto kSystemHeaders = std::to_array<std::string_view>({
    "aio",      "alloca",   "assert",      "byteswap",  "complex",     "crypt",    "ctype",
    "dirent",   "dlfcn",    "elf",         "endian",    "err",         "errno",    "error",
    "execinfo", "fcntl",    "features",    "fenv",      "float",       "fnmatch",  "ftw",
    "getopt",   "glob",     "grp",         "iconv",     "ifaddrs",     "inttypes", "iso646",
    "jni",      "jni_md",   "langinfo",    "libgen",    "libintl",     "limits",   "link",
    "locale",   "malloc",   "math",        "memory",    "mntent",      "monetary", "mqueue",
    "netdb",    "nl_types", "paths",       "poll",      "pthread",     "pwd",      "regex",
    "resolv",   "sched",    "search",      "semaphore", "setjmp",      "signal",   "spawn",
    "stdalign", "stdarg",   "stdatomic",   "stdbool",   "stdc-predef", "stddef",   "stdint",
    "stdio",    "stdlib",   "stdnoreturn", "string",    "strings",     "syscall",  "syslog",
    "tar",      "termios",  "tgmath",      "threads",   "time",        "uchar",    "ucontext",
    "unistd",   "unwind",   "utime",       "utmpx",     "values",      "wait",     "wchar",
    "wctype",   "wordexp",
});
static_assert(std::ranges::is_sorted(kSystemHeaders));

// Letter case does not count: on Windows and macOS Time.h is time.h.
bool HidesSystemHeader(std::string stem) {
  std::ranges::transform(stem, stem.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::ranges::binary_search(kSystemHeaders, std::string_view(stem));
}

void RefuseSystemHeaders(const Program& program, Diagnostics& diagnostics) {
  for (const Definition& definition : program.definitions) {
    if (!HidesSystemHeader(definition.stem)) continue;
    diagnostics.Error(SourceRange{definition.source, 0, 0},
                      fmt::format("{} would hide the system header <{}>",
                                  Quote(definition.stem + ".h"), definition.stem + ".h"),
                      "rename the definition file: generated headers are named after it");
  }
}

// The name of a definition file stands in an #include and in comments, as it is.
void RefuseNamesForFiles(const Program& program, Diagnostics& diagnostics) {
  for (const Definition& definition : program.definitions) {
    const SourceRange range{definition.source, 0, 0};
    const std::string name = definition.stem + ".dart";
    const bool has_control = std::ranges::any_of(
        name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    if (definition.stem.empty()) {
      diagnostics.Error(range, "a definition file needs a name in front of '.dart'",
                        "generated files are named after it");
    } else if (has_control || name.find_first_of("\"\\") != std::string::npos ||
               FindInvalidUtf8(name) || CommentLine("//", name) != "// " + name) {
      diagnostics.Error(
          range,
          fmt::format("{} is no name for a definition file: '#include' cannot hold it",
                      Quote(name)),
          "rename it: no quotation marks, backslashes or control characters");
    }
  }
}

void RefuseEqualStems(const Program& program, Diagnostics& diagnostics) {
  std::map<std::string, const Definition*> by_stem;
  for (const Definition& definition : program.definitions) {
    const auto [at, is_new] = by_stem.emplace(definition.stem, &definition);
    if (!is_new) {
      diagnostics.Error(SourceRange{definition.source, 0, 0},
                        fmt::format("{} would be written twice: {} has the same name",
                                    Quote(definition.stem + ".h"), at->second->path),
                        "rename one of the files, or run them apart");
    }
  }
}

// A file may come from several definitions (ApiError.java) if it is the same each time.
void Collect(const std::string& folder, std::vector<EmittedFile> files,
             const Definition& definition, Targets& targets, Diagnostics& diagnostics) {
  for (EmittedFile& file : files) {
    Target target{std::move(file.content), &definition};
    const auto [at, is_new] = targets.try_emplace(
        (fs::path(folder) / file.path).lexically_normal().string(), std::move(target));
    if (!is_new && at->second.content != target.content) {
      diagnostics.Error(SourceRange{definition.source, 0, 0},
                        fmt::format("{} would be written twice, for {} and for {}",
                                    Quote(file.path), at->second.from->path, definition.path),
                        "rename one of the types: a file is named after each type, and after the "
                        "definition file (Codec, Constants)");
    }
  }
}

// A type of an imported file that this run does not generate must be on disk already.
void WarnOfUngeneratedImports(const Program& program, const Options& options,
                              const std::string& cpp_namespace, const std::string& java_package,
                              Diagnostics& diagnostics) {
  std::set<std::int32_t> seen;
  for (const Definition& definition : program.definitions) {
    for (std::size_t i = 0; i < definition.imports.size(); ++i) {
      const std::int32_t index = definition.imports[i];
      const Definition& imported = program.definitions[static_cast<std::size_t>(index)];
      const bool has_types = !imported.enums.empty() || !imported.classes.empty();
      if (imported.requested || !has_types || !seen.insert(index).second) continue;
      std::vector<std::string> paths;
      if (!options.cpp_out.empty()) {
        for (const auto& file : EmitCpp(program, index, {cpp_namespace, java_package})) {
          paths.push_back((fs::path(options.cpp_out) / file.path).lexically_normal().string());
        }
      }
      if (!options.java_out.empty()) {
        for (const auto& file : EmitJava(program, index, {java_package})) {
          paths.push_back((fs::path(options.java_out) / file.path).lexically_normal().string());
        }
      }
      std::error_code error;
      const auto missing = std::ranges::find_if(
          paths, [&](const std::string& path) { return !fs::exists(path, error); });
      if (missing == paths.end()) continue;
      diagnostics.Warning(
          definition.import_ranges[i],
          fmt::format("{} is imported, but this run does not generate it, and {} does not exist",
                      Quote(imported.path), Quote(*missing)),
          "add it to the command, or generate it apart into the same package and namespace");
    }
  }
}

}  // namespace

Result<Report> Run(const Options& options, Diagnostics& diagnostics) {
  if (const auto checked = CheckOptions(options); !checked) {
    return std::unexpected(checked.error());
  }
  const auto files = ReadInputs(options.inputs);
  if (!files) return std::unexpected(files.error());

  const Program program =
      Load(*files, [](std::string_view path) { return ReadFile(std::string(path)); }, diagnostics);
  const auto bad_input = [&] {
    return Fail(Error::Code::kBadInput,
                fmt::format("{} error{} in the definition files; nothing was written",
                            diagnostics.error_count(), diagnostics.error_count() == 1 ? "" : "s"));
  };
  if (!diagnostics.has_errors()) CheckLimits(program, diagnostics);
  if (diagnostics.has_errors()) return bad_input();

  Report report;
  if (options.mode == Options::Mode::kDryRun) return report;
  if (options.mode == Options::Mode::kExplain) {
    report.explain = ExplainText(program);
    report.explain_json = ExplainJson(program);
    return report;
  }

  RefuseWhatIsNotGenerated(program, diagnostics);
  RefuseNamesForFiles(program, diagnostics);
  if (!options.cpp_out.empty()) RefuseSystemHeaders(program, diagnostics);
  RefuseEqualStems(program, diagnostics);
  const std::string java_package = Agree(
      program, options.java_package, "Java package", "--java-package",
      [](const DefinitionOptions& o) { return o.java_package; }, diagnostics);
  const std::string cpp_namespace = Agree(
      program, options.cpp_namespace, "C++ namespace", "--cpp-namespace",
      [](const DefinitionOptions& o) { return o.cpp_namespace; }, diagnostics);
  // Values from the command line were checked with the other options.
  for (const Definition& definition : program.definitions) {
    if (!options.java_package && !IsJavaPackage(definition.options.java_package)) {
      diagnostics.Error(SourceRange{definition.source, 0, 0},
                        fmt::format("{} {}", Quote(definition.options.java_package), kNoPackage));
    }
    if (!options.cpp_namespace && !IsCppNamespace(definition.options.cpp_namespace)) {
      diagnostics.Error(
          SourceRange{definition.source, 0, 0},
          fmt::format("{} {}", Quote(definition.options.cpp_namespace), kNoNamespace));
    }
  }
  if (diagnostics.has_errors()) return bad_input();

  Targets targets;
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const auto index = static_cast<int>(i);
    const Definition& definition = program.definitions[i];
    // A file that is only imported lends its types; its own run writes its sources.
    if (!definition.requested) continue;
    if (!options.cpp_out.empty()) {
      Collect(options.cpp_out, EmitCpp(program, index, {cpp_namespace, java_package}), definition,
              targets, diagnostics);
    }
    if (!options.java_out.empty()) {
      Collect(options.java_out, EmitJava(program, index, {java_package}), definition, targets,
              diagnostics);
    }
  }
  if (diagnostics.has_errors()) return bad_input();
  if (const auto checked = CheckOwners(program, targets, diagnostics); !checked) {
    return std::unexpected(checked.error());
  }
  WarnOfEqualButCase(program, targets, diagnostics);
  WarnOfUngeneratedImports(program, options, cpp_namespace, java_package, diagnostics);
  Result<Report> result =
      options.mode == Options::Mode::kCheck ? CompareTargets(targets) : WriteTargets(targets);
  if (result) result->leftover = FindLeftovers(program, targets);
  return result;
}

}  // namespace causeway::gen
