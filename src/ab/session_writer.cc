#include "ab/session_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/files.h"
#include "base/process.h"

namespace causeway::ab {
namespace {

constexpr std::uint64_t kMaxSessionFile = std::uint64_t{1} << 30;
constexpr int kLockAttempts = 20;
constexpr double kLockPause = 0.05;  // seconds

}  // namespace

SessionWriter::~SessionWriter() {
  if (fd_ >= 0) close(fd_);
}

Result<void> SessionWriter::OpenFile(int flags) {
  fd_ = open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0644);
  if (fd_ < 0) {
    return Fail(Error::Code::kIo, fmt::format("cannot be written: {}", strerror(errno)), path_);
  }
  // A run that was killed a moment ago may have left a child behind that has not reached its exec
  // and holds the file until then.
  for (int attempt = 0; flock(fd_, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (attempt < kLockAttempts) {
      SleepUnlessStopped(kLockPause, -1);
      continue;
    }
    return Fail(Error::Code::kIo, "another 'causeway ab' is writing to it", path_);
  }
  return {};
}

Result<void> SessionWriter::Open(const std::string& path) {
  path_ = path;
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  if (const Result<void> opened = OpenFile(0); !opened) return opened;
  const Result<std::string> text = ReadFile(path, kMaxSessionFile);
  if (!text) return std::unexpected(text.error());
  if (text->empty()) return {};
  Result<SessionFile> parsed = ParseSession(*text, path);
  if (!parsed) return std::unexpected(parsed.error());
  existing_ = std::move(*parsed);
  const std::size_t whole = text->rfind('\n') + 1;
  if (ftruncate(fd_, static_cast<off_t>(whole)) != 0) {
    return Fail(Error::Code::kIo, fmt::format("cannot be written: {}", strerror(errno)), path_);
  }
  return {};
}

Result<void> SessionWriter::Append(std::string_view line) {
  if (path_.empty()) return {};
  if (fd_ < 0) {
    std::error_code ignored;
    const std::filesystem::path parent = std::filesystem::path(path_).parent_path();
    if (!parent.empty()) std::filesystem::create_directories(parent, ignored);
    if (const Result<void> opened = OpenFile(O_CREAT | O_EXCL); !opened) return opened;
  }
  while (!line.empty()) {
    const ssize_t written = write(fd_, line.data(), line.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      return Fail(Error::Code::kIo, fmt::format("cannot be written: {}", strerror(errno)), path_);
    }
    line.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace causeway::ab
