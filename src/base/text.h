#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway {

// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal
// string alignment distance), letter case not counted. In bytes: made for identifiers.
std::size_t EditDistance(std::string_view a, std::string_view b);

// The candidate that a person most likely meant by `word`: at most a third of the word's length
// away (one edit for words of up to 3 letters). Ties go to the first candidate.
std::optional<std::string_view> ClosestMatch(std::string_view word,
                                             std::span<const std::string_view> candidates);

// Offset of the first byte that is not part of well-formed UTF-8 (overlong forms, surrogates and
// values above U+10FFFF are ill-formed: Unicode 15, table 3-7), or nothing.
std::optional<std::size_t> FindInvalidUtf8(std::string_view text);

// Number of bytes of the sequence that starts with `lead`; 1 for a byte that cannot start one.
std::size_t Utf8SequenceLength(char lead);

// Appends `code_point` (a Unicode scalar value) to `out`.
void AppendUtf8(char32_t code_point, std::string& out);

// Lines without their ends (LF or CRLF). A final line end does not begin another line.
std::vector<std::string> SplitLines(std::string_view text);

std::vector<std::string_view> Split(std::string_view text, char separator);

bool IsAsciiLetter(char c);
bool IsAsciiDigit(char c);

// [A-Za-z_][A-Za-z0-9_]*
bool IsIdentifier(std::string_view text);

// `text` between single quotes, control characters and quotes escaped: for messages.
std::string Quote(std::string_view text);

// `text` as one word of a POSIX shell, as it is if that has no meaning to the shell: for commands
// that a person copies.
std::string ShellWord(std::string_view text);

}  // namespace causeway
