#pragma once

// The names of the definition in C++. Dart's camelCase becomes Google style: types, methods and
// files as they are called there, fields and parameters in snake_case, constants and enum members
// kPascalCase. A name that C++ or a common macro owns gets a trailing underscore, and a name that
// is taken gets "_2", "_3", … in declaration order, so that every definition compiles.
//
// Names of types are given out over the whole program, not per file: all files of a run share one
// namespace, and "messages.cc" must call an imported class what "other.h" calls it.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/model.h"

namespace causeway::gen {

// "aNullable4ByteArray" -> "a_nullable4_byte_array", "htmlURLPath" -> "html_url_path".
std::string ToSnakeCase(std::string_view name);

// "latLng" -> "LatLng", "text_field" -> "TextField"; capitals stay.
std::string ToPascalCase(std::string_view name);

// `name`, or `name_` if it is a keyword, an alternative token or a macro that a program is likely
// to have in force.
std::string EscapeCppWord(std::string name);

// The names that are taken in one C++ scope.
class NameScope {
 public:
  NameScope() = default;
  explicit NameScope(std::set<std::string> taken) : taken_(std::move(taken)) {}

  // `wanted`, made legal and unique.
  std::string Claim(std::string wanted);
  bool contains(const std::string& name) const { return taken_.contains(name); }

 private:
  std::set<std::string> taken_;
};

class CppNames {
 public:
  // `cpp_namespace` is "a::b" (or "a.b"); empty for the global namespace.
  CppNames(const Program& program, std::string_view cpp_namespace);

  // {"a", "b"}, each a legal name.
  const std::vector<std::string>& namespaces() const { return namespaces_; }
  // "::a::b::", or "::".
  const std::string& scope() const { return scope_; }

  const std::string& EnumName(DeclIndex e) const { return enums_[std::size_t(e)].name; }
  const std::string& MemberName(DeclIndex e, std::int32_t member) const {
    return enums_[std::size_t(e)].members[std::size_t(member)];
  }
  const std::string& ClassName(DeclIndex c) const { return classes_[std::size_t(c)].name; }
  const std::string& FieldName(DeclIndex c, std::size_t field) const {
    return classes_[std::size_t(c)].members[field];
  }
  // Methods of an API in PascalCase, unique among themselves and unlike the class; those of a
  // FlutterApi also unlike the types in its signatures.
  const std::string& ApiName(std::int32_t definition, std::size_t api) const {
    return apis_[std::size_t(definition)][api].name;
  }
  const std::string& MethodName(std::int32_t definition, std::size_t api,
                                std::size_t method) const {
    return apis_[std::size_t(definition)][api].members[method];
  }
  const std::string& ConstantName(std::int32_t definition, std::size_t constant) const {
    return constants_[std::size_t(definition)][constant];
  }

  // True if a class in the namespace is called so; such a name must be qualified inside of a class
  // that has a member of this name.
  bool IsType(const std::string& name) const { return types_.contains(name); }

  // A scope that begins with all names of the namespace, for a file's internal functions.
  NameScope InternalScope() const { return namespace_scope_; }

 private:
  struct Named {
    std::string name;
    std::vector<std::string> members;
  };
  // The names of the enums and classes that a type mentions.
  void AddTypes(const Type& type, std::set<std::string>& names) const;

  std::vector<std::string> namespaces_;
  std::string scope_ = "::";
  NameScope namespace_scope_;
  std::set<std::string> types_;
  std::vector<Named> enums_;
  std::vector<Named> classes_;
  std::vector<std::vector<Named>> apis_;
  std::vector<std::vector<std::string>> constants_;
};

}  // namespace causeway::gen
