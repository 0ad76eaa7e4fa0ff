#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// What `causeway ab aa` learnt about a machine: how far two runs of the same command lie apart.
// One JSON object a line in $XDG_STATE_HOME/causeway/aa.jsonl (~/.local/state without it).

namespace causeway::ab {

struct NoiseRecord {
  std::string machine;  // SessionHeader::Environment("machine")
  std::string command;  // as JoinCommand gives it
  std::string metric;
  std::string unit;
  std::string when;  // UTC
  int pairs = 0;     // block pairs that it was learnt from
  double level = 0;  // mean of all launches, in `unit`
  // 95th percentile of |difference of the block means of a pair|, in `unit` and as a part of level.
  double floor = 0;
  double floor_relative = 0;
  // Linear trend of the launches' values over time, in `unit` per hour.
  double drift_per_hour = 0;
  double seconds = 0;  // that the run lasted: a drift is not to be believed far beyond

  // What the effect of a whole run such as this one, the mean of its pairs, shows without any
  // difference: an effect below it is not to be believed, however many launches it has.
  double RunFloor() const { return floor / std::sqrt(std::max(1, pairs)); }
};

// The words as one text that tells commands apart: those with blanks or quotes are quoted.
std::string JoinCommand(std::span<const std::string> words);

// Where records are kept if no --aa FILE says otherwise; empty if there is no home folder.
std::string DefaultNoiseFile();

// A file that does not exist holds no records. Lines that cannot be read are an error that names
// the line; a last line without its end is dropped.
Result<std::vector<NoiseRecord>> LoadNoise(const std::string& path);

// Appends one line; safe against other processes that do the same.
Result<void> AppendNoise(const std::string& path, const NoiseRecord& record);

// The latest record of this machine, metric and any of `commands`; nothing if there is none.
std::optional<NoiseRecord> FindNoise(std::span<const NoiseRecord> records, std::string_view machine,
                                     std::span<const std::string> commands,
                                     std::string_view metric);

}  // namespace causeway::ab
