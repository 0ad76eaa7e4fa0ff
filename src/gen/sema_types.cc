#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

struct Builtin {
  std::string_view name;
  TypeKind kind;
};

constexpr std::array<Builtin, 10> kBuiltins = {{
    {"bool", TypeKind::kBool},
    {"int", TypeKind::kInt},
    {"double", TypeKind::kDouble},
    {"String", TypeKind::kString},
    {"Object", TypeKind::kObject},
    {"Uint8List", TypeKind::kUint8List},
    {"Int32List", TypeKind::kInt32List},
    {"Int64List", TypeKind::kInt64List},
    {"Float32List", TypeKind::kFloat32List},
    {"Float64List", TypeKind::kFloat64List},
}};

// Types that people write from habit, and what to write instead.
struct Foreign {
  std::string_view name;
  std::string_view hint;
};
constexpr std::array<Foreign, 38> kForeign = {{
    {"num", "use 'int' or 'double'"},
    {"float", "use 'double'"},
    {"Float", "use 'double'"},
    {"Double", "use 'double'"},
    {"long", "use 'int': it has 64 bits"},
    {"Long", "use 'int': it has 64 bits"},
    {"short", "use 'int'"},
    {"byte", "use 'int'"},
    {"Int", "use 'int': it has 64 bits"},
    {"Integer", "use 'int': it has 64 bits"},
    {"int32_t", "use 'int': it has 64 bits"},
    {"int64_t", "use 'int': it has 64 bits"},
    {"uint64_t", "use 'int': it has 64 bits, signed"},
    {"char", "use 'String' or 'int'"},
    {"boolean", "use 'bool'"},
    {"Boolean", "use 'bool'"},
    {"Bool", "use 'bool'"},
    {"string", "use 'String'"},
    {"Any", "use 'Object'"},
    {"any", "use 'Object'"},
    {"object", "use 'Object'"},
    {"Set", "use 'List'"},
    {"Iterable", "use 'List'"},
    {"Vector", "use 'List'"},
    {"ArrayList", "use 'List'"},
    {"HashMap", "use 'Map'"},
    {"ByteData", "use 'Uint8List'"},
    {"ByteBuffer", "use 'Uint8List'"},
    {"Int8List", "use 'Uint8List'"},
    {"Uint16List", "use 'Int32List'"},
    {"Int16List", "use 'Int32List'"},
    {"Uint32List", "use 'Int64List'"},
    {"Uint64List", "use 'Int64List'"},
    {"DateTime", "use 'int': milliseconds since the epoch"},
    {"Duration", "use 'int', and say the unit in the name"},
    {"BigInt", "use 'String' or 'Uint8List'"},
    {"Uri", "use 'String'"},
    {"Null", "make the type nullable: 'T?'"},
}};

}  // namespace

std::optional<Type> Checker::Resolve(const ast::TypeNode& node, const TypeUse& use) {
  if (node.is_record) {
    diagnostics_.Error(node.name_range, "a record type is not supported",
                       "declare a class with these values as fields");
    return std::nullopt;
  }
  if (node.is_function) {
    diagnostics_.Error(node.name_range,
                       use.in_proxy ? "a function type is only supported for a field of a ProxyApi"
                                    : "a function type is not supported here",
                       "declare a method in a @FlutterApi() class to be called back");
    return std::nullopt;
  }
  if (node.name == "void") {
    if (!use.allow_void || node.nullable || node.has_args) {
      diagnostics_.Error(node.range, use.allow_void ? "'void' takes neither '?' nor arguments"
                                                    : "'void' is only a return type");
      return std::nullopt;
    }
    Type type;
    type.range = node.range;
    return type;
  }
  std::optional<Type> type = node.name == "List" || node.name == "Map" ? ResolveGeneric(node, use)
                                                                       : ResolveNamed(node, use);
  if (type) {
    type->nullable = node.nullable;
    type->range = node.range;
  }
  return type;
}

std::optional<Type> Checker::ResolveGeneric(const ast::TypeNode& node, const TypeUse& use) {
  const std::size_t count = node.name == "List" ? 1 : 2;
  Type type;
  type.kind = count == 1 ? TypeKind::kList : TypeKind::kMap;
  TypeUse inner = use;
  inner.allow_void = false;
  if (!node.has_args) {
    Type object;
    object.kind = TypeKind::kObject;
    object.nullable = true;
    object.range = node.range;
    type.args.assign(count, object);
    return type;
  }
  bool good = true;
  for (const ast::TypeNode& arg : node.args) {
    std::optional<Type> resolved = Resolve(arg, inner);
    good = good && resolved.has_value();
    if (resolved) type.args.push_back(std::move(*resolved));
  }
  if (node.args.size() != count) {
    diagnostics_.Error(node.range,
                       fmt::format("'{}' takes {} type argument{}, not {}", node.name, count,
                                   count == 1 ? "" : "s", node.args.size()),
                       count == 1 ? "write: List<T>" : "write: Map<K, V>");
    return std::nullopt;
  }
  if (!good) return std::nullopt;
  return type;
}

std::optional<Type> Checker::ResolveNamed(const ast::TypeNode& node, const TypeUse& use) {
  Type type;
  bool known = false;
  const auto builtin = std::find_if(kBuiltins.begin(), kBuiltins.end(),
                                    [&](const Builtin& b) { return b.name == node.name; });
  if (builtin != kBuiltins.end()) {
    type.kind = builtin->kind;
    known = true;
  } else if (const Symbol* symbol = FindSymbol(node.name, use.file)) {
    type.decl = symbol->index;
    switch (symbol->kind) {
      case SymbolKind::kEnum:
        type.kind = TypeKind::kEnum;
        known = true;
        break;
      case SymbolKind::kClass:
        type.kind = TypeKind::kClass;
        known = true;
        if (use.in_proxy) {
          diagnostics_.Error(node.name_range,
                             fmt::format("a ProxyApi cannot use the data class '{}'", node.name),
                             "use a ProxyApi, a basic type or an enum");
          return std::nullopt;
        }
        break;
      case SymbolKind::kProxy:
        type.kind = TypeKind::kProxy;
        known = true;
        if (!use.in_proxy) {
          diagnostics_.Error(
              node.name_range,
              fmt::format("the ProxyApi '{}' can only be used in other ProxyApis", node.name));
          return std::nullopt;
        }
        break;
      case SymbolKind::kApi:
        diagnostics_.Error(node.name_range,
                           fmt::format("'{}' is an API and not a type of values", node.name));
        return std::nullopt;
      case SymbolKind::kConstant:
        diagnostics_.Error(node.name_range,
                           fmt::format("'{}' is a constant, not a type", node.name));
        return std::nullopt;
    }
  }
  if (!known) {
    UnknownType(node, use);
    return std::nullopt;
  }
  if (node.has_args) {
    diagnostics_.Error(node.range, fmt::format("'{}' takes no type arguments", node.name));
    return std::nullopt;
  }
  return type;
}

void Checker::UnknownType(const ast::TypeNode& node, const TypeUse& use) {
  const std::string arg =
      node.args.size() == 1 ? std::string(SourceText(node.args.front().range)) : "T";
  if (node.name == "Future" || node.name == "FutureOr") {
    diagnostics_.Error(node.range, fmt::format("'{}' is not supported", node.name),
                       fmt::format("return '{}' and annotate the method with @async", arg));
    return;
  }
  if (node.name == "Stream") {
    diagnostics_.Error(
        node.range, "'Stream' is not supported",
        fmt::format("return '{}' from a method of an @EventChannelApi() class", arg));
    return;
  }
  if (node.name == "dynamic") {
    diagnostics_.Error(node.range, "'dynamic' is not supported", "use 'Object?'");
    return;
  }
  const auto foreign = std::find_if(kForeign.begin(), kForeign.end(),
                                    [&](const Foreign& f) { return f.name == node.name; });
  if (foreign != kForeign.end()) {
    diagnostics_.Error(node.name_range, fmt::format("the type '{}' is not supported", node.name),
                       std::string(foreign->hint));
    return;
  }
  std::string hint = SuggestName(node.name, use.file, /*types=*/true);
  // Its declaration may be what a syntax error hid.
  if (AnyIncompleteFile(use.file) && hint.empty()) return;
  diagnostics_.Error(node.name_range, fmt::format("unknown type '{}'", node.name), std::move(hint));
}

std::string Checker::TypeName(const Type& type) const { return gen::TypeName(program_, type); }

}  // namespace causeway::gen
