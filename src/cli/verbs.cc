#include "cli/verbs.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/front_door.h"
#include "cli/verb_ab.h"
#include "cli/verb_findings.h"
#include "cli/verb_gen.h"
#include "cli/verb_help.h"
#include "cli/verb_peers.h"
#include "cli/verb_probe.h"

namespace causeway::cli {
namespace {

// In the order of `causeway --help`.
constexpr std::string_view kGenSummary =
    "typed C++ <-> Java calls from a definition file, one crossing a call";

const std::array<Verb, 6> kVerbs = {{
    {"gen", kGenSummary, kGenHelp, &RunGen},
    {"ab", "an A/B run in counterbalanced blocks, with a verdict", AbHelp(), &RunAb, &AbHelpFor},
    {"probe", "the price list of this machine's boundary", kProbeHelp, &RunProbe},
    {"peers", "what keeps the peers of a program: the report of a leak", kPeersHelp, &RunPeers},
    {"findings", "lists, compares and gates what inspections found", kFindingsHelp, &RunFindings},
    {"help", "explains a verb, or the rule of a finding", kHelpHelp, &RunHelp},
}};

const Verb* FindVerb(std::string_view name) {
  const auto verb = std::find_if(kVerbs.begin(), kVerbs.end(),
                                 [name](const Verb& row) { return row.name == name; });
  return verb == kVerbs.end() ? nullptr : &*verb;
}

// True if a word before "--" asks for help.
bool AsksForHelp(std::span<const std::string> args) {
  for (const std::string& word : args) {
    if (word == "--") return false;
    if (word == "--help" || word == "-h") return true;
  }
  return false;
}

int UnknownVerb(const std::string& word) {
  if (word.contains('/')) {
    fmt::print(stderr, "causeway: there is no file {}\n", Quote(word));
    return kBadInput;
  }
  std::vector<std::string_view> names = {"--help", "--version"};
  for (const Verb& verb : kVerbs) names.push_back(verb.name);
  const std::optional<std::string_view> closest = ClosestMatch(word, names);
  fmt::print(stderr, "causeway: {} is not a verb{}\n'causeway --help' lists the verbs.\n",
             Quote(word), closest ? fmt::format("; did you mean '{}'?", *closest) : "");
  return kUsage;
}

}  // namespace

std::span<const Verb> Verbs() { return kVerbs; }

std::string HelpText() {
  std::string text =
      "usage: causeway VERB ...\n"
      "       causeway PATH...      recognises the input and says what matters\n"
      "\n"
      "Finds, removes and proves the cost of the boundary between native and managed code.\n"
      "\n"
      "verbs\n";
  for (const Verb& verb : kVerbs) {
    text += fmt::format("  {:<10} {}\n", verb.name, verb.summary);
  }
  text +=
      "\n"
      "  causeway VERB --help   the verb's options and examples\n"
      "  causeway --version     the version\n"
      "\n"
      "exit codes\n"
      "  0 done, 1 a gate that was asked for was crossed, 2 usage, 3 bad input,\n"
      "  4 partial or inconclusive, 70 a bug\n";
  return text;
}

int RunCommand(std::span<const std::string> args) {
  if (args.empty()) {
    fmt::print(stderr, "{}", HelpText());
    return kUsage;
  }
  const std::string& word = args.front();
  if (word == "--help" || word == "-h") {
    fmt::print("{}", HelpText());
    return kDone;
  }
  if (word == "--version") {
    fmt::print("causeway {}\n", CAUSEWAY_VERSION);
    return kDone;
  }
  const Verb* verb = FindVerb(word);
  if (verb == nullptr) {
    std::error_code ignored;
    if (word.starts_with('-') || !std::filesystem::exists(word, ignored)) return UnknownVerb(word);
    if (AsksForHelp(args)) {
      fmt::print("{}", kFrontDoorHelp);
      return kDone;
    }
    return RunFrontDoor(args);
  }
  const std::span<const std::string> rest = args.subspan(1);
  if (AsksForHelp(rest)) {
    fmt::print("{}", verb->help_for != nullptr ? verb->help_for(rest) : std::string(verb->help));
    return kDone;
  }
  return verb->run(rest);
}

}  // namespace causeway::cli
