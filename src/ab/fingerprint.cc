#include "ab/fingerprint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <span>

#include "ab/command.h"
#include "base/process.h"
#include "base/text.h"
#include "formats/zip/central_directory.h"

// Which build an arm runs. XXH3 with 128 bits tells builds apart; it does not protect against
// somebody who forges one, and nobody here has a reason to.
//
// Archives are compared by their central directories: name, size and CRC-32 of each entry, which
// says what changed between two APKs without unpacking anything. Folders are compared file by
// file; a symbolic link counts as its target's name.

namespace causeway::ab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadSize = std::size_t{1} << 20;
constexpr std::size_t kMostFiles = 200'000;

class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

class Hasher {
 public:
  Hasher() : state_(XXH3_createState()) { XXH3_128bits_reset(state_); }
  ~Hasher() { XXH3_freeState(state_); }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  void Add(const void* data, std::size_t size) { XXH3_128bits_update(state_, data, size); }
  // With its length, so that two texts are not the same as their parts put together otherwise.
  void AddText(std::string_view text) {
    const std::uint64_t size = text.size();
    Add(&size, sizeof(size));
    Add(text.data(), text.size());
  }
  std::string Text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(state_);
    return fmt::format("xxh3:{:016x}{:016x}", hash.high64, hash.low64);
  }

 private:
  XXH3_state_t* state_;
};

std::unexpected<Error> Refused(const std::string& path) {
  return Fail(Error::Code::kIo, fmt::format("cannot be read: {}", strerror(errno)), path);
}

Result<std::string> HashFile(const std::string& path) {
  const Descriptor file(path);
  if (file.get() < 0) return Refused(path);
  Hasher hasher;
  std::vector<char> buffer(kReadSize);
  for (;;) {
    const ssize_t got = read(file.get(), buffer.data(), buffer.size());
    if (got < 0) return Refused(path);
    if (got == 0) return hasher.Text();
    hasher.Add(buffer.data(), static_cast<std::size_t>(got));
  }
}

std::optional<FileStamp> StampOf(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  const auto nanoseconds = [](const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  };
  return FileStamp{path, info.st_ino, static_cast<std::uint64_t>(info.st_size),
                   nanoseconds(info.st_mtim), nanoseconds(info.st_ctim)};
}

std::string FirstBytes(const std::string& path) {
  const Descriptor file(path);
  std::array<char, 4> bytes{};
  if (file.get() < 0) return "";
  const ssize_t got = read(file.get(), bytes.data(), bytes.size());
  return got > 0 ? std::string(bytes.data(), static_cast<std::size_t>(got)) : "";
}

bool IsArchive(std::string_view first_bytes) { return first_bytes == "PK\x03\x04"; }

bool LooksLikeCode(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  const std::string bytes = FirstBytes(path);
  if (IsArchive(bytes) ||
      bytes ==
          "\x7f"
          "ELF" ||
      bytes == "\xca\xfe\xba\xbe" || bytes.starts_with("#!") || bytes.starts_with("MZ")) {
    return true;
  }
  constexpr std::string_view kScripts[] = {".py",  ".js",  ".mjs", ".rb",  ".pl",
                                           ".lua", ".php", ".sh",  ".java"};
  return std::any_of(std::begin(kScripts), std::end(kScripts),
                     [&path](std::string_view end) { return path.ends_with(end); });
}

bool Pread(int fd, std::vector<std::byte>& bytes, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got =
        pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

// False if it is not an archive that can be read.
bool AddArchiveEntries(const std::string& path, std::uint64_t size, Fingerprint& out) {
  const Descriptor file(path);
  if (file.get() < 0) return false;
  std::vector<std::byte> bytes(std::min<std::uint64_t>(zip::kTailSize, size));
  if (!Pread(file.get(), bytes, size - bytes.size())) return false;
  const Result<zip::Location> location = zip::Locate(bytes, size);
  if (!location) return false;
  bytes.resize(location->size);
  if (!Pread(file.get(), bytes, location->offset)) return false;
  const Result<std::vector<zip::Entry>> entries = zip::ReadEntries(bytes, *location);
  if (!entries) return false;
  for (const zip::Entry& entry : *entries) {
    out.entries[entry.name] = {entry.size, fmt::format("{:08x}", entry.crc32)};
  }
  return true;
}

std::string ArchiveKind(const std::string& path) {
  if (path.ends_with(".apk")) return "apk";
  if (path.ends_with(".jar") || path.ends_with(".war")) return "jar";
  return "zip";
}

Result<ArtifactFile> ReadOneFile(const std::string& path, Fingerprint& out) {
  const std::optional<FileStamp> stamp = StampOf(path);
  if (!stamp) return Refused(path);
  Result<std::string> hash = HashFile(path);
  if (!hash) return std::unexpected(hash.error());
  ArtifactFile file{path, "file", std::move(*hash), stamp->size};
  if (IsArchive(FirstBytes(path)) && AddArchiveEntries(path, stamp->size, out)) {
    file.kind = ArchiveKind(path);
  }
  out.stamps.push_back(*stamp);
  return file;
}

Result<ArtifactFile> ReadFolder(const std::string& path, Fingerprint& out) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::recursive_directory_iterator at(path, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (!at->is_directory(ignored) || at->is_symlink(ignored)) paths.push_back(at->path());
    if (paths.size() > kMostFiles) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("holds more than {} files; name the build itself", kMostFiles), path);
    }
  }
  if (error) {
    return Fail(Error::Code::kIo, fmt::format("cannot be read: {}", error.message()), path);
  }
  std::sort(paths.begin(), paths.end());
  ArtifactFile folder{path, "directory", "", 0};
  Hasher hasher;
  for (const fs::path& file : paths) {
    const std::string name = file.lexically_relative(path).string();
    Fingerprint::Entry entry;
    std::error_code ignored;
    if (fs::is_symlink(file, ignored)) {
      entry.content = "link " + fs::read_symlink(file, ignored).string();
    } else if (fs::is_regular_file(file, ignored)) {
      const std::optional<FileStamp> stamp = StampOf(file.string());
      if (!stamp) return Refused(file.string());
      Result<std::string> hash = HashFile(file.string());
      if (!hash) return std::unexpected(hash.error());
      entry = {stamp->size, std::move(*hash)};
      out.stamps.push_back(*stamp);
    } else {
      continue;  // sockets and the like are no part of a build
    }
    folder.size += entry.size;
    hasher.AddText(name);
    hasher.AddText(entry.content);
    out.entries[name] = std::move(entry);
  }
  folder.hash = hasher.Text();
  return folder;
}

std::vector<std::string> PathsOf(const Artifact& artifact) {
  std::vector<std::string> paths;
  for (const ArtifactFile& file : artifact.files) paths.push_back(file.path);
  return paths;
}

}  // namespace

std::vector<std::string> FilesOfCommand(const std::vector<std::string>& command, bool shell) {
  std::vector<std::string> words = command;
  std::vector<std::string> files;
  const auto add = [&files](const std::string& path) {
    if (std::find(files.begin(), files.end(), path) == files.end()) files.push_back(path);
  };
  if (shell) {
    Result<std::vector<std::string>> split = SplitCommand(command.front());
    if (!split) return files;
    words = std::move(*split);
  }
  if (const std::optional<std::string> program = FindProgram(words.front())) add(*program);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (LooksLikeCode(word)) {
      add(word);
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string_view value =
        equals == std::string::npos ? word : std::string_view(word).substr(equals + 1);
    for (const std::string_view part : Split(value, ':')) {
      if (LooksLikeCode(std::string(part))) add(std::string(part));
    }
  }
  return files;
}

Result<Fingerprint> TakeFingerprint(const std::vector<std::string>& paths, bool given) {
  Fingerprint result;
  result.artifact.given = given;
  Hasher hasher;
  for (const std::string& path : paths) {
    std::error_code ignored;
    Result<ArtifactFile> file =
        fs::is_directory(path, ignored) ? ReadFolder(path, result) : ReadOneFile(path, result);
    if (!file) return std::unexpected(file.error());
    hasher.AddText(file->hash);
    result.artifact.files.push_back(std::move(*file));
  }
  result.artifact.hash =
      result.artifact.files.size() == 1 ? result.artifact.files[0].hash : hasher.Text();
  return result;
}

Result<bool> HasSameContent(const Fingerprint& fingerprint) {
  const Result<Fingerprint> now =
      TakeFingerprint(PathsOf(fingerprint.artifact), fingerprint.artifact.given);
  if (!now) return std::unexpected(now.error());
  return now->artifact.hash == fingerprint.artifact.hash;
}

Result<bool> IsUnchanged(Fingerprint& fingerprint) {
  const bool same =
      std::all_of(fingerprint.stamps.begin(), fingerprint.stamps.end(),
                  [](const FileStamp& stamp) { return StampOf(stamp.path) == stamp; });
  if (same) return true;
  Result<Fingerprint> now =
      TakeFingerprint(PathsOf(fingerprint.artifact), fingerprint.artifact.given);
  if (!now) return std::unexpected(now.error());
  if (now->artifact.hash != fingerprint.artifact.hash) return false;
  fingerprint.stamps = std::move(now->stamps);
  return true;
}

EntryDifference Compare(const Fingerprint& first, const Fingerprint& other) {
  EntryDifference difference;
  const auto bytes = [](const Fingerprint::Entry& entry) {
    return static_cast<std::int64_t>(entry.size);
  };
  for (const auto& [name, entry] : first.entries) {
    const auto now = other.entries.find(name);
    if (now == other.entries.end()) {
      ++difference.removed;
      difference.listed.push_back({name, bytes(entry), -1});
    } else if (now->second.size != entry.size || now->second.content != entry.content) {
      ++difference.changed;
      difference.listed.push_back({name, bytes(entry), bytes(now->second)});
    } else {
      ++difference.same;
    }
  }
  for (const auto& [name, entry] : other.entries) {
    if (first.entries.contains(name)) continue;
    ++difference.added;
    difference.listed.push_back({name, -1, bytes(entry)});
  }
  // By how much each matters to the size; ties by name.
  const auto weight = [](const EntryDifference::Entry& entry) {
    return std::abs(std::max<std::int64_t>(entry.after, 0) -
                    std::max<std::int64_t>(entry.before, 0));
  };
  std::sort(difference.listed.begin(), difference.listed.end(),
            [&weight](const auto& a, const auto& b) {
              return weight(a) != weight(b) ? weight(a) > weight(b) : a.name < b.name;
            });
  if (difference.listed.size() > kListedEntries) difference.listed.resize(kListedEntries);
  return difference;
}

}  // namespace causeway::ab
