#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "report/finding.h"

// The file of findings (".causeway"): JSON with a version. docs/verbs/findings.md lists its fields.

namespace causeway::report {

inline constexpr int kFindingsVersion = 1;
inline constexpr std::string_view kFindingsFileName = ".causeway";

struct FindingsFile {
  std::vector<Finding> findings;  // no two with the same id
  std::string raw;                // the JSON it was read from, without the findings
};

// `name` is what errors call the text: "name:line:column", or "name" and the path of the field.
// A damaged file and one of a newer version are kBadInput.
Result<FindingsFile> ParseFindings(std::string_view text, const std::string& name);
Result<FindingsFile> ReadFindings(const std::string& path);
std::string ToText(const FindingsFile& file);
// True if the text begins like a file of findings, whatever its version and however damaged.
bool LooksLikeFindings(std::string_view text);

// One JSON object of the file's "findings".
std::string FindingJson(const Finding& finding);

// Reads the file (one that does not exist is empty), changes it and writes it beside its place and
// renames. While it does, it holds the lock of the file's folder, so that any number of processes
// may update the same file and nothing is lost. Nothing is written if reading or `change` fails.
Result<void> UpdateFindings(const std::string& path,
                            const std::function<Result<void>(FindingsFile&)>& change);

// What inspections have looked at: where a finding would be found again if it were still there.
struct Scope {
  std::vector<std::pair<std::string, std::string>> files;  // the rules' verb, path
  std::vector<std::string> folders;  // searched for files; one that is missing has no findings
};

// What an inspection found, now. A known finding gets the new cost, count, message and remedy and
// keeps its suppression; one that was closed is open again, with the verdict as evidence. An open
// one that `scope` covers and that was not found again is dropped: its cause is gone. Findings of
// unknown rules stay, and so does what was decided.
void Record(FindingsFile& file, std::vector<Finding> found, const Scope& scope = {});

// Adds another file's findings. Of the same finding the later file's facts count, and a decision
// (suppressed, closed) is never lost: closed wins over suppressed, suppressed over open.
void Merge(FindingsFile& file, const FindingsFile& other);

// The finding with this id, or whose id begins with it (4 digits or more). Errors: kUsage.
Result<std::size_t> FindById(const FindingsFile& file, std::string_view id);

// Without `until` ("2027-01-31") it holds for ever.
Result<void> Suppress(FindingsFile& file, std::string_view id, const std::string& because,
                      const std::string& until);
// What the other file suppresses of the open findings is suppressed here, with its reason and end.
void TakeSuppressions(FindingsFile& file, const FindingsFile& other);
// Suppressions whose last day is before `today` are open again; their number.
std::size_t ExpireSuppressions(FindingsFile& file, std::string_view today);

// What `causeway ab … --finding ID` calls: `verdict` is the sentence of a verdict "difference".
Result<void> CloseByVerdict(const std::string& path, std::string_view id,
                            const std::string& verdict,
                            const std::vector<std::pair<std::string, std::string>>& evidence);

// Open findings against those of a baseline; whatever the baseline decided about one, it is known.
struct Comparison {
  std::vector<std::string> added;  // ids
  std::vector<std::string> known;
  std::vector<Finding> gone;  // open in the baseline; no longer here, or closed
};
Comparison Compare(const FindingsFile& current, const FindingsFile& baseline);

// A day that exists, as "2027-01-31".
bool IsDate(std::string_view text);

}  // namespace causeway::report
