#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The finding: the one noun that all verbs share. A verb that inspects something gives findings;
// they are kept in one file (findings_file.h), compared, gated and exported. The page of each rule
// is docs/rules/<id>.md.

namespace causeway::report {

// Where it is. Empty: not known, or it does not apply.
struct Place {
  std::string file;
  std::string entry;                    // of an archive: "lib/arm64-v8a/libapp.so"
  std::optional<std::uint64_t> offset;  // bytes from the start of the file or the entry
  std::string class_name;               // or the API
  std::string method;
  std::string native_function;
  std::string value;  // a parameter, field, metric or arm
  // For display only, never part of the id; 0: not known.
  int line = 0;
  int column = 0;
};

enum class CostSource {
  kMeasured,  // here, on this input
  kPriced,    // a count times this machine's price list
  kModelled,  // a count times published or fitted figures
};

struct Cost {
  double ns = 0;  // of one occurrence
  CostSource source = CostSource::kModelled;
  std::string per;  // what one occurrence is: "call", "element", "launch"
};

struct Remedy {
  std::string sentence;
  std::string command;  // the next one to run; may be empty
};

enum class Status { kOpen, kSuppressed, kClosed };

struct Finding {
  std::string rule;
  Place place;
  std::string message;  // one sentence
  std::uint64_t count = 1;
  std::optional<Cost> cost;  // none: not known
  Remedy remedy;
  Status status = Status::kOpen;
  std::string because;  // of a suppression: why; of a closed one: the verdict
  std::string expires;  // of a suppression: the last day on which it holds, "2027-01-31"; or never
  std::vector<std::pair<std::string, std::string>> evidence;  // name, value
  std::string raw;  // the JSON that it was read from: fields that this version does not know
};

// Orders by harm; each has a SARIF level (sarif.h).
enum class Severity { kInfo, kLow, kMedium, kHigh };

// Severity is cost times count, in shares of the frame of a 120 Hz display (8.3 ms): a whole frame,
// a hundredth, a ten-thousandth. Not known or less: kInfo. Some rules have a fixed severity
// whatever the cost (Basis in rules.h).
inline constexpr double kHighNs = 8e6;
inline constexpr double kMediumNs = 8e4;
inline constexpr double kLowNs = 8e2;

// cost.ns × count; 0 if the cost is not known.
double TotalNs(const Finding& finding);
Severity SeverityOf(const Finding& finding);

// 16 hexadecimal digits: a hash of the rule and the normalised place. Stable across runs and edits
// elsewhere in the file: lines and columns never count, the offset only if nothing has a name.
std::string IdOf(const Finding& finding);

// "./a//b/../c" and "a\\c" are "a/c".
std::string NormalisedPath(std::string_view path);

// "messages.dart:12:3: Api.draw(markers)".
std::string PlaceText(const Place& place);
// "1.25 µs per call (modelled)", "3 × 40 ns per call (measured)", "unknown".
std::string CostText(const Finding& finding);
// "1.25 µs".
std::string DurationText(double ns);

std::string_view ToString(CostSource source);
std::string_view ToString(Status status);
std::string_view ToString(Severity severity);

// Most severe first; then by total cost, rule, place: a total order, so output is reproducible.
void SortFindings(std::vector<Finding>& findings);

}  // namespace causeway::report
