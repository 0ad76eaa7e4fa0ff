#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace causeway::zip {

// Where the central directory of an archive lies, from its end record.
struct Location {
  std::uint64_t offset = 0;  // in the file
  std::uint64_t size = 0;    // bytes
  std::uint64_t entries = 0;
};

struct Entry {
  std::string name;          // as stored; bytes that are not UTF-8 are possible
  std::uint16_t method = 0;  // 0 stored, 8 deflated
  std::uint32_t crc32 = 0;
  std::uint64_t compressed_size = 0;
  std::uint64_t size = 0;
  std::uint64_t local_header_offset = 0;  // in the file
  bool is_folder() const { return name.ends_with('/'); }
};

// The longest tail of a file that can hold the end record, its comment and the ZIP64 locator.
inline constexpr std::size_t kTailSize = 22 + 65535 + 20 + 56;

// Finds the central directory. `tail` is the end of the file, at least min(kTailSize, file_size)
// bytes of it. Error::where is the byte offset in the file.
Result<Location> Locate(std::span<const std::byte> tail, std::uint64_t file_size);

// The entries, in the order of the directory; `directory` is the file's bytes at `location`.
Result<std::vector<Entry>> ReadEntries(std::span<const std::byte> directory,
                                       const Location& location);

// Both, from the bytes of a whole archive.
Result<std::vector<Entry>> ReadArchive(std::span<const std::byte> file);

}  // namespace causeway::zip
