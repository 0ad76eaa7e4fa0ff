#pragma once

// What the parser saw, before any name is looked up. The tree also holds forms that no definition
// may contain (method bodies, getters, static fields): whether such a form is an error, and which
// one, depends on the kind of declaration around it, so the checker (sema) says it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace causeway::gen::ast {

struct Name {
  std::string text;
  SourceRange range;
};

struct Param;

struct TypeNode {
  std::string name;  // "" for a record type or a function type
  SourceRange name_range;
  SourceRange range;
  std::vector<TypeNode> args;
  bool has_args = false;
  bool nullable = false;
  bool is_record = false;
  // A function type: `returns` has 0 or 1 elements.
  bool is_function = false;
  std::vector<TypeNode> returns;
  std::vector<Param> params;
};

enum class ExprKind {
  kNull,
  kBool,    // text: "true" or "false"
  kInt,     // text: digits
  kDouble,  // text: digits
  kString,  // text: the value
  kName,    // path
  kCall,    // path(args)
  kList,    // [items]
  kMap,     // {items}: key, value, key, value
  kSet,     // {items}: not supported
  kNegate,  // - items[0]
  kNot,     // ! items[0]
  kOther,   // anything that is not a literal; already understood as unsupported
};

struct Argument;

struct Expr {
  ExprKind kind = ExprKind::kNull;
  SourceRange range;
  std::string text;
  std::vector<Name> path;
  std::vector<TypeNode> type_args;
  bool has_type_args = false;
  std::vector<Expr> items;
  std::vector<Argument> args;
};

struct Argument {
  std::optional<Name> name;  // a named argument
  Expr value;
};

struct Annotation {
  Name name;  // without '@'
  SourceRange range;
  bool has_args = false;  // parentheses were written
  std::vector<Argument> args;
};

struct Param {
  std::vector<std::string> docs;
  std::vector<Annotation> annotations;
  SourceRange range;
  Name name;
  std::optional<TypeNode> type;
  std::optional<Expr> default_value;
  bool named = false;
  bool optional_positional = false;
  bool required = false;     // the keyword
  bool is_this = false;      // this.name
  bool is_super = false;     // super.name
  bool is_function = false;  // `int callback(int x)`
};

enum class MemberKind { kField, kMethod, kConstructor };

struct Member {
  MemberKind kind = MemberKind::kField;
  std::vector<std::string> docs;
  std::vector<Annotation> annotations;
  SourceRange range;
  Name name;  // of a constructor: what follows the '.', or ""
  std::optional<TypeNode> type;
  std::vector<Param> params;
  std::optional<Expr> initializer;
  // Ranges that are set (source >= 0) when the form was written.
  SourceRange static_keyword;
  SourceRange factory_keyword;
  SourceRange accessor;      // get, set, operator
  SourceRange body;          // {…}, => …, or = redirection
  SourceRange initializers;  // : a = b
  SourceRange type_params;   // <T>
  SourceRange external_keyword;
  bool is_late = false;
  bool is_final = false;
  bool is_const = false;
  SourceRange const_keyword;
};

struct ClassNode {
  std::vector<std::string> docs;
  std::vector<Annotation> annotations;
  Name name;
  bool is_abstract = false;
  bool is_sealed = false;
  std::vector<Name> modifiers;  // base, final, interface, mixin
  SourceRange type_params;
  std::optional<TypeNode> extends;
  std::vector<TypeNode> implements;
  SourceRange with_clause;
  std::vector<Member> members;
  bool incomplete = false;  // a syntax error made the parser drop a member
};

struct EnumMemberNode {
  std::vector<std::string> docs;
  std::vector<Annotation> annotations;
  Name name;
};

struct EnumNode {
  std::vector<std::string> docs;
  std::vector<Annotation> annotations;
  Name name;
  std::vector<EnumMemberNode> members;
  SourceRange enhanced;  // the first part that makes it an enhanced enum
};

struct ConstNode {
  std::vector<std::string> docs;
  std::vector<Annotation> annotations;
  Name name;
  std::optional<TypeNode> type;
  std::optional<Expr> value;
};

struct ImportNode {
  Name uri;  // the string's value
};

struct FileNode {
  std::vector<ImportNode> imports;
  std::vector<ClassNode> classes;
  std::vector<EnumNode> enums;
  std::vector<ConstNode> constants;
  std::vector<Annotation> annotations;  // of imports and the library directive
  // A syntax error made the parser drop a declaration: a name that cannot be found may have been
  // in it.
  bool incomplete = false;
};

}  // namespace causeway::gen::ast
