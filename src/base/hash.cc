#include "base/hash.h"

namespace causeway {

void Fnv1a64::Add(std::string_view bytes) {
  for (const char c : bytes) {
    state_ ^= static_cast<unsigned char>(c);
    state_ *= 0x100000001b3U;
  }
}

std::uint64_t HashFnv1a64(std::string_view bytes) {
  Fnv1a64 hash;
  hash.Add(bytes);
  return hash.value();
}

}  // namespace causeway
