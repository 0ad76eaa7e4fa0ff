// One state of the model and its atomic steps; see bridge_model.h for what it means.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/model/bridge_model.h"

namespace causeway::model {

using Packed = std::array<std::uint64_t, 3>;

struct Peer {
  unsigned state = 0;       // State
  unsigned disposed = 0;    // sticky
  unsigned registered = 0;  // the control block is in use
  unsigned destroyed = 0;   // the C++ object is gone
  unsigned roots = 0;
  unsigned slot = 0;  // which of `strong` the word names
  std::array<unsigned, 2> strong = {};
  unsigned weak = 0;

  State at() const { return static_cast<State>(state); }
  bool dead() const { return at() == State::kDead; }
  bool live() const { return registered != 0 && disposed == 0 && !dead(); }
};

struct Mutator {
  unsigned pc = 0;    // operation of the program
  unsigned step = 0;  // within the operation
  unsigned roots = 0, borrows = 0, locals = 0;
  unsigned section = 0;
  unsigned slot = 0;      // as the word named it when it was read
  unsigned copied = 0;    // handle copied from a peer: 0 none, 1 + slot, kWeakCopy
  unsigned stale = 0;     // that handle has been deleted since
  unsigned promoted = 0;  // holds a global reference that nobody else knows
  unsigned place = 0;     // in the bucket of a lookup
};
inline constexpr unsigned kWeakCopy = 3;

// Where the bridge is; a name is what it does next.
enum class Phase : unsigned {
  kRest,
  kWaitScan,
  kEnumerate,
  kScan,
  kKeep,
  kMirror,
  kWeaken,
  kFlip,
  kWaitFlip,
  kDropStrong,
  kCollect,
  kJudge,
  kAskNull,
  kPublish,
  kDropSpare,
  kSettle,
  kClear,
  kFlagOff,
  kWaitEnd,
  kEnd,
};

struct World {
  std::array<Peer, kPeers> peers;
  std::array<Mutator, kMutators> mutators;
  unsigned native = 0, mirror = 0, java = 0;  // edges
  unsigned static_roots = 0;
  unsigned pending = 0;    // due for their finalizer
  unsigned finalized = 0;  // were due once
  unsigned collected = 0;  // JNI weak references to them are null
  unsigned cleared = 0;    // java.lang.ref.WeakReferences to them are null
  unsigned phase = 0, index = 0, edge = 0, rounds = 0;
  unsigned scanned = 0;  // edges of this round
  unsigned members = 0, kept = 0, flipped = 0;
  unsigned old_slots = 0;  // where the strong handles of flipped members were
  unsigned promoted = 0;   // by the bridge, of `index`
  unsigned grace = 0;      // mutators that the bridge waits for
  unsigned flag = 0;
  unsigned collections = 0, failures = 0;  // left
  // Of a disposed peer: 1 queued, 2 grace of `deferred_grace`, 3 destroy when unused.
  std::array<unsigned, kPeers> deferred = {}, deferred_grace = {};
};

Packed Pack(const World& world);
World Unpack(const Packed& packed);
World Start(const Scenario& scenario);

// Who takes the next step. A failing step is one whose reference cannot be made.
enum class Actor : std::uint8_t {
  kMutator0,
  kMutator1,
  kBridge,
  kCollector,
  kFinalizer,
  kDeferred,
  kMutator0Fails,
  kMutator1Fails,
  kBridgeFails,
};
inline constexpr unsigned kActors = 9;

constexpr unsigned Row(unsigned edges, unsigned from) { return (edges >> (from * kPeers)) & 7; }

// What `from` reaches by `edges`, `from` included.
constexpr unsigned Reach(unsigned from, unsigned edges) {
  for (unsigned round = 0; round < kPeers; ++round) {
    for (unsigned i = 0; i < kPeers; ++i) {
      if ((from & Bit(i)) != 0) from |= Row(edges, i);
    }
  }
  return from;
}

// The first of `mask` at or after `from`, or kPeers.
constexpr unsigned Next(unsigned mask, unsigned from) {
  while (from < kPeers && (mask & Bit(from)) == 0) ++from;
  return from;
}

// Takes steps on one world.
class Machine {
 public:
  Machine(const Scenario& scenario, Coverage& coverage, const World& from, std::string* say)
      : world(from), scenario_(scenario), coverage_(coverage), say_(say) {}

  // False if that actor has nothing to do now (then the world is unchanged).
  bool Step(Actor actor);
  // Whether the program of `t` has an operation left that is not a wait for a finalizer.
  bool MustRun(unsigned t) const;
  // The invariants of every state; sets `violation`.
  void Check();
  // Two quiet rounds from an end, then what has to be true; sets `violation`.
  void CheckEnd();

  World world;
  std::string violation;

 private:
  bool Mutate(unsigned t, bool fail);
  void Gain(unsigned t, const Op& op, bool fail);
  void NextCandidate(unsigned t, const Op& op, bool enter);
  void Finish(unsigned t);
  bool Bridge(bool fail);
  void Enumerate();
  void Scan();
  bool Mirror(bool fail);
  bool Judge(bool fail);
  void JudgeNext();
  void CheckComponents();
  void ClearMirrors(unsigned i);
  void End();
  void Collect();
  bool Finalize();
  bool Deferred();
  bool Deferred(unsigned i);

  bool Is(Careless careless) const { return scenario_.careless == careless; }
  void Bad(const std::string& what) {
    if (!scenario_.only.empty() && what != scenario_.only) return;
    if (violation.empty()) violation = what;
  }
  template <typename... Parts>
  void Say(const Parts&... parts) {
    if (say_ != nullptr) ((*say_ += Text(parts)), ...);
  }
  static std::string Text(std::string_view text) { return std::string(text); }
  static std::string Text(unsigned number) { return std::to_string(number); }

  void Move(Who who, unsigned i, State to);
  Act Ask(Want want, unsigned i);
  void Root(unsigned t, unsigned i);
  void Copy(unsigned t, unsigned i);
  void Use(unsigned t);
  void DeleteStrong(unsigned i, unsigned slot);
  void DeleteWeak(unsigned i);
  void MarkStale(unsigned i, unsigned copied);
  // Half of a peer, and the halves of a set of peers.
  unsigned Half(unsigned i) const { return scenario_.alias && i == 2 ? 0 : i; }
  unsigned Halves(unsigned peers) const {
    return scenario_.alias ? (peers & 3) | ((peers >> 2) & 1) : peers;
  }
  // The peer that the operation of `t` roots or rescues: of a lookup, the one that it found.
  unsigned Target(unsigned t) const;
  unsigned HandlePeer(unsigned t) const;
  unsigned Sections() const;
  unsigned StrongJava() const;
  unsigned TruePeers() const;
  bool NullOnPromotion(unsigned i) const;

  const Scenario& scenario_;
  Coverage& coverage_;
  std::string* say_;
};

}  // namespace causeway::model
