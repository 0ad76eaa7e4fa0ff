#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace causeway::gen {

enum class TokenKind {
  kEnd,         // after the last token
  kIdentifier,  // also keywords: which words are reserved depends on the place
  kInt,         // text as written, digit separators removed
  kDouble,      // the same
  kString,      // text is the value; adjacent strings are joined by the parser
  kPunctuation  // one character, or one of => == ...
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  SourceRange range;
  std::string text;
  bool broken = false;            // reported: say nothing about what stands behind it
  std::vector<std::string> docs;  // the /// lines between the token before and this one

  bool Is(std::string_view punctuation) const {
    return kind == TokenKind::kPunctuation && text == punctuation;
  }
  bool IsWord(std::string_view word) const {
    return kind == TokenKind::kIdentifier && text == word;
  }
};

// Splits the text of `source` into tokens, the last of kind kEnd. Errors go to `diagnostics`; the
// tokens are usable in any case. The text must be valid UTF-8 without NUL (see CheckEncoding).
std::vector<Token> Lex(std::int32_t source, Diagnostics& diagnostics);

// Reports text that is not UTF-8, holds NUL or is larger than 16 MiB; false if there is any.
bool CheckEncoding(std::int32_t source, Diagnostics& diagnostics);

// True for words that Dart never accepts as a name.
bool IsReservedWord(std::string_view word);

}  // namespace causeway::gen
