#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace causeway {

inline constexpr std::uint64_t kMaxTextFile = std::uint64_t{16} << 20;

// The bytes of a regular file of at most `max_size` bytes. Errors are kIo with `where` = path.
Result<std::string> ReadFile(const std::string& path, std::uint64_t max_size = kMaxTextFile);

enum class WriteOutcome { kWritten, kUnchanged };

// Makes `path` hold `content`. A file that already does is not touched (its time stamp stays, so
// that build tools do no work). Otherwise the content is written to a new file beside it, which
// then takes its name: a reader or a crash sees the old file or the new one, never half of one.
// Missing parent folders are made. A link stays: the file that it leads to is replaced or made.
// What is no regular file (a device, a FIFO, /dev/stdout) stays as well: the content is written
// into it.
Result<WriteOutcome> WriteFile(const std::string& path, std::string_view content);

enum class Folders { kMayBeMissing, kMustExist };

// Whether something is in the way of WriteFile(path), without writing: a folder of that name, a
// file or a dangling link in the place of a parent folder, a folder without the right to write.
// Errors are kIo, `where` is what is in the way.
Result<void> CheckCanWrite(const std::string& path, Folders folders = Folders::kMayBeMissing);

// What the name leads to through links, whether or not that exists. Only the last part of the name
// is followed, and not into an open file of this process (/dev/stdout).
Result<std::string> FollowLinks(const std::string& path);

// Whether to write one of them is to write the other; neither needs to exist. A device such as
// /dev/null keeps nothing that could be lost: it is never the same as anything.
bool IsSameFile(const std::string& a, const std::string& b);

}  // namespace causeway
