#include "gen/emit_java_codec.h"

#include <algorithm>
#include <functional>

namespace causeway::gen {
namespace {

constexpr int kDirectTypes = 126;  // ids 129 to 254
constexpr int kSmall = 1024;       // a run of fixed values above this is no run any more

// Bytes in front of an id's payload: the id, or the wrapper of an overflowing one.
int IdBytes(int ordinal) { return ordinal < kDirectTypes ? 1 : 12; }

std::vector<bool> FindRecursive(const Program& program) {
  // contains[c]: classes that a value of class c can hold directly.
  std::vector<std::vector<DeclIndex>> contains(program.classes.size());
  for (std::size_t c = 0; c < program.classes.size(); ++c) {
    std::function<void(const Type&)> visit = [&](const Type& type) {
      if (type.kind == TypeKind::kClass) contains[c].push_back(type.decl);
      for (const Type& arg : type.args) visit(arg);
    };
    for (const Field& field : program.classes[c].fields) visit(field.type);
    for (const DeclIndex child : program.classes[c].children) contains[c].push_back(child);
  }
  std::vector<bool> recursive(program.classes.size(), false);
  for (std::size_t c = 0; c < program.classes.size(); ++c) {
    std::vector<bool> seen(program.classes.size(), false);
    std::vector<DeclIndex> work = contains[c];
    while (!work.empty() && !recursive[c]) {
      const auto next = static_cast<std::size_t>(work.back());
      work.pop_back();
      if (next == c) recursive[c] = true;
      if (seen[next]) continue;
      seen[next] = true;
      work.insert(work.end(), contains[next].begin(), contains[next].end());
    }
  }
  return recursive;
}

std::string_view TypedDataName(TypeKind kind) {
  switch (kind) {
    case TypeKind::kUint8List:
      return "Uint8List";
    case TypeKind::kInt32List:
      return "Int32List";
    case TypeKind::kInt64List:
      return "Int64List";
    case TypeKind::kFloat32List:
      return "Float32List";
    default:
      return "Float64List";
  }
}

// Suffix of the Reader and Writer methods for what is no enum, class, list, map or Object.
std::string_view MethodSuffix(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBool:
      return "Bool";
    case TypeKind::kInt:
      return "Int";
    case TypeKind::kDouble:
      return "Double";
    case TypeKind::kString:
      return "String";
    default:
      return TypedDataName(kind);
  }
}

}  // namespace

JavaCodec::JavaCodec(const JavaContext& context)
    : context_(context), recursive_(FindRecursive(context.program)) {
  for (const std::string& name : context.enum_names) names_.Claim(name);
  for (const std::string& name : context.class_names) names_.Claim(name);
}

int JavaCodec::HeaderBytes(DeclIndex c) const {
  const std::size_t fields = context_.Class(c).fields.size();
  return IdBytes(context_.ClassOrdinal(c)) + 1 + (fields < 254 ? 1 : 3);
}

std::optional<int> JavaCodec::MaxBytes(const Type& type) const {
  switch (type.kind) {
    case TypeKind::kBool:
      return 1;
    case TypeKind::kInt:
      return 9;
    case TypeKind::kDouble:
      return 16;
    case TypeKind::kEnum:
      return IdBytes(context_.EnumOrdinal(type.decl)) + 9;
    case TypeKind::kClass:
      return MaxBytesOfClass(type.decl);
    default:
      return std::nullopt;
  }
}

std::optional<int> JavaCodec::MaxBytesOfClass(DeclIndex c) const {
  if (context_.Class(c).is_sealed || IsRecursive(c)) return std::nullopt;
  int sum = HeaderBytes(c);
  for (const Field& field : context_.Class(c).fields) {
    const auto bytes = MaxBytes(field.type);
    if (!bytes || sum + *bytes > kSmall) return std::nullopt;
    sum += *bytes;
  }
  return sum;
}

std::vector<DeclIndex> JavaCodec::Leaves(DeclIndex sealed) const {
  std::vector<DeclIndex> leaves;
  for (const DeclIndex child : context_.Class(sealed).children) {
    if (context_.Class(child).is_sealed) {
      const auto below = Leaves(child);
      leaves.insert(leaves.end(), below.begin(), below.end());
    } else {
      leaves.push_back(child);
    }
  }
  return leaves;
}

std::string JavaCodec::CompositeKey(const Type& type) const {
  std::string key = type.nullable ? "Nullable" : "";
  switch (type.kind) {
    case TypeKind::kList:
      return key + "ListOf" + CompositeKey(type.args[0]);
    case TypeKind::kMap:
      return key + "MapOf" + CompositeKey(type.args[0]) + "To" + CompositeKey(type.args[1]);
    case TypeKind::kEnum:
      return key + context_.EnumName(type.decl);
    case TypeKind::kClass:
      return key + context_.ClassName(type.decl);
    case TypeKind::kObject:
    case TypeKind::kProxy:
    case TypeKind::kVoid:
      return key + "Object";
    default:
      return key + std::string(MethodSuffix(type.kind));
  }
}

std::string JavaCodec::FunctionName(const Type& type) {
  Type plain = type;
  plain.nullable = false;
  // The key names the type in words, which two types could share; their structure cannot.
  const std::string words = CompositeKey(plain);
  std::function<std::string(const Type&)> structure = [&](const Type& t) {
    std::string text =
        fmt::format("{}{}{}(", static_cast<int>(t.kind), t.nullable ? "?" : "", t.decl);
    for (const Type& arg : t.args) text += structure(arg) + ",";
    return text + ")";
  };
  const auto [at, is_new] = by_key_.emplace(structure(plain), composites_.size());
  if (is_new) composites_.push_back({names_.Claim(words), plain});
  return composites_[at->second].name;
}

std::string JavaCodec::Prefix(JavaFile& file) const {
  return &file.context() == &context_ && file.class_name() == context_.codec ? std::string()
                                                                             : context_.codec + ".";
}

void JavaCodec::PrintWrite(JavaFile& file, const Type& type, std::string_view value,
                           std::string_view where) {
  Printer& p = file.printer();
  if (type.kind == TypeKind::kObject || type.kind == TypeKind::kProxy) {
    p.Line("{}INSTANCE.encode(w, {}, {});", Prefix(file), value, where);
    return;
  }
  if (type.nullable) {
    p.Open("if ({} == null)", value);
    p.Line("w.writeNull();");
    p.Close(" else {");
  }
  switch (type.kind) {
    case TypeKind::kEnum:
      p.Line("w.writeEnum({}, {}.ordinal());", context_.EnumOrdinal(type.decl), value);
      break;
    case TypeKind::kClass:
      p.Line("{}write{}(w, {});", Prefix(file), context_.ClassName(type.decl), value);
      break;
    case TypeKind::kList:
    case TypeKind::kMap:
      p.Line("{}write{}(w, {}, {});", Prefix(file), FunctionName(type), value, where);
      break;
    default:
      p.Line("w.write{}({});", MethodSuffix(type.kind), value);
  }
  if (type.nullable) p.Close();
}

// As PrintWrite, for a value of known greatest size for which room was made.
void JavaCodec::PrintPut(JavaFile& file, const Type& type, std::string_view value) {
  Printer& p = file.printer();
  if (type.nullable) {
    p.Open("if ({} == null)", value);
    p.Line("w.putNull();");
    p.Close(" else {");
  }
  if (type.kind == TypeKind::kEnum) {
    p.Line("w.putEnum({}, {}.ordinal());", context_.EnumOrdinal(type.decl), value);
  } else if (type.kind == TypeKind::kClass) {
    p.Line("put{}(w, {});", context_.ClassName(type.decl), value);
  } else {
    p.Line("w.put{}({});", MethodSuffix(type.kind), value);
  }
  if (type.nullable) p.Close();
}

std::string JavaCodec::ReadText(JavaFile& file, const Type& type, std::string_view where) {
  std::string text;
  switch (type.kind) {
    case TypeKind::kObject:
    case TypeKind::kProxy:
      text = fmt::format("{}INSTANCE.{}(r, {})", Prefix(file),
                         type.nullable ? "decode" : "decodeNonNull", where);
      return text;
    case TypeKind::kEnum:
      text = fmt::format("{}read{}(r, {})", Prefix(file), context_.EnumName(type.decl), where);
      break;
    case TypeKind::kClass:
      text = fmt::format("{}read{}(r, {})", Prefix(file), context_.ClassName(type.decl), where);
      break;
    case TypeKind::kList:
    case TypeKind::kMap:
      text = fmt::format("{}read{}(r, {})", Prefix(file), FunctionName(type), where);
      break;
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kDouble:
    case TypeKind::kString:
      return fmt::format("r.read{}{}({})", type.nullable ? "Nullable" : "", MethodSuffix(type.kind),
                         where);
    default:
      text = fmt::format("r.read{}({})", MethodSuffix(type.kind), where);
  }
  return type.nullable ? "r.readNull() ? null : " + text : text;
}

std::string JavaCodec::EnumText(JavaFile& file, DeclIndex e, std::string_view index,
                                std::string_view where) {
  return fmt::format("{}to{}({}, {})", Prefix(file), context_.EnumName(e), index, where);
}

void JavaCodec::PrintEnum(JavaFile& file, DeclIndex e) {
  Printer& p = file.printer();
  const std::string& name = context_.EnumName(e);
  const std::string string = file.Lang("String");
  const std::size_t members = context_.Enum(e).members.size();
  const int ordinal = context_.EnumOrdinal(e);
  p.Blank();
  p.Line("private static final {}[] VALUES_OF_{} = {}.values();", name, name, name);
  p.Blank();
  p.Open("static {} to{}(int index, {} where)", name, name, string);
  p.Line("return VALUES_OF_{}[INSTANCE.index(index, {}, where)];", name, members);
  p.Close();
  p.Blank();
  p.Open("static void write{}({} w, {} v)", name, file.Runtime("Writer"), name);
  p.Line("w.writeEnum({}, v.ordinal());", ordinal);
  p.Close();
  p.Blank();
  p.Open("static {} read{}({} r, {} where)", name, name, file.Runtime("Reader"), string);
  p.Line("return VALUES_OF_{}[r.readEnum({}, {}, where)];", name, ordinal, members);
  p.Close();
}

void JavaCodec::PrintClass(JavaFile& file, DeclIndex c) {
  Printer& p = file.printer();
  const ClassDecl& decl = context_.Class(c);
  const JavaFieldNames& names = context_.Fields(c);
  const std::string& name = context_.ClassName(c);
  const std::string writer = file.Runtime("Writer");
  const std::string reader = file.Runtime("Reader");
  const int ordinal = context_.ClassOrdinal(c);
  const auto fixed = MaxBytesOfClass(c);
  const auto where = [&](std::size_t i) {
    return JavaString(decl.name + "." + decl.fields[i].name);
  };

  p.Blank();
  p.Open("static void write{}({} w, {} v)", name, writer, name);
  if (fixed) {
    p.Line("w.reserve({});", *fixed);
    p.Line("put{}(w, v);", name);
    p.Close();
    p.Blank();
    p.Open("private static void put{}({} w, {} v)", name, writer, name);
  } else if (IsRecursive(c)) {
    p.Line("w.enter();");
  }
  // Runs of values of known size share one reservation; the header belongs to the first run.
  const auto run_bytes = [&](std::size_t from) {
    int sum = 0;
    for (std::size_t i = from; i < decl.fields.size(); ++i) {
      const auto bytes = MaxBytes(decl.fields[i].type);
      if (!bytes || sum + *bytes > kSmall) break;
      sum += *bytes;
    }
    return sum;
  };
  int room = run_bytes(0);
  if (!fixed) p.Line("w.reserve({});", HeaderBytes(c) + room);
  p.Line("w.putClass({}, {});", ordinal, decl.fields.size());
  for (std::size_t i = 0; i < decl.fields.size(); ++i) {
    const Type& type = decl.fields[i].type;
    const auto bytes = MaxBytes(type);
    if (bytes) {
      if (!fixed && room < *bytes) {
        room = run_bytes(i);
        p.Line("w.reserve({});", room);
      }
      PrintPut(file, type, "v." + names.fields[i]);
      room -= *bytes;
    } else {
      PrintWrite(file, type, "v." + names.fields[i], where(i));
      room = 0;
    }
  }
  if (!fixed && IsRecursive(c)) p.Line("w.leave();");
  p.Close();

  p.Blank();
  p.Open("static {} read{}({} r, {} where)", name, name, reader, file.Lang("String"));
  p.Line("r.readClass({}, {}, where);", ordinal, decl.fields.size());
  p.Line("return fieldsOf{}(r);", name);
  p.Close();

  p.Blank();
  p.Open("private static {} fieldsOf{}({} r)", name, name, reader);
  if (IsRecursive(c)) p.Line("r.enter();");
  const std::string made = IsRecursive(c) ? name + " v =" : "return";
  if (IsWide(decl)) {
    const std::string builder = name + "." + context_.builder;
    p.Line("{} b = new {}();", builder, builder);
    for (std::size_t i = 0; i < decl.fields.size(); ++i) {
      p.Line("b.{}({});", names.setters[i], ReadText(file, decl.fields[i].type, where(i)));
    }
    p.Line("{} new {}(b);", made, name);
  } else if (decl.fields.empty()) {
    p.Line("{} new {}();", made, name);
  } else {
    p.Line("{} new {}(", made, name);
    for (std::size_t i = 0; i < decl.fields.size(); ++i) {
      p.Line("    {}{}", ReadText(file, decl.fields[i].type, where(i)),
             i + 1 == decl.fields.size() ? ");" : ",");
    }
  }
  if (IsRecursive(c)) {
    p.Line("r.leave();");
    p.Line("return v;");
  }
  p.Close();
}

void JavaCodec::PrintSealed(JavaFile& file, DeclIndex c) {
  Printer& p = file.printer();
  const std::string& name = context_.ClassName(c);
  p.Blank();
  p.Open("static void write{}({} w, {} v)", name, file.Runtime("Writer"), name);
  for (const DeclIndex leaf : Leaves(c)) {
    p.Open("if (v instanceof {})", context_.ClassName(leaf));
    p.Line("write{}(w, ({}) v);", context_.ClassName(leaf), context_.ClassName(leaf));
    p.Line("return;");
    p.Close();
  }
  p.Line("throw new {}(v.getClass().getName());", file.Lang("IllegalArgumentException"));
  p.Close();

  p.Blank();
  p.Open("static {} read{}({} r, {} where)", name, name, file.Runtime("Reader"),
         file.Lang("String"));
  p.Line("int ordinal = r.readOrdinal(where);");
  p.Open("switch (ordinal)");
  for (const DeclIndex leaf : Leaves(c)) {
    p.Line("case {}:", context_.ClassOrdinal(leaf));
    p.Line("  r.readFields({}, where);", context_.Class(leaf).fields.size());
    p.Line("  return fieldsOf{}(r);", context_.ClassName(leaf));
  }
  p.Line("default:");
  p.Line("  throw unexpectedType(r, ordinal, where);");
  p.Close();
  p.Close();
}

void JavaCodec::PrintNullCheck(JavaFile& file, const Type& type, std::string_view value) {
  if (type.nullable) return;
  Printer& p = file.printer();
  p.Open("if ({} == null)", value);
  p.Line("throw w.nullElement(where);");
  p.Close();
}

// The iterated size is compared with the announced one: a collection of the user may change, or
// lie, while it is iterated.
void JavaCodec::PrintList(JavaFile& file, const Composite& list) {
  Printer& p = file.printer();
  const Type& element = list.type.args[0];
  const std::string type = file.TypeText(list.type);
  const std::string boxed = file.TypeText(element, JavaFile::Boxing::kBoxed);
  const auto bytes = MaxBytes(element);
  p.Blank();
  p.Open("static void write{}({} w, {} list, {} where)", list.name, file.Runtime("Writer"), type,
         file.Lang("String"));
  p.Line("int left = list.size();");
  p.Line("w.writeList(left{});", bytes ? fmt::format(", {}", *bytes) : "");
  p.Open("for ({} v : list)", boxed);
  p.Open("if (--left < 0)");
  p.Line("break;");
  p.Close();
  PrintNullCheck(file, element, "v");
  if (bytes) {
    p.Line("w.reserve({});", *bytes);
    PrintPut(file, element, "v");
  } else {
    PrintWrite(file, element, "v", "where");
  }
  p.Close();
  p.Open("if (left != 0)");
  p.Line("throw w.sizeError(where);");
  p.Close();
  p.Close();

  p.Blank();
  p.Open("static {} read{}({} r, {} where)", type, list.name, file.Runtime("Reader"),
         file.Lang("String"));
  p.Line("int count = r.readList(where);");
  p.Line("{}<{}> list = r.newList(count);", file.Use("java.util.ArrayList"), boxed);
  p.Open("for (int i = 0; i < count; i++)");
  p.Line("list.add({});", ReadText(file, element, "where"));
  p.Close();
  p.Line("return list;");
  p.Close();
}

void JavaCodec::PrintMap(JavaFile& file, const Composite& map) {
  Printer& p = file.printer();
  const Type& key = map.type.args[0];
  const Type& value = map.type.args[1];
  const std::string type = file.TypeText(map.type);
  const std::string key_text = file.TypeText(key, JavaFile::Boxing::kBoxed);
  const std::string value_text = file.TypeText(value, JavaFile::Boxing::kBoxed);
  p.Blank();
  p.Open("static void write{}({} w, {} map, {} where)", map.name, file.Runtime("Writer"), type,
         file.Lang("String"));
  p.Line("int left = map.size();");
  p.Line("w.writeMap(left);");
  p.Open("for ({}.Entry<{}, {}> entry : map.entrySet())", file.Use("java.util.Map"), key_text,
         value_text);
  p.Open("if (--left < 0)");
  p.Line("break;");
  p.Close();
  p.Line("{} k = entry.getKey();", key_text);
  PrintNullCheck(file, key, "k");
  PrintWrite(file, key, "k", "where");
  p.Line("{} v = entry.getValue();", value_text);
  PrintNullCheck(file, value, "v");
  PrintWrite(file, value, "v", "where");
  p.Close();
  p.Open("if (left != 0)");
  p.Line("throw w.sizeError(where);");
  p.Close();
  p.Close();

  p.Blank();
  p.Open("static {} read{}({} r, {} where)", type, map.name, file.Runtime("Reader"),
         file.Lang("String"));
  p.Line("int count = r.readMap(where);");
  p.Line("{}<{}, {}> map = r.newMap(count);", file.Use("java.util.LinkedHashMap"), key_text,
         value_text);
  p.Open("for (int i = 0; i < count; i++)");
  p.Line("{} k = {};", key_text, ReadText(file, key, "where"));
  p.Line("map.put(k, {});", ReadText(file, value, "where"));
  p.Close();
  p.Line("return map;");
  p.Close();
}

// Values of type Object: the class decides.
void JavaCodec::PrintDynamic(JavaFile& file) {
  Printer& p = file.printer();
  const auto& table = context_.definition.codec_table;
  const auto name = [&](const CodecEntry& entry) {
    return entry.enum_decl >= 0 ? context_.EnumName(entry.enum_decl)
                                : context_.ClassName(entry.class_decl);
  };
  const std::string override_text = "@" + file.Lang("Override");
  if (!table.empty()) {
    const std::string map = fmt::format("{}<{}<?>, {}>", file.Use("java.util.HashMap"),
                                        file.Lang("Class"), file.Lang("Integer"));
    p.Blank();
    p.Line("private static final {} ORDINALS = new {}();", map, map);
    p.Blank();
    p.Open("static");
    for (std::size_t i = 0; i < table.size(); ++i) {
      p.Line("ORDINALS.put({}.class, {});", name(table[i]), i);
    }
    p.Close();
  }
  p.Blank();
  p.Raw(override_text);
  p.Open("protected boolean encodeCustom({} w, {} value)", file.Runtime("Writer"),
         file.Lang("Object"));
  if (table.empty()) {
    p.Line("return false;");
  } else {
    p.Line("{} ordinal = ORDINALS.get(value.getClass());", file.Lang("Integer"));
    p.Open("if (ordinal == null)");
    p.Line("return false;");
    p.Close();
    p.Open("switch (ordinal)");
    for (std::size_t i = 0; i < table.size(); ++i) {
      p.Line("case {}:", i);
      p.Line("  write{}(w, ({}) value);", name(table[i]), name(table[i]));
      p.Line("  return true;");
    }
    p.Line("default:");
    p.Line("  return false;");
    p.Close();
  }
  p.Close();

  p.Blank();
  p.Raw(override_text);
  p.Open("protected {} decodeCustom({} r, int ordinal)", file.Lang("Object"),
         file.Runtime("Reader"));
  p.Open("switch (ordinal)");
  for (std::size_t i = 0; i < table.size(); ++i) {
    p.Line("case {}:", i);
    if (table[i].enum_decl >= 0) {
      p.Line("  return VALUES_OF_{}[r.readIndex({}, {})];", name(table[i]),
             context_.Enum(table[i].enum_decl).members.size(),
             JavaString(context_.Enum(table[i].enum_decl).name));
    } else {
      const ClassDecl& decl = context_.Class(table[i].class_decl);
      p.Line("  r.readFields({}, {});", decl.fields.size(), JavaString(decl.name));
      p.Line("  return fieldsOf{}(r);", name(table[i]));
    }
  }
  p.Line("default:");
  p.Line("  throw unknownType(r, ordinal);");
  p.Close();
  p.Close();
}

EmittedFile JavaCodec::Emit() {
  JavaFile file(context_, context_.codec);
  Printer& p = file.printer();
  file.Javadoc({fmt::format("Reads and writes the types of {}.dart.", context_.definition.stem)});
  p.Open("final class {} extends {}", context_.codec, file.Runtime("Codec"));
  p.Line("static final {} INSTANCE = new {}();", context_.codec, context_.codec);
  p.Blank();
  p.Line("private {}() {{}}", context_.codec);
  p.Blank();
  p.Line("@{}", file.Lang("Override"));
  const std::string string = file.Lang("String");
  p.Open("public {} newError({} code, {} message, {} details)", context_.api_error, string, string,
         file.Lang("Object"));
  p.Line("return new {}(code, message, details);", context_.api_error);
  p.Close();
  PrintDynamic(file);

  std::vector<bool> sealed_done(context_.program.classes.size(), false);
  for (const CodecEntry& entry : context_.definition.codec_table) {
    if (entry.enum_decl >= 0) {
      PrintEnum(file, entry.enum_decl);
      continue;
    }
    PrintClass(file, entry.class_decl);
    for (DeclIndex base = context_.Class(entry.class_decl).parent;
         base >= 0 && !sealed_done[static_cast<std::size_t>(base)];
         base = context_.Class(base).parent) {
      sealed_done[static_cast<std::size_t>(base)] = true;
      PrintSealed(file, base);
    }
  }
  for (std::size_t i = 0; i < composites_.size(); ++i) {
    const Composite composite = composites_[i];  // printing may ask for more
    if (composite.type.kind == TypeKind::kList) {
      PrintList(file, composite);
    } else {
      PrintMap(file, composite);
    }
  }
  p.Close();
  return file.Finish();
}

}  // namespace causeway::gen
