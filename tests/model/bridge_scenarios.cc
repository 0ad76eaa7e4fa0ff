#include "tests/model/bridge_scenarios.h"

#include <bit>
#include <random>
#include <utility>

namespace causeway::model {
namespace {

using enum OpKind;

Scenario With(Careless careless, unsigned registered, unsigned native, unsigned static_roots) {
  Scenario scenario;
  scenario.careless = careless;
  scenario.registered = registered;
  scenario.native = native;
  scenario.static_roots = static_roots;
  scenario.rounds = 1;
  return scenario;
}

// What a thread holds, to leave out operations that cannot do anything.
struct Holds {
  unsigned locals = 0;
  unsigned borrows = 0;
  unsigned roots = 0;
  unsigned pinned() const { return borrows | roots; }
};

// Whether the operation can make sense, and what the thread then holds at most.
bool Apply(const Op& op, const Scenario& scenario, Holds& holds) {
  const unsigned a = Bit(op.a);
  const unsigned b = Bit(op.b);
  const unsigned half = scenario.alias && op.a == 2 ? 1 : a;
  const unsigned peers = scenario.alias && op.a == 0 ? 5 : a;  // of the half
  switch (op.kind) {
    case kLookup:
      if (!(holds.locals & a) || (!scenario.alias && (holds.borrows & a))) return false;
      holds.borrows |= peers;
      return true;
    case kLookupRoot:
      if (!(holds.locals & a) || (holds.roots & a)) return false;
      holds.roots |= peers;
      return true;
    case kLookupWeak:
      if (holds.locals & a) return false;
      holds.locals |= a;
      holds.borrows |= a;
      return true;
    case kLock:
      if (holds.roots & a) return false;
      holds.roots |= a;
      return true;
    case kReadEdge:
      if (!(holds.pinned() & a) || (holds.roots & b) || !(scenario.native & Edge(op.a, op.b))) {
        return false;
      }
      holds.roots |= b;
      return true;
    case kStore:
      return (holds.pinned() & a) && (holds.pinned() & b);
    case kClear:
      return (holds.pinned() & a) && (scenario.native & Edge(op.a, op.b));
    case kUnroot:
      if (!(holds.roots & a)) return false;
      holds.roots &= ~a;
      return true;
    case kDropLocal:
      if (!(holds.locals & a)) return false;
      holds.locals &= ~a;
      holds.borrows &= ~peers;
      return true;
    case kGetLocal:
      if (!(holds.roots & a) || (holds.locals & a)) return false;
      holds.locals |= half;
      return true;
    case kJavaLoadRoot:
      if (!(scenario.static_roots & a) || (holds.locals & a)) return false;
      holds.locals |= a;
      return true;
    case kJavaSetRoot:
      return (holds.locals & a) && !(scenario.static_roots & a);
    case kJavaClearRoot:
      return (scenario.static_roots & a) != 0;
    case kJavaStore:
      return (holds.locals & a) && (holds.locals & b) && !(scenario.java & Edge(op.a, op.b));
    case kJavaLoad:
      if (!(holds.locals & a) || !(scenario.java & Edge(op.a, op.b)) || (holds.locals & b)) {
        return false;
      }
      holds.locals |= b;
      return true;
    case kJavaWeakGet:
      if (holds.locals & a) return false;
      holds.locals |= a;
      return true;
    case kDispose:
      return (holds.pinned() & a) != 0;
    case kCreate:
      if (!(holds.locals & half) || (scenario.registered & a)) return false;
      holds.roots |= a;
      return true;
    case kFinalize:
      if (!(scenario.finalizable & a)) return false;
      holds.locals |= a;
      return true;
  }
  return false;
}

std::vector<Op> Alphabet(unsigned peers) {
  std::vector<Op> ops;
  for (unsigned a = 0; a < peers; ++a) {
    for (const OpKind kind :
         {kLookup, kLookupRoot, kLookupWeak, kLock, kUnroot, kDropLocal, kGetLocal, kJavaLoadRoot,
          kJavaSetRoot, kJavaClearRoot, kJavaWeakGet, kDispose, kCreate, kFinalize}) {
      ops.push_back({kind, a, 0});
    }
    for (unsigned b = 0; b < peers; ++b) {
      for (const OpKind kind : {kReadEdge, kStore, kClear, kJavaStore, kJavaLoad}) {
        if (a != b || kind == kStore) ops.push_back({kind, a, b});
      }
    }
  }
  return ops;
}

std::vector<std::vector<Op>> Programs(const Scenario& heap, unsigned t, std::size_t length,
                                      unsigned peers) {
  std::vector<std::pair<std::vector<Op>, Holds>> found = {
      {{}, {heap.locals[t], heap.borrows[t], heap.roots[t]}}};
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<std::pair<std::vector<Op>, Holds>> longer;
    for (const auto& [program, holds] : found) {
      for (const Op& op : Alphabet(peers)) {
        Holds next = holds;
        if (op.kind == kFinalize && i != 0) continue;  // the finalizer thread does nothing else
        if (!Apply(op, heap, next)) continue;
        longer.emplace_back(program, next);
        longer.back().first.push_back(op);
      }
    }
    found = std::move(longer);
  }
  std::vector<std::vector<Op>> programs;
  for (auto& [program, holds] : found) programs.push_back(std::move(program));
  return programs;
}

bool Sensible(const Scenario& scenario) {
  unsigned disposals = 0;
  unsigned finalizers = 0;
  unsigned creations = 0;
  for (const auto& program : scenario.programs) {
    for (const Op& op : program) {
      disposals += op.kind == kDispose ? 1 : 0;
      creations += op.kind == kCreate ? 1 : 0;
      if (op.kind != kFinalize) continue;
      if ((finalizers & Bit(op.a)) != 0) return false;
      finalizers |= Bit(op.a);
    }
  }
  return disposals <= 2 && creations <= 1;
}

}  // namespace

std::vector<CarelessCase> CarelessCases() {
  std::vector<CarelessCase> cases;
  const auto add = [&](std::string_view title, std::string_view rule, std::string_view violation,
                       Scenario scenario) {
    scenario.name = title;
    cases.push_back({title, rule, violation, std::move(scenario)});
  };
  constexpr unsigned kCycle = Edge(0, 1) | Edge(1, 0);

  {
    Scenario s = With(Careless::kNoScanGrace, 3, 0, 1);
    s.locals[0] = s.borrows[0] = 3;
    s.programs[0] = {{kStore, 0, 1}, {kDropLocal, 1}};
    add("No grace before the scan", "I1, step 1", "a reachable peer loses its Java half", s);
    s.careless = Careless::kStoresDoNotRescue;
    add("Stores do not rescue (B)", "I1", "a reachable peer loses its Java half", s);
  }
  {
    Scenario s = With(Careless::kWeakReferenceVerdict, 3, kCycle, 0);
    s.finalizable = 1;
    s.programs[0] = {{kFinalize, 0}, {kLookupRoot, 0}};
    add("Verdict by java.lang.ref.WeakReference (A)", "phantom-strength verdict",
        "the Java half of a dead peer is reachable", s);
    s.only = "the verdict splits a component";
    add("The same, as a mixed verdict (A)", "phantom-strength verdict", s.only, s);
  }
  {
    Scenario s = With(Careless::kWeakArgument, 3, 0, 0);
    s.collision = true;
    s.programs[0] = {{kLookupWeak, 0}};
    add("Weak arguments compared without promotion (C)", "R4",
        "two cleared weak references are taken for one object", s);
  }
  {
    Scenario s = With(Careless::kClearOnSurvivors, 3, Edge(0, 1), 1);
    s.locals[0] = s.borrows[0] = 1;
    s.programs[0] = {{kDispose, 0}};
    s.only = "garbage is left after two quiet rounds";
    add("Mirrors of disposed peers stay (D)", "I5, step 7", s.only, s);
    s.only = {};
    s.careless = Careless::kDisposeFrees;
    add("Dispose deletes the handles of a round (D)", "I6",
        "the bridge uses a reference after its deletion", s);
  }
  {
    Scenario s = With(Careless::kBorrowByEdge, 3, Edge(0, 1), 0);
    s.roots = {1, 1};
    s.programs = {{{{kReadEdge, 0, 1}}, {{kClear, 0, 1}}}};
    add("Borrow through a Traced (F)", "reads give roots", "a dead peer is in use", s);
  }
  {
    Scenario s = With(Careless::kRescueNotSticky, 3, 0, 1);
    s.locals[0] = s.borrows[0] = 1;
    s.programs[0] = {{kLock, 1}, {kStore, 0, 1}, {kUnroot, 1}};
    add("A rescue ends with its root", "I3", "a reachable peer loses its Java half", s);
  }
  {
    Scenario s = With(Careless::kClearEarly, 3, Edge(0, 1), 1);
    s.collections = 1;
    add("Mirrors cleared before all survivors are strong", "I5",
        "a reachable peer loses its Java half", s);
  }
  {
    Scenario s = With(Careless::kNullIsDeath, 1, 0, 1);
    s.failures = 1;
    add("Null taken as death without asking the weak reference", "R25",
        "the Java half of a dead peer is reachable", s);
    s.careless = Careless::kNullIsNone;
    s.programs[0] = {{kLock, 0}};
    add("Null in Weak::lock taken as none without asking", "R25",
        "Weak::lock says none of a peer that is reachable", s);
  }
  {
    Scenario s = With(Careless::kNoFlipGrace, 1, 0, 1);
    s.locals[0] = 1;
    s.programs[0] = {{kLookup, 0}};
    add("No grace between flip and deletion", "I6, step 4",
        "a reference is used after its deletion", s);
    s.careless = Careless::kNoEndGrace;
    add("No grace before the weak handles go", "I6, step 8",
        "a reference is used after its deletion", s);
  }
  {
    Scenario s = With(Careless::kDropEarly, 3, kCycle, 2);
    s.collections = 1;
    add("Strong handle deleted before all mirrors are in place", "R24, step 4",
        "a reachable peer loses its Java half", s);
  }
  {
    Scenario s = With(Careless::kRootsNotClosed, 3, Edge(0, 1), 0);
    s.roots[0] = 1;
    add("Edges of rooted peers neither followed nor mirrored", "I2, step 3",
        "a reachable peer loses its Java half", s);
  }
  {
    Scenario s = With(Careless::kRescueByState, 3, 0, 1);
    s.locals[0] = s.borrows[0] = 3;
    s.programs[0] = {{kStore, 0, 1}, {kDropLocal, 1}};
    add("A store asks the target's state instead of the flag", "I1",
        "a reachable peer loses its Java half", s);
  }
  {
    Scenario s = With(Careless::kMirrorsOnlyUnrescued, 3, Edge(0, 1), 1);
    s.locals[0] = 1;
    s.programs[0] = {{kLookupRoot, 0}};
    add("A member rescued after its scan is not mirrored", "I2, step 3",
        "a reachable peer loses its Java half", s);
  }
  {
    Scenario s = With(Careless::kPublishBeforeSlot, 1, 0, 1);
    s.locals[1] = 1;
    s.programs = {{{{kLock, 0}}, {{kLookup, 0}}}};
    add("The word moves before the slot is filled", "I4", "a handle is read where none is", s);
    s.programs = {{{{kLock, 0}}, {{kLock, 0}}}};
    s.careless = Careless::kSlotOfLateWord;
    add("The slot is chosen when it is filled, not when the handle was read", "I4",
        "handles are left over from a round", s);
    s.careless = Careless::kOverwriteSlot;
    add("A rescuer overwrites a filled slot", "I4", "a handle in a slot is overwritten", s);
  }
  {
    Scenario s = With(Careless::kDestroyAtOnce, 1, 0, 1);
    s.locals = {1, 1};
    s.borrows = {1, 1};
    s.programs = {{{{kDispose, 0}, {kDropLocal, 0}}, {{kDropLocal, 0}}}};
    s.rounds = 0;
    add("A disposed object is destroyed after a grace of sections only", "borrows outlive sections",
        "a destroyed peer is in use", s);
  }
  {
    Scenario s = With(Careless::kDisposeAtOnce, 1, 0, 1);
    s.locals = {1, 1};
    s.borrows = {1, 0};
    s.programs = {{{{kDispose, 0}}, {{kLookup, 0}}}};
    s.rounds = 0;
    add("A disposed peer's handle is deleted without a grace", "I6",
        "a reference is used after its deletion", s);
  }
  {
    Scenario s = With(Careless::kResetMembers, 2, 0, 0);
    s.locals[0] = 1;
    s.programs[0] = {{kCreate, 0}, {kStore, 0, 0}, {kUnroot, 0}, {kDropLocal, 0}};
    add("Only the words of members are reset", "step 8", "garbage is left after a quiet round", s);
  }
  {
    Scenario s = With(Careless::kResetAtOnce, 1, 0, 1);
    s.programs[0] = {{kLock, 0}};
    add("Words are reset without a grace after the flag", "step 8",
        "a rescuer finds a word that the round left behind", s);
  }
  return cases;
}

Scenario Polling(bool forever) {
  Scenario scenario;
  scenario.name = "Livelock of garbage (E)";
  scenario.registered = 3;
  scenario.native = Edge(0, 1) | Edge(1, 0);
  scenario.forever[0] = forever;
  scenario.only_weak = true;
  scenario.programs[0] = {{kLock, 0}, {kUnroot, 0}};
  if (!forever) scenario.programs[0].insert(scenario.programs[0].end(), {{kLock, 0}, {kUnroot, 0}});
  scenario.rounds = 3;
  return scenario;
}

std::vector<Scenario> Pairs() {
  std::vector<Scenario> heaps;
  const auto heap = [&](auto fill) {
    Scenario scenario;
    scenario.check_i2 = true;
    scenario.registered = 3;
    fill(scenario);
    heaps.push_back(scenario);
  };
  // A callback with both halves in hand beside a thread that has only weak pointers.
  heap([](Scenario& s) {
    s.native = Edge(0, 1);
    s.locals[0] = s.borrows[0] = 3;
  });
  // A cycle over both heaps that Java holds, beside a thread with a root into it.
  heap([](Scenario& s) {
    s.native = Edge(0, 1);
    s.java = Edge(1, 0);
    s.static_roots = 1;
    s.roots[1] = 2;
  });
  // A garbage cycle with a finalizer, whose thread also gets programs of three operations.
  heap([](Scenario& s) {
    s.registered = 3;
    s.native = Edge(0, 1) | Edge(1, 0);
    s.finalizable = 1;
  });
  // A callback that makes the peer of a half, also by programs of three operations.
  heap([](Scenario& s) {
    s.registered = 2;
    s.static_roots = 1;
    s.locals[0] = 3;
    s.borrows[0] = 2;
  });
  // Two callbacks of one object: one may dispose what the other borrows.
  heap([](Scenario& s) {
    s.native = Edge(0, 1);
    s.locals = {1, 1};
    s.borrows = {1, 1};
  });
  std::vector<Scenario> scenarios;
  const auto add = [&](const Scenario& start, std::size_t first, std::size_t second) {
    for (const auto& program0 : Programs(start, 0, first, 2)) {
      if (first == 3 && program0.front().kind != kFinalize && program0.front().kind != kCreate) {
        continue;
      }
      for (const auto& program1 : Programs(start, 1, second, 2)) {
        Scenario scenario = start;
        scenario.programs = {program0, program1};
        scenario.rounds = 1;
        if (Sensible(scenario)) scenarios.push_back(std::move(scenario));
      }
    }
  };
  for (const Scenario& start : heaps) {
    add(start, 1, 1);
    add(start, 2, 1);
    add(start, 1, 2);
    if (start.finalizable != 0 || start.registered != 3) add(start, 3, 1);
  }
  return scenarios;
}

std::vector<Scenario> Recreated() {
  std::vector<Scenario> scenarios;
  for (const unsigned native : {Edge(0, 1), Edge(0, 1) | Edge(1, 0)}) {
    Scenario heap;
    heap.check_i2 = true;
    heap.alias = true;
    heap.registered = 3;
    heap.native = native;
    heap.static_roots = 1;
    heap.rounds = 1;
    heap.locals = {3, 1};
    heap.borrows = {3, 1};
    Scenario after = heap;  // what the first thread holds when it has made the new peer
    after.borrows[0] = 3;
    after.roots[0] = 4;
    for (const auto& last : Programs(after, 0, 1, kPeers)) {
      for (const auto& other : Programs(heap, 1, 1, kPeers)) {
        Scenario scenario = heap;
        scenario.programs = {{{{kDispose, 0}, {kCreate, 2}}, other}};
        scenario.programs[0].push_back(last.front());
        if (Sensible(scenario)) scenarios.push_back(std::move(scenario));
      }
    }
  }
  return scenarios;
}

std::vector<Scenario> Graphs() {
  std::vector<Scenario> scenarios;
  constexpr unsigned kOff[] = {Edge(0, 1), Edge(0, 2), Edge(1, 0),
                               Edge(1, 2), Edge(2, 0), Edge(2, 1)};
  for (unsigned graph = 0; graph < 64; ++graph) {
    Scenario scenario;
    scenario.check_i2 = true;
    for (unsigned i = 0; i < 6; ++i) scenario.native |= ((graph >> i) & 1) != 0 ? kOff[i] : 0;
    for (unsigned java = 0; java < 4; ++java) {
      scenario.java = (java & 1 ? Edge(2, 0) : 0) | (java & 2 ? Edge(1, 2) : 0);
      scenario.static_roots = 1;
      scenario.locals[0] = 1;
      scenario.borrows[0] = 1;
      scenario.programs = {
          {{{kReadEdge, 0, 1}, {kClear, 0, 1}, {kUnroot, 1}}, {{kLock, 2}, {kJavaClearRoot, 0}}}};
      scenario.rounds = 1;
      scenarios.push_back(scenario);
    }
  }
  return scenarios;
}

Scenario Sample(std::uint64_t i) {
  // Half of the operations are of these, which change what reaches what.
  constexpr OpKind kWrites[] = {kStore, kStore, kReadEdge, kClear, kUnroot, kDropLocal, kDropLocal};
  std::mt19937_64 random(i * 7919 + 1);
  const auto pick = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
  while (true) {
    Scenario s;
    s.check_i2 = true;
    s.alias = pick(8) == 0;
    s.registered = s.alias ? 3 : pick(4) == 0 ? 6 : 7;
    for (unsigned from = 0; from < kPeers; ++from) {
      for (unsigned to = 0; to < kPeers; ++to) {
        if (pick(4) == 0 && (s.registered & Bit(from)) && (s.registered & Bit(to))) {
          s.native |= Edge(from, to);
        }
        if (pick(5) == 0 && from != to) s.java |= Edge(from, to);
      }
    }
    s.static_roots = pick(2) == 0 ? Bit(pick(3)) : 0;
    if (pick(3) == 0) s.finalizable = Bit(pick(3)) | Bit(pick(3));
    s.collision = pick(3) == 0;
    s.rounds = 2;
    if (pick(3) == 0) s.failures = 1;
    if (pick(2) == 0) s.collections = 1;
    bool dead_end = false;
    for (unsigned t = 0; t < kMutators; ++t) {
      if (pick(3) != 0) s.locals[t] = Bit(pick(3)) | Bit(pick(3));
      if (pick(2) == 0) s.roots[t] = Bit(pick(3)) & s.registered;
      if (pick(3) != 0) s.borrows[t] = s.locals[t] & s.registered;
      Holds holds = {s.locals[t], s.borrows[t], s.roots[t]};
      const unsigned length = 1 + pick(3);
      const Op finalizer = {kFinalize, static_cast<unsigned>(std::countr_zero(s.finalizable | 8)),
                            0};
      if (t == 1 && pick(2) == 0 && Apply(finalizer, s, holds)) s.programs[t].push_back(finalizer);
      const std::vector<Op> alphabet = Alphabet(kPeers);
      for (unsigned tries = 0; s.programs[t].size() < length && tries < 400; ++tries) {
        const Op op = pick(2) == 0 ? alphabet[pick(alphabet.size())]
                                   : Op{kWrites[pick(std::size(kWrites))], pick(3), pick(3)};
        if (op.kind == kFinalize && !s.programs[t].empty()) continue;
        if (Apply(op, s, holds)) s.programs[t].push_back(op);
      }
      dead_end |= s.programs[t].size() < length;
    }
    if (!dead_end && Sensible(s)) return s;
  }
}

}  // namespace causeway::model
