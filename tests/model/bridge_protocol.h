// The protocol by which the bridge decides, beside running threads, which peers die: as data. The
// explorer of bridge_model.h runs on these tables; runtime/peers/round.h and registry_core.h are
// written from them.
//
// A peer P is a C++ object with a Java half JP; either keeps the other. Native edges (Traced) and
// roots (Ref) are invisible to Java, Java references are invisible to us. A round makes both one
// graph: edges between members are mirrored into Java, strong references turned weak, one Java
// collection runs, and whose weak reference it cleared is dead. Nobody waits for a round: a caller
// with a live local reference proves by holding it that no verdict about that object is needed, and
// who gains more than a borrow *rescues* the member: strong again, until the round is over.
//
// One atomic word per peer holds root count, state, the disposed bit, a generation, and which of
// two slots holds the current strong handle. Two slots, because a rescue must publish a new handle
// while the old one is still there to be deleted: the rescuer promotes the weak reference, puts the
// result into the free slot by compare-and-swap (the loser drops its own), and then moves the word,
// which switches slots and counts the root in one step. Whoever finds the slot filled and the word
// still weak moves the word itself, so nobody waits for a rescuer that was preempted. The free slot
// is the one that the word named when the handle was read, not when the slot is filled. The word
// lives in a control block that is recycled but never unmapped; edges, weak pointers and handles in
// Java name it with its generation, so what was disposed or died reads as empty, never as memory.
//
// A round, by the bridge's thread alone:
//   1. flag on; grace. From here every store into a Traced rescues its target, of whatever state
//      and of any age: a peer made later is in no list, but what it points to may be.
//   2. enumerate: a peer without roots is a candidate, one with roots is rescued, a disposed one
//      is skipped.
//   3. scan edges. Rescued members keep what they reach *natively*, transitively; those edges need
//      no mirror. All edges of the others are mirrored, also if rescued meanwhile. An edge that
//      cannot be mirrored (foreign class, Java threw) rescues its target instead.
//   4. make weak references, then, with every mirror in place, move mirrored -> weak one by one;
//      grace; only now delete the old strong handles: a reader may hold a copy.
//   5. collect. 6. judge: rescued stays; else promote and publish like a rescuer. Null alone is
//      no verdict: JNI may return it for want of memory, with an exception or without. Only a
//      weak reference that is the same object as null is death; otherwise try again, the
//      mirrors hold.
//   7. when none is weak, clear the mirrors of all Java halves that live, disposed peers' as well;
//      flag off; grace; 8. delete weak handles, rescued -> idle (also of peers that joined by a
//      store), hand the dead to their executor.
//
// Sections and grace. Every read or change of a peer by a thread lies in a reader section, from its
// first load (flag or word) to its last use of a handle or its write of the edge; a grace period
// waits for the sections that were open when it began. Entering is a relaxed store of the thread's
// own flag and a compiler barrier; the bridge pays for the order (membarrier, or seq_cst fences on
// both sides). The flag is stored before the first grace (release is enough, the grace orders it),
// the word moves acq_rel, the slot is filled with release before the word moves; edges are released
// and acquired. Sections contain JNI calls, so the bridge waits in native state without a lock.
// A borrow is longer than a section: it ends with the local reference. Rounds need not wait for
// borrows. Disposal must: it deletes the handle after one grace of sections, and destroys the body
// only when the roots are gone and every thread that might borrow it has left its callback.
// A destructor must find its own edges empty: what they named may be dead of the same verdict.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace causeway::model {

enum class State : std::uint8_t { kIdle, kInRound, kMirrored, kWeak, kRescued, kDead };
inline constexpr int kStates = 6;
inline constexpr std::array<std::string_view, kStates> kStateNames = {
    "idle", "in round", "mirrored", "weak", "rescued", "dead"};

enum class Who : std::uint8_t { kBridge, kMutator };

// Disposal is a bit beside the state, set by a disposer in every state but dead: it moves none.
struct Move {
  Who who;
  State from;
  State to;
  std::string_view when;
};

inline constexpr auto kMoves = std::to_array<Move>({
    {Who::kBridge, State::kIdle, State::kInRound, "enumerated: no root, not disposed"},
    {Who::kBridge, State::kIdle, State::kRescued, "enumerated: has a root"},
    {Who::kBridge, State::kInRound, State::kRescued,
     "reached by native edges from a rescued member, or an edge to it could not be mirrored"},
    {Who::kBridge, State::kInRound, State::kMirrored,
     "all mirrors of the round are in place, its weak reference is made"},
    {Who::kBridge, State::kMirrored, State::kWeak,
     "all members have their weak references, no root"},
    {Who::kBridge, State::kWeak, State::kRescued,
     "promotion gave a reference, published in a slot"},
    {Who::kBridge, State::kWeak, State::kDead,
     "promotion gave null, and the weak reference is the same object as null"},
    {Who::kBridge, State::kRescued, State::kIdle, "round flag off, grace period over"},
    {Who::kMutator, State::kIdle, State::kRescued, "target of a store while the round flag is on"},
    {Who::kMutator, State::kInRound, State::kRescued, "root gained, or target of a store"},
    {Who::kMutator, State::kMirrored, State::kRescued, "root gained, or target of a store"},
    {Who::kMutator, State::kWeak, State::kRescued,
     "root gained, or target of a store: promoted and published in a slot first"},
});

constexpr bool Allowed(Who who, State from, State to) {
  for (const Move& move : kMoves) {
    if (move.who == who && move.from == from && move.to == to) return true;
  }
  return false;
}

// What somebody wants of a peer. Lookups have a live local reference to the Java half.
enum class Want : std::uint8_t {
  kBorrow,    // a lookup that uses the peer as long as its local reference
  kRoot,      // a lookup that gains a Ref
  kLock,      // Weak::lock, no reference in hand
  kReadEdge,  // a Traced is read: gives a Ref, of its target
  kStore,     // a Traced is written: of its target
  kUnroot,    // a Ref goes
  kDispose,
};
inline constexpr int kWants = 7;
inline constexpr std::array<std::string_view, kWants> kWantNames = {
    "lookup, borrow", "lookup, root", "`Weak::lock`", "read a `Traced`",
    "store",          "drop a root",  "dispose"};

enum class Act : std::uint8_t {
  kNothing,        // answered at once, the word does not change
  kCount,          // root count + 1 in the same word
  kCountRescue,    // root count + 1 and -> rescued in one step; the strong handle stays
  kPromoteCount,   // promote, fill the free slot, then -> rescued with root count + 1
  kRescueIfRound,  // -> rescued if the round flag is on, else nothing
  kRescue,         // -> rescued; the strong handle stays
  kPromote,        // promote, fill the free slot, then -> rescued
  kUncount,        // root count - 1, the state stays
  kMark,           // disposed bit; the handle goes after a grace period of the disposer's own
  kMarkOnly,       // disposed bit; the handles are the bridge's, which ends them with its round
  kEmpty,          // answers "none": dead
};
inline constexpr std::array<std::string_view, 11> kActNames = {
    "as is",  "count",           "count, rescue", "promote, count, rescue", "rescue if flag",
    "rescue", "promote, rescue", "uncount",       "mark, queue handle",     "mark",
    "none"};

// kOnWant[want][state] for a peer that is not disposed. Of a disposed one every want but kUnroot
// gives "none" or the typed error, in every state.
inline constexpr std::array<std::array<Act, kStates>, kWants> kOnWant = {{
    // idle, in round, mirrored, weak, rescued, dead
    {Act::kNothing, Act::kNothing, Act::kNothing, Act::kNothing, Act::kNothing, Act::kEmpty},
    {Act::kCount, Act::kCountRescue, Act::kCountRescue, Act::kPromoteCount, Act::kCount,
     Act::kEmpty},
    {Act::kCount, Act::kCountRescue, Act::kCountRescue, Act::kPromoteCount, Act::kCount,
     Act::kEmpty},
    {Act::kCount, Act::kCountRescue, Act::kCountRescue, Act::kPromoteCount, Act::kCount,
     Act::kEmpty},
    {Act::kRescueIfRound, Act::kRescue, Act::kRescue, Act::kPromote, Act::kNothing, Act::kEmpty},
    {Act::kUncount, Act::kUncount, Act::kUncount, Act::kUncount, Act::kUncount, Act::kUncount},
    {Act::kMark, Act::kMarkOnly, Act::kMarkOnly, Act::kMarkOnly, Act::kMarkOnly, Act::kEmpty},
}};

constexpr Act OnWant(Want want, State state) {
  return kOnWant[static_cast<std::size_t>(want)][static_cast<std::size_t>(state)];
}

}  // namespace causeway::model
