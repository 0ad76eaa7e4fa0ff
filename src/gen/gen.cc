#include "gen/gen.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "gen/cpp_names.h"
#include "gen/emit_cpp.h"
#include "gen/emit_java.h"
#include "gen/emitted_file.h"
#include "gen/explain.h"
#include "gen/java_names.h"
#include "gen/sema.h"

namespace causeway::gen {
namespace {

namespace fs = std::filesystem;

struct Target {
  std::string content;
  std::string from;  // path of the definition, for messages
};
using Targets = std::map<std::string, Target>;  // by path on disk

Result<std::vector<SourceFile>> ReadInputs(const std::vector<std::string>& inputs) {
  if (inputs.empty()) {
    return Fail(Error::Code::kUsage, "no definition file was given");
  }
  std::vector<SourceFile> files;
  for (const std::string& path : inputs) {
    auto text = ReadFile(path);
    if (!text) return std::unexpected(text.error());
    files.push_back({path, *std::move(text)});
  }
  return files;
}

constexpr const char* kNoPackage = "is not a Java package (a.b.c, no keywords)";
constexpr const char* kNoNamespace =
    "is not a C++ namespace (a::b, no keywords, not std or causeway)";

bool IsJavaPackage(std::string_view package) {
  if (package.empty()) return true;
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
  if (name == "causeway") return false;
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
    Target target{std::move(file.content), definition.path};
    const auto [at, is_new] = targets.try_emplace(
        (fs::path(folder) / file.path).lexically_normal().string(), std::move(target));
    if (!is_new && at->second.content != target.content) {
      diagnostics.Error(SourceRange{definition.source, 0, 0},
                        fmt::format("{} would be written twice, for {} and for {}",
                                    Quote(file.path), at->second.from, definition.path),
                        "rename one of the types: a file is named after each type, and after the "
                        "definition file (Codec, Constants)");
    }
  }
}

// Generated earlier from one of these definitions, and not any more: says so in its first lines.
std::vector<std::string> FindLeftovers(const Program& program, const Targets& targets) {
  std::set<std::string> marks;
  for (const Definition& definition : program.definitions) {
    marks.insert(
        fmt::format("// Generated by causeway from {}.dart. Do not edit.\n", definition.stem));
  }
  std::set<fs::path> folders;
  for (const auto& [path, target] : targets) folders.insert(fs::path(path).parent_path());
  std::vector<std::string> leftovers;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      const std::string path = at->path().lexically_normal().string();
      const std::string extension = at->path().extension().string();
      if (extension != ".java" && extension != ".h" && extension != ".cc") continue;
      if (targets.contains(path)) continue;
      const auto text = ReadFile(path);
      if (!text) continue;
      const std::string head = text->substr(0, 4096);
      if (std::ranges::any_of(marks, [&](const std::string& mark) {
            const std::size_t found = head.find(mark);
            return found == 0 || (found != std::string::npos && head[found - 1] == '\n');
          })) {
        leftovers.push_back(path);
      }
    }
  }
  std::ranges::sort(leftovers);
  return leftovers;
}

Result<Report> WriteTargets(const Targets& targets) {
  Report report;
  for (const auto& [path, target] : targets) {
    const auto outcome = WriteFile(path, target.content);
    if (!outcome) return std::unexpected(outcome.error());
    (*outcome == WriteOutcome::kWritten ? report.written : report.unchanged).push_back(path);
  }
  return report;
}

Report CompareTargets(const Targets& targets) {
  Report report;
  for (const auto& [path, target] : targets) {
    const auto on_disk = ReadFile(path);
    const bool same = on_disk && *on_disk == target.content;
    (same ? report.unchanged : report.stale).push_back(path);
  }
  return report;
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
  if (diagnostics.has_errors()) return bad_input();

  Report report;
  if (options.mode == Options::Mode::kDryRun) return report;
  if (options.mode == Options::Mode::kExplain) {
    report.explain = ExplainText(program);
    report.explain_json = ExplainJson(program);
    return report;
  }

  RefuseWhatIsNotGenerated(program, diagnostics);
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
  if (options.mode == Options::Mode::kCheck) {
    report = CompareTargets(targets);
    report.leftover = FindLeftovers(program, targets);
    report.stale.insert(report.stale.end(), report.leftover.begin(), report.leftover.end());
    std::ranges::sort(report.stale);
    return report;
  }
  auto written = WriteTargets(targets);
  if (written) written->leftover = FindLeftovers(program, targets);
  return written;
}

}  // namespace causeway::gen
