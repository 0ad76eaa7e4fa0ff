#pragma once

#include <span>
#include <string>
#include <vector>

#include "ab/noise_record.h"
#include "ab/session_file.h"
#include "stats/pairs.h"

namespace causeway::ab {

// The measured launches of a run that have a value of metric `metric`, in the order of running;
// none that was set aside.
std::vector<stats::Launch> MeasuredLaunches(const SessionRun& run, std::size_t metric);

// What an A/A run shows about noise, one record a metric. Metrics with fewer than two pairs give
// none.
std::vector<NoiseRecord> LearnNoise(const SessionRun& run);

// A table of them for a person.
std::string DescribeNoise(std::span<const NoiseRecord> records);

}  // namespace causeway::ab
