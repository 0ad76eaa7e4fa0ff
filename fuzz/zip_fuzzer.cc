#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/zip/central_directory.h"

// Any bytes give entries or an error; the sum reads every one, so that a sanitizer sees them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto entries = causeway::zip::ReadArchive(std::as_bytes(std::span(data, size)));
  std::uint64_t sum = 0;
  if (entries) {
    for (const causeway::zip::Entry& entry : *entries) sum += entry.size + entry.name.size();
  }
  return sum == 0xffffffffffffffffU ? -1 : 0;
}
