// Rules of the registry and of a round that show only at one point of an operation: a Java that
// stops there. docs/peers_rules.md lists all rules.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "causeway/bridge.h"
#include "runtime/peers/fake_java.h"
#include "runtime/peers/registry_core.h"
#include "runtime/peers/round.h"

namespace causeway::peers {
namespace {

std::atomic<int> alive{0};

class Node final : public Peer {
 public:
  Node() { ++alive; }
  ~Node() override { --alive; }
  Traced<Node> next{*this};
};

struct Hooks {
  std::function<void()> before_strong;  // a strong reference is about to be made
  std::function<void()> wants_round;    // a registration has just become visible
  bool collects = true;
  bool logs = false;
  std::vector<std::string> log;

  void Log(const char* what) {
    if (logs) log.emplace_back(what);
  }
};

class HookedJava : public FakeJava {
 public:
  HookedJava(FakeHeap& heap, Hooks& hooks) : FakeJava(heap), hooks_(&hooks) {}
  FakeReference* NewStrong(FakeHeap* heap, FakeReference* object) const {
    hooks_->Log("strong");
    if (hooks_->before_strong) hooks_->before_strong();
    return FakeJava::NewStrong(heap, object);
  }
  void DeleteStrong(FakeHeap* heap, FakeReference* strong) const {
    hooks_->Log("delete");
    FakeJava::DeleteStrong(heap, strong);
  }

 private:
  Hooks* hooks_;
};

class HookedHeap {
 public:
  HookedHeap(FakeBridgeHeap& heap, Hooks& hooks) : heap_(heap), hooks_(hooks) {}
  FakeReference* NewWeak(FakeHeap* heap, FakeReference* strong) const {
    hooks_.Log("weak");
    return heap_.NewWeak(heap, strong);
  }
  void DeleteWeak(FakeHeap* heap, FakeReference* weak) const {
    hooks_.Log("delete weak");
    heap_.DeleteWeak(heap, weak);
  }
  bool CanHoldEdges(FakeHeap* heap, FakeReference* half) const {
    return heap_.CanHoldEdges(heap, half);
  }
  bool HoldEdges(FakeHeap* heap, FakeReference* half,
                 std::span<FakeReference* const> targets) const {
    hooks_.Log("hold edges");
    return heap_.HoldEdges(heap, half, targets);
  }
  FakeReference* NewArray(FakeHeap* heap, std::size_t size) const {
    return heap_.NewArray(heap, size);
  }
  bool FillArray(FakeHeap* heap, FakeReference* array,
                 std::span<FakeReference* const> elements) const {
    return heap_.FillArray(heap, array, elements);
  }
  bool DropEdges(FakeHeap* heap, FakeReference* half) const {
    hooks_.Log("drop edges");
    return heap_.DropEdges(heap, half);
  }
  bool DropEdgesOfWeak(FakeHeap* heap, FakeReference* half) const {
    hooks_.Log("drop edges");
    return heap_.DropEdgesOfWeak(heap, half);
  }
  void Collect(FakeHeap* heap) const {
    hooks_.Log("collect");
    if (hooks_.collects) heap_.Collect(heap);
  }

 private:
  FakeBridgeHeap& heap_;
  Hooks& hooks_;
};

class Core final : public RegistryCore<HookedJava> {
 public:
  Core(FakeHeap& heap, Hooks& hooks)
      : RegistryCore(HookedJava(heap, hooks), /*drain_by_hand=*/false), hooks_(hooks) {}
  void WantRound() override {
    if (hooks_.wants_round) hooks_.wants_round();
  }

 private:
  Hooks& hooks_;
};
using Added = Core::Added;

class CoreRules : public testing::Test {
 protected:
  ~CoreRules() override {
    hooks = {};
    core->Close(&heap);
    EXPECT_EQ(heap.strong, 0);
    EXPECT_EQ(heap.weak, 0);
    EXPECT_EQ(alive, 0);
  }

  Ref<Node> Add(FakeReference* object) {
    Ref<Node> node = MakePeer<Node>();
    EXPECT_EQ(core->Add(&heap, object, node, Standing::kReal).added, Added::kYes);
    return node;
  }
  Ref<Node> AddUnheld(std::uint32_t hash = 1) {
    FakeReference* object = heap.NewObject(hash);
    Ref<Node> node = Add(object);
    object->deleted = true;
    return node;
  }
  Ref<Peer> Peek(FakeReference* object) { return core->Peek(&heap, object); }
  RoundNumbers Collect(std::function<void(Step)> observer = {}) {
    const HookedHeap hooked(bridge_heap, hooks);
    Round<HookedJava, HookedHeap> round(*core, hooked, &heap, std::move(observer));
    const RoundNumbers numbers = round.Run();
    core->Drain(&heap);
    core->Drain(&heap);
    return numbers;
  }

  FakeHeap heap;
  FakeBridgeHeap bridge_heap;
  Hooks hooks;
  std::shared_ptr<Core> core = std::make_shared<Core>(heap, hooks);
};

TEST_F(CoreRules, R6_NothingIsVisibleBeforeItsReferenceIsMade) {
  FakeReference* object = heap.NewObject(1);
  const Ref<Node> node = MakePeer<Node>();
  int asked = 0;
  hooks.before_strong = [&] {
    ++asked;
    EXPECT_EQ(Peek(object), nullptr);
    EXPECT_FALSE(node->registered());
    EXPECT_EQ(node->handle(), 0);
    EXPECT_TRUE(core->List().empty());
  };
  core->Add(&heap, object, node, Standing::kReal);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(Peek(object), node);
}

// A flag that is set after the registration lets whoever comes first in between see a real peer.
TEST_F(CoreRules, R8_AStandInIsReplaceableFromTheMomentItIsSeen) {
  FakeReference* object = heap.NewObject(1);
  const Ref<Node> stand_in = MakePeer<Node>();
  Ref<Node> real;
  hooks.wants_round = [&] {
    const Ref<Node> another = MakePeer<Node>();
    EXPECT_EQ(core->Add(&heap, object, another, Standing::kReplaceable).counts, stand_in);
    real = MakePeer<Node>();
    EXPECT_EQ(core->Add(&heap, object, real, Standing::kReal).added, Added::kYes);
  };
  core->set_until_round(1);
  core->Add(&heap, object, stand_in, Standing::kReplaceable);
  ASSERT_TRUE(real);
  EXPECT_EQ(Peek(object), real);
  EXPECT_FALSE(stand_in->registered());
}

TEST_F(CoreRules, R9_ARegistrationBetweenTheLookAndTheInsertionCounts) {
  FakeReference* object = heap.NewObject(1);
  Ref<Node> first;
  bool between = true;
  hooks.before_strong = [&] {
    if (std::exchange(between, false)) first = Add(object);
  };
  const Ref<Node> late = MakePeer<Node>();
  const auto result = core->Add(&heap, object, late, Standing::kReal);
  EXPECT_EQ(result.added, Added::kOther);
  EXPECT_EQ(result.counts, first);
  EXPECT_FALSE(late->registered());
  EXPECT_EQ(core->peers(), 1U);
  EXPECT_EQ(heap.strong, 1);
}

// Each registration finds, when it comes to it, that another has been faster: who loses was never
// registered, so no round may have it as a member, whenever it enumerates.
TEST_F(CoreRules, R9_WhoLosesIsInNoRound) {
  constexpr int kSteps = 30'000;
  static thread_local bool between = false;
  FakeReference* object = heap.NewObject(1);
  hooks.collects = false;  // rounds in quick succession
  hooks.before_strong = [&] {
    if (std::exchange(between, false)) Add(object);
  };
  std::atomic<bool> done{false};
  std::thread adds([&] {
    for (int step = 0; step < kSteps; ++step) {
      between = true;
      const auto result = core->Add(&heap, object, MakePeer<Node>(), Standing::kReal);
      EXPECT_EQ(result.added, Added::kOther);
      core->Unregister(*result.counts);
      core->DrainSome(&heap);
    }
    done = true;
  });
  int rounds = 0;
  for (; !done; ++rounds) Collect();
  adds.join();
  EXPECT_GT(rounds, 100);
  core->Drain(&heap);
  EXPECT_EQ(core->peers(), 0U);
  EXPECT_EQ(heap.strong, 0);
  EXPECT_EQ(alive, 0);
}

TEST_F(CoreRules, R18_AfterItsRegistryAPeerAnswersWithErrors) {
  const Ref<Node> node = AddUnheld();
  node->next = AddUnheld();
  const Weak<Node> weak(node);
  core->Close(&heap);
  EXPECT_EQ(weak.Lock(), nullptr);
  EXPECT_THROW(node->next.Get(), Error);
  EXPECT_THROW(node->next = node, Error);
  EXPECT_EQ(core->Add(&heap, heap.NewObject(1), node, Standing::kReal).added, Added::kEnded);
}

// Edges while all is strong, then all weak, one collection, all strong again, and only then the
// edges of the survivors go.
TEST_F(CoreRules, R24_TheOrderOfARound) {
  FakeReference* object = heap.NewObject(1);
  {
    const Ref<Node> held = Add(object);
    held->next = AddUnheld();
    held->next.Get()->next = held;
    const Ref<Node> garbage = AddUnheld();
    garbage->next = AddUnheld();
    garbage->next.Get()->next = garbage;
  }
  hooks.logs = true;
  EXPECT_EQ(Collect().dead, 2U);
  hooks.logs = false;
  const auto times = [](std::size_t n, const char* what) {
    return std::vector<std::string>(n, what);
  };
  std::vector<std::string> expected;
  for (const auto& part :
       {times(4, "hold edges"), times(4, "weak"), times(4, "delete"), times(1, "collect"),
        times(4, "strong"), times(2, "drop edges"), times(4, "delete weak")}) {
    expected.insert(expected.end(), part.begin(), part.end());
  }
  EXPECT_EQ(hooks.log, expected);
  object->deleted = true;
}

// A rescuer has read a word of the round, and is stopped before it acts on it: the round cannot end
// under it.
TEST_F(CoreRules, R27_ARescuerThatIsStoppedHalfwayHoldsTheEndUp) {
  static thread_local bool stops_here = false;
  FakeReference* object = heap.NewObject(1);
  const Weak<Node> weak(Add(object));
  std::atomic<bool> inside{false};
  std::atomic<bool> leave{false};
  std::atomic<bool> ended{false};
  hooks.before_strong = [&] {
    if (!stops_here) return;
    inside = true;
    while (!leave) std::this_thread::yield();
  };
  Ref<Node> rescued;
  std::thread rescuer;
  std::thread release;
  Collect([&](Step step) {
    if (step == Step::kDeletedOld) {
      rescuer = std::thread([&] {
        stops_here = true;
        rescued = weak.Lock();
      });
      while (!inside) std::this_thread::yield();
    } else if (step == Step::kUnflagged) {
      release = std::thread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_FALSE(ended);
        leave = true;
      });
    } else if (step == Step::kEnded) {
      ended = true;
    }
  });
  release.join();
  rescuer.join();
  EXPECT_TRUE(rescued);
  EXPECT_EQ(Peek(object), rescued);
  EXPECT_EQ(heap.strong, 1);
  EXPECT_EQ(heap.weak, 0);
}

// A lookup is stopped in its JNI call, as by a collection, and a round waits for it: everything
// else goes on, so the round holds nothing that others need.
TEST_F(CoreRules, R28_WhileARoundWaitsForALookupNobodyWaitsForTheRound) {
  static thread_local bool stops_here = false;
  FakeReference* object = heap.NewObject(1);
  FakeReference* other = heap.NewObject(1);
  const Ref<Node> node = Add(object);
  std::atomic<bool> inside{false};
  std::atomic<bool> leave{false};
  std::atomic<bool> begun{false};
  std::atomic<bool> flagged{false};
  heap.in_same = [&] {
    if (!stops_here) return;
    inside = true;
    while (!leave) std::this_thread::yield();
  };
  std::thread lookup([&] {
    stops_here = true;
    EXPECT_EQ(Peek(object), node);
  });
  while (!inside) std::this_thread::yield();
  std::thread bridge([&] {
    Collect([&](Step step) {
      if (step == Step::kBegun) begun = true;
      if (step == Step::kFlagged) flagged = true;
    });
  });
  while (!begun) std::this_thread::yield();
  std::thread([&] {  // one that is new to the registry
    const Ref<Node> added = Add(other);
    added->next = node;
    EXPECT_EQ(Peek(other), added);
    EXPECT_EQ(Weak<Node>(added).Lock(), added);
    EXPECT_EQ(core->List().size(), 2U);
    core->ReadCounters();
    core->Unregister(*added);
    core->Drain(&heap);
  })
      .join();
  EXPECT_FALSE(flagged);
  leave = true;
  lookup.join();
  bridge.join();
  EXPECT_TRUE(flagged);
}

// When the verdict is told, survivors are strong and the dead are found no more; their memory is
// still there.
TEST_F(CoreRules, R31_WithTheVerdictTheDeadAreUnregisteredAndTheLivingStrong) {
  FakeReference* object = heap.NewObject(1);
  Add(object)->next = AddUnheld();
  AddUnheld();
  FakeReference* late = heap.NewObject(1);  // the hash of the dead one, again
  Node* made = nullptr;
  const RoundNumbers numbers = Collect([&](Step step) {
    if (step != Step::kJudged) return;
    EXPECT_EQ(heap.strong, 2);
    EXPECT_EQ(core->peers(), 2U);
    EXPECT_EQ(alive, 3);
    made = Add(late).get();
    heap.sames = 0;
    ThreadState& thread = core->Thread();
    thread.Enter();
    EXPECT_EQ(core->FindByHash(thread, &heap, late, 1), made);
    thread.Leave();
    EXPECT_LE(heap.sames, 3) << "the dead one is no candidate";
  });
  EXPECT_EQ(numbers.dead, 1U);
  EXPECT_EQ(Peek(late).get(), made);
  EXPECT_EQ(alive, 3);
}

TEST_F(CoreRules, R31_WhatWasBorrowedByHandleOutlivesItsVerdict) {
  const auto handle = Handle::FromBits(static_cast<std::uint64_t>(AddUnheld()->handle()));
  ThreadState& thread = core->Thread();
  thread.Enter();
  Peer* borrowed = core->FindByHandle(handle);
  ASSERT_NE(borrowed, nullptr);
  EXPECT_EQ(Collect().dead, 1U);
  EXPECT_EQ(alive, 1);
  EXPECT_FALSE(borrowed->registered());
  EXPECT_EQ(core->FindByHandle(handle), nullptr);
  EXPECT_FALSE(Ref<Peer>(borrowed)) << "it is too late to root it";
  thread.Leave();
  core->Drain(&heap);
  EXPECT_EQ(alive, 0);
}

// The table of weak references is full after five: the rest stay strong for a round.
TEST_F(CoreRules, R33_AShortTableOfWeakReferencesDelaysOnly) {
  for (int i = 0; i < 8; ++i) AddUnheld();
  heap.weak_limit = 5;
  EXPECT_EQ(Collect().dead, 5U);
  EXPECT_EQ(Collect().dead, 3U);
  EXPECT_EQ(heap.weak, 0);
}

// mono/mono#3422: M owners that share a plain object which names N others must not be M times N
// references.
TEST_F(CoreRules, R30_AFanOf4000By4000IsEightThousandReferences) {
  constexpr std::uint32_t kFan = 4'000;
  const auto shared = std::make_shared<OwnerNode>();
  core->AddOwner(shared);
  std::vector<FakeReference*> holders;
  for (std::uint32_t i = 0; i < kFan; ++i) {
    holders.push_back(heap.NewObject(2 * i));
    core->AddHolder(*shared, *Add(holders.back()));
    core->Store(shared->edges.Take(), AddUnheld(2 * i + 1).get());
  }
  RoundNumbers numbers = Collect();
  EXPECT_EQ(numbers.edges, 2 * kFan);
  EXPECT_EQ(numbers.mirrored, 2 * kFan);
  EXPECT_EQ(numbers.dead, 0U);
  for (FakeReference* holder : holders) holder->deleted = true;
  EXPECT_EQ(Collect().dead, 2 * kFan);
  core->RemoveOwner(*shared);
}

}  // namespace
}  // namespace causeway::peers
