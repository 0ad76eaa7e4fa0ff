#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "gen/parser_internal.h"

namespace causeway::gen {

bool Parser::ParseClassBody(ast::ClassNode& node) {
  bool complete = true;
  if (!Expect("{", fmt::format("'class {}'", node.name.text))) {
    // If only the bracket is missing, what follows is a member.
    complete = false;
    if (!AtNextMember() || AtDeclarationKeyword()) {
      Sync(at_, Level::kDeclaration);
      return false;
    }
  }
  while (!Peek().Is("}")) {
    if (AtEnd() || AtDeclarationKeyword() || AtAnnotatedDeclaration()) {
      return Error(BehindLast(),
                   fmt::format("expected '}}' at the end of class '{}'", node.name.text));
    }
    const std::size_t before = at_;
    if (ParseMember(node)) continue;
    complete = false;
    if (AtDeclarationKeyword()) continue;
    if (at_ == before && !Peek().Is("}")) Take();
    Sync(before, Level::kMember);
  }
  Take();
  return complete;
}

bool Parser::AtNamelessType() const {
  static constexpr std::array<std::string_view, 13> kTypes = {
      "bool",      "int",       "double",    "String",      "Object",      "List",   "Map",
      "Uint8List", "Int32List", "Int64List", "Float32List", "Float64List", "dynamic"};
  return Peek().kind == TokenKind::kIdentifier &&
         std::find(kTypes.begin(), kTypes.end(), Peek().text) != kTypes.end();
}

// True if the word at the cursor is a modifier and not the name of a type or a member.
bool Parser::IsModifierHere() const {
  static constexpr std::array<std::string_view, 8> kModifiers = {
      "external", "static", "late", "final", "const", "var", "covariant", "factory"};
  const Token& token = Peek();
  if (token.kind != TokenKind::kIdentifier) return false;
  if (std::find(kModifiers.begin(), kModifiers.end(), token.text) == kModifiers.end()) {
    return false;
  }
  if (IsReservedWord(token.text)) return true;
  const Token& next = Peek(1);
  return next.kind == TokenKind::kIdentifier || (token.text == "late" && next.Is("("));
}

void Parser::ParseModifiers(ast::Member& member) {
  while (IsModifierHere()) {
    const Token word = Take();
    if (word.text == "static") member.static_keyword = word.range;
    if (word.text == "factory") member.factory_keyword = word.range;
    if (word.text == "external") member.external_keyword = word.range;
    if (word.text == "late") member.is_late = true;
    if (word.text == "final") member.is_final = true;
    if (word.text == "const") {
      member.is_const = true;
      member.const_keyword = word.range;
    }
  }
}

bool Parser::ParseMember(ast::ClassNode& node) {
  ast::Member member;
  const std::size_t begin = at_;
  member.docs = Peek().docs;
  if (!ParseAnnotations(member.annotations)) return false;
  if (member.docs.empty()) member.docs = Peek().docs;
  ParseModifiers(member);
  if (TakeIf(";")) return true;

  const bool names_class = Peek().IsWord(node.name.text);
  if (names_class && (Peek(1).Is("(") || (Peek(1).Is(".") && Peek(3).Is("(")))) {
    if (!ParseConstructor(member, node.name.text)) return false;
    member.range = From(begin);
    node.members.push_back(std::move(member));
    return true;
  }
  if ((Peek().IsWord("get") || Peek().IsWord("set")) && Peek(1).kind == TokenKind::kIdentifier &&
      !IsReservedWord(Peek(1).text)) {
    if (!ParseAccessor(member)) return false;
    node.members.push_back(std::move(member));
    return true;
  }
  // `name;`, `name = …` and `name(…)` have no type; everything else begins with one.
  const bool untyped = Peek().kind == TokenKind::kIdentifier && !IsReservedWord(Peek().text) &&
                       !AtNamelessType() &&
                       (Peek(1).Is("(") || Peek(1).Is(";") || Peek(1).Is("=") || Peek(1).Is(","));
  if (!untyped) {
    const Token& token = Peek();
    if (token.kind != TokenKind::kIdentifier && !token.Is("(")) {
      return ErrorHere(
          fmt::format("expected a field, a method or a constructor, found {}", Describe(token)));
    }
    member.type = ParseType();
    if (!member.type) return false;
  }
  if ((Peek().IsWord("get") || Peek().IsWord("set")) && Peek(1).kind == TokenKind::kIdentifier) {
    if (!ParseAccessor(member)) return false;
    node.members.push_back(std::move(member));
    return true;
  }
  if (Peek().IsWord("operator") && !Peek(1).Is("(") && !Peek(1).Is(";") && !Peek(1).Is(",") &&
      !(Peek(1).Is("=") && !Peek(2).Is("="))) {
    const std::size_t keyword = at_;
    Take();
    while (!AtEnd() && !Peek().Is("(") && !Peek().Is(";") && !Peek().Is("}")) Take();
    member.accessor = From(keyword);
    member.kind = ast::MemberKind::kMethod;
    member.name = {"operator", member.accessor};
    if (!ParseMethodTail(member)) return false;
    node.members.push_back(std::move(member));
    return true;
  }
  const std::optional<ast::Name> name = ExpectName(
      fmt::format("a name after the type{}", member.type && !member.type->name.empty()
                                                 ? fmt::format(" '{}'", member.type->name)
                                                 : std::string()));
  if (!name) return false;
  member.name = *name;
  if (Peek().Is("(") || Peek().Is("<")) {
    member.kind = ast::MemberKind::kMethod;
    member.type_params = ParseTypeParams();
    if (!ParseMethodTail(member)) return false;
    member.range = From(begin);
    node.members.push_back(std::move(member));
    return true;
  }
  return ParseFields(node, std::move(member));
}

// get name => …; set name(x) {…}
bool Parser::ParseAccessor(ast::Member& member) {
  const std::size_t begin = at_;
  Take();
  const std::optional<ast::Name> name = ExpectName("the name of the accessor");
  if (!name) return false;
  member.name = *name;
  member.kind = ast::MemberKind::kMethod;
  member.accessor = From(begin);
  if (Peek().Is("(") && !ParseParams(member.params)) return false;
  return ParseBody(member);
}

bool Parser::ParseConstructor(ast::Member& member, const std::string& class_name) {
  const Token name = Take();
  member.kind = ast::MemberKind::kConstructor;
  member.name = {"", name.range};
  if (TakeIf(".")) {
    const Token& part = Peek();
    if (part.kind != TokenKind::kIdentifier || (IsReservedWord(part.text) && part.text != "new")) {
      return ErrorHere(fmt::format("expected the name of a constructor of '{}', found {}",
                                   class_name, Describe(part)));
    }
    const Token taken = Take();
    member.name = {taken.text == "new" ? "" : taken.text, taken.range};
  }
  if (!ParseParams(member.params)) return false;
  if (Peek().Is(":")) {
    const std::size_t begin = at_;
    while (!AtEnd() && !Peek().Is(";") && !Peek().Is("{") && !Peek().Is("}")) {
      if (Peek().Is("(") || Peek().Is("["))
        SkipBalanced();
      else
        Take();
    }
    member.initializers = From(begin);
  }
  return ParseBody(member);
}

bool Parser::ParseMethodTail(ast::Member& member) {
  return ParseParams(member.params) && ParseBody(member);
}

// After a reported missing ';': does a new member begin here, so that nothing need be skipped?
bool Parser::AtNextMember() const {
  return Peek().kind == TokenKind::kIdentifier || Peek().Is("@") || Peek().Is("}");
}

// ';', or a body, which is skipped and noted.
bool Parser::ParseBody(ast::Member& member) {
  const std::size_t begin = at_;
  while (Peek().IsWord("async") || Peek().IsWord("sync")) {
    Take();
    TakeIf("*");
  }
  if (Peek().Is("{")) {
    SkipBalanced();
    member.body = From(begin);
    return true;
  }
  if (Peek().Is("=>") || Peek().Is("=")) {
    while (!AtEnd() && !Peek().Is(";") && !Peek().Is("}")) {
      if (Peek().Is("(") || Peek().Is("[") || Peek().Is("{"))
        SkipBalanced();
      else
        Take();
    }
    member.body = From(begin);
    return Expect(";", "this body") || AtNextMember();
  }
  const bool constructor = member.kind == ast::MemberKind::kConstructor;
  return Expect(";", constructor ? "the constructor" : "the method") || AtNextMember();
}

// The variables of one declaration: `int a, b;` declares two fields of one type.
bool Parser::ParseFields(ast::ClassNode& node, ast::Member member) {
  const std::vector<std::string> docs = member.docs;
  while (true) {
    member.range = member.name.range;
    member.initializer.reset();
    if (TakeIf("=")) {
      member.initializer = ParseExpr();
      if (!member.initializer) return false;
    }
    node.members.push_back(member);
    if (!TakeIf(",")) break;
    const std::optional<ast::Name> name = ExpectName("the name of the next field");
    if (!name) return false;
    member.name = *name;
  }
  return Expect(";", fmt::format("the field '{}'", member.name.text)) || AtNextMember();
}

bool Parser::ParseParams(std::vector<ast::Param>& params) {
  if (!Expect("(", "the name")) return false;
  while (!Peek().Is(")")) {
    if (AtEnd()) return Expect(")", "the parameters");
    if (Peek().Is("{") || Peek().Is("[")) {
      const bool named = Take().Is("{");
      const std::size_t first = params.size();
      if (!ParseParamGroup(params, named ? "}" : "]")) return false;
      for (std::size_t i = first; i < params.size(); ++i) {
        params[i].named = named;
        params[i].optional_positional = !named;
      }
      TakeIf(",");
      return Expect(")", "the parameters");
    }
    ast::Param param;
    if (!ParseParam(param)) return false;
    params.push_back(std::move(param));
    if (!TakeIf(",")) break;
  }
  return Expect(")", "the parameters");
}

bool Parser::ParseParamGroup(std::vector<ast::Param>& params, std::string_view close) {
  if (Peek().Is(close)) return ErrorHere("expected a parameter between the brackets");
  while (!Peek().Is(close)) {
    ast::Param param;
    if (!ParseParam(param)) return false;
    params.push_back(std::move(param));
    if (!TakeIf(",")) break;
  }
  return Expect(close, "the parameters");
}

bool Parser::ParseParam(ast::Param& param) {
  const DepthGuard guard(*this);
  const std::size_t begin = at_;
  param.docs = Peek().docs;
  if (!ParseAnnotations(param.annotations)) return false;
  while (Peek().kind == TokenKind::kIdentifier && Peek(1).kind == TokenKind::kIdentifier) {
    if (Peek().IsWord("required")) {
      param.required = true;
    } else if (!Peek().IsWord("covariant") && !Peek().IsWord("final") && !Peek().IsWord("var") &&
               !Peek().IsWord("late")) {
      break;
    }
    Take();
  }
  const auto is_field = [this] {
    return (Peek().IsWord("this") || Peek().IsWord("super")) && Peek(1).Is(".");
  };
  const bool untyped = Peek().kind == TokenKind::kIdentifier && !IsReservedWord(Peek().text) &&
                       !AtNamelessType() &&
                       (Peek(1).Is(",") || Peek(1).Is(")") || Peek(1).Is("]") || Peek(1).Is("}") ||
                        Peek(1).Is("=") || Peek(1).Is("("));
  if (!is_field() && !untyped) {
    param.type = ParseType();
    if (!param.type) return false;
  }
  if (is_field()) {
    param.is_this = Peek().IsWord("this");
    param.is_super = !param.is_this;
    Take();
    Take();
  }
  const std::optional<ast::Name> name = ExpectName("the name of a parameter");
  if (!name) return false;
  param.name = *name;
  if (Peek().Is("(")) {
    param.is_function = true;
    SkipBalanced();
    TakeIf("?");
  }
  if (Peek().Is("=") || Peek().Is(":")) {
    Take();
    param.default_value = ParseExpr();
    if (!param.default_value) return false;
  }
  param.range = From(begin);
  return true;
}

}  // namespace causeway::gen
