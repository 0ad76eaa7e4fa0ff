#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

// A file is replaced by renaming a new one over it, and a rename replaces whatever has the name: a
// link to the file, a FIFO, /dev/null. So what the name leads to is found first. Links are followed
// by hand, because the end of a dangling one is where the file is to be made. What is there and is
// no regular file is opened and written into. /dev/stdout, /dev/fd/3 and the like are links into
// /proc/self/fd, which look like links to a file if the shell has sent the output to one; they are
// written through the open file itself, at its position, as its other writers do, and a socket
// could not be opened by name at all.

namespace causeway {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 40;  // as many as the system follows

std::unexpected<Error> FailErrno(std::string_view what, const std::string& path) {
  const int error = errno;
  return Fail(Error::Code::kIo, fmt::format("{}: {}", what, std::strerror(error)), path);
}

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { Close(); }

  int get() const { return fd_; }
  // False if the system reports a delayed write error.
  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || ::close(fd) == 0;
  }

 private:
  int fd_;
};

bool WriteAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// The number of the open file of this process that `path` is the name of.
std::optional<int> OpenFileOf(const fs::path& path) {
  const std::string name = path.filename().string();
  int fd = -1;
  const auto [end, bad] = std::from_chars(name.data(), name.data() + name.size(), fd);
  if (bad != std::errc() || end != name.data() + name.size() || fd < 0) return std::nullopt;
  std::error_code error;
  const fs::path own = fs::canonical("/proc/self/fd", error);
  if (error || fs::canonical(path.parent_path(), error) != own) return std::nullopt;
  return fd;
}

bool IsSpecial(const struct stat& info) { return !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode); }

Result<WriteOutcome> WriteInto(int fd, std::string_view content, const std::string& path) {
  FileDescriptor file(fd);
  if (file.get() < 0) return FailErrno("cannot open it for writing", path);
  if (!WriteAll(file.get(), content) || !file.Close()) return FailErrno("cannot write to it", path);
  return WriteOutcome::kWritten;
}

}  // namespace

Result<std::string> FollowLinks(const std::string& path) {
  std::error_code error;
  fs::path target(path);
  for (int links = 0; fs::is_symlink(target, error); ++links) {
    if (OpenFileOf(target)) break;
    const fs::path next = fs::read_symlink(target, error);
    if (error || links == kMaxLinks) return Fail(Error::Code::kIo, "cannot follow the link", path);
    target = target.parent_path() / next;  // an absolute `next` stands alone
  }
  return target.string();
}

bool IsSameFile(const std::string& a, const std::string& b) {
  struct stat info_a = {};
  struct stat info_b = {};
  const bool exists_a = ::stat(a.c_str(), &info_a) == 0;
  const bool exists_b = ::stat(b.c_str(), &info_b) == 0;
  if (exists_a && S_ISCHR(info_a.st_mode)) return false;
  if (exists_a && exists_b) {
    return info_a.st_dev == info_b.st_dev && info_a.st_ino == info_b.st_ino;
  }
  if (exists_a || exists_b) return false;
  const auto end = [](const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(FollowLinks(path).value_or(path), error);
    fs::path known = fs::weakly_canonical(whole, error);  // folders may be links too
    return error ? whole.lexically_normal() : known;
  };
  return end(a) == end(b);
}

Result<void> CheckCanWrite(const std::string& path, Folders folders) {
  if (!fs::path(path).has_filename()) {
    return Fail(Error::Code::kIo, "the name of a file is empty", path);
  }
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return Fail(Error::Code::kIo, "a folder is where the file should be", path);
  }
  const Result<std::string> followed = FollowLinks(path);
  if (!followed) return std::unexpected(followed.error());
  const fs::path target(*followed);
  struct stat info = {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (OpenFileOf(target) || (exists && IsSpecial(info))) {
    if (::access(path.c_str(), W_OK) != 0) return FailErrno("cannot write to it", path);
    return {};
  }
  // The nearest thing above the file that exists must be a folder, and take new entries.
  fs::path folder = target.parent_path();
  while (!folder.empty() && fs::symlink_status(folder, error).type() == fs::file_type::not_found &&
         folder != folder.parent_path()) {
    folder = folder.parent_path();
  }
  if (folders == Folders::kMustExist && folder != target.parent_path()) {
    return Fail(Error::Code::kIo, "there is no such folder", target.parent_path().string());
  }
  if (folder.empty()) folder = ".";
  if (fs::is_symlink(folder, error) && !fs::exists(folder, error)) {
    return Fail(Error::Code::kIo, "a symbolic link that leads nowhere is where a folder should be",
                folder.string());
  }
  if (!fs::is_directory(folder, error)) {
    if (error) {
      return Fail(Error::Code::kIo, fmt::format("cannot look at it: {}", error.message()),
                  folder.string());
    }
    return Fail(Error::Code::kIo, "a file is where a folder should be", folder.string());
  }
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return FailErrno("cannot write into the folder", folder.string());
  }
  return {};
}

Result<std::string> ReadFile(const std::string& path, std::uint64_t max_size) {
  if (path.empty()) return Fail(Error::Code::kIo, "the name of a file is empty");
  // Non-blocking: opening a FIFO must not hang before it can be refused.
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return FailErrno("cannot open the file", path);
  struct stat info = {};
  if (::fstat(file.get(), &info) != 0) return FailErrno("cannot inspect the file", path);
  if (!S_ISREG(info.st_mode)) return Fail(Error::Code::kIo, "not a regular file", path);
  if (static_cast<std::uint64_t>(info.st_size) > max_size) {
    return Fail(
        Error::Code::kIo,
        fmt::format("the file has {} bytes, more than the limit of {}", info.st_size, max_size),
        path);
  }
  std::string content(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t used = 0;
  while (used < content.size()) {
    const ssize_t n = ::read(file.get(), content.data() + used, content.size() - used);
    if (n < 0) {
      if (errno == EINTR) continue;
      return FailErrno("cannot read the file", path);
    }
    if (n == 0) break;  // it shrank while being read
    used += static_cast<std::size_t>(n);
  }
  content.resize(used);
  return content;
}

Result<WriteOutcome> WriteFile(const std::string& path, std::string_view content) {
  const Result<std::string> followed = FollowLinks(path);
  if (!followed) return std::unexpected(followed.error());
  const fs::path target(*followed);
  if (const std::optional<int> fd = OpenFileOf(target)) {
    std::fflush(stdout);  // what was printed before comes before
    return WriteInto(::fcntl(*fd, F_DUPFD_CLOEXEC, 0), content, path);
  }
  struct stat info = {};
  if (::stat(path.c_str(), &info) == 0 && IsSpecial(info)) {
    return WriteInto(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY), content, path);
  }
  std::error_code error;
  if (fs::is_regular_file(target, error) && fs::file_size(target, error) == content.size()) {
    const Result<std::string> current = ReadFile(path, content.size());
    if (current && *current == content) return WriteOutcome::kUnchanged;
  }
  if (target.has_parent_path()) {
    fs::create_directories(target.parent_path(), error);
    if (error) {
      return Fail(Error::Code::kIo, fmt::format("cannot make the folder: {}", error.message()),
                  target.parent_path().string());
    }
  }
  std::string beside = target.string() + ".XXXXXX";
  FileDescriptor file(::mkostemp(beside.data(), O_CLOEXEC));
  if (file.get() < 0) return FailErrno("cannot create a file beside it", path);
  // mkostemp gives 0600; a generated source file has the rights of any new file.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const bool written = WriteAll(file.get(), content) && ::fchmod(file.get(), 0666U & ~mask) == 0 &&
                       file.Close() && ::rename(beside.c_str(), target.c_str()) == 0;
  if (!written) {
    auto failure = FailErrno("cannot write the file", path);
    ::unlink(beside.c_str());
    return failure;
  }
  return WriteOutcome::kWritten;
}

}  // namespace causeway
