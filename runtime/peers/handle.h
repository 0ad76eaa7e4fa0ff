#pragma once

#include <cstdint>

namespace causeway::peers {

// What stands for a peer outside of C++: the index of its slot and the slot's generation when it
// was given out. A slot's memory is never freed, and its generation grows with each use, so a
// handle that outlives its peer is noticed. 0 is no handle.
class Handle {
 public:
  constexpr Handle() = default;
  constexpr Handle(std::uint32_t index, std::uint32_t generation)
      : bits_((std::uint64_t{generation} << 32) | index) {}
  static constexpr Handle FromBits(std::uint64_t bits) {
    Handle handle;
    handle.bits_ = bits;
    return handle;
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr std::uint32_t index() const { return static_cast<std::uint32_t>(bits_); }
  constexpr std::uint32_t generation() const { return static_cast<std::uint32_t>(bits_ >> 32); }
  constexpr explicit operator bool() const { return bits_ != 0; }
  friend constexpr bool operator==(Handle, Handle) = default;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace causeway::peers
