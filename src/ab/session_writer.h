#pragma once

#include <string>
#include <string_view>

#include "ab/session_file.h"
#include "base/result.h"

namespace causeway::ab {

// Appends lines to a session file, each flushed to the system before the next thing happens. Holds
// a lock on the file, so that two runs never write to one.
class SessionWriter {
 public:
  SessionWriter() = default;
  ~SessionWriter();
  SessionWriter(const SessionWriter&) = delete;
  SessionWriter& operator=(const SessionWriter&) = delete;

  // An empty path: lines go nowhere. A file that exists is read (existing()) and is written to only
  // behind its last whole line; a file that does not is made with the first line, not before.
  Result<void> Open(const std::string& path);
  Result<void> Append(std::string_view line);

  // Whether the lines can still be found under the file's name; an error says what became of it.
  Result<void> CheckStillThere() const;

  const SessionFile& existing() const { return existing_; }

 private:
  Result<void> OpenFile(int flags);

  std::string path_;
  int fd_ = -1;
  SessionFile existing_;
};

// Makes `path` hold `file`. One that exists is replaced only if it is empty or a session file that
// nobody is writing to (kIo, kBadInput).
Result<void> ReplaceSession(const std::string& path, const SessionFile& file);

}  // namespace causeway::ab
