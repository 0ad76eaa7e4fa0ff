#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ab/session_file.h"
#include "base/result.h"
#include "formats/samples/samples.h"
#include "stats/pairs.h"

namespace causeway::ab {

// How launches were put into blocks and blocks into pairs, best first.
enum class Pairing {
  kGiven,    // the data say which blocks belong together
  kBlocks,   // blocks are given; the k-th of each arm belong together
  kOrder,    // only the order is given: consecutive launches of an arm are a block
  kGrouped,  // as kBlocks or kOrder, but all of one arm ran before the other: drift is in the
             // result
  kNone,     // nothing is known: launches can be compared, blocks cannot
};
std::string_view ToString(Pairing pairing);

// What an analysis starts from, whoever measured it.
struct Experiment {
  std::string source;  // "causeway ab", "CSV", "hyperfine", …
  std::vector<std::string> arms;
  std::vector<std::string> commands;  // of each arm, or empty
  std::vector<samples::Metric> metrics;
  std::vector<std::string> sessions;  // at least one
  std::string machine;                // of all sessions, or empty
  Pairing pairing = Pairing::kNone;
  bool order_known = false;  // launches stand in the order in which they ran

  // Measured launches of each metric, in the order of running within a session. Without pairing
  // block and pair are 0.
  std::vector<std::vector<stats::Launch>> launches;
  std::vector<std::vector<std::vector<double>>> cold;  // first launches, by metric and arm
  std::vector<std::size_t> failed;                     // launches without a value, by arm
  std::size_t failed_for_good = 0;                     // of them, no retry made up for
  bool complete = true;                                // every session ran to its planned end
  std::vector<std::string> notes;
};

// Several runs of one plan; a run is a session. Refused (kBadInput): runs whose arms or metrics
// differ, and builds that are mixed: an arm whose artifact is not the same in all runs, or changed
// while a run went on.
Result<Experiment> FromSession(const SessionFile& file);

// At least two arms with values. `name` is what errors call the file.
Result<Experiment> FromSamples(const samples::SampleSet& set, std::string_view name);

}  // namespace causeway::ab
