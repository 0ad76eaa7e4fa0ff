#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ab/session_file.h"
#include "base/result.h"

namespace causeway::ab {

// What tells two states of a file apart without reading it.
struct FileStamp {
  std::string path;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// An arm's artifact with what is needed to compare it and to notice that it changes.
struct Fingerprint {
  struct Entry {
    std::uint64_t size = 0;
    std::string content;  // CRC-32 of a ZIP entry, hash of a file
  };
  Artifact artifact;
  std::map<std::string, Entry> entries;  // of archives and folders, by name
  std::vector<FileStamp> stamps;
};

// The files that make up a command: the program itself and each word, part of a word between ':'
// or text behind '=' that names a program, an archive or a script. Files of data are not among
// them, because a command may well write to those.
std::vector<std::string> FilesOfCommand(const std::vector<std::string>& command, bool shell);

// Reads and hashes the files (or folders); an unreadable archive counts as a plain file.
Result<Fingerprint> TakeFingerprint(const std::vector<std::string>& paths, bool given);

// Whether the files are still what they were: by their stamps, and where those differ by content
// (a copy that is equal, or a new time stamp, is no change); stamps are then renewed.
Result<bool> IsUnchanged(Fingerprint& fingerprint);
// The same, by content alone.
Result<bool> HasSameContent(const Fingerprint& fingerprint);

EntryDifference Compare(const Fingerprint& first, const Fingerprint& other);

}  // namespace causeway::ab
