// The registry of peers on a real JVM: identity, its rules (R1 to R21 of the contract in
// docs/peers.md, those that need Java), exact counts of JNI operations and allocations. Built
// twice: as it is, and with a JVM in which all identity hashes are equal (CAUSEWAY_COLLIDE).
#include <gtest/gtest.h>
#include <jni.h>

#include <barrier>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include "causeway/peer.h"
#include "causeway/peer_graph.h"
#include "causeway/type_map.h"
#include "tests/jvm/allocation_counter.h"
#include "tests/jvm/harness.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {

namespace {

#ifdef CAUSEWAY_COLLIDE
constexpr bool kCollide = true;
#else
constexpr bool kCollide = false;
#endif

std::atomic<int> alive{0};

class Thing : public Peer {
 public:
  Thing() { ++alive; }
  ~Thing() override { --alive; }
};

class Peers : public testing::Test {
 protected:
  Peers()
      : vm(StartVm(kCollide ? std::vector<std::string>{"-XX:+UnlockExperimentalVMOptions",
                                                       "-XX:hashCode=2"}
                            : std::vector<std::string>{})),
        env(vm.env()),
        registry(std::make_unique<Registry>(vm, RegistryOptions{.check_exceptions = true})) {
    env->PushLocalFrame(4096);
    object_class = env->FindClass("java/lang/Object");
  }
  ~Peers() override {
    registry.reset();
    EXPECT_EQ(alive, 0);
    env->PopLocalFrame(nullptr);
    EXPECT_FALSE(env->ExceptionCheck());
  }

  jobject NewObject() const { return env->AllocObject(object_class); }
  std::vector<jobject> NewObjects(int n) const {
    std::vector<jobject> objects;
    for (int i = 0; i < n; ++i) objects.push_back(NewObject());
    return objects;
  }
  jint Hash(jobject object) const {
    const jclass system = env->FindClass("java/lang/System");
    const jint hash = env->CallStaticIntMethod(
        system, env->GetStaticMethodID(system, "identityHashCode", "(Ljava/lang/Object;)I"),
        object);
    EXPECT_FALSE(env->ExceptionCheck());
    env->DeleteLocalRef(system);
    return hash;
  }
  void CollectGarbage() const {
    const jclass system = env->FindClass("java/lang/System");
    env->CallStaticVoidMethod(system, env->GetStaticMethodID(system, "gc", "()V"));
    EXPECT_FALSE(env->ExceptionCheck());
    env->DeleteLocalRef(system);
  }

  Vm& vm;
  JNIEnv* env;
  jclass object_class;
  std::unique_ptr<Registry> registry;
};

TEST_F(Peers, IdentityHashNeverThrows) {
  EXPECT_EQ(Hash(nullptr), 0);
  const jobject object = NewObject();
  EXPECT_EQ(Hash(object), Hash(env->NewLocalRef(object)));
  if (kCollide) {
    EXPECT_EQ(Hash(object), Hash(NewObject()));
  }
}

TEST_F(Peers, R1R2_AnyReferenceFindsThePeerAndNoOtherDoes) {
  const jobject object = NewObject();
  const Ref<Peer> peer = registry->Add(env, object, MakePeer<Thing>());
  const jobject global = env->NewGlobalRef(object);
  const jobject local = env->NewLocalRef(object);
  EXPECT_NE(local, object) << "handles are no identity";
  for (const jobject reference : {object, global, local}) {
    EXPECT_EQ(registry->Peek(env, reference), peer);
    const PeerScope scope(*registry, env);
    EXPECT_EQ(scope.Borrow(reference), peer.get());
    EXPECT_EQ(scope.BorrowByHash(reference, Hash(reference)), peer.get());
  }
  EXPECT_EQ(registry->Peek(env, NewObject()), nullptr);
  // A handle value that is used again for another object.
  env->DeleteGlobalRef(global);
  const jobject other = env->NewGlobalRef(NewObject());
  EXPECT_EQ(registry->Peek(env, other), nullptr);
  env->DeleteGlobalRef(other);
}

TEST_F(Peers, R3_AllOfABucketAreCompared) {
  const std::vector<jobject> objects = NewObjects(300);
  std::vector<Ref<Peer>> peers;
  for (const jobject object : objects)
    peers.push_back(registry->Add(env, object, MakePeer<Thing>()));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    EXPECT_EQ(registry->Peek(env, objects[i]), peers[i]);
  }
  if (kCollide) {
    EXPECT_EQ(registry->Numbers().longest_bucket, 300U);
  }
}

TEST_F(Peers, OwnClassesGoByHandle) {
  const Ref<Peer> peer = registry->Add(env, NewObject(), MakePeer<Thing>());
  const jlong handle = peer->handle();
  const PeerScope scope(*registry, env);
  EXPECT_EQ(&scope.BorrowByHandle(handle), peer.get());
  registry->Dispose(env, *peer);
  for (const jlong stale : {handle, jlong{0}, jlong{-1}, handle + 1}) {
    try {
      scope.BorrowByHandle(stale);
      ADD_FAILURE() << stale;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), "stale-peer");
    }
  }
  EXPECT_EQ(peer->handle(), 0);
}

// The factory looks the object up itself, which makes a peer: that one counts.
TEST_F(Peers, R9_AFactoryThatReentersIsNotDoubled) {
  const jobject object = NewObject();
  Ref<Peer> inner;
  int made = 0;
  const Ref<Peer> outer = registry->GetOrCreate(env, object, [&](JNIEnv* e, jobject o) {
    if (made++ == 0) {
      inner = registry->GetOrCreate(e, o,
                                    [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Thing>()); });
    }
    return Ref<Peer>(MakePeer<Thing>());
  });
  EXPECT_EQ(outer, inner);
  EXPECT_EQ(registry->Numbers().peers, 1U);
}

// SkiaSharp#4101: a factory that looks up another object, two threads crosswise. With user code
// under a striped lock this is a deadlock.
TEST_F(Peers, R11_FactoriesMayLookUpOthers) {
  const jobject a = env->NewGlobalRef(NewObject());
  const jobject b = env->NewGlobalRef(NewObject());
  std::barrier inside(2);
  const auto run = [&](jobject first, jobject second) {
    JNIEnv* own = vm.env();
    const Ref<Peer> peer = registry->GetOrCreate(own, first, [&](JNIEnv* e, jobject) {
      inside.arrive_and_wait();
      registry->Peek(e, second);
      return Ref<Peer>(MakePeer<Thing>());
    });
    EXPECT_TRUE(peer);
  };
  std::thread other([&] { run(b, a); });
  run(a, b);
  other.join();
  env->DeleteGlobalRef(a);
  env->DeleteGlobalRef(b);
}

// The hook runs once, still finds the peer, and may dispose again.
class Hooked final : public Thing {
 public:
  Hooked(Registry& registry, jobject object) : registry_(registry), object_(object) {}
  int hooks = 0;
  bool found = false;

 private:
  void OnDispose(JNIEnv* env) override {
    ++hooks;
    found = registry_.Peek(env, object_).get() == this;
    registry_.Dispose(env, *this);
  }
  Registry& registry_;
  jobject object_;
};

TEST_F(Peers, R15R16_TheHookRunsOnceAndBeforeTheEnd) {
  const jobject object = NewObject();
  const Ref<Hooked> peer = MakePeer<Hooked>(*registry, object);
  registry->Add(env, object, peer);
  registry->Dispose(env, *peer);
  registry->Dispose(env, *peer);
  EXPECT_EQ(peer->hooks, 1);
  EXPECT_TRUE(peer->found);
  EXPECT_EQ(registry->Peek(env, object), nullptr);
  EXPECT_EQ(registry->NewJavaRef(env, *peer), nullptr);
}

TEST_F(Peers, R17_TheJavaHalfMayGetANewPeer) {
  const jobject object = NewObject();
  const Ref<Peer> first = registry->Add(env, object, MakePeer<Thing>());
  registry->Dispose(env, *first);
  const Ref<Peer> second = registry->Add(env, object, MakePeer<Thing>());
  EXPECT_NE(first, second);
  EXPECT_EQ(registry->Peek(env, object), second);
  const jobject java = registry->NewJavaRef(env, *second);
  EXPECT_TRUE(env->IsSameObject(java, object));
}

// While it is registered, the Java half stays; after its end it goes.
TEST_F(Peers, TheRegistrationHoldsTheJavaHalf) {
  jobject object = NewObject();
  const jweak weak = env->NewWeakGlobalRef(object);
  const Ref<Peer> peer = registry->Add(env, object, MakePeer<Thing>());
  env->DeleteLocalRef(object);
  CollectGarbage();
  EXPECT_FALSE(env->IsSameObject(weak, nullptr));
  registry->Remove(env, *peer);
  registry->Drain(env);
  CollectGarbage();
  EXPECT_TRUE(env->IsSameObject(weak, nullptr));
  env->DeleteWeakGlobalRef(weak);
}

TEST_F(Peers, R12_ManyPeersForOneObjectLeaveOneReference) {
  const jobject object = NewObject();
  registry->Add(env, object, MakePeer<Thing>());
  JniInterposer jni(env);
  for (int i = 0; i < 100; ++i) registry->Add(env, object, MakePeer<Thing>());
  EXPECT_EQ(jni.Read()["NewGlobalRef"], 0U) << "the registered one is found first";
  EXPECT_EQ(registry->Numbers().peers, 1U);
}

TEST_F(Peers, R14_ALifeOfChurnLeavesNothing) {
  for (int i = 0; i < 20'000; ++i) {
    const jobject object = NewObject();
    const Ref<Peer> peer = registry->Add(env, object, MakePeer<Thing>());
    registry->Dispose(env, *peer);
    env->DeleteLocalRef(object);
  }
  registry->Drain(env);
  const RegistryNumbers numbers = registry->Numbers();
  EXPECT_EQ(numbers.peers, 0U);
  EXPECT_EQ(numbers.retired, 0U);
  EXPECT_LE(numbers.table_capacity, 128U);
  EXPECT_EQ(alive, 0);
}

TEST_F(Peers, UserMistakesAreErrors) {
  const jobject object = NewObject();
  const Ref<Peer> peer = registry->Add(env, object, MakePeer<Thing>());
  const auto code = [&](jobject o, const Ref<Peer>& p) {
    try {
      registry->Add(env, o, p);
    } catch (const Error& error) {
      return error.code();
    }
    return std::string("none");
  };
  EXPECT_EQ(code(nullptr, peer), "null-argument");
  EXPECT_EQ(code(object, nullptr), "null-argument");
  EXPECT_EQ(code(NewObject(), peer), "registered-elsewhere");
  EXPECT_EQ(code(object, peer), "none");
}

// Handles of different registries may have the same bits.
TEST_F(Peers, PeersOfAnotherRegistryAreErrors) {
  Registry other(vm, RegistryOptions{.check_exceptions = true});
  const jobject object = NewObject();
  const jobject mine = NewObject();
  const Ref<Peer> foreigner = other.Add(env, object, MakePeer<Thing>());
  const Ref<Peer> own = registry->Add(env, mine, MakePeer<Thing>());
  EXPECT_EQ(foreigner->handle(), own->handle());
  const auto code = [&](const std::function<void()>& use) {
    try {
      use();
    } catch (const Error& error) {
      return error.code();
    }
    return std::string("none");
  };
  EXPECT_EQ(code([&] { registry->Dispose(env, *foreigner); }), "other-registry");
  EXPECT_EQ(code([&] { registry->Remove(env, *foreigner); }), "other-registry");
  EXPECT_EQ(registry->NewJavaRef(env, *foreigner), nullptr);
  EXPECT_EQ(other.Peek(env, object), foreigner);
  EXPECT_EQ(registry->Peek(env, mine), own);
  other.Remove(env, *foreigner);
  EXPECT_EQ(code([&] { registry->Add(env, object, foreigner); }), "disposed-peer");
}

#ifndef CAUSEWAY_COLLIDE
// ---- Exact gates, for hashes that differ

struct PerLookup {
  double same = 0;
  double hash = 0;
  std::uint64_t allocations = 0;
};

// Lookups of `objects[at(i)]`, each through a fresh local reference.
PerLookup Count(JNIEnv* env, Registry& registry, const std::vector<jobject>& objects,
                const std::function<std::size_t(int)>& at, bool found = true) {
  constexpr int kWarm = 4'000;
  constexpr int kMeasured = 20'000;
  const auto lookup = [&](int i) {
    const jobject local = env->NewLocalRef(objects[at(i)]);
    {
      const PeerScope scope(registry, env);
      EXPECT_EQ(scope.Borrow(local) != nullptr, found);
    }
    env->DeleteLocalRef(local);
  };
  for (int i = 0; i < kWarm; ++i) lookup(i);
  JniInterposer jni(env);
  const AllocationScope allocations;
  for (int i = kWarm; i < kWarm + kMeasured; ++i) lookup(i);
  const std::uint64_t allocated = allocations.count();
  const JniNumbers numbers = jni.Read();
  return {static_cast<double>(numbers["IsSameObject"]) / kMeasured,
          static_cast<double>(numbers["CallStaticIntMethodA"]) / kMeasured, allocated};
}

class PeerGates : public Peers {
 protected:
  std::vector<jobject> Registered(int n) {
    std::vector<jobject> objects = NewObjects(n);
    for (const jobject object : objects) registry->Add(env, object, MakePeer<Thing>());
    return objects;
  }
  void ExpectPredicted(const std::string& name, int n, const std::function<std::size_t(int)>& at) {
    const PerLookup per = Count(env, *registry, Registered(n), at);
    EXPECT_LE(per.same, 1.3) << name;
    EXPECT_LE(per.hash, 0.1) << name;
    EXPECT_EQ(per.allocations, 0U) << name;
  }
};

TEST_F(PeerGates, FixedPatternsAreVerifiedGuesses) {
  for (const int n : {1, 2, 8, 64}) {
    const auto size = static_cast<std::size_t>(n);
    ExpectPredicted(std::to_string(n) + " in turn", n,
                    [size](int i) { return static_cast<std::size_t>(i) % size; });
    ExpectPredicted("runs of eight over " + std::to_string(n), n,
                    [size](int i) { return static_cast<std::size_t>(i) / 8 % size; });
  }
  ExpectPredicted("parent/child", 33, [](int i) {
    return i % 2 == 0 ? std::size_t{0} : 1 + static_cast<std::size_t>(i) / 2 % 32;
  });
}

TEST_F(PeerGates, RandomIsOneHashAndOneComparison) {
  std::mt19937 random(20261201);
  const PerLookup per = Count(env, *registry, Registered(64),
                              [&](int) { return static_cast<std::size_t>(random() % 64); });
  EXPECT_LE(per.same + per.hash, 2.05);
  EXPECT_EQ(per.allocations, 0U);
}

TEST_F(PeerGates, AbsenceNeedsNoComparison) {
  Registered(64);
  const PerLookup per = Count(
      env, *registry, NewObjects(64), [](int i) { return static_cast<std::size_t>(i) % 64; },
      false);
  EXPECT_LE(per.same, 0.01);
  EXPECT_NEAR(per.hash, 1, 1e-9);
  EXPECT_EQ(per.allocations, 0U);
}

TEST_F(PeerGates, APassedHashNeedsOneComparisonAndAHandleNothing) {
  const std::vector<jobject> objects = Registered(64);
  const Ref<Peer> peer = registry->Peek(env, objects[5]);
  const jint hash = Hash(objects[5]);
  JniInterposer jni(env);
  {
    const PeerScope scope(*registry, env);
    EXPECT_EQ(scope.BorrowByHash(objects[5], hash), peer.get());
    EXPECT_EQ(jni.Read()["IsSameObject"], 1U);
    EXPECT_EQ(jni.Read().total(), 1U);
    jni.Reset();
    EXPECT_EQ(&scope.BorrowByHandle(peer->handle()), peer.get());
  }
  EXPECT_EQ(jni.Read().total(), 0U);
}

// Native code keeps global references and asks for them in any order.
TEST_F(PeerGates, AHeldReferenceNeedsOneComparisonInAnyOrder) {
  std::vector<jobject> held;
  for (const jobject object : Registered(64)) held.push_back(env->NewGlobalRef(object));
  std::mt19937 random(20261201);
  const PeerScope scope(*registry, env);
  for (const jobject reference : held) scope.BorrowHeld(reference);
  constexpr std::uint64_t kLookups = 20'000;
  JniInterposer jni(env);
  const AllocationScope allocations;
  for (std::uint64_t i = 0; i < kLookups; ++i) scope.BorrowHeld(held[random() % held.size()]);
  EXPECT_EQ(allocations.count(), 0U);
  const JniNumbers numbers = jni.Read();
  // Of 64 references in 256 places some share one, about six pairs by chance.
  EXPECT_LE(numbers["IsSameObject"], kLookups * 13 / 10);
  EXPECT_LE(numbers["CallStaticIntMethodA"], kLookups * 35 / 100);
  for (const jobject reference : held) {
    EXPECT_EQ(scope.BorrowHeld(reference), registry->Peek(env, reference).get());
    env->DeleteGlobalRef(reference);
  }
}

#endif

// Every reference that a registry and a type map took is given back.
TEST_F(Peers, NothingStaysWhenTheyGo) {
  static constexpr PeerType kNone[] = {
      {"java/lang/Object", [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Thing>()); }}};
  JniInterposer jni(env);
  {
    Registry own(vm, {.check_exceptions = true, .creation_stacks = 4});
    const TypeMap lazily(vm, kNone, TypeMap::Resolve::kLazily);
    TypeMap at_once(vm, kNone, TypeMap::Resolve::kAtOnce);
    at_once.GetOrCreate(own, env, NewObject());
    const std::string graph = PeerGraphJson(own, env);
    EXPECT_NE(graph.find("java.lang.Object"), std::string::npos) << graph;
  }
  JniNumbers numbers = jni.Read();
  EXPECT_GT(numbers.global_references, 0U);
  EXPECT_EQ(numbers["DeleteGlobalRef"], numbers.global_references);
  EXPECT_EQ(numbers["DeleteWeakGlobalRef"], numbers.weak_references);
}

// ---- From class to factory

template <int N>
class Typed final : public Thing {};
template <int N>
Ref<Peer> MakeTyped(JNIEnv*, jobject) {
  return Ref<Peer>(MakePeer<Typed<N>>());
}

constexpr PeerType kTypes[] = {{"java/util/ArrayList", &MakeTyped<1>},
                               {"java/lang/Number", &MakeTyped<2>},
                               {"java/util/AbstractList", &MakeTyped<3>}};

class TypeMaps : public Peers {
 protected:
  jobject New(const char* java_class, const char* signature = "()V", jint argument = 0) {
    const jclass type = env->FindClass(java_class);
    return env->NewObject(type, env->GetMethodID(type, "<init>", signature), argument);
  }
};

TEST_F(TypeMaps, TheNearestClassCounts) {
  for (const auto resolve : {TypeMap::Resolve::kAtOnce, TypeMap::Resolve::kLazily}) {
    TypeMap map(vm, kTypes, resolve);
    for (int time = 0; time < 2; ++time) {
      const auto name = [&](jobject object) -> std::string {
        const PeerType* type = map.Find(env, object);
        return type == nullptr ? "none" : type->java_class;
      };
      EXPECT_EQ(name(New("java/util/ArrayList")), "java/util/ArrayList");
      EXPECT_EQ(name(New("java/util/LinkedList")), "java/util/AbstractList") << "two above it";
      EXPECT_EQ(name(New("java/lang/Integer", "(I)V", 5)), "java/lang/Number");
      EXPECT_EQ(name(New("java/util/HashMap")), "none");
      EXPECT_EQ(name(nullptr), "none");
      EXPECT_EQ(name(env->NewIntArray(1)), "none");
    }
    // ArrayList, LinkedList, AbstractSequentialList, AbstractList, Integer, Number, HashMap,
    // AbstractMap, int[], Object; the classes above an entry are not looked at.
    EXPECT_EQ(map.known_classes(), 10U);
  }
}

TEST_F(TypeMaps, MakesPeersThatAreRegistered) {
  TypeMap map(vm, kTypes, TypeMap::Resolve::kLazily);
  const jobject list = New("java/util/Vector");
  const Ref<Peer> peer = map.GetOrCreate(*registry, env, list);
  EXPECT_NE(dynamic_cast<Typed<3>*>(peer.get()), nullptr);
  EXPECT_EQ(map.GetOrCreate(*registry, env, list), peer);
  EXPECT_EQ(map.GetOrCreate(*registry, env, New("java/util/HashMap")), nullptr);
  EXPECT_EQ(registry->Numbers().peers, 1U);
}

TEST_F(TypeMaps, MistakesAreErrors) {
  const auto code = [&](std::span<const PeerType> types, TypeMap::Resolve resolve) {
    try {
      const TypeMap map(vm, types, resolve);
    } catch (const Error& error) {
      return error.code();
    }
    return std::string("none");
  };
  const PeerType misspelt[] = {{"java/util/ArayList", &MakeTyped<1>}};
  EXPECT_EQ(code(misspelt, TypeMap::Resolve::kAtOnce), "class-not-found");
  EXPECT_EQ(code(misspelt, TypeMap::Resolve::kLazily), "none");
  const PeerType twice[] = {{"java/util/List", &MakeTyped<1>}, {"java/util/List", &MakeTyped<2>}};
  EXPECT_EQ(code(twice, TypeMap::Resolve::kLazily), "duplicate-class");
}

TEST_F(TypeMaps, NothingIsFoundBeforeItIsNeeded) {
  JniInterposer jni(env);
  TypeMap map(vm, kTypes, TypeMap::Resolve::kLazily);
  EXPECT_EQ(jni.Read()["NewWeakGlobalRef"], 0U);
  const jobject list = New("java/util/ArrayList");
  map.Find(env, list);
  jni.Reset();
  map.Find(env, list);
  // A class that is known: its reference made and deleted, its hash (and the check of
  // -Xcheck:jni), one comparison.
  EXPECT_LE(jni.Read().total(), kCollide ? 64U : 5U);
}

// ---- Threads

// R9 with real threads: started together on one object, over and over.
TEST_F(Peers, TwoThreadsAgreeOnOnePeer) {
  constexpr int kRounds = 3'000;
  std::vector<jobject> objects;
  for (int i = 0; i < kRounds; ++i) {
    const jobject local = NewObject();
    objects.push_back(env->NewGlobalRef(local));
    env->DeleteLocalRef(local);
  }
  std::vector<Ref<Peer>> won[2];
  std::barrier start(2);
  const auto run = [&](int who) {
    JNIEnv* own = vm.env();
    for (const jobject object : objects) {
      start.arrive_and_wait();
      won[who].push_back(registry->GetOrCreate(
          own, object, [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Thing>()); }));
    }
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  EXPECT_EQ(won[0], won[1]);
  EXPECT_EQ(registry->Numbers().peers, static_cast<std::size_t>(kRounds));
  for (const jobject object : objects) env->DeleteGlobalRef(object);
  won[0].clear();
  won[1].clear();
}

// Lookups, disposal, new threads and collections together.
TEST_F(Peers, Soak) {
  constexpr int kObjects = 64;
  std::vector<jobject> objects;
  for (const jobject object : NewObjects(kObjects)) objects.push_back(env->NewGlobalRef(object));
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 3; ++seed) {
    threads.emplace_back([&, seed] {
      for (int life = 0; life < 20; ++life) {
        std::thread([&] {
          JNIEnv* own = vm.env();
          std::mt19937 random(seed * 100 + static_cast<unsigned>(life));
          for (int step = 0; step < 1'500 && !stop; ++step) {
            const jobject object = objects[random() % kObjects];
            switch (random() % 4) {
              case 0:
                registry->GetOrCreate(
                    own, object, [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Thing>()); });
                break;
              case 1:
                if (const Ref<Peer> peer = registry->Peek(own, object)) {
                  registry->Dispose(own, *peer);
                }
                break;
              default: {
                const PeerScope scope(*registry, own);
                if (const Peer* peer = scope.Borrow(object)) static_cast<void>(peer->registered());
              }
            }
          }
        }).join();
      }
    });
  }
  for (int i = 0; i < 10; ++i) CollectGarbage();
  for (std::thread& thread : threads) thread.join();
  for (const jobject object : objects) env->DeleteGlobalRef(object);
}

}  // namespace
}  // namespace causeway::test
