#include "gen/lexer.h"

// The lexical grammar of Dart (language specification, chapter "Reference") as far as a
// definition file can need it:
//
// * Comments: `//` to the end of the line and nested `/* */` are dropped. `///` lines are kept and
//   handed to the next token, however many other comments or blank lines lie between, which is
//   how Dart attaches documentation.
// * Strings: '…', "…", '''…''', """…""", each also raw with r in front. A line end after an opening
//   ''' is not part of the value, and CRLF counts as LF, so a checkout's line ends do not change
//   what is generated. Interpolation is an error: a definition has no variables.
// * `>>` is never one token, because it only ever closes two type argument lists here.
//
// After an error the lexer goes on at the next place that makes sense, and gives up after
// kMaxErrors in one file: what follows then is not a definition file.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/files.h"
#include "base/text.h"

namespace causeway::gen {
namespace {

constexpr int kMaxErrors = 100;
constexpr const char* kNameHint = "names in a definition consist of ASCII letters, digits and '_'";

bool IsNameStart(char c) { return IsAsciiLetter(c) || c == '_' || c == '$'; }
bool IsNamePart(char c) { return IsNameStart(c) || IsAsciiDigit(c); }
bool IsHexDigit(char c) {
  return IsAsciiDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

class Lexer {
 public:
  Lexer(std::int32_t source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), text_(diagnostics.text(source)) {}

  std::vector<Token> Run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    if (text_.substr(at_).starts_with("#!")) SkipLine();
    while (SkipSpaceAndComments() && errors_ < kMaxErrors) LexToken();
    if (errors_ >= kMaxErrors) {
      Error(at_, at_, "too many errors: the rest of the file is not read");
      at_ = text_.size();
    }
    Push(TokenKind::kEnd, text_.size(), {});
    return std::move(tokens_);
  }

 private:
  char Peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool StartsWith(std::string_view prefix) const { return text_.substr(at_).starts_with(prefix); }

  SourceRange Range(std::size_t begin, std::size_t end) const {
    return {source_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  void Error(std::size_t begin, std::size_t end, std::string message, std::string hint = {}) {
    ++errors_;
    diagnostics_.Error(Range(begin, end), std::move(message), std::move(hint));
  }

  void Push(TokenKind kind, std::size_t begin, std::string text) {
    Token token;
    token.kind = kind;
    token.range = Range(begin, at_);
    token.text = std::move(text);
    token.docs = std::move(docs_);
    docs_.clear();
    tokens_.push_back(std::move(token));
  }

  void SkipLine() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  // False at the end of the text.
  bool SkipSpaceAndComments() {
    while (at_ < text_.size()) {
      const char c = Peek();
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++at_;
      } else if (StartsWith("//")) {
        const std::size_t begin = at_;
        SkipLine();
        KeepDoc(text_.substr(begin, at_ - begin));
      } else if (StartsWith("/*")) {
        SkipBlockComment();
      } else {
        return true;
      }
    }
    return false;
  }

  void KeepDoc(std::string_view line) {
    if (!line.starts_with("///") || line.starts_with("////")) return;
    line.remove_prefix(3);
    if (line.starts_with(' ')) line.remove_prefix(1);
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t')) {
      line.remove_suffix(1);
    }
    docs_.emplace_back(line);
  }

  void SkipBlockComment() {
    const std::size_t begin = at_;
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      if (StartsWith("/*")) {
        ++depth;
        at_ += 2;
      } else if (StartsWith("*/")) {
        at_ += 2;
        if (--depth == 0) return;
      } else {
        ++at_;
      }
    }
    Error(begin, begin + 2, "this comment is never closed", "add '*/'");
  }

  void LexToken() {
    const char c = Peek();
    if (c == '\'' || c == '"') return LexString(0);
    if (c == 'r' && (Peek(1) == '\'' || Peek(1) == '"')) return LexString(1);
    if (IsNameStart(c) || OtherLetter() > 0) return LexName();
    if (IsAsciiDigit(c) || (c == '.' && IsAsciiDigit(Peek(1)))) return LexNumber();
    LexPunctuation();
  }

  // A letter of another script is a part of the name, so that a name like "Größe" is one mistake:
  // reported where it stands first, and then a name like any other.
  void LexName() {
    const std::size_t begin = at_;
    bool is_ascii = true;
    while (IsNamePart(Peek()) || OtherLetter() > 0) {
      const std::size_t length = OtherLetter();
      is_ascii = is_ascii && length == 0;
      at_ += std::max<std::size_t>(length, 1);
    }
    std::string name(text_.substr(begin, at_ - begin));
    if (!is_ascii && reported_names_.insert(name).second) {
      Error(begin, at_, fmt::format("the name {} is not ASCII", Quote(name)), kNameHint);
    }
    Push(TokenKind::kIdentifier, begin, std::move(name));
  }

  // Bytes of the letter outside of ASCII at the cursor, or 0. Blocks of punctuation, symbols and
  // pictures are no letters: a typographic quotation mark or a wide space is a mistake of its own.
  std::size_t OtherLetter() const {
    const auto byte = [this](std::size_t i) { return static_cast<unsigned char>(Peek(i)); };
    if (byte(0) < 0x80) return 0;
    const std::size_t length = Utf8SequenceLength(Peek());
    char32_t code = byte(0) & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3FU);
    const bool is_letter = code >= 0xC0 && code != 0xD7 && code != 0xF7 &&
                           (code < 0x2000 || code >= 0x2C00) && (code < 0x3000 || code >= 0x3040) &&
                           (code < 0xE000 || code >= 0xF900) && (code < 0xFE00 || code >= 0xFE70) &&
                           code != 0xFEFF && (code < 0xFF00 || code >= 0xFF21) && code < 0xFFF0;
    const bool is_wide_letter = code >= 0x20000 && code < 0x40000;
    return is_letter || is_wide_letter ? length : 0;
  }

  void LexNumber() {
    const std::size_t begin = at_;
    bool is_double = false;
    if (Peek() == '0' && (Peek(1) == 'x' || Peek(1) == 'X') && IsHexDigit(Peek(2))) {
      at_ += 2;
      while (IsHexDigit(Peek()) || Peek() == '_') ++at_;
    } else {
      const auto skip_digits = [this] {
        while (IsAsciiDigit(Peek()) || (Peek() == '_' && at_ > 0)) ++at_;
      };
      skip_digits();
      if (Peek() == '.' && IsAsciiDigit(Peek(1))) {
        is_double = true;
        ++at_;
        skip_digits();
      }
      const std::size_t sign = Peek(1) == '+' || Peek(1) == '-' ? 1 : 0;
      if ((Peek() == 'e' || Peek() == 'E') && IsAsciiDigit(Peek(1 + sign))) {
        is_double = true;
        at_ += 1 + sign;
        skip_digits();
      }
    }
    if (IsNamePart(Peek()) || text_[at_ - 1] == '_') {
      while (IsNamePart(Peek())) ++at_;
      Error(begin, at_, fmt::format("{} is not a number", Quote(text_.substr(begin, at_ - begin))));
      return Push(TokenKind::kInt, begin, "0");
    }
    std::string digits(text_.substr(begin, at_ - begin));
    std::erase(digits, '_');
    Push(is_double ? TokenKind::kDouble : TokenKind::kInt, begin, std::move(digits));
  }

  void LexPunctuation() {
    const std::size_t begin = at_;
    for (const std::string_view longer : {"...", "=>", "=="}) {
      if (StartsWith(longer)) {
        at_ += longer.size();
        return Push(TokenKind::kPunctuation, begin, std::string(longer));
      }
    }
    const std::string_view known = "(){}[]<>,;:.?=@-!+*/%&|^~#";
    const std::size_t length = std::min(Utf8SequenceLength(Peek()), text_.size() - at_);
    at_ += length;
    const std::string_view character = text_.substr(begin, length);
    if (known.find(character) != std::string_view::npos) {
      return Push(TokenKind::kPunctuation, begin, std::string(character));
    }
    // One error for a run of such characters, not one for each.
    while (static_cast<unsigned char>(Peek()) >= 0x80 && OtherLetter() == 0) {
      at_ += std::min(Utf8SequenceLength(Peek()), text_.size() - at_);
    }
    Error(begin, at_,
          fmt::format("unexpected character {}", Quote(text_.substr(begin, at_ - begin))),
          kNameHint);
  }

  // `prefix` is 1 for a raw string.
  void LexString(std::size_t prefix) {
    const std::size_t begin = at_;
    const bool raw = prefix == 1;
    at_ += prefix;
    const char quote = Peek();
    const std::string triple(3, quote);
    const bool multi_line = StartsWith(triple);
    at_ += multi_line ? 3 : 1;
    if (multi_line && StartsWith("\r\n")) {
      at_ += 2;
    } else if (multi_line && Peek() == '\n') {
      ++at_;
    }
    std::string value;
    bool closed = true;
    while (true) {
      if (at_ >= text_.size() || (!multi_line && (Peek() == '\n' || Peek() == '\r'))) {
        Error(begin, at_, "this string is never closed",
              fmt::format("add {}", multi_line ? triple : std::string(1, quote)));
        closed = false;
        break;
      }
      if (multi_line ? StartsWith(triple) : Peek() == quote) {
        at_ += multi_line ? 3 : 1;
        break;
      }
      if (StartsWith("\r\n")) {
        value += '\n';
        at_ += 2;
      } else if (!raw && Peek() == '\\') {
        LexEscape(value);
      } else if (!raw && Peek() == '$') {
        SkipInterpolation();
      } else {
        value += text_[at_++];
      }
    }
    Push(TokenKind::kString, begin, std::move(value));
    tokens_.back().broken = !closed;
  }

  void SkipInterpolation() {
    const std::size_t begin = at_++;
    if (Peek() == '{') {
      std::size_t depth = 0;
      do {
        if (Peek() == '{') ++depth;
        if (Peek() == '}') --depth;
        ++at_;
      } while (depth > 0 && at_ < text_.size() && Peek() != '\n');
    } else {
      while (IsNamePart(Peek()) && Peek() != '$') ++at_;
    }
    Error(begin, at_, "string interpolation is not supported in a definition",
          "write '\\$' for a dollar sign, or use a raw string: r'...'");
  }

  std::optional<char32_t> ReadHex(std::size_t least, std::size_t most) {
    char32_t value = 0;
    std::size_t digits = 0;
    while (digits < most && IsHexDigit(Peek())) {
      const char c = text_[at_++];
      value = value * 16 + static_cast<char32_t>(IsAsciiDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
      ++digits;
    }
    if (digits < least) return std::nullopt;
    return value;
  }

  // The value of a \x, \u or \u{} escape, the cursor being after the letter.
  std::optional<char32_t> ReadCodePoint(char letter) {
    if (letter == 'x') return ReadHex(2, 2);
    if (Peek() != '{') return ReadHex(4, 4);
    ++at_;
    const std::optional<char32_t> value = ReadHex(1, 6);
    if (!value || Peek() != '}') return std::nullopt;
    ++at_;
    return value;
  }

  void LexEscape(std::string& value) {
    const std::size_t begin = at_++;
    if (at_ >= text_.size()) return;
    const char c = text_[at_++];
    constexpr std::string_view kLetters = "nrtbfv";
    constexpr std::string_view kValues = "\n\r\t\b\f\v";
    const std::size_t simple = kLetters.find(c);
    if (simple != std::string_view::npos) {
      value += kValues[simple];
      return;
    }
    if (c != 'x' && c != 'u') {
      if (c == '\n' || c == '\r')
        --at_;  // an escaped line end is the string's problem
      else
        value += c;
      return;
    }
    std::optional<char32_t> code = ReadCodePoint(c);
    if (code && *code >= 0xD800 && *code < 0xDC00 && StartsWith("\\u")) {
      const std::size_t back = at_;
      at_ += 2;
      const std::optional<char32_t> low = ReadCodePoint('u');
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
      } else {
        at_ = back;
      }
    }
    if (!code || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000)) {
      Error(begin, at_, "this escape is not a Unicode character",
            "use \\xHH, \\uHHHH or \\u{H...}, up to \\u{10FFFF} and without lone surrogates");
      return;
    }
    AppendUtf8(*code, value);
  }

  std::int32_t source_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::size_t at_ = 0;
  int errors_ = 0;
  std::vector<std::string> docs_;
  std::set<std::string> reported_names_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> Lex(std::int32_t source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).Run();
}

bool CheckEncoding(std::int32_t source, Diagnostics& diagnostics) {
  const std::string_view text = diagnostics.text(source);
  const auto fail = [&](std::size_t at, std::string message, std::string hint) {
    diagnostics.Error({source, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at) + 1},
                      std::move(message), std::move(hint));
    return false;
  };
  if (text.size() > kMaxTextFile) {
    return fail(0,
                fmt::format("a definition file may have at most {} bytes, this one has {}",
                            kMaxTextFile, text.size()),
                {});
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return fail(0, "the file is UTF-16", "save it as UTF-8");
  }
  if (const auto bad = FindInvalidUtf8(text)) {
    return fail(*bad,
                fmt::format("the file is not UTF-8: byte 0x{:02X} at offset {}",
                            static_cast<unsigned>(static_cast<unsigned char>(text[*bad])), *bad),
                "save it as UTF-8");
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return fail(nul, fmt::format("the file holds a NUL byte at offset {}", nul),
                "is this a definition file?");
  }
  return true;
}

bool IsReservedWord(std::string_view word) {
  static constexpr std::array<std::string_view, 33> kWords = {
      "assert", "break", "case",    "catch",   "class",  "const",   "continue", "default", "do",
      "else",   "enum",  "extends", "false",   "final",  "finally", "for",      "if",      "in",
      "is",     "new",   "null",    "rethrow", "return", "super",   "switch",   "this",    "throw",
      "true",   "try",   "var",     "void",    "while",  "with"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

}  // namespace causeway::gen
