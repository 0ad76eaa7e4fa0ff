#include "probe/run.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "base/environment.h"
#include "base/process.h"
#include "base/text.h"

namespace causeway::probe {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kGcs = {
    {{"epsilon", "-XX:+UseEpsilonGC"},
     {"g1", "-XX:+UseG1GC"},
     {"parallel", "-XX:+UseParallelGC"},
     {"serial", "-XX:+UseSerialGC"},
     {"shenandoah", "-XX:+UseShenandoahGC"},
     {"zgc", "-XX:+UseZGC"}}};

bool IsFile(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

Result<std::string> FindLibjvm(const std::string& given) {
  if (given.empty() || IsFile(given)) return given;
  for (const char* inside : {"lib/server/libjvm.so", "jre/lib/amd64/server/libjvm.so"}) {
    const fs::path candidate = fs::path(given) / inside;
    if (IsFile(candidate)) return candidate.string();
  }
  return Fail(Error::Code::kBadInput, "there is no JVM here: give libjvm.so or the folder of a JDK",
              given);
}

// What the program and the JVM say of a failure, in one line.
std::string Complaint(const std::string& error_output) {
  std::string text;
  for (const std::string& line : SplitLines(error_output)) {
    if (line.empty() || line.starts_with("WARNING: ")) continue;
    constexpr std::string_view kName = "causeway-probe: ";
    text += (text.empty() ? "" : "; ");
    text += line.starts_with(kName) ? line.substr(kName.size()) : line;
    if (text.size() > 600) break;
  }
  return text.empty() ? "it says nothing" : text;
}

}  // namespace

std::string GcNames() {
  std::string names;
  for (const auto& gc : kGcs) names += (names.empty() ? "" : ", ") + std::string(gc.first);
  return names;
}

bool IsGcName(std::string_view name) {
  for (const auto& gc : kGcs) {
    if (gc.first == name) return true;
  }
  return false;
}

std::string InstalledProgram() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return (self.parent_path().parent_path() / "libexec/causeway/causeway-probe").string();
}

Result<PriceList> Run(const Options& options) {
  const Result<std::string> libjvm = FindLibjvm(options.jvm);
  if (!libjvm) return std::unexpected(libjvm.error());
  if (!IsFile(options.program)) {
    return Fail(Error::Code::kIo, "this program is part of causeway and is not installed",
                options.program);
  }
  ProcessOptions process;
  process.words = {options.program,
                   "--jar",
                   options.program + ".jar",
                   "--samples",
                   std::to_string(options.samples),
                   "--sample-us",
                   std::to_string(options.sample_us),
                   "--filter",
                   options.filter};
  const auto add = [&process](const char* flag, std::string_view value) {
    process.words.emplace_back(flag);
    process.words.emplace_back(value);
  };
  if (!libjvm->empty()) add("--jvm", *libjvm);
  for (const auto& [name, flag] : kGcs) {
    if (name != options.gc) continue;
    if (name == "epsilon") add("--option", "-XX:+UnlockExperimentalVMOptions");
    add("--option", flag);
  }
  if (options.interpreter) add("--option", "-Xint");
  process.standard_output = Output::kCapture;
  process.capture_limit = std::size_t{256} << 20;
  process.stop_fd = options.stop_fd;

  const Environment machine = ReadEnvironment();
  const std::string started = UtcNow();
  const Result<ProcessResult> ran = RunProcess(process);
  if (!ran) return std::unexpected(ran.error());
  if (ran->stopped) return Fail(Error::Code::kPartial, "stopped; nothing was written");
  if (!ran->ok()) {
    return Fail(Error::Code::kBadInput,
                fmt::format("the JVM could not be measured ({}): {}",
                            ran->signal != 0 ? fmt::format("signal {}", ran->signal)
                                             : fmt::format("exit code {}", ran->exit_code),
                            Complaint(ran->error_output)));
  }
  Result<PriceList> list = ParsePriceList(ran->output, "causeway-probe");
  if (!list) return list;
  if (list->rows.empty()) {
    return Fail(Error::Code::kUsage,
                fmt::format("--filter {} matches no row", Quote(options.filter)));
  }
  std::vector<std::pair<std::string, std::string>> facts = {{"started", started}};
  facts.insert(facts.end(), machine.facts.begin(), machine.facts.end());
  for (const auto& [key, value] : list->environment) {
    if (key == "settled") {
      if (value == "no") list->notes.push_back("the JIT compiler was still at work: measure again");
      continue;
    }
    if (key == "optimised" && value == "no") {
      list->notes.push_back("causeway-probe was built without optimisation: prices are too high");
    }
    facts.emplace_back(key, value);
  }
  list->environment = std::move(facts);
  // Before what the run itself has to say.
  list->notes.insert(list->notes.begin(), machine.notes.begin(), machine.notes.end());
  return list;
}

}  // namespace causeway::probe
