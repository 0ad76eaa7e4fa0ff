#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/emit_cpp_context.h"

namespace causeway::gen {

// The typed codec of one .cc file. Its functions live in the file's anonymous namespace, because
// ids belong to the codec table of the file compiled, and only those that something asks for are
// emitted: asking for the text of a statement is asking for the functions in it.
class CppCodec {
 public:
  explicit CppCodec(const CppContext& context);

  // Statements that write `expression` to the codec::Writer called `writer`. `what` names the
  // place in errors ("Marker.position"). One Reserve() is made for a run of fixed-size values.
  struct Item {
    const Type* type;
    std::string expression;
    std::string what;
    bool is_boxed = false;
  };
  void EmitWrites(Printer& out, std::string_view writer, const std::vector<Item>& items);

  // A statement that reads a value of the type from `reader` into `target`, an object in its
  // default state. With `was_set` the target may hold something already (a default).
  void EmitRead(Printer& out, std::string_view reader, const Type& type, std::string_view target,
                std::string_view what, bool is_boxed = false, bool was_set = false);

  // True if the type can be read by an expression (ReadExpression), else it is read in place.
  static bool IsSimple(const Type& type);
  std::string ReadExpression(std::string_view reader, const Type& type, std::string_view what);

  // The name of a function that makes an enum of the index that crossed as a leaf.
  std::string FromIndex(DeclIndex e);

  // "&kTable", or "nullptr" for a definition without types.
  std::string TablePointer();

  // A name for a function or constant of the file that collides with nothing in it.
  std::string ClaimName(std::string wanted) { return scope_.Claim(std::move(wanted)); }

  // Everything that has been asked for: forward declarations, then bodies.
  void EmitAll(Printer& out);

 private:
  enum class Role { kPut, kWrite, kReadFields, kRead, kFromIndex };
  // The most bytes that a value takes: "codec::kMaxClassHeader + 2 * codec::kMaxDouble".
  struct Bound {
    std::map<std::string, int> terms;  // constant -> times, sorted for a stable text
    std::size_t bytes = 0;             // its value, by the constants of codec.h
    void Add(const Bound& other);
    std::string Text() const;
  };
  struct Sizes {
    enum class State { kUnknown, kMeasuring, kKnown } state = State::kUnknown;
    bool is_fixed = false;
    Bound bound;
    std::size_t min_bytes = 1;
  };

  bool IsFixed(const Type& type);
  Bound BoundOf(const Type& type);
  std::size_t MinBytes(const Type& type);
  const Sizes& SizesOf(DeclIndex c);
  // The constant that holds the bound of a class of fixed size.
  std::string MaxConstant(DeclIndex c);

  int Ordinal(const Type& type) const;
  int FieldCount(DeclIndex c) const;
  // "AnEnum", "NullableIntList", "StringToLatLngMap": the part of a function's name.
  std::string TypeKey(const Type& type) const;
  // The function of this role for a class, sealed class, enum, list or map; asks for it.
  std::string Function(Role role, const Type& type);
  std::string TableName();
  std::string ObjectWriter();
  std::string ObjectReader();

  std::string PutStatement(std::string_view writer, const Item& item);
  std::string WriteStatement(std::string_view writer, const Item& item);
  std::string WriteBase(std::string_view writer, const Item& item, const std::string& expression);
  void EmitWritesAfter(Printer& out, std::string_view writer, const std::vector<Item>& items,
                       Bound bound, std::vector<std::string> run);

  std::string Signature(Role role, const Type& type);
  void EmitBody(Printer& out, Role role, const Type& type);
  void EmitWriteClass(Printer& out, DeclIndex c, Role role);
  void EmitReadFields(Printer& out, DeclIndex c);
  void EmitWriteSealed(Printer& out, DeclIndex c);
  void EmitReadSealed(Printer& out, DeclIndex c);
  void EmitWriteList(Printer& out, const Type& element);
  void EmitReadList(Printer& out, const Type& element);
  void EmitWriteMap(Printer& out, const Type& type);
  void EmitReadMap(Printer& out, const Type& type);
  // A local variable that holds a value just read.
  void EmitReadVariable(Printer& out, const Type& type, std::string_view name);
  void EmitObjectFunctions(Printer& declarations, Printer& bodies);
  void EmitTable(Printer& declarations, Printer& bodies);

  struct Wanted {
    Role role;
    Type type;
    std::string name;
  };
  const CppContext& context_;
  NameScope scope_;
  std::vector<int> enum_ordinals_;
  std::vector<int> class_ordinals_;
  std::vector<Sizes> sizes_;
  std::map<DeclIndex, std::string> max_constants_;
  std::vector<std::string> constant_lines_;  // a constant behind those that it is made of
  std::map<std::pair<Role, std::string>, std::string> functions_;
  std::vector<Wanted> wanted_;  // in the order of asking; grows while bodies are emitted
  std::string table_;
  std::string object_writer_;
  std::string object_reader_;
};

}  // namespace causeway::gen
