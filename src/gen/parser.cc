#include "gen/parser.h"

// A recursive-descent parser for the part of Dart in which definitions are written, and for enough
// of the rest to say precisely what is not supported.
//
// Errors: a rule reports at most once and returns false; the loop that called it then skips to a
// place where a new member or declaration can begin and goes on. Three rules keep one mistake from
// being reported many times: nothing is reported twice at the same token, a missing token is
// reported behind the token before it (where it belongs), and the words that cannot occur in a
// class body (`class`, `enum`, `abstract class`, …) end the body, so that a forgotten '}' costs one
// error instead of the rest of the file.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "gen/parser_internal.h"

namespace causeway::gen {

ast::FileNode Parse(std::int32_t source, Diagnostics& diagnostics) {
  return Parser(source, diagnostics).ParseFile();
}

Parser::Parser(std::int32_t source, Diagnostics& diagnostics)
    : source_(source), diagnostics_(diagnostics), tokens_(Lex(source, diagnostics)) {}

const Token& Parser::Peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token Parser::Take() {
  Token token = Peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Parser::TakeIf(std::string_view punctuation) {
  if (!Peek().Is(punctuation)) return false;
  Take();
  return true;
}

bool Parser::TakeWord(std::string_view word) {
  if (!Peek().IsWord(word)) return false;
  Take();
  return true;
}

std::string Parser::Describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::kEnd:
      return "the end of the file";
    case TokenKind::kString:
      return "a string";
    case TokenKind::kInt:
    case TokenKind::kDouble:
      return fmt::format("the number {}", token.text);
    case TokenKind::kIdentifier:
    case TokenKind::kPunctuation:
      return Quote(token.text);
  }
  return {};
}

bool Parser::Expect(std::string_view punctuation, std::string_view what) {
  if (TakeIf(punctuation)) return true;
  return Error(BehindLast(), fmt::format("expected '{}' after {}, found {}", punctuation, what,
                                         Describe(Peek())));
}

std::optional<ast::Name> Parser::ExpectName(std::string_view what) {
  const Token& token = Peek();
  if (token.kind != TokenKind::kIdentifier) {
    Error(token.kind == TokenKind::kEnd ? BehindLast() : token.range,
          fmt::format("expected {}, found {}", what, Describe(token)));
    return std::nullopt;
  }
  if (IsReservedWord(token.text)) {
    ErrorHere(fmt::format("expected {}, found the reserved word '{}'", what, token.text));
    return std::nullopt;
  }
  const Token name = Take();
  return ast::Name{name.text, name.range};
}

SourceRange Parser::From(std::size_t begin) const {
  const Token& first = tokens_[std::min(begin, tokens_.size() - 1)];
  const Token& last = tokens_[at_ > begin ? at_ - 1 : begin];
  return {source_, first.range.begin, std::max(first.range.begin, last.range.end)};
}

SourceRange Parser::BehindLast() const {
  if (at_ == 0) return Peek().range;
  const std::uint32_t end = tokens_[at_ - 1].range.end;
  return {source_, end, end};
}

bool Parser::Error(SourceRange range, std::string message, std::string hint) {
  if (last_error_at_ == at_ || errors_ > kMaxErrors) return false;
  last_error_at_ = at_;
  if (at_ > 0 && tokens_[at_ - 1].broken) return false;
  if (++errors_ > kMaxErrors) {
    message = "too many errors: the rest of the file is not checked";
    hint.clear();
    at_ = tokens_.size() - 1;
  }
  diagnostics_.Error(range, std::move(message), std::move(hint));
  return false;
}

bool Parser::ErrorHere(std::string message, std::string hint) {
  return Error(Peek().range, std::move(message), std::move(hint));
}

bool Parser::DepthGuard::Check() {
  if (parser_.depth_ <= kMaxDepth) return true;
  return parser_.ErrorHere(fmt::format("nested more than {} deep", kMaxDepth));
}

void Parser::SkipBalanced() {
  std::size_t depth = 0;
  while (!AtEnd()) {
    const Token token = Take();
    if (token.Is("(") || token.Is("[") || token.Is("{")) ++depth;
    if (token.Is(")") || token.Is("]") || token.Is("}")) {
      if (depth <= 1) return;
      --depth;
    }
  }
}

void Parser::SkipArgument() {
  while (!AtEnd()) {
    const Token& token = Peek();
    if (token.Is(",") || token.Is(";") || token.Is(")") || token.Is("]") || token.Is("}")) return;
    if (token.Is("(") || token.Is("[") || token.Is("{")) {
      SkipBalanced();
    } else {
      Take();
    }
  }
}

bool Parser::DeclarationKeywordAt(std::size_t ahead) const {
  const Token& token = Peek(ahead);
  const Token& next = Peek(ahead + 1);
  if (token.IsWord("class") || token.IsWord("enum")) return next.kind == TokenKind::kIdentifier;
  if (token.IsWord("import")) return next.kind == TokenKind::kString;
  if (token.IsWord("abstract") || token.IsWord("sealed") || token.IsWord("base") ||
      token.IsWord("interface") || token.IsWord("final") || token.IsWord("mixin")) {
    return next.IsWord("class") ||
           (next.kind == TokenKind::kIdentifier && Peek(ahead + 2).IsWord("class"));
  }
  return false;
}

bool Parser::AtAnnotatedDeclaration() const {
  std::size_t ahead = 0;
  while (Peek(ahead).Is("@") && Peek(ahead + 1).kind == TokenKind::kIdentifier) {
    ahead += 2;
    while (Peek(ahead).Is(".")) ahead += 2;
    if (!Peek(ahead).Is("(")) continue;
    std::size_t depth = 0;
    for (; Peek(ahead).kind != TokenKind::kEnd; ++ahead) {
      const Token& token = Peek(ahead);
      if (token.Is("(") || token.Is("[") || token.Is("{")) ++depth;
      if (token.Is(")") || token.Is("]") || token.Is("}")) --depth;
      if (depth == 0) break;
    }
    ++ahead;
  }
  return DeclarationKeywordAt(ahead);
}

// Goes back to `begin`, where the failed member or declaration starts, and skips it with its
// brackets. A closing bracket closes whatever was left open inside of its partner, and a ';' closes
// parentheses, so one bracket too few does not swallow what follows.
void Parser::Sync(std::size_t begin, Level level) {
  const std::size_t failed_at = at_;
  at_ = begin;
  std::string open;  // the closing brackets that are still to come
  while (!AtEnd()) {
    const bool after = at_ >= failed_at;
    const Token& token = Peek();
    if (after && AtDeclarationKeyword()) return;
    if (after && level == Level::kDeclaration && open.empty() && at_ > begin &&
        (token.Is("@") || token.IsWord("const") || token.IsWord("typedef"))) {
      return;
    }
    if (token.Is("}") && open.find('}') == std::string::npos) {
      if (level == Level::kDeclaration) Take();
      return;
    }
    if (token.Is("(")) open += ')';
    if (token.Is("[")) open += ']';
    if (token.Is("{")) open += '}';
    const bool closes = token.Is(")") || token.Is("]") || token.Is("}");
    const bool block = token.Is("}");
    if (closes) {
      const std::size_t partner = open.rfind(token.text);
      if (partner != std::string::npos) open.resize(partner);
    }
    const bool semicolon = token.Is(";") && open.find('}') == std::string::npos;
    Take();
    if (after && semicolon) return;
    if (after && block && open.empty()) {
      TakeIf(";");
      return;
    }
  }
}

ast::FileNode Parser::ParseFile() {
  ast::FileNode file;
  while (!AtEnd()) {
    const std::size_t before = at_;
    if (!ParseDeclaration(file)) {
      file.incomplete = true;
      if (at_ == before) Take();
      Sync(before, Level::kDeclaration);
    }
  }
  return file;
}

bool Parser::ParseDeclaration(ast::FileNode& file) {
  std::vector<std::string> docs = Peek().docs;
  std::vector<ast::Annotation> annotations;
  if (!ParseAnnotations(annotations)) return false;
  if (docs.empty()) docs = Peek().docs;  // documentation may also follow the annotations
  const Token& token = Peek();
  if (token.IsWord("import") || token.IsWord("export") || token.IsWord("part") ||
      token.IsWord("library")) {
    return ParseDirective(file, std::move(annotations));
  }
  if (token.IsWord("enum")) {
    ast::EnumNode node;
    node.docs = std::move(docs);
    node.annotations = std::move(annotations);
    return ParseEnum(file, std::move(node));
  }
  if (token.IsWord("class") || AtDeclarationKeyword()) {
    ast::ClassNode node;
    node.docs = std::move(docs);
    node.annotations = std::move(annotations);
    return ParseClass(file, std::move(node));
  }
  const char* const hint = "a definition holds imports, classes, enums and constants";
  if (token.kind == TokenKind::kEnd) {
    return Error(annotations.empty() ? token.range : annotations.front().range,
                 "this annotation stands before no declaration");
  }
  for (const std::string_view word : {"typedef", "extension", "mixin", "external"}) {
    if (token.IsWord(word)) {
      return ErrorHere(fmt::format("'{}' is not supported in a definition", word), hint);
    }
  }
  if (token.Is(";")) {
    ErrorHere("unexpected ';'");
    Take();
    return true;
  }
  if (token.Is("}")) {
    ErrorHere("unexpected '}'", "a '{' is missing before it, or there is one '}' too many");
    Take();
    return true;
  }
  if (token.kind == TokenKind::kIdentifier || token.Is("(")) {
    return ParseTopLevelVariable(file, std::move(docs), std::move(annotations));
  }
  return ErrorHere(fmt::format("expected a declaration, found {}", Describe(token)), hint);
}

bool Parser::ParseDirective(ast::FileNode& file, std::vector<ast::Annotation> annotations) {
  for (ast::Annotation& annotation : annotations) {
    file.annotations.push_back(std::move(annotation));
  }
  const Token& token = Peek();
  if (token.IsWord("import")) return ParseImport(file);
  if (token.IsWord("library")) {
    const std::size_t begin = at_;
    Take();
    while (!AtEnd() && !Peek().Is(";") && !AtDeclarationKeyword() && !Peek().Is("@")) Take();
    if (!Expect(";", "the library directive")) return false;
    diagnostics_.Ignored(From(begin), "the library directive: a definition is named by its file");
    return true;
  }
  return ErrorHere(fmt::format("'{}' is not supported in a definition", token.text),
                   "import the other definition file: import 'other.dart';");
}

bool Parser::ParseImport(ast::FileNode& file) {
  Take();
  if (Peek().kind != TokenKind::kString) {
    return ErrorHere(fmt::format("expected the path of a file in quotes after 'import', found {}",
                                 Describe(Peek())));
  }
  const Token uri = Take();
  file.imports.push_back({ast::Name{uri.text, uri.range}});
  if (Peek().IsWord("as") || Peek().IsWord("show") || Peek().IsWord("hide") ||
      Peek().IsWord("deferred") || Peek().IsWord("if")) {
    ErrorHere(fmt::format("'{}' is not supported on an import", Peek().text),
              "import the whole file");
    while (!AtEnd() && !Peek().Is(";") && !AtDeclarationKeyword() && !Peek().Is("@")) Take();
  }
  return Expect(";", "the import");
}

SourceRange Parser::ParseTypeParams() {
  if (!Peek().Is("<")) return {};
  const std::size_t begin = at_;
  int depth = 0;
  while (!AtEnd() && !Peek().Is("{") && !Peek().Is("(") && !Peek().Is(";")) {
    const Token token = Take();
    if (token.Is("<")) ++depth;
    if (token.Is(">") && --depth == 0) break;
  }
  return From(begin);
}

bool Parser::ParseClass(ast::FileNode& file, ast::ClassNode node) {
  while (!Peek().IsWord("class")) {
    const Token modifier = Take();
    if (modifier.text == "abstract") {
      node.is_abstract = true;
    } else if (modifier.text == "sealed") {
      node.is_sealed = true;
    } else if (modifier.text == "base" || modifier.text == "final" ||
               modifier.text == "interface" || modifier.text == "mixin") {
      node.modifiers.push_back({modifier.text, modifier.range});
    } else {
      return Error(modifier.range, fmt::format("unexpected {}", Describe(modifier)));
    }
  }
  Take();
  const std::optional<ast::Name> name = ExpectName("the name of the class");
  if (!name) return false;
  node.name = *name;
  node.type_params = ParseTypeParams();
  if (Peek().Is("=")) return ErrorHere("a class alias is not supported in a definition");
  if (TakeWord("extends")) {
    node.extends = ParseType();
    if (!node.extends) return false;
  }
  if (Peek().IsWord("with")) {
    node.with_clause = Take().range;
    do {
      if (!ParseType()) return false;
    } while (TakeIf(","));
  }
  if (TakeWord("implements")) {
    do {
      std::optional<ast::TypeNode> type = ParseType();
      if (!type) return false;
      node.implements.push_back(std::move(*type));
    } while (TakeIf(","));
  }
  node.incomplete = !ParseClassBody(node);
  file.incomplete = file.incomplete || node.incomplete;
  file.classes.push_back(std::move(node));
  return true;
}

bool Parser::ParseEnum(ast::FileNode& file, ast::EnumNode node) {
  Take();
  const std::optional<ast::Name> name = ExpectName("the name of the enum");
  if (!name) return false;
  node.name = *name;
  node.enhanced = ParseTypeParams();
  while (!AtEnd() && (Peek().IsWord("with") || Peek().IsWord("implements"))) {
    if (node.enhanced.source < 0) node.enhanced = Peek().range;
    Take();
    do {
      if (!ParseType()) return false;
    } while (TakeIf(","));
  }
  const bool complete = ParseEnumBody(node);
  file.enums.push_back(std::move(node));
  if (!complete) file.incomplete = true;
  return complete;
}

bool Parser::ParseEnumBody(ast::EnumNode& node) {
  if (!Expect("{", fmt::format("'enum {}'", node.name.text))) return false;
  while (!Peek().Is("}") && !Peek().Is(";")) {
    ast::EnumMemberNode member;
    member.docs = Peek().docs;
    if (!ParseAnnotations(member.annotations)) return false;
    if (member.docs.empty()) member.docs = Peek().docs;
    const std::optional<ast::Name> name =
        ExpectName(fmt::format("a member of the enum '{}'", node.name.text));
    if (!name) return false;
    member.name = *name;
    node.members.push_back(std::move(member));
    if (Peek().Is("<") || Peek().Is("(") || Peek().Is(".")) {
      const std::size_t begin = at_;
      ParseTypeParams();
      if (TakeIf(".")) Take();
      if (Peek().Is("(")) SkipBalanced();
      if (node.enhanced.source < 0) node.enhanced = From(begin);
    }
    if (!TakeIf(",")) break;
  }
  if (Peek().Is(";")) {
    const std::size_t begin = at_;
    Take();
    if (!Peek().Is("}")) {
      std::size_t depth = 1;
      while (!AtEnd()) {
        if (Peek().Is("{")) ++depth;
        if (Peek().Is("}") && --depth == 0) break;
        Take();
      }
      if (node.enhanced.source < 0) {
        const SourceRange first = tokens_[std::min(begin + 1, tokens_.size() - 1)].range;
        node.enhanced = {source_, first.begin, From(begin).end};
      }
    }
  }
  return Expect("}", "the members of the enum");
}

bool Parser::ParseTopLevelVariable(ast::FileNode& file, std::vector<std::string> docs,
                                   std::vector<ast::Annotation> annotations) {
  const char* const only_const = "write: const int limit = 3;";
  const Token first = Peek();
  const bool is_const = TakeWord("const");
  if (!is_const && (first.IsWord("var") || first.IsWord("final") || first.IsWord("late"))) {
    return ErrorHere(
        fmt::format("a top-level '{}' is not supported: only constants are", first.text),
        only_const);
  }
  ast::ConstNode node;
  node.docs = std::move(docs);
  node.annotations = std::move(annotations);
  const Token& next = Peek(1);
  if (!is_const || !(next.Is("=") || next.Is(";") || next.Is(","))) {
    if (!is_const && first.kind == TokenKind::kIdentifier && next.kind != TokenKind::kIdentifier &&
        !next.Is("<") && !next.Is("?") && !next.Is("(") && !next.Is(".")) {
      return ErrorHere(fmt::format("expected a declaration, found {}", Describe(first)),
                       "a definition holds imports, classes, enums and constants");
    }
    if (!(Peek(1).Is("(") && !is_const)) {
      node.type = ParseType();
      if (!node.type) return false;
    }
  }
  if (!is_const && (Peek(1).Is("(") || Peek(1).Is("<") || Peek().IsWord("get"))) {
    return Error(first.range, "a top-level function is not supported in a definition",
                 "declare methods in an abstract class with @HostApi() or @FlutterApi()");
  }
  do {
    const std::optional<ast::Name> name = ExpectName("the name of the constant");
    if (!name) return false;
    node.name = *name;
    node.value.reset();
    if (TakeIf("=")) {
      node.value = ParseExpr();
      if (!node.value) return false;
    }
    if (is_const) file.constants.push_back(node);
  } while (TakeIf(","));
  if (!Expect(";", is_const ? "the constant" : "the variable")) return false;
  if (!is_const) {
    file.incomplete = true;
    diagnostics_.Error(first.range, "a top-level variable is not supported: only constants are",
                       only_const);
  }
  return true;
}

}  // namespace causeway::gen
