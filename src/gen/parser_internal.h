#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "gen/ast.h"
#include "gen/lexer.h"

namespace causeway::gen {

// The cursor over the tokens and the rules of the grammar. parser.cc has the declarations,
// parser_members.cc what stands in a class body, parser_types.cc types, expressions and
// annotations.
class Parser {
 public:
  Parser(std::int32_t source, Diagnostics& diagnostics);

  ast::FileNode ParseFile();

 private:
  // A bound on recursion: types and expressions nest, and so does a hostile input.
  static constexpr int kMaxDepth = 100;
  static constexpr int kMaxErrors = 1000;

  class DepthGuard {
   public:
    explicit DepthGuard(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    ~DepthGuard() { --parser_.depth_; }
    // Reports and returns false when the limit is passed.
    bool Check();

   private:
    Parser& parser_;
  };

  // --- Tokens.
  const Token& Peek(std::size_t ahead = 0) const;
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  Token Take();
  bool TakeIf(std::string_view punctuation);
  bool TakeWord(std::string_view word);
  // Consumes `punctuation`, or reports "expected ';' after <what>" behind the last token.
  bool Expect(std::string_view punctuation, std::string_view what);
  std::optional<ast::Name> ExpectName(std::string_view what);
  SourceRange From(std::size_t begin) const;  // from token `begin` to the last one taken
  SourceRange BehindLast() const;
  static std::string Describe(const Token& token);

  // --- Errors. Always false, so that a rule can `return Error(…)`.
  bool Error(SourceRange range, std::string message, std::string hint = {});
  bool ErrorHere(std::string message, std::string hint = {});

  // --- Recovery.
  // From an opening bracket to behind its partner, or to the end.
  void SkipBalanced();
  enum class Level { kMember, kDeclaration };
  void Sync(std::size_t begin, Level level);
  // To the next ',' or closing bracket at this level.
  void SkipArgument();
  bool DeclarationKeywordAt(std::size_t ahead) const;
  bool AtDeclarationKeyword() const { return DeclarationKeywordAt(0); }
  bool AtAnnotatedDeclaration() const;  // the same, behind annotations

  // --- Declarations (parser.cc).
  bool ParseDeclaration(ast::FileNode& file);
  bool ParseDirective(ast::FileNode& file, std::vector<ast::Annotation> annotations);
  bool ParseImport(ast::FileNode& file);
  bool ParseClass(ast::FileNode& file, ast::ClassNode node);
  bool ParseEnum(ast::FileNode& file, ast::EnumNode node);
  bool ParseEnumBody(ast::EnumNode& node);
  bool ParseTopLevelVariable(ast::FileNode& file, std::vector<std::string> docs,
                             std::vector<ast::Annotation> annotations);
  SourceRange ParseTypeParams();

  // --- Class bodies (parser_members.cc).
  bool ParseClassBody(ast::ClassNode& node);
  bool ParseMember(ast::ClassNode& node);
  void ParseModifiers(ast::Member& member);
  bool ParseConstructor(ast::Member& member, const std::string& class_name);
  bool ParseFields(ast::ClassNode& node, ast::Member member);
  bool ParseAccessor(ast::Member& member);
  bool ParseMethodTail(ast::Member& member);
  bool ParseBody(ast::Member& member);
  bool AtNextMember() const;
  bool ParseParams(std::vector<ast::Param>& params);
  bool ParseParamGroup(std::vector<ast::Param>& params, std::string_view close);
  bool ParseParam(ast::Param& param);
  bool IsModifierHere() const;
  // The name of a basic type where a type must stand, but no name follows it.
  bool AtNamelessType() const;

  // --- Types, expressions, annotations (parser_types.cc).
  std::optional<ast::TypeNode> ParseType();
  bool ParseTypeArgs(std::vector<ast::TypeNode>& args);
  bool ParseFunctionSuffix(ast::TypeNode& type);
  std::optional<ast::Expr> ParseExpr();
  std::optional<ast::Expr> ParsePrimary();
  std::optional<ast::Expr> ParseCollection(ast::Expr expr);
  std::optional<ast::Expr> ParseNameOrCall(ast::Expr expr);
  bool ParseArgs(std::vector<ast::Argument>& args);
  bool ParseAnnotations(std::vector<ast::Annotation>& annotations);

  std::int32_t source_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int errors_ = 0;
  std::size_t last_error_at_ = static_cast<std::size_t>(-1);
};

}  // namespace causeway::gen
