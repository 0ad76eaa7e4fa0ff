#include "tests/model/bridge_world.h"

#include <cstdlib>

namespace causeway::model {
namespace {

// Steps of an operation that are common to all that gain a root or rescue.
enum : unsigned {
  kWord = 8,   // one read-modify-write of the word, or learns that it must promote
  kPromote,    // NewGlobalRef of the weak handle
  kAskNull,    // IsSameObject(weak handle, null): collected, or no room
  kFill,       // compare-and-swap of the free slot
  kDropSpare,  // lost that: DeleteGlobalRef
  kMoveWord,   // the word moves and names the slot
  kWriteEdge,  // of a store
};

template <typename W, typename F>
void Fields(W& w, F&& f) {
  for (auto& p : w.peers) {
    f(p.state, 3), f(p.disposed, 1), f(p.registered, 1), f(p.destroyed, 1), f(p.roots, 2);
    f(p.slot, 1), f(p.strong[0], 1), f(p.strong[1], 1), f(p.weak, 1);
  }
  for (auto& m : w.mutators) {
    f(m.pc, 3), f(m.step, 4), f(m.roots, 3), f(m.borrows, 3), f(m.locals, 3), f(m.section, 1);
    f(m.slot, 1), f(m.copied, 2), f(m.stale, 1), f(m.promoted, 1), f(m.place, 2);
  }
  f(w.native, 9), f(w.mirror, 9), f(w.java, 9), f(w.static_roots, 3), f(w.pending, 3);
  f(w.finalized, 3), f(w.collected, 3), f(w.cleared, 3);
  f(w.phase, 5), f(w.index, 2), f(w.edge, 4), f(w.rounds, 2), f(w.scanned, 9), f(w.members, 3);
  f(w.kept, 3), f(w.flipped, 3), f(w.old_slots, 3), f(w.promoted, 1), f(w.grace, 2), f(w.flag, 1);
  f(w.collections, 2), f(w.failures, 2);
  for (unsigned i = 0; i < kPeers; ++i) f(w.deferred[i], 2), f(w.deferred_grace[i], 2);
}

Want WantOf(const Op& op) {
  if (op.kind == OpKind::kReadEdge) return Want::kReadEdge;
  if (op.kind == OpKind::kStore) return Want::kStore;
  return op.kind == OpKind::kLock ? Want::kLock : Want::kRoot;
}

}  // namespace

Packed Pack(const World& world) {
  Packed packed = {};
  unsigned word = 0;
  unsigned shift = 0;
  Fields(world, [&](unsigned value, unsigned bits) {
    if (shift + bits > 64) ++word, shift = 0;
    if (value >> bits != 0 || word >= packed.size()) std::abort();  // the layout is too small
    packed[word] |= std::uint64_t{value} << shift;
    shift += bits;
  });
  return packed;
}

World Unpack(const Packed& packed) {
  World world;
  unsigned word = 0;
  unsigned shift = 0;
  Fields(world, [&](unsigned& value, unsigned bits) {
    if (shift + bits > 64) ++word, shift = 0;
    value = static_cast<unsigned>(packed[word] >> shift) & ((1u << bits) - 1);
    shift += bits;
  });
  return world;
}

World Start(const Scenario& scenario) {
  World world;
  for (unsigned i = 0; i < kPeers; ++i) {
    Peer& peer = world.peers[i];
    peer.registered = (scenario.registered >> i) & 1;
    peer.strong[0] = peer.registered;
    for (unsigned t = 0; t < kMutators; ++t) peer.roots += (scenario.roots[t] >> i) & 1;
  }
  for (unsigned t = 0; t < kMutators; ++t) {
    world.mutators[t].locals = scenario.locals[t];
    world.mutators[t].borrows = scenario.borrows[t];
    world.mutators[t].roots = scenario.roots[t];
  }
  // A half that nobody can ever name is not there.
  unsigned named = scenario.registered | scenario.static_roots;
  for (const unsigned locals : scenario.locals) named |= locals;
  world.collected = world.cleared = 7 & ~Reach(named, scenario.java);
  world.native = scenario.native;
  world.java = scenario.java;
  world.static_roots = scenario.static_roots;
  world.rounds = scenario.rounds;
  world.collections = scenario.collections;
  world.failures = scenario.failures;
  return world;
}

// --- words and handles

void Machine::Move(Who who, unsigned i, State to) {
  Peer& peer = world.peers[i];
  for (std::size_t row = 0; row < kMoves.size(); ++row) {
    if (kMoves[row].who == who && kMoves[row].from == peer.at() && kMoves[row].to == to) {
      ++coverage_.moves[row];
    }
  }
  if (!Allowed(who, peer.at(), to)) {
    Bad("a move that the table does not have: " + Text(kStateNames[peer.state]) + " -> " +
        Text(kStateNames[static_cast<std::size_t>(to)]));
  }
  peer.state = static_cast<unsigned>(to);
  Say("; P", i, " ", kStateNames[peer.state]);
}

Act Machine::Ask(Want want, unsigned i) {
  const Peer& peer = world.peers[i];
  if (peer.registered == 0 || peer.disposed != 0) return Act::kEmpty;
  ++coverage_.wants[static_cast<std::size_t>(want)][peer.state];
  return OnWant(want, peer.at());
}

void Machine::Root(unsigned t, unsigned i) {
  Mutator& m = world.mutators[t];
  if ((m.roots & Bit(i)) != 0) return;  // a copy of a root it has
  m.roots |= Bit(i);
  ++world.peers[i].roots;
}

unsigned Machine::Target(unsigned t) const {
  const Op& op = scenario_.programs[t][world.mutators[t].pc];
  if (op.kind == OpKind::kReadEdge || op.kind == OpKind::kStore) return op.b;
  if (op.kind == OpKind::kLookupRoot) return (op.a + 1 + world.mutators[t].place) % kPeers;
  return op.a;
}

unsigned Machine::HandlePeer(unsigned t) const {
  const Mutator& m = world.mutators[t];
  const Op& op = scenario_.programs[t][m.pc];
  if (m.step >= kWord) return Target(t);
  return op.kind == OpKind::kGetLocal ? op.a : (op.a + 1 + m.place) % kPeers;
}

// The handle that the word names, read together with the word; later uses may come too late.
void Machine::Copy(unsigned t, unsigned i) {
  Mutator& m = world.mutators[t];
  const Peer& peer = world.peers[i];
  const bool weak = peer.at() == State::kWeak;
  m.copied = weak ? kWeakCopy : 1 + peer.slot;
  m.stale = 0;
  m.slot = peer.slot;
  if ((weak ? peer.weak : peer.strong[peer.slot]) == 0) Bad("a handle is read where none is");
}

void Machine::Use(unsigned t) {
  Mutator& m = world.mutators[t];
  if (m.stale != 0) Bad("a reference is used after its deletion");
  m.copied = 0;
  m.stale = 0;
}

void Machine::MarkStale(unsigned i, unsigned copied) {
  for (unsigned t = 0; t < kMutators; ++t) {
    Mutator& m = world.mutators[t];
    if (m.copied == copied && HandlePeer(t) == i) m.stale = 1;
  }
}

void Machine::DeleteStrong(unsigned i, unsigned slot) {
  if (world.peers[i].strong[slot] == 0) Bad("a strong reference is deleted twice");
  world.peers[i].strong[slot] = 0;
  MarkStale(i, 1 + slot);
}

void Machine::DeleteWeak(unsigned i) {
  if (world.peers[i].weak == 0) Bad("a weak reference is deleted twice");
  world.peers[i].weak = 0;
  MarkStale(i, kWeakCopy);
}

unsigned Machine::Sections() const {
  unsigned mask = 0;
  for (unsigned t = 0; t < kMutators; ++t) mask |= world.mutators[t].section << t;
  return mask;
}

bool Machine::NullOnPromotion(unsigned i) const {
  const unsigned gone =
      Is(Careless::kWeakReferenceVerdict) ? world.cleared | world.collected : world.collected;
  return (gone & Bit(Half(i))) != 0;
}

// --- reachability

unsigned Machine::StrongJava() const {
  unsigned from = world.static_roots;
  for (unsigned t = 0; t < kMutators; ++t) {
    const Mutator& m = world.mutators[t];
    from |= m.locals;
    if (m.promoted != 0) from |= Bit(Half(Target(t)));
  }
  for (unsigned i = 0; i < kPeers; ++i) {
    if ((world.peers[i].strong[0] | world.peers[i].strong[1]) != 0) from |= Bit(Half(i));
  }
  if (world.promoted != 0) from |= Bit(Half(world.index));
  return from;
}

unsigned Machine::TruePeers() const {
  unsigned halves = world.static_roots | world.pending;
  unsigned peers = 0;
  unsigned live = 0;
  for (unsigned i = 0; i < kPeers; ++i) {
    if (!world.peers[i].live()) continue;
    live |= Bit(i);
    if (world.peers[i].roots != 0) peers |= Bit(i);
  }
  for (const Mutator& m : world.mutators) halves |= m.locals;
  for (unsigned round = 0; round < 2 * kPeers; ++round) {
    halves = Reach(halves | Halves(peers), world.java);
    for (unsigned i = 0; i < kPeers; ++i) {
      if ((halves & Bit(Half(i))) != 0) peers |= Bit(i) & live;
    }
    for (unsigned i = 0; i < kPeers; ++i) {
      if ((peers & Bit(i)) != 0) peers |= Row(world.native, i) & live;
    }
  }
  return peers;
}

// --- mutators

bool Machine::MustRun(unsigned t) const {
  const Mutator& m = world.mutators[t];
  const auto& program = scenario_.programs[t];
  if (t == 0 && scenario_.only_weak) return false;
  return m.pc < program.size() && program[m.pc].kind != OpKind::kFinalize;
}

void Machine::Finish(unsigned t) {
  Mutator& m = world.mutators[t];
  m.pc = m.pc + 1;
  if (scenario_.forever[t] && m.pc == scenario_.programs[t].size()) m.pc = 0;
  m.step = m.section = m.slot = m.copied = m.stale = m.place = 0;
  world.grace &= ~Bit(t);
  for (unsigned& grace : world.deferred_grace) grace &= ~Bit(t);
}

void Machine::NextCandidate(unsigned t, const Op& op, bool enter) {
  Mutator& m = world.mutators[t];
  if (enter) {
    m.section = 1;
    m.place = scenario_.collision || scenario_.alias ? 0 : kPeers - 1;
  }
  for (; m.place < kPeers; ++m.place) {
    const unsigned i = (op.a + 1 + m.place) % kPeers;
    if (Ask(Want::kBorrow, i) == Act::kEmpty) continue;
    Copy(t, i);
    m.step = 1;
    Say(", reads the word of P", i, " (", kStateNames[world.peers[i].state], ") and its handle");
    return;
  }
  Say(", finds none");
  m.place = 0;
  Finish(t);
}

// From the word of the target to a root or a rescue, within the section of the caller.
void Machine::Gain(unsigned t, const Op& op, bool fail) {
  Mutator& m = world.mutators[t];
  const unsigned i = Target(t);
  const Want want = WantOf(op);
  Peer& peer = world.peers[i];
  const auto done = [&] {
    if (want != Want::kStore) return Finish(t);
    m.step = kWriteEdge;
  };
  switch (m.step) {
    case kWord: {
      Act act = Ask(want, i);
      if (act == Act::kRescueIfRound && Is(Careless::kRescueByState)) act = Act::kNothing;
      if (act == Act::kCountRescue && Is(Careless::kCountInRound)) act = Act::kCount;
      Say(", word of P", i, " ", kStateNames[peer.state], peer.disposed != 0 ? " disposed" : "");
      switch (act) {
        case Act::kEmpty:
          if (peer.dead() && peer.disposed == 0 && want != Want::kLock) {
            Bad("a pinned peer is found dead");
          }
          return Finish(t);
        case Act::kCount:
          Root(t, i);
          break;
        case Act::kCountRescue:
          Move(Who::kMutator, i, State::kRescued);
          Root(t, i);
          break;
        case Act::kRescueIfRound:  // the flag was read as on, or this step would not be
        case Act::kRescue:
          Move(Who::kMutator, i, State::kRescued);
          break;
        case Act::kPromoteCount:
        case Act::kPromote:
          Copy(t, i);
          m.step = kPromote;
          return;
        default:
          break;
      }
      return done();
    }
    case kPromote:
      Say(": NewGlobalRef(weak of P", i, ")");
      if (m.stale != 0) Bad("a reference is used after its deletion");
      if (fail || (NullOnPromotion(i) && (m.locals & Bit(Half(i))) == 0)) {
        Say(" = null");
        world.failures -= fail ? 1 : 0;
        m.step = kAskNull;
        if (!Is(Careless::kNullIsNone) || want != Want::kLock) return;
        if ((TruePeers() & Bit(i)) != 0) {
          Bad("Weak::lock says none of a peer that is reachable");
        }
        return Finish(t);
      }
      Use(t);
      m.promoted = 1;
      m.step = Is(Careless::kPublishBeforeSlot) ? kMoveWord : kFill;
      return;
    case kAskNull: {
      Use(t);
      const bool gone = NullOnPromotion(i);
      Say(": IsSameObject(weak of P", i, ", null), ", gone ? "yes: none" : "no: typed error");
      if (gone && want != Want::kLock) Bad("a pinned peer's half is collected");
      return Finish(t);
    }
    case kFill: {
      const unsigned slot = 1 - (Is(Careless::kSlotOfLateWord) ? world.peers[i].slot : m.slot);
      if (peer.strong[slot] != 0 && Is(Careless::kOverwriteSlot)) {
        Bad("a handle in a slot is overwritten");
      }
      Say(": compare-and-swap of the free slot of P", i);
      if (peer.strong[slot] == 0) {
        peer.strong[slot] = 1;
        m.promoted = 0;
        m.step = kMoveWord;
      } else {
        Say(" fails");
        m.step = kDropSpare;
      }
      if (Is(Careless::kPublishBeforeSlot)) {
        m.promoted = 0;
        return done();
      }
      return;
    }
    case kDropSpare:
      Say(": DeleteGlobalRef of its own, P", i);
      m.promoted = 0;
      m.step = kMoveWord;
      return;
    default:  // kMoveWord
      Say(": moves the word of P", i);
      if (peer.at() == State::kWeak) {
        Move(Who::kMutator, i, State::kRescued);
        peer.slot = 1 - (Is(Careless::kSlotOfLateWord) ? peer.slot : m.slot);
      } else if (peer.at() != State::kRescued) {
        Bad("a rescuer finds a word that the round left behind");
      }
      if (want != Want::kStore && peer.disposed == 0) Root(t, i);
      if (Is(Careless::kPublishBeforeSlot)) {
        m.step = kFill;
        return;
      }
      return done();
  }
}

bool Machine::Mutate(unsigned t, bool fail) {
  Mutator& m = world.mutators[t];
  if (m.pc >= scenario_.programs[t].size()) return false;
  const Op op = scenario_.programs[t][m.pc];
  const bool allocates = m.step == kPromote || (op.kind == OpKind::kCreate && m.step == 0 &&
                                                (m.locals & Bit(Half(op.a))));
  if (fail && (world.failures == 0 || !allocates)) return false;
  if (op.kind == OpKind::kLock && m.step == 0 && t == 0 && scenario_.only_weak &&
      world.peers[op.a].at() != State::kWeak) {
    return false;
  }
  if (op.kind == OpKind::kFinalize && (world.pending & Bit(op.a)) == 0) return false;
  const unsigned a = op.a;
  const unsigned pinned = m.roots | m.borrows;
  const bool local = (m.locals & Bit(a)) != 0;
  Say("thread ", t, ", ", Describe(op));
  const auto skip = [&] {
    Say(": cannot");
    Finish(t);
    return true;
  };
  if (m.step >= kWord && m.step < kWriteEdge) {
    Gain(t, op, fail);
    return true;
  }
  switch (op.kind) {
    case OpKind::kLookupWeak:
      if (m.step == 0 && !Is(Careless::kWeakArgument)) {
        Say(": NewLocalRef of the argument");
        if ((world.collected & Bit(a)) != 0) return skip();
        m.locals |= Bit(a);
        m.step = 2;
        return true;
      }
      [[fallthrough]];
    case OpKind::kLookup:
    case OpKind::kLookupRoot: {
      if (m.step != 1) {
        if (!local && !Is(Careless::kWeakArgument)) return skip();
        NextCandidate(t, op, true);
        return true;
      }
      const unsigned i = HandlePeer(t);
      const bool both_null = m.copied == kWeakCopy && (world.collected & Bit(a)) != 0 &&
                             (world.collected & Bit(Half(i))) != 0;
      Use(t);
      Say(": IsSameObject(J", a, ", handle of P", i, ")");
      if (both_null) Bad("two cleared weak references are taken for one object");
      if (Half(i) != a || (world.collected & Bit(a)) != 0) {
        ++m.place;
        NextCandidate(t, op, false);
      } else if (op.kind == OpKind::kLookupRoot) {
        m.step = kWord;
      } else {
        m.borrows |= Bit(i);
        Finish(t);
      }
      return true;
    }
    case OpKind::kLock:
      m.section = 1;
      m.step = kWord;
      Gain(t, op, false);
      return true;
    case OpKind::kReadEdge:
      if ((pinned & Bit(a)) == 0 || !world.peers[a].live()) return skip();
      if ((world.native & Edge(a, op.b)) == 0) return skip();
      if (Is(Careless::kBorrowByEdge)) {
        m.borrows |= Bit(op.b);
        Finish(t);
        return true;
      }
      m.section = 1;
      m.step = kWord;
      Say(": reads the edge");
      return true;
    case OpKind::kStore: {
      if (m.step == kWriteEdge) {
        Say(": writes the edge");
        world.native |= Edge(a, op.b);
        Finish(t);
        return true;
      }
      if ((pinned & Bit(a)) == 0 || (pinned & Bit(op.b)) == 0) return skip();
      if (!world.peers[a].live()) return skip();
      m.section = 1;
      const bool flag = world.flag != 0 || Is(Careless::kRescueByState);
      Say(": reads the flag, ", flag ? "on" : "off");
      m.step = flag && !Is(Careless::kStoresDoNotRescue) ? kWord : kWriteEdge;
      return true;
    }
    case OpKind::kClear:
      if ((pinned & Bit(a)) == 0 || !world.peers[a].live()) return skip();
      world.native &= ~Edge(a, op.b);
      break;
    case OpKind::kUnroot: {
      if ((m.roots & Bit(a)) == 0) return skip();
      Peer& peer = world.peers[a];
      ++coverage_.wants[static_cast<std::size_t>(Want::kUnroot)][peer.state];
      m.roots &= ~Bit(a);
      --peer.roots;
      if (Is(Careless::kRescueNotSticky) && peer.roots == 0 && peer.at() == State::kRescued &&
          (world.flipped & Bit(a)) != 0 && peer.weak != 0) {
        DeleteStrong(a, peer.slot);
        peer.slot = 1 - peer.slot;
        peer.state = static_cast<unsigned>(State::kWeak);
        Say("; P", a, " weak");
      }
      break;
    }
    case OpKind::kDropLocal:
      m.locals &= ~Bit(a);
      for (unsigned i = 0; i < kPeers; ++i) {
        if (Half(i) == a) m.borrows &= ~Bit(i);
      }
      break;
    case OpKind::kGetLocal:
      if (m.step == 0) {
        if ((m.roots & Bit(a)) == 0 || !world.peers[a].live()) return skip();
        m.section = 1;
        m.step = 1;
        Copy(t, a);
        if (m.copied == kWeakCopy) Bad("a rooted peer is weak");
        return true;
      }
      Use(t);
      Say(": NewLocalRef");
      m.locals |= Bit(Half(a));
      break;
    case OpKind::kJavaLoadRoot:
      if ((world.static_roots & Bit(a)) == 0) return skip();
      m.locals |= Bit(a);
      break;
    case OpKind::kJavaSetRoot:
      if (!local) return skip();
      world.static_roots |= Bit(a);
      break;
    case OpKind::kJavaClearRoot:
      world.static_roots &= ~Bit(a);
      break;
    case OpKind::kJavaStore:
      if (!local || (m.locals & Bit(op.b)) == 0) return skip();
      world.java |= Edge(a, op.b);
      break;
    case OpKind::kJavaLoad:
      if (!local || (world.java & Edge(a, op.b)) == 0) return skip();
      m.locals |= Bit(op.b);
      break;
    case OpKind::kJavaWeakGet:
      if (((world.cleared | world.collected) & Bit(a)) != 0) return skip();
      m.locals |= Bit(a);
      break;
    case OpKind::kDispose: {
      Peer& peer = world.peers[a];
      if ((pinned & Bit(a)) == 0 || peer.disposed != 0 || peer.dead()) return skip();
      if (Ask(Want::kDispose, a) == Act::kMark) {
        world.deferred[a] = 1;
      }
      peer.disposed = 1;
      if (Is(Careless::kDisposeFrees)) {
        if (peer.at() == State::kWeak) {
          DeleteWeak(a);
        } else if (peer.at() != State::kIdle) {
          DeleteStrong(a, peer.slot);
        }
      }
      break;
    }
    case OpKind::kCreate: {
      Peer& peer = world.peers[a];
      if (m.step == 0) {
        if ((m.locals & Bit(Half(a))) == 0 || peer.registered != 0) return skip();
        if (Half(a) != a && world.peers[Half(a)].live()) return skip();  // R1
        if (fail) {
          --world.failures;
          return skip();
        }
        m.promoted = 1;
        m.step = 2;
        Say(": NewGlobalRef");
        return true;
      }
      if (m.step == 2) {
        Say(": registers it");
        m.promoted = 0;
        peer.registered = 1;
        peer.strong[0] = 1;
        Root(t, a);
      }
      break;
    }
    case OpKind::kFinalize:
      world.pending &= ~Bit(a);
      m.locals |= Bit(a);
      break;
  }
  Finish(t);
  return true;
}

// --- the Java heap

void Machine::Collect() {
  const unsigned edges = world.java | world.mirror;
  const unsigned strong = Reach(StrongJava(), edges);
  unsigned finalizable = scenario_.finalizable & ~world.finalized & ~world.collected;
  finalizable &= ~strong;
  world.pending |= finalizable;
  world.finalized |= finalizable;
  world.cleared |= 7 & ~strong;
  const unsigned kept = Reach(strong | world.pending, edges);
  const unsigned gone = 7 & ~kept & ~world.collected;
  const unsigned reachable = TruePeers();
  world.collected |= gone;
  Say(": a collection");
  for (unsigned i = 0; i < kPeers; ++i) {
    if ((finalizable & Bit(i)) != 0) Say(", J", i, " due for its finalizer");
    if ((gone & Bit(i)) == 0) continue;
    Say(", J", i, " is gone");
    world.java &= ~(7u << (i * kPeers));
    world.mirror &= ~(7u << (i * kPeers));
    if ((Halves(reachable) & Bit(i)) != 0) Bad("a reachable peer loses its Java half");
  }
}

bool Machine::Finalize() {
  unsigned claimed = 0;
  for (unsigned t = 0; t < kMutators; ++t) {
    const auto& program = scenario_.programs[t];
    for (std::size_t i = world.mutators[t].pc; i < program.size(); ++i) {
      if (program[i].kind == OpKind::kFinalize) claimed |= Bit(program[i].a);
    }
  }
  const unsigned i = Next(world.pending & ~claimed, 0);
  if (i == kPeers) return false;
  Say("finalizer of J", i, " runs");
  world.pending &= ~Bit(i);
  return true;
}

// What a disposal leaves to do: the handle after a grace of sections, the body when nobody is in
// it.
bool Machine::Deferred() {
  for (unsigned i = 0; i < kPeers; ++i) {
    if (world.deferred[i] != 0 && Deferred(i)) return true;
  }
  return false;
}

bool Machine::Deferred(unsigned i) {
  Peer& peer = world.peers[i];
  switch (world.deferred[i]) {
    case 1:
      Say("disposal of P", i, ": grace period begins");
      world.deferred_grace[i] = Sections();
      world.deferred[i] = 2;
      return true;
    case 2:
      if (world.deferred_grace[i] != 0 && !Is(Careless::kDisposeAtOnce)) return false;
      world.deferred_grace[i] = 0;
      Say("disposal of P", i, ": the handle is deleted");
      if (peer.strong[peer.slot] != 0 || !Is(Careless::kDisposeFrees)) DeleteStrong(i, peer.slot);
      world.deferred[i] = 3;
      return true;
    default: {
      unsigned used = peer.roots;
      for (const Mutator& m : world.mutators) used |= m.borrows & Bit(i);
      if (used != 0 && !Is(Careless::kDestroyAtOnce)) return false;
      Say("disposal of P", i, ": the object is destroyed");
      peer.destroyed = 1;
      world.native &= ~(7u << (i * kPeers));
      world.deferred[i] = 0;
      return true;
    }
  }
}

// --- checks

void Machine::Check() {
  const unsigned edges = world.java | world.mirror;
  for (unsigned i = 0; i < kPeers; ++i) {
    const Peer& peer = world.peers[i];
    if (peer.registered == 0 && peer.destroyed == 0) continue;
    unsigned held = 0;
    for (const Mutator& m : world.mutators) held |= (m.roots | m.borrows) & Bit(i);
    if (held != 0 && peer.destroyed != 0) Bad("a destroyed peer is in use");
    if (!peer.dead()) continue;
    if (held != 0 && peer.disposed == 0) Bad("a dead peer is in use");
    for (unsigned from = 0; from < kPeers; ++from) {
      const Peer& owner = world.peers[from];
      const bool doomed = owner.at() == State::kWeak && NullOnPromotion(from);
      if (peer.disposed == 0 && owner.live() && !doomed && (world.native & Edge(from, i)) != 0) {
        Bad("an edge of a living peer dangles");
      }
    }
    if ((world.collected & Bit(Half(i))) == 0 &&
        (Reach(StrongJava() | world.pending, edges) & Bit(Half(i))) != 0 && peer.disposed == 0) {
      Bad("the Java half of a dead peer is reachable");
    }
  }
  if (!scenario_.check_i2) return;
  unsigned pinned = 0;
  for (const Mutator& m : world.mutators) pinned |= m.locals;
  for (unsigned i = 0; i < kPeers; ++i) {
    const Peer& peer = world.peers[i];
    if (!peer.live() || (peer.strong[0] == 0 && peer.strong[1] == 0 && !(pinned & Bit(Half(i)))))
      continue;
    for (unsigned to = 0; to < kPeers; ++to) {
      const Peer& target = world.peers[to];
      if (!target.live() || (world.native & Edge(i, to)) == 0) continue;
      if (target.strong[0] != 0 || target.strong[1] != 0) continue;
      if ((Reach(Bit(Half(i)), edges) & Bit(Half(to))) == 0)
        Bad("I2: an edge is neither mirrored nor strong");
    }
  }
}

void Machine::CheckEnd() {
  say_ = nullptr;
  world.collections = world.failures = 0;
  const auto check_garbage = [&](std::string_view violation_text) {
    const unsigned reachable = TruePeers();
    for (unsigned i = 0; i < kPeers; ++i) {
      if (world.peers[i].live() && (reachable & Bit(i)) == 0) Bad(std::string(violation_text));
    }
  };
  for (int round = 0; round < 2; ++round) {
    world.pending = 0;  // their finalizers run
    world.rounds = 1;
    while (world.rounds != 0 || world.phase != 0) {
      if (!Bridge(false)) return Bad("a quiet round does not end");
    }
    while (Deferred()) {
    }
    if (scenario_.finalizable == 0) check_garbage("garbage is left after a quiet round");
  }
  world.pending = 0;
  check_garbage("garbage is left after two quiet rounds");
  if (world.mirror != 0) Bad("mirrors are left in Java after two quiet rounds");
  for (unsigned i = 0; i < kPeers; ++i) {
    const Peer& peer = world.peers[i];
    if (peer.live() && peer.at() != State::kIdle) Bad("a state is left over from a round");
    if (peer.weak != 0 || peer.strong[1 - peer.slot] != 0 ||
        peer.strong[peer.slot] != (peer.live() ? 1u : 0u)) {
      Bad("handles are left over from a round");
    }
  }
}

bool Machine::Step(Actor actor) {
  switch (actor) {
    case Actor::kMutator0:
    case Actor::kMutator1:
      return Mutate(actor == Actor::kMutator1 ? 1 : 0, false);
    case Actor::kMutator0Fails:
    case Actor::kMutator1Fails:
      return Mutate(actor == Actor::kMutator1Fails ? 1 : 0, true);
    case Actor::kBridge:
    case Actor::kBridgeFails:
      return Bridge(actor == Actor::kBridgeFails);
    case Actor::kCollector:
      if (world.collections == 0) return false;
      --world.collections;
      Say("Java");
      Collect();
      return true;
    case Actor::kFinalizer:
      return Finalize();
    case Actor::kDeferred:
      return Deferred();
  }
  return false;
}

}  // namespace causeway::model
