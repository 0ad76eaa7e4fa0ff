#include "base/environment.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "base/hash.h"
#include "base/text.h"

namespace causeway {
namespace {

// Files of /proc and /sys have no size, so ReadFile does not fit.
std::optional<std::string> ReadSmall(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string text(1 << 16, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

std::optional<std::string> FirstLine(const std::string& path) {
  const std::optional<std::string> text = ReadSmall(path);
  if (!text) return std::nullopt;
  std::string line = text->substr(0, text->find('\n'));
  if (line.empty()) return std::nullopt;
  return line;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The value of the first "key : value" or "key=value" line.
std::string ValueOf(std::string_view text, std::string_view key, char separator) {
  for (const std::string_view line : Split(text, '\n')) {
    const std::size_t at = line.find(separator);
    if (at == std::string_view::npos || Trimmed(line.substr(0, at)) != key) continue;
    std::string_view value = Trimmed(line.substr(at + 1));
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    return std::string(value);
  }
  return "";
}

double ToDouble(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::string UtcNow() {
  const time_t now = time(nullptr);
  tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

double SecondsSince(const std::string& utc) {
  tm parts{};
  const char* end = strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (end == nullptr || *end != '\0') return 0;
  return difftime(time(nullptr), timegm(&parts));
}

Environment ReadEnvironment(const std::string& root) {
  Environment result;
  const auto add = [&result](const char* key, std::string value) {
    if (!value.empty()) result.facts.emplace_back(key, std::move(value));
  };
  const std::string cpuinfo = ReadSmall(root + "/proc/cpuinfo").value_or("");
  std::string cpu = ValueOf(cpuinfo, "model name", ':');
  if (cpu.empty()) cpu = ValueOf(cpuinfo, "Hardware", ':');
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  const std::string id = FirstLine(root + "/etc/machine-id").value_or("");
  const std::string host = FirstLine(root + "/proc/sys/kernel/hostname").value_or("");
  add("machine", fmt::format("{:016x}", HashFnv1a64(fmt::format("{}|{}|{}", id.empty() ? host : id,
                                                                cpu, cores))));
  add("cpu", cpu);
  add("cores", std::to_string(cores));
  add("os", ValueOf(ReadSmall(root + "/etc/os-release").value_or(""), "PRETTY_NAME", '='));
  utsname name{};
  if (uname(&name) == 0) add("kernel", name.release);

  const std::string cpu0 = root + "/sys/devices/system/cpu/";
  const std::string governor = FirstLine(cpu0 + "cpu0/cpufreq/scaling_governor").value_or("");
  add("governor", governor);
  const std::string driver = FirstLine(cpu0 + "cpu0/cpufreq/scaling_driver").value_or("");
  const auto no_turbo = FirstLine(cpu0 + "intel_pstate/no_turbo");
  const auto boost = FirstLine(cpu0 + "cpufreq/boost");
  if (no_turbo) add("turbo", *no_turbo == "0" ? "on" : "off");
  if (!no_turbo && boost) add("turbo", *boost == "1" ? "on" : "off");
  const std::string load = FirstLine(root + "/proc/loadavg").value_or("");
  add("load", load.substr(0, load.find(' ')));
  std::error_code ignored;
  const bool container = std::filesystem::exists(root + "/.dockerenv", ignored) ||
                         std::filesystem::exists(root + "/run/.containerenv", ignored);
  if (container) add("container", "yes");
  const bool guest =
      (" " + ValueOf(cpuinfo, "flags", ':') + " ").find(" hypervisor ") != std::string::npos;
  if (guest) add("virtual", "yes");

  // intel_pstate and amd-pstate call their ordinary, adaptive mode "powersave".
  if (governor == "powersave" && driver.find("pstate") == std::string::npos) {
    result.notes.push_back(
        "the CPU governor is 'powersave': absolute times are those of a slowed machine");
  }
  const double busy = ToDouble(load.substr(0, load.find(' ')));
  if (cores > 0 && busy > 0.5 * static_cast<double>(cores)) {
    result.notes.push_back(fmt::format(
        "the machine was busy (load {:.1f} on {} cores): expect wide intervals", busy, cores));
  }
  if (guest) {
    result.notes.push_back(
        "a virtual machine shares its host: compare arms of this run, not absolute times");
  }
  return result;
}

}  // namespace causeway
