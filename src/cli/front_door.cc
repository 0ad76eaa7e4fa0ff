#include "cli/front_door.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ab/findings.h"
#include "ab/session_file.h"
#include "base/diagnostics.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/outputs.h"
#include "formats/samples/samples.h"
#include "gen/advice.h"
#include "peers/findings.h"
#include "peers/graph_file.h"
#include "report/export.h"
#include "report/findings_file.h"

namespace causeway::cli {

constinit const std::string_view kFrontDoorHelp =
    R"(usage: causeway PATH... [--save FILE] [--json FILE]

Recognises each PATH by its content, runs the inspections that exist for it and prints the three
findings that matter most, each with its next command. A folder is searched for inputs. What a file
of findings among them suppresses is not shown.

  --save FILE           keep all findings in FILE, such as .causeway, which 'causeway findings' reads;
                        an open one that was looked for and not found again is dropped
  --json FILE           write all findings as JSON (-: print that instead)
)";

namespace {

constexpr std::size_t kShown = 3;
constexpr std::size_t kHeadBytes = std::size_t{64} << 10;
constexpr std::size_t kMaxFilesOfAFolder = 100000;

struct Inspection {
  std::vector<report::Finding> findings;
  std::string looked_at;      // "how each of its 12 methods crosses"
  report::FindingsFile kept;  // what was found and decided before
};

// A kind of input. `recognises` gets the first 64 KiB; the first row that does so counts.
struct InputKind {
  std::string_view name;
  std::string_view known_by;  // for the error about an input of no kind
  bool (*recognises)(std::string_view head);
  Result<Inspection> (*inspect)(const std::string& path);
  std::string_view verb;  // of the rules that it looks for, all of them; none for known findings
};

// What is left after blanks, a byte order mark and comments.
std::string_view FirstCode(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const bool line = text.starts_with("//");
    if (!line && !text.starts_with("/*")) return text;
    const std::string_view end = line ? "\n" : "*/";
    const std::size_t at = text.find(end, 2);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
}

// Begins like Dart, and a line begins with a mark: documents and tests quote definitions too.
bool IsDefinition(std::string_view head) {
  if (head.contains('\0')) return false;
  constexpr std::array<std::string_view, 11> kBegins = {
      "@",     "import '", "import \"", "abstract ", "class ",  "sealed ",
      "enum ", "const ",   "final ",    "library",   "typedef "};
  const std::string_view code = FirstCode(head);
  if (std::ranges::none_of(kBegins, [code](auto word) { return code.starts_with(word); })) {
    return false;
  }
  constexpr std::array<std::string_view, 9> kMarks = {"@HostApi",
                                                      "@FlutterApi",
                                                      "@JvmApi",
                                                      "@CppApi",
                                                      "@ProxyApi",
                                                      "@EventChannelApi",
                                                      "@ConfigurePigeon",
                                                      "import 'package:pigeon/",
                                                      "import \"package:pigeon/"};
  for (const std::string_view mark : kMarks) {
    for (std::size_t at = head.find(mark); at != std::string_view::npos;
         at = head.find(mark, at + 1)) {
      const std::size_t before = at == 0 ? at : head.find_last_not_of(" \t\xEF\xBB\xBF", at - 1);
      if (at == 0 || before == std::string_view::npos || head[before] == '\n') return true;
    }
  }
  return false;
}

Result<Inspection> InspectDefinition(const std::string& path) {
  Diagnostics diagnostics;
  Result<gen::Inspection> found = gen::Inspect(path, diagnostics);
  fmt::print(stderr, "{}", diagnostics.Render(Diagnostics::Severity::kError));
  if (!found) return std::unexpected(found.error());
  return Inspection{std::move(found->findings),
                    found->methods == 1
                        ? "how its one method crosses"
                        : fmt::format("how each of its {} methods crosses", found->methods),
                    {}};
}

Result<Inspection> InspectFindings(const std::string& path) {
  Result<report::FindingsFile> file = report::ReadFindings(path);
  if (!file) return std::unexpected(file.error());
  report::ExpireSuppressions(*file, fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))));
  Inspection inspection;
  for (const report::Finding& finding : file->findings) {
    if (finding.status == report::Status::kOpen) inspection.findings.push_back(finding);
  }
  inspection.looked_at =
      fmt::format("which of its findings are open ({} in all)", file->findings.size());
  inspection.kept = std::move(*file);
  return inspection;
}

bool IsSamples(std::string_view head) {
  return samples::LooksLikeSamples(std::as_bytes(std::span(head.data(), head.size())));
}

Result<Inspection> InspectSamples(const std::string& path) {
  Result<ab::SampleInspection> found = ab::InspectSamples(path);
  if (!found) return std::unexpected(found.error());
  return Inspection{std::move(found->findings), std::move(found->looked_at), {}};
}

Result<Inspection> InspectPeers(const std::string& path) {
  const Result<peer_graph::PeerGraph> graph = peer_graph::ReadPeerGraph(path);
  if (!graph) return std::unexpected(graph.error());
  return Inspection{peer_graph::Analyse(*graph, path).findings,
                    fmt::format("what keeps each of its {} peers", graph->peers.size()),
                    {}};
}

constexpr std::array<InputKind, 5> kKinds = {{
    {"file of findings", R"(JSON that begins with {"causeway": "findings")",
     &report::LooksLikeFindings, &InspectFindings, ""},
    {"peer graph", R"(JSON that begins with {"causeway": "peers")", &peer_graph::LooksLikePeerGraph,
     &InspectPeers, "peers"},
    {"A/B session", "what 'causeway ab --save' writes", &ab::LooksLikeSession, &InspectSamples,
     "ab"},
    {"A/B samples",
     "CSV with columns arm and value; JSON of hyperfine, Google Benchmark, JMH, "
     "BenchmarkDotNet, Macrobenchmark",
     &IsSamples, &InspectSamples, "ab"},
    {"definition file", "Dart with @HostApi, @FlutterApi, @JvmApi or @CppApi", &IsDefinition,
     &InspectDefinition, "gen"},
}};

std::string HeadOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kHeadBytes, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

const InputKind* KindOf(const std::string& path) {
  const std::string head = HeadOf(path);
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                 [&head](const InputKind& row) { return row.recognises(head); });
  return kind == kKinds.end() ? nullptr : &*kind;
}

// Regular files below the folder, sorted; hidden folders are left out, and links to folders.
Result<std::vector<std::string>> FilesBelow(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code error;
  auto walk = fs::recursive_directory_iterator(
      folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code ignored;
    if (walk->is_directory(ignored)) {
      if (walk->path().filename().string().starts_with('.')) walk.disable_recursion_pending();
      continue;
    }
    if (!walk->is_regular_file(ignored)) continue;
    if (files.size() == kMaxFilesOfAFolder) {
      return Fail(Error::Code::kUsage,
                  fmt::format("more than {} files: give a smaller folder", kMaxFilesOfAFolder),
                  folder);
    }
    files.push_back(walk->path().string());
  }
  if (error) {
    return Fail(Error::Code::kIo, "cannot read the folder: " + error.message(), folder);
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string KnownKinds() {
  std::string text;
  for (const InputKind& kind : kKinds)
    text += fmt::format("  {:<18} {}\n", kind.name, kind.known_by);
  return text + "  folder             with such files in it\n";
}

void PrintFailure(const Error& failure) {
  fmt::print(stderr, "causeway: {}{}{}\n", failure.where, failure.where.empty() ? "" : ": ",
             failure.message);
}

// CSV whose header has a column of figures that somebody published. No inspection takes it, because
// there are no launches to look at.
bool IsSummary(std::string_view head) {
  while (head.starts_with('#') || head.starts_with('\n') || head.starts_with('\r')) {
    head.remove_prefix(std::min(head.find('\n'), head.size() - 1) + 1);
  }
  const std::string header = fmt::format(",{},", head.substr(0, head.find_first_of("\r\n")));
  return header.contains(",mean,") || header.contains(",difference,");
}

struct Visit {
  bool quiet = false;                     // standard output is for the JSON
  std::vector<report::Finding> findings;  // by looking now
  report::FindingsFile kept;              // of the files of findings among the inputs
  report::Scope scope;
  std::size_t inspected = 0;
  std::size_t failed = 0;
};

void InspectFile(const std::string& path, const InputKind& kind, Visit& visit) {
  Result<Inspection> result = kind.inspect(path);
  if (!result) {
    PrintFailure(result.error());
    ++visit.failed;
    return;
  }
  ++visit.inspected;
  if (!kind.verb.empty()) visit.scope.files.emplace_back(kind.verb, path);
  if (!visit.quiet) {
    fmt::print("{}: {}; looked at {}: {}\n", path, kind.name, result->looked_at,
               result->findings.empty() ? "nothing found"
                                        : fmt::format("{} found", result->findings.size()));
  }
  if (!result->kept.findings.empty()) return report::Merge(visit.kept, result->kept);
  std::move(result->findings.begin(), result->findings.end(), std::back_inserter(visit.findings));
}

void InspectPath(const std::string& path, Visit& visit) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    const Result<std::vector<std::string>> files = FilesBelow(path);
    if (!files) {
      PrintFailure(files.error());
      ++visit.failed;
      return;
    }
    visit.scope.folders.push_back(path);
    const std::size_t before = visit.inspected + visit.failed;
    for (const std::string& file : *files) {
      if (const InputKind* kind = KindOf(file)) InspectFile(file, *kind, visit);
    }
    if (visit.inspected + visit.failed == before) {
      fmt::print(stderr, "causeway: none of the {} files below {} is an input that is known:\n{}",
                 files->size(), path, KnownKinds());
      ++visit.failed;
    }
    return;
  }
  if (!std::filesystem::is_regular_file(path, ignored) || !std::ifstream(path)) {
    fmt::print(stderr, "causeway: {}: cannot be read\n", path);
    ++visit.failed;
    return;
  }
  if (const InputKind* kind = KindOf(path)) return InspectFile(path, *kind, visit);
  if (IsSummary(HeadOf(path))) {
    fmt::print(stderr,
               "causeway: {}: published figures, not samples, so there is nothing to inspect. What "
               "they say:\n  causeway ab analyze --summary {}\n",
               path, ShellWord(path));
    ++visit.failed;
    return;
  }
  fmt::print(stderr, "causeway: {}: not an input that is known. Known by their content are:\n{}",
             path, KnownKinds());
  ++visit.failed;
}

void PrintFinding(std::size_t number, const report::Finding& finding) {
  fmt::print("\n{}. {} ({}, cost: {})\n   {}\n   {}\n", number, finding.rule,
             ToString(SeverityOf(finding)), CostText(finding), PlaceText(finding.place),
             finding.message);
  if (!finding.remedy.sentence.empty()) fmt::print("   {}\n", finding.remedy.sentence);
  fmt::print("   $ {}\n", finding.remedy.command.empty() ? "causeway help " + finding.rule
                                                         : finding.remedy.command);
}

// True if the file would be an input again: it lies below the folder and is of a known kind.
bool IsInputBelow(const std::string& file, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(folder, error) || !fs::is_regular_file(file, error)) return false;
  const fs::path below =
      fs::canonical(file, error).lexically_relative(fs::canonical(folder, error));
  return !below.empty() && *below.begin() != ".." && KindOf(file) != nullptr;
}

Result<void> CheckFiles(std::vector<std::string> inputs, const Output& save, const Output& json) {
  if (save.path == "-") {
    return Fail(Error::Code::kUsage, "--save needs the name of a file: what it holds is kept");
  }
  const bool below = std::ranges::any_of(
      inputs, [&json](const std::string& path) { return IsInputBelow(json.path, path); });
  if (below) inputs.push_back(json.path);
  if (Result<void> can = CheckOutputs(inputs, {json}); !can) return can;
  return CheckOutputs({}, {save, json});  // the file of --save may be an input: it is kept
}

}  // namespace

int RunFrontDoor(std::span<const std::string> args) {
  CLI::App app;
  std::vector<std::string> paths;
  std::string save;
  std::string json;
  app.add_option("paths", paths);
  app.add_option("--save", save);
  app.add_option("--json", json);
  if (!ParseFlags(app, "", args)) return kUsage;
  const Output json_output{"--json", json};
  if (const Result<void> can = CheckFiles(paths, {"--save", save}, json_output); !can) {
    if (can.error().code == Error::Code::kUsage) return UsageError("", can.error().message);
    PrintFailure(can.error());
    return kBadInput;
  }
  Visit visit;
  visit.quiet = UsesStandardOutput({json_output});
  for (const std::string& path : paths) InspectPath(path, visit);
  if (visit.inspected == 0) return kBadInput;

  // As a file of findings would hold them: what was decided before stays decided.
  report::FindingsFile& file = visit.kept;
  report::Record(file, visit.findings, visit.scope);
  if (!save.empty()) {
    const report::FindingsFile inputs = file;
    const Result<void> saved = report::UpdateFindings(save, [&](report::FindingsFile& kept) {
      report::Merge(kept, inputs);
      report::Record(kept, visit.findings, visit.scope);
      for (report::Finding& finding : file.findings) {
        const auto at = report::FindById(kept, report::IdOf(finding));
        if (at) finding = kept.findings[*at];
      }
      return Result<void>();
    });
    if (!saved) {
      PrintFailure(saved.error());
      return kBadInput;
    }
  }
  report::SortFindings(file.findings);
  if (!json.empty()) {
    const auto written = WriteOutput(json, report::ListJson({file.findings, nullptr}));
    if (!written) {
      PrintFailure(written.error());
      return kBadInput;
    }
  }
  if (visit.quiet) return visit.failed == 0 ? kDone : kPartial;
  std::erase_if(file.findings, [](const report::Finding& finding) {
    return finding.status != report::Status::kOpen;
  });
  for (std::size_t i = 0; i < std::min(file.findings.size(), kShown); ++i) {
    PrintFinding(i + 1, file.findings[i]);
  }
  if (file.findings.size() > kShown) {
    fmt::print("\n{} more: add --save .causeway, then 'causeway findings' lists them all\n",
               file.findings.size() - kShown);
  }
  return visit.failed == 0 ? kDone : kPartial;
}

}  // namespace causeway::cli
