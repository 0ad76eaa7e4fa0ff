#pragma once

#include <nlohmann/json.hpp>

#include "stats/t_tests.h"

namespace causeway::ab {

// A t test as the reports write it: the same in those of runs and of published figures.
inline nlohmann::ordered_json ToJson(const stats::TTest& test) {
  return {{"difference", test.difference},
          {"se", test.se},
          {"t", test.t},
          {"df", test.df},
          {"p", test.p},
          {"interval", {test.interval.low, test.interval.high}},
          {"degenerate", test.degenerate}};
}

}  // namespace causeway::ab
