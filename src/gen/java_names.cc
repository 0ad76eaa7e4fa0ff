#include "gen/java_names.h"

#include <algorithm>
#include <array>

namespace causeway::gen {
namespace {

// Java Language Specification 17, section 3.9, and the literals of 3.10; sorted.
constexpr auto kKeywords = std::to_array<std::string_view>({
    "_",       "abstract",  "assert",       "boolean",  "break",      "byte",    "case",
    "catch",   "char",      "class",        "const",    "continue",   "default", "do",
    "double",  "else",      "enum",         "extends",  "false",      "final",   "finally",
    "float",   "for",       "goto",         "if",       "implements", "import",  "instanceof",
    "int",     "interface", "long",         "native",   "new",        "null",    "package",
    "private", "protected", "public",       "return",   "short",      "static",  "strictfp",
    "super",   "switch",    "synchronized", "this",     "throw",      "throws",  "transient",
    "true",    "try",       "void",         "volatile", "while",
});
static_assert(std::ranges::is_sorted(kKeywords));

// Restricted identifiers, which are no names of types; and the roots of the packages that generated
// code names: a type of that name would hide them (Java Language Specification 17, 6.4.2).
constexpr auto kNoTypes =
    std::to_array<std::string_view>({"dev", "java", "permits", "record", "sealed", "var", "yield"});

// Methods that every object has; some are final, and overriding the others is no intention.
constexpr auto kObjectMethods =
    std::to_array<std::string_view>({"clone", "equals", "finalize", "getClass", "hashCode",
                                     "notify", "notifyAll", "toString", "wait"});

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char ToUpper(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

std::string Capitalized(std::string_view name) {
  std::string result(name);
  if (!result.empty()) {
    result[0] = ToUpper(result[0]);
  }
  return result;
}

}  // namespace

bool IsJavaKeyword(std::string_view name) { return std::ranges::binary_search(kKeywords, name); }

std::string JavaTypeName(std::string_view name) {
  std::string result(name);
  if (IsJavaKeyword(name) || std::ranges::find(kNoTypes, name) != kNoTypes.end()) {
    result += '_';
  }
  return result;
}

std::string GlueClassName(std::string_view api_name) { return JavaTypeName(api_name) + "Glue"; }

std::string GlueMethodName(std::string_view method_name) {
  std::string result(method_name);
  if (IsJavaKeyword(method_name) ||
      std::ranges::find(kObjectMethods, method_name) != kObjectMethods.end()) {
    result += '_';
  }
  return result;
}

std::string JavaUpperCamel(std::string_view name) {
  std::string result;
  bool start = true;
  for (const char c : name) {
    if (!IsUpper(c) && !IsLower(c) && !IsDigit(c)) {
      start = true;
      continue;
    }
    if (result.empty() && IsDigit(c)) {
      result += '_';
    }
    result += start ? ToUpper(c) : c;
    start = false;
  }
  return result.empty() ? "Definition" : result;
}

std::string JavaUpperSnake(std::string_view name) {
  std::string result;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (IsUpper(c) && i > 0 && name[i - 1] != '_') {
      const bool after_word = !IsUpper(name[i - 1]);
      const bool before_word = i + 1 < name.size() && IsLower(name[i + 1]);
      if (after_word || before_word) {
        result += '_';
      }
    }
    result += ToUpper(c);
  }
  return result;
}

std::string JavaScope::Claim(std::string wanted) {
  if (IsJavaKeyword(wanted)) {
    wanted += '_';
  }
  while (!taken_.insert(wanted).second) {
    wanted += '_';
  }
  return wanted;
}

JavaFieldNames NameFields(const ClassDecl& decl) {
  JavaFieldNames names;
  // A parameter or field named like the root of a package would hide it.
  JavaScope fields({"java", "dev"});
  JavaScope getters({"getClass", "hashCode", "toString", "notify", "wait", "clone", "finalize"});
  JavaScope setters({"build"});
  for (const Field& field : decl.fields) {
    names.fields.push_back(fields.Claim(field.name));
    const std::string capitalized = Capitalized(field.name);
    const bool is_bool = field.type.kind == TypeKind::kBool && !field.type.nullable;
    const bool says_is =
        field.name.size() > 2 && field.name.starts_with("is") && IsUpper(field.name[2]);
    names.getters.push_back(getters.Claim(is_bool && says_is ? field.name
                                          : is_bool          ? "is" + capitalized
                                                             : "get" + capitalized));
    names.setters.push_back(setters.Claim("set" + capitalized));
  }
  return names;
}

std::vector<std::string> NameMembers(const EnumDecl& decl) {
  std::vector<std::string> names;
  JavaScope scope;
  for (std::size_t i = 0; i < decl.members.size(); ++i) {
    names.push_back(scope.Claim(JavaUpperSnake(decl.MemberWords(i))));
  }
  return names;
}

}  // namespace causeway::gen
