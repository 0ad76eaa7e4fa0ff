// Who watches a lookup: nobody, or counters and log. The search is compiled for both, so that a
// lookup that nobody watches pays one branch for it.
#pragma once

#include <chrono>
#include <cstdint>

#include "runtime/peers/lookup_counts.h"
#include "runtime/peers/waits.h"

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

// Counts; and of one lookup in LookupCounts::kSampling the times.
class Watched {
 public:
  explicit Watched(LookupCounts& counts)
      : counts_(counts), timed_(counts.SampleNext()), waits_before_(thread_waits) {}
  ~Watched() { counts_.Add(&PeerCounters::waits, thread_waits - waits_before_); }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  template <class Call>
  bool Guess(Call call) {
    const bool right = Same(call);
    if (!right) counts_.Add(&PeerCounters::guesses_wrong);
    return right;
  }
  template <class Call>
  bool Candidate(Call call) {
    counts_.Add(&PeerCounters::candidates);
    return Same(call);
  }
  template <class Call>
  std::uint32_t Hash(Call call) {
    counts_.Add(&PeerCounters::hash_calls);
    return Timed(call, &PeerCounters::hash_sampled, &PeerCounters::hash_sampled_ns);
  }
  void Ended(PeerCounter way) { counts_.Add(way); }

 private:
  template <class Call>
  bool Same(Call call) {
    counts_.Add(&PeerCounters::same_calls);
    return Timed(call, &PeerCounters::same_sampled, &PeerCounters::same_sampled_ns);
  }
  template <class Call>
  auto Timed(Call call, PeerCounter sampled, PeerCounter sampled_ns) {
    if (!timed_) [[likely]] {
      return call();
    }
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto result = call();
    const std::chrono::nanoseconds spent = Clock::now() - begin;
    counts_.Add(sampled);
    counts_.Add(sampled_ns, static_cast<std::uint64_t>(spent.count()));
    return result;
  }

  LookupCounts& counts_;
  const bool timed_;
  const std::uint64_t waits_before_;
};

}  // namespace causeway::peers
