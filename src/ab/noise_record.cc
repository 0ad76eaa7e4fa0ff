#include "ab/noise_record.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"

namespace causeway::ab {
namespace {

std::string QuoteWord(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_of(" \t\n'\"\\") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string Text(const nlohmann::json& json, const char* key) {
  const auto at = json.find(key);
  return at != json.end() && at->is_string() ? at->get<std::string>() : "";
}

double Number(const nlohmann::json& json, const char* key) {
  const auto at = json.find(key);
  return at != json.end() && at->is_number() ? at->get<double>() : 0;
}

}  // namespace

std::string JoinCommand(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += QuoteWord(word);
  }
  return text;
}

std::string DefaultNoiseFile() {
  if (const char* state = getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
    return std::string(state) + "/causeway/aa.jsonl";
  }
  if (const char* home = getenv("HOME"); home != nullptr && *home == '/') {
    return std::string(home) + "/.local/state/causeway/aa.jsonl";
  }
  return "";
}

Result<std::vector<NoiseRecord>> LoadNoise(const std::string& path) {
  std::vector<NoiseRecord> records;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return records;
  const Result<std::string> text = ReadFile(path);
  if (!text) return std::unexpected(text.error());
  std::string_view rest = *text;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) break;
    const auto json = nlohmann::json::parse(rest.substr(0, end), nullptr, false);
    rest.remove_prefix(end + 1);
    if (json.is_discarded() || !json.is_object() || Text(json, "causeway") != "aa") {
      return Fail(Error::Code::kBadInput, "not a record of 'causeway ab aa'",
                  fmt::format("{}:{}", path, number));
    }
    NoiseRecord record;
    record.machine = Text(json, "machine");
    record.command = Text(json, "command");
    record.metric = Text(json, "metric");
    record.unit = Text(json, "unit");
    record.when = Text(json, "when");
    record.pairs = static_cast<int>(std::clamp(Number(json, "pairs"), 0.0, 1e9));
    record.level = Number(json, "level");
    record.floor = Number(json, "floor");
    record.floor_relative = Number(json, "floor_relative");
    record.drift_per_hour = Number(json, "drift_per_hour");
    record.seconds = Number(json, "seconds");
    records.push_back(std::move(record));
  }
  return records;
}

Result<void> AppendNoise(const std::string& path, const NoiseRecord& record) {
  const nlohmann::ordered_json json = {{"causeway", "aa"},
                                       {"machine", record.machine},
                                       {"command", record.command},
                                       {"metric", record.metric},
                                       {"unit", record.unit},
                                       {"when", record.when},
                                       {"pairs", record.pairs},
                                       {"level", record.level},
                                       {"floor", record.floor},
                                       {"floor_relative", record.floor_relative},
                                       {"drift_per_hour", record.drift_per_hour},
                                       {"seconds", record.seconds}};
  std::error_code made;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), made);
  const auto fail = [&path](int fd) {
    const int reason = errno;
    if (fd >= 0) close(fd);
    return Fail(Error::Code::kIo, fmt::format("cannot be written: {}", strerror(reason)), path);
  };
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0 || flock(fd, LOCK_EX) != 0) return fail(fd);
  std::string line = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  // Whoever was killed in the middle of a line must not spoil this one.
  const off_t size = lseek(fd, 0, SEEK_END);
  char last = '\n';
  if (size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n') {
    off_t begin = size;
    while (begin > 0 && pread(fd, &last, 1, begin - 1) == 1 && last != '\n') --begin;
    if (ftruncate(fd, begin) != 0) return fail(fd);
  }
  if (write(fd, line.data(), line.size()) != static_cast<ssize_t>(line.size())) return fail(fd);
  if (close(fd) != 0) return fail(-1);
  return {};
}

std::optional<NoiseRecord> FindNoise(std::span<const NoiseRecord> records, std::string_view machine,
                                     std::span<const std::string> commands,
                                     std::string_view metric) {
  for (std::size_t i = records.size(); i-- > 0;) {
    const NoiseRecord& record = records[i];
    if (record.machine == machine && record.metric == metric &&
        std::find(commands.begin(), commands.end(), record.command) != commands.end()) {
      return record;
    }
  }
  return std::nullopt;
}

}  // namespace causeway::ab
