#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/text.h"
#include "gen/parser_internal.h"

namespace causeway::gen {

std::optional<ast::TypeNode> Parser::ParseType() {
  DepthGuard depth(*this);
  if (!depth.Check()) return std::nullopt;
  const std::size_t begin = at_;
  ast::TypeNode type;
  if (Peek().Is("(")) {
    SkipBalanced();
    type.is_record = true;
    type.name_range = From(begin);
  } else {
    const Token& token = Peek();
    const bool is_void = token.IsWord("void");
    if (token.kind != TokenKind::kIdentifier || (IsReservedWord(token.text) && !is_void)) {
      Error(token.kind == TokenKind::kEnd ? BehindLast() : token.range,
            fmt::format("expected a type, found {}{}",
                        token.kind == TokenKind::kIdentifier ? "the reserved word " : "",
                        Describe(token)));
      return std::nullopt;
    }
    type.name = Take().text;
    if (!is_void && Peek().Is(".") && Peek(1).kind == TokenKind::kIdentifier) {
      Take();
      type.name += "." + Take().text;
    }
    type.name_range = From(begin);
    if (Peek().Is("<")) {
      type.has_args = true;
      if (!ParseTypeArgs(type.args)) return std::nullopt;
    }
  }
  type.nullable = TakeIf("?");
  type.range = From(begin);
  while (Peek().IsWord("Function") && (Peek(1).Is("(") || Peek(1).Is("<"))) {
    if (!ParseFunctionSuffix(type)) return std::nullopt;
    type.range = From(begin);
  }
  return type;
}

bool Parser::ParseTypeArgs(std::vector<ast::TypeNode>& args) {
  Take();
  do {
    if (Peek().Is(">") && !args.empty()) break;
    std::optional<ast::TypeNode> arg = ParseType();
    if (!arg) return false;
    args.push_back(std::move(*arg));
  } while (TakeIf(","));
  return Expect(">", "the type arguments");
}

// `R Function(P p, Q q)?`: `type` is R and becomes the function type.
bool Parser::ParseFunctionSuffix(ast::TypeNode& type) {
  // Each suffix nests the type once more without recursion; count it all the same, because the
  // tree is walked recursively later.
  int nested = 1;
  for (const ast::TypeNode* inner = &type; inner->is_function; inner = &inner->returns.front()) {
    ++nested;
  }
  if (depth_ + nested > kMaxDepth) {
    return ErrorHere(fmt::format("nested more than {} deep", kMaxDepth));
  }
  ast::TypeNode function;
  function.is_function = true;
  function.name_range = Take().range;
  if (Peek().Is("<")) return ErrorHere("a generic function type is not supported");
  function.returns.push_back(std::move(type));
  type = std::move(function);
  Take();
  while (!Peek().Is(")")) {
    if (Peek().Is("{") || Peek().Is("[")) {
      return ErrorHere("parameters of a function type must be positional and required");
    }
    ast::Param param;
    param.docs = Peek().docs;
    const std::size_t begin = at_;
    if (!ParseAnnotations(param.annotations)) return false;
    param.type = ParseType();
    if (!param.type) return false;
    if (Peek().kind == TokenKind::kIdentifier) {
      const std::optional<ast::Name> name = ExpectName("the name of a parameter");
      if (!name) return false;
      param.name = *name;
    }
    param.range = From(begin);
    type.params.push_back(std::move(param));
    if (!TakeIf(",")) break;
  }
  if (!Expect(")", "the parameters of the function type")) return false;
  type.nullable = TakeIf("?");
  return true;
}

bool Parser::ParseAnnotations(std::vector<ast::Annotation>& annotations) {
  while (Peek().Is("@")) {
    const std::size_t begin = at_;
    Take();
    ast::Annotation annotation;
    const std::optional<ast::Name> name = ExpectName("the name of an annotation after '@'");
    if (!name) return false;
    annotation.name = *name;
    while (Peek().Is(".") && Peek(1).kind == TokenKind::kIdentifier) {
      Take();
      annotation.name.text += "." + Take().text;
      annotation.name.range.end = tokens_[at_ - 1].range.end;
    }
    annotation.range = From(begin);
    if (Peek().Is("(")) {
      annotation.has_args = true;
      if (!ParseArgs(annotation.args)) return false;
    }
    annotations.push_back(std::move(annotation));
  }
  return true;
}

bool Parser::ParseArgs(std::vector<ast::Argument>& args) {
  Take();
  while (!Peek().Is(")")) {
    ast::Argument argument;
    if (Peek().kind == TokenKind::kIdentifier && Peek(1).Is(":")) {
      const Token name = Take();
      argument.name = ast::Name{name.text, name.range};
      Take();
    }
    std::optional<ast::Expr> value = ParseExpr();
    if (!value) return false;
    argument.value = std::move(*value);
    args.push_back(std::move(argument));
    if (!TakeIf(",")) break;
  }
  return Expect(")", "the arguments");
}

std::optional<ast::Expr> Parser::ParseExpr() {
  DepthGuard depth(*this);
  if (!depth.Check()) return std::nullopt;
  const std::size_t begin = at_;
  std::optional<ast::Expr> expr = ParsePrimary();
  if (!expr) return std::nullopt;
  const Token& next = Peek();
  const bool ends = next.Is(",") || next.Is(")") || next.Is("]") || next.Is("}") || next.Is(";") ||
                    next.Is(":") || next.kind == TokenKind::kEnd;
  // An operator makes it an expression that is not a literal; a name is a forgotten separator,
  // which the caller reports.
  if (!ends && next.kind == TokenKind::kPunctuation && !next.Is("@")) {
    SkipArgument();
    expr->kind = ast::ExprKind::kOther;
  }
  expr->range = From(begin);
  return expr;
}

std::optional<ast::Expr> Parser::ParsePrimary() {
  ast::Expr expr;
  const Token& token = Peek();
  expr.range = token.range;
  if (token.kind == TokenKind::kString) {
    expr.kind = ast::ExprKind::kString;
    while (Peek().kind == TokenKind::kString) expr.text += Take().text;
    return expr;
  }
  if (token.kind == TokenKind::kInt || token.kind == TokenKind::kDouble) {
    expr.kind = token.kind == TokenKind::kInt ? ast::ExprKind::kInt : ast::ExprKind::kDouble;
    expr.text = Take().text;
    return expr;
  }
  if (token.Is("-") || token.Is("!")) {
    expr.kind = token.Is("-") ? ast::ExprKind::kNegate : ast::ExprKind::kNot;
    Take();
    DepthGuard depth(*this);
    if (!depth.Check()) return std::nullopt;
    const std::size_t begin = at_;
    std::optional<ast::Expr> operand = ParsePrimary();
    if (!operand) return std::nullopt;
    operand->range = From(begin);
    expr.items.push_back(std::move(*operand));
    return expr;
  }
  if (token.Is("[") || token.Is("{") || token.Is("<")) return ParseCollection(std::move(expr));
  if (token.IsWord("true") || token.IsWord("false")) {
    expr.kind = ast::ExprKind::kBool;
    expr.text = Take().text;
    return expr;
  }
  if (token.IsWord("null")) {
    expr.kind = ast::ExprKind::kNull;
    Take();
    return expr;
  }
  if (token.IsWord("const") || token.IsWord("new")) {
    Take();
    if (Peek().Is("[") || Peek().Is("{") || Peek().Is("<")) return ParseCollection(std::move(expr));
    if (Peek().kind == TokenKind::kIdentifier && !IsReservedWord(Peek().text)) {
      return ParseNameOrCall(std::move(expr));
    }
    ErrorHere(
        fmt::format("expected a list, a map or a class after 'const', found {}", Describe(Peek())));
    return std::nullopt;
  }
  if (token.kind == TokenKind::kIdentifier && !IsReservedWord(token.text)) {
    return ParseNameOrCall(std::move(expr));
  }
  if (token.Is("(")) {
    SkipBalanced();
    expr.kind = ast::ExprKind::kOther;
    return expr;
  }
  Error(token.kind == TokenKind::kEnd ? BehindLast() : token.range,
        fmt::format("expected a value, found {}", Describe(token)));
  return std::nullopt;
}

std::optional<ast::Expr> Parser::ParseCollection(ast::Expr expr) {
  if (Peek().Is("<")) {
    expr.has_type_args = true;
    if (!ParseTypeArgs(expr.type_args)) return std::nullopt;
  }
  const bool is_list = Peek().Is("[");
  if (!is_list && !Peek().Is("{")) {
    ErrorHere(
        fmt::format("expected '[' or '{{' after the type arguments, found {}", Describe(Peek())));
    return std::nullopt;
  }
  const std::string_view close = is_list ? "]" : "}";
  expr.kind = is_list ? ast::ExprKind::kList : ast::ExprKind::kMap;
  Take();
  while (!Peek().Is(close)) {
    const std::size_t begin = at_;
    if (Peek().Is("...") || Peek().IsWord("if") || Peek().IsWord("for")) {
      ast::Expr other;
      other.kind = ast::ExprKind::kOther;
      Take();
      SkipArgument();
      other.range = From(begin);
      expr.items.push_back(other);
      if (!is_list) expr.items.push_back(other);
      if (!TakeIf(",")) break;
      continue;
    }
    std::optional<ast::Expr> item = ParseExpr();
    if (!item) return std::nullopt;
    expr.items.push_back(std::move(*item));
    if (!is_list && Peek().Is(":")) {
      Take();
      std::optional<ast::Expr> value = ParseExpr();
      if (!value) return std::nullopt;
      expr.items.push_back(std::move(*value));
    } else if (!is_list) {
      expr.kind = ast::ExprKind::kSet;
    }
    if (!TakeIf(",")) break;
  }
  if (!Expect(close, is_list ? "the elements" : "the entries")) return std::nullopt;
  if (expr.kind == ast::ExprKind::kMap && expr.items.empty() && expr.type_args.size() == 1) {
    expr.kind = ast::ExprKind::kSet;
  }
  return expr;
}

std::optional<ast::Expr> Parser::ParseNameOrCall(ast::Expr expr) {
  expr.kind = ast::ExprKind::kName;
  const Token first = Take();
  expr.path.push_back({first.text, first.range});
  while (Peek().Is(".") && Peek(1).kind == TokenKind::kIdentifier) {
    Take();
    const Token part = Take();
    expr.path.push_back({part.text, part.range});
  }
  if (Peek().Is("(")) {
    expr.kind = ast::ExprKind::kCall;
    if (!ParseArgs(expr.args)) return std::nullopt;
  }
  return expr;
}

}  // namespace causeway::gen
