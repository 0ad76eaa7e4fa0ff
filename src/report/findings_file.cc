#include "report/findings_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "report/rules.h"

// Two processes update the same file by turns: each locks the folder, reads the file, changes what
// it read and renames a new file over the old one. The lock is on the folder because a lock on the
// file would stay with the old file when the new one takes its name, and a lock file of its own
// would have to lie there for ever. flock() is released when the process ends, however it ends.

namespace causeway::report {
namespace {

constexpr std::uint64_t kMaxFindingsFile = std::uint64_t{256} << 20;
constexpr std::size_t kMinIdDigits = 4;

class FolderLock {
 public:
  static Result<FolderLock> Take(const std::string& folder) {
    FolderLock lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock.fd_ < 0) {
      return Fail(Error::Code::kIo, fmt::format("cannot open the folder: {}", std::strerror(errno)),
                  folder);
    }
    while (::flock(lock.fd_, LOCK_EX) != 0) {
      if (errno == EINTR) continue;
      return Fail(Error::Code::kIo, fmt::format("cannot lock the folder: {}", std::strerror(errno)),
                  folder);
    }
    return lock;
  }
  FolderLock(FolderLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock() {
    if (fd_ >= 0) ::close(fd_);
  }

 private:
  explicit FolderLock(int fd) : fd_(fd) {}
  int fd_;
};

std::map<std::string, std::size_t> Index(const std::vector<Finding>& findings) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < findings.size(); ++i) index.emplace(IdOf(findings[i]), i);
  return index;
}

void SetEvidence(Finding& finding, const std::string& name, const std::string& value) {
  for (auto& [have, old] : finding.evidence) {
    if (have == name) {
      old = value;
      return;
    }
  }
  finding.evidence.emplace_back(name, value);
}

int Weight(Status status) {
  switch (status) {
    case Status::kOpen:
      return 0;
    case Status::kSuppressed:
      return 1;
    case Status::kClosed:
      break;
  }
  return 2;
}

void TakeDecision(Finding& finding, const Finding& from) {
  finding.status = from.status;
  finding.because = from.because;
  finding.expires = from.expires;
}

// Whether a path lies below a folder; both are normalised.
bool LiesBelow(std::string_view path, std::string_view folder) {
  while (folder.ends_with('/')) folder.remove_suffix(1);
  if (folder == ".") return !path.starts_with('/') && !path.starts_with("../");
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// Drops open findings that `scope` covers, except those with one of the ids.
void DropGone(FindingsFile& file, const Scope& scope, const std::set<std::string>& found) {
  std::set<std::pair<std::string_view, std::string>> inspected;
  for (const auto& [verb, path] : scope.files) inspected.emplace(verb, NormalisedPath(path));
  std::vector<std::string> folders;
  for (const std::string& folder : scope.folders) folders.push_back(NormalisedPath(folder));
  std::erase_if(file.findings, [&](const Finding& finding) {
    const Rule* rule = FindRule(finding.rule);
    if (finding.status != Status::kOpen || rule == nullptr || finding.place.file.empty()) {
      return false;
    }
    const std::string path = NormalisedPath(finding.place.file);
    std::error_code error;
    const bool covered =
        inspected.contains({rule->verb, path}) ||
        (std::ranges::any_of(folders, [&](const auto& f) { return LiesBelow(path, f); }) &&
         std::filesystem::status(path, error).type() == std::filesystem::file_type::not_found);
    return covered && !found.contains(IdOf(finding));
  });
}

}  // namespace

Result<FindingsFile> ReadFindings(const std::string& path) {
  const Result<std::string> text = ReadFile(path, kMaxFindingsFile);
  if (!text) return std::unexpected(text.error());
  return ParseFindings(*text, path);
}

Result<void> UpdateFindings(const std::string& path,
                            const std::function<Result<void>(FindingsFile&)>& change) {
  std::error_code error;
  // The lock is that of the folder in which a file is replaced, wherever links to it are.
  const Result<std::string> followed = FollowLinks(path);
  if (!followed) return std::unexpected(followed.error());
  const std::filesystem::path target(*followed);
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  const Result<FolderLock> lock = FolderLock::Take(folder.string());
  if (!lock) return std::unexpected(lock.error());
  FindingsFile file;
  if (std::filesystem::exists(target, error)) {
    Result<FindingsFile> read = ReadFindings(target.string());
    if (!read) {
      read.error().where.replace(0, target.string().size(), path);
      return std::unexpected(read.error());
    }
    file = std::move(*read);
  }
  if (Result<void> changed = change(file); !changed) return changed;
  const Result<WriteOutcome> written = WriteFile(target.string(), ToText(file));
  if (!written) return std::unexpected(written.error());
  return {};
}

void Record(FindingsFile& file, std::vector<Finding> found, const Scope& scope) {
  std::set<std::string> ids;
  std::map<std::string, std::size_t> index = Index(file.findings);
  for (Finding& finding : found) {
    if (!finding.place.file.empty()) finding.place.file = NormalisedPath(finding.place.file);
    // Through the file's form once: bytes that are not UTF-8 must not give it another id later.
    FindingsFile one;
    one.findings.push_back(std::move(finding));
    Result<FindingsFile> read = ParseFindings(ToText(one), "");
    if (!read) continue;  // a finding without a rule
    Finding fresh = std::move(read->findings.front());
    const auto [at, is_new] = index.emplace(IdOf(fresh), file.findings.size());
    ids.insert(at->first);
    if (is_new) {
      file.findings.push_back(std::move(fresh));
      continue;
    }
    Finding& known = file.findings[at->second];
    if (known.status == Status::kSuppressed) TakeDecision(fresh, known);
    if (known.status == Status::kClosed) SetEvidence(fresh, "closed before", known.because);
    fresh.raw = known.raw;
    known = std::move(fresh);
  }
  DropGone(file, scope, ids);
}

void Merge(FindingsFile& file, const FindingsFile& other) {
  std::map<std::string, std::size_t> index = Index(file.findings);
  for (const Finding& finding : other.findings) {
    const auto [at, is_new] = index.emplace(IdOf(finding), file.findings.size());
    if (is_new) {
      file.findings.push_back(finding);
      continue;
    }
    Finding& known = file.findings[at->second];
    Finding merged = finding;
    if (Weight(known.status) > Weight(merged.status)) TakeDecision(merged, known);
    for (const auto& [name, value] : known.evidence) {
      const bool have = std::any_of(merged.evidence.begin(), merged.evidence.end(),
                                    [&name](const auto& row) { return row.first == name; });
      if (!have) merged.evidence.emplace_back(name, value);
    }
    known = std::move(merged);
  }
}

Result<std::size_t> FindById(const FindingsFile& file, std::string_view id) {
  std::optional<std::size_t> found;
  if (id.size() < kMinIdDigits) {
    return Fail(Error::Code::kUsage,
                fmt::format("{} is too short for the id of a finding: give {} digits or more",
                            Quote(id), kMinIdDigits));
  }
  for (std::size_t i = 0; i < file.findings.size(); ++i) {
    if (!IdOf(file.findings[i]).starts_with(id)) continue;
    if (found) {
      return Fail(
          Error::Code::kUsage,
          fmt::format("{} is the beginning of more than one id: give more digits", Quote(id)));
    }
    found = i;
  }
  if (!found) {
    return Fail(Error::Code::kUsage, fmt::format("no finding has the id {}", Quote(id)));
  }
  return *found;
}

Result<void> Suppress(FindingsFile& file, std::string_view id, const std::string& because,
                      const std::string& until) {
  const Result<std::size_t> at = FindById(file, id);
  if (!at) return std::unexpected(at.error());
  Finding& finding = file.findings[*at];
  finding.status = Status::kSuppressed;
  finding.because = because;
  finding.expires = until;
  return {};
}

void TakeSuppressions(FindingsFile& file, const FindingsFile& other) {
  const std::map<std::string, std::size_t> index = Index(other.findings);
  for (Finding& finding : file.findings) {
    if (finding.status != Status::kOpen) continue;
    const auto at = index.find(IdOf(finding));
    if (at == index.end()) continue;
    const Finding& decided = other.findings[at->second];
    if (decided.status == Status::kSuppressed) TakeDecision(finding, decided);
  }
}

std::size_t ExpireSuppressions(FindingsFile& file, std::string_view today) {
  std::size_t count = 0;
  for (Finding& finding : file.findings) {
    if (finding.status != Status::kSuppressed || finding.expires.empty()) continue;
    if (finding.expires >= today) continue;  // dates of this form compare as text
    SetEvidence(finding, "suppression expired", finding.expires + ": " + finding.because);
    finding.status = Status::kOpen;
    finding.because.clear();
    finding.expires.clear();
    ++count;
  }
  return count;
}

Result<void> CloseByVerdict(const std::string& path, std::string_view id,
                            const std::string& verdict,
                            const std::vector<std::pair<std::string, std::string>>& evidence) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return Fail(Error::Code::kIo, "there is no file of findings", path);
  }
  return UpdateFindings(path, [&](FindingsFile& file) -> Result<void> {
    const Result<std::size_t> at = FindById(file, id);
    if (!at) return std::unexpected(at.error());
    Finding& finding = file.findings[*at];
    finding.status = Status::kClosed;
    finding.because = verdict;
    finding.expires.clear();
    for (const auto& [name, value] : evidence) SetEvidence(finding, name, value);
    return {};
  });
}

Comparison Compare(const FindingsFile& current, const FindingsFile& baseline) {
  Comparison result;
  const std::map<std::string, std::size_t> before = Index(baseline.findings);
  const std::map<std::string, std::size_t> now = Index(current.findings);
  for (const Finding& finding : current.findings) {
    if (finding.status != Status::kOpen) continue;
    std::string id = IdOf(finding);
    (before.contains(id) ? result.known : result.added).push_back(std::move(id));
  }
  for (const Finding& finding : baseline.findings) {
    if (finding.status != Status::kOpen) continue;
    const auto at = now.find(IdOf(finding));
    if (at == now.end() || current.findings[at->second].status == Status::kClosed) {
      result.gone.push_back(finding);
    }
  }
  SortFindings(result.gone);
  return result;
}

bool IsDate(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [text](std::size_t from, std::size_t size) -> int {
    int value = -1;
    const std::string_view digits = text.substr(from, size);
    if (!std::all_of(digits.begin(), digits.end(), IsAsciiDigit)) return -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  if (year < 0 || month < 0 || day < 0) return false;
  return std::chrono::year_month_day(std::chrono::year(year),
                                     std::chrono::month(static_cast<unsigned>(month)),
                                     std::chrono::day(static_cast<unsigned>(day)))
      .ok();
}

}  // namespace causeway::report
