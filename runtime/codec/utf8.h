// UTF-8 as Unicode 15, section 3.9, table 3-7 has it: no surrogates, no overlong forms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace causeway::codec {

// Offset of the first byte that does not begin a well-formed sequence; text.size() if there is
// none.
std::size_t ValidUtf8Prefix(std::string_view text);

// Length of the maximal subpart of the ill-formed sequence at the start of `text` (1 to 3 bytes):
// what one U+FFFD stands for. `text` is not empty and does not begin with a well-formed sequence.
std::size_t IllFormedLength(std::string_view text);

bool IsAscii(std::string_view text);

// Ill-formed parts (lone surrogates) become U+FFFD, in both directions. The second form writes at
// most text.size() units and returns their number.
std::u16string Utf8ToUtf16(std::string_view text);
std::size_t Utf8ToUtf16(std::string_view text, char16_t* out);
std::string Utf16ToUtf8(std::u16string_view text);

}  // namespace causeway::codec
