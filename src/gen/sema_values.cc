// Values: the constants and the defaults of fields and parameters.
//
// A value is a literal, the name of a constant, a member of an enum, a list, a map, or a
// constructed class, and it is always read against the type it must have, as Dart does: `0` is a
// double where a double is wanted, and the elements of `const []` have the element type of the
// field. A literal that carries its own type (`const <String>[]`, a constant) must fit: the same
// type, a non-null one where null is allowed too, or anything where Object is wanted.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.h"
#include "gen/model_dump.h"
#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

Type ObjectType() {
  Type type;
  type.kind = TypeKind::kObject;
  type.nullable = true;
  return type;
}

bool AcceptsScalar(const Type& type, TypeKind kind) {
  return type.kind == kind || type.kind == TypeKind::kObject;
}

// Number of literals in `literal`, itself included; stops counting above `limit`.
std::size_t CountParts(const Literal& literal, std::size_t limit) {
  std::size_t parts = 1;
  const auto add = [&](const Literal& inner) {
    if (parts <= limit) parts += CountParts(inner, limit - parts);
  };
  if (const auto* list = std::get_if<ListLiteral>(&literal.value)) {
    for (const Literal& element : list->elements) add(element);
  } else if (const auto* map = std::get_if<MapLiteral>(&literal.value)) {
    for (const auto& [key, value] : map->entries) {
      add(key);
      add(value);
    }
  } else if (const auto* object = std::get_if<ObjectLiteral>(&literal.value)) {
    for (const Literal& field : object->fields) add(field);
  }
  return parts;
}

// Magnitude of an int literal, or nothing if it has more than 64 bits.
std::optional<std::uint64_t> ParseMagnitude(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

bool Checker::IsAssignable(const Type& to, const Type& from) const {
  if (from.nullable && !to.nullable) return false;
  if (to.kind == TypeKind::kObject) return true;
  if (to.kind != from.kind) {
    return false;
  }
  if (to.kind == TypeKind::kClass && to.decl != from.decl) {
    return At(program_.classes, from.decl).parent == to.decl;
  }
  if (to.decl != from.decl) return false;
  for (std::size_t i = 0; i < to.args.size(); ++i) {
    if (!IsAssignable(to.args[i], from.args[i])) return false;
  }
  return true;
}

std::nullopt_t Checker::Mismatch(const ast::Expr& expr, const Type& type, std::string_view found) {
  std::string hint;
  if (expr.kind == ast::ExprKind::kInt && type.kind == TypeKind::kString) {
    hint = fmt::format("write: '{}'", expr.text);
  } else if (expr.kind == ast::ExprKind::kInt && type.kind == TypeKind::kBool) {
    hint = "write: true or false";
  } else if (expr.kind == ast::ExprKind::kNull) {
    hint = fmt::format("make the type nullable: {}?", TypeName(type));
  } else if (type.is_typed_data()) {
    hint = "typed data has no literals: make it required, or nullable";
  }
  diagnostics_.Error(
      expr.range, fmt::format("expected a value of the type '{}', found {}", TypeName(type), found),
      std::move(hint));
  return std::nullopt;
}

std::optional<Literal> Checker::Evaluate(const ast::Expr& expr, const Type& type,
                                         std::int32_t file) {
  // The parser bounds the depth of one expression; a chain of constants or defaults adds up.
  constexpr int kMaxDepth = 200;
  if (value_depth_ >= kMaxDepth) {
    diagnostics_.Error(expr.range,
                       fmt::format("this value refers to others more than {} deep", kMaxDepth));
    return std::nullopt;
  }
  ++value_depth_;
  std::optional<Literal> value = EvaluateForm(expr, type, file);
  --value_depth_;
  return value;
}

std::optional<Literal> Checker::EvaluateForm(const ast::Expr& expr, const Type& type,
                                             std::int32_t file) {
  Literal literal;
  literal.range = expr.range;
  switch (expr.kind) {
    case ast::ExprKind::kNull:
      if (!type.nullable) return Mismatch(expr, type, "null");
      return literal;
    case ast::ExprKind::kBool:
      if (!AcceptsScalar(type, TypeKind::kBool)) return Mismatch(expr, type, "a bool");
      literal.value = expr.text == "true";
      return literal;
    case ast::ExprKind::kNot:
      if (expr.items[0].kind != ast::ExprKind::kBool) break;
      if (!AcceptsScalar(type, TypeKind::kBool)) return Mismatch(expr, type, "a bool");
      literal.value = expr.items[0].text == "false";
      return literal;
    case ast::ExprKind::kString:
      if (!AcceptsScalar(type, TypeKind::kString)) return Mismatch(expr, type, "a string");
      literal.value = expr.text;
      return literal;
    case ast::ExprKind::kInt:
    case ast::ExprKind::kDouble:
      return EvaluateNumber(expr, /*negative=*/false, type);
    case ast::ExprKind::kNegate: {
      const ast::Expr& operand = expr.items[0];
      if (operand.kind != ast::ExprKind::kInt && operand.kind != ast::ExprKind::kDouble) break;
      std::optional<Literal> number = EvaluateNumber(operand, /*negative=*/true, type);
      if (number) number->range = expr.range;
      return number;
    }
    case ast::ExprKind::kName:
      return EvaluateName(expr, type, file);
    case ast::ExprKind::kCall:
      return EvaluateCall(expr, type, file);
    case ast::ExprKind::kList:
      return EvaluateList(expr, type, file);
    case ast::ExprKind::kMap:
      return EvaluateMap(expr, type, file);
    case ast::ExprKind::kSet:
      diagnostics_.Error(expr.range, "a set is not supported", "write a list: const [...]");
      return std::nullopt;
    case ast::ExprKind::kOther:
      break;
  }
  diagnostics_.Error(expr.range,
                     "this expression is not supported: expected a literal, a constant "
                     "or an enum member",
                     "write the value itself");
  return std::nullopt;
}

std::optional<Literal> Checker::EvaluateNumber(const ast::Expr& expr, bool negative,
                                               const Type& type) {
  Literal literal;
  literal.range = expr.range;
  const std::string_view text = expr.text;
  if (expr.kind == ast::ExprKind::kDouble) {
    if (!AcceptsScalar(type, TypeKind::kDouble)) return Mismatch(expr, type, "a double");
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || !std::isfinite(value)) {
      diagnostics_.Error(expr.range, "this number is out of the range of a double");
      return std::nullopt;
    }
    literal.value = negative ? -value : value;
    return literal;
  }
  const bool wants_double = type.kind == TypeKind::kDouble;
  if (!wants_double && !AcceptsScalar(type, TypeKind::kInt)) {
    return Mismatch(expr, type, "an int");
  }
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const std::optional<std::uint64_t> magnitude =
      hex ? ParseMagnitude(text.substr(2), 16) : ParseMagnitude(text, 10);
  constexpr std::uint64_t kMinMagnitude = std::uint64_t{1} << 63;
  // Hexadecimal literals are bit patterns in Dart: 0xFFFFFFFFFFFFFFFF is -1.
  const bool fits =
      magnitude && (hex || *magnitude < kMinMagnitude || (negative && *magnitude == kMinMagnitude));
  if (!fits) {
    diagnostics_.Error(expr.range, "this number is out of the range of a 64-bit int",
                       wants_double ? fmt::format("write: {}.0", text) : std::string());
    return std::nullopt;
  }
  const std::uint64_t bits = negative ? 0 - *magnitude : *magnitude;
  const auto value = static_cast<std::int64_t>(bits);
  if (!wants_double) {
    literal.value = value;
    return literal;
  }
  // Dart refuses an int literal that the double cannot hold exactly. 2^63 itself does not occur.
  const double as_double = static_cast<double>(value);
  const bool exact = std::fabs(as_double) < 0x1p63 ? static_cast<std::int64_t>(as_double) == value
                                                   : bits == kMinMagnitude;
  if (!exact) {
    diagnostics_.Error(expr.range, "no double is exactly this number",
                       fmt::format("write: {}.0", text));
    return std::nullopt;
  }
  literal.value = negative && value == 0 ? -0.0 : as_double;
  return literal;
}

std::optional<Literal> Checker::EvaluateName(const ast::Expr& expr, const Type& type,
                                             std::int32_t file) {
  const ast::Name& first = expr.path.front();
  const Symbol* symbol = FindSymbol(first.text, file);
  if (expr.path.size() == 1) {
    if (symbol != nullptr && symbol->kind == SymbolKind::kConstant) {
      EvaluateConstant(symbol->index);
      const ConstantSource& constant = At(constants_, symbol->index);
      if (!constant.value || !constant.type) return std::nullopt;  // reported there
      if (!IsAssignable(type, *constant.type)) {
        return Mismatch(expr, type,
                        fmt::format("a constant of the type '{}'", TypeName(*constant.type)));
      }
      Literal value = *constant.value;
      value.range = expr.range;
      return value;
    }
    std::string hint;
    if (type.kind == TypeKind::kEnum) {
      const EnumDecl& decl = At(program_.enums, type.decl);
      for (const EnumMember& member : decl.members) {
        if (member.name == first.text) hint = fmt::format("write: {}.{}", decl.name, first.text);
      }
    }
    if (hint.empty()) hint = SuggestName(first.text, file, /*types=*/false);
    if (hint.empty() && AnyIncompleteFile(file)) return std::nullopt;
    diagnostics_.Error(first.range, fmt::format("unknown constant '{}'", first.text),
                       std::move(hint));
    return std::nullopt;
  }
  if (symbol == nullptr) {
    std::string hint = SuggestName(first.text, file, /*types=*/false);
    if (first.text == "double") {
      diagnostics_.Error(expr.range, fmt::format("'{}' is not supported", SourceText(expr.range)),
                         "write the number itself; infinities and NaN cannot be defaults");
      return std::nullopt;
    }
    if (hint.empty() && AnyIncompleteFile(file)) return std::nullopt;
    diagnostics_.Error(first.range, fmt::format("unknown enum '{}'", first.text), std::move(hint));
    return std::nullopt;
  }
  if (symbol->kind != SymbolKind::kEnum || expr.path.size() != 2) {
    diagnostics_.Error(expr.range, fmt::format("'{}' is not a value", SourceText(expr.range)),
                       "expected a literal, a constant or an enum member");
    return std::nullopt;
  }
  const EnumDecl& decl = At(program_.enums, symbol->index);
  const auto member = std::find_if(
      decl.members.begin(), decl.members.end(),
      [&](const EnumMember& candidate) { return candidate.name == expr.path[1].text; });
  if (member == decl.members.end()) {
    std::vector<std::string_view> names;
    for (const EnumMember& candidate : decl.members) names.push_back(candidate.name);
    diagnostics_.Error(
        expr.path[1].range,
        fmt::format("the enum '{}' has no member '{}'", decl.name, expr.path[1].text),
        DidYouMean(expr.path[1].text, names));
    return std::nullopt;
  }
  if (type.kind != TypeKind::kObject &&
      (type.kind != TypeKind::kEnum || type.decl != symbol->index)) {
    return Mismatch(expr, type, fmt::format("a member of the enum '{}'", decl.name));
  }
  Literal literal;
  literal.range = expr.range;
  literal.value =
      EnumValue{symbol->index, static_cast<std::int32_t>(member - decl.members.begin())};
  return literal;
}

std::optional<Literal> Checker::EvaluateCall(const ast::Expr& expr, const Type& type,
                                             std::int32_t file) {
  const ast::Name& name = expr.path.front();
  const Symbol* symbol = FindSymbol(name.text, file);
  if (symbol == nullptr || symbol->kind != SymbolKind::kClass) {
    std::string hint;
    if (symbol == nullptr) {
      hint = SuggestName(name.text, file, /*types=*/false);
      if (hint.empty() && AnyIncompleteFile(file)) return std::nullopt;
    }
    diagnostics_.Error(name.range, fmt::format("'{}' is not a data class", name.text),
                       std::move(hint));
    return std::nullopt;
  }
  const DeclIndex index = symbol->index;
  const ClassSource& source = At(classes_, index);
  const ClassDecl& decl = At(program_.classes, index);
  if (source.broken) return std::nullopt;
  const std::string constructor = source.constructor ? source.constructor->name.text : "";
  if (decl.is_sealed || expr.path.size() > 2 ||
      (expr.path.size() == 2 ? expr.path[1].text : "") != constructor) {
    diagnostics_.Error(expr.range,
                       decl.is_sealed
                           ? fmt::format("the sealed class '{}' cannot be constructed", decl.name)
                           : fmt::format("'{}' has no such constructor", decl.name));
    return std::nullopt;
  }
  Type own;
  own.kind = TypeKind::kClass;
  own.decl = index;
  if (!IsAssignable(type, own)) {
    return Mismatch(expr, type, fmt::format("a '{}'", decl.name));
  }
  ObjectLiteral object;
  object.decl = index;
  object.fields.resize(decl.fields.size());
  std::vector<bool> given(decl.fields.size());
  bool good = true;
  std::size_t positional = 0;
  for (const ast::Argument& arg : expr.args) {
    std::size_t field = decl.fields.size();
    for (const std::int32_t candidate : decl.constructor_order) {
      const auto at = static_cast<std::size_t>(candidate);
      const ast::Param* param = source.fields[at].param;
      if (param == nullptr) continue;
      const bool matches = arg.name ? param->named && param->name.text == arg.name->text
                                    : !param->named && !given[at];
      if (matches) {
        field = at;
        break;
      }
    }
    if (!arg.name) ++positional;
    if (field == decl.fields.size()) {
      diagnostics_.Error(arg.name ? arg.name->range : arg.value.range,
                         arg.name ? fmt::format("the constructor of '{}' has no parameter '{}'",
                                                decl.name, arg.name->text)
                                  : fmt::format("the constructor of '{}' takes fewer than {} "
                                                "positional arguments",
                                                decl.name, positional));
      good = false;
      continue;
    }
    if (given[field]) {
      diagnostics_.Error(arg.name->range, fmt::format("'{}' is given twice", arg.name->text));
      good = false;
      continue;
    }
    given[field] = true;
    if (!source.fields[field].type) {
      good = false;
      continue;
    }
    std::optional<Literal> value = Evaluate(arg.value, *source.fields[field].type, file);
    good = good && value.has_value();
    if (value) object.fields[field] = std::move(*value);
  }
  for (std::size_t field = 0; field < decl.fields.size(); ++field) {
    if (given[field]) continue;
    if (decl.fields[field].required) {
      diagnostics_.Error(expr.range, fmt::format("the field '{}' of '{}' is required",
                                                 decl.fields[field].name, decl.name));
      good = false;
      continue;
    }
    if (!EvaluateFieldDefault(index, field)) {
      good = false;
      continue;
    }
    // A default that constructs two of a class whose default constructs two of another … doubles
    // with each step.
    constexpr std::size_t kMaxParts = 100'000;
    copied_parts_ += CountParts(decl.fields[field].default_value, kMaxParts);
    if (copied_parts_ > kMaxParts) {
      diagnostics_.Error(expr.range, fmt::format("the defaults that are copied into other values "
                                                 "have more than {} parts",
                                                 kMaxParts));
      return std::nullopt;
    }
    object.fields[field] = decl.fields[field].default_value;
    object.fields[field].range = expr.range;
  }
  if (!good) return std::nullopt;
  Literal literal;
  literal.range = expr.range;
  literal.value = std::move(object);
  return literal;
}

std::optional<std::vector<Type>> Checker::LiteralArgs(const ast::Expr& expr, const Type& type,
                                                      std::size_t count, std::int32_t file) {
  std::vector<Type> wanted = type.args;
  if (type.kind == TypeKind::kObject) wanted.assign(count, ObjectType());
  if (!expr.has_type_args) return wanted;
  if (expr.type_args.size() != count) {
    diagnostics_.Error(expr.range,
                       fmt::format("this literal takes {} type argument{}, not {}", count,
                                   count == 1 ? "" : "s", expr.type_args.size()));
    return std::nullopt;
  }
  std::vector<Type> args;
  TypeUse use;
  use.file = file;
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<Type> arg = Resolve(expr.type_args[i], use);
    if (!arg) return std::nullopt;
    if (!IsAssignable(wanted[i], *arg)) {
      diagnostics_.Error(expr.type_args[i].range, fmt::format("expected the type '{}', found '{}'",
                                                              TypeName(wanted[i]), TypeName(*arg)));
      return std::nullopt;
    }
    args.push_back(*arg);
  }
  return args;
}

std::optional<Literal> Checker::EvaluateList(const ast::Expr& expr, const Type& type,
                                             std::int32_t file) {
  if (!AcceptsScalar(type, TypeKind::kList)) return Mismatch(expr, type, "a list");
  const auto args = LiteralArgs(expr, type, 1, file);
  if (!args) return std::nullopt;
  ListLiteral list;
  bool good = true;
  for (const ast::Expr& item : expr.items) {
    std::optional<Literal> value = Evaluate(item, (*args)[0], file);
    good = good && value.has_value();
    if (value) list.elements.push_back(std::move(*value));
  }
  if (!good) return std::nullopt;
  Literal literal;
  literal.range = expr.range;
  literal.value = std::move(list);
  return literal;
}

std::optional<Literal> Checker::EvaluateMap(const ast::Expr& expr, const Type& type,
                                            std::int32_t file) {
  if (!AcceptsScalar(type, TypeKind::kMap)) return Mismatch(expr, type, "a map");
  const auto args = LiteralArgs(expr, type, 2, file);
  if (!args) return std::nullopt;
  MapLiteral map;
  std::set<std::string> keys;
  bool good = true;
  for (std::size_t i = 0; i + 1 < expr.items.size(); i += 2) {
    std::optional<Literal> key = Evaluate(expr.items[i], (*args)[0], file);
    std::optional<Literal> value = Evaluate(expr.items[i + 1], (*args)[1], file);
    if (!key || !value) {
      good = false;
      continue;
    }
    if (!keys.insert(DumpLiteral(program_, *key)).second) {
      diagnostics_.Error(expr.items[i].range, "this key is in the map already");
      good = false;
    }
    map.entries.push_back({std::move(*key), std::move(*value)});
  }
  if (!good) return std::nullopt;
  Literal literal;
  literal.range = expr.range;
  literal.value = std::move(map);
  return literal;
}

void Checker::EvaluateConstant(std::int32_t index) {
  ConstantSource& constant = At(constants_, index);
  if (constant.state == EvalState::kDone) return;
  const ast::ConstNode& node = *constant.node;
  if (constant.state == EvalState::kRunning) {
    diagnostics_.Error(node.name.range,
                       fmt::format("the constant '{}' is defined by itself", node.name.text));
    constant.state = EvalState::kDone;
    return;
  }
  constant.state = EvalState::kRunning;
  if (!node.type) {
    diagnostics_.Error(
        node.name.range, fmt::format("the constant '{}' needs an explicit type", node.name.text),
        node.value ? fmt::format("write: const {} {} = ...",
                                 node.value->kind == ast::ExprKind::kString   ? "String"
                                 : node.value->kind == ast::ExprKind::kBool   ? "bool"
                                 : node.value->kind == ast::ExprKind::kDouble ? "double"
                                                                              : "int",
                                 node.name.text)
                   : std::string());
  } else {
    TypeUse use;
    use.file = constant.file;
    std::optional<Type> type = Resolve(*node.type, use);
    const bool supported = type && !type->nullable &&
                           (type->kind == TypeKind::kBool || type->kind == TypeKind::kInt ||
                            type->kind == TypeKind::kDouble || type->kind == TypeKind::kString);
    if (type && !supported) {
      diagnostics_.Error(node.type->range,
                         fmt::format("a constant cannot have the type '{}'", TypeName(*type)),
                         "use String, int, double or bool");
    } else {
      constant.type = std::move(type);
    }
  }
  if (!node.value) {
    diagnostics_.Error(node.name.range,
                       fmt::format("the constant '{}' has no value", node.name.text));
  } else if (constant.type) {
    std::optional<Literal> value = Evaluate(*node.value, *constant.type, constant.file);
    // A circle was reported inside, and then there is no value.
    if (constant.state == EvalState::kRunning) constant.value = std::move(value);
  }
  constant.state = EvalState::kDone;
}

// Sets Field::default_value of a field whose parameter has a default, and null for an optional
// field without one (which is not a default of its own: has_default stays false).
bool Checker::EvaluateFieldDefault(DeclIndex decl, std::size_t field) {
  FieldSource& source = At(classes_, decl).fields[field];
  Field& target = At(program_.classes, decl).fields[field];
  if (source.param == nullptr || !source.param->default_value) return !target.required;
  if (source.state == EvalState::kDone) return target.has_default;
  if (source.state == EvalState::kRunning) {
    diagnostics_.Error(source.param->default_value->range,
                       fmt::format("the default of '{}' contains itself", target.name));
    source.state = EvalState::kDone;
    return false;
  }
  source.state = EvalState::kRunning;
  std::optional<Literal> value;
  if (source.type) {
    value = Evaluate(*source.param->default_value, *source.type, At(classes_, decl).file);
  }
  if (value && source.state == EvalState::kRunning) {
    target.default_value = std::move(*value);
    target.has_default = true;
  }
  source.state = EvalState::kDone;
  return target.has_default;
}

}  // namespace causeway::gen
