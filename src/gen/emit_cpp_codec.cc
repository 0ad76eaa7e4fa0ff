// The typed codec: sizes, names and statements. The bodies of the functions stand in
// emit_cpp_codec_bodies.cc.
//
// Most of what crosses is numbers, whose encoded size has a small bound. A *fixed* value is one
// with such a bound: a scalar, an enum, or a class of fixed values (nullable or not). A run of
// fixed values needs one capacity check, Reserve(sum of the bounds), and then Put* stores without
// looking; a list of fixed elements needs one check in all. Everything else checks for itself.
// Classes above kMaxFixedBytes are not treated as fixed: their bound would reserve far more than
// they use.
//
// Reading works in place, into an object in its default state: no value is moved, and a class of
// 30 members is never copied into its list. Lists and maps reserve what their count says, which the
// reader has checked against the bytes left divided by the least size of an element.
#include "gen/emit_cpp_codec.h"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::gen {
namespace {

constexpr std::size_t kMaxFixedBytes = 512;
constexpr std::size_t kMinBytesLimit = 65536;

struct Limit {
  const char* name;
  std::size_t bytes;
};
// The same numbers as in causeway/codec.h.
constexpr Limit kBool{"codec::kMaxBool", 1};
constexpr Limit kInt{"codec::kMaxInt", 9};
constexpr Limit kDouble{"codec::kMaxDouble", 16};
constexpr Limit kEnum{"codec::kMaxEnum", 21};
constexpr Limit kClassHeader{"codec::kMaxClassHeader", 18};

}  // namespace

void CppCodec::Bound::Add(const Bound& other) {
  for (const auto& [constant, times] : other.terms) {
    terms[constant] += times;
  }
  bytes += other.bytes;
}

std::string CppCodec::Bound::Text() const {
  std::string text;
  for (const auto& [constant, times] : terms) {
    text += fmt::format("{}{}{}", text.empty() ? "" : " + ",
                        times == 1 ? "" : fmt::format("{} * ", times), constant);
  }
  return text;
}

CppCodec::CppCodec(const CppContext& context)
    : context_(context),
      scope_(context.names().InternalScope()),
      enum_ordinals_(context.program().enums.size(), -1),
      class_ordinals_(context.program().classes.size(), -1),
      sizes_(context.program().classes.size()) {
  const std::vector<CodecEntry>& table = context.definition().codec_table;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].enum_decl >= 0) {
      enum_ordinals_[std::size_t(table[i].enum_decl)] = static_cast<int>(i);
    } else {
      class_ordinals_[std::size_t(table[i].class_decl)] = static_cast<int>(i);
    }
  }
  // Within a member function, its class is searched first: no function may be called like a method.
  for (std::size_t a = 0; a < context.definition().apis.size(); ++a) {
    for (std::size_t m = 0; m < context.definition().apis[a].methods.size(); ++m) {
      scope_.Claim(context.names().MethodName(context.index(), a, m));
    }
  }
  for (const DeclIndex c : context.layout().DependencyOrder()) {
    SizesOf(c);  // so that the recursion below stays flat
  }
}

int CppCodec::Ordinal(const Type& type) const {
  return type.kind == TypeKind::kEnum ? enum_ordinals_[std::size_t(type.decl)]
                                      : class_ordinals_[std::size_t(type.decl)];
}

int CppCodec::FieldCount(DeclIndex c) const {
  return static_cast<int>(context_.Class(c).fields.size());
}

bool CppCodec::IsFixed(const Type& type) {
  return IsScalar(type) || (type.kind == TypeKind::kClass && !context_.Class(type.decl).is_sealed &&
                            SizesOf(type.decl).is_fixed);
}

CppCodec::Bound CppCodec::BoundOf(const Type& type) {
  const auto one = [](const Limit& limit) { return Bound{{{limit.name, 1}}, limit.bytes}; };
  switch (type.kind) {
    case TypeKind::kBool:
      return one(kBool);
    case TypeKind::kInt:
      return one(kInt);
    case TypeKind::kDouble:
      return one(kDouble);
    case TypeKind::kEnum:
      return one(kEnum);
    default:
      return Bound{{{MaxConstant(type.decl), 1}}, SizesOf(type.decl).bound.bytes};
  }
}

std::size_t CppCodec::MinBytes(const Type& type) {
  if (type.nullable) {
    return 1;
  }
  switch (type.kind) {
    case TypeKind::kInt:
      return 5;  // an int32 of another writer
    case TypeKind::kDouble:
      return 9;
    case TypeKind::kEnum:
      return 6;
    case TypeKind::kClass: {
      const ClassDecl& decl = context_.Class(type.decl);
      return decl.is_sealed ? 3 : SizesOf(type.decl).min_bytes;
    }
    case TypeKind::kBool:
    case TypeKind::kObject:
      return 1;
    default:
      return 2;  // tag and size
  }
}

const CppCodec::Sizes& CppCodec::SizesOf(DeclIndex c) {
  Sizes& sizes = sizes_[std::size_t(c)];
  if (sizes.state != Sizes::State::kUnknown) {
    return sizes;  // a class that is being measured is recursive, and stays not fixed
  }
  sizes.state = Sizes::State::kMeasuring;
  bool is_fixed = true;
  std::size_t bytes = kClassHeader.bytes;
  std::size_t min_bytes = 3;
  for (const Field& field : context_.Class(c).fields) {
    min_bytes = std::min(min_bytes + MinBytes(field.type), kMinBytesLimit);
    is_fixed = is_fixed && IsFixed(field.type);
    if (is_fixed) {
      switch (field.type.kind) {
        case TypeKind::kClass:
          bytes += SizesOf(field.type.decl).bound.bytes;
          break;
        default:
          bytes += BoundOf(field.type).bytes;
      }
      is_fixed = bytes <= kMaxFixedBytes;
    }
  }
  sizes.state = Sizes::State::kKnown;
  sizes.is_fixed = is_fixed;
  sizes.min_bytes = min_bytes;
  sizes.bound.bytes = bytes;
  return sizes;
}

std::string CppCodec::MaxConstant(DeclIndex c) {
  if (const auto at = max_constants_.find(c); at != max_constants_.end()) {
    return at->second;
  }
  Bound bound{{{kClassHeader.name, 1}}, kClassHeader.bytes};
  for (const Field& field : context_.Class(c).fields) {
    bound.Add(BoundOf(field.type));
  }
  std::string name = scope_.Claim("kMax" + context_.names().ClassName(c));
  constant_lines_.push_back(fmt::format("constexpr std::size_t {} = {};", name, bound.Text()));
  max_constants_.emplace(c, name);
  return name;
}

std::string CppCodec::TypeKey(const Type& type) const {
  std::string key = type.nullable ? "Nullable" : "";
  switch (type.kind) {
    case TypeKind::kEnum:
      return key + context_.names().EnumName(type.decl);
    case TypeKind::kClass:
      return key + context_.names().ClassName(type.decl);
    case TypeKind::kList:
      return key + TypeKey(type.args[0]) + "List";
    case TypeKind::kMap:
      return key + TypeKey(type.args[0]) + "To" + TypeKey(type.args[1]) + "Map";
    case TypeKind::kBool:
      return key + "Bool";
    case TypeKind::kInt:
      return key + "Int";
    case TypeKind::kDouble:
      return key + "Double";
    case TypeKind::kString:
      return key + "String";
    case TypeKind::kUint8List:
      return key + "Uint8List";
    case TypeKind::kInt32List:
      return key + "Int32List";
    case TypeKind::kInt64List:
      return key + "Int64List";
    case TypeKind::kFloat32List:
      return key + "Float32List";
    case TypeKind::kFloat64List:
      return key + "Float64List";
    default:
      return key + "Object";
  }
}

std::string CppCodec::Function(Role role, const Type& type) {
  Type base = type;
  base.nullable = false;
  const std::string stem = TypeKey(base);
  // "XList" may be a class and a list of X, which the C++ type tells apart; a List<int> and an
  // Int64List are one C++ type, which the stem tells apart.
  const std::pair key(role, stem + " " + context_.BaseType(base));
  if (const auto at = functions_.find(key); at != functions_.end()) {
    return at->second;
  }
  std::string name;
  switch (role) {
    case Role::kPut:
      name = "Put" + stem;
      break;
    case Role::kWrite:
      name = "Write" + stem;
      break;
    case Role::kReadFields:
      name = "Read" + stem + "Fields";
      break;
    case Role::kRead:
      name = "Read" + stem;
      break;
    case Role::kFromIndex:
      name = stem + "FromIndex";
      break;
  }
  name = scope_.Claim(name);
  functions_.emplace(key, name);
  wanted_.push_back({role, base, name});
  return name;
}

std::string CppCodec::FromIndex(DeclIndex e) {
  Type type;
  type.kind = TypeKind::kEnum;
  type.decl = e;
  return Function(Role::kFromIndex, type);
}

std::string CppCodec::TableName() {
  if (context_.definition().codec_table.empty()) {
    return "codec::kStandardTable";
  }
  if (table_.empty()) {
    table_ = scope_.Claim("kTable");
  }
  return table_;
}

std::string CppCodec::TablePointer() {
  return context_.definition().codec_table.empty() ? "nullptr" : "&" + TableName();
}

std::string CppCodec::ObjectWriter() {
  if (object_writer_.empty()) {
    object_writer_ = scope_.Claim("WriteObject");
  }
  return object_writer_;
}

std::string CppCodec::ObjectReader() {
  if (object_reader_.empty()) {
    object_reader_ = scope_.Claim("ReadObject");
  }
  return object_reader_;
}

std::string CppCodec::PutStatement(std::string_view writer, const Item& item) {
  const Type& type = *item.type;
  const std::string value = type.nullable ? "*" + item.expression : item.expression;
  std::string put;
  switch (type.kind) {
    case TypeKind::kBool:
      put = fmt::format("{}.PutBool({})", writer, value);
      break;
    case TypeKind::kInt:
      put = fmt::format("{}.PutInt({})", writer, value);
      break;
    case TypeKind::kDouble:
      put = fmt::format("{}.PutDouble({})", writer, value);
      break;
    case TypeKind::kEnum:
      put = fmt::format("{}.PutEnum({}, static_cast<int>({}))", writer, Ordinal(type), value);
      break;
    default:
      put = fmt::format("{}({}, {})", Function(Role::kPut, type), writer, value);
  }
  return type.nullable ? fmt::format("{} ? {} : {}.PutNull();", item.expression, put, writer)
                       : put + ";";
}

std::string CppCodec::WriteBase(std::string_view writer, const Item& item,
                                const std::string& expression) {
  switch (item.type->kind) {
    case TypeKind::kString:
      return fmt::format("{}.WriteString({})", writer, expression);
    case TypeKind::kUint8List:
    case TypeKind::kInt32List:
    case TypeKind::kInt64List:
    case TypeKind::kFloat32List:
    case TypeKind::kFloat64List: {
      Type base = *item.type;
      base.nullable = false;
      return fmt::format("{}.Write{}({})", writer, TypeKey(base), expression);
    }
    case TypeKind::kObject:
      return item.type->nullable
                 ? fmt::format("{}.WriteValue({}, {})", writer, expression, TableName())
                 : fmt::format("{}({}, {}, \"{}\")", ObjectWriter(), writer, expression, item.what);
    default:
      return fmt::format("{}({}, {})", Function(Role::kWrite, *item.type), writer, expression);
  }
}

std::string CppCodec::WriteStatement(std::string_view writer, const Item& item) {
  if (item.type->kind == TypeKind::kObject || (!item.type->nullable && !item.is_boxed)) {
    return WriteBase(writer, item, item.expression) + ";";
  }
  const std::string absent = item.type->nullable
                                 ? fmt::format("{}.WriteNull()", writer)
                                 : fmt::format("generated::ThrowNullArgument(\"{}\")", item.what);
  return fmt::format("{} ? {} : {};", item.expression,
                     WriteBase(writer, item, "*" + item.expression), absent);
}

void CppCodec::EmitWrites(Printer& out, std::string_view writer, const std::vector<Item>& items) {
  EmitWritesAfter(out, writer, items, {}, {});
}

// `run` and `bound` are what an unchecked run begins with, for instance a class header.
void CppCodec::EmitWritesAfter(Printer& out, std::string_view writer,
                               const std::vector<Item>& items, Bound bound,
                               std::vector<std::string> run) {
  const auto flush = [&] {
    if (!run.empty()) {
      PrintStatement(out, fmt::format("{}.Reserve({});", writer, bound.Text()));
      for (const std::string& statement : run) {
        PrintStatement(out, statement);
      }
    }
    run.clear();
    bound = {};
  };
  for (const Item& item : items) {
    if (!item.is_boxed && IsFixed(*item.type)) {
      run.push_back(PutStatement(writer, item));
      bound.Add(BoundOf(*item.type));
    } else {
      flush();
      PrintStatement(out, WriteStatement(writer, item));
    }
  }
  flush();
}

bool CppCodec::IsSimple(const Type& type) {
  if (type.kind == TypeKind::kObject) {
    return true;
  }
  return !type.nullable &&
         (IsScalar(type) || type.kind == TypeKind::kString || type.is_typed_data());
}

std::string CppCodec::ReadExpression(std::string_view reader, const Type& type,
                                     std::string_view what) {
  switch (type.kind) {
    case TypeKind::kEnum:
      return fmt::format("static_cast<{}>({}.ReadEnum({}, {}, {}))", context_.BaseType(type),
                         reader, Ordinal(type), context_.Enum(type.decl).members.size(), what);
    case TypeKind::kObject:
      return type.nullable ? fmt::format("{}.ReadValue({}, {})", reader, TableName(), what)
                           : fmt::format("{}({}, {})", ObjectReader(), reader, what);
    default: {
      Type base = type;
      base.nullable = false;
      return fmt::format("{}.Read{}({})", reader, TypeKey(base), what);
    }
  }
}

void CppCodec::EmitRead(Printer& out, std::string_view reader, const Type& type,
                        std::string_view target, std::string_view what, bool is_boxed,
                        bool was_set) {
  if (IsSimple(type) && !is_boxed) {
    PrintStatement(out, fmt::format("{} = {};", target, ReadExpression(reader, type, what)));
    return;
  }
  if (!type.nullable) {
    if (is_boxed) {
      PrintStatement(out, fmt::format("{}({}, {}.emplace(), {});", Function(Role::kRead, type),
                                      reader, target, what));
      return;
    }
    if (was_set) {
      out.Line("{} = {{}};", target);
    }
    PrintStatement(
        out, fmt::format("{}({}, {}, {});", Function(Role::kRead, type), reader, target, what));
    return;
  }
  Type base = type;
  base.nullable = false;
  const std::string read = IsSimple(base)
                               ? fmt::format("{} = {};", target, ReadExpression(reader, base, what))
                               : fmt::format("{}({}, {}.emplace(), {});",
                                             Function(Role::kRead, type), reader, target, what);
  const std::string one_line = fmt::format("if (!{}.ReadNullTag()) {}", reader, read);
  if (!was_set && static_cast<int>(one_line.size()) <= out.Room()) {
    out.Raw(one_line);
    return;
  }
  out.Open("if (!{}.ReadNullTag())", reader);
  PrintStatement(out, read);
  if (was_set) {
    out.Close(" else {");
    out.Line("{}.reset();", target);
  }
  out.Close();
}

}  // namespace causeway::gen
