#include "gen/emit_java_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace causeway::gen {
namespace {

// Decodes one code point of checked UTF-8 and moves `at` behind it.
char32_t NextCodePoint(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(i < text.size() ? text[i] : 0));
  };
  const char32_t lead = byte(at);
  const int more = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  char32_t point = more == 0 ? lead : lead & (0x3Fu >> more);
  for (int i = 0; i < more; ++i) {
    point = point << 6 | (byte(at + static_cast<std::size_t>(i) + 1) & 0x3F);
  }
  at += static_cast<std::size_t>(more) + 1;
  return point;
}

std::string Utf16Escape(char32_t point) {
  if (point < 0x10000) return fmt::format("\\u{:04X}", static_cast<unsigned>(point));
  const unsigned rest = static_cast<unsigned>(point) - 0x10000;
  return fmt::format("\\u{:04X}\\u{:04X}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

// Text inside of a comment: ASCII, no HTML, no tags, no end of the comment, and no "\u", which
// Java reads even there.
std::string DocText(std::string_view line) {
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    const char32_t c = NextCodePoint(line, at);
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '@':
        result += "&#64;";
        break;
      case '\\':
        result += "&#92;";
        break;
      case '/':
        result += result.ends_with('*') ? "&#47;" : "/";
        break;
      default:
        if (c < 0x20) {
          result += ' ';
        } else if (c < 0x7F) {
          result += static_cast<char>(c);
        } else {
          result += fmt::format("&#{};", static_cast<unsigned>(c));
        }
    }
  }
  return result;
}

// Text of a line comment: ASCII and no "\u".
std::string CommentText(std::string_view line) {
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    const char32_t c = NextCodePoint(line, at);
    if (c < 0x20) {
      result += ' ';
    } else if (c < 0x7F && c != '\\') {
      result += static_cast<char>(c);
    } else {
      result += c == U'\u00A9' ? "(c)" : c == '\\' ? "/" : "?";
    }
  }
  return result;
}

std::string IntText(std::int64_t value) {
  if (value == std::numeric_limits<std::int64_t>::min()) return "-9223372036854775807L - 1L";
  return fmt::format("{}L", value);
}

std::string DoubleText(double value, const std::string& box) {
  if (std::isnan(value)) return box + ".NaN";
  if (std::isinf(value)) return box + (value > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

JavaContext::JavaContext(const Program& program_in, int definition_index,
                         const JavaOptions& options)
    : program(program_in),
      definition(program_in.definitions[static_cast<std::size_t>(definition_index)]),
      package(options.java_package) {
  // What C++ looks up by name comes first and keeps its name.
  JavaScope types;
  for (const Definition& d : program.definitions) {
    for (const Api& api : d.apis) {
      package_types.insert(types.Claim(JavaTypeName(api.name)));
      if (api.kind == ApiKind::kHost) package_types.insert(types.Claim(GlueClassName(api.name)));
    }
  }
  for (const EnumDecl& decl : program.enums) {
    enum_names.push_back(types.Claim(JavaTypeName(decl.name)));
    package_types.insert(enum_names.back());
  }
  for (const ClassDecl& decl : program.classes) {
    class_names.push_back(types.Claim(JavaTypeName(decl.name)));
    package_types.insert(class_names.back());
    fields.push_back(NameFields(decl));
  }
  api_error = types.Claim("ApiError");
  package_types.insert(api_error);
  for (const Definition& d : program.definitions) {
    const std::string stem = JavaUpperCamel(d.stem);
    const std::string codec_name = types.Claim(stem + "Codec");
    const std::string constants_name = types.Claim(stem + "Constants");
    package_types.insert({codec_name, constants_name});
    if (&d == &definition) {
      codec = codec_name;
      constants = constants_name;
    }
  }
  builder = types.Claim("Builder");
  enum_ordinals.assign(program.enums.size(), -1);
  class_ordinals.assign(program.classes.size(), -1);
  int ordinal = 0;
  for (const CodecEntry& entry : definition.codec_table) {
    if (entry.enum_decl >= 0) {
      enum_ordinals[static_cast<std::size_t>(entry.enum_decl)] = ordinal;
    } else {
      class_ordinals[static_cast<std::size_t>(entry.class_decl)] = ordinal;
    }
    ++ordinal;
  }
}

bool IsPrimitive(const Type& type) {
  return !type.nullable && (type.kind == TypeKind::kBool || type.kind == TypeKind::kInt ||
                            type.kind == TypeKind::kDouble);
}

std::string JavaString(std::string_view utf8) {
  std::string result = "\"";
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t c = NextCodePoint(utf8, at);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += static_cast<char>(c);
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c < 0x20 || c == 0x7F) {
      result += fmt::format("\\{:03o}", static_cast<unsigned>(c));
    } else if (c < 0x7F) {
      result += static_cast<char>(c);
    } else {
      result += Utf16Escape(c);
    }
  }
  return result + '"';
}

std::string JavaCommentName(std::string_view utf8) {
  std::string result;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t c = NextCodePoint(utf8, at);
    result += c < 0x7F ? std::string(1, static_cast<char>(c)) : Utf16Escape(c);
  }
  return result;
}

bool IsWide(const ClassDecl& decl) {
  int words = 1;
  for (const Field& field : decl.fields) {
    words += IsPrimitive(field.type) && field.type.kind != TypeKind::kBool ? 2 : 1;
  }
  return words > 255;
}

std::string JavaFile::Use(std::string_view qualified) {
  const std::size_t dot = qualified.rfind('.');
  const std::string package(qualified.substr(0, dot));
  const std::string simple(qualified.substr(dot + 1));
  if (context_.package_types.contains(simple)) return std::string(qualified);
  if (package != "java.lang" && package != context_.package)
    imports_.insert(std::string(qualified));
  return simple;
}

std::string JavaFile::TypeText(const Type& type, Boxing boxing) {
  const bool boxed = boxing == Boxing::kBoxed || type.nullable;
  switch (type.kind) {
    case TypeKind::kVoid:
      return boxed ? Lang("Void") : "void";
    case TypeKind::kBool:
      return boxed ? Lang("Boolean") : "boolean";
    case TypeKind::kInt:
      return boxed ? Lang("Long") : "long";
    case TypeKind::kDouble:
      return boxed ? Lang("Double") : "double";
    case TypeKind::kString:
      return Lang("String");
    case TypeKind::kUint8List:
      return "byte[]";
    case TypeKind::kInt32List:
      return "int[]";
    case TypeKind::kInt64List:
      return "long[]";
    case TypeKind::kFloat32List:
      return "float[]";
    case TypeKind::kFloat64List:
      return "double[]";
    case TypeKind::kList:
      return fmt::format("{}<{}>", Use("java.util.List"), TypeText(type.args[0], Boxing::kBoxed));
    case TypeKind::kMap:
      return fmt::format("{}<{}, {}>", Use("java.util.Map"), TypeText(type.args[0], Boxing::kBoxed),
                         TypeText(type.args[1], Boxing::kBoxed));
    case TypeKind::kEnum:
      return context_.EnumName(type.decl);
    case TypeKind::kClass:
      return context_.ClassName(type.decl);
    case TypeKind::kObject:
    case TypeKind::kProxy:
      return Lang("Object");
  }
  return Lang("Object");
}

std::string JavaFile::Nullness(const Type& type) {
  if (IsPrimitive(type) || type.kind == TypeKind::kVoid) return {};
  return "@" + Use(type.nullable ? "dev.causeway.Nullable" : "dev.causeway.NonNull") + " ";
}

std::string JavaFile::LiteralText(const Type& type, const Literal& literal) {
  Type any;  // of an element of an untyped collection
  any.kind = TypeKind::kObject;
  any.nullable = true;
  const auto collection = [&](std::string_view kind, const std::string& content) {
    return fmt::format("new {}<>({})", Use(kind), content);
  };
  if (const auto* value = std::get_if<bool>(&literal.value)) return *value ? "true" : "false";
  if (const auto* value = std::get_if<std::int64_t>(&literal.value)) {
    if (type.kind == TypeKind::kDouble) {
      return DoubleText(static_cast<double>(*value), Lang("Double"));
    }
    return IntText(*value);
  }
  if (const auto* value = std::get_if<double>(&literal.value)) {
    return DoubleText(*value, Lang("Double"));
  }
  if (const auto* value = std::get_if<std::string>(&literal.value)) return JavaString(*value);
  if (const auto* value = std::get_if<EnumValue>(&literal.value)) {
    return fmt::format(
        "{}.{}", context_.EnumName(value->decl),
        NameMembers(context_.Enum(value->decl))[static_cast<std::size_t>(value->member)]);
  }
  if (const auto* value = std::get_if<ListLiteral>(&literal.value)) {
    if (value->elements.empty()) return collection("java.util.ArrayList", {});
    const Type element = type.kind == TypeKind::kList ? type.args[0] : any;
    std::string elements;
    for (const Literal& e : value->elements) {
      elements += (elements.empty() ? "" : ", ") + LiteralText(element, e);
    }
    return collection("java.util.ArrayList",
                      fmt::format("{}.<{}>asList({})", Use("java.util.Arrays"),
                                  TypeText(element, Boxing::kBoxed), elements));
  }
  if (const auto* value = std::get_if<MapLiteral>(&literal.value)) {
    if (value->entries.empty()) return collection("java.util.LinkedHashMap", {});
    const bool typed = type.kind == TypeKind::kMap;
    const Type key = typed ? type.args[0] : any;
    const Type mapped = typed ? type.args[1] : any;
    const std::string map_type =
        fmt::format("{}<{}, {}>", Use("java.util.LinkedHashMap"), TypeText(key, Boxing::kBoxed),
                    TypeText(mapped, Boxing::kBoxed));
    // A supplier: an expression that can hold statements.
    const std::string map = fmt::format("map{}", ++locals_);
    std::string puts;
    for (const auto& [k, v] : value->entries) {
      puts += fmt::format(" {}.put({}, {});", map, LiteralText(key, k), LiteralText(mapped, v));
    }
    return fmt::format("(({}<{}>) () -> {{ {} {} = new {}();{} return {}; }}).get()",
                       Use("java.util.function.Supplier"), map_type, map_type, map, map_type, puts,
                       map);
  }
  if (const auto* value = std::get_if<ObjectLiteral>(&literal.value)) {
    const ClassDecl& decl = context_.Class(value->decl);
    if (IsWide(decl)) {
      // Statements: javac would treat a chain of hundreds of calls by recursion.
      const std::string& name = context_.ClassName(value->decl);
      const std::string local = fmt::format("builder{}", ++locals_);
      std::string sets;
      for (std::size_t i = 0; i < value->fields.size(); ++i) {
        sets += fmt::format(" {}.{}({});", local, context_.Fields(value->decl).setters[i],
                            LiteralText(decl.fields[i].type, value->fields[i]));
      }
      return fmt::format(
          "(({0}<{1}>) () -> {{ {1}.{2} {3} = new {1}.{2}();{4} return {3}.build(); "
          "}}).get()",
          Use("java.util.function.Supplier"), name, context_.builder, local, sets);
    }
    std::string arguments;
    for (std::size_t i = 0; i < value->fields.size(); ++i) {
      arguments += (i == 0 ? "" : ", ") + LiteralText(decl.fields[i].type, value->fields[i]);
    }
    return fmt::format("new {}({})", context_.ClassName(value->decl), arguments);
  }
  return "null";
}

void JavaFile::Javadoc(const Docs& docs) {
  if (docs.empty()) return;
  if (docs.size() == 1) {
    std::string line = fmt::format("/** {} */", DocText(docs[0]));
    if (static_cast<int>(line.size()) <= printer_.Room()) {
      printer_.Raw(line);
      return;
    }
  }
  printer_.Raw("/**");
  for (const std::string& line : docs) {
    const std::string text = DocText(line);
    printer_.Raw(text.empty() ? " *" : " * " + text);
  }
  printer_.Raw(" */");
}

EmittedFile JavaFile::Finish(Origin origin) {
  Printer head;
  if (origin == Origin::kDefinition) {
    for (const std::string& line : context_.definition.options.copyright_lines) {
      const std::string text = CommentText(line);
      head.Raw(text.empty() ? "//" : text.starts_with("//") ? text : "// " + text);
    }
    head.Line("// Generated by causeway from {}.dart. Do not edit.",
              JavaCommentName(context_.definition.stem));
  } else {
    head.Raw("// Generated by causeway. Do not edit.");
  }
  if (!context_.package.empty()) {
    head.Blank();
    head.Line("package {};", context_.package);
  }
  if (!imports_.empty()) head.Blank();
  for (const std::string& name : imports_) head.Line("import {};", name);
  head.Blank();

  std::string folder = context_.package;
  std::ranges::replace(folder, '.', '/');
  if (!folder.empty()) folder += '/';
  return {folder + class_name_ + ".java", head.Take() + printer_.Take()};
}

}  // namespace causeway::gen
