#include "formats/zip/central_directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

// The central directory of a ZIP archive (PKWARE APPNOTE 6.3.10, sections 4.3.12 to 4.3.16).
//
// A reader starts at the end: the "end of central directory" record is the last thing in the file
// but for a comment of up to 65535 bytes, so its signature is searched backwards, and it counts
// only if the comment length that it states reaches exactly to the end of the file: that rejects
// a signature inside a comment. Fields that do not fit 16 or 32 bits are all ones there; then a
// ZIP64 locator right before it points to the ZIP64 end record.
//
// The directory must end where the end record (or the ZIP64 one) begins. Archives with bytes in
// front of them (self-extracting ones, an executable with a JAR behind it) state offsets that are
// too small by the length of those bytes; the difference is found from that rule and added. APK
// files have their signing block between the entries and the directory, which does not matter
// here. Archives that are split over several disks are refused.

namespace causeway::zip {
namespace {

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kLocatorSignature = 0x07064b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLocatorSize = 20;
constexpr std::size_t kEnd64Size = 56;
constexpr std::size_t kEntrySize = 46;
constexpr std::uint16_t kZip64Field = 0x0001;
constexpr std::uint32_t kAllOnes32 = 0xffffffff;
constexpr std::uint16_t kAllOnes16 = 0xffff;

using Bytes = std::span<const std::byte>;

// Little endian; the caller has compared the size.
template <typename T>
T Read(Bytes bytes, std::size_t offset) {
  T value = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) {
    value = static_cast<T>((std::uint64_t{value} << 8) |
                           std::to_integer<std::uint64_t>(bytes[offset + i]));
  }
  return value;
}

bool Holds(Bytes bytes, std::size_t offset, std::size_t size) {
  return offset <= bytes.size() && size <= bytes.size() - offset;
}

std::unexpected<Error> Bad(std::uint64_t offset, std::string message) {
  return Fail(Error::Code::kBadInput, std::move(message), std::to_string(offset));
}

std::optional<std::size_t> FindEnd(Bytes tail) {
  if (tail.size() < kEndSize) return std::nullopt;
  for (std::size_t at = tail.size() - kEndSize;; --at) {
    if (Read<std::uint32_t>(tail, at) == kEndSignature &&
        Read<std::uint16_t>(tail, at + 20) == tail.size() - at - kEndSize) {
      return at;
    }
    if (at == 0) return std::nullopt;
  }
}

// Replaces the fields that are all ones by those of the ZIP64 extra field, in the order of the
// APPNOTE (4.5.3). False if the field is too short for them.
bool ApplyZip64(Bytes field, Entry& entry, bool size, bool compressed, bool offset) {
  std::size_t at = 0;
  const auto take = [&](bool wanted, std::uint64_t& value) {
    if (!wanted) return true;
    if (!Holds(field, at, 8)) return false;
    value = Read<std::uint64_t>(field, at);
    at += 8;
    return true;
  };
  return take(size, entry.size) && take(compressed, entry.compressed_size) &&
         take(offset, entry.local_header_offset);
}

bool ReadExtra(Bytes extra, Entry& entry) {
  const bool size = entry.size == kAllOnes32;
  const bool compressed = entry.compressed_size == kAllOnes32;
  const bool offset = entry.local_header_offset == kAllOnes32;
  if (!size && !compressed && !offset) return true;
  std::size_t at = 0;
  while (Holds(extra, at, 4)) {
    const auto id = Read<std::uint16_t>(extra, at);
    const std::size_t length = Read<std::uint16_t>(extra, at + 2);
    if (!Holds(extra, at + 4, length)) return false;
    if (id == kZip64Field) {
      return ApplyZip64(extra.subspan(at + 4, length), entry, size, compressed, offset);
    }
    at += 4 + length;
  }
  return true;  // really that large: 2^32 - 1 is a possible size
}

}  // namespace

Result<Location> Locate(Bytes tail, std::uint64_t file_size) {
  const std::uint64_t tail_offset = file_size - std::min<std::uint64_t>(tail.size(), file_size);
  const std::optional<std::size_t> end = FindEnd(tail);
  if (!end) return Bad(tail_offset, "no end of central directory record: not a ZIP archive");
  Location location;
  const auto disk = Read<std::uint16_t>(tail, *end + 4);
  const auto directory_disk = Read<std::uint16_t>(tail, *end + 6);
  location.entries = Read<std::uint16_t>(tail, *end + 10);
  location.size = Read<std::uint32_t>(tail, *end + 12);
  location.offset = Read<std::uint32_t>(tail, *end + 16);
  const bool split =
      (disk != 0 && disk != kAllOnes16) || (directory_disk != 0 && directory_disk != kAllOnes16);
  if (split) return Bad(tail_offset + *end, "the archive is split over several files");
  std::uint64_t directory_end = tail_offset + *end;
  const bool is64 = location.entries == kAllOnes16 || location.size == kAllOnes32 ||
                    location.offset == kAllOnes32;
  if (is64 && *end >= kLocatorSize &&
      Read<std::uint32_t>(tail, *end - kLocatorSize) == kLocatorSignature) {
    // The locator states an offset that bytes in front of the archive would make wrong; the record
    // of the usual size lies right before it.
    const std::size_t locator = *end - kLocatorSize;
    if (locator < kEnd64Size ||
        Read<std::uint32_t>(tail, locator - kEnd64Size) != kEnd64Signature) {
      return Bad(tail_offset + locator, "no ZIP64 end record before its locator");
    }
    const std::size_t end64 = locator - kEnd64Size;
    location.entries = Read<std::uint64_t>(tail, end64 + 32);
    location.size = Read<std::uint64_t>(tail, end64 + 40);
    location.offset = Read<std::uint64_t>(tail, end64 + 48);
    directory_end = tail_offset + end64;
  }
  if (location.size > directory_end || location.offset > directory_end - location.size) {
    return Bad(tail_offset + *end, "the central directory would lie outside of the archive");
  }
  if (location.entries > location.size / kEntrySize) {
    return Bad(tail_offset + *end,
               fmt::format("{} entries do not fit a central directory of {} bytes",
                           location.entries, location.size));
  }
  location.offset = directory_end - location.size;
  return location;
}

Result<std::vector<Entry>> ReadEntries(Bytes directory, const Location& location) {
  std::vector<Entry> entries;
  entries.reserve(std::min<std::uint64_t>(location.entries, directory.size() / kEntrySize));
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < location.entries; ++i) {
    const std::uint64_t place = location.offset + at;
    if (!Holds(directory, at, kEntrySize)) {
      return Bad(place, fmt::format("the central directory ends after {} of {} entries", i,
                                    location.entries));
    }
    if (Read<std::uint32_t>(directory, at) != kEntrySignature) {
      return Bad(place, fmt::format("entry {} has no central directory signature", i));
    }
    const std::size_t name_size = Read<std::uint16_t>(directory, at + 28);
    const std::size_t extra_size = Read<std::uint16_t>(directory, at + 30);
    const std::size_t comment_size = Read<std::uint16_t>(directory, at + 32);
    const std::size_t size = kEntrySize + name_size + extra_size + comment_size;
    if (!Holds(directory, at, size)) {
      return Bad(place, fmt::format("entry {} reaches beyond the central directory", i));
    }
    Entry entry;
    entry.method = Read<std::uint16_t>(directory, at + 10);
    entry.crc32 = Read<std::uint32_t>(directory, at + 16);
    entry.compressed_size = Read<std::uint32_t>(directory, at + 20);
    entry.size = Read<std::uint32_t>(directory, at + 24);
    entry.local_header_offset = Read<std::uint32_t>(directory, at + 42);
    entry.name.resize(name_size);
    if (name_size != 0) std::memcpy(entry.name.data(), &directory[at + kEntrySize], name_size);
    if (!ReadExtra(directory.subspan(at + kEntrySize + name_size, extra_size), entry)) {
      return Bad(place, fmt::format("entry {} has a broken extra field", i));
    }
    entries.push_back(std::move(entry));
    at += size;
  }
  return entries;
}

Result<std::vector<Entry>> ReadArchive(Bytes file) {
  const Bytes tail = file.last(std::min(kTailSize, file.size()));
  const Result<Location> location = Locate(tail, file.size());
  if (!location) return std::unexpected(location.error());
  return ReadEntries(file.subspan(location->offset, location->size), *location);
}

}  // namespace causeway::zip
