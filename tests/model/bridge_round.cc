// The bridge's steps of a round; bridge_protocol.h numbers them.
#include "tests/model/bridge_world.h"

namespace causeway::model {
namespace {

// Edges that a run can have: the others are not worth a step of the scan.
unsigned Possible(const Scenario& scenario) {
  unsigned edges = scenario.native;
  for (const auto& program : scenario.programs) {
    for (const Op& op : program) {
      if (op.kind == OpKind::kStore) edges |= Edge(op.a, op.b);
    }
  }
  return edges;
}

constexpr unsigned kEdges = kPeers * kPeers;

unsigned NextEdge(unsigned mask, unsigned from) {
  while (from < kEdges && (mask & (1u << from)) == 0) ++from;
  return from;
}

}  // namespace

bool Machine::Bridge(bool fail) {
  World& w = world;
  const auto phase = [&](Phase next) {
    w.phase = static_cast<unsigned>(next);
    w.index = w.edge = 0;
  };
  const auto at = static_cast<Phase>(w.phase);
  if (fail &&
      (w.failures == 0 || (at != Phase::kMirror && at != Phase::kWeaken && at != Phase::kJudge))) {
    return false;
  }
  // Members that are in one of the states.
  const auto members_at = [&](State state) {
    unsigned mask = 0;
    for (unsigned i = 0; i < kPeers; ++i) {
      if ((w.members & Bit(i)) != 0 && w.peers[i].at() == state) mask |= Bit(i);
    }
    return mask;
  };
  switch (at) {
    case Phase::kRest:
      if (w.rounds == 0) return false;
      Say("bridge: round begins, flag on, grace period begins");
      w.flag = 1;
      w.grace = Sections();
      w.scanned = w.members = w.kept = w.flipped = w.old_slots = 0;
      phase(Phase::kWaitScan);
      return true;
    case Phase::kWaitScan:
      if (w.grace != 0 && !Is(Careless::kNoScanGrace)) return false;
      w.grace = 0;
      phase(Phase::kEnumerate);
      Enumerate();
      return true;
    case Phase::kEnumerate:
      Enumerate();
      return true;
    case Phase::kScan:
      Scan();
      return true;
    case Phase::kKeep: {
      const unsigned i = Next(w.kept & members_at(State::kInRound), w.index);
      if (i == kPeers) {
        phase(Phase::kMirror);
        return Bridge(false);
      }
      Say("bridge: P", i, " is reached from a rescued member");
      Move(Who::kBridge, i, State::kRescued);
      w.index = i + 1;
      return true;
    }
    case Phase::kMirror:
      return Mirror(fail);
    case Phase::kWeaken: {
      const unsigned i = Next(members_at(State::kInRound), w.index);
      if (i == kPeers) {
        if (fail) return false;
        phase(Phase::kFlip);
        return Bridge(false);
      }
      Peer& peer = w.peers[i];
      Say("bridge: NewWeakGlobalRef(J", Half(i), ")");
      if (peer.strong[peer.slot] == 0) Bad("the bridge uses a reference after its deletion");
      w.index = i + 1;
      if (fail) {
        --w.failures;
        Say(" fails");
        Move(Who::kBridge, i, State::kRescued);
        return true;
      }
      peer.weak = 1;
      if (Is(Careless::kWeakReferenceVerdict)) w.cleared &= ~Bit(i);
      Move(Who::kBridge, i, State::kMirrored);
      return true;
    }
    case Phase::kFlip: {
      const unsigned i = Next(members_at(State::kMirrored), w.index);
      if (i == kPeers) {
        Say("bridge: all weak that can be, grace period begins");
        w.grace = Sections();
        phase(Phase::kWaitFlip);
        return true;
      }
      w.index = i + 1;
      if (w.peers[i].roots != 0) return true;  // only of Careless::kCountInRound
      Say("bridge: flips the word of P", i);
      Move(Who::kBridge, i, State::kWeak);
      w.flipped |= Bit(i);
      w.old_slots |= w.peers[i].slot << i;
      return true;
    }
    case Phase::kWaitFlip:
      if (w.grace != 0 && !Is(Careless::kNoFlipGrace)) return false;
      w.grace = 0;
      phase(Phase::kDropStrong);
      return Bridge(false);
    case Phase::kDropStrong: {
      const unsigned i = Next(w.flipped, w.index);
      if (i == kPeers) {
        phase(Phase::kCollect);
        return Bridge(false);
      }
      Say("bridge: DeleteGlobalRef of the old handle of P", i);
      DeleteStrong(i, (w.old_slots >> i) & 1);
      w.index = i + 1;
      return true;
    }
    case Phase::kCollect:
      Say("bridge");
      Collect();
      phase(Phase::kJudge);
      JudgeNext();
      return true;
    case Phase::kJudge:
    case Phase::kAskNull:
    case Phase::kPublish:
    case Phase::kDropSpare:
    case Phase::kSettle:
      return Judge(fail);
    case Phase::kClear: {
      unsigned rows = 0;
      for (unsigned i = 0; i < kPeers; ++i) {
        const bool skipped = Is(Careless::kClearOnSurvivors) && w.peers[i].disposed != 0;
        if (Row(w.mirror, Half(i)) != 0 && (w.members & Bit(i)) && !w.peers[i].dead() && !skipped) {
          rows |= Bit(i);
        }
      }
      const unsigned i = Next(rows, w.index);
      if (i == kPeers) {
        phase(Phase::kFlagOff);
        return Bridge(false);
      }
      ClearMirrors(i);
      w.index = i + 1;
      return true;
    }
    case Phase::kFlagOff:
      Say("bridge: flag off, grace period begins");
      w.flag = 0;
      w.grace = Sections();
      for (unsigned i = 0; i < kPeers; ++i) {
        if (Is(Careless::kNoEndGrace) && w.peers[i].weak != 0) DeleteWeak(i);
        if (Is(Careless::kResetAtOnce) && w.peers[i].at() == State::kRescued) {
          w.peers[i].state = static_cast<unsigned>(State::kIdle);
        }
      }
      phase(Phase::kWaitEnd);
      return true;
    case Phase::kWaitEnd:
      if (w.grace != 0) return false;
      phase(Phase::kEnd);
      End();
      return true;
    case Phase::kEnd:
      End();
      return true;
  }
  return false;
}

void Machine::Enumerate() {
  unsigned registered = 0;
  for (unsigned i = 0; i < kPeers; ++i) registered |= world.peers[i].registered << i;
  const unsigned i = Next(registered, world.index);
  if (i == kPeers) {
    world.phase = static_cast<unsigned>(Phase::kScan);
    world.index = world.edge = 0;
    return Scan();
  }
  const Peer& peer = world.peers[i];
  world.index = i + 1;
  Say("bridge: enumerates P", i);
  if (peer.disposed != 0) return Say(", disposed");
  world.members |= Bit(i);
  if (peer.at() == State::kIdle) {
    Move(Who::kBridge, i, peer.roots == 0 ? State::kInRound : State::kRescued);
  }
}

void Machine::Scan() {
  World& w = world;
  unsigned mask = 0;
  for (unsigned i = 0; i < kPeers; ++i) {
    if ((w.members & Bit(i)) != 0) mask |= 7u << (i * kPeers);
  }
  const unsigned edge = NextEdge(mask & Possible(scenario_), w.edge);
  if (edge < kEdges) {
    const unsigned from = edge / kPeers;
    if (w.peers[from].at() == State::kRescued) w.kept |= Bit(from);
    w.scanned |= w.native & (1u << edge);
    w.edge = edge + 1;
    Say("bridge: scans P", from, " -> P", edge % kPeers, (w.native & (1u << edge)) ? "" : ", none");
    return;
  }
  if (!Is(Careless::kRootsNotClosed)) {
    w.kept = Reach(w.kept, w.scanned) & w.members;
  }
  w.phase = static_cast<unsigned>(Phase::kKeep);
  w.index = w.edge = 0;
  Bridge(false);
}

// Edges of members that are not kept whole, to members that are not kept strong for sure.
bool Machine::Mirror(bool fail) {
  World& w = world;
  unsigned edges = 0;
  for (unsigned from = 0; from < kPeers; ++from) {
    if ((w.members & ~w.kept & Bit(from)) == 0) continue;
    if (Is(Careless::kMirrorsOnlyUnrescued) && w.peers[from].at() == State::kRescued) continue;
    edges |= (Row(w.scanned, from) & w.members & ~w.kept) << (from * kPeers);
  }
  const unsigned edge = NextEdge(edges, w.edge);
  if (edge == kEdges) {
    if (fail) return false;
    w.phase = static_cast<unsigned>(Phase::kWeaken);
    w.index = w.edge = 0;
    return Bridge(false);
  }
  const unsigned from = edge / kPeers;
  const unsigned to = edge % kPeers;
  Say("bridge: mirrors J", Half(from), " -> J", Half(to));
  for (const unsigned i : {from, to}) {
    if (w.peers[i].strong[w.peers[i].slot] == 0 && !Is(Careless::kDropEarly)) {
      Bad("the bridge uses a reference after its deletion");
    }
  }
  w.edge = edge + 1;
  if (fail) {
    --w.failures;
    Say(" fails");
    if (w.peers[to].at() == State::kInRound) Move(Who::kBridge, to, State::kRescued);
    return true;
  }
  w.mirror |= Edge(Half(from), Half(to));
  if (Is(Careless::kDropEarly) && w.peers[from].at() == State::kInRound &&
      NextEdge(edges, edge + 1) / kPeers != from) {
    w.peers[from].weak = 1;
    Move(Who::kBridge, from, State::kMirrored);
    Move(Who::kBridge, from, State::kWeak);
    DeleteStrong(from, w.peers[from].slot);
  }
  return true;
}

// Goes to the next flipped member; after the last one all are strong or dead.
void Machine::JudgeNext() {
  World& w = world;
  w.index = Next(w.flipped, w.index);
  w.phase = static_cast<unsigned>(Phase::kJudge);
  if (w.index < kPeers) return;
  CheckComponents();
  w.index = 0;
  w.phase = static_cast<unsigned>(Phase::kClear);
}

bool Machine::Judge(bool fail) {
  World& w = world;
  const unsigned i = w.index;
  Peer& peer = w.peers[i];
  const unsigned slot = 1 - ((w.old_slots >> i) & 1);
  const auto next = [&] {
    ++w.index;
    JudgeNext();
    return true;
  };
  switch (static_cast<Phase>(w.phase)) {
    case Phase::kJudge:
      if (peer.at() != State::kWeak) {
        if (fail) return false;
        Say("bridge: P", i, " is rescued");
        if (Is(Careless::kClearEarly)) ClearMirrors(i);
        return next();
      }
      Say("bridge: NewGlobalRef(weak of P", i, ")");
      if (peer.weak == 0) Bad("the bridge uses a reference after its deletion");
      if (!fail && !NullOnPromotion(i)) {
        w.promoted = 1;
        w.phase = static_cast<unsigned>(Phase::kPublish);
        return true;
      }
      Say(" = null");
      w.failures -= fail ? 1 : 0;
      w.phase = static_cast<unsigned>(Phase::kAskNull);
      if (!Is(Careless::kNullIsDeath)) return true;
      Move(Who::kBridge, i, State::kDead);
      return next();
    case Phase::kAskNull:
      Say("bridge: IsSameObject(weak of P", i, ", null)");
      if (!NullOnPromotion(i)) {
        Say(", no: again");
        w.phase = static_cast<unsigned>(Phase::kJudge);
        return true;
      }
      if (peer.at() != State::kWeak) {  // only of a careless version: null is final
        return next();
      }
      Move(Who::kBridge, i, State::kDead);
      return next();
    case Phase::kPublish:
      Say("bridge: compare-and-swap of the free slot of P", i);
      w.phase = static_cast<unsigned>(peer.strong[slot] == 0 ? Phase::kSettle : Phase::kDropSpare);
      if (peer.strong[slot] == 0) {
        peer.strong[slot] = 1;
        w.promoted = 0;
      }
      return true;
    case Phase::kDropSpare:
      Say("bridge: DeleteGlobalRef of its own, P", i);
      w.promoted = 0;
      w.phase = static_cast<unsigned>(Phase::kSettle);
      return true;
    default:  // kSettle
      Say("bridge: moves the word of P", i);
      if (peer.at() == State::kWeak) {
        Move(Who::kBridge, i, State::kRescued);
        peer.slot = slot;
      }
      if (Is(Careless::kClearEarly)) ClearMirrors(i);
      return next();
  }
}

void Machine::CheckComponents() {
  unsigned edges = 0;
  for (unsigned i = 0; i < kPeers; ++i) {
    if ((world.members & ~world.kept & Bit(i)) != 0) edges |= world.scanned & (7u << (i * kPeers));
  }
  for (unsigned a = 0; a < kPeers; ++a) {
    for (unsigned b = a + 1; b < kPeers; ++b) {
      const bool together = (Reach(Bit(a), edges) & Bit(b)) && (Reach(Bit(b), edges) & Bit(a));
      if (together && world.peers[a].dead() != world.peers[b].dead()) {
        Bad("the verdict splits a component");
      }
    }
  }
}

void Machine::ClearMirrors(unsigned i) {
  Say(Is(Careless::kClearEarly) ? "; clears" : "bridge: clears", " the mirrors of J", Half(i));
  if (world.peers[i].strong[world.peers[i].slot] == 0) {
    Bad("the bridge uses a reference after its deletion");
  }
  world.mirror &= ~(7u << (Half(i) * kPeers));
}

// All peers: a store under the flag may have rescued one that is no member.
void Machine::End() {
  World& w = world;
  for (; w.index < kPeers; ++w.index) {
    const unsigned i = w.index;
    Peer& peer = w.peers[i];
    const bool gone = peer.dead() && peer.destroyed == 0 && peer.disposed == 0;
    if (Is(Careless::kResetMembers) && (w.members & Bit(i)) == 0) continue;
    if (peer.weak == 0 && peer.at() == State::kIdle) continue;
    if (peer.weak == 0 && peer.dead() && !gone) continue;
    Say("bridge: ends the round of P", i);
    if (peer.weak != 0) DeleteWeak(i);
    if (peer.at() == State::kRescued) Move(Who::kBridge, i, State::kIdle);
    if (peer.at() == State::kMirrored && Is(Careless::kCountInRound)) peer.state = 0;
    if (gone) {
      Say(", destroys it");
      peer.destroyed = 1;
      w.native &= ~(7u << (i * kPeers));
    } else if (peer.disposed != 0 && peer.destroyed == 0 && w.deferred[i] == 0) {
      w.deferred[i] = peer.dead() ? 3 : 1;
    }
    ++w.index;
    return;
  }
  Say("bridge: the round is over");
  w.index = w.phase = 0;
  w.scanned = w.members = w.kept = w.flipped = w.old_slots = 0;
  --w.rounds;
}

}  // namespace causeway::model
