#include "cli/verb_help.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/verbs.h"
#include "report/rules.h"

namespace causeway::cli {

constinit const std::string_view kHelpHelp =
    R"(usage: causeway help [VERB | RULE | rules]

Explains a verb, or a rule: what a finding of it means, what to do, where its cost comes from.
'causeway help rules' lists the rules.
)";

int RunHelp(std::span<const std::string> args) {
  if (args.size() > 1) return UsageError("help", "one verb or rule at a time");
  if (args.empty()) {
    fmt::print("{}", HelpText());
    return kDone;
  }
  const std::string& word = args.front();
  if (word == "rules") {
    for (const report::Rule& rule : report::Rules()) {
      fmt::print("{:<28} {}\n", rule.id, rule.title);
    }
    return kDone;
  }
  for (const Verb& verb : Verbs()) {
    if (verb.name != word) continue;
    fmt::print("{}", verb.help);
    return kDone;
  }
  if (const std::string_view page = report::RulePage(word); !page.empty()) {
    fmt::print("{}", page);
    return kDone;
  }
  std::vector<std::string_view> names = {"rules"};
  for (const Verb& verb : Verbs()) names.push_back(verb.name);
  for (const report::Rule& rule : report::Rules()) names.push_back(rule.id);
  const std::optional<std::string_view> closest = ClosestMatch(word, names);
  return UsageError("help",
                    fmt::format("{} is neither a verb nor a rule{}", Quote(word),
                                closest ? fmt::format("; did you mean '{}'?", *closest) : ""));
}

}  // namespace causeway::cli
