// Rules of the bridge that need Java, and regressions of bugs that other bindings had;
// docs/peers_rules.md lists them all.
#include <gtest/gtest.h>
#include <jni.h>

#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "causeway/type_map.h"
#include "tests/jvm/peers_rules.h"
#include "tests/jvm/reference_guard.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

using peers::Step;

class BridgeRules : public RulesTest {};

// Counterexample C: to JNI a cleared weak reference is null, and all of them are one object. While
// a round has found a half dead, its registry holds such a reference.
TEST_F(BridgeRules, R4_WhatAClearedWeakReferenceGivesFindsNothing) {
  const jobject half = NewHalf();
  const jweak mine = env->NewWeakGlobalRef(half);
  Add(half);
  for (int i = 0; i < 20; ++i) registry->Peek(env, half);  // the next guess is this peer
  env->DeleteLocalRef(half);
  int asked = 0;
  const RoundNumbers numbers = Round([&](Step step) {
    if (step != Step::kCollected) return;
    EXPECT_TRUE(env->IsSameObject(mine, nullptr));
    const jobject promoted = env->NewLocalRef(mine);
    EXPECT_EQ(promoted, nullptr);
    const PeerScope scope(*registry, env);
    EXPECT_EQ(scope.Borrow(promoted), nullptr);
    EXPECT_EQ(scope.BorrowByHash(promoted, 0), nullptr);
    EXPECT_EQ(registry->Peek(env, promoted), nullptr);
    ++asked;
  });
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(numbers.dead, 1U);
  env->DeleteWeakGlobalRef(mine);
}

// A weak JNI reference is cleared after the finalizer: until then the pair lives.
TEST_F(BridgeRules, R5_AFinalizableHalfLivesUntilItsFinalizerHasRun) {
  static std::atomic<int> ran{0};
  ran = 0;
  const JNINativeMethod native{const_cast<char*>("finalized"),
                               const_cast<char*>("(Ljava/lang/Object;)V"),
                               reinterpret_cast<void*>(+[](JNIEnv*, jclass, jobject) { ++ran; })};
  const jclass halves = vm.FindClass("com/example/bridge/Halves");
  ASSERT_EQ(env->RegisterNatives(halves, &native, 1), JNI_OK);
  env->DeleteGlobalRef(halves);
  const jobject half = env->NewObject(finalized, env->GetMethodID(finalized, "<init>", "()V"));
  const Weak<Node> weak(Add(half));
  env->DeleteLocalRef(half);
  EXPECT_EQ(Round().dead, 0U);
  EXPECT_TRUE(weak.Lock());
  EXPECT_TRUE(Eventually([] {
    CallVoid("com/example/bridge/Halves", "runFinalizers");
    return ran == 1;
  }));
  EXPECT_EQ(Round().dead, 1U);
  EXPECT_FALSE(weak.Lock());
}

// margelo/nitro#1453: a C++ half that names its own Java half keeps both for ever.
TEST_F(BridgeRules, R23_AnEdgeToItselfKeepsNothing) {
  {
    const Ref<Node> node = AddUnheld();
    node->next = node;
  }
  EXPECT_EQ(Round().dead, 1U);
}

// signalapp/libsignal#380: the wrapper is collected while its native call runs. A method that gets
// the object cannot lose the pair; one that gets the handle only gets an error.
TEST_F(BridgeRules, R21_TheObjectOfACallLivesUntilItReturns) {
  MakeBridgeByHand();
  Weak<Node> weak;
  int found = 0;
  OnCalled([&](JNIEnv* own, jobject half) {
    Node* node = MakePeer<Node>().Release();
    {
      const Ref<Node> root = Ref<Node>::Adopt(node);
      registry->Add(own, half, root);
      weak = Weak<Node>(root);
    }
    const PeerScope scope(*registry, own);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(bridge->Collect(own).dead, 0U);
      if (scope.Borrow(half) == node && &scope.BorrowByHandle(node->handle()) == node) ++found;
    }
  });
  CallLong(kCalls, "callWithAFreshHalf");
  EXPECT_EQ(found, 3);
  EXPECT_EQ(bridge->Collect(env).dead, 1U) << "after it";
  EXPECT_FALSE(weak.Lock());
  const jlong handle = AddUnheld()->handle();
  bridge->Collect(env);
  const PeerScope scope(*registry, env);
  EXPECT_EQ(CodeOf([&] { scope.BorrowByHandle(handle); }), "stale-peer");
}

// Each reference is refused once, and this VM throws as well: every way through is a typed error or
// a peer that lives, and nothing is left pending.
TEST_F(BridgeRules, R25_ARefusalThatThrowsIsNoVerdict) {
  const jobject half = NewHalf();
  std::uint64_t nth = 1;
  for (bool refused = true; refused; ++nth) {
    ASSERT_LT(nth, 100U);
    const ReferenceGuard guard(env);
    ReferenceGuard::RefuseOnce(nth);
    int errors = 0;
    const auto attempt = [&](const std::function<void()>& what) {
      const std::string code = CodeOf(what);
      if (code == "out-of-references") {
        ++errors;
      } else {
        EXPECT_EQ(code, "none");
      }
      EXPECT_FALSE(env->ExceptionCheck());
    };
    // A ring that dies, and one that Java keeps.
    Weak<Node> kept;
    attempt([&] { kept = Weak<Node>(Add(half)); });
    Ref<Node> first;
    Ref<Node> second;
    attempt([&] { first = AddUnheld(); });
    attempt([&] { second = AddUnheld(); });
    if (first && second) {
      first->next = second;
      second->next = first;
    }
    first = nullptr;
    second = nullptr;
    Round([&](Step step) {
      if (step == Step::kDeletedOld) attempt([&] { kept.Lock(); });
    });
    refused = ReferenceGuard::refused();
    EXPECT_LE(errors, refused ? 1 : 0);
    ReferenceGuard::RefuseOnce(0);
    Round();
    const Ref<Node> still = kept.Lock();
    EXPECT_EQ(alive, still ? 1 : 0) << nth;
    EXPECT_EQ(static_cast<bool>(registry->Peek(env, half)), static_cast<bool>(still));
    if (still) registry->Remove(env, *still);
    registry->Drain(env);
    EXPECT_EQ(ReferenceGuard::alive(), 0U) << nth;
  }
  EXPECT_EQ(ReferenceGuard::misuses(), 0U);
  // 3 global and 3 weak references, one rescue, two questions that null answers; one program
  // without a refusal, and the step beyond.
  EXPECT_EQ(nth, 9U + 2U);
}

// dotnet/runtime#131952: a thread that only looks something up waits for the round. The round
// stands at each of its steps until another thread has looked up members and others many times.
TEST_F(BridgeRules, R26_LookupsGoOnWhileARoundStandsStill) {
  const Watchdog watchdog(std::chrono::seconds(120));
  const jobject member_half = NewGlobalHalf();
  const jobject other_half = NewGlobalHalf();
  Add(member_half)->next = AddUnheld();
  const Ref<Node> other = Add(other_half);
  std::atomic<long> lookups{0};
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::thread thread([&] {
    JNIEnv* own = vm.env();
    while (!stop) {
      for (const jobject half : {member_half, other_half}) {
        const PeerScope scope(*registry, own);
        Peer* peer = scope.Borrow(half);
        const auto hash = static_cast<jint>(registry->impl().java().Hash(own, half));
        if (peer == nullptr || scope.BorrowByHash(half, hash) != peer) {
          ++wrong;
          continue;
        }
        if (&scope.BorrowByHandle(peer->handle()) != peer) ++wrong;
        // Roots as well: the first of a round is a rescue.
        if (registry->Peek(own, half).get() != peer) ++wrong;
        const Ref<Node> next = static_cast<Node*>(peer)->next.Get();
        if (static_cast<bool>(next) != (half == member_half)) ++wrong;
      }
      ++lookups;
    }
  });
  int stood = 0;
  Round([&](Step) {
    const long from = lookups;
    if (Eventually([&] { return lookups >= from + 20; })) ++stood;
  });
  stop = true;
  thread.join();
  EXPECT_EQ(stood, static_cast<int>(Step::kEnded) + 1);
  EXPECT_EQ(wrong, 0);
  for (const jobject half : {member_half, other_half}) env->DeleteGlobalRef(half);
}

// dotnet/android#10796: a round that waits for a lock whose owner was stopped by the collector.
TEST_F(BridgeRules, R28_RoundsCollectionsAndLookupsNeverStop) {
  const Watchdog watchdog;
  MakeBridgeByHand();
  const jobject shared = NewGlobalHalf();
  Add(shared);
  std::atomic<bool> stop{false};
  std::atomic<long> steps{0};
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    while (!stop) {
      CallVoid("java/lang/System", "gc");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      JNIEnv* own = vm.env();
      for (; !stop; ++steps) {
        const Ref<Node> made = AddUnheld(own);
        made->next = Ref<Node>::Adopt(static_cast<Node*>(registry->Peek(own, shared).Release()));
        if (steps % 3 == 0) registry->Dispose(own, *made);
      }
    });
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  int rounds = 0;
  for (; rounds < 20 || std::chrono::steady_clock::now() < end; ++rounds) bridge->Collect(env);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(steps, 0);
  env->DeleteGlobalRef(shared);
  bridge->Collect(env);
  EXPECT_EQ(alive, 0);
}

// dotnet/android#12765, #10783: a handle is copied, a round deletes it, then it is used.
// CAUSEWAY_GUARDED_ROUNDS sets how many rounds.
TEST_F(BridgeRules, R29_NoReferenceIsUsedAfterItsDeletion) {
  const char* wanted = std::getenv("CAUSEWAY_GUARDED_ROUNDS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 150;
  constexpr std::size_t kAnchors = 8;
  std::vector<jobject> anchors;
  for (std::size_t i = 0; i < kAnchors; ++i) anchors.push_back(NewGlobalHalf());
  const ReferenceGuard guard(env);
  std::atomic<bool> stop{false};
  std::atomic<long> steps{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      JNIEnv* own = vm.env();
      const ReferenceGuard guarded(own);
      std::mt19937 random(t);
      Weak<Node> weak;
      for (; !stop; ++steps) {
        const jobject object = anchors[random() % kAnchors];
        const std::string code = CodeOf([&] {
          const Ref<Peer> peer = registry->GetOrCreate(
              own, object, [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Node>()); });
          auto& node = static_cast<Node&>(*peer);
          switch (random() % 6) {
            case 0:
              weak.Lock();
              break;
            case 1:
              node.next = AddUnheld(own);
              break;
            case 2:
              weak = Weak<Node>(node.next.Get());
              break;
            case 3:
              if (random() % 4 == 0) registry->Dispose(own, *peer);
              break;
            default: {
              const PeerScope scope(*registry, own);
              scope.Borrow(object);
              own->DeleteLocalRef(registry->NewJavaRef(own, *peer));
            }
          }
        });
        // The other thread disposed of it.
        EXPECT_TRUE(code == "none" || code == "unregistered-owner" || code == "unregistered-peer")
            << code;
      }
    });
  }
  std::size_t rescued = 0;
  std::size_t dead = 0;
  for (int i = 0; i < rounds; ++i) {
    const RoundNumbers numbers = Round();
    rescued += numbers.rescued;
    dead += numbers.dead;
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(steps, rounds);
  EXPECT_GT(dead, 0U);
  EXPECT_GT(rescued, 0U);
  registry.reset();
  EXPECT_EQ(ReferenceGuard::misuses(), 0U);
  EXPECT_EQ(ReferenceGuard::alive(), 0U);
  EXPECT_GT(ReferenceGuard::made(), 0U);
  for (const jobject anchor : anchors) env->DeleteGlobalRef(anchor);
}

// The guard finds what it is there for.
TEST_F(BridgeRules, TheGuardFindsAReferenceThatIsUsedAfterItsDeletion) {
  const jobject local = NewHalf();
  const std::uint64_t before = ReferenceGuard::misuses();
  {
    const ReferenceGuard guard(env);
    const jobject first = env->NewGlobalRef(local);
    env->DeleteGlobalRef(first);
    const jobject second = env->NewGlobalRef(local);
    EXPECT_NE(first, second) << "no number comes again";
    EXPECT_TRUE(env->IsSameObject(second, local));
    EXPECT_EQ(ReferenceGuard::misuses(), before);
    EXPECT_FALSE(env->IsSameObject(first, local));
    EXPECT_EQ(ReferenceGuard::misuses(), before + 1);
    env->DeleteGlobalRef(second);
  }
}

TEST_F(BridgeRules, R30_RoundsOfSeveralThreadsComeOneAfterTheOther) {
  const Watchdog watchdog;
  MakeBridgeByHand();
  const jobject held = NewGlobalHalf();
  Add(held)->next = AddUnheld();
  constexpr int kThreads = 3;
  constexpr int kRounds = 15;
  std::atomic<std::size_t> dead{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      JNIEnv* own = vm.env();
      for (int i = 0; i < kRounds; ++i) {
        {
          const Ref<Node> node = AddUnheld(own);
          node->next = AddUnheld(own);
        }
        const RoundNumbers numbers = bridge->Collect(own);
        dead += numbers.dead;
        EXPECT_EQ(numbers.foreign, 0U);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  dead += bridge->Collect(env).dead;
  EXPECT_EQ(bridge->Numbers().rounds, static_cast<std::uint64_t>(kThreads * kRounds + 1));
  EXPECT_EQ(dead, static_cast<std::size_t>(2 * kThreads * kRounds));
  EXPECT_EQ(alive, 2);
  env->DeleteGlobalRef(held);
}

// djinni-generator#180: a destructor that blocks must not stop Java's finalizers and cleaners.
TEST_F(BridgeRules, R20_ADestructorThatBlocksStopsNoFinalizerAndNoCleaner) {
  static std::atomic<bool> inside{false};
  static std::atomic<bool> leave{false};
  class Blocking final : public Peer {
   public:
    ~Blocking() override {
      inside = true;
      while (!leave) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  const Watchdog watchdog(std::chrono::seconds(120));
  BridgeOptions options;
  options.notice_collections = std::chrono::milliseconds(0);
  MakeBridge(options);
  const jobject half = NewHalf();
  registry->Add(env, half, MakePeer<Blocking>());
  env->DeleteLocalRef(half);
  bridge->Request();
  ASSERT_TRUE(Eventually([] { return inside.load(); }));
  CallVoid(kCalls, "dropTwo");
  EXPECT_TRUE(Eventually([] {
    CallVoid("java/lang/System", "gc");
    return CallLong(kCalls, "finalized") == 1 && CallLong(kCalls, "cleaned") == 1;
  }));
  // Nor the program: others register, look up and dispose meanwhile.
  const Ref<Node> node = Add(NewHalf());
  registry->Dispose(env, *node);
  registry->Drain(env);
  leave = true;
}

// dotnet/android#10652: near the budget each new reference starts a collection, and the program
// does nothing else.
TEST_F(BridgeRules, R33_NearTheBudgetRoundsKeepTheirDistance) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  std::vector<Ref<Node>> rooted;
  for (int i = 0; i < 950; ++i) rooted.push_back(AddUnheld());
  BridgeOptions options;
  options.growth = 1'000'000;
  options.reference_budget = 1'000;
  options.notice_collections = std::chrono::milliseconds(0);
  options.least_pause = kPause;
  MakeBridge(options);
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(500)) {
    for (int i = 0; i < 5; ++i) AddUnheld();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const std::uint64_t rounds = bridge->Numbers().rounds;
  const auto pauses = (std::chrono::steady_clock::now() - begin) / kPause;
  EXPECT_GE(rounds, 1U);
  EXPECT_LE(rounds, static_cast<std::uint64_t>(pauses) + 1);
  rooted.clear();
  bridge.reset();
  Round();
}

constexpr PeerType kTypes[] = {
    {"java/lang/Object", [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Node>()); }}};

// dotnet/android#12760: references of caches and of activation that nobody gave back. What is made
// for a registry, a type map and a bridge is deleted with them.
TEST_F(BridgeRules, R33_AtTheEndAllReferencesAreGivenBack) {
  registry.reset();
  const auto program = [&] {
    Registry own(vm, RegistryOptions{.check_exceptions = true});
    TypeMap types(vm, kTypes, TypeMap::Resolve::kAtOnce);
    BridgeOptions by_hand;
    by_hand.automatic = false;
    Bridge own_bridge(own, by_hand);
    for (int i = 0; i < 10; ++i) {
      const jobject object = NewHalf();
      types.GetOrCreate(own, env, object);
      env->DeleteLocalRef(object);
    }
    own_bridge.Collect(env);
    types.GetOrCreate(own, env, NewHalf());
  };
  program();  // what is made once for the process
  JniInterposer jni(env);
  program();
  const JniNumbers numbers = jni.Read();
  EXPECT_EQ(numbers.global_references, numbers["DeleteGlobalRef"]);
  EXPECT_EQ(numbers.weak_references, numbers["DeleteWeakGlobalRef"]);
}

// Each reference that it takes to make them is refused once.
TEST_F(BridgeRules, R25_WhatCannotBeMadeLeavesNothing) {
  std::uint64_t nth = 1;
  for (bool failed = true; failed; ++nth) {
    ASSERT_LT(nth, 200U);
    JniInterposer jni(env);
    jni.FailOnce(nth);
    const std::string code = CodeOf([&] {
      Registry own(vm, RegistryOptions{.check_exceptions = true});
      const TypeMap types(vm, kTypes, TypeMap::Resolve::kAtOnce);
      BridgeOptions by_hand;
      by_hand.automatic = false;
      const Bridge own_bridge(own, by_hand);
    });
    failed = jni.failed();
    EXPECT_TRUE(code == "none" || code == "class-not-found" || code == "out-of-references") << code;
    EXPECT_FALSE(env->ExceptionCheck());
    const JniNumbers numbers = jni.Read();
    // Null may be deleted as well.
    EXPECT_LE(numbers.global_references, numbers["DeleteGlobalRef"]) << nth;
    EXPECT_LE(numbers.weak_references, numbers["DeleteWeakGlobalRef"]) << nth;
  }
}

}  // namespace
}  // namespace causeway::test
