// What the lookups of a registry did since Registry::EnableCounters(true). Off by default: switched
// off they cost one predictable branch a lookup; switched on an addition or two to the thread's own
// memory, and of one lookup in 128 the times of its JNI calls. While a log of lookups is taken
// (causeway/peer_log.h) the counters count, too.
#pragma once

#include <cstdint>
#include <string>

#include "causeway/export.h"

namespace causeway {

struct PeerCounters {
  // Lookups, by what the caller had in hand. by_object = found + missed of those by object.
  std::uint64_t by_object = 0;
  std::uint64_t by_hash = 0;
  std::uint64_t by_handle = 0;
  std::uint64_t by_held = 0;
  // How the lookups by object ended: a guess from the thread's last two lookups was right, the
  // second guess was, the table had it, there is no peer.
  std::uint64_t first_guess_right = 0;
  std::uint64_t second_guess_right = 0;
  std::uint64_t from_table = 0;
  std::uint64_t missed = 0;
  // Lookups of held references whose value told the peer.
  std::uint64_t hint_right = 0;
  // Guesses that IsSameObject refused, those by the value of a held reference, too.
  std::uint64_t guesses_wrong = 0;
  // Lookups by object that found another peer than the thread's one before: by_object / runs is
  // the mean length of a run.
  std::uint64_t runs = 0;
  // JNI functions called, by lookups of all kinds.
  std::uint64_t same_calls = 0;
  std::uint64_t hash_calls = 0;
  // Of so many of these calls the time was taken, together so many ns; a read of the clock is not
  // in them.
  std::uint64_t same_sampled = 0;
  std::uint64_t same_sampled_ns = 0;
  std::uint64_t hash_sampled = 0;
  std::uint64_t hash_sampled_ns = 0;
  // Entries of the table that had the hash asked for, each compared with one IsSameObject.
  std::uint64_t candidates = 0;
  // How often a thread waited for another one in a lookup, or in the use of a Traced or Weak. Zero;
  // if it is not, that is a bug of Causeway.
  std::uint64_t waits = 0;
  // While a round of the bridge ran: lookups, and peers that were rescued from it.
  std::uint64_t in_rounds = 0;
  std::uint64_t rescued = 0;
  // Uses of Traced and Weak.
  std::uint64_t edges_read = 0;
  std::uint64_t edges_stored = 0;
  std::uint64_t weak_locked = 0;

  friend bool operator==(const PeerCounters&, const PeerCounters&) = default;
};

// One JSON object, keys as the members above.
CAUSEWAY_EXPORT std::string ToJson(const PeerCounters& counters);
// Member by member; `later` was read after `earlier` from the same registry.
CAUSEWAY_EXPORT PeerCounters operator-(const PeerCounters& later, const PeerCounters& earlier);

}  // namespace causeway
