#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace causeway {
namespace {

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

}  // namespace

Result<void> CheckCanWrite(const std::string& path) {
  namespace fs = std::filesystem;
  const fs::path target(path);
  if (!target.has_filename()) return Fail(Error::Code::kIo, "the name of a file is empty", path);
  std::error_code error;
  if (fs::is_directory(target, error)) {
    return Fail(Error::Code::kIo, "a folder is where the file should be", path);
  }
  // The nearest thing above the file that exists must be a folder, and take new entries.
  fs::path folder = target.parent_path();
  while (!folder.empty() && fs::symlink_status(folder, error).type() == fs::file_type::not_found &&
         folder != folder.parent_path()) {
    folder = folder.parent_path();
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
  std::error_code error;
  const std::filesystem::path target(path);
  if (std::filesystem::is_regular_file(target, error) &&
      std::filesystem::file_size(target, error) == content.size()) {
    const Result<std::string> current = ReadFile(path, content.size());
    if (current && *current == content) return WriteOutcome::kUnchanged;
  }
  if (target.has_parent_path()) {
    std::filesystem::create_directories(target.parent_path(), error);
    if (error) {
      return Fail(Error::Code::kIo, fmt::format("cannot make the folder: {}", error.message()),
                  target.parent_path().string());
    }
  }
  std::string beside = path + ".XXXXXX";
  FileDescriptor file(::mkostemp(beside.data(), O_CLOEXEC));
  if (file.get() < 0) return FailErrno("cannot create a file beside it", path);
  // mkostemp gives 0600; a generated source file has the rights of any new file.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const bool written = WriteAll(file.get(), content) && ::fchmod(file.get(), 0666U & ~mask) == 0 &&
                       file.Close() && ::rename(beside.c_str(), path.c_str()) == 0;
  if (!written) {
    auto failure = FailErrno("cannot write the file", path);
    ::unlink(beside.c_str());
    return failure;
  }
  return WriteOutcome::kWritten;
}

}  // namespace causeway
