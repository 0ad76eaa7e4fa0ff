// Peers: a C++ object and a Java object that belong together, and the registry in which each finds
// the other.
//
// A Peer is registered with one Java object; from then on every lookup of that object, from any
// thread and through any kind of reference, gives this peer. While it is registered it holds its
// Java half by a global reference, and Ref<T> holds the C++ half. Unregistering (Dispose, Remove)
// lets the Java half go; the C++ half lives until its last Ref is gone.
//
// How to look one up, the cheapest first (docs/peers.md has the prices):
//   handle  a Java class of your own carries Peer::handle() in a long field and passes it as an
//           argument: BorrowByHandle. Nothing is searched; a stale handle is a typed error.
//   hash    the caller passes System.identityHashCode(object) as an int: BorrowByHash.
//   held    a reference that native code keeps: BorrowHeld.
//   object  only a reference is at hand: Borrow, Peek.
// Borrow gives a plain pointer that stays valid while the PeerScope lives, even if another thread
// disposes of the peer; Peek gives a Ref.
//
// No user code (factories, hooks, destructors) runs under a lock, and no lookup waits for anything.
// None may be made with a Java exception of the caller's own pending, as JNI has it; to drop a Ref,
// Remove and Drain may.
#pragma once

#include <jni.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "causeway/error.h"
#include "causeway/export.h"
#include "causeway/peer_counters.h"
#include "causeway/vm.h"

namespace causeway {

class Peer;
class Registry;
template <class T>
class Ref;
template <class T, class... Args>
Ref<T> MakePeer(Args&&... args);

namespace peers {
class EdgeBase;
class EdgeList;
class JavaRegistry;
class NativeGraphReader;
struct Edge;
struct OwnerNode;
struct ThreadState;

// The scopes of one thread in one registry (runtime/peers/epoch.h). Here, so that to open and close
// one is inlined into a callback: it costs as much as all else that a lookup by handle does.
struct ScopeState {
  std::uint64_t registry = 0;  // number of the registry, never given again
  int depth = 0;
  bool fence = true;  // the kernel has no membarrier: readers pay
  const std::atomic<std::uint64_t>* clock = nullptr;
  std::atomic<std::uint64_t>* shown = nullptr;  // to who frees peers; 0: outside

  void Enter() noexcept {
    if (depth++ != 0) return;
    shown->store(clock->load(std::memory_order_acquire), std::memory_order_relaxed);
    if (fence) [[unlikely]] {
      std::atomic_thread_fence(std::memory_order_seq_cst);
    } else {
      std::atomic_signal_fence(std::memory_order_seq_cst);
    }
  }
  void Leave() noexcept {
    if (--depth == 0) shown->store(0, std::memory_order_release);
  }
};

// The one that this thread used last.
#if defined(__GLIBC__)
#define CAUSEWAY_INITIAL_EXEC __attribute__((tls_model("initial-exec")))
#else
#define CAUSEWAY_INITIAL_EXEC
#endif
extern CAUSEWAY_EXPORT constinit thread_local ScopeState* current_scope CAUSEWAY_INITIAL_EXEC;

// What a peer that was ever registered belongs to.
class CAUSEWAY_EXPORT Home {
 public:
  virtual ~Home();
  // The peer is not registered and its last root has gone.
  virtual void Orphaned(Peer& peer) noexcept = 0;
  // One root more, of a peer whose Java half a round of the bridge holds weakly. False if it is
  // about to go.
  virtual bool RootWeak(Peer& peer) = 0;
  // The peer of a handle, which an edge or a Weak holds, with one root more, or null.
  virtual Peer* RootHandle(std::uint64_t handle, bool of_edge) = 0;
  // Makes `edge`, of a registered owner, name `target`.
  virtual void Store(Edge& edge, Peer* target) = 0;
  virtual void ThreadEnds(ThreadState& thread) noexcept = 0;
  // Plain objects with edges; `holder` reaches `owner` from now on.
  virtual void AddOwner(std::shared_ptr<OwnerNode> owner) = 0;
  virtual void RemoveOwner(const OwnerNode& owner) = 0;
  virtual void AddHolder(OwnerNode& owner, const Peer& holder) = 0;
};

template <class Java>
class RegistryCore;
template <class Java, class Heap>
class Round;
}  // namespace peers

// Base class of the C++ halves.
class CAUSEWAY_EXPORT Peer {
 public:
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer();

  // For a long field of an own Java class; 0 while not registered. Never a pointer.
  jlong handle() const noexcept;
  bool registered() const noexcept;
  // Where it was registered first; null if never.
  const std::shared_ptr<peers::Home>& home() const noexcept { return home_; }

 protected:
  Peer() = default;
  // Dispose() has begun: the peer is still found by lookups, so Java calls made here work. Runs
  // once. Must not throw.
  virtual void OnDispose(JNIEnv* env) { static_cast<void>(env); }
  friend class Registry;

 private:
  template <class Java>
  friend class peers::RegistryCore;
  template <class Java, class Heap>
  friend class peers::Round;
  friend class peers::EdgeBase;
  friend class peers::NativeGraphReader;
  template <class T>
  friend class Ref;
  template <class T, class... Args>
  friend Ref<T> MakePeer(Args&&... args);

  // Roots in the low half, then flags and the state in a round of the bridge: one word, so that
  // exactly one of the last root, the end of the registration and the end of a round finds itself
  // to be the end of the peer, and so that to gain a root and to be rescued are one step.
  static constexpr std::uint64_t kRoots = 0xFFFFFFFF;
  static constexpr std::uint64_t kFresh = std::uint64_t{1} << 32;  // no root yet
  static constexpr std::uint64_t kRegistered = std::uint64_t{1} << 33;
  static constexpr std::uint64_t kLeaving = std::uint64_t{1} << 34;   // being unregistered, or was
  static constexpr std::uint64_t kDisposed = std::uint64_t{1} << 35;  // the hook has run, or runs
  static constexpr std::uint64_t kMember = std::uint64_t{1} << 36;    // of the running round
  static constexpr std::uint64_t kAlive = kRoots | kFresh | kRegistered;
  static constexpr std::uint64_t kState = std::uint64_t{3} << 37;
  static constexpr std::uint64_t kIdle = 0;
  static constexpr std::uint64_t kWeak = std::uint64_t{1} << 37;
  static constexpr std::uint64_t kRescued = std::uint64_t{2} << 37;
  static constexpr std::uint64_t kDead = std::uint64_t{3} << 37;
  // Which of the slot's two strong references counts.
  static constexpr std::uint64_t kSecond = std::uint64_t{1} << 39;

  // home_ is being set; is set.
  static constexpr std::uint64_t kHoming = std::uint64_t{1} << 40;
  static constexpr std::uint64_t kHomed = std::uint64_t{1} << 41;

  // One root more. False if the peer is about to be destroyed. Throws Error "out-of-references".
  bool Root();
  // For who holds a root.
  void RootAgain() noexcept { word_.fetch_add(1, std::memory_order_relaxed); }
  void DropRoot() noexcept;
  peers::EdgeList& MakeEdges();

  std::atomic<std::uint64_t> word_{kFresh};
  std::atomic<std::uint64_t> handle_{0};
  std::atomic<peers::EdgeList*> edges_{nullptr};
  std::size_t size_ = 0;               // of the whole object; 0: not made by MakePeer
  std::shared_ptr<peers::Home> home_;  // set by the first Add
};

// A root: keeps the peer alive. Copying costs an atomic increment. One made of a borrowed pointer
// is null if the peer has been unregistered meanwhile and nobody else holds it; it throws Error
// "out-of-references" if a round of the bridge holds the Java half weakly and the JVM gives no
// reference to keep it.
template <class T>
class Ref {
 public:
  Ref() noexcept = default;
  Ref(std::nullptr_t) noexcept {}  // NOLINT(google-explicit-constructor): as a pointer
  explicit Ref(T* peer) : peer_(peer) {
    if (peer_ != nullptr && !base()->Root()) peer_ = nullptr;
  }
  Ref(const Ref& other) noexcept : peer_(other.peer_) {
    if (peer_ != nullptr) base()->RootAgain();
  }
  Ref(Ref&& other) noexcept : peer_(std::exchange(other.peer_, nullptr)) {}
  template <class U>
    requires std::is_convertible_v<U*, T*>
  Ref(Ref<U> other) noexcept : peer_(other.Release()) {}  // NOLINT(google-explicit-constructor)
  Ref& operator=(Ref other) noexcept {
    std::swap(peer_, other.peer_);
    return *this;
  }
  ~Ref() {
    if (peer_ != nullptr) base()->DropRoot();
  }

  // Takes over a root that somebody has added.
  static Ref Adopt(T* peer) noexcept {
    Ref ref;
    ref.peer_ = peer;
    return ref;
  }
  // Gives the root up to the caller.
  T* Release() noexcept { return std::exchange(peer_, nullptr); }

  T* get() const noexcept { return peer_; }
  T* operator->() const noexcept { return peer_; }
  T& operator*() const noexcept { return *peer_; }
  explicit operator bool() const noexcept { return peer_ != nullptr; }
  friend bool operator==(const Ref& a, const Ref& b) noexcept { return a.peer_ == b.peer_; }

 private:
  Peer* base() const noexcept { return const_cast<std::remove_const_t<T>*>(peer_); }
  T* peer_ = nullptr;
};

// The first Ref of a new peer.
template <class T, class... Args>
Ref<T> MakePeer(Args&&... args) {
  auto* peer = new T(std::forward<Args>(args)...);
  static_cast<Peer*>(peer)->size_ = sizeof(T);
  return Ref<T>(peer);
}

// What gives way when a Java object gets a second peer.
enum class Standing {
  kReal,         // displaces a replaceable one; is never displaced
  kReplaceable,  // made as a stand-in; displaces nothing
};

// While it lives, what this thread borrowed in it stays valid. One a callback; cheap, may be
// nested. Do not keep one where the thread blocks for long: what others dispose of meanwhile is
// kept.
class CAUSEWAY_EXPORT PeerScope {
 public:
  PeerScope(Registry& registry, JNIEnv* env);  // inline, below
  ~PeerScope() { scope_.Leave(); }
  PeerScope(const PeerScope&) = delete;
  PeerScope& operator=(const PeerScope&) = delete;

  // nullptr if the object has no peer, or is null. `object` must not be a weak reference.
  Peer* Borrow(jobject object) const;
  // `hash` is System.identityHashCode(object).
  Peer* BorrowByHash(jobject object, jint hash) const;
  // `reference` is one that native code keeps, a global one: the same value means the same object
  // until it is deleted, which is remembered. As Borrow for the rest.
  Peer* BorrowHeld(jobject reference) const;
  // Throws Error "stale-peer" unless `handle` is that of a registered peer. Give the object itself
  // to the native method too, so that it stays reachable while the call runs.
  Peer& BorrowByHandle(jlong handle) const;

 private:
  friend class Registry;
  JNIEnv* env_;
  peers::JavaRegistry& registry_;
  peers::ScopeState& scope_;
};

struct RegistryOptions {
  // C++ halves are destroyed only by Registry::Drain(), on the thread that calls it. Otherwise on
  // the thread that lets the last Ref go or unregisters, or on one that does so later.
  bool drain_by_hand = false;
  // Ask for an exception after each identity hash, which never throws. For programs that run with
  // -Xcheck:jni, which would complain of every lookup otherwise.
  bool check_exceptions = false;
  // So many frames of the native and of the Java stack are kept for each registration, for
  // PeerGraphJson. For looking for a leak: it makes a registration many times as expensive. Needs
  // causeway-runtime.jar.
  std::size_t creation_stacks = 0;
};

struct RegistryNumbers {
  std::size_t peers = 0;  // registered
  std::size_t table_capacity = 0;
  std::size_t longest_bucket = 0;  // the most peers that ever shared an identity hash
  std::size_t retired = 0;         // what waits for readers to leave
  double break_even = 0;           // share of right guesses from which guessing pays on this JVM
};

class CAUSEWAY_EXPORT Registry {
 public:
  // Measures what a guess costs on this JVM (some microseconds). Throws Error "out-of-references",
  // and "class-not-found" if it is to keep stacks and there is no causeway-runtime.jar.
  explicit Registry(Vm& vm, const RegistryOptions& options = {});
  // Unregisters all. No other thread may use the registry any more; Refs may live on.
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  // Registers `peer` for `object` and returns the peer that counts from now on: another one if the
  // object has one already that `standing` does not displace; `peer` is then an unregistered alias.
  // Adding the registered peer again changes nothing. Throws Error "null-argument",
  // "registered-elsewhere" if the peer is registered for another object, "disposed-peer" if it was
  // registered once and is not any more, "other-registry" if it was registered, or an edge of it
  // names a peer, elsewhere, and "out-of-references" if the JVM gives no global
  // reference.
  Ref<Peer> Add(JNIEnv* env, jobject object, const Ref<Peer>& peer,
                Standing standing = Standing::kReal);

  // Null if the object has no peer, or is null.
  Ref<Peer> Peek(JNIEnv* env, jobject object);

  // The peer of `object`, made by `make(env, object)` if it has none. The factory runs without a
  // lock, so another thread, or the factory itself, may register one first: that one counts.
  Ref<Peer> GetOrCreate(JNIEnv* env, jobject object,
                        const std::function<Ref<Peer>(JNIEnv*, jobject)>& make,
                        Standing standing = Standing::kReal);

  // Calls Peer::OnDispose, unregisters, lets the Java half go. Once; also from within the hook.
  // Throws Error "other-registry".
  void Dispose(JNIEnv* env, Peer& peer);
  // The same without the hook.
  void Remove(JNIEnv* env, Peer& peer);

  std::vector<Ref<Peer>> List();
  // A new local reference to the Java half; null if the peer is not registered here.
  jobject NewJavaRef(JNIEnv* env, const Peer& peer);
  // Destroys what is due and deletes its references. Returns how many peers were destroyed.
  std::size_t Drain(JNIEnv* env);
  RegistryNumbers Numbers() const;
  void EnableCounters(bool on);
  PeerCounters ReadCounters() const;
  // A log of lookups from now on (causeway/peer_log.h), which takes `most_bytes` of memory at the
  // most, in steps of 4 KiB a thread; what comes later is counted. Forgets a log that was taken
  // before.
  void StartLog(std::size_t most_bytes = std::size_t{16} << 20);
  void StopLog();
  // The file, also while the log is being taken.
  std::string ReadLog() const;

  Vm& vm() noexcept { return vm_; }
  std::shared_ptr<peers::Home> home() const;
  peers::JavaRegistry& impl() noexcept { return *impl_; }

 private:
  friend class PeerScope;
  // That of the calling thread, which has used another registry, or none.
  peers::ScopeState& FindScope();

  Vm& vm_;
  std::shared_ptr<peers::JavaRegistry> impl_;
  std::uint64_t number_;
};

inline PeerScope::PeerScope(Registry& registry, JNIEnv* env)
    : env_(env),
      registry_(*registry.impl_),
      scope_(peers::current_scope != nullptr && peers::current_scope->registry == registry.number_
                 ? *peers::current_scope
                 : registry.FindScope()) {
  scope_.Enter();
}

}  // namespace causeway
