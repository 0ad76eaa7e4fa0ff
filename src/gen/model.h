#pragma once

// The checked model of a set of definition files: what the parser and the checker (sema) hand to
// the planner (plan.h) and the emitters. Every reference is resolved, every name is the name in
// the definition file (emitters map names to their language), and every list keeps declaration
// order. A Program that reaches an emitter has no errors.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostics.h"

namespace causeway::gen {

// Index of a declaration in Program::enums or Program::classes.
using DeclIndex = std::int32_t;

enum class TypeKind {
  kVoid,
  kBool,
  kInt,
  kDouble,
  kString,
  kUint8List,
  kInt32List,
  kInt64List,
  kFloat32List,
  kFloat64List,
  kList,    // args = {element}; a bare List is List<Object?>
  kMap,     // args = {key, value}; a bare Map is Map<Object?, Object?>
  kObject,  // any codec value
  kEnum,    // decl indexes Program::enums
  kClass,   // decl indexes Program::classes; also sealed bases (ClassDecl::is_sealed)
  kProxy,   // decl indexes Program::proxies; not generated yet
};

struct Type {
  TypeKind kind = TypeKind::kVoid;
  bool nullable = false;
  DeclIndex decl = -1;
  std::vector<Type> args;
  SourceRange range;

  bool is_typed_data() const {
    return kind >= TypeKind::kUint8List && kind <= TypeKind::kFloat64List;
  }
};

// Equal apart from the place in the source.
bool SameType(const Type& a, const Type& b);

struct Program;
// As it is written in a definition: "Map<String, LatLng?>?".
std::string TypeName(const Program& program, const Type& type);

// "MaxItems" of "kMaxItems": the k says "constant", as a target language says in its own way.
std::string_view WithoutConstantMark(std::string_view name);

// A default value or a constant, already checked against its type (an int literal that
// initialises a double is a double).
struct Literal;
struct EnumValue {
  DeclIndex decl = -1;
  std::int32_t member = 0;
};
struct ListLiteral {
  std::vector<Literal> elements;
};
struct MapEntry;
struct MapLiteral {
  std::vector<MapEntry> entries;
};
// const Point(1.0, 2.0): one value per field of the class, in field order (defaults filled in).
struct ObjectLiteral {
  DeclIndex decl = -1;
  std::vector<Literal> fields;
};
struct Literal {
  std::variant<std::monostate /* null */, bool, std::int64_t, double, std::string, EnumValue,
               ListLiteral, MapLiteral, ObjectLiteral>
      value;
  SourceRange range;
};
struct MapEntry {
  Literal first;
  Literal second;
};

// Lines of a /// comment without the slashes and one leading space.
using Docs = std::vector<std::string>;

struct EnumMember {
  std::string name;
  Docs docs;
  SourceRange range;
};

struct EnumDecl {
  // The name of a member without a mark that all members have; alone, kB may be a kilobyte.
  std::string_view MemberWords(std::size_t member) const;

  std::string name;
  Docs docs;
  std::vector<EnumMember> members;  // value = index
  std::int32_t definition = -1;     // index in Program::definitions
  SourceRange range;
};

struct Field {
  std::string name;
  Type type;
  Docs docs;
  bool required = false;     // a caller of the constructor must give it
  bool has_default = false;  // `default_value` holds
  Literal default_value;
  SourceRange range;
};

struct ClassDecl {
  std::string name;
  Docs docs;
  bool is_sealed = false;                       // a sealed base: no fields, not on the wire itself
  DeclIndex parent = -1;                        // the sealed class this one extends
  std::vector<DeclIndex> children;              // of a sealed class, in declaration order
  std::vector<Field> fields;                    // declaration order = wire order
  std::vector<std::int32_t> constructor_order;  // field indexes in the order of the constructor
  std::int32_t definition = -1;
  SourceRange range;
};

struct Parameter {
  std::string name;
  Type type;
  bool named = false;
  bool required = true;
  bool has_default = false;
  Literal default_value;
  SourceRange range;
};

enum class TaskQueue { kSerial, kSerialBackgroundThread };

struct Method {
  std::string name;
  Docs docs;
  Type returns;
  std::vector<Parameter> parameters;
  bool is_async = false;
  TaskQueue task_queue = TaskQueue::kSerial;
  SourceRange range;
};

enum class ApiKind {
  kHost,     // @HostApi or @JvmApi: implemented in Java, called from C++
  kFlutter,  // @FlutterApi or @CppApi: implemented in C++, called from Java
  kEventChannel,
  kProxy,
};

struct Api {
  ApiKind kind = ApiKind::kHost;
  std::string name;
  Docs docs;
  std::vector<Method> methods;
  std::int32_t definition = -1;
  SourceRange range;
};

struct Constant {
  std::string name;
  Docs docs;
  Type type;
  Literal value;
  SourceRange range;
};

// What @ConfigurePigeon says that has an effect here. Empty: not said.
struct DefinitionOptions {
  std::string java_package;
  std::string cpp_namespace;
  std::vector<std::string> copyright_lines;  // text of the copyright header, if it could be read
};

// One entry of a definition file's codec table, wire id = 129 + position (255 and a wrapper from
// position 126 on, see docs/transport.md): exactly one of the two is not -1.
struct CodecEntry {
  DeclIndex enum_decl = -1;
  DeclIndex class_decl = -1;  // never a sealed base
};

struct Definition {
  std::string path;                        // as given
  std::string stem;                        // "messages" for "…/messages.dart"
  std::int32_t source = -1;                // in the Diagnostics sink
  std::vector<std::int32_t> imports;       // other definitions, in import order
  std::vector<SourceRange> import_ranges;  // beside it
  std::vector<DeclIndex> enums;            // own declarations, declaration order
  std::vector<DeclIndex> classes;
  std::vector<Api> apis;
  std::vector<Constant> constants;
  DefinitionOptions options;
  // Own enums, own classes without sealed bases, then the types of imported files (enums, then
  // classes, each file once) in import order, depth first.
  std::vector<CodecEntry> codec_table;
  // 64-bit FNV-1a of the canonical text of everything that both halves must agree on.
  std::uint64_t fingerprint = 0;
  bool requested = false;  // given as an input, not only reached through an import
};

struct Program {
  std::vector<Definition> definitions;  // sorted by path
  std::vector<EnumDecl> enums;
  std::vector<ClassDecl> classes;
  std::vector<std::string> proxies;  // names of the ProxyApis
};

}  // namespace causeway::gen
