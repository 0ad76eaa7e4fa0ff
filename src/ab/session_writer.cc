#include "ab/session_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
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

bool IsAt(int fd, const std::string& path) {
  struct stat open_file{};
  struct stat named{};
  return fstat(fd, &open_file) == 0 && stat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

std::unexpected<Error> Replaced(const std::string& path) {
  return Fail(Error::Code::kIo, "was deleted or replaced by another file at this moment", path);
}

Result<void> Lock(int fd, const std::string& path, int attempts) {
  for (int attempt = 1; flock(fd, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (attempt < attempts) {
      SleepUnlessStopped(kLockPause, -1);
      continue;
    }
    return Fail(Error::Code::kIo, "another 'causeway ab' is writing to it", path);
  }
  // 'ab merge' may have put another file in its place while we waited.
  if (!IsAt(fd, path)) return Replaced(path);
  return {};
}

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
  return Lock(fd_, path_, kLockAttempts);
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

Result<void> SessionWriter::CheckStillThere() const {
  if (fd_ < 0 || IsAt(fd_, path_)) return {};
  std::error_code ignored;
  return Fail(Error::Code::kIo,
              std::filesystem::exists(path_, ignored)
                  ? "was replaced by another file while the run went on; it does not hold this run"
                  : "was deleted while the run went on; the samples are lost",
              path_);
}

Result<void> ReplaceSession(const std::string& path, const SessionFile& file) {
  std::error_code ignored;
  int fd = -1;
  if (std::filesystem::exists(path, ignored)) {
    fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0) {
      return Fail(Error::Code::kIo, fmt::format("cannot be written: {}", strerror(errno)), path);
    }
  }
  const auto replace = [&]() -> Result<void> {
    if (fd >= 0) {
      // No second attempt: who writes to it now has lines that are not in `file`.
      if (const Result<void> locked = Lock(fd, path, 1); !locked) return locked;
      const Result<std::string> old = ReadFile(path, kMaxSessionFile);
      if (!old) return std::unexpected(old.error());
      if (!old->empty() && !LooksLikeSession(*old)) {
        return Fail(Error::Code::kBadInput,
                    "holds something else than sessions of 'causeway ab'; give another name", path);
      }
    }
    // Behind a lock on the old file: a run that waits for it sees that it is another one now.
    const auto written = WriteFile(path, ToText(file));
    if (!written) return std::unexpected(written.error());
    return {};
  };
  Result<void> replaced = replace();
  if (fd >= 0) close(fd);
  return replaced;
}

}  // namespace causeway::ab
