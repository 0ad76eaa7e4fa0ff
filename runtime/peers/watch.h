// Who watches a lookup: nobody, the counters, or the counters and a clock. The search is compiled
// for each, so that a lookup that nobody watches pays one branch for it, and one that is counted
// pays for what did not go as guessed: what follows from other counters is added up when they are
// read (lookup_counts.h).
#pragma once

#include <chrono>
#include <cstdint>

#include "runtime/peers/lookup_counts.h"

namespace causeway::peers {

// `call` is one JNI call of the search.
struct Unwatched {
  template <class Call>
  bool Guess(Call call) const {
    return call();
  }
  template <class Call>
  bool Candidate(Call call) const {
    return call();
  }
  template <class Call>
  std::uint32_t Hash(Call call) const {
    return call();
  }
  void Ended(PeerCounter) const {}
};

template <bool kTimed>
class Watched {
 public:
  explicit Watched(LookupCounts& counts) : counts_(counts) {}

  template <class Call>
  bool Guess(Call call) const {
    const bool right = Same(call);
    if (!right) counts_.Add(&PeerCounters::guesses_wrong);
    return right;
  }
  template <class Call>
  bool Candidate(Call call) const {
    counts_.Add(&PeerCounters::candidates);
    return Same(call);
  }
  template <class Call>
  std::uint32_t Hash(Call call) const {
    return Time(call, &PeerCounters::hash_sampled, &PeerCounters::hash_sampled_ns);
  }
  void Ended(PeerCounter way) const { counts_.Add(way); }

 private:
  template <class Call>
  bool Same(Call call) const {
    return Time(call, &PeerCounters::same_sampled, &PeerCounters::same_sampled_ns);
  }
  template <class Call>
  auto Time(Call call, PeerCounter sampled, PeerCounter sampled_ns) const {
    if constexpr (!kTimed) return call();
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto result = call();
    const std::chrono::nanoseconds spent = Clock::now() - begin;
    counts_.Add(sampled);
    counts_.Add(sampled_ns, static_cast<std::uint64_t>(spent.count()));
    return result;
  }

  LookupCounts& counts_;
};

}  // namespace causeway::peers
