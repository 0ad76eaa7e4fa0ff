// The C API. A causeway_peer is a Peer with a context; the rest passes calls on, and turns
// exceptions into codes at the edge.
//
// Judging components of another runtime. Its references become temporary edges, and the root that
// it holds on each peer is lent to the round. A component gets a hub, a pair made for the purpose:
//
//   hub -> each member                                   who reaches the component reaches all
//   each member -> hub                                   if there are several, or references
//   hub -> hub (or the only member) of what it references
//
// Nothing passes through a member, so one that another thread disposes of meanwhile takes no path
// with it: what is behind it in the other runtime may still be reached through it there. A single
// peer that references nothing needs no hub. A component without peers is a hub and no more, which
// also keeps fan-in times fan-out a sum.
//
// From the time that the roots are lent until the verdicts are read no other round may run, since
// that one would judge peers without their roots: hence the mutex, and no automatic rounds. What
// the scope is for: the dead stay in memory until their edges are taken down.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "causeway/bridge.h"
#include "causeway/error.h"
#include "causeway/peer.h"
#include "causeway/peers_c.h"
#include "runtime/peers/registry.h"

using causeway::Error;
using causeway::Peer;
using causeway::PeerScope;
using causeway::Ref;
using causeway::Traced;

namespace {

struct Edges;

// What only the C API finds wrong.
struct Refusal {
  causeway_status status;
  const char* text;
};

}  // namespace

struct causeway_peer final : Peer {
  causeway_peer(void* with, const causeway_peer_hooks& chosen) : context(with), hooks(chosen) {}
  ~causeway_peer() override;

  void OnDispose(JNIEnv* env) override {
    if (hooks.disposing != nullptr) hooks.disposing(context, env);
  }
  // Null if there are not as many, and `make` is not set.
  enum class Missing { kLeave, kMake };
  Traced<causeway_peer>* Edge(std::size_t index, Missing missing);

  void* const context;
  const causeway_peer_hooks hooks;
  bool hub = false;         // of the judging below: not for users
  bool found_dead = false;  // written and read by the thread of the round
  std::atomic<Edges*> edges{nullptr};
};

struct causeway_registry {
  causeway_registry(causeway::Vm& vm, const causeway::RegistryOptions& options)
      : registry(vm, options) {}
  bool Has(const Peer& peer) { return registry.impl().Owns(peer); }
  // A peer that is registered elsewhere has the handle of another one here.
  void RequireNotElsewhere(const Peer& peer) {
    if (peer.registered() && !Has(peer)) {
      throw Refusal{CAUSEWAY_OTHER_REGISTRY, "the peer is registered with another registry"};
    }
  }

  causeway::Registry registry;
  std::atomic<bool> bridged{false};
};

struct causeway_bridge {
  causeway_bridge(causeway_registry& of, const causeway_bridge_options& options);
  ~causeway_bridge();

  causeway_registry& owner;
  const bool automatic;
  jclass node;  // Java halves of hubs
  jmethodID new_node;
  causeway::peers::Mutex rounds;
  std::unique_ptr<causeway::Bridge> bridge;
};

namespace {

// ---- Errors

constexpr std::array<const char*, 17> kNames = {
    "ok",
    "out-of-memory",
    "null-argument",
    "bad-argument",
    "failed",
    "out-of-references",
    "stale-peer",
    "disposed-peer",
    "registered-elsewhere",
    "unregistered-peer",
    "unregistered-owner",
    "other-registry",
    "second-bridge",
    "class-not-found",
    "exception-pending",
    "attach-failed",
    "vm-detached",
};

constexpr std::size_t kMostText = 500;
constinit thread_local std::array<char, kMostText + 1> last_error{};

causeway_status Fail(causeway_status status, std::string_view text) noexcept {
  std::size_t size = std::min(text.size(), kMostText);
  // Not within a character.
  if (size < text.size()) {
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  }
  std::memcpy(last_error.data(), text.data(), size);
  last_error[size] = '\0';
  return status;
}

causeway_status StatusOf(std::string_view code) noexcept {
  const auto* found = std::ranges::find(kNames, code);
  return found == kNames.end() ? CAUSEWAY_FAILED
                               : static_cast<causeway_status>(found - kNames.begin());
}

template <class Work>
causeway_status Guarded(Work work) noexcept {
  try {
    work();
    return CAUSEWAY_OK;
  } catch (const Refusal& refusal) {
    return Fail(refusal.status, refusal.text);
  } catch (const Error& error) {
    return Fail(StatusOf(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return Fail(CAUSEWAY_OUT_OF_MEMORY, "the native heap is full");
  } catch (const std::exception& exception) {
    return Fail(CAUSEWAY_FAILED, exception.what());
  } catch (...) {
    return Fail(CAUSEWAY_FAILED, "a callback threw something");
  }
}

template <class... Pointers>
void Require(Pointers... pointers) {
  if (!(static_cast<bool>(pointers) && ...)) {
    throw Refusal{CAUSEWAY_NULL_ARGUMENT, "an argument that must not be null is null"};
  }
}

void RequireValue(bool good, const char* text) {
  if (!good) throw Refusal{CAUSEWAY_BAD_ARGUMENT, text};
}

// ---- Structs that may grow

template <class Options>
Options ReadOptions(const Options* given, const Options& defaults) {
  if (given == nullptr) return defaults;
  RequireValue(given->size >= sizeof(Options), "`size` of a struct is not that of any version");
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  RequireValue(std::all_of(bytes + sizeof(Options), bytes + given->size,
                           [](unsigned char byte) { return byte == 0; }),
               "an option is set that this version of the library does not know");
  return *given;
}

// Checked before anything is done.
template <class Numbers>
void RequireNumbers(const Numbers* numbers) {
  RequireValue(numbers == nullptr || numbers->size >= sizeof(Numbers),
               "`size` of a struct is not that of any version");
}

// `values` without its size.
template <class Numbers>
void WriteNumbers(Numbers* numbers, Numbers values) {
  if (numbers == nullptr) return;
  values.size = numbers->size;
  *numbers = values;
}

causeway_round_numbers InC(const causeway::RoundNumbers& numbers) {
  return {.size = 0,
          .peers = numbers.peers,
          .candidates = numbers.candidates,
          .components = numbers.components,
          .edges = numbers.edges,
          .mirrored = numbers.mirrored,
          .foreign = numbers.foreign,
          .rescued = numbers.rescued,
          .dead = numbers.dead,
          .scan = numbers.scan.count(),
          .mirror = numbers.mirror.count(),
          .flip = numbers.flip.count(),
          .collect = numbers.collect.count(),
          .judge = numbers.judge.count(),
          .finish = numbers.finish.count()};
}

// ---- Peers

// Where they are made they stay, so that one edge can be used while another is made. Each piece is
// twice as large as the one before.
struct Edges {
  Edges(Peer& owner, std::size_t count) {
    edges.reserve(count);
    while (edges.size() < count) edges.emplace_back(owner);
  }
  std::vector<Traced<causeway_peer>> edges;
  std::atomic<Edges*> more{nullptr};
};

causeway_peer* InC(Ref<Peer> peer) { return static_cast<causeway_peer*>(peer.Release()); }

// One root more for who has one, or has borrowed.
Ref<causeway_peer> Rooted(causeway_peer* peer) { return Ref<causeway_peer>(peer); }

causeway::Standing InCpp(causeway_standing standing) {
  RequireValue(standing == CAUSEWAY_REAL || standing == CAUSEWAY_REPLACEABLE,
               "`standing` is none of causeway_standing");
  return standing == CAUSEWAY_REAL ? causeway::Standing::kReal : causeway::Standing::kReplaceable;
}

const PeerScope& InCpp(const causeway_scope& scope) {
  return *std::launder(reinterpret_cast<const PeerScope*>(scope.opaque));
}

// ---- Judging

class Judgement {
 public:
  Judgement(causeway_bridge& bridge, JNIEnv* env)
      : bridge_(bridge), env_(env), scope_(registry(), env) {}
  Judgement(const Judgement&) = delete;
  Judgement& operator=(const Judgement&) = delete;
  ~Judgement() {
    edges_.clear();
    for (causeway_peer* hub : hubs_) registry().Remove(env_, *hub);
  }

  // Throws; nothing has changed then.
  void Connect(const causeway_component* components, std::size_t component_count,
               const causeway_reference* references, std::size_t reference_count);
  // No way back.
  causeway::RoundNumbers Decide(causeway_verdict* verdicts) noexcept;

 private:
  struct Component {
    const causeway_component* given;
    causeway_peer* hub = nullptr;
    bool references = false;

    // What a reference to it names; null: nothing that matters.
    causeway_peer* entry() const {
      return hub != nullptr || given->count == 0 ? hub : given->peers[0];
    }
  };

  causeway::Registry& registry() { return bridge_.owner.registry; }
  void Take(causeway_peer* peer);
  causeway_peer* NewHub();
  void Link(causeway_peer& from, causeway_peer* to);

  causeway_bridge& bridge_;
  JNIEnv* const env_;
  const PeerScope scope_;
  std::vector<causeway_peer*> peers_;
  std::vector<causeway_peer*> hubs_;
  std::vector<Ref<causeway_peer>> roots_;  // of hubs, while edges are made
  std::vector<Traced<causeway_peer>> edges_;
};

void Judgement::Take(causeway_peer* peer) {
  Require(peer);
  if (peer->home() == nullptr) {
    throw Refusal{CAUSEWAY_UNREGISTERED_PEER, "a peer to be judged was never registered"};
  }
  if (!bridge_.owner.Has(*peer)) {
    throw Refusal{CAUSEWAY_OTHER_REGISTRY, "a peer to be judged belongs to another registry"};
  }
  peers_.push_back(peer);
}

causeway_peer* Judgement::NewHub() {
  Ref<causeway_peer> hub =
      causeway::MakePeer<causeway_peer>(nullptr, causeway_peer_hooks CAUSEWAY_PEER_HOOKS_INIT);
  hub->hub = true;
  roots_.push_back(hub);
  hubs_.push_back(hub.get());
  const jobject half = env_->NewObject(bridge_.node, bridge_.new_node);
  if (env_->ExceptionCheck() != JNI_FALSE) env_->ExceptionClear();
  if (half == nullptr) throw Error("out-of-memory", "the Java heap is full");
  try {
    registry().Add(env_, half, hub);
  } catch (...) {
    env_->DeleteLocalRef(half);
    throw;
  }
  env_->DeleteLocalRef(half);
  return hub.get();
}

void Judgement::Link(causeway_peer& from, causeway_peer* to) {
  if (to == nullptr) return;
  try {
    edges_.emplace_back(from, to);
  } catch (const Error& error) {
    // A peer that another thread disposes of has no part in it any more.
    if (error.code() != "unregistered-peer" && error.code() != "unregistered-owner") throw;
  }
}

void Judgement::Connect(const causeway_component* components, std::size_t component_count,
                        const causeway_reference* references, std::size_t reference_count) {
  std::vector<Component> all;
  for (std::size_t i = 0; i < component_count; ++i) {
    const causeway_component& given = components[i];
    if (given.count != 0) Require(given.peers);
    std::for_each_n(given.peers, given.count, [this](causeway_peer* peer) { Take(peer); });
    all.push_back({&given});
  }
  std::unordered_set<const causeway_peer*> known(peers_.begin(), peers_.end());
  RequireValue(known.size() == peers_.size(), "a peer is given twice");
  for (std::size_t i = 0; i < reference_count; ++i) {
    RequireValue(references[i].from < component_count && references[i].to < component_count,
                 "a reference names a component that is not given");
    if (references[i].from != references[i].to) all[references[i].from].references = true;
  }
  for (Component& component : all) {
    if (component.given->count <= 1 && !component.references) continue;
    component.hub = NewHub();
    std::for_each_n(component.given->peers, component.given->count, [&](causeway_peer* peer) {
      Link(*component.hub, peer);
      Link(*peer, component.hub);
    });
  }
  for (std::size_t i = 0; i < reference_count; ++i) {
    const auto [from, to] = references[i];
    if (from != to) Link(*all[from].hub, all[to].entry());
  }
}

causeway::RoundNumbers Judgement::Decide(causeway_verdict* verdicts) noexcept {
  roots_.clear();
  for (causeway_peer* peer : peers_) Ref<causeway_peer>::Adopt(peer) = nullptr;
  const causeway::RoundNumbers numbers = bridge_.bridge->Collect(env_);
  for (causeway_peer* peer : peers_) {
    Ref<causeway_peer> root = Rooted(peer);
    if (root && peer->registered()) {
      root.Release();
      *verdicts++ = CAUSEWAY_ALIVE;
    } else {
      *verdicts++ = peer->found_dead ? CAUSEWAY_DEAD : CAUSEWAY_UNREGISTERED;
    }
  }
  return numbers;
}

}  // namespace

causeway_peer::~causeway_peer() {
  for (Edges* piece = edges.load(std::memory_order_relaxed); piece != nullptr;) {
    delete std::exchange(piece, piece->more.load(std::memory_order_relaxed));
  }
  if (hooks.destroy != nullptr) hooks.destroy(context);
}

Traced<causeway_peer>* causeway_peer::Edge(std::size_t index, Missing missing) {
  std::size_t size = 4;
  for (std::atomic<Edges*>* at = &edges;; size *= 2) {
    Edges* piece = at->load(std::memory_order_acquire);
    if (piece == nullptr) {
      if (missing == Missing::kLeave) return nullptr;
      auto made = std::make_unique<Edges>(*this, size);
      if (at->compare_exchange_strong(piece, made.get(), std::memory_order_acq_rel)) {
        piece = made.release();
      }
    }
    if (index < size) return &piece->edges[index];
    index -= size;
    at = &piece->more;
  }
}

causeway_bridge::causeway_bridge(causeway_registry& of, const causeway_bridge_options& options)
    : owner(of), automatic(options.automatic != 0) {
  causeway::Vm& vm = of.registry.vm();
  node = vm.FindClass("dev/causeway/generated/EdgeNode");
  new_node = vm.env()->GetMethodID(node, "<init>", "()V");
  owner.registry.impl().set_found_dead(
      [call = options.found_dead, argument = options.argument](Peer& peer) {
        auto& dead = static_cast<causeway_peer&>(peer);
        dead.found_dead = true;
        if (call != nullptr && !dead.hub) call(argument, dead.context);
      });
  causeway::BridgeOptions chosen;
  chosen.automatic = automatic;
  chosen.growth = options.growth;
  chosen.reference_budget = options.reference_budget;
  chosen.notice_collections = std::chrono::milliseconds(options.notice_collections_ms);
  chosen.least_pause = std::chrono::milliseconds(options.least_pause_ms);
  try {
    bridge = std::make_unique<causeway::Bridge>(owner.registry, chosen);
  } catch (...) {
    vm.env()->DeleteGlobalRef(node);
    throw;
  }
}

causeway_bridge::~causeway_bridge() {
  bridge.reset();
  owner.registry.impl().set_found_dead(nullptr);
  owner.bridged = false;
  try {
    owner.registry.vm().env()->DeleteGlobalRef(node);
  } catch (const Error&) {
    // The VM is gone, and its references with it.
  }
}

// ---- What is exported

const char* causeway_status_name(causeway_status status) {
  const auto index = static_cast<std::size_t>(status);
  return index < kNames.size() ? kNames[index] : "unknown";
}

const char* causeway_last_error(void) { return last_error.data(); }

causeway_status causeway_peer_new(void* context, const causeway_peer_hooks* hooks,
                                  causeway_peer** peer) {
  return Guarded([&] {
    Require(peer);
    const causeway_peer_hooks chosen = ReadOptions(hooks, CAUSEWAY_PEER_HOOKS_INIT);
    *peer = causeway::MakePeer<causeway_peer>(context, chosen).Release();
  });
}

causeway_status causeway_peer_root(causeway_peer* peer) {
  return Guarded([&] {
    Require(peer);
    if (Rooted(peer).Release() == nullptr) {
      throw Refusal{CAUSEWAY_UNREGISTERED_PEER, "the peer has ended"};
    }
  });
}

void causeway_peer_unroot(causeway_peer* peer) {
  if (peer != nullptr) Ref<causeway_peer>::Adopt(peer) = nullptr;
}

void* causeway_peer_context(const causeway_peer* peer) {
  return peer == nullptr ? nullptr : peer->context;
}

jlong causeway_peer_handle(const causeway_peer* peer) {
  return peer == nullptr ? 0 : peer->handle();
}

int causeway_peer_registered(const causeway_peer* peer) {
  return peer != nullptr && peer->registered() ? 1 : 0;
}

causeway_status causeway_peer_set_edge(causeway_peer* owner, size_t index, causeway_peer* target) {
  return Guarded([&] {
    Require(owner);
    RequireValue(index < CAUSEWAY_EDGE_LIMIT, "the number of an edge is too large");
    using Missing = causeway_peer::Missing;
    auto* edge = owner->Edge(index, target == nullptr ? Missing::kLeave : Missing::kMake);
    if (edge != nullptr) *edge = target;
  });
}

causeway_status causeway_peer_get_edge(causeway_peer* owner, size_t index, causeway_peer** target) {
  return Guarded([&] {
    Require(owner, target);
    auto* edge = owner->Edge(index, causeway_peer::Missing::kLeave);
    *target = edge == nullptr ? nullptr : edge->Get().Release();
  });
}

causeway_status causeway_registry_create(JavaVM* vm, const causeway_registry_options* options,
                                         causeway_registry** registry) {
  return Guarded([&] {
    Require(vm, registry);
    const causeway_registry_options chosen = ReadOptions(options, CAUSEWAY_REGISTRY_OPTIONS_INIT);
    causeway::Vm& attached = causeway::Attach(vm, {.class_loader = chosen.class_loader});
    *registry = new causeway_registry(attached, {.drain_by_hand = chosen.drain_by_hand != 0,
                                                 .check_exceptions = chosen.check_exceptions != 0});
  });
}

causeway_status causeway_registry_destroy(causeway_registry* registry) {
  return Guarded([&] {
    Require(registry);
    RequireValue(!registry->bridged, "the registry has a bridge, which must be destroyed first");
    registry->registry.vm().env();  // throws here, not in the destructor
    delete registry;
  });
}

causeway_status causeway_registry_add(causeway_registry* registry, JNIEnv* env, jobject object,
                                      causeway_peer* peer, causeway_standing standing,
                                      causeway_peer** counts) {
  return Guarded([&] {
    Require(registry, env, object, peer);
    Ref<Peer> counting =
        registry->registry.Add(env, object, Ref<Peer>(Rooted(peer)), InCpp(standing));
    if (counts != nullptr) *counts = InC(std::move(counting));
  });
}

causeway_status causeway_registry_peek(causeway_registry* registry, JNIEnv* env, jobject object,
                                       causeway_peer** peer) {
  return Guarded([&] {
    Require(registry, env, peer);
    *peer = InC(registry->registry.Peek(env, object));
  });
}

causeway_status causeway_registry_get_or_create(causeway_registry* registry, JNIEnv* env,
                                                jobject object, causeway_factory factory,
                                                void* argument, causeway_standing standing,
                                                causeway_peer** peer) {
  return Guarded([&] {
    Require(registry, env, object, factory, peer);
    const auto make = [&](JNIEnv* with, jobject of) {
      return Ref<Peer>::Adopt(factory(argument, with, of));
    };
    *peer = InC(registry->registry.GetOrCreate(env, object, make, InCpp(standing)));
  });
}

causeway_status causeway_registry_lock(causeway_registry* registry, jlong handle,
                                       causeway_peer** peer) {
  return Guarded([&] {
    Require(registry, peer);
    const auto name = static_cast<std::uint64_t>(handle);
    *peer =
        static_cast<causeway_peer*>(registry->registry.impl().RootHandle(name, /*of_edge=*/false));
  });
}

causeway_status causeway_registry_dispose(causeway_registry* registry, JNIEnv* env,
                                          causeway_peer* peer) {
  return Guarded([&] {
    Require(registry, env, peer);
    registry->registry.Dispose(env, *peer);
  });
}

causeway_status causeway_registry_remove(causeway_registry* registry, JNIEnv* env,
                                         causeway_peer* peer) {
  return Guarded([&] {
    Require(registry, env, peer);
    registry->registry.Remove(env, *peer);
  });
}

causeway_status causeway_registry_list(causeway_registry* registry, causeway_peer** peers,
                                       size_t capacity, size_t* count) {
  return Guarded([&] {
    Require(registry, count);
    if (capacity != 0) Require(peers);
    std::size_t found = 0;
    for (Ref<Peer>& peer : registry->registry.List()) {
      if (static_cast<causeway_peer&>(*peer).hub) continue;
      if (found < capacity) peers[found] = InC(std::move(peer));
      ++found;
    }
    *count = found;
  });
}

causeway_status causeway_registry_new_java_ref(causeway_registry* registry, JNIEnv* env,
                                               const causeway_peer* peer, jobject* object) {
  return Guarded([&] {
    Require(registry, env, peer, object);
    registry->RequireNotElsewhere(*peer);
    *object = registry->registry.NewJavaRef(env, *peer);
  });
}

causeway_status causeway_registry_drain(causeway_registry* registry, JNIEnv* env,
                                        size_t* destroyed) {
  return Guarded([&] {
    Require(registry, env);
    const std::size_t count = registry->registry.Drain(env);
    if (destroyed != nullptr) *destroyed = count;
  });
}

causeway_status causeway_registry_get_numbers(causeway_registry* registry,
                                              causeway_registry_numbers* numbers) {
  return Guarded([&] {
    Require(registry, numbers);
    RequireNumbers(numbers);
    const causeway::RegistryNumbers now = registry->registry.Numbers();
    WriteNumbers(numbers, {.size = 0,
                           .peers = now.peers,
                           .table_capacity = now.table_capacity,
                           .longest_bucket = now.longest_bucket,
                           .retired = now.retired,
                           .break_even = now.break_even});
  });
}

causeway_status causeway_scope_begin(causeway_registry* registry, JNIEnv* env,
                                     causeway_scope* scope) {
  static_assert(sizeof(PeerScope) <= sizeof(causeway_scope));
  static_assert(alignof(PeerScope) <= alignof(causeway_scope));
  return Guarded([&] {
    Require(registry, env, scope);
    new (static_cast<void*>(scope->opaque)) PeerScope(registry->registry, env);
  });
}

void causeway_scope_end(causeway_scope* scope) {
  if (scope != nullptr) InCpp(*scope).~PeerScope();
}

causeway_status causeway_scope_borrow(const causeway_scope* scope, jobject object,
                                      causeway_peer** peer) {
  return Guarded([&] {
    Require(scope, peer);
    *peer = static_cast<causeway_peer*>(InCpp(*scope).Borrow(object));
  });
}

causeway_status causeway_scope_borrow_by_hash(const causeway_scope* scope, jobject object,
                                              jint hash, causeway_peer** peer) {
  return Guarded([&] {
    Require(scope, peer);
    *peer = static_cast<causeway_peer*>(InCpp(*scope).BorrowByHash(object, hash));
  });
}

causeway_status causeway_scope_borrow_by_handle(const causeway_scope* scope, jlong handle,
                                                causeway_peer** peer) {
  return Guarded([&] {
    Require(scope, peer);
    *peer = static_cast<causeway_peer*>(&InCpp(*scope).BorrowByHandle(handle));
  });
}

causeway_status causeway_bridge_create(causeway_registry* registry,
                                       const causeway_bridge_options* options,
                                       causeway_bridge** bridge) {
  return Guarded([&] {
    Require(registry, bridge);
    const causeway_bridge_options chosen = ReadOptions(options, CAUSEWAY_BRIDGE_OPTIONS_INIT);
    if (registry->bridged.exchange(true)) {
      throw Refusal{CAUSEWAY_SECOND_BRIDGE, "the registry has a bridge"};
    }
    try {
      *bridge = new causeway_bridge(*registry, chosen);
    } catch (...) {
      registry->bridged = false;
      throw;
    }
  });
}

void causeway_bridge_destroy(causeway_bridge* bridge) { delete bridge; }

causeway_status causeway_bridge_collect(causeway_bridge* bridge, JNIEnv* env,
                                        causeway_round_numbers* numbers) {
  return Guarded([&] {
    Require(bridge, env);
    RequireNumbers(numbers);
    const std::lock_guard lock(bridge->rounds);
    WriteNumbers(numbers, InC(bridge->bridge->Collect(env)));
  });
}

causeway_status causeway_bridge_request(causeway_bridge* bridge) {
  return Guarded([&] {
    Require(bridge);
    bridge->bridge->Request();
  });
}

causeway_status causeway_bridge_get_numbers(causeway_bridge* bridge,
                                            causeway_bridge_numbers* numbers) {
  return Guarded([&] {
    Require(bridge, numbers);
    RequireNumbers(numbers);
    const causeway::BridgeNumbers now = bridge->bridge->Numbers();
    WriteNumbers(numbers, {.size = 0, .rounds = now.rounds, .dead = now.dead});
  });
}

causeway_status causeway_bridge_judge(causeway_bridge* bridge, JNIEnv* env,
                                      const causeway_component* components, size_t component_count,
                                      const causeway_reference* references, size_t reference_count,
                                      causeway_verdict* verdicts, causeway_round_numbers* numbers) {
  return Guarded([&] {
    Require(bridge, env, verdicts);
    if (component_count != 0) Require(components);
    if (reference_count != 0) Require(references);
    RequireNumbers(numbers);
    RequireValue(!bridge->automatic, "a bridge with automatic rounds judges no components");
    if (env->ExceptionCheck() != JNI_FALSE) {
      throw Refusal{CAUSEWAY_EXCEPTION_PENDING, "a Java exception is pending"};
    }
    {
      const std::lock_guard lock(bridge->rounds);
      Judgement judgement(*bridge, env);
      judgement.Connect(components, component_count, references, reference_count);
      WriteNumbers(numbers, InC(judgement.Decide(verdicts)));
    }
    bridge->owner.registry.impl().DrainUnlessByHand(env);
  });
}
