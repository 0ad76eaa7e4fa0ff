#include "gen/emit_cpp_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace causeway::gen {
namespace {

// Text with an embedded NUL needs its length; `wrapper` is a type made of pointer and length.
std::string SizedString(std::string_view wrapper, std::string_view text) {
  return fmt::format("{}({}, {})", wrapper, CppStringLiteral(text), text.size());
}

// The third characters of the trigraphs: compilers replace or warn of "??=" even where it is text.
bool IsTrigraphEnd(char c) { return std::string_view("=/'()!<>-").find(c) != std::string::npos; }

bool HasNul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

std::string Join(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Length of a UTF-8 sequence of a bidirectional control character (U+200E/F, U+202A..E,
// U+2066..9): compilers warn of them, since they can make code look like something else.
std::size_t BidiControl(std::string_view text) {
  if (!text.starts_with("\xE2\x80") && !text.starts_with("\xE2\x81")) {
    return 0;
  }
  if (text.size() < 3) {
    return 0;
  }
  const auto last = static_cast<unsigned char>(text[2]);
  const bool is_control = text[1] == '\x80'
                              ? last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE)
                              : last >= 0xA6 && last <= 0xA9;
  return is_control ? 3 : 0;
}

}  // namespace

std::string CppStringLiteral(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(static_cast<char>(c));
    } else if (c == '?' && i > 0 && text[i - 1] == '?') {
      out += "\\?";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c < 0x20 || c == 0x7F) {
      out += fmt::format("\\{:03o}", c);
    } else if (const std::size_t length = BidiControl(text.substr(i)); length > 0) {
      for (std::size_t k = 0; k < length; ++k) {
        out += fmt::format("\\{:03o}", static_cast<unsigned char>(text[i + k]));
      }
      i += length - 1;
    } else {
      out.push_back(static_cast<char>(c));
    }
  }
  out.push_back('"');
  return out;
}

std::string CppIntLiteral(std::int64_t value) {
  if (value == std::numeric_limits<std::int64_t>::min()) {
    return "-9223372036854775807 - 1";  // its absolute value is no literal of any type
  }
  return fmt::format("{}", value);
}

std::string CppDoubleLiteral(double value) {
  if (std::isnan(value)) {
    return "std::numeric_limits<double>::quiet_NaN()";
  }
  if (std::isinf(value)) {
    return std::string(value < 0 ? "-" : "") + "std::numeric_limits<double>::infinity()";
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text;
}

bool IsScalar(const Type& type) {
  return type.kind == TypeKind::kBool || type.kind == TypeKind::kInt ||
         type.kind == TypeKind::kDouble || type.kind == TypeKind::kEnum;
}

std::string_view TypedDataElement(TypeKind kind) {
  switch (kind) {
    case TypeKind::kUint8List:
      return "std::uint8_t";
    case TypeKind::kInt32List:
      return "std::int32_t";
    case TypeKind::kInt64List:
      return "std::int64_t";
    case TypeKind::kFloat32List:
      return "float";
    default:
      return "double";
  }
}

std::string CommentLine(std::string_view slashes, std::string_view text) {
  std::string line = fmt::format("{} {}", slashes, text);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (const std::size_t length = BidiControl(std::string_view(line).substr(i)); length > 0) {
      line.replace(i, length, "\xEF\xBF\xBD");
    } else if (line[i] == '\n' || line[i] == '\r' || line[i] == '\0') {
      line[i] = ' ';
    } else if (i >= 2 && line[i - 2] == '?' && line[i - 1] == '?' && IsTrigraphEnd(line[i])) {
      line.insert(i - 1, 1, ' ');
    }
  }
  while (line.back() == ' ' || line.back() == '\t') {
    line.pop_back();
  }
  if (line.back() == '\\') {
    line.push_back('.');  // a backslash at the end would make the next line a comment, too
  }
  return line;
}

void PrintDocs(Printer& printer, const Docs& docs) {
  for (const std::string& line : docs) {
    printer.Raw(CommentLine("///", line));
  }
}

CppContext::CppContext(const Program& program, std::int32_t definition, const CppNames& names,
                       const CppLayout& layout, std::string_view java_package)
    : program_(program), index_(definition), names_(names), layout_(layout) {
  if (!java_package.empty()) {
    java_folder_ = std::string(java_package) + "/";
    std::ranges::replace(java_folder_, '.', '/');
  }
  const auto& namespaces = names.namespaces();
  if (std::ranges::find(namespaces, "causeway") != namespaces.end()) {
    runtime_ = "::causeway::";
  }
}

std::string CppContext::Scoped(const std::string& name, const NameScope* hidden) const {
  return hidden != nullptr && hidden->contains(name) ? names_.scope() + name : name;
}

std::string CppContext::BaseType(const Type& type, const NameScope* hidden) const {
  switch (type.kind) {
    case TypeKind::kVoid:
      return "void";
    case TypeKind::kBool:
      return "bool";
    case TypeKind::kInt:
      return "std::int64_t";
    case TypeKind::kDouble:
      return "double";
    case TypeKind::kString:
      return "std::string";
    case TypeKind::kUint8List:
    case TypeKind::kInt32List:
    case TypeKind::kInt64List:
    case TypeKind::kFloat32List:
    case TypeKind::kFloat64List:
      return fmt::format("std::vector<{}>", TypedDataElement(type.kind));
    case TypeKind::kList:
      return fmt::format("std::vector<{}>", ValueType(type.args[0], hidden));
    case TypeKind::kMap:
      return fmt::format("{}Map<{}, {}>", runtime_, ValueType(type.args[0], hidden),
                         ValueType(type.args[1], hidden));
    case TypeKind::kEnum:
      return Scoped(names_.EnumName(type.decl), hidden);
    case TypeKind::kClass:
      return Scoped(names_.ClassName(type.decl), hidden);
    case TypeKind::kObject:
    case TypeKind::kProxy:
      return runtime_ + "Value";
  }
  return {};
}

std::string CppContext::ValueType(const Type& type, const NameScope* hidden) const {
  if (type.nullable && type.kind != TypeKind::kObject) {
    return fmt::format("std::optional<{}>", BaseType(type, hidden));
  }
  return BaseType(type, hidden);
}

std::string CppContext::FieldType(DeclIndex c, const Field& field) const {
  if (layout_.IsBoxed(c, field)) {
    return fmt::format("{}Box<{}>", runtime_, BaseType(field.type));
  }
  return ValueType(field.type);
}

std::string CppContext::ViewType(const Type& type, const NameScope* hidden) const {
  std::string view;
  if (type.kind == TypeKind::kString) {
    view = "std::string_view";
  } else if (type.is_typed_data()) {
    view = fmt::format("std::span<const {}>", TypedDataElement(type.kind));
  } else {
    return ReferenceType(type, hidden);
  }
  return type.nullable ? fmt::format("std::optional<{}>", view) : view;
}

std::string CppContext::ReferenceType(const Type& type, const NameScope* hidden) const {
  const std::string value = ValueType(type, hidden);
  return IsScalar(type) ? value : fmt::format("const {}&", value);
}

std::string CppContext::Initializer(const Type& type, const Literal& literal,
                                    const NameScope* hidden) const {
  if (const auto* text = std::get_if<std::string>(&literal.value);
      text != nullptr && type.kind == TypeKind::kString && !HasNul(*text)) {
    return CppStringLiteral(*text);
  }
  return Expression(type, literal, hidden);
}

std::string CppContext::Expression(const Type& type, const Literal& literal,
                                   const NameScope* hidden) const {
  if (type.kind == TypeKind::kObject) {
    return DynamicExpression(literal, hidden);
  }
  if (std::holds_alternative<std::monostate>(literal.value)) {
    return "std::nullopt";
  }
  if (const auto* b = std::get_if<bool>(&literal.value)) {
    return *b ? "true" : "false";
  }
  if (const auto* i = std::get_if<std::int64_t>(&literal.value)) {
    return type.kind == TypeKind::kDouble ? CppDoubleLiteral(static_cast<double>(*i))
                                          : CppIntLiteral(*i);
  }
  if (const auto* d = std::get_if<double>(&literal.value)) {
    return CppDoubleLiteral(*d);
  }
  if (const auto* text = std::get_if<std::string>(&literal.value)) {
    return HasNul(*text) ? SizedString("std::string", *text)
                         : fmt::format("std::string({})", CppStringLiteral(*text));
  }
  if (const auto* e = std::get_if<EnumValue>(&literal.value)) {
    return fmt::format("{}::{}", Scoped(names_.EnumName(e->decl), hidden),
                       names_.MemberName(e->decl, e->member));
  }
  if (const auto* object = std::get_if<ObjectLiteral>(&literal.value)) {
    return ObjectExpression(*object, hidden);
  }
  std::vector<std::string> parts;
  if (const auto* list = std::get_if<ListLiteral>(&literal.value)) {
    for (const Literal& element : list->elements) {
      parts.push_back(Expression(type.args[0], element, hidden));
    }
  } else if (const auto* map = std::get_if<MapLiteral>(&literal.value)) {
    for (const auto& [key, value] : map->entries) {
      parts.push_back(fmt::format("{{{}, {}}}", Expression(type.args[0], key, hidden),
                                  Expression(type.args[1], value, hidden)));
    }
  }
  return fmt::format("{}{{{}}}", BaseType(type, hidden), Join(parts));
}

std::string CppContext::ObjectExpression(const ObjectLiteral& object,
                                         const NameScope* hidden) const {
  std::vector<std::string> parts;
  const ClassDecl& decl = Class(object.decl);
  for (std::size_t i = 0; i < object.fields.size() && i < decl.fields.size(); ++i) {
    parts.push_back(Expression(decl.fields[i].type, object.fields[i], hidden));
  }
  return fmt::format("{}{{{}}}", Scoped(names_.ClassName(object.decl), hidden), Join(parts));
}

std::string CppContext::DynamicExpression(const Literal& literal, const NameScope* hidden) const {
  const std::string value = runtime_ + "Value";
  if (std::holds_alternative<std::monostate>(literal.value)) {
    return value + "()";
  }
  if (const auto* i = std::get_if<std::int64_t>(&literal.value)) {
    return fmt::format("{}(std::int64_t{{{}}})", value, CppIntLiteral(*i));
  }
  if (const auto* list = std::get_if<ListLiteral>(&literal.value)) {
    std::vector<std::string> parts;
    for (const Literal& element : list->elements) {
      parts.push_back(DynamicExpression(element, hidden));
    }
    return fmt::format("{0}({0}::List{{{1}}})", value, Join(parts));
  }
  if (const auto* map = std::get_if<MapLiteral>(&literal.value)) {
    std::vector<std::string> parts;
    for (const auto& [key, item] : map->entries) {
      parts.push_back(fmt::format("{{{}, {}}}", DynamicExpression(key, hidden),
                                  DynamicExpression(item, hidden)));
    }
    return fmt::format("{0}({0}::Map{{{1}}})", value, Join(parts));
  }
  // Scalars and text convert; classes and enums are wrapped by name, because the trait that lets
  // them convert stands at the end of the header.
  Type scalar;
  const bool is_custom = std::holds_alternative<EnumValue>(literal.value) ||
                         std::holds_alternative<ObjectLiteral>(literal.value);
  return fmt::format("{}{}({})", value, is_custom ? "::Of" : "",
                     Expression(scalar, literal, hidden));
}

std::string CppContext::ZeroOf(const Type& type) const {
  if (type.nullable) {
    return {};
  }
  switch (type.kind) {
    case TypeKind::kBool:
      return "false";
    case TypeKind::kInt:
      return "0";
    case TypeKind::kDouble:
      return "0.0";
    case TypeKind::kEnum:
      return fmt::format("{}::{}", names_.EnumName(type.decl), names_.MemberName(type.decl, 0));
    default:
      return {};
  }
}

}  // namespace causeway::gen
