// The protocol of bridge_protocol.h holds in every state that the explorer reaches, every careless
// version of it is caught, and docs/peers_protocol.md says what was explored.
// CAUSEWAY_MODEL_SAMPLES=N explores more random scenarios than the usual number.
#include "tests/model/bridge_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tests/model/bridge_scenarios.h"

namespace causeway::model {
namespace {

constexpr std::size_t kSamples = 400;

// What the families have used of the tables.
Coverage& Used() {
  static Coverage coverage;
  return coverage;
}

std::string Lines(const Outcome& outcome) {
  std::string text;
  for (std::size_t i = 0; i < outcome.trace.size(); ++i) {
    text += std::to_string(i + 1) + ". " + outcome.trace[i] + "\n";
  }
  return text;
}

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int i = static_cast<int>(text.size()) - 3; i > 0; i -= 3) {
    text.insert(static_cast<std::size_t>(i), ",");
  }
  return text;
}

struct Sum {
  std::size_t scenarios = 0;
  std::uint64_t states = 0;
  std::uint64_t most = 0;
  std::uint64_t ends = 0;
  std::string failure;
};

template <typename Get>
Sum ExploreAll(std::size_t count, Coverage& coverage, Get get) {
  Sum sum;
  const auto begin = std::chrono::steady_clock::now();
  for (; sum.scenarios < count && sum.failure.empty(); ++sum.scenarios) {
    const Scenario scenario = get(sum.scenarios);
    const Outcome outcome = Explore(scenario, coverage);
    sum.states += outcome.states;
    sum.ends += outcome.ends;
    sum.most = std::max(sum.most, outcome.states);
    if (outcome.violation.empty() && !outcome.truncated) continue;
    sum.failure = scenario.Describe() + "\n" + Lines(outcome) +
                  (outcome.truncated ? "too many states" : outcome.violation);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%zu scenarios, %zu states (at most %zu), %zu ends, %.1f s\n", sum.scenarios,
              std::size_t{sum.states}, std::size_t{sum.most}, std::size_t{sum.ends}, took.count());
  return sum;
}

// The families, each explored once however many tests ask for it.
const Sum& Family(const std::string& name) {
  static std::map<std::string, Sum> sums;
  if (const auto found = sums.find(name); found != sums.end()) return found->second;
  Sum sum;
  if (name == "samples") {
    sum = ExploreAll(kSamples, Used(), Sample);
  } else {
    const std::vector<Scenario> all = name == "pairs"    ? Pairs()
                                      : name == "graphs" ? Graphs()
                                                         : Recreated();
    sum = ExploreAll(all.size(), Used(), [&](std::size_t i) { return all[i]; });
  }
  return sums[name] = sum;
}

TEST(BridgeTable, WhatAMutatorDoesIsAMove) {
  for (std::size_t want = 0; want < kWants; ++want) {
    for (std::size_t at = 0; at < kStates; ++at) {
      const Act act = kOnWant[want][at];
      const bool moves = act == Act::kCountRescue || act == Act::kPromoteCount ||
                         act == Act::kRescueIfRound || act == Act::kRescue || act == Act::kPromote;
      if (!moves) continue;
      EXPECT_TRUE(Allowed(Who::kMutator, static_cast<State>(at), State::kRescued))
          << kWantNames[want] << ", " << kStateNames[at];
    }
  }
}

TEST(BridgeModel, FindsEveryCarelessVersion) {
  for (const CarelessCase& careless : CarelessCases()) {
    SCOPED_TRACE(careless.title);
    Coverage ignored;
    const Outcome outcome = Explore(careless.scenario, ignored);
    EXPECT_EQ(outcome.violation, careless.violation) << Lines(outcome);
    Scenario right = careless.scenario;
    right.careless = Careless::kNothing;
    right.only = {};
    right.check_i2 = true;
    const Outcome none = Explore(right, ignored);
    EXPECT_EQ(none.violation, "") << Lines(none);
  }
}

// The families are not blind: they find every careless version by themselves, most in the first few
// scenarios.
TEST(BridgeModel, FamiliesFindEveryCarelessVersion) {
  const std::vector<Scenario> pairs = Pairs();
  Careless before = Careless::kNothing;
  for (const CarelessCase& careless : CarelessCases()) {
    if (careless.scenario.careless == before) continue;
    before = careless.scenario.careless;
    const auto find = [&](std::size_t count, const auto& get) {
      Coverage ignored;
      for (std::size_t i = 0; i < count; ++i) {
        Scenario scenario = get(i);
        scenario.careless = careless.scenario.careless;
        scenario.check_i2 = false;
        if (!Explore(scenario, ignored).violation.empty()) return i + 1;
      }
      return std::size_t{0};
    };
    const std::size_t sample = find(40, Sample);
    const std::size_t pair = sample != 0 ? 0 : find(pairs.size(), [&](std::size_t i) {
      return pairs[i * 7919 % pairs.size()];  // not one heap after the other
    });
    std::printf("sample %zu, pair %zu: %s\n", sample, pair, careless.scenario.name.c_str());
    EXPECT_NE(sample + pair, 0u) << careless.title;
  }
}

TEST(BridgeModel, PollingKeepsGarbageAndAPauseFreesIt) {
  Coverage ignored;
  const Outcome livelock = Explore(Polling(true), ignored);
  EXPECT_TRUE(livelock.again);
  EXPECT_EQ(livelock.violation, "");
  const Outcome pause = Explore(Polling(false), ignored);
  EXPECT_EQ(pause.violation, "") << Lines(pause);
}

TEST(BridgeModel, Pairs) { EXPECT_EQ(Family("pairs").failure, ""); }
TEST(BridgeModel, Graphs) { EXPECT_EQ(Family("graphs").failure, ""); }
TEST(BridgeModel, Recreated) { EXPECT_EQ(Family("recreated").failure, ""); }
TEST(BridgeModel, Samples) { EXPECT_EQ(Family("samples").failure, ""); }

TEST(BridgeModel, MoreSamples) {
  const char* samples = std::getenv("CAUSEWAY_MODEL_SAMPLES");
  if (samples == nullptr) GTEST_SKIP() << "only with CAUSEWAY_MODEL_SAMPLES";
  Coverage ignored;
  const Sum sum = ExploreAll(std::strtoul(samples, nullptr, 10), ignored,
                             [](std::size_t i) { return Sample(kSamples + i); });
  EXPECT_EQ(sum.failure, "");
}

// Before the flip a gained root needs no rescue: the flip finds the root, or there is none, and a
// store rescues by itself. So the code may leave "in round" and "mirrored" out of the word.
TEST(BridgeModel, TheWordNeedsNoStateBeforeTheFlip) {
  Coverage ignored;
  std::vector<Scenario> all = Pairs();
  const bool more = std::getenv("CAUSEWAY_MODEL_SAMPLES") != nullptr;
  const std::size_t stride = more ? 1 : 6;
  for (std::size_t i = 0; i < (more ? 1000 : 60); ++i) all.push_back(Sample(i));
  const Sum sum = ExploreAll(all.size() / stride, ignored, [&](std::size_t i) {
    Scenario scenario = all[all.size() - 1 - i * stride];
    scenario.careless = Careless::kCountInRound;
    return scenario;
  });
  EXPECT_EQ(sum.failure, "");
}

std::string Tables() {
  std::string text =
      "### Moves\n\n| who | from | to | when | taken |\n| --- | --- | --- | --- | --- |\n";
  for (std::size_t i = 0; i < kMoves.size(); ++i) {
    const Move& move = kMoves[i];
    text += std::string("| ") + (move.who == Who::kBridge ? "bridge" : "mutator") + " | " +
            std::string(kStateNames[static_cast<std::size_t>(move.from)]) + " | " +
            std::string(kStateNames[static_cast<std::size_t>(move.to)]) + " | " +
            std::string(move.when) + " | " + Grouped(Used().moves[i]) + " |\n";
  }
  text += "\n### What each want does in each state\n\n| want |";
  for (const std::string_view state : kStateNames) text += " " + std::string(state) + " |";
  text += "\n| --- | --- | --- | --- | --- | --- | --- |\n";
  for (std::size_t want = 0; want < kWants; ++want) {
    text += "| " + std::string(kWantNames[want]) + " |";
    for (std::size_t at = 0; at < kStates; ++at) {
      const auto act = static_cast<std::size_t>(kOnWant[want][at]);
      text += Used().wants[want][at] != 0 ? " " + std::string(kActNames[act]) + " |" : " – |";
    }
    text += "\n";
  }
  return text;
}

std::string Families() {
  std::string text =
      "| family | scenarios | states | most states | ends |\n"
      "| --- | --- | --- | --- | --- |\n";
  for (const char* name : {"pairs", "graphs", "recreated", "samples"}) {
    const Sum& sum = Family(name);
    text += std::string("| ") + name + " | " + Grouped(sum.scenarios) + " | " +
            Grouped(sum.states) + " | " + Grouped(sum.most) + " | " + Grouped(sum.ends) + " |\n";
  }
  return text;
}

std::string Traces() {
  std::string text;
  for (const CarelessCase& careless : CarelessCases()) {
    Coverage ignored;
    const Outcome outcome = Explore(careless.scenario, ignored);
    text += "### " + std::string(careless.title) + "\n\nBreaks: " + std::string(careless.rule) +
            ".\n\nStart: " + careless.scenario.Describe() + ".\n\n" + Lines(outcome) + "\n**" +
            outcome.violation + "**\n\n";
  }
  Coverage ignored;
  const Scenario polling = Polling(true);
  const Outcome livelock = Explore(polling, ignored);
  text += "### " + polling.name +
          "\n\nNot a violation: the last state is the first one, and the "
          "schedule can go on for ever.\n\nStart: " +
          polling.Describe() + ".\n\n" + Lines(livelock);
  return text;
}

// The document with the text of each "<!-- generated NAME -->" … "<!-- /generated -->" replaced.
std::string Regenerate(std::string document) {
  const std::map<std::string, std::string> parts = {
      {"families", Families()}, {"tables", Tables()}, {"traces", Traces()}};
  for (const auto& [name, text] : parts) {
    const std::string open = "<!-- generated " + name + " -->\n";
    const std::size_t begin = document.find(open);
    const std::size_t end = document.find("<!-- /generated -->", begin);
    if (begin == std::string::npos || end == std::string::npos) continue;
    document.replace(begin + open.size(), end - begin - open.size(), "\n" + text + "\n");
  }
  return document;
}

TEST(BridgeModel, TheDocumentSaysWhatWasExplored) {
  const std::string path =
      std::string(std::getenv("CAUSEWAY_SOURCE_DIR")) + "/docs/peers_protocol.md";
  std::ifstream file(path);
  std::stringstream document;
  document << file.rdbuf();
  for (const char* name : {"pairs", "graphs", "recreated", "samples"}) Family(name);
  for (std::size_t i = 0; i < kMoves.size(); ++i) EXPECT_NE(Used().moves[i], 0u) << kMoves[i].when;
  const std::string generated = Regenerate(document.str());
  if (std::getenv("CAUSEWAY_REBASE") != nullptr) {
    std::ofstream(path) << generated;
    GTEST_SKIP() << "rewritten by CAUSEWAY_REBASE=1: read the difference before you commit it";
  }
  EXPECT_EQ(document.str(), generated) << "(CAUSEWAY_REBASE=1 accepts this)";
}

}  // namespace
}  // namespace causeway::model
