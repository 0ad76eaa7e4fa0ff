// An explorer of the protocol in bridge_protocol.h: every interleaving of the atomic steps of two
// mutators, the bridge, the finalizer, the disposer's deferred work and the Java collector, from
// one starting heap, breadth first, so that the first violation found has a shortest trace.
//
// The world: three peers with their Java halves, nine possible native edges, Java references and
// mirrors, a Java static root per half, two mutators with local references, borrows, roots and one
// short program each. A JNI call, an atomic access, a change of a word are one step each; a
// collection is one step (a mutator cannot see half of one) and may come at any point. States are
// packed into four 64-bit words and kept exactly, not as hashes.
//
// What is checked, in every state unless noted:
//   - whoever holds a root, a borrow, or an edge from a living peer does not hold a dead or
//     destroyed peer; a dead peer's Java half is unreachable, from pending finalizers too
//   - a Java half that the true graph (no mirrors, no handles: Java roots, locals, roots, both
//     kinds of edges, peer <-> half) reaches is not collected while its peer lives
//   - a pinned peer's lookup, read or store never meets null; a lock that gives "none" was for
//     an object that no one reached
//   - no reference is used, or deleted, after its deletion; no slot is overwritten
//   - no false identity; no component of a round is split by the verdict, from judging on
//   - I2, where asked for; every move of a word is in the table; no mutator ever waits
//   - at the end of every run: one complete round more with nobody active frees all garbage, two
//     where Java halves have finalizers; then each living peer has one handle, no weak reference
//     and no mirror
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/model/bridge_protocol.h"

namespace causeway::model {

inline constexpr unsigned kPeers = 3;
inline constexpr unsigned kMutators = 2;

// A set of peers is a mask; a set of edges a mask of nine bits.
constexpr unsigned Bit(unsigned i) { return 1u << i; }
constexpr unsigned Edge(unsigned from, unsigned to) { return 1u << (from * kPeers + to); }

enum class OpKind : std::uint8_t {
  kLookup,         // borrow `a` by a local reference
  kLookupRoot,     // root of `a` by a local reference
  kLookupWeak,     // look up a weak argument that names half `a`
  kLock,           // Weak::lock of `a`
  kReadEdge,       // root of `b` by the edge of pinned `a`
  kStore,          // edge a -> b, both pinned
  kClear,          // drops the edge a -> b
  kUnroot,         // drops a root of `a`
  kDropLocal,      // the local reference to `a` goes, and the borrow with it
  kGetLocal,       // Java half of rooted `a` as a local reference
  kJavaLoadRoot,   // local reference to `a` by the static root
  kJavaSetRoot,    // static root of `a` by a local reference
  kJavaClearRoot,  // the static root of `a` goes
  kJavaStore,      // Java reference a -> b
  kJavaLoad,       // local reference to `b` by the Java reference of local `a`
  kJavaWeakGet,    // java.lang.ref.WeakReference.get for `a`
  kDispose,        // disposes pinned `a`
  kCreate,         // makes peer `a`, rooted, by a local reference to its half
  kFinalize,       // this thread is the finalizer: takes `a` as `this` when it is due
};

struct Op {
  OpKind kind;
  unsigned a = 0;
  unsigned b = 0;
};
std::string Describe(const Op& op);

// One careless version of the protocol each.
enum class Careless : std::uint8_t {
  kNothing,
  kNoScanGrace,           // scans at once after the flag
  kStoresDoNotRescue,     // B
  kWeakReferenceVerdict,  // A
  kWeakArgument,          // C
  kClearOnSurvivors,      // D: mirrors of disposed peers stay
  kDisposeFrees,          // D: dispose deletes the handles of a round
  kBorrowByEdge,          // F
  kRescueNotSticky,       // I3
  kClearEarly,            // I5
  kNullIsDeath,           // R25, in the judge
  kNullIsNone,            // R25, in Weak::lock
  kNoFlipGrace,           // deletes strong handles at once after the flip
  kNoEndGrace,            // deletes weak handles at once after the judge
  kDropEarly,             // a member's strong handle goes when its own mirrors are in place
  kRootsNotClosed,        // what rooted peers reach natively is neither kept nor mirrored
  kRescueByState,         // a store asks the target's state, not the round flag
  kMirrorsOnlyUnrescued,  // a member rescued before its turn is not mirrored
  kPublishBeforeSlot,     // the word moves before the slot is filled
  kSlotOfLateWord,        // fills the slot that is free by now
  kOverwriteSlot,         // overwrites a filled slot
  kDestroyAtOnce,         // a disposed body is destroyed after a grace of sections only
  kResetAtOnce,           // flag off and words reset without a grace
  kResetMembers,          // words of peers that are no members stay as a store left them
  kDisposeAtOnce,         // a disposed peer's handle goes without a grace
  kCountInRound,          // not careless: before the flip a root is only counted
};

struct Scenario {
  std::string name;
  unsigned registered = 7;    // peers
  unsigned native = 0;        // edges
  unsigned java = 0;          // references
  unsigned static_roots = 0;  // halves
  unsigned finalizable = 0;   // halves
  std::array<unsigned, kMutators> locals = {};
  std::array<unsigned, kMutators> borrows = {};
  std::array<unsigned, kMutators> roots = {};
  std::array<std::vector<Op>, kMutators> programs = {};
  std::array<bool, kMutators> forever = {};  // the program starts again when it ends
  bool alias = false;      // peer 2 is to be made for half 0, once peer 0 is disposed (R17)
  bool only_weak = false;  // thread 0 chooses to lock when the peer is weak
  bool collision = false;  // all halves have one hash
  unsigned rounds = 2;
  unsigned collections = 0;  // besides one for each round
  unsigned failures = 0;     // references for which there is no room
  Careless careless = Careless::kNothing;
  bool check_i2 = false;
  bool check_end = true;
  std::string_view only;  // looks for this violation and ignores all others
  std::string Describe() const;
};

// What every run so far has used of the tables, so that dead rows are noticed.
struct Coverage {
  std::array<std::uint64_t, kMoves.size()> moves = {};
  std::array<std::array<std::uint64_t, kStates>, kWants> wants = {};
};

struct Outcome {
  std::string violation;           // empty: none
  std::vector<std::string> trace;  // the steps to it, or to the state looked for
  std::uint64_t states = 0;
  std::uint64_t ends = 0;  // states in which every program and round is over
  bool truncated = false;  // more than the limit of states
  bool again = false;      // see Explore
};

// Explores all states. `again` tells, for programs that run forever, whether after a complete round
// the world can be the same as before it but for the count of rounds left; the trace leads there.
Outcome Explore(const Scenario& scenario, Coverage& coverage, std::uint64_t limit = 20'000'000);

}  // namespace causeway::model
