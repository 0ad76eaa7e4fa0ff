// The arguments of annotations. One table lists every option that pigeon 28 and the versions after
// it know: what kind of value it takes, and why it has no effect here (or that it has one). An
// option in the table is checked and then applied or listed as ignored, with its value; any other
// name is an error with the nearest known one. So nothing in a configuration is dropped in silence.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

enum class ValueKind { kString, kBool, kInt, kStrings, kVersion, kType, kOptions };

struct OptionSpec {
  std::string_view owner;
  std::string_view name;
  ValueKind kind;
  std::string_view reason;  // why it is ignored; "": it is used; of kOptions: the class of options
};

constexpr std::string_view kWritesElsewhere =
    "files are written only into the folders given on the command line";
constexpr std::string_view kNoDart = "no Dart is generated";
constexpr std::string_view kNoKotlin = "no Kotlin is generated";
constexpr std::string_view kNoSwift = "no Swift is generated";
constexpr std::string_view kNoObjC = "no Objective-C is generated";
constexpr std::string_view kNoGObject = "no GObject code is generated";
constexpr std::string_view kNewer = "it chooses how a newer pigeon connects its own languages";
constexpr std::string_view kOneHeader =
    "the copyrightHeader of PigeonOptions is used in every file";
constexpr std::string_view kNotNeeded = "the generated code does not need it";
constexpr std::string_view kProxy = "it has no effect on C++";

constexpr auto kOptions = std::to_array<OptionSpec>({
    {"PigeonOptions", "input", ValueKind::kString, "the command line names the definition files"},
    {"PigeonOptions", "dartOut", ValueKind::kString, kNoDart},
    {"PigeonOptions", "dartTestOut", ValueKind::kString, kNoDart},
    {"PigeonOptions", "dartOptions", ValueKind::kOptions, "DartOptions"},
    {"PigeonOptions", "dartPackageName", ValueKind::kString, kNoDart},
    {"PigeonOptions", "objcHeaderOut", ValueKind::kString, kNoObjC},
    {"PigeonOptions", "objcSourceOut", ValueKind::kString, kNoObjC},
    {"PigeonOptions", "objcOptions", ValueKind::kOptions, "ObjcOptions"},
    {"PigeonOptions", "javaOut", ValueKind::kString, kWritesElsewhere},
    {"PigeonOptions", "javaOptions", ValueKind::kOptions, "JavaOptions"},
    {"PigeonOptions", "kotlinOut", ValueKind::kString, kNoKotlin},
    {"PigeonOptions", "kotlinOptions", ValueKind::kOptions, "KotlinOptions"},
    {"PigeonOptions", "swiftOut", ValueKind::kString, kNoSwift},
    {"PigeonOptions", "swiftOptions", ValueKind::kOptions, "SwiftOptions"},
    {"PigeonOptions", "cppHeaderOut", ValueKind::kString, kWritesElsewhere},
    {"PigeonOptions", "cppSourceOut", ValueKind::kString, kWritesElsewhere},
    {"PigeonOptions", "cppOptions", ValueKind::kOptions, "CppOptions"},
    {"PigeonOptions", "gobjectHeaderOut", ValueKind::kString, kNoGObject},
    {"PigeonOptions", "gobjectSourceOut", ValueKind::kString, kNoGObject},
    {"PigeonOptions", "gobjectOptions", ValueKind::kOptions, "GObjectOptions"},
    {"PigeonOptions", "copyrightHeader", ValueKind::kString, ""},
    {"PigeonOptions", "oneLanguage", ValueKind::kBool, kNotNeeded},
    {"PigeonOptions", "astOut", ValueKind::kString, kWritesElsewhere},
    {"PigeonOptions", "debugGenerators", ValueKind::kBool, kNotNeeded},
    {"PigeonOptions", "basePath", ValueKind::kString, kWritesElsewhere},
    {"PigeonOptions", "ignoreLints", ValueKind::kBool, kNoDart},
    {"PigeonOptions", "injectOverflowTypes", ValueKind::kBool, kNotNeeded},
    {"PigeonOptions", "appDirectory", ValueKind::kString, kNewer},
    {"PigeonOptions", "useJni", ValueKind::kBool, kNewer},
    {"PigeonOptions", "useFfi", ValueKind::kBool, kNewer},
    {"DartOptions", "copyrightHeader", ValueKind::kStrings, kNoDart},
    {"DartOptions", "sourceOutPath", ValueKind::kString, kNoDart},
    {"DartOptions", "testOutPath", ValueKind::kString, kNoDart},
    {"DartOptions", "ignoreLints", ValueKind::kBool, kNoDart},
    {"DartOptions", "useJni", ValueKind::kBool, kNewer},
    {"DartOptions", "useFfi", ValueKind::kBool, kNewer},
    {"ObjcOptions", "headerIncludePath", ValueKind::kString, kNoObjC},
    {"ObjcOptions", "prefix", ValueKind::kString, kNoObjC},
    {"ObjcOptions", "copyrightHeader", ValueKind::kStrings, kNoObjC},
    {"ObjcOptions", "fileSpecificClassNameComponent", ValueKind::kString, kNoObjC},
    {"JavaOptions", "className", ValueKind::kString, "each Java type has a file of its own"},
    {"JavaOptions", "package", ValueKind::kString, ""},
    {"JavaOptions", "copyrightHeader", ValueKind::kStrings, kOneHeader},
    {"JavaOptions", "useGeneratedAnnotation", ValueKind::kBool, kNotNeeded},
    {"KotlinOptions", "package", ValueKind::kString, kNoKotlin},
    {"KotlinOptions", "copyrightHeader", ValueKind::kStrings, kNoKotlin},
    {"KotlinOptions", "errorClassName", ValueKind::kString, kNoKotlin},
    {"KotlinOptions", "includeErrorClass", ValueKind::kBool, kNoKotlin},
    {"KotlinOptions", "fileSpecificClassNameComponent", ValueKind::kString, kNoKotlin},
    {"KotlinOptions", "useGeneratedAnnotation", ValueKind::kBool, kNoKotlin},
    {"KotlinOptions", "useJni", ValueKind::kBool, kNewer},
    {"KotlinOptions", "appDirectory", ValueKind::kString, kNewer},
    {"SwiftOptions", "copyrightHeader", ValueKind::kStrings, kNoSwift},
    {"SwiftOptions", "errorClassName", ValueKind::kString, kNoSwift},
    {"SwiftOptions", "includeErrorClass", ValueKind::kBool, kNoSwift},
    {"SwiftOptions", "fileSpecificClassNameComponent", ValueKind::kString, kNoSwift},
    {"SwiftOptions", "useFfi", ValueKind::kBool, kNewer},
    {"SwiftOptions", "ffiModuleName", ValueKind::kString, kNewer},
    {"SwiftOptions", "appDirectory", ValueKind::kString, kNewer},
    {"CppOptions", "headerIncludePath", ValueKind::kString, kWritesElsewhere},
    {"CppOptions", "namespace", ValueKind::kString, ""},
    {"CppOptions", "copyrightHeader", ValueKind::kStrings, kOneHeader},
    {"CppOptions", "headerOutPath", ValueKind::kString, kWritesElsewhere},
    {"GObjectOptions", "headerIncludePath", ValueKind::kString, kNoGObject},
    {"GObjectOptions", "module", ValueKind::kString, kNoGObject},
    {"GObjectOptions", "copyrightHeader", ValueKind::kStrings, kNoGObject},
    {"GObjectOptions", "headerOutPath", ValueKind::kString, kNoGObject},
    {"HostApi", "dartHostTestHandler", ValueKind::kString, kNoDart},
    {"EventChannelApi", "kotlinOptions", ValueKind::kOptions, "KotlinEventChannelOptions"},
    {"EventChannelApi", "swiftOptions", ValueKind::kOptions, "SwiftEventChannelOptions"},
    {"KotlinEventChannelOptions", "includeSharedClasses", ValueKind::kBool, kNoKotlin},
    {"SwiftEventChannelOptions", "includeSharedClasses", ValueKind::kBool, kNoSwift},
    {"ProxyApi", "superClass", ValueKind::kType, ""},
    {"ProxyApi", "kotlinOptions", ValueKind::kOptions, "KotlinProxyApiOptions"},
    {"ProxyApi", "swiftOptions", ValueKind::kOptions, "SwiftProxyApiOptions"},
    {"KotlinProxyApiOptions", "fullClassName", ValueKind::kString, kProxy},
    {"KotlinProxyApiOptions", "minAndroidApi", ValueKind::kInt, kProxy},
    {"SwiftProxyApiOptions", "name", ValueKind::kString, kNoSwift},
    {"SwiftProxyApiOptions", "import", ValueKind::kString, kNoSwift},
    {"SwiftProxyApiOptions", "minIosApi", ValueKind::kVersion, kNoSwift},
    {"SwiftProxyApiOptions", "minMacosApi", ValueKind::kVersion, kNoSwift},
    {"SwiftProxyApiOptions", "supportsIos", ValueKind::kBool, kNoSwift},
    {"SwiftProxyApiOptions", "supportsMacos", ValueKind::kBool, kNoSwift},
});

std::string_view Expected(ValueKind kind) {
  switch (kind) {
    case ValueKind::kString:
      return "a string";
    case ValueKind::kBool:
      return "true or false";
    case ValueKind::kInt:
      return "a whole number";
    case ValueKind::kStrings:
      return "a list of strings";
    case ValueKind::kVersion:
      return "a version like '13.0.0'";
    case ValueKind::kType:
      return "the name of a ProxyApi";
    case ValueKind::kOptions:
      return "options";
  }
  return "";
}

// major.minor.patch, each a number.
bool IsVersion(std::string_view text) {
  const std::vector<std::string_view> parts = Split(text, '.');
  return parts.size() == 3 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           return !part.empty() && std::all_of(part.begin(), part.end(), IsAsciiDigit);
         });
}

bool Fits(const ast::Expr& value, ValueKind kind) {
  switch (kind) {
    case ValueKind::kString:
      return value.kind == ast::ExprKind::kString;
    case ValueKind::kBool:
      return value.kind == ast::ExprKind::kBool;
    case ValueKind::kInt:
      return value.kind == ast::ExprKind::kInt;
    case ValueKind::kStrings:
      return value.kind == ast::ExprKind::kList &&
             std::all_of(value.items.begin(), value.items.end(),
                         [](const ast::Expr& item) { return item.kind == ast::ExprKind::kString; });
    case ValueKind::kVersion:
      return value.kind == ast::ExprKind::kString && IsVersion(value.text);
    case ValueKind::kType:
      return value.kind == ast::ExprKind::kName && value.path.size() == 1;
    case ValueKind::kOptions:
      return value.kind == ast::ExprKind::kCall && value.path.size() == 1;
  }
  return false;
}

bool IsCppNamespace(std::string_view text) {
  while (true) {
    const std::size_t end = text.find("::");
    if (!IsIdentifier(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 2);
  }
}

bool IsJavaPackage(std::string_view text) {
  const std::vector<std::string_view> parts = Split(text, '.');
  return std::all_of(parts.begin(), parts.end(), IsIdentifier);
}

}  // namespace

void Checker::ReadOptions(std::string_view owner, const std::vector<ast::Argument>& args,
                          SourceRange where, std::string_view prefix, std::int32_t file) {
  if (args.empty() && !prefix.empty() && !prefix.starts_with('@')) {
    diagnostics_.Ignored(where, fmt::format("the option {}: it is empty", prefix));
  }
  std::vector<std::string_view> given;
  for (const ast::Argument& arg : args) {
    if (!arg.name) {
      diagnostics_.Error(arg.value.range, fmt::format("{} takes only named arguments", owner),
                         "write: name: value");
      continue;
    }
    if (std::find(given.begin(), given.end(), arg.name->text) != given.end()) {
      diagnostics_.Error(arg.name->range,
                         fmt::format("the option '{}' is given twice", arg.name->text));
      continue;
    }
    given.push_back(arg.name->text);
    const std::string path =
        prefix.empty() ? arg.name->text : fmt::format("{}.{}", prefix, arg.name->text);
    ReadOptionValue(owner, arg, path, file);
  }
}

void Checker::ReadOptionValue(std::string_view owner, const ast::Argument& arg,
                              std::string_view path, std::int32_t file) {
  const std::string& name = arg.name->text;
  const ast::Expr& value = arg.value;
  const auto spec = std::find_if(kOptions.begin(), kOptions.end(), [&](const OptionSpec& option) {
    return option.owner == owner && option.name == name;
  });
  if (spec == kOptions.end()) {
    std::vector<std::string_view> names;
    for (const OptionSpec& option : kOptions) {
      if (option.owner == owner) names.push_back(option.name);
    }
    diagnostics_.Error(arg.name->range, fmt::format("{} has no option '{}'", owner, name),
                       DidYouMean(name, names));
    return;
  }
  if (value.kind == ast::ExprKind::kNull) {
    diagnostics_.Ignored(arg.name->range, fmt::format("the option {}: it is null", path));
    return;
  }
  if (spec->kind == ValueKind::kOptions) {
    if (!Fits(value, spec->kind) || value.path[0].text != spec->reason) {
      diagnostics_.Error(value.range,
                         fmt::format("the option '{}' expects {}(...)", name, spec->reason));
      return;
    }
    ReadOptions(spec->reason, value.args, value.range, path, file);
    return;
  }
  if (!Fits(value, spec->kind)) {
    diagnostics_.Error(value.range,
                       fmt::format("the option '{}' expects {}", name, Expected(spec->kind)));
    return;
  }
  if (spec->reason.empty()) {
    ApplyOption(path, value, file);
    return;
  }
  diagnostics_.Ignored(arg.name->range, fmt::format("the option {} = {}: {}", path,
                                                    SourceText(value.range), spec->reason));
}

void Checker::ApplyOption(std::string_view path, const ast::Expr& value, std::int32_t file) {
  DefinitionOptions& options = At(program_.definitions, file).options;
  if (path == "javaOptions.package") {
    if (!IsJavaPackage(value.text)) {
      diagnostics_.Error(value.range,
                         fmt::format("{} is not the name of a Java package", Quote(value.text)),
                         "write: 'com.example.app'");
    }
    options.java_package = value.text;
  } else if (path == "cppOptions.namespace") {
    if (!IsCppNamespace(value.text)) {
      diagnostics_.Error(value.range,
                         fmt::format("{} is not the name of a C++ namespace", Quote(value.text)),
                         "write: 'a' or 'a::b'");
    }
    options.cpp_namespace = value.text;
  } else if (path == "copyrightHeader") {
    ReadCopyright(value, file);
  }
  // The superClass of a ProxyApi is read with its hierarchy.
}

// pigeon reads the header relative to the folder it is run in, usually the package's root. Where
// that lies is not known here, so the folders above the definition are tried as well.
void Checker::ReadCopyright(const ast::Expr& value, std::int32_t file) {
  namespace fs = std::filesystem;
  constexpr int kMaxParents = 4;
  std::vector<std::string> candidates = {value.text};
  fs::path folder = fs::path(At(files_, file).path).parent_path();
  for (int i = 0; i <= kMaxParents; ++i) {
    const std::string path = (folder / value.text).lexically_normal().generic_string();
    if (std::find(candidates.begin(), candidates.end(), path) == candidates.end()) {
      candidates.push_back(path);
    }
    folder = (folder / "..").lexically_normal();
  }
  for (const std::string& path : candidates) {
    const Result<std::string> text =
        value.text.empty() ? Fail(Error::Code::kIo, "") : loader_(path);
    if (!text) continue;
    if (FindInvalidUtf8(*text) || text->find('\0') != std::string::npos) {
      diagnostics_.Error(value.range,
                         fmt::format("the copyright header {} is not UTF-8 text", Quote(path)));
      return;
    }
    At(program_.definitions, file).options.copyright_lines = SplitLines(*text);
    return;
  }
  diagnostics_.Ignored(value.range,
                       fmt::format("the option copyrightHeader = {}: there is no such file in the "
                                   "current folder, the definition's or the {} above it",
                                   Quote(value.text), kMaxParents));
}

}  // namespace causeway::gen
