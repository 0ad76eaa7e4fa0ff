// Rules of the registry that need Java, and regressions of bugs that other bindings had;
// docs/peers_rules.md lists them all.
#include "tests/jvm/peers_rules.h"

#include <gtest/gtest.h>
#include <jni.h>

#include <barrier>
#include <thread>
#include <vector>

#include "causeway/type_map.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

class PeersRules : public RulesTest {};

TEST_F(PeersRules, R2_AHandleValueThatIsUsedAgainIsAnotherObject) {
  int used_again = 0;
  const jobject object = NewHalf();
  const jobject other = NewHalf();
  const Ref<Node> peer = Add(object);
  for (int i = 0; i < 100; ++i) {
    const jobject first = env->NewGlobalRef(object);
    EXPECT_EQ(registry->Peek(env, first).get(), peer.get());
    env->DeleteGlobalRef(first);
    const jobject second = env->NewGlobalRef(other);
    if (second == first) ++used_again;
    EXPECT_EQ(registry->Peek(env, second), nullptr);
    const PeerScope scope(*registry, env);
    EXPECT_EQ(scope.Borrow(second), nullptr);
    EXPECT_EQ(scope.BorrowByHash(second, Hash(second)), nullptr);
    env->DeleteGlobalRef(second);
  }
  EXPECT_GT(used_again, 0) << "this JVM uses no value again: nothing was tested";
}

TEST_F(PeersRules, R6_TheRegistrationHoldsAGlobalReferenceOfItsOwn) {
  const jobject local = NewHalf();
  const jobject given = env->NewGlobalRef(local);
  const Ref<Node> peer = Add(given);
  env->DeleteGlobalRef(given);
  env->DeleteLocalRef(local);
  const auto type =
      registry->impl().WithHandle(*peer, [&](jobject half) { return env->GetObjectRefType(half); });
  EXPECT_EQ(type, JNIGlobalRefType);
  // Another thread's first use of the pair.
  std::thread([&] {
    JNIEnv* own = vm.env();
    const jobject half = registry->NewJavaRef(own, *peer);
    EXPECT_EQ(registry->Peek(own, half).get(), peer.get());
    own->DeleteLocalRef(half);
  }).join();
}

// dotnet/android#10973: a lookup inside of the factory registers one peer, and the outer call
// returned another.
TEST_F(PeersRules, R9_ANestedCreationGivesOnePeerAndOneReference) {
  const jobject object = NewHalf();
  const int before = alive;
  JniInterposer jni(env);
  Ref<Peer> inner;
  const auto make = [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Node>()); };
  const Ref<Peer> outer = registry->GetOrCreate(env, object, [&](JNIEnv* own, jobject of) {
    inner = registry->GetOrCreate(own, of, make);
    return make(own, of);
  });
  EXPECT_EQ(outer, inner);
  EXPECT_EQ(registry->Peek(env, object), outer);
  EXPECT_EQ(jni.Read().global_references - jni.Read()["DeleteGlobalRef"], 1U);
  registry->Drain(env);
  EXPECT_EQ(alive - before, 1) << "the one that lost is gone";
}

// The type is the caller's to ask for: who finds another one keeps its own as an alias.
TEST_F(PeersRules, R10_AWinnerOfAnotherTypeIsNotReplacedAndTheLoserLivesOn) {
  class Other final : public Node {};
  const jobject object = NewHalf();
  const Ref<Node> winner = Add(object);
  Ref<Other> alias;
  const Ref<Peer> counts = registry->GetOrCreate(env, object, [&](JNIEnv*, jobject) {
    alias = MakePeer<Other>();
    return Ref<Peer>(alias);
  });
  EXPECT_EQ(counts.get(), winner.get());
  EXPECT_FALSE(alias) << "there was one: the factory is not asked";
  alias = MakePeer<Other>();
  EXPECT_EQ(registry->Add(env, object, alias).get(), winner.get());
  EXPECT_EQ(dynamic_cast<Other*>(registry->Peek(env, object).get()), nullptr);
  EXPECT_TRUE(winner->registered());
  EXPECT_FALSE(alias->registered());
  registry->Drain(env);
  EXPECT_EQ(alive, 2) << "as long as its root lives";
  alias = nullptr;
  registry->Drain(env);
  EXPECT_EQ(alive, 1);
}

// Hooks and destructors that use the registry, and wait for another thread that does.
TEST_F(PeersRules, R11_HooksAndDestructorsRunUnderNoLock) {
  class Meddling final : public Node {
   public:
    explicit Meddling(std::function<void()> what) : what_(std::move(what)) {}
    ~Meddling() override { what_(); }

   private:
    void OnDispose(JNIEnv*) override { what_(); }
    std::function<void()> what_;
  };
  const Watchdog watchdog;
  const jobject others = NewGlobalHalf();
  int times = 0;
  const auto meddle = [&] {
    ++times;
    std::thread([&] {
      JNIEnv* own = vm.env();
      const Ref<Peer> peer = registry->GetOrCreate(
          own, others, [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Node>()); });
      EXPECT_EQ(registry->List().size(), registry->Numbers().peers);
      registry->Dispose(own, *peer);
      registry->ReadCounters();
      registry->Drain(own);
    }).join();
  };
  const jobject object = NewHalf();
  {
    const Ref<Node> peer(MakePeer<Meddling>(meddle));
    registry->Add(env, object, peer);
    registry->Dispose(env, *peer);
    EXPECT_EQ(times, 1) << "the hook";
  }
  registry->Drain(env);
  EXPECT_EQ(times, 2) << "the destructor";
  env->DeleteGlobalRef(others);
}

// java-interop#708: what the hook calls in Java calls back, and must find the peer.
TEST_F(PeersRules, R16_JavaThatTheHookCallsFindsThePeer) {
  class Calling final : public Node {
   public:
    Calling(jclass calls, jobject half) : calls_(calls), half_(half) {}

   private:
    void OnDispose(JNIEnv* env) override {
      env->CallStaticVoidMethod(
          calls_, env->GetStaticMethodID(calls_, "callBack", "(Ljava/lang/Object;)V"), half_);
      EXPECT_FALSE(env->ExceptionCheck());
    }
    jclass calls_;
    jobject half_;
  };
  const jobject half = NewHalf();
  const Ref<Node> peer(MakePeer<Calling>(calls, half));
  registry->Add(env, half, peer);
  int found = 0;
  OnCalled([&](JNIEnv* own, jobject given) {
    if (registry->Peek(own, given).get() == peer.get()) ++found;
    registry->Dispose(own, *peer);  // within the disposal
  });
  registry->Dispose(env, *peer);
  EXPECT_EQ(found, 1);
  EXPECT_EQ(registry->Peek(env, half), nullptr);
}

TEST_F(PeersRules, R13_ALookupLeavesTheCallersReference) {
  const jobject local = NewHalf();
  const jobject global = env->NewGlobalRef(local);
  const Ref<Node> peer = Add(local);
  const jint hash = Hash(local);
  JniInterposer jni(env);
  for (const jobject given : {local, global}) {
    registry->Peek(env, given);
    registry->GetOrCreate(env, given, [](JNIEnv*, jobject) { return Ref<Peer>(); });
    registry->Add(env, given, MakePeer<Node>());
    registry->Add(env, given, peer);
    const PeerScope scope(*registry, env);
    scope.Borrow(given);
    scope.BorrowByHash(given, hash);
  }
  EXPECT_EQ(jni.Read()["DeleteLocalRef"], 0U);
  EXPECT_EQ(jni.Read()["DeleteGlobalRef"], 0U);
  EXPECT_EQ(env->GetObjectRefType(local), JNILocalRefType);
  EXPECT_EQ(env->GetObjectRefType(global), JNIGlobalRefType);
  EXPECT_TRUE(env->IsSameObject(local, global));
  registry->Drain(env);
  EXPECT_EQ(alive, 1) << "each loser was destroyed once";
  env->DeleteGlobalRef(global);
}

TEST_F(PeersRules, R18_AStaleHandleIsNamedInTheError) {
  const Ref<Node> peer = Add(NewHalf());
  const jlong handle = peer->handle();
  registry->Dispose(env, *peer);
  const PeerScope scope(*registry, env);
  try {
    scope.BorrowByHandle(handle);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "stale-peer");
    EXPECT_NE(std::string(error.what()).find(std::to_string(handle)), std::string::npos);
  }
  EXPECT_EQ(CodeOf([&] { peer->next.Get(); }), "unregistered-owner");
  EXPECT_EQ(CodeOf([&] { peer->next = nullptr; }), "unregistered-owner");
  EXPECT_EQ(CodeOf([&] { registry->Add(env, NewHalf(), peer); }), "disposed-peer");
}

// Snapchat/djinni#90, heremaps/gluecodium#378: a removal that races with a re-creation takes the
// wrong entry. All in one bucket if hashes collide.
TEST_F(PeersRules, R19_PeersThatDieAndComeBackKeepTheirOwnEntries) {
  constexpr int kObjects = 8;
  constexpr int kSteps = 20'000;
  std::vector<jobject> objects;
  for (int i = 0; i < kObjects; ++i) objects.push_back(NewGlobalHalf());
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      JNIEnv* own = vm.env();
      for (int step = 0; step < kSteps; ++step) {
        const int i = (step * (t + 1)) % kObjects;
        const jobject object = objects[static_cast<std::size_t>(i)];
        const Ref<Peer> peer = registry->GetOrCreate(
            own, object, [i](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Node>(i)); });
        if (static_cast<const Node&>(*peer).number != i) ++wrong;
        registry->Dispose(own, *peer);
        if (const Ref<Peer> next = registry->Peek(own, object)) {
          // The same, if the other thread is still disposing of it.
          if (static_cast<const Node&>(*next).number != i) ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  registry->Drain(env);
  EXPECT_EQ(registry->Numbers().peers, 0U);
  EXPECT_EQ(alive, 0);
  for (const jobject object : objects) env->DeleteGlobalRef(object);
}

TEST_F(PeersRules, R20_DestructorsRunOnTheThreadThatDrains) {
  static std::thread::id where;
  class Watched final : public Peer {
   public:
    ~Watched() override { where = std::this_thread::get_id(); }
  };
  Registry by_hand(vm, RegistryOptions{.drain_by_hand = true, .check_exceptions = true});
  Ref<Peer> peer(MakePeer<Watched>());
  by_hand.Add(env, NewHalf(), peer);
  std::thread([&] {
    by_hand.Dispose(vm.env(), *peer);
    peer = nullptr;  // the last root
  }).join();
  for (int i = 0; i < 100; ++i) by_hand.Remove(env, *by_hand.Add(env, NewHalf(), MakePeer<Node>()));
  EXPECT_EQ(where, std::thread::id()) << "not before somebody drains";
  EXPECT_EQ(alive, 100);
  std::thread::id chosen;
  std::thread([&] {
    chosen = std::this_thread::get_id();
    EXPECT_EQ(by_hand.Drain(vm.env()), 101U);
  }).join();
  EXPECT_EQ(where, chosen);
}

// ---- Threads

// jni-rs#69: a drop that attaches its thread costs more than all else; datafusion-comet#2470: one
// that cannot attach crashes.
TEST_F(PeersRules, R32_ARootThatIsDroppedAttachesNoThread) {
  const int count = Collides() ? 2'000 : 20'000;
  std::vector<Ref<Node>> last;
  for (int i = 0; i < count; ++i) {
    last.push_back(AddUnheld());
    registry->Remove(env, *last.back());
  }
  const Ref<Node> registered = Add(NewHalf());
  const Weak<Node> weak(registered);
  std::thread([&] {
    for (int i = 0; i < 100'000; ++i) const Ref<Node> again(registered);
    EXPECT_EQ(weak.Lock(), registered);
    last.clear();
    EXPECT_FALSE(IsAttached());
  }).join();
  registry->Drain(env);
  EXPECT_EQ(alive, 1);
}

TEST_F(PeersRules, R32_ARootMayDieWithItsThread) {
  for (int i = 0; i < 20; ++i) {
    std::thread([&] {
      // Made before the thread uses a registry, so it goes after what the thread had there.
      static thread_local Ref<Node> last;
      static thread_local Weak<Node> weak;
      last = nullptr;
      const Ref<Node> node = AddUnheld(vm.env());
      weak = Weak<Node>(node);
      registry->Remove(vm.env(), *node);
      last = node;
    }).join();
  }
  registry->Drain(env);
  EXPECT_EQ(alive, 0);
}

// Its registry is asked by the destructor of an object that goes after what the thread had there.
TEST_F(PeersRules, R32_AWeakPointerMayBeLockedWhenItsThreadEnds) {
  struct Late {
    ~Late() { *found = static_cast<bool>(weak.Lock()); }
    Weak<Node> weak;
    bool* found = nullptr;
  };
  const Ref<Node> node = AddUnheld();
  for (int i = 0; i < 20; ++i) {
    bool found = false;
    std::thread([&] {
      static thread_local Late late;
      late.found = &found;
      late.weak = Weak<Node>(node);
      late.weak.Lock();
    }).join();
    EXPECT_TRUE(found);
  }
}

// jni-rs#743: a drop while a Java exception is pending.
TEST_F(PeersRules, R32_WhatIsDroppedUnderAPendingExceptionLeavesItPending) {
  std::vector<Ref<Node>> nodes;
  for (int i = 0; i < 100; ++i) nodes.push_back(AddUnheld());
  const Ref<Node> kept = AddUnheld();
  const jlong handle = kept->handle();
  const jclass type = env->FindClass("java/lang/IllegalStateException");
  JniInterposer jni(env);
  env->ThrowNew(type, "mine");
  const jthrowable mine = env->ExceptionOccurred();
  for (Ref<Node>& node : nodes) {
    registry->Remove(env, *node);
    node = nullptr;
  }
  registry->Drain(env);
  {
    const PeerScope scope(*registry, env);
    EXPECT_EQ(&scope.BorrowByHandle(handle), kept.get());
  }
  EXPECT_EQ(alive, 1);
  EXPECT_EQ(jni.Read()["DeleteGlobalRef"], 100U);
  const jthrowable still = env->ExceptionOccurred();
  env->ExceptionClear();
  EXPECT_TRUE(env->IsSameObject(still, mine));
}

// ---- Tables of references

// ART ends a process that has 51,200 global references.
TEST_F(PeersRules, R33_AtTheCapAPeerIsRefusedAndARoundMakesRoom) {
  const std::uint64_t cap = Collides() ? 1'000 : 51'200;
  MakeBridgeByHand();
  JniInterposer jni(env);
  jni.LimitGlobalReferences(cap);
  std::uint64_t refused = 0;
  for (std::uint64_t i = 0; i < cap + 100; ++i) {
    const std::string code = CodeOf([&] { AddUnheld(); });
    if (code == "out-of-references") ++refused;
    // What was not registered was rooted by its Ref only.
  }
  EXPECT_EQ(refused, 100U);
  EXPECT_EQ(registry->Numbers().peers, cap);
  EXPECT_EQ(bridge->Collect(env).dead, cap);
  EXPECT_EQ(CodeOf([&] { AddUnheld(); }), "none");
  EXPECT_EQ(bridge->Collect(env).dead, 1U);
}

// uniffi-rs#1979: a class reference a call. Nothing that is done over and over makes a reference
// that stays.
TEST_F(PeersRules, R33_CallsMakeNoReferences) {
  constexpr PeerType kTypes[] = {
      {"java/lang/Object", [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Node>()); }}};
  TypeMap types(vm, kTypes, TypeMap::Resolve::kLazily);
  const jobject object = NewHalf();
  const Ref<Peer> peer = types.GetOrCreate(*registry, env, object);
  const jint hash = Hash(object);
  const Weak<Peer> weak(peer);
  {
    JniInterposer jni(env);
    for (int i = 0; i < 60'000; ++i) {
      EXPECT_EQ(types.GetOrCreate(*registry, env, object), peer);
      EXPECT_NE(types.Find(env, object), nullptr);
      EXPECT_EQ(registry->Add(env, object, peer), peer);
      EXPECT_EQ(weak.Lock(), peer);
      const PeerScope scope(*registry, env);
      EXPECT_EQ(scope.Borrow(object), peer.get());
      EXPECT_EQ(scope.BorrowByHash(object, hash), peer.get());
      env->DeleteLocalRef(registry->NewJavaRef(env, *peer));
    }
    EXPECT_EQ(jni.Read().global_references, 0U);
    EXPECT_EQ(jni.Read().weak_references, 0U);
    EXPECT_EQ(jni.Read().local_references, jni.Read().deleted_local_references);
  }
}

}  // namespace
}  // namespace causeway::test
