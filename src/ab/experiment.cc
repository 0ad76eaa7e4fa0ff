// From samples to launches with blocks and pairs.
//
// A block is a run of consecutive launches of one arm, and a pair is two adjacent blocks, one of
// each arm (with more arms: a round). If the data name pairs, those count. If they name blocks, the
// k-th block of each arm within a session and pass are a pair, as they are in every schedule that
// `causeway ab` has; a block that holds launches of several arms is a pair by itself. If they only
// have an order, runs of the same arm are blocks. Where all blocks of one arm stand before those of
// another, the pairs are formed all the same, but a drift of the machine is then a part of the
// difference, and the report says so.
#include "ab/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "ab/noise.h"
#include "ab/noise_record.h"
#include "base/text.h"

namespace causeway::ab {
namespace {

using samples::SampleSet;

std::vector<std::string> LabelsOf(const SessionHeader& header) {
  std::vector<std::string> labels;
  for (const ArmInfo& arm : header.arms) labels.push_back(arm.label);
  return labels;
}

std::unexpected<Error> Mixed(std::string message) {
  return Fail(Error::Code::kBadInput, "no verdict mixes builds: " + std::move(message));
}

// Adds a run to `experiment`, whose arms and metrics it has.
void AddRun(const SessionRun& run, int session, Experiment& experiment) {
  for (std::size_t metric = 0; metric < experiment.metrics.size(); ++metric) {
    for (stats::Launch launch : MeasuredLaunches(run, metric)) {
      launch.session = session;
      experiment.launches[metric].push_back(launch);
    }
    for (const LaunchRecord& launch : run.launches) {
      if (launch.kind == LaunchKind::kCold && !launch.failed() && launch.values[metric]) {
        experiment.cold[metric][static_cast<std::size_t>(launch.arm)].push_back(
            *launch.values[metric]);
      }
    }
  }
  if (run.finish != Finish::kComplete) {
    experiment.complete = false;
    const std::size_t made = LaunchesMade(run);
    const std::size_t planned = PlannedLaunches(run.header);
    experiment.notes.push_back(fmt::format(
        "session {} did not finish: {} launches{}{}{}", Quote(run.header.session), made,
        planned > 0 ? fmt::format(" of {}", planned) : "", run.why.empty() ? "" : "; ", run.why));
  }
  experiment.failed_for_good += FailedForGood(run);
  for (const LaunchRecord& launch : run.launches) {
    if (launch.failed()) ++experiment.failed[static_cast<std::size_t>(launch.arm)];
  }
  for (const std::string& note : run.header.notes) {
    if (std::ranges::find(experiment.notes, note) == experiment.notes.end()) {
      experiment.notes.push_back(note);
    }
  }
}

// ---- Samples

struct Slot {
  std::int64_t session;
  std::int64_t pass;
  friend auto operator<=>(const Slot&, const Slot&) = default;
};

// Blocks of one session and pass in the order of running.
struct Blocks {
  std::vector<int> arm;               // of each block
  std::map<std::int64_t, int> index;  // by the data's number of the block
  bool mixed = false;                 // a block has launches of several arms
};

class Builder {
 public:
  Builder(const SampleSet& set, Experiment& experiment) : set_(set), experiment_(experiment) {}

  void Run() {
    order_.resize(set_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (!set_.order.empty()) {
      std::stable_sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
        return std::tuple(SlotOf(a), set_.order[a]) < std::tuple(SlotOf(b), set_.order[b]);
      });
    }
    if (!set_.pair.empty()) {
      experiment_.pairing = Pairing::kGiven;
      FromPairs();
    } else if (!set_.block.empty() || !set_.order.empty()) {
      experiment_.pairing = set_.block.empty() ? Pairing::kOrder : Pairing::kBlocks;
      FromBlocks();
    } else {
      for (const std::size_t i : order_) Add(i, 0, 0);
    }
  }

 private:
  Slot SlotOf(std::size_t i) const {
    return {std::max<std::int64_t>(0, SampleSet::At(set_.session, i)),
            std::max<std::int64_t>(0, SampleSet::At(set_.pass, i))};
  }

  void Add(std::size_t i, int block, int pair) {
    const auto metric =
        static_cast<std::size_t>(std::max<std::int64_t>(0, SampleSet::At(set_.metric, i)));
    const Slot slot = SlotOf(i);
    experiment_.launches[metric].push_back({.arm = set_.arm[i],
                                            .block = block,
                                            .pair = pair,
                                            .pass = static_cast<int>(slot.pass),
                                            .session = static_cast<int>(slot.session),
                                            .value = set_.value[i]});
  }

  void FromPairs() {
    for (const std::size_t i : order_) {
      const std::int32_t pair = set_.pair[i];
      const std::int64_t block = SampleSet::At(set_.block, i);
      // Without blocks the launches of an arm in a pair are one; the arm tells blocks apart, too.
      Add(i, block >= 0 ? static_cast<int>(block) : pair, pair);
    }
  }

  void FromBlocks() {
    // The number of the block of each sample: the data's, or one for each run of the same arm.
    std::vector<std::int64_t> number(set_.size());
    if (!set_.block.empty()) {
      for (std::size_t i = 0; i < set_.size(); ++i) number[i] = set_.block[i];
    } else {
      std::int64_t runs = 0;
      for (std::size_t k = 0; k < order_.size(); ++k) {
        const std::size_t i = order_[k];
        if (k > 0 &&
            (set_.arm[order_[k - 1]] != set_.arm[i] || SlotOf(order_[k - 1]) != SlotOf(i))) {
          ++runs;
        }
        number[i] = runs;
      }
    }
    std::map<Slot, Blocks> slots;
    for (const std::size_t i : order_) {
      Blocks& blocks = slots[SlotOf(i)];
      const auto [at, is_new] =
          blocks.index.try_emplace(number[i], static_cast<int>(blocks.arm.size()));
      if (is_new) blocks.arm.push_back(set_.arm[i]);
      if (blocks.arm[static_cast<std::size_t>(at->second)] != set_.arm[i]) blocks.mixed = true;
    }
    std::map<Slot, std::vector<int>> pairs;  // of each block
    bool grouped = true;
    for (const auto& [slot, blocks] : slots) {
      std::vector<int> count(experiment_.arms.size(), 0);
      std::vector<int>& pair = pairs[slot];
      for (std::size_t b = 0; b < blocks.arm.size(); ++b) {
        pair.push_back(blocks.mixed ? static_cast<int>(b)
                                    : count[static_cast<std::size_t>(blocks.arm[b])]++);
      }
      grouped = grouped && !blocks.mixed && IsGrouped(blocks.arm);
    }
    if (grouped) experiment_.pairing = Pairing::kGrouped;
    for (const std::size_t i : order_) {
      const Slot slot = SlotOf(i);
      const Blocks& blocks = slots[slot];
      const int block = blocks.index.at(number[i]);
      const int pair = pairs[slot][static_cast<std::size_t>(block)];
      Add(i, block, pair);
    }
  }

  // More than one block of an arm, and none of another arm between them.
  static bool IsGrouped(const std::vector<int>& arms) {
    std::set<int> seen;
    for (std::size_t b = 0; b < arms.size(); ++b) {
      if (b > 0 && arms[b] == arms[b - 1]) continue;
      if (!seen.insert(arms[b]).second) return false;
    }
    return true;
  }

  const SampleSet& set_;
  Experiment& experiment_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::string_view ToString(Pairing pairing) {
  switch (pairing) {
    case Pairing::kGiven:
      return "given";
    case Pairing::kBlocks:
      return "blocks";
    case Pairing::kOrder:
      return "order";
    case Pairing::kGrouped:
      return "grouped";
    case Pairing::kNone:
      return "none";
  }
  return "";
}

Result<Experiment> FromSession(const SessionFile& file) {
  Experiment experiment;
  experiment.source = "causeway ab";
  experiment.pairing = Pairing::kGiven;
  experiment.order_known = true;
  const SessionHeader& first = file.runs.front().header;
  experiment.arms = LabelsOf(first);
  for (const ArmInfo& arm : first.arms) experiment.commands.push_back(JoinCommand(arm.command));
  for (const MetricInfo& metric : first.metrics) {
    experiment.metrics.push_back({metric.name, metric.unit, samples::IsRate(metric.unit)});
  }
  experiment.machine = first.Environment("machine");
  experiment.launches.resize(experiment.metrics.size());
  experiment.cold.assign(experiment.metrics.size(),
                         std::vector<std::vector<double>>(experiment.arms.size()));
  experiment.failed.assign(experiment.arms.size(), 0);
  for (const SessionRun& run : file.runs) {
    const SessionHeader& header = run.header;
    if (LabelsOf(header) != experiment.arms || header.metrics != first.metrics) {
      return Fail(Error::Code::kBadInput,
                  fmt::format("session {} has other arms or metrics than session {}",
                              Quote(header.session), Quote(first.session)));
    }
    if (run.finish == Finish::kMixedBuilds) {
      return Mixed(fmt::format("in session {} {}", Quote(header.session), run.why));
    }
    for (std::size_t a = 0; a < header.arms.size(); ++a) {
      const auto hash = [a](const SessionHeader& h) {
        return h.arms[a].artifact ? h.arms[a].artifact->hash : std::string();
      };
      if (hash(header) != hash(first)) {
        return Mixed(fmt::format("arm {} is another build in session {} than in session {}",
                                 header.arms[a].label, Quote(header.session),
                                 Quote(first.session)));
      }
    }
    if (header.Environment("machine") != experiment.machine) {
      experiment.machine.clear();
      experiment.notes.push_back(
          "sessions ran on different machines: only differences may be compared");
    }
    AddRun(run, static_cast<int>(experiment.sessions.size()), experiment);
    experiment.sessions.push_back(header.session);
  }
  if (file.cut_short) experiment.notes.push_back("the file's last line was cut short and dropped");
  return experiment;
}

Result<Experiment> FromSamples(const SampleSet& set, std::string_view name) {
  if (set.arms.size() < 2) {
    return Fail(Error::Code::kBadInput,
                fmt::format("there is one arm only, {}; a comparison needs two (two files, or a "
                            "column arm with two names)",
                            Quote(set.arms.empty() ? "" : set.arms[0])),
                std::string(name));
  }
  Experiment experiment;
  experiment.source = set.format;
  experiment.arms = set.arms;
  experiment.commands.resize(set.arms.size());
  experiment.metrics = set.metrics;
  experiment.sessions = set.sessions;
  if (experiment.sessions.empty()) experiment.sessions = {""};
  experiment.launches.resize(set.metrics.size());
  experiment.cold.assign(set.metrics.size(),
                         std::vector<std::vector<double>>(experiment.arms.size()));
  experiment.failed.assign(set.arms.size(), 0);
  experiment.notes = set.notes;
  experiment.order_known = !set.order.empty() || !set.block.empty();
  Builder(set, experiment).Run();
  return experiment;
}

}  // namespace causeway::ab
