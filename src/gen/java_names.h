#pragma once

// Names of a definition in Java. A name that Java owns gets a trailing underscore; two names that
// meet after mapping are told apart by more underscores, in declaration order.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/model.h"

namespace causeway::gen {

// Keywords, literals and "_": no identifier at all.
bool IsJavaKeyword(std::string_view name);

// The Java type for a type or API of a definition. Also escapes names that newer Java versions do
// not allow for types (var, yield, record, sealed, permits) and the roots of packages (java, dev).
std::string JavaTypeName(std::string_view name);

// The package-private class whose methods C++ calls.
std::string GlueClassName(std::string_view api_name);

// The method that C++ calls: not a keyword, and no method of java.lang.Object in disguise.
std::string GlueMethodName(std::string_view method_name);

// "google_maps-messages" -> "GoogleMapsMessages".
std::string JavaUpperCamel(std::string_view name);

// "optionalAndHidesLower" -> "OPTIONAL_AND_HIDES_LOWER", "someHTTPThing" -> "SOME_HTTP_THING".
std::string JavaUpperSnake(std::string_view name);

// Gives each name of one Java scope an identifier of its own.
class JavaScope {
 public:
  JavaScope() = default;
  explicit JavaScope(std::set<std::string> taken) : taken_(std::move(taken)) {}

  // `wanted`, escaped if it is a keyword, with underscores until it is free.
  std::string Claim(std::string wanted);

 private:
  std::set<std::string> taken_;
};

// Identifiers of one generated data class, in field order.
struct JavaFieldNames {
  std::vector<std::string> fields;
  std::vector<std::string> getters;
  std::vector<std::string> setters;
};
JavaFieldNames NameFields(const ClassDecl& decl);

// Constants of an enum, in member order.
std::vector<std::string> NameMembers(const EnumDecl& decl);

}  // namespace causeway::gen
