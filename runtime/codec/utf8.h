// UTF-8 as Unicode 15, section 3.9, table 3-7 has it: no surrogates, no overlong forms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace causeway::codec {

// Whether fewer than 16 bytes are all ASCII, by loads that may overlap instead of a loop. Inline,
// for this is what nearly every string of a message is.
inline bool IsShortAscii(const char* data, std::size_t size) {
  const auto load = [data]<class T>(std::size_t at, T word) -> std::uint64_t {
    std::memcpy(&word, data + at, sizeof word);
    return word;
  };
  std::uint64_t bits = 0;
  if (size >= 8) {
    bits = load(0, std::uint64_t{}) | load(size - 8, std::uint64_t{});
  } else if (size >= 4) {
    bits = load(0, std::uint32_t{}) | load(size - 4, std::uint32_t{});
  } else if (size != 0) {
    bits =
        load(0, std::uint8_t{}) | load(size / 2, std::uint8_t{}) | load(size - 1, std::uint8_t{});
  }
  return (bits & 0x8080808080808080U) == 0;
}

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
