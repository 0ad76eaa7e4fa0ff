// What lookups call of JNI, and what that would cost with the prices that were published for ART.
//
// HotSpot's prices are not ART's: an identity hash is 4.7 IsSameObject calls here and 1.3 there. So
// the calls are counted, which does not depend on the machine, and priced with what was measured on
// a Galaxy S23 for .NET for Android (dotnet/android #12764). A registry measures when guessing pays
// (Registry::Numbers), which it would do there, too: the model's counts are of that break-even.
#pragma once

#include "bench/peers/sequences.h"

namespace causeway::bench {

inline constexpr double kArtSameNs = 48.6;   // IsSameObject
inline constexpr double kArtHashNs = 63.7;   // System.identityHashCode
inline constexpr double kArtTableNs = 46.0;  // the search of the table
inline constexpr double kArtBreakEven = kArtSameNs / (kArtSameNs + kArtHashNs);

// Means of a lookup.
struct Operations {
  double same = 0;
  double hash = 0;
  double table = 0;

  double ArtNs() const { return same * kArtSameNs + hash * kArtHashNs + table * kArtTableNs; }
};

// A map from hash to peers, if no two hashes are equal.
Operations OperationsOfPlain(const Sequence& sequence);
// The same behind a cache of the last object found, of one thread that replays again and again.
Operations OperationsOfRecent(const Sequence& sequence);

}  // namespace causeway::bench
