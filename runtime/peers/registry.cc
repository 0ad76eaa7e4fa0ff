#include "runtime/peers/registry.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace causeway {

namespace peers {

Home::~Home() = default;

namespace {

// What `operation` costs, in ns: the least of some rounds, so that neither an interrupt nor a cold
// cache counts.
template <class Operation>
double Cost(Operation operation) {
  constexpr int kRounds = 20;
  constexpr int kCalls = 50;
  double least = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int call = 0; call < kCalls; ++call) operation();
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    least = std::min(least, spent.count() / kCalls);
  }
  return least;
}

// One for the process, however many registries come and go.
jclass SystemClass(JNIEnv* env) {
  static const jclass system = [env] {
    const jclass local = env->FindClass("java/lang/System");
    const auto global = static_cast<jclass>(env->NewGlobalRef(local));
    env->DeleteLocalRef(local);
    if (global == nullptr) {
      if (env->ExceptionCheck() != JNI_FALSE) env->ExceptionClear();
      throw Error("out-of-references", "the JVM gives no more global references");
    }
    return global;
  }();
  return system;
}

}  // namespace

JniJava::JniJava(Vm& vm, bool check_exceptions)
    : vm_(&vm),
      system_(SystemClass(vm.env())),
      identity_hash_code_(
          vm.env()->GetStaticMethodID(system_, "identityHashCode", "(Ljava/lang/Object;)I")),
      check_exceptions_(check_exceptions) {}

jobject JniJava::NewStrong(JNIEnv* env, jobject object) const {
  const jobject strong = env->NewGlobalRef(object);
  // Some VMs throw OutOfMemoryError beside the null.
  if (strong == nullptr && env->ExceptionCheck() != JNI_FALSE) env->ExceptionClear();
  return strong;
}

JavaRegistry::JavaRegistry(Vm& vm, const RegistryOptions& options)
    : RegistryCore(JniJava(vm, options.check_exceptions), options.drain_by_hand) {
  Calibrate(vm.env(), java());
}

void JavaRegistry::set_wants_round(std::function<void()> wake) {
  const std::lock_guard lock(wake_mutex_);
  wake_ = std::move(wake);
}

void JavaRegistry::WantRound() {
  const std::lock_guard lock(wake_mutex_);
  if (wake_) wake_();
}

// A guess costs one IsSameObject and saves, if it is right, a hash and the verification after it.
void JavaRegistry::Calibrate(JNIEnv* env, const JniJava& java) {
  const jclass a = env->FindClass("java/lang/System");
  const jobject b = env->NewGlobalRef(a);
  volatile bool same = false;
  volatile std::uint32_t hash = 0;
  const double guess = Cost([&] { same = java.Same(env, a, b); });
  const double full = guess + Cost([&] { hash = java.Hash(env, a); });
  env->DeleteGlobalRef(b);
  env->DeleteLocalRef(a);
  set_break_even(std::clamp(static_cast<std::int32_t>(Predictor::kOne * guess / full),
                            Predictor::kOne / 16, Predictor::kOne));
}

}  // namespace peers

namespace {

void RequireObject(JNIEnv* env, jobject object, const void* peer) {
  if (env == nullptr || object == nullptr || peer == nullptr) {
    throw Error("null-argument", "Registry::Add takes an object and a peer");
  }
}

// A peer that was never registered is nobody's, and nothing is done to it.
void RequireOwn(const peers::JavaRegistry& registry, const Peer& peer) {
  if (peer.home() != nullptr && !registry.Owns(peer)) {
    throw Error("other-registry", "the peer is registered with another registry");
  }
}

// The peer that counts, or the error.
Ref<Peer> Counting(peers::JavaRegistry& registry, JNIEnv* env,
                   peers::JavaRegistry::AddResult result) {
  registry.DrainSome(env);
  using Added = peers::JavaRegistry::Added;
  switch (result.added) {
    case Added::kElsewhere:
      throw Error("registered-elsewhere", "the peer is registered for another object");
    case Added::kEnded:
      throw Error("disposed-peer", "the peer was registered once, and has been unregistered");
    case Added::kOtherRegistry:
      throw Error("other-registry", "the peer, or what an edge of it names, is another registry's");
    case Added::kOutOfReferences:
      throw Error("out-of-references", "the JVM gives no more global references");
    case Added::kYes:
    case Added::kOther:
      break;
  }
  return std::move(result.counts);
}

}  // namespace

// ---- Peer

Peer::~Peer() { delete edges_.load(std::memory_order_relaxed); }

peers::EdgeList& Peer::MakeEdges() {
  peers::EdgeList* edges = edges_.load(std::memory_order_acquire);
  if (edges != nullptr) return *edges;
  auto made = std::make_unique<peers::EdgeList>();
  if (edges_.compare_exchange_strong(edges, made.get(), std::memory_order_acq_rel)) {
    edges = made.release();
  }
  return *edges;
}

jlong Peer::handle() const noexcept {
  return static_cast<jlong>(handle_.load(std::memory_order_acquire));
}

bool Peer::registered() const noexcept {
  return (word_.load(std::memory_order_acquire) & kRegistered) != 0;
}

bool Peer::Root() {
  std::uint64_t word = word_.load(std::memory_order_relaxed);
  do {
    if ((word & kAlive) == 0 || (word & kState) == kDead) return false;
    if ((word & kState) == kWeak) return home_->RootWeak(*this);
  } while (!word_.compare_exchange_weak(word, (word & ~kFresh) + 1, std::memory_order_acquire,
                                        std::memory_order_relaxed));
  return true;
}

void Peer::DropRoot() noexcept {
  const std::uint64_t word = word_.fetch_sub(1, std::memory_order_acq_rel);
  if ((word & kRoots) != 1 || (word & (kRegistered | kMember)) != 0) return;
  if (home_ == nullptr) {
    delete this;
    return;
  }
  const std::shared_ptr<peers::Home> home = home_;  // may go with the peer
  home->Orphaned(*this);
}

// ---- PeerScope

Peer* PeerScope::Borrow(jobject object) const {
  return registry_.Find(static_cast<peers::ThreadState&>(scope_), env_, object);
}

Peer* PeerScope::BorrowByHash(jobject object, jint hash) const {
  return registry_.FindByHash(static_cast<peers::ThreadState&>(scope_), env_, object,
                              static_cast<std::uint32_t>(hash));
}

Peer& PeerScope::BorrowByHandle(jlong handle) const {
  Peer* peer = registry_.FindByHandle(peers::Handle::FromBits(static_cast<std::uint64_t>(handle)));
  registry_.Count(&PeerCounters::by_handle);
  if (peer == nullptr) [[unlikely]] {
    throw Error("stale-peer", "handle " + std::to_string(handle) +
                                  " is not that of a registered peer: it was disposed of, or "
                                  "never registered here");
  }
  return *peer;
}

// ---- Registry

Registry::Registry(Vm& vm, const RegistryOptions& options)
    : vm_(vm),
      impl_(std::make_shared<peers::JavaRegistry>(vm, options)),
      number_(impl_->number()) {}

std::shared_ptr<peers::Home> Registry::home() const { return impl_; }

peers::ScopeState& Registry::FindScope() { return impl_->Thread(); }

Registry::~Registry() {
  JNIEnv* env = nullptr;
  try {
    env = vm_.env();
  } catch (const Error&) {
    // The VM is gone, and its references with it.
  }
  impl_->Close(env);
}

Ref<Peer> Registry::Add(JNIEnv* env, jobject object, const Ref<Peer>& peer, Standing standing) {
  RequireObject(env, object, peer.get());
  return Counting(*impl_, env, impl_->Add(env, object, peer, standing));
}

Ref<Peer> Registry::Peek(JNIEnv* env, jobject object) { return impl_->Peek(env, object); }

Ref<Peer> Registry::GetOrCreate(JNIEnv* env, jobject object,
                                const std::function<Ref<Peer>(JNIEnv*, jobject)>& make,
                                Standing standing) {
  peers::JavaRegistry::Miss miss;
  if (Ref<Peer> known = impl_->Peek(env, object, &miss)) return known;
  const Ref<Peer> made = make(env, object);
  if (!made) return nullptr;
  RequireObject(env, object, made.get());
  return Counting(*impl_, env, impl_->Add(env, object, made, standing, &miss));
}

void Registry::Dispose(JNIEnv* env, Peer& peer) {
  RequireOwn(*impl_, peer);
  if (!peers::JavaRegistry::BeginDispose(peer)) return;
  peer.OnDispose(env);
  Remove(env, peer);
}

void Registry::Remove(JNIEnv* env, Peer& peer) {
  RequireOwn(*impl_, peer);
  if (impl_->Unregister(peer)) impl_->DrainSome(env);
}

jobject Registry::NewJavaRef(JNIEnv* env, const Peer& peer) {
  return impl_->WithHandle(
      peer, [env](jobject half) { return half == nullptr ? nullptr : env->NewLocalRef(half); });
}

std::vector<Ref<Peer>> Registry::List() { return impl_->List(); }

std::size_t Registry::Drain(JNIEnv* env) { return impl_->Drain(env); }

void Registry::EnableCounters(bool on) { impl_->set_counting(on); }

PeerCounters Registry::ReadCounters() const { return impl_->ReadCounters(); }

RegistryNumbers Registry::Numbers() const {
  return {.peers = impl_->peers(),
          .table_capacity = impl_->table().capacity(),
          .longest_bucket = impl_->table().longest_bucket(),
          .retired = impl_->retired(),
          .break_even = static_cast<double>(impl_->break_even()) / peers::Predictor::kOne};
}

}  // namespace causeway
