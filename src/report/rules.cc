#include "report/rules.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "report/rule_pages.h"

namespace causeway::report {
namespace {

constexpr std::array<Rule, 16> kRules = {{
    {"ab.debug-build", "Measured on a debug build",
     "the benchmark's own file says that it, or its library, was built for debugging", Basis::kCost,
     "ab"},
    {"ab.drift", "The machine drifted while it was measured",
     "values rise or fall over the run, whichever arm ran", Basis::kCost, "ab"},
    {"ab.mixed-builds", "An arm is more than one build",
     "the artifact of an arm changed during the run or between the sessions", Basis::kUnusable,
     "ab"},
    {"ab.order", "The position within a pair matters",
     "the launches that came first differ from those that came second, whichever arm they were of",
     Basis::kCost, "ab"},
    {"ab.too-few-blocks", "Too few blocks for any verdict",
     "with so few blocks no difference could be told from chance", Basis::kUnusable, "ab"},
    {"ab.unpaired", "The arms were not measured in turns",
     "nothing says which samples belong together: drift looks like a difference", Basis::kUnusable,
     "ab"},
    {"gen.boxed-list", "Every number of a list is boxed",
     "List<int> or List<double> where typed data crosses as one array copy", Basis::kCost, "gen"},
    {"gen.element-per-call", "A collection is encoded anew at each call",
     "every element of a parameter is encoded and built at each call", Basis::kCost, "gen"},
    {"gen.large-collection-result", "A result builds an object for every element",
     "a method returns a collection of classes", Basis::kCost, "gen"},
    {"gen.untyped-object", "A value of type Object", "its type is found out at run time, per value",
     Basis::kCost, "gen"},
    {"gen.wide-class", "A class is too wide to cross as arguments",
     "a few fields fewer and it would be flattened", Basis::kCost, "gen"},
    {"peers.foreign-owner", "Edges that Java cannot be shown",
     "peers of a Java class without a place for edges: what they name stays", Basis::kCost,
     "peers"},
    {"peers.ref-cycle", "A Ref within a peer closes a cycle",
     "what it names leads back to the peer: no collection ever frees them", Basis::kUnusable,
     "peers"},
    {"peers.ref-in-peer", "A Ref within a peer",
     "a root as long as its peer lives: Java cannot collect a cycle through it", Basis::kCost,
     "peers"},
    {"peers.rooted", "Peers that are held from outside",
     "roots that no Ref within a peer accounts for, and what they keep", Basis::kCost, "peers"},
    {"peers.undeclared-pointer", "A pointer to a peer that is no edge",
     "nothing keeps its target: it may dangle after a round", Basis::kUnusable, "peers"},
}};

}  // namespace

std::span<const Rule> Rules() { return kRules; }

const Rule* FindRule(std::string_view id) {
  const auto rule =
      std::find_if(kRules.begin(), kRules.end(), [id](const Rule& row) { return row.id == id; });
  return rule == kRules.end() ? nullptr : &*rule;
}

std::string_view RulePage(std::string_view id) {
  for (const PageOfRule& page : RulePages()) {
    if (page.id == id) return page.text;
  }
  return {};
}

std::optional<std::string_view> ClosestRule(std::string_view id) {
  std::vector<std::string_view> names;
  for (const Rule& rule : kRules) names.push_back(rule.id);
  return ClosestMatch(id, names);
}

}  // namespace causeway::report
