// A round of the bridge: which peers die. How it works, why nobody waits for it and what breaks
// careless versions of it: tests/model/bridge_protocol.h and docs/peers_protocol.md. The steps have
// the same names there.
//
// Of the model's states the word keeps four. A member before its flip is idle; a root that it gains
// until then needs no rescue, because the flip refuses a member with roots. The model's slots are
// strong[0] and strong[1] of the peer's slot, kSecond tells which of them counts.
//
// What a round needs of Java beside what registry_core.h does:
//
//   struct Heap {
//     Ref NewWeak(Env, Ref) const;             // null: out of references
//     void DeleteWeak(Env, Ref) const;
//     bool CanHoldEdges(Env, Ref half) const;  // its class has a place for them
//     // False: it does not hold them all.
//     bool HoldEdges(Env, Ref half, std::span<const Ref> targets) const;
//     // A strong reference to a new array of that size, or null; its elements.
//     Ref NewArray(Env, std::size_t) const;
//     bool FillArray(Env, Ref array, std::span<const Ref> elements) const;
//     // False: it cannot now.
//     bool DropEdges(Env, Ref half) const;
//     bool DropEdgesOfWeak(Env, Ref half) const;  // which may have been collected
//     void Collect(Env) const;                 // one full collection
//   };
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "causeway/bridge.h"
#include "runtime/peers/graph.h"
#include "runtime/peers/registry_core.h"

namespace causeway::peers {

// After which the observer is called.
enum class Step {
  kBegun,
  kFlagged,
  kEnumerated,
  kScanned,
  kMirrored,
  kMadeWeak,
  kFlipped,
  kDeletedOld,
  kCollected,
  kJudged,
  kDroppedEdges,
  kUnflagged,
  kEnded,
};

template <class Java, class Heap>
class Round {
 public:
  using Core = RegistryCore<Java>;
  using Env = typename Java::Env;
  using Ref = typename Java::Ref;

  Round(Core& core, const Heap& heap, Env env, std::function<void(Step)> observer = {})
      : core_(core), heap_(heap), env_(env), observer_(std::move(observer)) {}

  // One round at a time; the caller sees to it. The thread must not be inside a Section.
  RoundNumbers Run() noexcept {
    Timed(numbers_.scan, [this] {
      core_.round_.store(true, std::memory_order_release);
      core_.Mark(PeerLog::Mark::kRoundBegan);
      Did(Step::kBegun);
      AwaitGrace();
      Did(Step::kFlagged);
      Enumerate();
      Did(Step::kEnumerated);
      Scan();
      Did(Step::kScanned);
    });
    Timed(numbers_.mirror, [this] {
      HoldEdges();
      Did(Step::kMirrored);
      MakeWeak();
      Did(Step::kMadeWeak);
    });
    Timed(numbers_.flip, [this] {
      Flip();
      Did(Step::kFlipped);
      AwaitGrace();
      DeleteOld();
      Did(Step::kDeletedOld);
    });
    Timed(numbers_.collect, [this] {
      heap_.Collect(env_);
      core_.Mark(PeerLog::Mark::kCollection);
      Did(Step::kCollected);
    });
    Timed(numbers_.judge, [this] {
      Judge();
      Did(Step::kJudged);
    });
    Timed(numbers_.finish, [this] {
      DropEdges();
      Did(Step::kDroppedEdges);
      core_.round_.store(false, std::memory_order_release);
      core_.Mark(PeerLog::Mark::kRoundEnded);
      Did(Step::kUnflagged);
      AwaitGrace();
      End();
      Did(Step::kEnded);
    });
    return numbers_;
  }

 private:
  using Slot = typename Core::Slot;
  struct Member {
    Slot* slot;
    Peer* peer;  // kept by kMember
    bool holds_edges = false;
    bool flipped = false;
    bool dead = false;
    std::uint8_t old = 0;  // which strong reference it had at the flip
  };
  static constexpr std::uint32_t kNoMember = 0xFFFFFFFF;

  template <class Work>
  static void Timed(std::chrono::nanoseconds& spent, Work work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    spent = std::chrono::steady_clock::now() - begin;
  }
  void Did(Step step) {
    if (observer_) observer_(step);
  }

  // Until every section that is open now has ended. In native state and without a lock, since the
  // JNI call in a section may be waiting for a safepoint.
  void AwaitGrace() {
    const std::uint64_t stamp = core_.sections_.NextEpoch();
    for (int tries = 0; !core_.sections_.Passed(stamp); ++tries) Pause(tries);
  }
  static std::uint64_t WordOf(const Member& member) {
    return member.peer->word_.load(std::memory_order_acquire);
  }
  // `next(word)` gives the word to store, or the same to leave it. Returns the last one.
  template <class Next>
  static std::uint64_t Move(Peer& peer, Next next) {
    std::uint64_t word = peer.word_.load(std::memory_order_acquire);
    for (;;) {
      const std::uint64_t wanted = next(word);
      if (wanted == word ||
          peer.word_.compare_exchange_weak(word, wanted, std::memory_order_acq_rel,
                                           std::memory_order_acquire)) {
        return wanted;
      }
    }
  }
  static bool Rooted(std::uint64_t word) { return (word & (Peer::kRoots | Peer::kFresh)) != 0; }
  static bool Registered(std::uint64_t word) { return (word & Peer::kRegistered) != 0; }
  static bool Has(std::uint64_t word, std::uint64_t state) {
    return (word & Peer::kState) == state;
  }
  static std::uint64_t With(std::uint64_t word, std::uint64_t state) {
    return (word & ~Peer::kState) | state;
  }
  // Leaves it strong in this round.
  static void Rescue(Member& member) {
    Move(*member.peer, [](std::uint64_t word) {
      return Has(word, Peer::kIdle) ? With(word, Peer::kRescued) : word;
    });
  }

  // Of each slot in use with its published peer, inside a Section.
  template <class Use>
  void ForEachPeer(Use use) {
    ThreadState& thread = core_.Thread();
    const std::uint32_t size = core_.slots_.size();
    for (std::uint32_t i = 0; i < size; ++i) {
      const Section section(core_.sections_, *thread.section);
      if (Peer* peer = core_.PublishedPeer(core_.slots_[i])) use(core_.slots_[i], *peer);
    }
  }

  void Enumerate() {
    member_of_.assign(core_.slots_.size(), kNoMember);
    ForEachPeer([this](Slot& slot, Peer& peer) {
      const std::uint64_t word = Move(peer, [](std::uint64_t now) {
        if (!Registered(now) || (now & Peer::kLeaving) != 0) return now;
        return (Rooted(now) ? With(now, Peer::kRescued) : now) | Peer::kMember;
      });
      if ((word & Peer::kMember) == 0) return;
      member_of_.resize(std::max<std::size_t>(member_of_.size(), slot.index + 1), kNoMember);
      member_of_[slot.index] = static_cast<std::uint32_t>(members_.size());
      members_.push_back({&slot, &peer});
    });
    numbers_.peers = members_.size();
  }

  // The member that a handle names, or kNoMember: disposed of, or made since.
  std::uint32_t MemberOf(std::uint64_t bits) const {
    const auto handle = Handle::FromBits(bits);
    if (!handle || handle.index() >= member_of_.size()) return kNoMember;
    const std::uint32_t member = member_of_[handle.index()];
    return member != kNoMember && members_[member].slot->name() == handle ? member : kNoMember;
  }

  // The nodes of the graph are the members, then the plain owners.
  void Scan() {
    owners_ = core_.owners();
    const auto members = static_cast<std::uint32_t>(members_.size());
    strong_.assign(members_.size() + owners_.size(), false);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> held = Held();
    Edges edges;
    std::vector<std::uint32_t> targets;
    std::vector<std::uint32_t> not_held;
    for (std::uint32_t i = 0; i < members; ++i) {
      const Member& member = members_[i];
      targets.clear();
      const std::uint64_t word = WordOf(member);
      if (Has(word, Peer::kRescued)) strong_[i] = true;
      const EdgeList* list = member.peer->edges_.load(std::memory_order_acquire);
      if (Registered(word)) {
        if (list != nullptr) AddTargets(*list, targets);
        for (auto owner = std::ranges::lower_bound(held, std::pair(i, 0U));
             owner != held.end() && owner->first == i; ++owner) {
          targets.push_back(members + owner->second);
        }
      }
      edges.Add(targets);
      if (!strong_[i] && !targets.empty() &&
          !heap_.CanHoldEdges(env_, member.slot->handle.load(std::memory_order_relaxed))) {
        ++numbers_.foreign;
        not_held.insert(not_held.end(), targets.begin(), targets.end());
      }
    }
    for (const auto& owner : owners_) {
      targets.clear();
      AddTargets(owner->edges, targets);
      edges.Add(targets);
    }
    numbers_.edges = edges.targets.size();
    for (const std::uint32_t target : not_held) strong_[target] = true;
    Reach(edges, strong_);
    for (std::uint32_t i = 0; i < members; ++i) {
      if (strong_[i]) {
        Rescue(members_[i]);
      } else {
        ++numbers_.candidates;
      }
    }
    mirror_ = Reduce(edges, strong_);
    numbers_.components = mirror_.components;
  }
  void AddTargets(const EdgeList& list, std::vector<std::uint32_t>& targets) const {
    for (const Edge* edge = list.first(); edge != nullptr; edge = edge->next) {
      const std::uint32_t to = MemberOf(edge->target.load(std::memory_order_acquire));
      if (to != kNoMember) targets.push_back(to);
    }
  }
  // Pairs of a member and an owner that it holds, sorted. An owner that nobody has held yet, or
  // that a peer holds which is no member, is strong.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> Held() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> held;
    for (std::uint32_t o = 0; o < owners_.size(); ++o) {
      const std::lock_guard lock(owners_[o]->mutex);
      bool judged = owners_[o]->ever_held;
      for (const std::uint64_t holder : owners_[o]->holders) {
        const std::uint32_t member = MemberOf(holder);
        if (member != kNoMember && Registered(WordOf(members_[member]))) {
          held.emplace_back(member, o);
        } else if (core_.slots_.Find(Handle::FromBits(holder)) != nullptr) {
          judged = false;
          break;
        }
      }
      if (!judged) strong_[members_.size() + o] = true;
    }
    std::ranges::sort(held);
    return held;
  }

  void HoldEdges() {
    const auto members = static_cast<std::uint32_t>(members_.size());
    // What stands in for an owner in Java: an array of what it names.
    std::vector<Ref> arrays(owners_.size(), Ref{});
    for (std::uint32_t o = 0; o < owners_.size(); ++o) {
      const auto to = mirror_.edges.of(members + o);
      if (to.empty()) continue;
      arrays[o] = heap_.NewArray(env_, to.size());
      if (arrays[o] == Ref{}) RescueAll(to);
    }
    const auto half = [&](std::uint32_t node) {
      return node < members ? members_[node].slot->handle.load(std::memory_order_relaxed)
                            : arrays[node - members];
    };
    std::vector<Ref> targets;
    for (std::uint32_t node = 0; node < mirror_.edges.nodes(); ++node) {
      const auto to = mirror_.edges.of(node);
      targets.clear();
      for (const std::uint32_t target : to) {
        // An owner without an array names nothing, or what it names has been rescued.
        if (half(target) != Ref{}) targets.push_back(half(target));
      }
      if (targets.empty() || half(node) == Ref{}) continue;
      bool holds = false;
      if (node < members) {
        members_[node].holds_edges = true;  // or some of them
        holds = heap_.HoldEdges(env_, half(node), targets);
      } else {
        holds = heap_.FillArray(env_, half(node), targets);
      }
      if (holds) {
        numbers_.mirrored += targets.size();
      } else {
        RescueAll(to);
      }
    }
    for (const Ref array : arrays) {
      if (array != Ref{}) core_.java().DeleteStrong(env_, array);
    }
  }
  // The members among `nodes`, and what the owners among them name.
  void RescueAll(std::span<const std::uint32_t> nodes) {
    for (const std::uint32_t node : nodes) {
      if (node < members_.size()) {
        Rescue(members_[node]);
      } else if (!strong_[node]) {
        strong_[node] = true;  // once
        RescueAll(mirror_.edges.of(node));
      }
    }
  }

  void MakeWeak() {
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      if (strong_[i]) continue;
      Member& member = members_[i];
      const std::uint64_t word = WordOf(member);
      if (!Has(word, Peer::kIdle) || !Registered(word) || Rooted(word)) continue;
      Slot& slot = *member.slot;
      const Ref weak = heap_.NewWeak(env_, slot.handle.load(std::memory_order_relaxed));
      if (weak == Ref{}) continue;
      slot.weak.store(weak, std::memory_order_relaxed);
      slot.handle.store(weak, std::memory_order_release);
    }
  }

  void Flip() {
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      if (strong_[i]) continue;
      Member& member = members_[i];
      const bool has_weak = member.slot->weak.load(std::memory_order_relaxed) != Ref{};
      const std::uint64_t word = Move(*member.peer, [&](std::uint64_t now) {
        if (!Has(now, Peer::kIdle) || !Registered(now) || (now & Peer::kLeaving) != 0) return now;
        return With(now, has_weak && !Rooted(now) ? Peer::kWeak : Peer::kRescued);
      });
      member.flipped = Has(word, Peer::kWeak);  // only here does a word get weak
      member.old = (word & Peer::kSecond) != 0 ? 1 : 0;
    }
  }

  void DeleteOld() {
    for (Member& member : members_) {
      if (!member.flipped) continue;
      auto& old = member.slot->strong[member.old];
      core_.java().DeleteStrong(env_, old.exchange(Ref{}, std::memory_order_relaxed));
    }
  }

  void Judge() {
    for (Member& member : members_) {
      if (member.flipped) Judge(member);
    }
    // A component lives or dies as one: the first reference holds the ring.
    std::vector<std::uint8_t> verdicts(mirror_.components, 0);
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      const Member& member = members_[i];
      if (!member.flipped || (!member.dead && !Registered(WordOf(member)))) continue;
      std::uint8_t& verdict = verdicts[mirror_.component[i]];
      verdict = static_cast<std::uint8_t>(verdict | (member.dead ? 1 : 2));
      if (verdict == 3) {
        std::fputs("causeway: the verdict splits a component of peers; this is a bug\n", stderr);
        std::abort();
      }
    }
    for (Member& member : members_) {
      if (!member.dead) continue;
      core_.FoundDead(*member.peer);
      core_.Unregister(*member.peer);
    }
  }
  void Judge(Member& member) {
    using Promoted = typename Core::Promoted;
    std::uint64_t word = WordOf(member);
    for (int tries = 0;;) {
      if (!Has(word, Peer::kWeak)) {
        ++numbers_.rescued;
        return;
      }
      if (!Registered(word)) return;  // disposed of: there is nothing to decide
      const Promoted promoted = core_.Promote(env_, *member.slot, word);
      if (promoted == Promoted::kOutOfReferences) {
        // No verdict; the mirrors hold what they must while the round stays open.
        Pause(++tries + 100);
        word = WordOf(member);
        continue;
      }
      const bool dead = promoted == Promoted::kDead;
      if (member.peer->word_.compare_exchange_weak(
              word, dead ? With(word, Peer::kDead) : Core::Rescued(word), std::memory_order_acq_rel,
              std::memory_order_acquire)) {
        member.dead = dead;
        if (dead) ++numbers_.dead;
        return;
      }
    }
  }

  // Of all halves that live, those of peers that were disposed of as well.
  void DropEdges() {
    for (const Member& member : members_) {
      if (!member.holds_edges || member.dead) continue;
      // Until it is done: what stays would keep other halves for ever.
      for (int tries = 0; !DropEdges(member); ++tries) Pause(tries + 100);
    }
    // Lookups go by the strong references again.
    for (const Member& member : members_) {
      Slot& slot = *member.slot;
      const Ref strong = StrongOf(member);
      if (strong != Ref{}) slot.handle.store(strong, std::memory_order_release);
    }
  }

  bool DropEdges(const Member& member) {
    const Ref strong = StrongOf(member);
    return strong != Ref{}
               ? heap_.DropEdges(env_, strong)
               : heap_.DropEdgesOfWeak(env_, member.slot->handle.load(std::memory_order_relaxed));
  }
  // Null: disposed of while it was weak.
  static Ref StrongOf(const Member& member) {
    const int which = (WordOf(member) & Peer::kSecond) != 0 ? 1 : 0;
    return member.slot->strong[which].load(std::memory_order_acquire);
  }

  void End() {
    for (const Member& member : members_) {
      Slot& slot = *member.slot;
      if (const Ref weak = slot.weak.exchange(Ref{}, std::memory_order_relaxed); weak != Ref{}) {
        if (slot.handle.load(std::memory_order_relaxed) == weak) {
          slot.handle.store(Ref{}, std::memory_order_relaxed);  // nobody finds it any more
        }
        heap_.DeleteWeak(env_, weak);
      }
      const std::uint64_t word = Move(
          *member.peer, [](std::uint64_t now) { return With(now, Peer::kIdle) & ~Peer::kMember; });
      if (!Registered(word)) core_.FinishUnregistration(*member.peer, slot, word);
    }
    // Also peers that are no members, but the target of a store.
    ForEachPeer([](Slot&, Peer& peer) {
      Move(peer, [](std::uint64_t now) {
        return Has(now, Peer::kRescued) ? With(now, Peer::kIdle) : now;
      });
    });
  }

  Core& core_;
  const Heap& heap_;
  const Env env_;
  const std::function<void(Step)> observer_;
  RoundNumbers numbers_;
  std::vector<Member> members_;
  std::vector<std::uint32_t> member_of_;  // by index of the slot
  std::vector<std::shared_ptr<OwnerNode>> owners_;
  std::vector<bool> strong_;  // by node: not to be judged
  Mirror mirror_;
};

}  // namespace causeway::peers
