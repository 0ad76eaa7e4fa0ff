#include "bench/peers/lookup_loop.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <shared_mutex>

#include "bench/peers/comparators.h"
#include "runtime/peers/registry.h"

namespace causeway::bench {
namespace {

// What the native methods use: one process, one benchmark.
struct World {
  explicit World(Vm& vm, JNIEnv* env) : hash(env), registry(vm), created(vm) {}
  HashCall hash;
  LockedMap<std::mutex, 1> plain;
  LockedMap<std::mutex, 16> striped;
  LockedMap<std::shared_mutex, 1> read_write;
  LockedMap<std::mutex, 1> created_plain;
  Registry registry;
  Registry created;
  jfieldID own_peer = nullptr;
};
World* world = nullptr;

// The idea of a one-entry cache in front of the plain registry.
thread_local Entry recent;

jlong ValueOf(const Entry& entry) { return entry.peer == nullptr ? 0 : entry.peer->value; }
jlong ValueOf(const Peer* peer) {
  return peer == nullptr ? 0 : static_cast<const Numbered*>(peer)->value;
}

jlong JNICALL Empty(JNIEnv*, jclass, jobject) { return 1; }
jlong JNICALL Usual(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->plain.Find(env, object, world->hash.Plain(env, object)));
}
jlong JNICALL UsualA(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->plain.Find(env, object, world->hash.Array(env, object)));
}
jlong JNICALL Striped(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->striped.Find(env, object, world->hash.Array(env, object)));
}
jlong JNICALL ReadWrite(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->read_write.Find(env, object, world->hash.Array(env, object)));
}
jlong JNICALL Recent(JNIEnv* env, jclass, jobject object) {
  if (recent.global != nullptr && env->IsSameObject(recent.global, object) != JNI_FALSE) {
    return ValueOf(recent);
  }
  const Entry found = world->plain.Find(env, object, world->hash.Plain(env, object));
  if (found.global != nullptr) recent = found;
  return ValueOf(found);
}
jlong JNICALL Borrow(JNIEnv* env, jclass, jobject object) {
  const PeerScope scope(world->registry, env);
  return ValueOf(scope.Borrow(object));
}
jlong JNICALL Peek(JNIEnv* env, jclass, jobject object) {
  const Ref<Peer> peer = world->registry.Peek(env, object);
  return ValueOf(peer.get());
}
jlong JNICALL ByHash(JNIEnv* env, jclass, jobject object, jint hash) {
  const PeerScope scope(world->registry, env);
  return ValueOf(scope.BorrowByHash(object, hash));
}
jlong JNICALL ByHandle(JNIEnv* env, jclass, jobject, jlong handle) {
  const PeerScope scope(world->registry, env);
  return static_cast<const Numbered&>(scope.BorrowByHandle(handle)).value;
}
// Miss, factory, registration. The plain way allocates a peer and takes a reference, too.
jlong JNICALL CreatePlain(JNIEnv* env, jclass, jobject object) {
  const jint hash = world->hash.Plain(env, object);
  if (world->created_plain.Find(env, object, hash).global != nullptr) return 0;
  world->created_plain.Add(env, object, world->hash.Plain(env, object), 7);
  return 1;
}
jlong JNICALL Create(JNIEnv* env, jclass, jobject object) {
  const Ref<Peer> peer = world->created.GetOrCreate(
      env, object, [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Numbered>(7)); });
  return peer ? 1 : 0;
}
jlong BorrowHeld(JNIEnv* env, jclass, jobject object) {
  const PeerScope scope(world->registry, env);
  return ValueOf(scope.BorrowHeld(object));
}

// One loop a function, as in Java.
template <auto kFunction>
std::int64_t RunHeld(JNIEnv* env, const std::vector<jobject>& held,
                     const std::vector<std::int32_t>& order, std::size_t at, std::int64_t calls) {
  std::int64_t sum = 0;
  const std::size_t mask = order.size() - 1;
  for (std::int64_t i = 0; i < calls; ++i, ++at) {
    sum += kFunction(env, nullptr, held[static_cast<std::size_t>(order[at & mask])]);
  }
  return sum;
}

}  // namespace

void Die(const char* why) {
  fmt::print(stderr, "peers_bench: {}\n", why);
  std::exit(70);
}

LookupLoop::LookupLoop(Vm& vm) : env_(vm.env()) {
  loop_ = static_cast<jclass>(env_->NewGlobalRef(env_->FindClass("bench/PeersLoop")));
  const jclass own = env_->FindClass("bench/PeersLoop$Own");
  world = new World(vm, env_);
  world->own_peer = env_->GetFieldID(own, "peer", "J");
  const auto native = [](const char* name, const char* signature, auto* function) {
    return JNINativeMethod{const_cast<char*>(name), const_cast<char*>(signature),
                           reinterpret_cast<void*>(function)};
  };
  const char* one = "(Ljava/lang/Object;)J";
  const JNINativeMethod methods[] = {
      native("empty", one, &Empty),
      native("plain", one, &Usual),
      native("plainA", one, &UsualA),
      native("striped", one, &Striped),
      native("readWrite", one, &ReadWrite),
      native("recent", one, &Recent),
      native("borrow", one, &Borrow),
      native("peek", one, &Peek),
      native("byHash", "(Ljava/lang/Object;I)J", &ByHash),
      native("byHandle", "(Ljava/lang/Object;J)J", &ByHandle),
      native("createPlain", one, &CreatePlain),
      native("create", one, &Create),
  };
  env_->RegisterNatives(loop_, methods, static_cast<jint>(std::size(methods)));
  run_ = env_->GetStaticMethodID(loop_, "run", "(III)J");
  run_two_ = env_->GetStaticMethodID(loop_, "runTwo", "(II)D");
  pattern_ = env_->GetStaticMethodID(loop_, "pattern", "([I)V");
  prepare_ = env_->GetStaticMethodID(loop_, "prepare", "(I)V");
  object_at_ = env_->GetStaticMethodID(loop_, "objectAt", "(I)Ljava/lang/Object;");
  own_at_ = env_->GetStaticMethodID(loop_, "ownAt", "(I)Ljava/lang/Object;");
  MustBeClear();
}

void LookupLoop::Prepare(const Sequence& sequence) {
  world->plain.Clear(env_);
  world->striped.Clear(env_);
  world->read_write.Clear(env_);
  recent = {};
  for (const Ref<Peer>& peer : world->registry.List()) world->registry.Remove(env_, *peer);
  world->registry.Drain(env_);
  for (const jobject held : held_) env_->DeleteGlobalRef(held);
  held_.clear();

  env_->CallStaticVoidMethod(loop_, prepare_, static_cast<jint>(sequence.objects()));
  MustBeClear();
  Register(sequence);
  sequence_ = sequence;
  const std::vector<std::int32_t>& lookups = sequence_.order;
  const auto length = static_cast<jsize>(lookups.size());
  const jintArray order = env_->NewIntArray(length);
  env_->SetIntArrayRegion(order, 0, length, lookups.data());
  env_->CallStaticVoidMethod(loop_, pattern_, order);
  env_->DeleteLocalRef(order);
  MustBeClear();
  found_before_.assign(1, 0);
  for (const std::int32_t object : lookups) {
    found_before_.push_back(found_before_.back() + (sequence.HasPeer(object) ? 1 : 0));
  }
  at_ = 0;
}

void LookupLoop::Register(const Sequence& sequence) {
  for (std::size_t i = 0; i < sequence.objects(); ++i) {
    const auto index = static_cast<jint>(i);
    const jobject object = env_->CallStaticObjectMethod(loop_, object_at_, index);
    held_.push_back(env_->NewGlobalRef(object));
    if (sequence.registered[i]) {
      const jint hash = world->hash.Array(env_, object);
      world->plain.Add(env_, object, hash, 1);
      world->striped.Add(env_, object, hash, 1);
      world->read_write.Add(env_, object, hash, 1);
      world->registry.Add(env_, object, MakePeer<Numbered>(1));
      const jobject own = env_->CallStaticObjectMethod(loop_, own_at_, index);
      const Ref<Peer> peer = world->registry.Add(env_, own, MakePeer<Numbered>(1));
      env_->SetLongField(own, world->own_peer, peer->handle());
      env_->DeleteLocalRef(own);
    }
    env_->DeleteLocalRef(object);
  }
}

Variant LookupLoop::Of(const std::string& name, Role role, Method method) {
  return {name, role, [this, method](std::int64_t calls) { CheckedRun(method, calls); }, [] {}};
}

Variant LookupLoop::OfCounted(const std::string& name) {
  return {name, Role::kOther,
          [this](std::int64_t calls) {
            world->registry.EnableCounters(true);
            CheckedRun(Method::kBorrow, calls);
            world->registry.EnableCounters(false);
          },
          [] {}};
}

Variant LookupLoop::OfHeld(const std::string& name, Role role, Held method) {
  auto* run = &RunHeld<Usual>;
  if (method == Held::kBorrow) run = &RunHeld<Borrow>;
  if (method == Held::kBorrowHeld) run = &RunHeld<BorrowHeld>;
  return {name, role,
          [this, run](std::int64_t calls) {
            const std::int64_t sum = run(env_, held_, sequence_.order, at_, calls);
            if (sum != Expected(calls)) Die("a lookup found the wrong peer");
            Advance(calls);
          },
          [] {}};
}

jlong LookupLoop::Run(Method method, std::int64_t calls) {
  jlong sum = 0;
  while (calls > 0) {
    if (sequence_.Forgets(at_)) Forget();
    std::int64_t piece = calls;
    if (sequence_.once != 0) {
      const std::size_t end =
          std::min(sequence_.order.size(), at_ + sequence_.once - at_ % sequence_.once);
      piece = std::min(piece, static_cast<std::int64_t>(end - at_));
    }
    sum += env_->CallStaticLongMethod(loop_, run_, static_cast<jint>(method),
                                      static_cast<jint>(piece), static_cast<jint>(at_));
    MustBeClear();
    Advance(piece);
    calls -= piece;
  }
  return sum;
}

void LookupLoop::Forget() {
  recent = {};
  const PeerScope scope(world->registry, env_);
  if (peers::current_scope->registry != world->registry.impl().number()) Die("another registry");
  static_cast<peers::ThreadState&>(*peers::current_scope).predictor = peers::Predictor();
}

double LookupLoop::RunTwo(Method method, int calls) {
  const double ns = env_->CallStaticDoubleMethod(loop_, run_two_, static_cast<jint>(method), calls);
  MustBeClear();
  return ns;
}

void LookupLoop::ForgetCreated() {
  world->created_plain.Clear(env_);
  for (const Ref<Peer>& peer : world->created.List()) world->created.Remove(env_, *peer);
  world->created.Drain(env_);
}

double LookupLoop::break_even() const { return world->registry.Numbers().break_even; }

Operations LookupLoop::Count(double break_even) {
  peers::JavaRegistry& registry = world->registry.impl();
  const std::int32_t measured = registry.break_even();
  registry.set_break_even(
      static_cast<std::int32_t>(std::lround(break_even * peers::Predictor::kOne)));
  world->registry.EnableCounters(true);
  const auto calls = static_cast<std::int64_t>(sequence_.order.size());
  at_ = 0;
  CheckedRun(Method::kBorrow, calls);
  const PeerCounters before = world->registry.ReadCounters();
  CheckedRun(Method::kBorrow, calls);
  const PeerCounters counted = world->registry.ReadCounters() - before;
  world->registry.EnableCounters(false);
  registry.set_break_even(measured);
  if (counted.by_object != sequence_.order.size() || counted.waits != 0)
    Die("the counts are wrong");
  const auto mean = [&](std::uint64_t n) {
    return static_cast<double>(n) / static_cast<double>(counted.by_object);
  };
  return {mean(counted.same_calls), mean(counted.hash_calls),
          mean(counted.by_object - counted.first_guess_right - counted.second_guess_right)};
}

void LookupLoop::CheckedRun(Method method, std::int64_t calls) {
  const std::int64_t expected = method == Method::kEmpty ? calls : Expected(calls);
  if (Run(method, calls) != expected) Die("a lookup found the wrong peer");
}

std::int64_t LookupLoop::Expected(std::int64_t calls) const {
  const auto length = static_cast<std::int64_t>(sequence_.order.size());
  const std::size_t end = (at_ + static_cast<std::size_t>(calls)) & (sequence_.order.size() - 1);
  const std::int64_t wraps = (static_cast<std::int64_t>(at_) + calls) / length;
  return wraps * found_before_.back() + found_before_[end] - found_before_[at_];
}

void LookupLoop::Advance(std::int64_t calls) {
  at_ = (at_ + static_cast<std::size_t>(calls)) & (sequence_.order.size() - 1);
}

void LookupLoop::MustBeClear() {
  if (env_->ExceptionCheck() == JNI_FALSE) return;
  env_->ExceptionDescribe();
  Die("a Java exception");
}

}  // namespace causeway::bench
