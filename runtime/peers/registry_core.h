// The registry over any Java: what it knows of references are the operations of `Java`, so that the
// tests can drive it without a JVM.
//
//   struct Java {
//     using Env = …;  using Ref = …;            // JNIEnv*, jobject
//     bool Same(Env, Ref, Ref) const;           // IsSameObject
//     std::uint32_t Hash(Env, Ref) const;       // System.identityHashCode, never throws
//     // Null: out of references, or of a weak one that was cleared.
//     Ref NewStrong(Env, Ref) const;
//     void DeleteStrong(Env, Ref) const;
//     Env Current() const;                      // of the calling thread
//   };
//
// round.h has more for its own use.
//
// A registered peer has a slot (slots.h) with its strong reference, and an entry in the table
// (identity_table.h). Lookups read both inside a Section. Unregistering takes the entry out, ends
// the slot's generation and retires slot and reference; whoever still reads them is inside a
// Section, so they stay valid until it leaves.
//
// The C++ half goes another way. It ends when it is neither registered nor rooted, and even then a
// callback may have borrowed it, inside a PeerScope. So it is retired twice: from sections, in
// which a lookup may be about to root it, then from scopes. Sections last for one JNI call; scopes
// as long as a callback, which may be for ever: only C++ halves wait for those.
//
// What is unregistered and in which order:
//   1. kLeaving is set in the peer's word; whoever sets it does the rest
//   2. the entry leaves the table, the slot's generation ends: no new lookup finds the peer
//   3. kRegistered is cleared; with no root left the peer is retired
//   4. slot and reference are retired; if the peer is a member of a round of the bridge (kMember),
//      that does this and the last part of 3 when it ends
// A peer is registered once: kLeaving stays.
// A lookup that found the peer before step 2 gets it if its root comes before step 3, and else
// looks again and finds none.
//
// Two peers for one object: Add looks without a lock, then inserts if the table's version is the
// one that it saw before it looked. Nothing that can call back runs in between, or under a lock.
#pragma once

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "causeway/error.h"
#include "causeway/peer.h"
#include "runtime/peers/edges.h"
#include "runtime/peers/epoch.h"
#include "runtime/peers/held_hints.h"
#include "runtime/peers/identity_table.h"
#include "runtime/peers/lookup_log.h"
#include "runtime/peers/predictor.h"
#include "runtime/peers/slots.h"
#include "runtime/peers/watch.h"

namespace causeway::peers {

// What one thread keeps for one registry.
struct ThreadState : ScopeState {
  EpochRecord* section = nullptr;
  EpochRecord* scope = nullptr;  // where `shown` is
  Predictor predictor;
  HeldHints held_hints;
  LookupCounts counts;
  std::shared_ptr<ThreadLog> log;
  std::weak_ptr<Home> home;  // where the records go back to
};

// The state of registry `number`, or null; and a new one.
ThreadState* KnownState(std::uint64_t number);
ThreadState& NewState(std::uint64_t number, const std::shared_ptr<Home>& home,
                      EpochDomain& sections, EpochDomain& scopes);
std::uint64_t NewRegistryNumber();

template <class Java>
class RegistryCore : public Home, public std::enable_shared_from_this<RegistryCore<Java>> {
 public:
  using Env = typename Java::Env;
  using Ref = typename Java::Ref;
  using Slot = peers::Slot<Ref>;

  RegistryCore(Java java, bool drain_by_hand) : java_(java), drain_by_hand_(drain_by_hand) {}

  const Java& java() const { return java_; }
  bool Owns(const Peer& peer) const { return peer.home_.get() == this; }
  std::uint64_t number() const { return number_; }
  void set_break_even(std::int32_t share) { break_even_ = share; }
  std::int32_t break_even() const { return break_even_; }

  ThreadState& Thread() {
    if (current_scope != nullptr && current_scope->registry == number_) [[likely]] {
      return static_cast<ThreadState&>(*current_scope);
    }
    if (ThreadState* state = KnownState(number_)) return *state;
    ThreadState& state = NewState(number_, this->shared_from_this(), sections_, scopes_);
    const std::lock_guard lock(mutex_);
    threads_.push_back(&state);
    return state;
  }
  void ThreadEnds(ThreadState& state) noexcept override {
    const std::lock_guard lock(mutex_);
    state.counts.AddTo(ended_);
    std::erase(threads_, &state);
  }

  // ---- Lookup. The pointers are good while the thread is inside a scope.
  Peer* Find(ThreadState& thread, Env env, Ref object) {
    if (object == Ref{}) return nullptr;
    const Section section(sections_, *thread.section);
    const Slot* slot = FindSlot(thread, env, object);
    return slot == nullptr ? nullptr : slot->peer.load(std::memory_order_relaxed);
  }
  Peer* FindByHash(ThreadState& thread, Env env, Ref object, std::uint32_t hash) {
    if (object == Ref{}) return nullptr;
    const Section section(sections_, *thread.section);
    const Slot* slot = nullptr;
    if (watched()) [[unlikely]] {
      thread.counts.Add(&PeerCounters::by_hash);
      slot = Watch(thread, [&](auto watch) { return ProbeTable(watch, env, object, hash); });
    } else {
      slot = ProbeTable(Unwatched(), env, object, hash);
    }
    return slot == nullptr ? nullptr : slot->peer.load(std::memory_order_relaxed);
  }
  // `reference` is one whose value stays: it is remembered whose it is.
  Peer* FindHeld(ThreadState& thread, Env env, Ref reference) {
    if (reference == Ref{}) return nullptr;
    const Section section(sections_, *thread.section);
    const Slot* slot = nullptr;
    if (watched()) [[unlikely]] {
      slot = Watch(thread, [&](auto watch) { return SearchHeld(watch, thread, env, reference); });
    } else {
      slot = SearchHeld(Unwatched(), thread, env, reference);
    }
    return slot == nullptr ? nullptr : slot->peer.load(std::memory_order_relaxed);
  }
  // Null: stale, or never a handle.
  Peer* FindByHandle(Handle handle) const {
    const Slot* slot = slots_.Find(handle);
    if (slot == nullptr) return nullptr;
    Peer* peer = slot->peer.load(std::memory_order_acquire);
    // Of the same use of the slot: the peer cannot go before this thread's scope ends.
    return slot->generation.load(std::memory_order_relaxed) == handle.generation() ? peer : nullptr;
  }

  // `use(reference)` with a reference to the Java half of `peer`, or with null; it may run no user
  // code.
  template <class Use>
  auto WithHandle(const Peer& peer, Use use) {
    const Section section(sections_, *Thread().section);
    const Slot* slot =
        Owns(peer) ? slots_.Find(Handle::FromBits(peer.handle_.load(std::memory_order_acquire)))
                   : nullptr;
    return use(slot == nullptr ? Ref{} : slot->handle.load(std::memory_order_relaxed));
  }

  // What a lookup that found nothing knows, for an Add that follows.
  struct Miss {
    std::uint32_t hash = 0;
    std::uint64_t version = 0;  // of the table, in which the object was not
  };
  causeway::Ref<Peer> Peek(Env env, Ref object, Miss* miss = nullptr) {
    if (object == Ref{}) return nullptr;
    ThreadState& thread = Thread();
    for (;;) {
      const Section section(sections_, *thread.section);
      const Slot* slot = FindSlot(thread, env, object, miss);
      if (slot == nullptr) return nullptr;
      if (auto ref = Rooted(env, *slot)) return ref;
    }
  }

  // ---- What the bridge must see: roots gained, edges read and written
  bool RootWeak(Peer& peer) override {
    const CountWaits count_waits(*this);
    const Section section(sections_, *Thread().section);
    const Slot* slot = slots_.Find(Handle::FromBits(peer.handle_.load(std::memory_order_acquire)));
    return slot != nullptr && Gain(Env{}, *slot, peer, 1);
  }
  Peer* RootHandle(std::uint64_t bits, bool of_edge) override {
    Count(of_edge ? &PeerCounters::edges_read : &PeerCounters::weak_locked);
    const CountWaits count_waits(*this);
    const auto handle = Handle::FromBits(bits);
    const Section section(sections_, *Thread().section);
    Peer* peer = FindByHandle(handle);
    return peer != nullptr && Gain(Env{}, slots_[handle.index()], *peer, 1) ? peer : nullptr;
  }
  void Store(Edge& edge, Peer* target) override {
    Count(&PeerCounters::edges_stored);
    const CountWaits count_waits(*this);
    if (target == nullptr) {
      edge.target.store(0, std::memory_order_release);
      return;
    }
    if (!target->registered()) throw Error("unregistered-peer", kUnregisteredTarget);
    if (!Owns(*target)) throw Error("other-registry", kOtherRegistry);
    const Section section(sections_, *Thread().section);
    // First the flag, then the target: a target that is no member now may be one when the owner has
    // been scanned.
    const bool round = round_.load(std::memory_order_acquire);
    const std::uint64_t handle = target->handle_.load(std::memory_order_acquire);
    const Slot* slot = slots_.Find(Handle::FromBits(handle));
    if (slot == nullptr) throw Error("unregistered-peer", kUnregisteredTarget);
    if (round && !Gain(Env{}, *slot, *target, 0)) {
      throw Error("unregistered-peer", kUnregisteredTarget);
    }
    edge.target.store(handle, std::memory_order_release);
  }

  std::vector<std::shared_ptr<OwnerNode>> owners() {
    const std::lock_guard lock(mutex_);
    return owners_;
  }
  void AddOwner(std::shared_ptr<OwnerNode> owner) override {
    const std::lock_guard lock(mutex_);
    owners_.push_back(std::move(owner));
  }
  void RemoveOwner(const OwnerNode& owner) override {
    const std::lock_guard lock(mutex_);
    std::erase_if(owners_, [&](const auto& other) { return other.get() == &owner; });
  }
  // A store of everything that the owner names into the holder.
  void AddHolder(OwnerNode& owner, const Peer& holder) override {
    if (!holder.registered()) throw Error("unregistered-peer", kUnregisteredHolder);
    if (!Owns(holder)) throw Error("other-registry", kOtherRegistry);
    const Section section(sections_, *Thread().section);
    if (round_.load(std::memory_order_acquire)) {
      for (const Edge* edge = owner.edges.first(); edge != nullptr; edge = edge->next) {
        const auto named = Handle::FromBits(edge->target.load(std::memory_order_acquire));
        Peer* target = named ? FindByHandle(named) : nullptr;
        if (target != nullptr) Gain(Env{}, slots_[named.index()], *target, 0);
      }
    }
    const std::lock_guard lock(owner.mutex);
    // Those that have died since.
    std::erase_if(owner.holders, [this](std::uint64_t other) {
      return slots_.Find(Handle::FromBits(other)) == nullptr;
    });
    owner.ever_held = true;
    owner.holders.push_back(holder.handle_.load(std::memory_order_acquire));
  }

  // ---- Registration
  enum class Added { kYes, kOther, kElsewhere, kEnded, kOtherRegistry, kOutOfReferences };
  struct AddResult {
    Added added;
    causeway::Ref<Peer> counts;
  };
  AddResult Add(Env env, Ref object, const causeway::Ref<Peer>& peer, Standing standing,
                const Miss* miss = nullptr) {
    if (Ended(peer->word_.load(std::memory_order_acquire))) return {Added::kEnded, nullptr};
    Adopt(*peer);
    if (!Owns(*peer) || NamesForeigners(*peer)) return {Added::kOtherRegistry, nullptr};
    ThreadState& thread = Thread();
    const std::uint32_t hash = miss != nullptr ? miss->hash : java_.Hash(env, object);
    Ref strong{};
    Slot* slot = nullptr;
    for (;;) {
      const std::uint64_t version = table_.version();
      bool displaceable = false;
      causeway::Ref<Peer> known;
      if (miss == nullptr || miss->version != version) {
        known = Existing(thread, env, object, hash, displaceable);
      }
      if (known == peer) return Abandon(env, slot, strong, {Added::kYes, peer});
      if (known && !(displaceable && standing == Standing::kReal)) {
        return Abandon(env, slot, strong, {Added::kOther, std::move(known)});
      }
      if (known) {
        Unregister(*known);
        continue;
      }
      if (slot == nullptr) {
        strong = java_.NewStrong(env, object);
        if (strong == Ref{}) return {Added::kOutOfReferences, nullptr};
        slot = &slots_.Take();
        slot->hash = hash;
        slot->replaceable = standing == Standing::kReplaceable;
        slot->strong[0].store(strong, std::memory_order_relaxed);
        slot->handle.store(strong, std::memory_order_relaxed);
        slot->peer.store(peer.get(), std::memory_order_release);
      }
      Added refused = Added::kYes;
      const bool inserted = table_.Insert(hash, slot->index, version, [&] {
        refused = Publish(*peer, *slot);
        return refused == Added::kYes;
      });
      if (refused != Added::kYes) return Abandon(env, slot, strong, {refused, nullptr});
      if (!inserted) continue;
      peers_.fetch_add(1, std::memory_order_relaxed);
      ReleaseEdges(thread, *peer);
      if (until_round_.fetch_sub(1, std::memory_order_relaxed) == 1) WantRound();
      return {Added::kYes, peer};
    }
  }

  // For ever: a peer is registered once. True for the call that does it. The caller holds a root or
  // is inside a scope.
  bool Unregister(Peer& peer) {
    std::uint64_t word = peer.word_.load(std::memory_order_acquire);
    do {
      if ((word & Peer::kRegistered) == 0 || (word & Peer::kLeaving) != 0) return false;
    } while (
        !peer.word_.compare_exchange_weak(word, word | Peer::kLeaving, std::memory_order_acq_rel));
    const Handle handle = Handle::FromBits(peer.handle_.load(std::memory_order_acquire));
    Slot& slot = slots_[handle.index()];
    table_.Remove(slot.hash, slot.index);
    slots_.End(slot);
    peer.handle_.store(0, std::memory_order_release);
    peers_.fetch_sub(1, std::memory_order_relaxed);
    word = peer.word_.fetch_and(~Peer::kRegistered, std::memory_order_acq_rel);
    // Of a member of a round its bridge does the rest.
    if ((word & Peer::kMember) == 0) FinishUnregistration(peer, slot, word);
    return true;
  }
  // True for the call that is to run the hook.
  static bool BeginDispose(Peer& peer) {
    return (peer.word_.fetch_or(Peer::kDisposed, std::memory_order_acq_rel) & Peer::kDisposed) == 0;
  }

  void Orphaned(Peer& peer) noexcept override {
    if (closed_.load(std::memory_order_acquire)) {
      delete &peer;
      return;
    }
    sections_.Retire([this, &peer] {
      scopes_.Retire([this, &peer] {
        const std::lock_guard lock(mutex_);
        dead_peers_.push_back(&peer);
      });
    });
  }

  std::vector<causeway::Ref<Peer>> List() {
    std::vector<causeway::Ref<Peer>> list;
    ThreadState& thread = Thread();
    const std::uint32_t size = slots_.size();
    for (std::uint32_t i = 0; i < size; ++i) {
      const Section section(sections_, *thread.section);
      if (PublishedPeer(slots_[i]) == nullptr) continue;
      if (auto ref = Rooted(Env{}, slots_[i])) list.push_back(std::move(ref));
    }
    return list;
  }

  // ---- Cleaning up
  // The end: unregisters all and frees what nobody holds. No thread may be inside a lookup or a
  // scope any more; Refs may live on.
  void Close(Env env) {
    // First: a destructor that lets another peer go must not queue it where nobody looks again.
    closed_.store(true, std::memory_order_release);
    for (const causeway::Ref<Peer>& peer : List()) Unregister(*peer);
    Drain(env);
  }

  // What is due, on this thread. `env` null: references stay queued.
  std::size_t Drain(Env env) {
    sections_.Reclaim();
    scopes_.Reclaim();
    std::vector<Peer*> peers;
    std::vector<Ref> strongs;
    {
      const std::lock_guard lock(mutex_);
      peers.swap(dead_peers_);
      if (env != Env{}) strongs.swap(dead_strongs_);
    }
    for (const Ref strong : strongs) java_.DeleteStrong(env, strong);
    for (Peer* peer : peers) delete peer;
    return peers.size();
  }
  void DrainUnlessByHand(Env env) {
    if (!drain_by_hand_) Drain(env);
  }
  // The same now and then: after something was retired.
  void DrainSome(Env env) {
    constexpr std::size_t kBatch = 32;
    if (!drain_by_hand_ && sections_.retired() + scopes_.retired() >= kBatch) Drain(env);
  }

  // After so many registrations more WantRound() is called, once.
  void set_until_round(std::int64_t registrations) {
    until_round_.store(registrations, std::memory_order_relaxed);
  }
  virtual void WantRound() {}
  // By a round, on its thread, which is not over yet. May not call the registry.
  virtual void FoundDead(Peer& peer) { static_cast<void>(peer); }

  // ---- Counters and the log
  void set_counting(bool on) { Watch(kCounting, on); }
  void StartLog(std::size_t most_bytes) {
    log_.Start(most_bytes);
    Watch(kLogging, true);
  }
  void StopLog() { Watch(kLogging, false); }
  std::string ReadLog() const { return log_.Read(); }
  void Mark(PeerLog::Mark mark) {
    if ((watched_.load(std::memory_order_relaxed) & kLogging) != 0) log_.Add(mark);
  }
  void Count(PeerCounter counter, std::uint64_t n = 1) {
    if (watched()) [[unlikely]] {
      Thread().counts.Add(counter, n);
    }
  }
  PeerCounters ReadCounters() {
    const std::lock_guard lock(mutex_);
    PeerCounters sum = ended_;
    for (const ThreadState* thread : threads_) thread->counts.AddTo(sum);
    Complete(sum);
    return sum;
  }

  std::size_t peers() const { return peers_.load(std::memory_order_relaxed); }
  std::size_t retired() const { return sections_.retired() + scopes_.retired(); }
  const IdentityTable& table() const { return table_; }

 private:
  template <class, class>
  friend class Round;

  // Those of this thread while it lives.
  class CountWaits {
   public:
    explicit CountWaits(RegistryCore& core) : core_(core), before_(thread_waits) {}
    ~CountWaits() {
      if (thread_waits != before_) [[unlikely]] {
        core_.Count(&PeerCounters::waits, thread_waits - before_);
      }
    }
    CountWaits(const CountWaits&) = delete;
    CountWaits& operator=(const CountWaits&) = delete;

   private:
    RegistryCore& core_;
    const std::uint64_t before_;
  };

  static constexpr const char* kOtherRegistry =
      "the target of an edge must be registered with the registry of its owner";
  static constexpr const char* kUnregisteredHolder =
      "a holder of edges must be registered when it is added";
  static constexpr const char* kUnregisteredTarget =
      "the target of an edge must be registered when it is stored";

  const Slot* FindSlot(ThreadState& thread, Env env, Ref object, Miss* miss = nullptr) {
    if (watched()) [[unlikely]] {
      return FindWatched(thread, env, object, miss);
    }
    return Search(Unwatched(), thread, env, object, miss);
  }
  [[gnu::noinline]] const Slot* FindWatched(ThreadState& thread, Env env, Ref object, Miss* miss) {
    const Handle before = thread.predictor.last();
    const Slot* found =
        Watch(thread, [&](auto watch) { return Search(watch, thread, env, object, miss); });
    if (thread.predictor.last() != before) thread.counts.Add(&PeerCounters::runs);
    return found;
  }
  template <class Find>
  const Slot* Watch(ThreadState& thread, Find find) {
    const CountWaits count_waits(*this);
    const Slot* found = thread.counts.SampleNext() ? find(Watched<true>(thread.counts))
                                                   : find(Watched<false>(thread.counts));
    if (round_.load(std::memory_order_relaxed)) thread.counts.Add(&PeerCounters::in_rounds);
    if ((watched_.load(std::memory_order_relaxed) & kLogging) != 0) {
      log_.Add(thread.log, found == nullptr ? Handle() : found->name());
    }
    return found;
  }
  template <class Watcher>
  const Slot* Search(Watcher watch, ThreadState& thread, Env env, Ref object, Miss* miss) {
    Predictor& predictor = thread.predictor;
    const Slot* first = Guess(predictor.First(break_even_));
    const Slot* second = nullptr;
    const Slot* found = nullptr;
    if (first != nullptr && watch.Guess([&] { return Fits(env, object, *first); })) {
      found = first;
      watch.Ended(&PeerCounters::first_guess_right);
    } else {
      second = Guess(predictor.Second(break_even_));
      if (second != nullptr && watch.Guess([&] { return Fits(env, object, *second); })) {
        found = second;
        watch.Ended(&PeerCounters::second_guess_right);
      } else {
        const std::uint32_t hash = watch.Hash([&] { return java_.Hash(env, object); });
        if (miss != nullptr) *miss = {hash, table_.version()};
        found = ProbeTable(watch, env, object, hash, first, second);
        watch.Ended(found != nullptr ? &PeerCounters::from_table : &PeerCounters::missed);
      }
    }
    predictor.Learn(found == nullptr ? Handle() : found->name());
    return found;
  }
  template <class Watcher>
  const Slot* SearchHeld(Watcher watch, ThreadState& thread, Env env, Ref reference) {
    const auto value = reinterpret_cast<std::uintptr_t>(reference);
    HeldHints::Hint& hint = thread.held_hints.Of(value);
    const Slot* slot = hint.reference == value ? Guess(hint.peer) : nullptr;
    if (slot != nullptr && watch.Guess([&] { return Fits(env, reference, *slot); })) {
      watch.Ended(&PeerCounters::hint_right);
      return slot;
    }
    watch.Ended(&PeerCounters::by_held);
    const std::uint32_t hash = watch.Hash([&] { return java_.Hash(env, reference); });
    slot = ProbeTable(watch, env, reference, hash, slot);
    hint = {value, slot == nullptr ? Handle() : slot->name()};
    return slot;
  }
  const Slot* Guess(Handle handle) const { return handle ? slots_.Find(handle) : nullptr; }
  bool Fits(Env env, Ref object, const Slot& slot) const {
    return java_.Same(env, object, slot.handle.load(std::memory_order_relaxed));
  }
  // `not_a` and `not_b` are known to be others.
  template <class Watcher>
  const Slot* ProbeTable(Watcher watch, Env env, Ref object, std::uint32_t hash,
                         const Slot* not_a = nullptr, const Slot* not_b = nullptr) const {
    const Slot* found = nullptr;
    table_.Find(hash, [&](std::uint32_t index) {
      const Slot& slot = slots_[index];
      if (&slot == not_a || &slot == not_b) return false;
      if (!watch.Candidate([&] { return Fits(env, object, slot); })) return false;
      found = &slot;
      return true;
    });
    return found;
  }
  // The registered peer of any slot, or null. Inside a Section.
  static Peer* PublishedPeer(const Slot& slot) {
    const Handle name = slot.name();
    if ((name.generation() & 1) == 0) return nullptr;
    Peer* peer = slot.peer.load(std::memory_order_acquire);
    const bool published =
        peer != nullptr && peer->handle_.load(std::memory_order_acquire) == name.bits();
    return published ? peer : nullptr;
  }

  // Inside a Section. Null if the peer is about to go.
  causeway::Ref<Peer> Rooted(Env env, const Slot& slot) {
    Peer* peer = slot.peer.load(std::memory_order_acquire);
    return causeway::Ref<Peer>::Adopt(Gain(env, slot, *peer, 1) ? peer : nullptr);
  }

  // Inside a Section: `peer` has `roots` (0 or 1) roots more and, if that is what it takes, is
  // rescued from the round. False if it is about to go. `env` may be null.
  bool Gain(Env env, const Slot& slot, Peer& peer, std::uint64_t roots) {
    std::uint64_t word = peer.word_.load(std::memory_order_acquire);
    for (;;) {
      if ((word & Peer::kAlive) == 0) return false;
      std::uint64_t next = (word & ~Peer::kFresh) + roots;
      switch (word & Peer::kState) {
        case Peer::kIdle:
          // A root alone is enough: the bridge does not take a peer that has one.
          if (roots == 0) next |= Peer::kRescued;
          break;
        case Peer::kRescued:
          if (roots == 0) return true;
          break;
        case Peer::kWeak:
          switch (Promote(env, slot, word)) {
            case Promoted::kYes:
              next = Rescued(next);
              break;
            case Promoted::kDead:
              return false;
            case Promoted::kOutOfReferences:
              throw Error("out-of-references", "the JVM gives no reference to keep a Java half");
          }
          break;
        default:  // dead
          return false;
      }
      if (peer.word_.compare_exchange_weak(word, next, std::memory_order_acq_rel,
                                           std::memory_order_acquire)) {
        if ((next & Peer::kState) != (word & Peer::kState)) Count(&PeerCounters::rescued);
        return true;
      }
    }
  }
  // Fills the strong reference that `word`, a weak one, leaves free, unless somebody has done so.
  // Whoever comes here moves the word, so nobody waits for a thread that was stopped in between.
  enum class Promoted { kYes, kDead, kOutOfReferences };
  Promoted Promote(Env env, const Slot& slot, std::uint64_t word) {
    auto& free = slot.strong[(word & Peer::kSecond) != 0 ? 0 : 1];
    if (free.load(std::memory_order_acquire) != Ref{}) return Promoted::kYes;
    if (env == Env{}) env = java_.Current();
    const Ref weak = slot.weak.load(std::memory_order_relaxed);
    const Ref strong = java_.NewStrong(env, weak);
    // Null alone is no verdict: a full table gives it, too.
    if (strong == Ref{}) {
      return java_.Same(env, weak, Ref{}) ? Promoted::kDead : Promoted::kOutOfReferences;
    }
    Ref expected{};
    if (!free.compare_exchange_strong(expected, strong, std::memory_order_acq_rel)) {
      java_.DeleteStrong(env, strong);
    }
    return Promoted::kYes;
  }

  // A weak word after its promotion.
  static std::uint64_t Rescued(std::uint64_t word) {
    return ((word & ~Peer::kState) | Peer::kRescued) ^ Peer::kSecond;
  }
  static bool Ended(std::uint64_t word) { return (word & (Peer::kLeaving | Peer::kDisposed)) != 0; }

  // From here on the peer is registered, and may be a member of a round, so there is no way back:
  // under the lock of the table, when its entry is certain to follow.
  static Added Publish(Peer& peer, const Slot& slot) {
    std::uint64_t word = peer.word_.load(std::memory_order_acquire);
    if ((word & Peer::kRegistered) != 0) return Added::kElsewhere;
    // First: who sees the registration may end it.
    peer.handle_.store(slot.name().bits(), std::memory_order_release);
    do {
      if (Ended(word)) {
        peer.handle_.store(0, std::memory_order_relaxed);
        return Added::kEnded;
      }
    } while (!peer.word_.compare_exchange_weak(
        word, word | Peer::kRegistered, std::memory_order_acq_rel, std::memory_order_acquire));
    return Added::kYes;
  }

  // An edge that was set while its owner belonged to no registry.
  bool NamesForeigners(const Peer& peer) const {
    EdgeList* edges = peer.edges_.load(std::memory_order_acquire);
    if (edges == nullptr) return false;
    const EdgeList::Lock lock(*edges);
    for (const Edge* edge = edges->first(); edge != nullptr; edge = edge->next) {
      if (edge->root != nullptr && !Owns(*edge->root)) return true;
    }
    return false;
  }

  // What was rooted while the peer was unregistered is held by its edges from now on.
  void ReleaseEdges(ThreadState& thread, Peer& peer) {
    // Either this sees an edge, or who is about to set it sees the registration.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    EdgeList* edges = peer.edges_.load(std::memory_order_acquire);
    if (edges == nullptr) return;
    for (Edge* edge = edges->first(); edge != nullptr; edge = edge->next) {
      Peer* root = nullptr;
      {
        const EdgeList::Lock lock(*edges);
        root = std::exchange(edge->root, nullptr);
      }
      if (root == nullptr) continue;
      const Section section(sections_, *thread.section);
      if (round_.load(std::memory_order_acquire)) {
        const Slot* slot =
            slots_.Find(Handle::FromBits(root->handle_.load(std::memory_order_acquire)));
        if (slot != nullptr) Gain(Env{}, *slot, *root, 0);
      }
      root->DropRoot();
    }
  }
  causeway::Ref<Peer> Existing(ThreadState& thread, Env env, Ref object, std::uint32_t hash,
                               bool& displaceable) {
    for (;;) {
      const Section section(sections_, *thread.section);
      const Slot* slot = ProbeTable(Unwatched(), env, object, hash);
      if (slot == nullptr) return nullptr;
      displaceable = slot->replaceable;
      if (auto ref = Rooted(env, *slot)) return ref;
    }
  }

  void Adopt(Peer& peer) {
    std::uint64_t word = peer.word_.load(std::memory_order_acquire);
    if ((word & Peer::kHomed) != 0) return;
    if ((peer.word_.fetch_or(Peer::kHoming, std::memory_order_relaxed) & Peer::kHoming) == 0) {
      peer.home_ = this->shared_from_this();
      peer.word_.fetch_or(Peer::kHomed, std::memory_order_release);
      return;
    }
    // Another thread registers the same new peer, and is about to have done this.
    for (int tries = 0; (peer.word_.load(std::memory_order_acquire) & Peer::kHomed) == 0; ++tries) {
      Pause(tries);
    }
  }
  // Gives back what was made for a registration that did not come about. Nobody can have seen it,
  // except by guessing a handle.
  AddResult Abandon(Env env, Slot* slot, Ref strong, AddResult result) {
    if (slot != nullptr) {
      slots_.End(*slot);
      slot->peer.store(nullptr, std::memory_order_relaxed);
      slot->handle.store(Ref{}, std::memory_order_relaxed);
      slot->strong[0].store(Ref{}, std::memory_order_relaxed);
      slots_.GiveBack(*slot);
      java_.DeleteStrong(env, strong);
    }
    return result;
  }
  // `word` is what the peer had when it ceased to be registered, or to be a member.
  void FinishUnregistration(Peer& peer, Slot& slot, std::uint64_t word) {
    if ((word & (Peer::kRoots | Peer::kFresh)) == 0) Orphaned(peer);
    sections_.Retire([this, &slot] {
      {
        const std::lock_guard lock(mutex_);
        for (auto& strong : slot.strong) {
          const Ref reference = strong.exchange(Ref{}, std::memory_order_relaxed);
          if (reference != Ref{}) dead_strongs_.push_back(reference);
        }
      }
      slot.peer.store(nullptr, std::memory_order_relaxed);
      slots_.GiveBack(slot);
    });
  }

  const Java java_;
  const std::uint64_t number_ = NewRegistryNumber();
  const bool drain_by_hand_;
  std::atomic<bool> closed_{false};
  std::int32_t break_even_ = Predictor::kOne / 4;
  EpochDomain sections_;
  EpochDomain scopes_;
  Slots<Ref> slots_;
  IdentityTable table_{sections_};
  std::atomic<std::size_t> peers_{0};
  std::atomic<bool> round_{false};  // the bridge is at work: stores rescue their targets
  std::atomic<std::int64_t> until_round_{std::numeric_limits<std::int64_t>::max()};

  Mutex mutex_;
  std::vector<Peer*> dead_peers_;
  std::vector<Ref> dead_strongs_;
  std::vector<ThreadState*> threads_;
  std::vector<std::shared_ptr<OwnerNode>> owners_;
  PeerCounters ended_;  // of threads that have ended
  static constexpr unsigned kCounting = 1;
  static constexpr unsigned kLogging = 2;
  bool watched() const { return watched_.load(std::memory_order_relaxed) != 0; }
  void Watch(unsigned how, bool on) {
    if (on) {
      watched_.fetch_or(how, std::memory_order_relaxed);
    } else {
      watched_.fetch_and(~how, std::memory_order_relaxed);
    }
  }
  std::atomic<unsigned> watched_{0};
  LookupLog log_;
};

}  // namespace causeway::peers
