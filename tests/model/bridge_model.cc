#include "tests/model/bridge_model.h"

#include <algorithm>

#include "tests/model/bridge_world.h"

namespace causeway::model {
namespace {

// States in the order in which they were found, and an open-addressing table of their positions.
class Found {
 public:
  Found() : table_(1 << 12, kNone) {}

  // The position of `state`, and whether it is new.
  std::pair<std::uint32_t, bool> Add(const Packed& state) {
    if (states_.size() * 2 >= table_.size()) Grow();
    std::uint32_t& entry = Place(state);
    if (entry != kNone) return {entry, false};
    entry = static_cast<std::uint32_t>(states_.size());
    states_.push_back(state);
    return {entry, true};
  }
  const Packed& operator[](std::uint32_t i) const { return states_[i]; }
  std::size_t size() const { return states_.size(); }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  std::uint32_t& Place(const Packed& state) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : state) {
      hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    std::size_t i = hash & (table_.size() - 1);
    while (table_[i] != kNone && states_[table_[i]] != state) i = (i + 1) & (table_.size() - 1);
    return table_[i];
  }
  void Grow() {
    table_.assign(table_.size() * 4, kNone);
    for (std::uint32_t i = 0; i < states_.size(); ++i) Place(states_[i]) = i;
  }

  std::vector<Packed> states_;
  std::vector<std::uint32_t> table_;
};

std::string Mask(unsigned mask, std::string_view letter) {
  std::string text;
  for (unsigned i = 0; i < kPeers; ++i) {
    if ((mask & Bit(i)) == 0) continue;
    if (!text.empty()) text += " ";
    text += std::string(letter) + std::to_string(i);
  }
  return text;
}

std::string Edges(unsigned edges, std::string_view letter) {
  std::string text;
  for (unsigned i = 0; i < kPeers; ++i) {
    for (unsigned to = 0; to < kPeers; ++to) {
      if ((edges & Edge(i, to)) == 0) continue;
      text += (text.empty() ? "" : ", ") + std::string(letter) + std::to_string(i) + " -> " +
              std::string(letter) + std::to_string(to);
    }
  }
  return text;
}

}  // namespace

std::string Describe(const Op& op) {
  const std::string a = std::to_string(op.a);
  const std::string edge = a + " -> " + std::to_string(op.b);
  switch (op.kind) {
    case OpKind::kLookup:
      return "lookup of J" + a;
    case OpKind::kLookupRoot:
      return "lookup of J" + a + " for a root";
    case OpKind::kLookupWeak:
      return "lookup of a weak argument for J" + a;
    case OpKind::kLock:
      return "Weak::lock of P" + a;
    case OpKind::kReadEdge:
      return "read of edge " + edge;
    case OpKind::kStore:
      return "store of edge " + edge;
    case OpKind::kClear:
      return "clear of edge " + edge;
    case OpKind::kUnroot:
      return "drop of the root of P" + a;
    case OpKind::kDropLocal:
      return "drop of the local reference to J" + a;
    case OpKind::kGetLocal:
      return "local reference to the half of P" + a;
    case OpKind::kJavaLoadRoot:
      return "Java load of static J" + a;
    case OpKind::kJavaSetRoot:
      return "Java store of static J" + a;
    case OpKind::kJavaClearRoot:
      return "Java clear of static J" + a;
    case OpKind::kJavaStore:
      return "Java store of reference " + edge;
    case OpKind::kJavaLoad:
      return "Java load of reference " + edge;
    case OpKind::kJavaWeakGet:
      return "Java WeakReference.get of J" + a;
    case OpKind::kDispose:
      return "dispose of P" + a;
    case OpKind::kCreate:
      return "creation of P" + a;
    case OpKind::kFinalize:
      return "finalizer of J" + a + " begins";
  }
  return "";
}

std::string Scenario::Describe() const {
  std::string text = "peers " + Mask(registered, "P");
  const auto add = [&](std::string_view what, const std::string& value) {
    if (!value.empty()) text += "; " + std::string(what) + value;
  };
  add("native ", Edges(native, "P"));
  add("Java ", Edges(java, "J"));
  add("static ", Mask(static_roots, "J"));
  add("with finalizer ", Mask(finalizable, "J"));
  if (collision) text += "; one hash for all";
  for (unsigned t = 0; t < kMutators; ++t) {
    if (programs[t].empty()) continue;
    text += "; thread " + std::to_string(t) + " (";
    std::string holds = Mask(locals[t], "local J");
    for (const auto& more : {Mask(borrows[t], "borrow P"), Mask(roots[t], "root P")}) {
      if (!holds.empty() && !more.empty()) holds += " ";
      holds += more;
    }
    text += holds + "):";
    for (std::size_t i = 0; i < programs[t].size(); ++i) {
      text += (i == 0 ? " " : ", ") + model::Describe(programs[t][i]);
    }
    if (forever[t]) text += ", for ever";
  }
  return text;
}

Outcome Explore(const Scenario& scenario, Coverage& coverage, std::uint64_t limit) {
  Outcome outcome;
  Found found;
  std::vector<std::uint32_t> parent;
  std::vector<Actor> actor;
  const World start = Start(scenario);
  found.Add(Pack(start));
  parent.push_back(0);
  actor.push_back(Actor::kBridge);

  const auto trace = [&](std::uint32_t to, const Actor* last) {
    std::vector<Actor> actors;
    if (last != nullptr) actors.push_back(*last);
    for (std::uint32_t i = to; i != 0; i = parent[i]) actors.push_back(actor[i]);
    std::reverse(actors.begin(), actors.end());
    World world = start;
    Coverage ignored;
    for (const Actor step : actors) {
      std::string say;
      Machine machine(scenario, ignored, world, &say);
      machine.Step(step);
      world = machine.world;
      outcome.trace.push_back(say);
    }
  };

  for (std::uint32_t i = 0; i < found.size(); ++i) {
    if (found.size() > limit) {
      outcome.truncated = true;
      break;
    }
    const World world = Unpack(found[i]);
    if (world.phase == 0 && world.rounds < start.rounds && (scenario.forever[0])) {
      World same = world;
      same.rounds = start.rounds;
      if (Pack(same) == found[0]) {
        outcome.again = true;
        trace(i, nullptr);
        break;
      }
    }
    bool more = false;
    bool waits = false;
    for (unsigned a = 0; a < kActors; ++a) {
      const auto next = static_cast<Actor>(a);
      if ((next == Actor::kCollector && world.collections == 0) ||
          (next == Actor::kFinalizer && world.pending == 0) ||
          (next == Actor::kDeferred &&
           std::ranges::all_of(world.deferred, [](unsigned at) { return at == 0; })) ||
          (next >= Actor::kMutator0Fails && world.failures == 0)) {
        continue;
      }
      Machine machine(scenario, coverage, world, nullptr);
      if (!machine.Step(next)) {
        waits |= next <= Actor::kMutator1 && machine.MustRun(a);
        continue;
      }
      more |= next < Actor::kMutator0Fails && next != Actor::kCollector;
      const auto [at, is_new] = found.Add(Pack(machine.world));
      if (is_new) {
        parent.push_back(i);
        actor.push_back(next);
        if (machine.violation.empty()) machine.Check();
      }
      if (!machine.violation.empty()) {
        outcome.violation = machine.violation;
        trace(i, &next);
        outcome.states = found.size();
        return outcome;
      }
    }
    if (waits) {
      outcome.violation = "a thread waits";
      trace(i, nullptr);
      break;
    }
    if (more) continue;
    ++outcome.ends;
    if (!scenario.check_end) continue;
    Machine machine(scenario, coverage, world, nullptr);
    machine.CheckEnd();
    if (!machine.violation.empty()) {
      outcome.violation = machine.violation;
      trace(i, nullptr);
      break;
    }
  }
  outcome.states = found.size();
  return outcome;
}

}  // namespace causeway::model
