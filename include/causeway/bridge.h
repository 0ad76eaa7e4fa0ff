// The bridge: collects cycles that run through both heaps.
//
// A registered peer holds its Java half, and the Java half usually holds the peer (by a handle), so
// a pair that nobody uses any more would stay for ever. A round of the bridge shows Java the edges
// between peers, holds Java halves weakly for the length of one Java collection, and lets those go
// that it collected: peers that are reached neither from a root (Ref) in C++ nor from Java, nor by
// edges from such a peer.
//
// What it must know are the edges: a pointer from one peer to another is a Traced<T>, never a Ref
// (which is a root, and keeps a cycle for ever) and never a plain pointer (which the bridge does
// not see: it may dangle). A Weak<T> finds its peer as long as that lives.
//
// No other thread ever waits for a round. docs/peers.md explains the ownership model,
// docs/peers_protocol.md how it works.
#pragma once

#include <jni.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "causeway/export.h"
#include "causeway/peer.h"

namespace causeway {

namespace peers {
struct OwnerNode;
}

// A plain C++ object that has edges and belongs to several peers: a model that views share, a list
// of listeners. (What belongs to one peer needs none of this: its edges take that peer as their
// owner.) It keeps what its edges name as long as one of its holders lives; until it gets its first
// holder it counts as a root. Its own lifetime is not the bridge's business; it must outlive its
// edges, and the registry must outlive it.
class CAUSEWAY_EXPORT EdgeOwner {
 public:
  explicit EdgeOwner(Registry& registry);
  ~EdgeOwner();
  EdgeOwner(const EdgeOwner&) = delete;
  EdgeOwner& operator=(const EdgeOwner&) = delete;

  // `peer` reaches this object from now on. Throws Error "unregistered-peer", "other-registry",
  // "out-of-references".
  void AddHolder(const Peer& peer);
  // Not any more. A peer that is disposed of or dies ceases to be a holder by itself. Once there is
  // none, what the edges name may go.
  void RemoveHolder(const Peer& peer);

 private:
  friend class peers::EdgeBase;
  std::shared_ptr<peers::Home> home_;
  std::shared_ptr<peers::OwnerNode> node_;
};

namespace peers {

class CAUSEWAY_EXPORT EdgeBase {
 public:
  EdgeBase(const EdgeBase&) = delete;
  EdgeBase& operator=(const EdgeBase&) = delete;

 protected:
  EdgeBase() noexcept = default;  // a root
  explicit EdgeBase(Peer& owner);
  explicit EdgeBase(EdgeOwner& owner);
  EdgeBase(EdgeBase&& other) noexcept { Swap(other); }
  ~EdgeBase();

  void Swap(EdgeBase& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(plain_owner_, other.plain_owner_);
    std::swap(edge_, other.edge_);
    std::swap(root_, other.root_);
  }
  void Set(Peer* target);
  // The target with one root more, or null.
  Peer* RootTarget() const;

 private:
  bool RootUntilRegistered(Peer* target);

  EdgeList& list() const;

  Peer* owner_ = nullptr;
  EdgeOwner* plain_owner_ = nullptr;
  Edge* edge_ = nullptr;
  Peer* root_ = nullptr;  // without an owner
};

}  // namespace peers

// An edge: keeps its target alive as long as its owner is alive. The owner is the peer that it is a
// part of, also by way of a container or of a plain object, or an EdgeOwner; it must outlive the
// edge. Without one the edge counts as a root.
//
// The owner may be unregistered yet (a member that is set in its constructor): until then the
// target is rooted. The target must be registered, with the same registry, when it is stored. Once
// the target is disposed of, the edge reads as empty.
//
// Different edges may be used by different threads at the same time; one edge may be read by many
// threads while one of them writes it. No such use waits for a round.
template <class T>
class Traced : private peers::EdgeBase {
 public:
  Traced() noexcept = default;
  explicit Traced(Peer& owner) : EdgeBase(owner) {}
  explicit Traced(EdgeOwner& owner) : EdgeBase(owner) {}
  Traced(Peer& owner, T* target) : EdgeBase(owner) { Set(target); }
  Traced(Traced&& other) noexcept = default;
  // The node of the other goes with its value.
  Traced& operator=(Traced&& other) noexcept {
    Swap(other);
    return *this;
  }
  ~Traced() = default;

  // Throws Error "unregistered-peer", "other-registry", "out-of-references". `target` is rooted or
  // borrowed by the caller, or null.
  Traced& operator=(T* target) {
    Set(target);
    return *this;
  }
  Traced& operator=(const Ref<T>& target) { return *this = target.get(); }

  // Throws Error "unregistered-owner" if the owner has been disposed of (in its destructor the edge
  // reads as empty), and "out-of-references".
  Ref<T> Get() const { return Ref<T>::Adopt(static_cast<T*>(RootTarget())); }
  Ref<T> operator->() const { return Get(); }
  explicit operator bool() const { return static_cast<bool>(Get()); }
};

// Names a registered peer and keeps nothing alive.
template <class T>
class Weak {
 public:
  Weak() noexcept = default;
  // Empty if the peer is not registered.
  explicit Weak(const T& peer) : home_(peer.home()), handle_(peer.handle()) {}
  explicit Weak(const Ref<T>& peer) {
    if (peer) *this = Weak(*peer);
  }

  // Null once the peer is unregistered, or found dead by the bridge. While a round holds its Java
  // half weakly this rescues it. Throws Error "out-of-references".
  Ref<T> Lock() const {
    if (handle_ == 0) return nullptr;
    return Ref<T>::Adopt(
        static_cast<T*>(home_->RootHandle(static_cast<std::uint64_t>(handle_), false)));
  }

 private:
  std::shared_ptr<peers::Home> home_;
  jlong handle_ = 0;
};

// What a round did.
struct RoundNumbers {
  std::size_t peers = 0;       // registered when it began
  std::size_t candidates = 0;  // of these, without a root, and not reached from one by edges
  std::size_t components = 0;  // strongly connected, of the candidates
  std::size_t edges = 0;       // between peers
  std::size_t mirrored = 0;    // references set in Java
  std::size_t foreign = 0;     // peers whose edges Java cannot hold: their targets stayed strong
  std::size_t rescued = 0;     // candidates that a thread asked for while the round ran
  std::size_t dead = 0;
  std::chrono::nanoseconds scan{0};     // peers enumerated, edges read, components found
  std::chrono::nanoseconds mirror{0};   // references set, weak references made
  std::chrono::nanoseconds flip{0};     // strong references turned weak
  std::chrono::nanoseconds collect{0};  // Java's collection
  std::chrono::nanoseconds judge{0};    // weak references asked, survivors strong again
  std::chrono::nanoseconds finish{0};   // mirrors cleared, references deleted
};

// A pointer from the C++ object of one peer to that of another which is neither an edge nor a root.
struct UndeclaredPointer {
  const Peer* owner = nullptr;
  std::size_t offset = 0;  // in the owner's object, in bytes
  const Peer* target = nullptr;
  std::string owner_type;  // as the compiler mangles it
  std::string target_type;
};
// For debugging: reads the memory of all registered peers that MakePeer made, word by word, and
// reports what points into another one's object, unless the owner has an edge to that, or as many
// roots of it are held somewhere as there are such words. So it is exact for targets without a
// root: run it when the program is quiet. Memory behind a pointer (the elements of a vector) is not
// looked at; memory that a class leaves uninitialised may hold an old address, and is reported.
CAUSEWAY_EXPORT std::vector<UndeclaredPointer> FindUndeclaredPointers(Registry& registry);

// When rounds start by themselves. Each contains a full collection of the Java heap.
struct BridgeOptions {
  // On a thread of the bridge's own. Off: only by Collect().
  bool automatic = true;
  // A round starts once as many peers have been registered since the last one as survived it, and
  // not fewer than this.
  std::size_t growth = 1000;
  // Also at nine tenths of this many registered peers, each of which holds a global reference: ART
  // ends a process at 51,200. 0: the VM has no such limit.
  std::size_t reference_budget = 0;
  // Also when Java has collected its heap by itself, since what it could not free may be held by
  // peers only. Asked for this often; 0: never.
  std::chrono::milliseconds notice_collections{1000};
  // From the end of a round to the start of the next automatic one.
  std::chrono::milliseconds least_pause{500};
};

struct BridgeNumbers {
  std::uint64_t rounds = 0;
  std::uint64_t dead = 0;
  RoundNumbers last;
};

// Optional: a registry without one never lets a registered peer go by itself. At most one for a
// registry, destroyed before it. Needs causeway-runtime.jar.
class CAUSEWAY_EXPORT Bridge {
 public:
  // Throws Error "class-not-found", "second-bridge".
  explicit Bridge(Registry& registry, const BridgeOptions& options = {});
  // Waits for a round that is running.
  ~Bridge();
  Bridge(const Bridge&) = delete;
  Bridge& operator=(const Bridge&) = delete;

  // A round on this thread, after one that is running. Peers that are found dead are destroyed on
  // this thread, too, unless the registry is drained by hand. A round waits for lookups that are
  // under way, never for a PeerScope; Vm::Detach() and Vm::Shutdown() wait for it. Throws Error
  // "exception-pending", "vm-detached".
  RoundNumbers Collect(JNIEnv* env);
  // A round soon, on the bridge's thread; several requests are one. Nothing if not automatic.
  void Request();
  BridgeNumbers Numbers() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace causeway
