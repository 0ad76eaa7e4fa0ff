// The registry without a JVM: its rules (R1 to R19 of the peers' contract, as far as they do not
// need Java), and threads that add, look up, dispose of and drain at the same time.
#include <gtest/gtest.h>

#include <barrier>
#include <random>
#include <thread>
#include <vector>

#include "runtime/peers/fake_java.h"
#include "runtime/peers/registry_core.h"

namespace causeway::peers {
namespace {

using Core = RegistryCore<FakeJava>;
using Added = Core::Added;

std::atomic<int> alive{0};

class Thing final : public Peer {
 public:
  explicit Thing(int n = 0) : number(n) { ++alive; }
  ~Thing() override {
    --alive;
    number = -1;
  }
  std::atomic<int> number;
};

class CoreTest : public testing::Test {
 protected:
  ~CoreTest() override {
    core->Close(&heap);
    EXPECT_EQ(heap.strong, 0);
    EXPECT_EQ(alive, 0);
  }

  Ref<Peer> AddNew(FakeReference* object, Standing standing = Standing::kReal) {
    return core->Add(&heap, object, MakePeer<Thing>(), standing).counts;
  }
  Ref<Peer> Peek(FakeReference* object) { return core->Peek(&heap, object); }

  FakeHeap heap;
  std::shared_ptr<Core> core = std::make_shared<Core>(FakeJava(heap), false);
};

TEST_F(CoreTest, R1_EveryReferenceFindsTheOnePeer) {
  FakeReference* object = heap.NewObject(5);
  const Ref<Peer> peer = AddNew(object);
  EXPECT_EQ(Peek(object), peer);
  EXPECT_EQ(Peek(heap.Again(object)), peer);
  std::thread([&] { EXPECT_EQ(Peek(heap.Again(object)), peer); }).join();
  EXPECT_EQ(Peek(heap.NewObject(6)), nullptr);
}

TEST_F(CoreTest, R3_EqualHashesAreToldApart) {
  std::vector<FakeReference*> objects;
  std::vector<Ref<Peer>> peers;
  for (int i = 0; i < 300; ++i) {
    objects.push_back(heap.NewObject(1));
    peers.push_back(AddNew(objects.back()));
  }
  for (std::size_t i = 0; i < objects.size(); ++i) EXPECT_EQ(Peek(objects[i]), peers[i]);
  EXPECT_EQ(Peek(heap.NewObject(1)), nullptr);
}

TEST_F(CoreTest, R4_NullIsNotLookedUp) {
  EXPECT_EQ(Peek(nullptr), nullptr);
  EXPECT_EQ(heap.hashes, 0);
}

TEST_F(CoreTest, R6_AddingAgainChangesNothing) {
  FakeReference* object = heap.NewObject(5);
  const Ref<Peer> peer = AddNew(object);
  const auto again = core->Add(&heap, heap.Again(object), peer, Standing::kReal);
  EXPECT_EQ(again.added, Added::kYes);
  EXPECT_EQ(again.counts, peer);
  EXPECT_EQ(core->peers(), 1U);
  EXPECT_EQ(heap.strong, 1);
}

TEST_F(CoreTest, OnePeerIsForOneObject) {
  const Ref<Peer> peer = AddNew(heap.NewObject(5));
  EXPECT_EQ(core->Add(&heap, heap.NewObject(6), peer, Standing::kReal).added, Added::kElsewhere);
  EXPECT_EQ(core->peers(), 1U);
  EXPECT_EQ(heap.strong, 1);
}

TEST_F(CoreTest, R7_WhoDisplacesWhom) {
  FakeReference* object = heap.NewObject(5);
  const Ref<Peer> stand_in = AddNew(object, Standing::kReplaceable);
  const Ref<Peer> another = MakePeer<Thing>();
  const auto late = core->Add(&heap, object, another, Standing::kReplaceable);
  EXPECT_EQ(late.added, Added::kOther);
  EXPECT_EQ(late.counts, stand_in);
  const Ref<Peer> real = AddNew(object);
  EXPECT_NE(real, stand_in);
  EXPECT_EQ(Peek(object), real);
  EXPECT_FALSE(stand_in->registered());
  EXPECT_EQ(AddNew(object, Standing::kReplaceable), real);
  EXPECT_EQ(AddNew(object), real);
  EXPECT_EQ(core->peers(), 1U);
  // The losers go on as aliases: Java objects in their own right for whoever holds them.
  EXPECT_EQ(another->handle(), 0);
}

TEST_F(CoreTest, R12_LosersLeaveNoReference) {
  FakeReference* object = heap.NewObject(5);
  const Ref<Peer> peer = AddNew(object);
  for (int i = 0; i < 100; ++i) AddNew(object);
  core->Drain(&heap);
  EXPECT_EQ(heap.strong, 1);
  EXPECT_EQ(alive, 1);
}

TEST_F(CoreTest, R14_NothingIsLeftOfTheDead) {
  for (int i = 0; i < 100'000; ++i) {
    const Ref<Peer> peer = AddNew(heap.NewObject(static_cast<std::uint32_t>(i)));
    core->Unregister(*peer);
    core->DrainSome(&heap);
  }
  core->Drain(&heap);
  EXPECT_EQ(core->peers(), 0U);
  EXPECT_EQ(core->retired(), 0U);
  EXPECT_EQ(heap.strong, 0);
  EXPECT_EQ(alive, 0);
  EXPECT_LE(core->table().capacity(), 128U);
}

TEST_F(CoreTest, R17_AfterItsEndANewPeerMayCome) {
  FakeReference* object = heap.NewObject(5);
  const Ref<Peer> peer = AddNew(object);
  const auto handle = Handle::FromBits(static_cast<std::uint64_t>(peer->handle()));
  EXPECT_EQ(core->FindByHandle(handle), peer.get());
  EXPECT_TRUE(core->Unregister(*peer));
  EXPECT_FALSE(core->Unregister(*peer));
  EXPECT_EQ(Peek(object), nullptr);
  EXPECT_EQ(core->FindByHandle(handle), nullptr);
  EXPECT_EQ(peer->handle(), 0);
  const Ref<Peer> next = AddNew(object);
  EXPECT_EQ(Peek(object), next);
  EXPECT_EQ(core->FindByHandle(handle), nullptr);
}

TEST_F(CoreTest, R19_ADyingPeerTakesOnlyItsOwnEntry) {
  FakeReference* object = heap.NewObject(1);
  FakeReference* twin = heap.NewObject(1);
  const Ref<Peer> peer = AddNew(object);
  const Ref<Peer> other = AddNew(twin);
  core->Unregister(*peer);
  const Ref<Peer> next = AddNew(object);
  core->Unregister(*peer);  // once more, late
  EXPECT_EQ(Peek(object), next);
  EXPECT_EQ(Peek(twin), other);
}

TEST_F(CoreTest, ARegisteredPeerLivesWithoutRoots) {
  FakeReference* object = heap.NewObject(5);
  AddNew(object).Release()->registered();
  EXPECT_EQ(alive, 1);
  // The root that Release() left behind.
  const Ref<Peer> adopted = Ref<Peer>::Adopt(Peek(object).get());
  EXPECT_TRUE(adopted->registered());
}

TEST_F(CoreTest, WhatIsBorrowedLastsAsLongAsTheScope) {
  FakeReference* object = heap.NewObject(5);
  AddNew(object);
  ThreadState& thread = core->Thread();
  thread.Enter();
  auto* thing = static_cast<Thing*>(core->Find(thread, &heap, object));
  std::thread([&] {
    core->Unregister(*Peek(object));
    core->Drain(&heap);
    core->Drain(&heap);
  }).join();
  EXPECT_EQ(thing->number, 0);
  EXPECT_EQ(alive, 1);
  EXPECT_FALSE(Ref<Peer>(thing)) << "it is too late to root it";
  thread.Leave();
  core->Drain(&heap);
  EXPECT_EQ(alive, 0);
}

TEST_F(CoreTest, NoReferenceMeansNoPeer) {
  heap.strong_limit = 0;
  EXPECT_EQ(core->Add(&heap, heap.NewObject(1), MakePeer<Thing>(), Standing::kReal).added,
            Added::kOutOfReferences);
  EXPECT_EQ(core->peers(), 0U);
}

TEST_F(CoreTest, ListHoldsAllThatAreRegistered) {
  std::vector<Ref<Peer>> kept;
  for (std::uint32_t i = 0; i < 100; ++i) kept.push_back(AddNew(heap.NewObject(i)));
  for (std::size_t i = 0; i < 100; i += 2) core->Unregister(*kept[i]);
  EXPECT_EQ(core->List().size(), 50U);
}

TEST_F(CoreTest, CountersSayHowLookupsEnded) {
  FakeReference* a = heap.NewObject(1);
  FakeReference* twin = heap.NewObject(1);
  FakeReference* nobody = heap.NewObject(9);
  AddNew(a);
  AddNew(twin);
  Peek(a);
  EXPECT_EQ(core->ReadCounters(), PeerCounters()) << "off by default";
  core->set_counting(true);
  heap.sames = 0;
  heap.hashes = 0;
  for (int i = 0; i < 100; ++i) Peek(a);
  for (int i = 0; i < 10; ++i) Peek(nobody);
  std::thread([&] { Peek(twin); }).join();
  ThreadState& thread = core->Thread();
  thread.Enter();
  core->FindByHash(thread, &heap, twin, 1);
  thread.Leave();
  const PeerCounters counters = core->ReadCounters();
  EXPECT_EQ(counters.by_object, 111U);
  EXPECT_EQ(counters.by_hash, 1U);
  EXPECT_EQ(counters.missed, 10U);
  EXPECT_EQ(counters.first_guess_right + counters.second_guess_right + counters.from_table, 101U);
  EXPECT_GE(counters.first_guess_right, 80U);
  EXPECT_EQ(counters.same_calls, static_cast<std::uint64_t>(heap.sames));
  EXPECT_EQ(counters.hash_calls, static_cast<std::uint64_t>(heap.hashes));
  EXPECT_EQ(counters.hash_calls, counters.from_table + counters.missed);
  EXPECT_EQ(counters.runs, 2U) << "nobody, and the other thread's first; a was the last before";
  EXPECT_EQ(counters.same_calls - counters.candidates,
            counters.first_guess_right + counters.second_guess_right + counters.guesses_wrong);
  const PeerCounters none = counters - counters;
  EXPECT_EQ(none, PeerCounters());
  EXPECT_NE(ToJson(counters).find("{\"by_object\": 111, \"by_hash\": 1, "), std::string::npos);
}

// Two threads make a peer for the same object at the same time, over and over: one counts.
TEST_F(CoreTest, R9_OfTwoThatRaceOneCounts) {
  constexpr int kObjects = 20'000;
  std::vector<FakeReference*> objects;
  for (int i = 0; i < kObjects; ++i)
    objects.push_back(heap.NewObject(static_cast<std::uint32_t>(i % 7)));
  objects.resize(500);  // with long buckets
  std::vector<Ref<Peer>> won[2];
  std::barrier start(2);
  const auto run = [&](int who) {
    for (FakeReference* object : objects) {
      start.arrive_and_wait();
      won[who].push_back(AddNew(object));
    }
  };
  std::thread other(run, 1);
  run(0);
  other.join();
  EXPECT_EQ(won[0], won[1]);
  EXPECT_EQ(core->peers(), objects.size());
}

// Everything at once. FakeJava aborts on a reference that is used after its deletion, the
// sanitizers watch the memory, and a peer that a lookup gives is always one of its object.
TEST_F(CoreTest, Soak) {
  constexpr int kThreads = 4;
  constexpr int kSteps = 60'000;
  constexpr int kObjects = 48;
  std::vector<FakeReference*> objects;
  for (std::uint32_t i = 0; i < kObjects; ++i) objects.push_back(heap.NewObject(i % 16));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<std::uint32_t>(t));
      for (int step = 0; step < kSteps; ++step) {
        const int i = static_cast<int>(random() % kObjects);
        FakeReference* object = objects[static_cast<std::size_t>(i)];
        switch (random() % 8) {
          case 0:
            core->Add(&heap, object, MakePeer<Thing>(i), Standing::kReal);
            break;
          case 1:
            if (const Ref<Peer> peer = Peek(object)) core->Unregister(*peer);
            core->DrainSome(&heap);
            break;
          case 2: {
            const Ref<Peer> peer = Peek(object);
            if (peer && static_cast<Thing&>(*peer).number != i) ++wrong;
            break;
          }
          default: {
            ThreadState& thread = core->Thread();
            thread.Enter();
            const Peer* peer = core->Find(thread, &heap, object);
            if (peer != nullptr && static_cast<const Thing*>(peer)->number != i) ++wrong;
            thread.Leave();
          }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  core->Drain(&heap);
}

}  // namespace
}  // namespace causeway::peers
