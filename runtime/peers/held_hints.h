// Whose a reference was the last time, by its value.
//
// References that native code keeps have the same value at each lookup, unlike those that a
// callback gets (all of a loop's callbacks may find their argument in the same place). So the value
// tells which peer to try, whatever the order of the lookups is. It proves nothing: the value may
// have been given to another object since, so the hint is verified by IsSameObject.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/peers/handle.h"

namespace causeway::peers {

class HeldHints {
 public:
  struct Hint {
    std::uintptr_t reference = 0;
    Handle peer;
  };
  // Where the hint for `reference` is, if there is one. Values are addresses of handles.
  Hint& Of(std::uintptr_t reference) {
    return hints_[(reference * std::uint64_t{0x9E3779B97F4A7C15}) >> (64 - kBits)];
  }

 private:
  static constexpr int kBits = 8;
  std::array<Hint, std::size_t{1} << kBits> hints_;
};

}  // namespace causeway::peers
