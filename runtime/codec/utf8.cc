// Strings are mostly ASCII, so sixteen bytes are tested at a time and a short rest at once;
// whatever has the top bit set is decoded by table 3-7 of the Unicode standard: the lead byte fixes
// the number of continuation bytes and the range of the first of them, which excludes overlong
// forms, surrogates and values above U+10FFFF without any arithmetic on code points. A maximal
// subpart is the longest prefix that some well-formed sequence also has; the decoder stops exactly
// there, so both functions share it.
#include "runtime/codec/utf8.h"

#include <cstring>

namespace causeway::codec {
namespace {

struct Sequence {
  std::size_t length;  // bytes that fit the table
  bool complete;
};

unsigned ByteAt(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

constexpr std::uint64_t kTopBits = 0x8080808080808080U;

template <class T>
std::uint64_t Load(const char* at) {
  T word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The sequence at `at`, whose byte is not ASCII.
Sequence Decode(std::string_view text, std::size_t at) {
  const unsigned lead = ByteAt(text, at);
  std::size_t length = 2;
  unsigned low = 0x80;
  unsigned high = 0xbf;
  if (lead < 0xc2 || lead > 0xf4) {
    return {1, false};
  } else if (lead >= 0xf0) {
    length = 4;
    if (lead == 0xf0) low = 0x90;
    if (lead == 0xf4) high = 0x8f;
  } else if (lead >= 0xe0) {
    length = 3;
    if (lead == 0xe0) low = 0xa0;
    if (lead == 0xed) high = 0x9f;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (at + i == text.size()) return {i, false};
    const unsigned byte = ByteAt(text, at + i);
    if (byte < low || byte > high) return {i, false};
    low = 0x80;
    high = 0xbf;
  }
  return {length, true};
}

}  // namespace

std::size_t ValidUtf8Prefix(std::string_view text) {
  const char* data = text.data();
  const std::size_t size = text.size();
  std::size_t at = 0;
  while (at < size) {
    const std::size_t left = size - at;
    if (left >= 16) {
      if (((Load<std::uint64_t>(data + at) | Load<std::uint64_t>(data + at + 8)) & kTopBits) == 0) {
        at += 16;
        continue;
      }
      if ((Load<std::uint64_t>(data + at) & kTopBits) == 0) {
        at += 8;
        continue;
      }
    } else if (IsShortAscii(data + at, left)) {
      return size;
    }
    if (ByteAt(text, at) < 0x80) {
      ++at;
      continue;
    }
    const Sequence sequence = Decode(text, at);
    if (!sequence.complete) return at;
    at += sequence.length;
  }
  return size;
}

std::size_t IllFormedLength(std::string_view text) { return Decode(text, 0).length; }

bool IsAscii(std::string_view text) {
  const char* data = text.data();
  std::size_t left = text.size();
  for (; left >= 16; data += 16, left -= 16) {
    if (((Load<std::uint64_t>(data) | Load<std::uint64_t>(data + 8)) & kTopBits) != 0) return false;
  }
  return IsShortAscii(data, left);
}

std::size_t Utf8ToUtf16(std::string_view text, char16_t* out) {
  char16_t* to = out;
  std::size_t at = 0;
  while (at < text.size()) {
    const unsigned lead = ByteAt(text, at);
    if (lead < 0x80) {
      *to++ = static_cast<char16_t>(lead);
      ++at;
      continue;
    }
    const Sequence sequence = Decode(text, at);
    if (!sequence.complete) {
      *to++ = u'\ufffd';
    } else {
      // Of a lead byte of n the low 7 - n bits count.
      unsigned code = lead & (0x7fU >> sequence.length);
      for (std::size_t i = 1; i < sequence.length; ++i) {
        code = (code << 6) | (ByteAt(text, at + i) & 0x3fU);
      }
      if (code >= 0x10000) {
        *to++ = static_cast<char16_t>(0xd800 + ((code - 0x10000) >> 10));
        *to++ = static_cast<char16_t>(0xdc00 + ((code - 0x10000) & 0x3ff));
      } else {
        *to++ = static_cast<char16_t>(code);
      }
    }
    at += sequence.length;
  }
  return static_cast<std::size_t>(to - out);
}

std::u16string Utf8ToUtf16(std::string_view text) {
  std::u16string out(text.size(), u'\0');
  out.resize(Utf8ToUtf16(text, out.data()));
  return out;
}

std::string Utf16ToUtf8(std::u16string_view text) {
  unsigned all = 0;
  for (const char16_t unit : text) all |= unit;
  if (all < 0x80) {
    std::string ascii(text.size(), '\0');
    char* to = ascii.data();
    for (std::size_t i = 0; i < text.size(); ++i) to[i] = static_cast<char>(text[i]);
    return ascii;
  }
  // Three bytes for each half of a pair are two too many; what is too much goes at the end.
  std::size_t most = text.size();
  for (const char16_t unit : text) {
    most += (unit >= 0x80 ? 1U : 0U) + (unit >= 0x800 ? 1U : 0U);
  }
  std::string out(most, '\0');
  char* to = out.data();
  const auto put = [&to](unsigned byte) { *to++ = static_cast<char>(byte); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = text[i];
    if (code < 0x80) {
      put(code);
      continue;
    }
    if (code < 0x800) {
      put(0xc0 | (code >> 6));
      put(0x80 | (code & 0x3f));
      continue;
    }
    if (code >= 0xd800 && code < 0xe000) {
      const bool pair =
          code < 0xdc00 && i + 1 < text.size() && text[i + 1] >= 0xdc00 && text[i + 1] < 0xe000;
      code = pair ? 0x10000 + ((code - 0xd800) << 10) + (text[i + 1] - 0xdc00U) : 0xfffd;
      if (pair) ++i;
    }
    if (code < 0x10000) {
      put(0xe0 | (code >> 12));
    } else {
      put(0xf0 | (code >> 18));
      put(0x80 | ((code >> 12) & 0x3f));
    }
    put(0x80 | ((code >> 6) & 0x3f));
    put(0x80 | (code & 0x3f));
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
  return out;
}

}  // namespace causeway::codec
