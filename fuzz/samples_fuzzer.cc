#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/samples/samples.h"

// Any bytes give samples or an error, and the columns of a set are of one length.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto set = causeway::samples::Read(std::as_bytes(std::span(data, size)), "input");
  if (!set) return 0;
  const std::size_t n = set->size();
  for (const std::size_t length : {set->metric.size(), set->session.size(), set->pass.size(),
                                   set->pair.size(), set->block.size(), set->order.size()}) {
    if (length != 0 && length != n) __builtin_trap();
  }
  if (set->arm.size() != n || n == 0) __builtin_trap();
  return 0;
}
