// What lookups leave behind for who watches them: sampled times, waits, and the log, whose bytes
// are worked out by hand from the format in causeway/peer_log.h.
#include "runtime/peers/watch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "causeway/peer_log.h"
#include "runtime/peers/fake_java.h"
#include "runtime/peers/registry_core.h"

namespace causeway::peers {
namespace {

using Core = RegistryCore<FakeJava>;
using Mark = PeerLog::Mark;

class Plain final : public Peer {};

class WatchTest : public testing::Test {
 protected:
  ~WatchTest() override { core->Close(&heap); }

  FakeReference* NewPeer(std::uint32_t hash = 1) {
    FakeReference* object = heap.NewObject(hash);
    core->Add(&heap, object, MakePeer<Plain>(), Standing::kReal);
    return object;
  }
  void LookUp(FakeReference* object) { static_cast<void>(core->Peek(&heap, object)); }
  const Peer* Held(FakeReference* reference) {
    ThreadState& thread = core->Thread();
    thread.Enter();
    const Peer* peer = core->FindHeld(thread, &heap, reference);
    thread.Leave();
    return peer;
  }

  FakeHeap heap;
  std::shared_ptr<Core> core = std::make_shared<Core>(FakeJava(heap), false);
};

std::optional<PeerLog> Parse(const std::string& file, PeerLogError& error) {
  return ParsePeerLog(std::as_bytes(std::span(file)), error);
}
PeerLog Parse(const std::string& file) {
  PeerLogError error;
  const std::optional<PeerLog> log = Parse(file, error);
  EXPECT_TRUE(log) << error.what << " at " << error.at;
  return log.value_or(PeerLog());
}

// ---- References that native code keeps

TEST_F(WatchTest, AHeldReferenceIsHashedOnce) {
  FakeReference* object = NewPeer();
  core->set_counting(true);
  const Ref<Peer> peer = core->Peek(&heap, object);
  heap.hashes = 0;
  heap.sames = 0;
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Held(object), peer.get());
  EXPECT_EQ(heap.hashes, 1);
  EXPECT_EQ(heap.sames, 100);
  const PeerCounters counters = core->ReadCounters();
  EXPECT_EQ(counters.by_held, 100U);
  EXPECT_EQ(counters.hint_right, 99U);
}

TEST_F(WatchTest, R2_AHintIsOnlyAHint) {
  FakeReference* first = NewPeer(1);
  FakeReference* second = NewPeer(2);
  const Peer* peer_of_second = Held(second);
  ASSERT_NE(peer_of_second, nullptr);
  ASSERT_NE(Held(first), peer_of_second);
  first->target = second->target;  // the value has been given out again
  EXPECT_EQ(Held(first), peer_of_second);
  FakeReference* nobody = heap.NewObject(3);
  second->target = nobody->target;
  EXPECT_EQ(Held(second), nullptr);
  EXPECT_EQ(Held(nullptr), nullptr);
}

// ---- Sampled times

TEST_F(WatchTest, OneLookupInSoManyIsTimed) {
  FakeReference* object = NewPeer();
  for (int i = 0; i < 50; ++i) LookUp(object);  // from now on guessed
  constexpr std::chrono::microseconds kLong{100};
  heap.in_same = [&] {
    const auto end = std::chrono::steady_clock::now() + kLong;
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  core->set_counting(true);
  for (std::uint32_t i = 0; i < 10 * LookupCounts::kSampling; ++i) LookUp(object);
  const PeerCounters counters = core->ReadCounters();
  EXPECT_EQ(counters.same_calls, 10U * LookupCounts::kSampling);
  EXPECT_EQ(counters.same_sampled, 10U);
  // A read of the clock takes far less than half of a call.
  EXPECT_GE(counters.same_sampled_ns, 10U * 1000 * kLong.count() / 2);
  EXPECT_EQ(counters.hash_sampled, 0U);
  EXPECT_EQ(counters.hash_sampled_ns, 0U);
}

// ---- Waits

TEST(Waits, AreCountedForWhoWaits) {
  Mutex mutex;
  std::uint64_t waited = 0;
  std::atomic<bool> about_to{false};
  std::uint64_t before = thread_waits;
  std::thread other;
  {
    const std::lock_guard lock(mutex);
    EXPECT_EQ(thread_waits, before) << "the lock was free";
    other = std::thread([&] {
      about_to = true;
      const std::lock_guard theirs(mutex);
      waited = thread_waits;
    });
    while (!about_to) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  other.join();
  EXPECT_EQ(waited, 1U);
  EXPECT_EQ(thread_waits, before);
  Pause(0);
  EXPECT_EQ(thread_waits, before + 1);
}

// ---- The log

TEST_F(WatchTest, TheLogSaysWhoWasLookedUp) {
  FakeReference* zero = NewPeer(10);
  FakeReference* one = NewPeer(11);
  FakeReference* two = NewPeer(12);
  FakeReference* nobody = heap.NewObject(13);
  LookUp(one);  // before it begins
  core->Mark(Mark::kRoundBegan);
  core->StartLog(1 << 20);
  LookUp(two);
  LookUp(zero);
  LookUp(nobody);
  core->Mark(Mark::kCollection);
  LookUp(zero);
  core->Unregister(*core->Peek(&heap, one));
  core->Drain(&heap);
  FakeReference* one_again = NewPeer(14);
  LookUp(one_again);
  core->StopLog();
  LookUp(two);
  core->Mark(Mark::kRoundEnded);
  const std::string expected(
      "CWPEERS1"
      "\x01\x00"  // one mark, a collection
      "\x01"      // one thread
      "\x00\x08"  // nothing dropped, eight bytes
      "\x10"      // place 2: from 0 by 2, zigzag 4
      "\x0C"      // place 0: by -2, zigzag 3
      "\x02"      // nobody
      "\x07"      // one mark
      "\x00"      // place 0
      "\x08"      // place 1, zigzag 2
      "\x01\x01"  // place 1 again, but the next peer that has it
      ,
      8 + 2 + 1 + 2 + 8);
  EXPECT_EQ(core->ReadLog(), expected);

  const PeerLog log = Parse(expected);
  EXPECT_EQ(log.marks, std::vector{Mark::kCollection});
  ASSERT_EQ(log.threads.size(), 1U);
  // Numbers in the order in which they occur.
  EXPECT_EQ(log.threads[0].events,
            (std::vector<std::int64_t>{0, 1, PeerLog::kNone, PeerLog::Event(Mark::kCollection), 1,
                                       2, 3}));
  EXPECT_EQ(log.threads[0].dropped, 0U);
  EXPECT_EQ(log.peers, 4U);
}

TEST_F(WatchTest, TheLogOfManyThreadsIsWhatTheyDid) {
  constexpr int kThreads = 4;
  constexpr int kLookups = 20'000;
  std::vector<FakeReference*> objects;
  for (std::uint32_t i = 0; i < 200; ++i) objects.push_back(NewPeer(i));
  core->StartLog(4 << 20);
  std::vector<std::vector<int>> asked(kThreads);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < kLookups; ++i) {
        asked[t].push_back(static_cast<int>(random() % objects.size()));
        LookUp(objects[static_cast<std::size_t>(asked[t].back())]);
      }
    });
  }
  while (core->ReadCounters().by_object < kLookups) Parse(core->ReadLog());  // while it is written
  for (std::thread& thread : threads) thread.join();
  const PeerLog log = Parse(core->ReadLog());
  ASSERT_EQ(log.threads.size(), std::size_t{kThreads});
  EXPECT_EQ(log.peers, objects.size());
  // The same up to the peers' numbers, which are consistent over all threads.
  std::vector<std::int64_t> number(objects.size(), PeerLog::kNone);
  std::vector<bool> found(kThreads, false);
  for (const PeerLog::Thread& thread : log.threads) {
    ASSERT_EQ(thread.events.size(), std::size_t{kLookups});
  }
  // Which thread is which: all logs begin with different lookups, so try.
  std::size_t matched = 0;
  for (const PeerLog::Thread& thread : log.threads) {
    for (std::size_t t = 0; t < kThreads; ++t) {
      if (found[t]) continue;
      std::vector<std::int64_t> tried = number;
      bool same = true;
      for (std::size_t i = 0; same && i < kLookups; ++i) {
        std::int64_t& named = tried[static_cast<std::size_t>(asked[t][i])];
        if (named == PeerLog::kNone) named = thread.events[i];
        same = named == thread.events[i];
      }
      if (!same) continue;
      number = tried;
      found[t] = true;
      ++matched;
      break;
    }
  }
  EXPECT_EQ(matched, std::size_t{kThreads});
}

TEST_F(WatchTest, TheLogKeepsWithinItsBudget) {
  FakeReference* object = NewPeer();
  constexpr std::size_t kBudget = 10'000;  // room for two chunks
  core->StartLog(kBudget);
  constexpr std::uint64_t kLookups = 50'000;
  for (std::uint64_t i = 0; i < kLookups; ++i) LookUp(object);
  const std::string file = core->ReadLog();
  EXPECT_LE(file.size(), kBudget);
  const PeerLog log = Parse(file);
  ASSERT_EQ(log.threads.size(), 1U);
  EXPECT_GT(log.threads[0].events.size(), 8000U);  // one byte each
  EXPECT_EQ(log.threads[0].events.size() + log.threads[0].dropped, kLookups);
  core->StartLog(kBudget);
  LookUp(object);
  EXPECT_EQ(Parse(core->ReadLog()).threads[0].events, std::vector<std::int64_t>{0}) << "anew";
}

TEST(PeerLog, OfManyMarksBetweenTwoLookupsEachKindIsThereOnce) {
  // Began, collection, ended, collection, began; a thread that sees four, then a peer, then one.
  const std::string file(
      "CWPEERS1\x05\x01\x00\x02\x00\x01"
      "\x01\x00\x03\x13\x00\x07",
      8 + 6 + 6);
  const PeerLog log = Parse(file);
  ASSERT_EQ(log.threads.size(), 1U);
  EXPECT_EQ(log.threads[0].events,
            (std::vector<std::int64_t>{
                PeerLog::Event(Mark::kRoundBegan), PeerLog::Event(Mark::kRoundEnded),
                PeerLog::Event(Mark::kCollection), 0, PeerLog::Event(Mark::kRoundBegan)}));
}

TEST(PeerLog, WhatIsWrongIsSaid) {
  const auto error_of = [](std::string file) {
    PeerLogError error;
    EXPECT_FALSE(Parse(file, error));
    return std::string(error.what) + " at " + std::to_string(error.at);
  };
  const std::string magic(kPeerLogMagic);
  const auto bytes = [&](std::initializer_list<int> list) {
    std::string file = magic;
    for (const int byte : list) file += static_cast<char>(byte);
    return file;
  };
  EXPECT_EQ(error_of("CWPEERS"), "does not begin with CWPEERS1 at 0");
  EXPECT_EQ(error_of(bytes({5, 0})), "the marks are cut off at 9");
  EXPECT_EQ(error_of(bytes({2, 0, 3, 0})), "there is no such mark at 10");
  EXPECT_EQ(error_of(bytes({0})), "the threads are cut off at 9");
  EXPECT_EQ(error_of(bytes({0, 2, 0, 0})), "the threads are cut off at 10");
  EXPECT_EQ(error_of(bytes({0, 1, 0, 9, 2})), "a thread is cut off at 12");
  EXPECT_EQ(error_of(bytes({0, 1, 0, 1, 0x80})), "an event is cut off at 12");
  EXPECT_EQ(error_of(bytes({0, 1, 0, 1, 0x01})), "an event is cut off at 12");
  EXPECT_EQ(error_of(bytes({0, 1, 0, 1, 0x06})), "an event of no kind at 12");
  EXPECT_EQ(error_of(bytes({1, 0, 1, 0, 1, 0x0B})), "no such mark at 13");
  EXPECT_EQ(error_of(bytes({0, 1, 0, 1, 0x04})), "a place that no peer can have at 12");
  EXPECT_EQ(error_of(bytes({0, 1, 0, 1, 0x02, 7})), "bytes follow the last thread at 13");
  EXPECT_EQ(error_of(bytes({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2})),
            "the marks are cut off at 18");
}

}  // namespace
}  // namespace causeway::peers
