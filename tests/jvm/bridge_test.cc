// The bridge on a real JVM, under -Xcheck:jni: cycles of all kinds of Java halves, what keeps
// peers, the counterexamples that need Java, counts of JNI operations, and a program that makes and
// drops cycles for ever.
#include "causeway/bridge.h"

#include <gtest/gtest.h>
#include <jni.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "runtime/peers/jni_heap.h"
#include "runtime/peers/registry.h"
#include "runtime/peers/round.h"
#include "runtime/peers/waits.h"
#include "tests/jvm/harness.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

using peers::Step;

std::atomic<int> alive{0};

class Node final : public Peer {
 public:
  Node() { ++alive; }
  ~Node() override { --alive; }
  Traced<Node> next{*this};
  Traced<Node> other{*this};
};

constexpr const char* kHolder = "com/example/bridge/Halves$Holder";
constexpr const char* kSlot = "com/example/bridge/Halves$Slot";
constexpr const char* kForeign = "com/example/bridge/Halves$Foreign";
constexpr const char* kThrowing = "com/example/bridge/Halves$Throwing";
constexpr const char* kFinalized = "com/example/bridge/Halves$Finalized";
constexpr const char* kHeavy = "com/example/bridge/Halves$Heavy";

BridgeOptions ByHand() {
  BridgeOptions options;
  options.automatic = false;
  return options;
}

class BridgeTest : public testing::Test {
 protected:
  BridgeTest() : vm(StartVm({"-Xmx256m"})), env(vm.env()), registry(Options()) {
    env->PushLocalFrame(1024);
    halves = vm.FindClass("com/example/bridge/Halves");
    const jclass half = vm.FindClass("com/example/bridge/Halves$Half");
    name = env->GetMethodID(half, "name", "(Ljava/lang/Object;)V");
    env->DeleteGlobalRef(half);
  }
  ~BridgeTest() override {
    bridge.reset();
    registry.reset();
    EXPECT_EQ(alive, 0);
    env->DeleteGlobalRef(halves);
    heap.DeleteReferences(env);
    env->PopLocalFrame(nullptr);
    EXPECT_FALSE(env->ExceptionCheck());
  }

  jobject NewHalf(const char* java_class, JNIEnv* own = nullptr) {
    if (own == nullptr) own = env;
    const jclass type = vm.FindClass(java_class);
    const jobject half = own->NewObject(type, own->GetMethodID(type, "<init>", "()V"));
    EXPECT_FALSE(own->ExceptionCheck());
    own->DeleteGlobalRef(type);
    return half;
  }
  Ref<Node> Add(jobject half) {
    Ref<Node> node = MakePeer<Node>();
    registry->Add(env, half, node);
    return node;
  }
  // A pair that Java holds no more.
  Ref<Node> AddUnheld(const char* java_class) {
    const jobject half = NewHalf(java_class);
    Ref<Node> node = Add(half);
    env->DeleteLocalRef(half);
    return node;
  }
  void Name(jobject from, jobject to) {
    env->CallVoidMethod(from, name, to);
    EXPECT_FALSE(env->ExceptionCheck());
  }
  void Restart(const BridgeOptions& options) {
    bridge.reset();
    bridge = std::make_unique<Bridge>(*registry, options);
  }
  RoundNumbers Collect() { return bridge->Collect(env); }
  // A round with something to do between its steps.
  RoundNumbers Step(const std::function<void(peers::Step)>& observer) {
    const RoundNumbers numbers =
        peers::Round<peers::JniJava, peers::JniHeap>(registry->impl(), heap, env, observer).Run();
    registry->Drain(env);
    return numbers;
  }

  Vm& vm;
  JNIEnv* env;
  std::unique_ptr<Registry> registry;
  std::unique_ptr<Bridge> bridge = std::make_unique<Bridge>(*registry, ByHand());
  const peers::JniHeap heap{vm};
  jclass halves;
  jmethodID name;

 private:
  std::unique_ptr<Registry> Options() {
    return std::make_unique<Registry>(vm, RegistryOptions{.check_exceptions = true});
  }
};

// C++ -> C++ -> Java -> Java, for each kind of half that holds edges.
TEST_F(BridgeTest, CyclesOverBothHeapsGo) {
  for (const char* first : {kHolder, kSlot}) {
    for (const char* second : {kHolder, kSlot}) {
      {
        const jobject a = NewHalf(first);
        const jobject b = NewHalf(second);
        const Ref<Node> p = Add(a);
        const Ref<Node> q = Add(b);
        p->next = q;
        Name(b, a);
        env->DeleteLocalRef(a);
        env->DeleteLocalRef(b);
      }
      const RoundNumbers numbers = Collect();
      EXPECT_EQ(numbers.candidates, 2U);
      EXPECT_EQ(numbers.mirrored, 1U);
      EXPECT_EQ(numbers.dead, 2U) << first << " " << second;
      EXPECT_EQ(alive, 0);
    }
  }
}

TEST_F(BridgeTest, WhatIsReachedStays) {
  const jobject held = NewHalf(kHolder);
  Weak<Node> behind;
  {
    const Ref<Node> p = Add(held);
    const Ref<Node> q = AddUnheld(kSlot);
    const Ref<Node> r = AddUnheld(kHolder);
    p->next = q;
    p->other = r;
    q->next = p;
    r->next = q;
    behind = Weak<Node>(r);
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Collect().dead, 0U);
    EXPECT_TRUE(behind.Lock());
    EXPECT_TRUE(registry->Peek(env, held));
  }
  EXPECT_EQ(alive, 3);
  env->DeleteLocalRef(held);
  EXPECT_EQ(Collect().dead, 3U);
}

TEST_F(BridgeTest, ACycleThroughAForeignClassIsKeptAndCounted) {
  {
    const Ref<Node> p = AddUnheld(kForeign);
    const Ref<Node> q = AddUnheld(kHolder);
    p->next = q;
    q->next = p;
  }
  const RoundNumbers numbers = Collect();
  EXPECT_EQ(numbers.foreign, 1U);
  EXPECT_EQ(numbers.dead, 0U);
  for (const Ref<Peer>& peer : registry->List()) static_cast<Node&>(*peer).next = nullptr;
  EXPECT_EQ(Collect().dead, 2U);
}

TEST_F(BridgeTest, AHalfThatThrowsKeepsItsTarget) {
  const jobject held = NewHalf(kThrowing);
  Weak<Node> target;
  {
    const Ref<Node> p = Add(held);
    const Ref<Node> q = AddUnheld(kHolder);
    p->next = q;
    target = Weak<Node>(q);
  }
  EXPECT_EQ(Collect().dead, 0U);
  EXPECT_TRUE(target.Lock());
  EXPECT_FALSE(env->ExceptionCheck());
  env->DeleteLocalRef(held);
  EXPECT_EQ(Collect().dead, 1U) << "its owner goes";
  EXPECT_EQ(Collect().dead, 1U);
}

// A plain object that two peers share and that names a third, which names one of them in Java.
TEST_F(BridgeTest, ASharedOwnerIsShownToJavaAsAnArray) {
  EdgeOwner shared(*registry);
  Traced<Node> to_third(shared);
  Traced<Node> to_second(shared);
  Weak<Node> third;
  const jobject first_half = NewHalf(kHolder);
  {
    const jobject third_half = NewHalf(kSlot);
    const Ref<Node> first = Add(first_half);
    const Ref<Node> second = AddUnheld(kSlot);
    const Ref<Node> last = Add(third_half);
    to_third = last;
    to_second = second;
    shared.AddHolder(*first);
    shared.AddHolder(*second);
    Name(third_half, first_half);
    third = Weak<Node>(last);
    env->DeleteLocalRef(third_half);
  }
  EXPECT_EQ(Collect().dead, 0U) << "Java holds the first";
  EXPECT_EQ(to_third.Get(), third.Lock());
  env->DeleteLocalRef(first_half);
  EXPECT_EQ(Collect().dead, 3U);
  EXPECT_FALSE(to_third.Get());
  try {
    shared.AddHolder(*MakePeer<Node>());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "unregistered-peer");
  }
}

// A: SCC {1, 2}, the half of 1 has a finalizer that looks its peer up. A verdict by
// java.lang.ref.WeakReference would split the component (the round aborts on that).
TEST_F(BridgeTest, A_AFinalizerFindsItsPeer) {
  static std::atomic<int> found{0};
  static Ref<Peer> kept;
  static Registry* in = nullptr;
  in = registry.get();
  const JNINativeMethod native{const_cast<char*>("finalized"),
                               const_cast<char*>("(Ljava/lang/Object;)V"),
                               reinterpret_cast<void*>(+[](JNIEnv* own, jclass, jobject half) {
                                 kept = in->Peek(own, half);
                                 if (kept) ++found;
                               })};
  ASSERT_EQ(env->RegisterNatives(halves, &native, 1), JNI_OK);
  {
    const Ref<Node> p = AddUnheld(kFinalized);
    const Ref<Node> q = AddUnheld(kHolder);
    p->next = q;
    q->next = p;
  }
  std::size_t rescued = 0;
  const RoundNumbers numbers = Step([&](peers::Step step) {
    if (step != Step::kCollected) return;
    // The collector hands finalizable objects over in its own time.
    EXPECT_TRUE(Eventually([] {
      CallVoid("com/example/bridge/Halves", "runFinalizers");
      return found == 1;
    }));
    rescued = kept ? 1 : 0;
  });
  EXPECT_EQ(found, 1);
  EXPECT_EQ(rescued, 1U);
  EXPECT_EQ(numbers.dead, 0U);
  ASSERT_TRUE(kept);
  EXPECT_TRUE(static_cast<Node&>(*kept).next.Get()->next.Get());
  kept = nullptr;
  // A finalizer runs once; the next round frees both.
  EXPECT_EQ(Collect().dead, 2U);
  EXPECT_EQ(found, 1);
}

TEST_F(BridgeTest, ARescueIsOneReference) {
  const jobject half = NewHalf(kHolder);
  Node* node = Add(half).get();
  const Weak<Node> weak{*node};
  int rescues = 0;
  const auto count = [&](const std::function<Ref<Peer>()>& rescue, std::uint64_t most) {
    Step([&](peers::Step step) {
      if (step != Step::kDeletedOld) return;
      JniInterposer jni(env);
      const Ref<Peer> root = rescue();
      EXPECT_EQ(root.get(), node);
      EXPECT_LE(jni.Read().total(), most);
      EXPECT_EQ(jni.Read()["NewGlobalRef"], 1U);
      ++rescues;
    });
  };
  count([&] { return Ref<Peer>(weak.Lock()); }, 1);
  count([&] { return Ref<Peer>(Ref<Node>(node)); }, 1);
  for (int i = 0; i < 20; ++i) registry->Peek(env, half);  // learn it
  count([&] { return registry->Peek(env, half); }, 3);
  EXPECT_EQ(rescues, 3);
}

TEST_F(BridgeTest, LookupsOfMembersAreAnsweredDuringARound) {
  const jobject half = NewHalf(kHolder);
  Node* node = Add(half).get();
  const jlong handle = node->handle();
  int answered = 0;
  Step([&](peers::Step) {
    const PeerScope scope(*registry, env);
    EXPECT_EQ(scope.Borrow(half), node);
    EXPECT_EQ(&scope.BorrowByHandle(handle), node);
    const jobject again = registry->NewJavaRef(env, *node);
    EXPECT_TRUE(env->IsSameObject(again, half));
    env->DeleteLocalRef(again);
    ++answered;
  });
  EXPECT_EQ(answered, static_cast<int>(Step::kEnded) + 1);
}

// Rounds that last 40 ms, as on a phone: whatever other threads look up, lock, read or store
// meanwhile, and of members, nobody waits, not once.
TEST_F(BridgeTest, NoLookupWaitsDuringLongRounds) {
  constexpr int kRounds = 10;
  std::vector<jobject> halves_held;
  std::vector<Node*> nodes;
  for (int i = 0; i < 8; ++i) {
    const jobject half = NewHalf(i % 2 == 0 ? kHolder : kSlot);
    nodes.push_back(Add(half).get());
    halves_held.push_back(env->NewGlobalRef(half));
    env->DeleteLocalRef(half);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i]->next = nodes[(i + 1) % nodes.size()];
  registry->EnableCounters(true);
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::atomic<std::uint64_t> waited{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      JNIEnv* own = vm.env();
      std::mt19937 random(t);
      {
        const PeerScope first(*registry, own);  // the thread is known from now on
        static_cast<void>(first.Borrow(halves_held[0]));
      }
      const std::uint64_t before = peers::thread_waits;
      while (!stop) {
        const std::size_t i = random() % nodes.size();
        const jobject local = own->NewLocalRef(halves_held[i]);
        {
          const PeerScope scope(*registry, own);
          if (scope.Borrow(local) != nodes[i]) ++wrong;
          if (scope.BorrowHeld(halves_held[i]) != nodes[i]) ++wrong;
        }
        const Ref<Peer> peeked = registry->Peek(own, local);
        if (peeked.get() != nodes[i]) ++wrong;
        const Weak<Node> weak(*nodes[i]);
        if (weak.Lock().get() != nodes[i]) ++wrong;
        if (nodes[i]->next.Get().get() != nodes[(i + 1) % nodes.size()]) ++wrong;
        nodes[i]->other = nodes[random() % nodes.size()];
        own->DeleteLocalRef(local);
      }
      waited += peers::thread_waits - before;
    });
  }
  for (int round = 0; round < kRounds; ++round) {
    Step([](peers::Step step) {
      if (step == Step::kFlipped) std::this_thread::sleep_for(std::chrono::milliseconds(40));
    });
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  const PeerCounters counters = registry->ReadCounters();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(waited, 0U);
  EXPECT_EQ(counters.waits, 0U);
  EXPECT_GT(counters.in_rounds, 1'000U);
  EXPECT_GT(counters.rescued, 0U);
  for (const jobject half : halves_held) env->DeleteGlobalRef(half);
  for (Node* node : nodes) node->next = nullptr;
}

// R11: a destructor may do anything, a round included.
TEST_F(BridgeTest, ADestructorMayCollect) {
  class Collecting final : public Peer {
   public:
    Collecting(Bridge& bridge, JNIEnv* env) : bridge_(bridge), env_(env) {}
    ~Collecting() override { bridge_.Collect(env_); }

   private:
    Bridge& bridge_;
    JNIEnv* env_;
  };
  const jobject half = NewHalf(kHolder);
  registry->Add(env, half, MakePeer<Collecting>(*bridge, env));
  env->DeleteLocalRef(half);
  EXPECT_EQ(Collect().dead, 1U);
  EXPECT_EQ(bridge->Numbers().rounds, 2U);
}

TEST_F(BridgeTest, ARegistryHasOneBridge) {
  try {
    const Bridge second(*registry);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "second-bridge");
  }
  Restart(ByHand());
}

TEST_F(BridgeTest, APendingExceptionIsAnError) {
  const jclass error = env->FindClass("java/lang/IllegalStateException");
  env->ThrowNew(error, "mine");
  try {
    Collect();
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), "exception-pending");
  }
  env->ExceptionClear();
}

// ---- A VM without references

// Each reference that a program with a round asks for is refused once: every way through is a
// typed error or a peer that lives, nothing leaks, and the next round does what this one could not.
TEST_F(BridgeTest, EveryReferenceFailsOnce) {
  const jobject kept = NewHalf(kHolder);
  std::uint64_t nth = 1;
  for (bool failed = true; failed; ++nth) {
    ASSERT_LT(nth, 200U);
    JniInterposer jni(env);
    Ref<Node> keeper;
    int errors = 0;
    const auto attempt = [&](const std::function<void()>& what) {
      try {
        what();
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), "out-of-references");
        ++errors;
      }
    };
    // A cycle of three, and one that names it and a fifth: those die. And one that Java keeps.
    std::vector<jobject> locals;
    for (const char* type : {kHolder, kSlot, kHolder, kSlot, kHolder}) {
      locals.push_back(NewHalf(type));
    }
    jni.FailOnce(nth);
    std::vector<Ref<Node>> nodes(5);
    for (std::size_t i = 0; i < 5; ++i) {
      attempt([&] {
        const Ref<Node> node = MakePeer<Node>();
        registry->Add(env, locals[i], node);
        nodes[i] = node;
      });
    }
    attempt([&] {
      keeper = MakePeer<Node>();
      registry->Add(env, kept, keeper);
    });
    for (std::size_t i = 0; i < 3; ++i) {
      if (nodes[i] && nodes[(i + 1) % 3]) nodes[i]->next = nodes[(i + 1) % 3];
      if (nodes[i] && nodes[(i + 2) % 3]) nodes[i]->other = nodes[(i + 2) % 3];
    }
    if (nodes[3] && nodes[0]) nodes[3]->next = nodes[0];
    if (nodes[3] && nodes[4]) nodes[3]->other = nodes[4];
    const Weak<Node> first(nodes[0]);
    const Weak<Node> of_kept(keeper);
    nodes.clear();
    for (const jobject local : locals) env->DeleteLocalRef(local);
    keeper = nullptr;
    peers::Round<peers::JniJava, peers::JniHeap> round(registry->impl(), heap, env,
                                                       [&](peers::Step step) {
                                                         if (step != Step::kDeletedOld) return;
                                                         attempt([&] { of_kept.Lock(); });
                                                       });
    round.Run();
    registry->Drain(env);
    failed = jni.failed();
    EXPECT_LE(errors, failed ? 1 : 0);
    jni.FailOnce(0);
    // In peace.
    Collect();
    EXPECT_FALSE(first.Lock()) << nth;
    EXPECT_EQ(alive, of_kept.Lock() ? 1 : 0) << nth;
    if (const Ref<Node> node = of_kept.Lock()) registry->Dispose(env, *node);
    registry->Drain(env);
    EXPECT_EQ(alive, 0) << nth;
    const JniNumbers numbers = jni.Read();
    EXPECT_EQ(numbers.global_references, numbers["DeleteGlobalRef"]) << nth;
    EXPECT_EQ(numbers.weak_references, numbers["DeleteWeakGlobalRef"]) << nth;
  }
  // 6 global references, one array (the cycle is a ring: one reference each), 6 weak ones, one
  // rescue, 5 questions that were answered with null; one program without a failure, and the step
  // beyond.
  EXPECT_EQ(nth, 19U + 2U);
}

// ART ends a process with 51,200 global references. A budget keeps a program below that which makes
// and drops more.
TEST_F(BridgeTest, ABudgetKeepsAProgramBelowTheLimit) {
  constexpr std::uint64_t kLimit = 51'200;
  BridgeOptions options;
  options.growth = 1'000'000;
  options.reference_budget = kLimit;
  options.notice_collections = std::chrono::milliseconds(0);
  options.least_pause = std::chrono::milliseconds(1);
  Restart(options);
  std::atomic<std::size_t> most{0};
  for (int i = 0; i < 60'000; ++i) {
    AddUnheld(kHolder);
    const std::size_t now = registry->Numbers().peers;
    if (now > most) most = now;
    // Not faster than any round: an application that is has no budget left to keep.
    ASSERT_TRUE(Eventually([&] { return registry->Numbers().peers <= kLimit - 2'000; }));
  }
  EXPECT_GT(bridge->Numbers().rounds, 0U);
  EXPECT_LT(most, kLimit);
  Restart(ByHand());
  Collect();
  EXPECT_EQ(alive, 0);
}

TEST_F(BridgeTest, AtTheLimitAPeerIsRefusedAndNothingDies) {
  std::vector<jobject> locals;
  for (int i = 0; i < 10; ++i) locals.push_back(NewHalf(kHolder));
  JniInterposer jni(env);
  jni.LimitGlobalReferences(5);
  int refused = 0;
  for (const jobject half : locals) {
    try {
      registry->Add(env, half, MakePeer<Node>());
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), "out-of-references");
      ++refused;
    }
  }
  EXPECT_EQ(refused, 5);
  EXPECT_EQ(Collect().dead, 0U);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(registry->Peek(env, locals[static_cast<std::size_t>(i)]));
  for (const jobject half : locals) env->DeleteLocalRef(half);
  EXPECT_EQ(Collect().dead, 5U);
}

// ---- Rounds that start by themselves

TEST_F(BridgeTest, GrowthStartsRounds) {
  BridgeOptions options;
  options.growth = 100;
  options.notice_collections = std::chrono::milliseconds(0);
  options.least_pause = std::chrono::milliseconds(1);
  Restart(options);
  for (int i = 0; i < 99; ++i) AddUnheld(kHolder);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(bridge->Numbers().rounds, 0U);
  // The round may begin while the last one is still rooted here.
  AddUnheld(kHolder);
  EXPECT_TRUE(Eventually([&] { return alive <= 1; }));
  EXPECT_EQ(bridge->Numbers().rounds, 1U);
  EXPECT_GE(bridge->Numbers().dead, 99U);
  Restart(ByHand());
  Collect();
}

TEST_F(BridgeTest, ACollectionOfJavaStartsARound) {
  BridgeOptions options;
  options.notice_collections = std::chrono::milliseconds(20);
  options.least_pause = std::chrono::milliseconds(1);
  Restart(options);
  AddUnheld(kHolder);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(bridge->Numbers().rounds, 0U);
  // -Xcheck:jni looks at the object of a weak reference that IsSameObject is asked about, which
  // keeps it for a collection that is marking just then: ZGC and Shenandoah may need another one.
  EXPECT_TRUE(Eventually([&] {
    if (bridge->Numbers().rounds == 0) CallVoid("java/lang/System", "gc");
    return alive == 0;
  }));
  // The collections of its own rounds are not Java's: no round follows from one.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const std::uint64_t rounds = bridge->Numbers().rounds;
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(bridge->Numbers().rounds, rounds);
}

TEST_F(BridgeTest, RequestsAreCoalesced) {
  BridgeOptions options;
  options.notice_collections = std::chrono::milliseconds(0);
  options.least_pause = std::chrono::milliseconds(50);
  Restart(options);
  for (int i = 0; i < 1000; ++i) bridge->Request();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_GE(bridge->Numbers().rounds, 1U);
  EXPECT_LE(bridge->Numbers().rounds, 3U);
}

TEST_F(BridgeTest, TheBudgetStartsRounds) {
  BridgeOptions options;
  options.reference_budget = 200;
  options.notice_collections = std::chrono::milliseconds(0);
  options.least_pause = std::chrono::milliseconds(1);
  Restart(options);
  for (int i = 0; i < 180; ++i) AddUnheld(kHolder);
  EXPECT_TRUE(Eventually([&] { return alive <= 1; }));
  Restart(ByHand());
  Collect();
}

// ---- For ever

std::size_t ResidentPages() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  statm >> size >> resident;
  return resident;
}

// Cycles of mixed shapes, made and dropped: RSS, Java heap and references stay where they are.
// CAUSEWAY_LEAK_CYCLES sets how many.
TEST_F(BridgeTest, CyclesMadeAndDroppedLeaveNothing) {
  const char* wanted = std::getenv("CAUSEWAY_LEAK_CYCLES");
  const int cycles = wanted != nullptr ? std::atoi(wanted) : 50'000;
  std::mt19937 random(20261201);
  const jclass heavy = vm.FindClass(kHeavy);
  const jmethodID constructor = env->GetMethodID(heavy, "<init>", "()V");
  const auto make = [&] {
    // One to five pairs; each is reached from the one before, in C++ or in Java, as is the first
    // from the last.
    const std::size_t pairs = 1 + random() % 5;
    std::vector<jobject> half;
    std::vector<Ref<Node>> node;
    for (std::size_t i = 0; i < pairs; ++i) {
      half.push_back(env->NewObject(heavy, constructor));
      ASSERT_FALSE(env->ExceptionCheck());
      node.push_back(MakePeer<Node>());
      registry->Add(env, half.back(), node.back());
    }
    for (std::size_t i = 0; i < pairs; ++i) {
      const std::size_t to = (i + 1) % pairs;
      switch (random() % 3) {
        case 0:
          node[i]->next = node[to];
          break;
        case 1:
          Name(half[i], half[to]);
          break;
        default:
          node[i]->next = node[to];
          node[i]->other = node[random() % pairs];
          Name(half[i], half[random() % pairs]);
      }
    }
    for (const jobject local : half) env->DeleteLocalRef(local);
  };
  std::size_t warm_pages = 0;
  jlong warm_bytes = 0;
  for (int i = 0; i < cycles; ++i) {
    make();
    if (i % 2'000 == 1'999) Collect();
    if (i == cycles / 2) {
      Collect();
      warm_pages = ResidentPages();
      warm_bytes = CallLong("com/example/bridge/Halves", "usedBytes");
    }
  }
  Collect();
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(registry->Numbers().peers, 0U);
  EXPECT_EQ(registry->Numbers().retired, 0U);
  EXPECT_LE(CallLong("com/example/bridge/Halves", "usedBytes"), warm_bytes + 4'000'000);
  EXPECT_LE(ResidentPages(), warm_pages + 16'000'000 / 4096) << "half of the cycles, in pages";
  env->DeleteGlobalRef(heavy);
}

// Lookups, edges, disposal, threads that come and go, rounds and System.gc() together.
// CAUSEWAY_SOAK_SECONDS sets for how long.
TEST_F(BridgeTest, Soak) {
  const char* wanted = std::getenv("CAUSEWAY_SOAK_SECONDS");
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(wanted != nullptr ? std::atoi(wanted) : 3);
  BridgeOptions options;
  options.growth = 200;
  options.least_pause = std::chrono::milliseconds(1);
  options.notice_collections = std::chrono::milliseconds(20);
  Restart(options);
  constexpr std::size_t kAnchors = 32;
  std::vector<jobject> anchors;
  for (std::size_t i = 0; i < kAnchors; ++i) {
    const jobject local = NewHalf(i % 2 == 0 ? kHolder : kSlot);
    Add(local);
    anchors.push_back(env->NewGlobalRef(local));
    env->DeleteLocalRef(local);
  }
  std::atomic<int> wrong{0};
  std::atomic<long> steps{0};
  const auto live = [&](unsigned seed) {
    JNIEnv* own = vm.env();
    std::mt19937 random(seed);
    Weak<Node> weak;
    for (int i = 0; i < 2'000 && std::chrono::steady_clock::now() < end; ++i, ++steps) {
      try {
        const jobject local = own->NewLocalRef(anchors[random() % kAnchors]);
        Ref<Node> node = Ref<Node>::Adopt(static_cast<Node*>(registry->Peek(own, local).Release()));
        own->DeleteLocalRef(local);
        if (!node) {
          ++wrong;
          continue;
        }
        for (std::size_t hops = random() % 4; hops > 0; --hops) {
          if (Ref<Node> next = (random() % 2 == 0 ? node->next : node->other).Get()) node = next;
        }
        switch (random() % 8) {
          case 0:
            if (Ref<Node> locked = weak.Lock()) node->other = locked;
            break;
          case 1:
            (random() % 2 == 0 ? node->next : node->other) = nullptr;
            break;
          case 2: {
            const jobject half = NewHalf(random() % 2 == 0 ? kHolder : kSlot, own);
            const Ref<Node> made = MakePeer<Node>();
            made->next = node;
            registry->Add(own, half, made);
            own->DeleteLocalRef(half);
            node->other = made;
            break;
          }
          case 3:
            weak = Weak<Node>(node);
            break;
          case 4:
            if (random() % 200 == 0) CallVoid("java/lang/System", "gc");
            break;
          default: {
            const jobject half = registry->NewJavaRef(own, *node);
            if (half == nullptr || registry->Peek(own, half) != node) ++wrong;
            own->DeleteLocalRef(half);
          }
        }
      } catch (const Error&) {
        ++wrong;
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (unsigned life = 0; std::chrono::steady_clock::now() < end; ++life) {
        std::thread(live, t * 10'000 + life).join();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(steps, 1'000);
  Restart(ByHand());
  EXPECT_GT(registry->Numbers().peers, 0U);
  for (const jobject anchor : anchors) env->DeleteGlobalRef(anchor);
  Collect();
  EXPECT_EQ(alive, 0) << "garbage of any shape goes in one round in quiet";
}

}  // namespace
}  // namespace causeway::test
