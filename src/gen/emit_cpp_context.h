#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/cpp_names.h"
#include "gen/emit_cpp_layout.h"
#include "gen/model.h"
#include "gen/printer.h"

namespace causeway::gen {

// What every part of the C++ emitter needs, and how types and values of the model are spelled.
//
// `hidden` in the functions below holds the member names of the class whose scope the text stands
// in: a type whose name a member hides is written with its namespace.
class CppContext {
 public:
  CppContext(const Program& program, std::int32_t definition, const CppNames& names,
             const CppLayout& layout, std::string_view java_package);

  const Program& program() const { return program_; }
  const Definition& definition() const { return program_.definitions[std::size_t(index_)]; }
  std::int32_t index() const { return index_; }
  const CppNames& names() const { return names_; }
  const CppLayout& layout() const { return layout_; }
  const ClassDecl& Class(DeclIndex c) const { return program_.classes[std::size_t(c)]; }
  const EnumDecl& Enum(DeclIndex e) const { return program_.enums[std::size_t(e)]; }
  // "com/x/" or "".
  const std::string& java_folder() const { return java_folder_; }
  // "causeway::", or "::causeway::" where the target namespace has a part of this name.
  const std::string& runtime() const { return runtime_; }

  // The value itself, without its nullability.
  std::string BaseType(const Type& type, const NameScope* hidden = nullptr) const;
  // As a member, local variable or result.
  std::string ValueType(const Type& type, const NameScope* hidden = nullptr) const;
  std::string FieldType(DeclIndex c, const Field& field) const;
  // What a proxy takes: views, since it keeps nothing.
  std::string ViewType(const Type& type, const NameScope* hidden = nullptr) const;
  // What a synchronous implementation is given: scalars by value, else a reference.
  std::string ReferenceType(const Type& type, const NameScope* hidden = nullptr) const;

  // A default value as an expression that initialises a variable of the type.
  std::string Initializer(const Type& type, const Literal& literal,
                          const NameScope* hidden = nullptr) const;
  // The value of a member for which the definition gives none: "0", "AnEnum::kOne", "" for types
  // whose default constructor will do.
  std::string ZeroOf(const Type& type) const;

 private:
  std::string Expression(const Type& type, const Literal& literal, const NameScope* hidden) const;
  std::string ObjectExpression(const ObjectLiteral& object, const NameScope* hidden) const;
  std::string DynamicExpression(const Literal& literal, const NameScope* hidden) const;
  std::string Scoped(const std::string& name, const NameScope* hidden) const;

  const Program& program_;
  std::int32_t index_;
  const CppNames& names_;
  const CppLayout& layout_;
  std::string java_folder_;
  std::string runtime_ = "causeway::";
};

// "abc\n" with quotes; every byte that a compiler or a reader could misunderstand is escaped.
std::string CppStringLiteral(std::string_view text);
std::string CppIntLiteral(std::int64_t value);
std::string CppDoubleLiteral(double value);

// A scalar or an enum: cheap to pass by value, also when it is nullable.
bool IsScalar(const Type& type);

// The element of typed data: "std::uint8_t", …
std::string_view TypedDataElement(TypeKind kind);

// A comment line that a compiler takes for one line and nothing else: "//" or "///" and the text.
std::string CommentLine(std::string_view slashes, std::string_view text);
// Doc comment lines as /// lines.
void PrintDocs(Printer& printer, const Docs& docs);

}  // namespace causeway::gen
