// The functions of the typed codec; emit_cpp_codec.cc explains them.
#include <fmt/format.h>

#include <algorithm>

#include "gen/emit_cpp_codec.h"

namespace causeway::gen {
namespace {

// Elements that are larger are checked one by one: the bound of a long list of them would reserve
// much more than a list of, say, nulls needs.
constexpr std::size_t kMaxReservedElement = 128;

Type ClassType(DeclIndex c) {
  Type type;
  type.kind = TypeKind::kClass;
  type.decl = c;
  return type;
}

}  // namespace

std::string CppCodec::Signature(Role role, const Type& type) {
  const std::string name = Function(role, type);
  const std::string cpp_type = context_.BaseType(type);
  const bool is_empty = type.kind == TypeKind::kClass && !context_.Class(type.decl).is_sealed &&
                        context_.Class(type.decl).fields.empty();
  const bool is_list = type.kind == TypeKind::kList;
  const bool is_map = type.kind == TypeKind::kMap;
  const char* value = is_empty ? "" : is_list ? " list" : is_map ? " map" : " value";
  // What a list holds thousands of.
  const char* small = type.kind == TypeKind::kClass && IsFixed(type) &&
                              SizesOf(type.decl).bound.bytes <= kMaxReservedElement
                          ? "inline "
                          : "";
  switch (role) {
    case Role::kPut:
      return fmt::format("inline void {}(codec::Writer& writer, const {}&{})", name, cpp_type,
                         value);
    case Role::kWrite:
      return fmt::format("void {}(codec::Writer& writer, const {}&{})", name, cpp_type, value);
    case Role::kReadFields:
      return fmt::format("{}void {}(codec::Reader&{}, {}&{})", small, name,
                         is_empty ? "" : " reader", cpp_type, value);
    case Role::kRead:
      return fmt::format("{}void {}(codec::Reader& reader, {}&{}, const char* what)", small, name,
                         cpp_type, value);
    case Role::kFromIndex:
      return fmt::format("{} {}(std::int64_t index)", cpp_type, name);
  }
  return {};
}

void CppCodec::EmitBody(Printer& out, Role role, const Type& type) {
  const bool is_sealed = type.kind == TypeKind::kClass && context_.Class(type.decl).is_sealed;
  switch (role) {
    case Role::kPut:
      EmitWriteClass(out, type.decl, role);
      break;
    case Role::kWrite:
      if (type.kind == TypeKind::kList) {
        EmitWriteList(out, type.args[0]);
      } else if (type.kind == TypeKind::kMap) {
        EmitWriteMap(out, type);
      } else if (is_sealed) {
        EmitWriteSealed(out, type.decl);
      } else {
        EmitWriteClass(out, type.decl, role);
      }
      break;
    case Role::kReadFields:
      EmitReadFields(out, type.decl);
      break;
    case Role::kRead:
      if (type.kind == TypeKind::kList) {
        EmitReadList(out, type.args[0]);
      } else if (type.kind == TypeKind::kMap) {
        EmitReadMap(out, type);
      } else if (is_sealed) {
        EmitReadSealed(out, type.decl);
      } else {
        out.Line("reader.ReadClassHeader({}, {}, what);", Ordinal(type), FieldCount(type.decl));
        if (FieldCount(type.decl) > 0) {
          out.Line("{}(reader, value);", Function(Role::kReadFields, type));
        }
      }
      break;
    case Role::kFromIndex:
      out.Open("if (index < 0 || index >= {})", context_.Enum(type.decl).members.size());
      out.Line("generated::ThrowUnknownEnum(\"{}\", index);", context_.Enum(type.decl).name);
      out.Close();
      out.Line("return static_cast<{}>(index);", context_.BaseType(type));
      break;
  }
}

void CppCodec::EmitWriteClass(Printer& out, DeclIndex c, Role role) {
  std::vector<Item> items;
  const ClassDecl& decl = context_.Class(c);
  for (std::size_t i = 0; i < decl.fields.size(); ++i) {
    const Field& field = decl.fields[i];
    items.push_back({&field.type, "value." + context_.names().FieldName(c, i),
                     decl.name + "." + field.name, context_.layout().IsBoxed(c, field)});
  }
  const std::string header =
      fmt::format("writer.PutClassHeader({}, {});", Ordinal(ClassType(c)), FieldCount(c));
  if (role == Role::kPut) {
    out.Raw(header);
    for (const Item& item : items) {
      PrintStatement(out, PutStatement("writer", item));
    }
    return;
  }
  if (context_.layout().IsRecursive(c)) {
    out.Raw("const codec::Writer::Nested level(writer);");
  }
  EmitWritesAfter(out, "writer", items, Bound{{{"codec::kMaxClassHeader", 1}}, 0}, {header});
}

void CppCodec::EmitReadFields(Printer& out, DeclIndex c) {
  const ClassDecl& decl = context_.Class(c);
  if (context_.layout().IsRecursive(c)) {
    out.Raw("const codec::Reader::Nested level(reader);");
  }
  for (std::size_t i = 0; i < decl.fields.size(); ++i) {
    const Field& field = decl.fields[i];
    EmitRead(out, "reader", field.type, "value." + context_.names().FieldName(c, i),
             fmt::format("\"{}.{}\"", decl.name, field.name), context_.layout().IsBoxed(c, field),
             field.has_default);
  }
}

void CppCodec::EmitWriteSealed(Printer& out, DeclIndex c) {
  const std::vector<DeclIndex> children = ConcreteChildren(context_.program(), c);
  out.Open("switch (value.index())");
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Type type = ClassType(children[i]);
    out.Line("case {}:", i);
    out.Indent();
    EmitWrites(out, "writer", {{&type, fmt::format("*std::get_if<{}>(&value)", i), {}}});
    out.Raw("break;");
    out.Outdent();
  }
  out.Raw("default:");
  out.Line("  generated::ThrowNullArgument(\"{}\");", context_.Class(c).name);
  out.Close();
}

void CppCodec::EmitReadSealed(Printer& out, DeclIndex c) {
  const std::vector<DeclIndex> children = ConcreteChildren(context_.program(), c);
  out.Raw("const int ordinal = reader.ReadCustomOrdinal(what);");
  out.Open("switch (ordinal)");
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Type type = ClassType(children[i]);
    out.Line("case {}:", Ordinal(type));
    out.Indent();
    out.Line("reader.ReadClassFields({}, what);", FieldCount(children[i]));
    if (FieldCount(children[i]) > 0) {
      out.Line("{}(reader, value.emplace<{}>());", Function(Role::kReadFields, type), i);
    } else {
      out.Line("value.emplace<{}>();", i);
    }
    out.Raw("break;");
    out.Outdent();
  }
  out.Raw("default:");
  out.Raw("  reader.FailOrdinal(ordinal, what);");
  out.Close();
}

void CppCodec::EmitWriteList(Printer& out, const Type& element) {
  out.Raw("writer.WriteListHeader(list.size());");
  const bool is_scalar = IsScalar(element);
  const std::string loop =
      fmt::format("for (const {} item : list)",
                  is_scalar && !element.nullable ? context_.BaseType(element) : "auto&");
  const Item item{&element, "item", "an element of a List"};
  if (IsFixed(element) && BoundOf(element).bytes <= kMaxReservedElement) {
    out.Line("writer.Reserve(list.size() * {});", BoundOf(element).Text());
    out.Open("{}", loop);
    PrintStatement(out, PutStatement("writer", item));
  } else {
    out.Open("{}", loop);
    EmitWrites(out, "writer", {item});
  }
  out.Close();
}

void CppCodec::EmitReadList(Printer& out, const Type& element) {
  out.Line("const std::size_t count = reader.ReadListHeader({}, what);", MinBytes(element));
  out.Raw("list.reserve(count);");
  out.Open("for (std::size_t i = 0; i < count; ++i)");
  if (IsSimple(element)) {
    PrintStatement(out,
                   fmt::format("list.push_back({});", ReadExpression("reader", element, "what")));
  } else if (element.nullable) {
    out.Raw("auto& item = list.emplace_back();");
    EmitRead(out, "reader", element, "item", "what");
  } else {
    EmitRead(out, "reader", element, "list.emplace_back()", "what");
  }
  out.Close();
}

void CppCodec::EmitWriteMap(Printer& out, const Type& type) {
  out.Raw("writer.WriteMapHeader(map.size());");
  out.Open("for (const auto& [key, item] : map)");
  EmitWrites(
      out, "writer",
      {{&type.args[0], "key", "a key of a Map"}, {&type.args[1], "item", "a value of a Map"}});
  out.Close();
}

void CppCodec::EmitReadVariable(Printer& out, const Type& type, std::string_view name) {
  if (IsSimple(type)) {
    out.Line("{} {} = {};", context_.ValueType(type), name, ReadExpression("reader", type, "what"));
  } else {
    out.Line("{} {}{{}};", context_.ValueType(type), name);
    EmitRead(out, "reader", type, name, "what");
  }
}

void CppCodec::EmitReadMap(Printer& out, const Type& type) {
  out.Line("const std::size_t count = reader.ReadMapHeader({}, what);",
           MinBytes(type.args[0]) + MinBytes(type.args[1]));
  out.Open("for (std::size_t i = 0; i < count; ++i)");
  EmitReadVariable(out, type.args[0], "key");
  EmitReadVariable(out, type.args[1], "item");
  out.Raw("map.insert_or_assign(map.end(), std::move(key), std::move(item));");
  out.Close();
}

void CppCodec::EmitObjectFunctions(Printer& declarations, Printer& bodies) {
  const std::string value = context_.runtime() + "Value";
  if (!object_writer_.empty()) {
    const std::string signature = fmt::format(
        "void {}(codec::Writer& writer, const {}& value, const char* what)", object_writer_, value);
    PrintStatement(declarations, signature + ";");
    PrintStatement(bodies, signature + " {");
    bodies.Indent();
    bodies.Raw("if (value.is_null()) generated::ThrowNullArgument(what);");
    bodies.Line("writer.WriteValue(value, {});", TableName());
    bodies.Close();
    bodies.Blank();
  }
  if (!object_reader_.empty()) {
    const std::string signature =
        fmt::format("{} {}(codec::Reader& reader, const char* what)", value, object_reader_);
    PrintStatement(declarations, signature + ";");
    PrintStatement(bodies, signature + " {");
    bodies.Indent();
    bodies.Raw("if (reader.ReadNullTag()) reader.FailNull(what);");
    bodies.Line("return reader.ReadValue({}, what);", TableName());
    bodies.Close();
    bodies.Blank();
  }
}

void CppCodec::EmitTable(Printer& declarations, Printer& bodies) {
  const std::string value = context_.runtime() + "Value";
  const std::string write = scope_.Claim("WriteCustom");
  const std::string read = scope_.Claim("ReadCustom");
  const std::string write_signature =
      fmt::format("bool {}(codec::Writer& writer, const {}& value)", write, value);
  const std::string read_signature =
      fmt::format("{} {}(codec::Reader& reader, int ordinal)", value, read);
  PrintStatement(declarations, write_signature + ";");
  PrintStatement(declarations, read_signature + ";");
  declarations.Line("constexpr codec::Table {}{{&{}, &{}}};", table_, write, read);

  PrintStatement(bodies, write_signature + " {");
  bodies.Indent();
  // First by address: a comparison of type_infos that differ compares their names. Only a value
  // that another shared object made has a type_info of its own, and takes the second pass.
  bodies.Line("const {}::Custom* held = value.custom();", value);
  bodies.Raw("if (held == nullptr) return false;");
  bodies.Raw("const std::type_info* type = &held->type();");
  bodies.Open("for (const bool by_name : {{false, true}})");
  for (const CodecEntry& entry : context_.definition().codec_table) {
    Type type = ClassType(entry.class_decl);
    if (entry.enum_decl >= 0) {
      type.kind = TypeKind::kEnum;
      type.decl = entry.enum_decl;
    }
    const std::string name = context_.BaseType(type);
    bodies.Open("if (type == &typeid({0}) || (by_name && *type == typeid({0})))", name);
    bodies.Line("const auto& content = *static_cast<const {}*>(held->get());", name);
    EmitWrites(bodies, "writer", {{&type, "content", {}}});
    bodies.Raw("return true;");
    bodies.Close();
  }
  bodies.Close();
  bodies.Raw("return false;");
  bodies.Close();
  bodies.Blank();

  PrintStatement(bodies, read_signature + " {");
  bodies.Indent();
  bodies.Open("switch (ordinal)");
  for (const CodecEntry& entry : context_.definition().codec_table) {
    if (entry.enum_decl >= 0) {
      Type type;
      type.kind = TypeKind::kEnum;
      type.decl = entry.enum_decl;
      const EnumDecl& decl = context_.Enum(entry.enum_decl);
      bodies.Line("case {}:", Ordinal(type));
      bodies.Line("  return {}::Of(static_cast<{}>(reader.ReadEnumIndex({}, \"{}\")));", value,
                  context_.BaseType(type), decl.members.size(), decl.name);
      continue;
    }
    const Type type = ClassType(entry.class_decl);
    const int count = FieldCount(entry.class_decl);
    bodies.Open("case {}:", Ordinal(type));
    bodies.Line("reader.ReadClassFields({}, \"{}\");", count, context_.Class(type.decl).name);
    bodies.Line("{} content;", context_.BaseType(type));
    if (count > 0) {
      bodies.Line("{}(reader, content);", Function(Role::kReadFields, type));
    }
    bodies.Line("return {}::Of(std::move(content));", value);
    bodies.Close();
  }
  bodies.Raw("default:");
  bodies.Raw("  reader.FailOrdinal(ordinal);");
  bodies.Close();
  bodies.Close();
  bodies.Blank();
}

void CppCodec::EmitAll(Printer& out) {
  Printer declarations;
  Printer bodies;
  std::size_t emitted = 0;
  const auto emit_wanted = [&] {
    for (; emitted < wanted_.size(); ++emitted) {
      const Wanted wanted = wanted_[emitted];  // a copy: emitting the body may want more
      const std::string signature = Signature(wanted.role, wanted.type);
      PrintStatement(declarations, signature + ";");
      PrintStatement(bodies, signature + " {");
      bodies.Indent();
      EmitBody(bodies, wanted.role, wanted.type);
      bodies.Close();
      bodies.Blank();
    }
  };
  emit_wanted();
  if (!object_writer_.empty() || !object_reader_.empty()) {
    TableName();
  }
  if (!table_.empty()) {
    EmitTable(declarations, bodies);
    emit_wanted();  // the table wants all types
  }
  EmitObjectFunctions(declarations, bodies);
  for (const std::string& line : constant_lines_) {
    PrintStatement(out, line);
  }
  if (!constant_lines_.empty()) {
    out.Blank();
  }
  if (!declarations.text().empty()) {
    out.Raw(declarations.text());
  }
  std::string text = bodies.Take();
  while (text.ends_with('\n')) {
    text.pop_back();
  }
  if (!text.empty()) {
    out.Raw(text);
    out.Blank();
  }
}

}  // namespace causeway::gen
