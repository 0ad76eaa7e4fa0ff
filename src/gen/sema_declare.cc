#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

// Longest first, so that a message names the whole prefix (pigeon's generator_tools.dart).
constexpr std::array<std::string_view, 5> kReservedPrefixes = {"PigeonInternal", "PigeonApi",
                                                               "pigeonVar_", "pigeon_", "Pigeon"};

// Types of Dart's core libraries: a declaration of the same name would hide them.
constexpr std::array<std::string_view, 36> kCoreTypes = {
    "bool",      "int",        "double",    "num",       "String",      "Object",
    "dynamic",   "void",       "Null",      "Never",     "List",        "Map",
    "Set",       "Iterable",   "Future",    "Stream",    "FutureOr",    "Function",
    "Record",    "Type",       "Symbol",    "Enum",      "DateTime",    "Duration",
    "BigInt",    "Uri",        "ByteData",  "Uint8List", "Int8List",    "Uint16List",
    "Int16List", "Uint32List", "Int32List", "Int64List", "Float32List", "Float64List"};

bool IsApiAnnotation(std::string_view name) {
  return name == "HostApi" || name == "JvmApi" || name == "FlutterApi" || name == "CppApi" ||
         name == "EventChannelApi" || name == "ProxyApi";
}

}  // namespace

std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates) {
  const auto match = ClosestMatch(word, candidates);
  return match ? fmt::format("did you mean '{}'?", *match) : std::string();
}

void Checker::Declare() {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto file = static_cast<std::int32_t>(i);
    for (const ast::EnumNode& node : files_[i].ast.enums) DeclareEnum(node, file);
    for (const ast::ClassNode& node : files_[i].ast.classes) DeclareClass(node, file);
    for (const ast::ConstNode& node : files_[i].ast.constants) DeclareConstant(node, file);
  }
}

void Checker::DeclareSymbol(const ast::Name& name, Symbol symbol) {
  symbol.range = name.range;
  if (symbol.kind != SymbolKind::kConstant &&
      std::find(kCoreTypes.begin(), kCoreTypes.end(), name.text) != kCoreTypes.end()) {
    diagnostics_.Error(name.range, fmt::format("'{}' is the name of a type of Dart", name.text),
                       "choose another name");
    return;
  }
  const auto [at, is_new] = symbols_.emplace(name.text, symbol);
  if (is_new) return;
  // Of two declarations in one file the later one is the mistake, whatever order they were read in.
  Symbol& first = at->second;
  Symbol wrong = symbol;
  if (first.file == symbol.file && first.range.begin > symbol.range.begin) {
    std::swap(first, wrong);
  }
  // Children extend the other one; that this one has none is no second mistake.
  if (wrong.kind == SymbolKind::kClass && At(program_.classes, wrong.index).is_sealed) {
    At(classes_, wrong.index).broken = true;
  }
  const std::int32_t source = first.range.source;
  const std::string_view text = diagnostics_.text(source).substr(0, first.range.begin);
  diagnostics_.Error(wrong.range, fmt::format("'{}' is already declared at {}:{}", name.text,
                                              diagnostics_.path(source),
                                              std::count(text.begin(), text.end(), '\n') + 1));
}

void Checker::DeclareEnum(const ast::EnumNode& node, std::int32_t file) {
  CheckName(node.name, "enum");
  EnumDecl decl;
  decl.name = node.name.text;
  decl.docs = node.docs;
  decl.definition = file;
  decl.range = node.name.range;
  const auto index = static_cast<DeclIndex>(program_.enums.size());
  program_.enums.push_back(std::move(decl));
  enums_.push_back(&node);
  At(program_.definitions, file).enums.push_back(index);
  DeclareSymbol(node.name, {SymbolKind::kEnum, file, index, {}});
}

void Checker::DeclareConstant(const ast::ConstNode& node, std::int32_t file) {
  CheckName(node.name, "constant");
  ReadConfiguration(node.annotations, file);
  const auto index = static_cast<std::int32_t>(constants_.size());
  constants_.push_back({&node, file, {}, {}, EvalState::kNot});
  DeclareSymbol(node.name, {SymbolKind::kConstant, file, index, {}});
}

void Checker::DeclareClass(const ast::ClassNode& node, std::int32_t file) {
  ApiKind kind = ApiKind::kHost;
  const Role role = Classify(node, kind);
  ReadClassAnnotations(node, role, file);
  CheckClassShape(node, role);
  switch (role) {
    case Role::kData:
    case Role::kSealed:
    case Role::kBroken: {
      // A broken declaration still gives its name a meaning, so that its uses are no errors.
      CheckName(node.name, "class");
      ClassDecl decl;
      decl.name = node.name.text;
      decl.docs = node.docs;
      decl.is_sealed = role == Role::kSealed;
      decl.definition = file;
      decl.range = node.name.range;
      const auto index = static_cast<DeclIndex>(program_.classes.size());
      program_.classes.push_back(std::move(decl));
      ClassSource source;
      source.node = &node;
      source.file = file;
      source.broken = role == Role::kBroken;
      classes_.push_back(std::move(source));
      At(program_.definitions, file).classes.push_back(index);
      DeclareSymbol(node.name, {SymbolKind::kClass, file, index, {}});
      return;
    }
    case Role::kApi: {
      CheckName(node.name, "API");
      const auto index = static_cast<std::int32_t>(apis_.size());
      apis_.push_back({&node, file, kind});
      DeclareSymbol(node.name, {SymbolKind::kApi, file, index, {}});
      return;
    }
    case Role::kProxy: {
      CheckName(node.name, "API");
      const auto index = static_cast<std::int32_t>(proxies_.size());
      Proxy proxy;
      proxy.node = &node;
      proxy.file = file;
      proxies_.push_back(std::move(proxy));
      program_.proxies.push_back(node.name.text);
      DeclareSymbol(node.name, {SymbolKind::kProxy, file, index, {}});
      return;
    }
  }
}

Checker::Role Checker::Classify(const ast::ClassNode& node, ApiKind& kind) {
  const ast::Annotation* api = nullptr;
  for (const ast::Annotation& annotation : node.annotations) {
    if (!IsApiAnnotation(annotation.name.text)) continue;
    if (api != nullptr) {
      diagnostics_.Error(annotation.range,
                         fmt::format("'{}' has more than one API annotation: @{} and @{}",
                                     node.name.text, api->name.text, annotation.name.text),
                         "declare one class for each API");
      return Role::kBroken;
    }
    api = &annotation;
  }
  if (api == nullptr) {
    if (node.is_sealed) return Role::kSealed;
    if (!node.is_abstract) return Role::kData;
    // A misspelt annotation is reported as such; it explains the missing one.
    for (const ast::Annotation& annotation : node.annotations) {
      constexpr std::string_view kNames[] = {"HostApi", "JvmApi",          "FlutterApi",
                                             "CppApi",  "EventChannelApi", "ProxyApi"};
      if (ClosestMatch(annotation.name.text, kNames)) return Role::kBroken;
    }
    diagnostics_.Error(node.name.range,
                       fmt::format("the abstract class '{}' has no API annotation", node.name.text),
                       "add @HostApi() or @FlutterApi(), or remove 'abstract' to declare data");
    return Role::kBroken;
  }
  if (!node.is_abstract) {
    diagnostics_.Error(
        node.name.range,
        fmt::format("'{}' has @{} and must be an abstract class", node.name.text, api->name.text),
        fmt::format("write: abstract class {}", node.name.text));
    return Role::kBroken;
  }
  if (api->name.text == "ProxyApi") return Role::kProxy;
  if (api->name.text == "EventChannelApi") {
    kind = ApiKind::kEventChannel;
  } else if (api->name.text == "FlutterApi" || api->name.text == "CppApi") {
    kind = ApiKind::kFlutter;
  } else {
    kind = ApiKind::kHost;
  }
  return Role::kApi;
}

void Checker::CheckClassShape(const ast::ClassNode& node, Role role) {
  if (node.type_params.source >= 0) {
    diagnostics_.Error(
        node.type_params,
        fmt::format("'{}' has type parameters: generic classes are not supported", node.name.text),
        "declare one class for each type that is needed");
  }
  if (node.with_clause.source >= 0) {
    diagnostics_.Error(node.with_clause,
                       fmt::format("'{}' uses a mixin: mixins are not supported", node.name.text));
  }
  for (const ast::Name& modifier : node.modifiers) {
    if (modifier.text == "mixin") {
      diagnostics_.Error(modifier.range, "a mixin class is not supported");
    } else {
      diagnostics_.Ignored(modifier.range,
                           fmt::format("the modifier '{}' of '{}': generated classes have none",
                                       modifier.text, node.name.text));
    }
  }
  if (role == Role::kApi && (node.extends || !node.implements.empty())) {
    const SourceRange range = node.extends ? node.extends->range : node.implements.front().range;
    diagnostics_.Error(
        range, fmt::format("the API '{}' cannot extend or implement anything", node.name.text));
  }
}

void Checker::CheckName(const ast::Name& name, std::string_view what) {
  for (const std::string_view prefix : kReservedPrefixes) {
    if (name.text.starts_with(prefix)) {
      diagnostics_.Error(name.range,
                         fmt::format("the name of the {} '{}' begins with the reserved prefix '{}'",
                                     what, name.text, prefix));
      return;
    }
  }
  if (name.text.find('$') != std::string::npos) {
    diagnostics_.Error(name.range,
                       fmt::format("the name of the {} '{}' holds a '$'", what, name.text),
                       "use letters, digits and '_'");
  } else if (name.text.starts_with('_')) {
    diagnostics_.Error(
        name.range,
        fmt::format("the {} '{}' is private: its name begins with '_'", what, name.text),
        "everything in a definition is shared; remove the '_'");
  }
}

const Checker::Symbol* Checker::FindSymbol(std::string_view name, std::int32_t file) const {
  const auto at = symbols_.find(name);
  if (at == symbols_.end()) return nullptr;
  const Symbol& symbol = at->second;
  const std::vector<std::int32_t>& imports = At(files_, file).imports;
  const bool visible = symbol.file == file ||
                       std::find(imports.begin(), imports.end(), symbol.file) != imports.end();
  return visible ? &symbol : nullptr;
}

bool Checker::AnyIncompleteFile(std::int32_t file) const {
  const File& own = At(files_, file);
  return own.ast.incomplete ||
         std::any_of(own.imports.begin(), own.imports.end(),
                     [this](std::int32_t import) { return At(files_, import).ast.incomplete; });
}

std::string Checker::SuggestName(std::string_view name, std::int32_t file, bool types) const {
  const auto at = symbols_.find(name);
  if (at != symbols_.end() && FindSymbol(name, file) == nullptr) {
    return fmt::format("it is declared in {}, which this file does not import",
                       At(files_, at->second.file).path);
  }
  std::vector<std::string_view> candidates;
  if (types) {
    candidates = {"bool",      "int",       "double",      "String",      "Object", "Uint8List",
                  "Int32List", "Int64List", "Float32List", "Float64List", "List",   "Map"};
  }
  for (const auto& [key, symbol] : symbols_) {
    if (key == name) continue;  // it was found, and is not what is wanted
    const bool is_type = symbol.kind == SymbolKind::kEnum || symbol.kind == SymbolKind::kClass;
    if (types ? is_type : symbol.kind == SymbolKind::kConstant || is_type) {
      if (FindSymbol(key, file) != nullptr) candidates.push_back(key);
    }
  }
  return DidYouMean(name, candidates);
}

}  // namespace causeway::gen
