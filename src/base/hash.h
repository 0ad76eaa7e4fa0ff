#pragma once

#include <cstdint>
#include <string_view>

namespace causeway {

// FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). Not for hostile keys: it names
// content, it does not protect it.
class Fnv1a64 {
 public:
  void Add(std::string_view bytes);
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

std::uint64_t HashFnv1a64(std::string_view bytes);

}  // namespace causeway
