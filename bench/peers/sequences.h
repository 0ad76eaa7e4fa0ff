// Orders of lookups that nobody fitted to a table of guesses.
//
//   start-up  a screen is built: rows of a list are inflated, bound and measured with their
//             children, buttons get handlers, some frames follow
//   chain     a random Markov chain: 2 to 64 objects, each with few or many successors, from nearly
//             determined to nearly uniform; in every fourth chain some objects have no peer
//   log       what Registry::ReadLog wrote (causeway/peer_log.h), a sequence for each thread. Marks
//             are left out
//
// A program does what is in the start-up and in a log once. They are replayed again and again, so
// whoever guesses has to forget what it learnt whenever they begin (Sequence::once).
//
// An object whose peer is made on the way is looked up without a peer before: in a replay, in which
// nothing is registered meanwhile, that lookup goes to another object, which never has one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::bench {

struct Sequence {
  std::string name;
  // Indices of objects. The length is a power of two, and the end is followed by the beginning.
  std::vector<std::int32_t> order;
  std::vector<bool> registered;  // by object
  // So many lookups from the beginning are done once by a program; the order repeats them. 0: what
  // is done goes on like this.
  std::size_t once = 0;

  bool Forgets(std::size_t position) const { return once != 0 && position % once == 0; }
  std::size_t objects() const { return registered.size(); }
  bool HasPeer(std::int32_t object) const { return registered[static_cast<std::size_t>(object)]; }
};

inline constexpr std::size_t kSequenceLength = std::size_t{1} << 14;

// `at(i)` for each position; all `objects` have peers, or none.
Sequence MakeSequence(std::string name, int objects, const std::function<int(int)>& at,
                      bool registered = true);

Sequence StartUp();
Sequence Chain(std::uint64_t seed);

// Threads without a lookup are left out. Nothing if it is not a log: `error` says why.
std::optional<std::vector<Sequence>> ReplayLog(std::string_view name,
                                               std::span<const std::byte> bytes,
                                               std::string& error);

// The mean information of a lookup, in bits, for who knows the one before: 0 for a fixed cycle of
// different objects, log2(n) for uniform noise.
double BitsOfALookup(const Sequence& sequence);

}  // namespace causeway::bench
