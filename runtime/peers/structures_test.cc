#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "runtime/peers/epoch.h"
#include "runtime/peers/identity_table.h"
#include "runtime/peers/predictor.h"
#include "runtime/peers/slots.h"

namespace causeway::peers {
namespace {

TEST(Epoch, NothingIsFreedUnderAReader) {
  EpochDomain domain;
  EpochRecord& reader = domain.Acquire();
  int freed = 0;
  domain.Retire([&freed] { ++freed; });
  EXPECT_EQ(domain.Reclaim(), 1U);  // nobody reads
  {
    const Section section(domain, reader);
    domain.Retire([&freed] { ++freed; });
    EXPECT_EQ(domain.Reclaim(), 0U);
    EXPECT_EQ(freed, 1);
    EXPECT_EQ(domain.retired(), 1U);
  }
  EXPECT_EQ(domain.Reclaim(), 1U);
  EXPECT_EQ(freed, 2);
}

TEST(Epoch, WhoBeganLaterKeepsNothing) {
  EpochDomain domain;
  EpochRecord& reader = domain.Acquire();
  int freed = 0;
  domain.Retire([&freed] { ++freed; });
  const Section section(domain, reader);
  EXPECT_EQ(domain.Reclaim(), 1U);
  EXPECT_EQ(freed, 1);
}

TEST(Epoch, PassedMeansThatAllWhoReadHaveLeft) {
  EpochDomain domain;
  EpochRecord& reader = domain.Acquire();
  reader.Enter(domain);
  const std::uint64_t stamp = domain.NextEpoch();
  EXPECT_FALSE(domain.Passed(stamp));
  reader.Leave();
  reader.Enter(domain);  // again, but later
  EXPECT_TRUE(domain.Passed(stamp));
  reader.Leave();
}

TEST(Epoch, RecordsAreUsedAgain) {
  EpochDomain domain;
  EpochRecord& first = domain.Acquire();
  EXPECT_NE(&domain.Acquire(), &first);
  EpochDomain::Release(first);
  EXPECT_EQ(&domain.Acquire(), &first);
}

std::vector<std::uint32_t> All(const IdentityTable& table, std::uint32_t hash) {
  std::vector<std::uint32_t> found;
  table.Find(hash, [&found](std::uint32_t index) {
    found.push_back(index);
    return false;
  });
  return found;
}

TEST(IdentityTable, EqualHashesAreAllCandidates) {
  EpochDomain epochs;
  IdentityTable table(epochs);
  for (std::uint32_t index = 0; index < 1000; ++index) {
    ASSERT_TRUE(table.Insert(1, index, table.version()));
  }
  EXPECT_EQ(All(table, 1).size(), 1000U);
  EXPECT_TRUE(All(table, 2).empty());
  EXPECT_EQ(table.longest_bucket(), 1000U);
  table.Remove(1, 500);
  const std::vector<std::uint32_t> left = All(table, 1);
  EXPECT_EQ(left.size(), 999U);
  EXPECT_EQ(table.longest_bucket(), 1000U);
  ASSERT_TRUE(table.Insert(2, 1000, table.version()));
  EXPECT_EQ(table.longest_bucket(), 1000U);
  EXPECT_EQ(std::ranges::count(left, 500U), 0);
}

TEST(IdentityTable, InsertsOnlyAtTheVersionThatWasSeen) {
  EpochDomain epochs;
  IdentityTable table(epochs);
  const std::uint64_t seen = table.version();
  EXPECT_TRUE(table.Insert(7, 0, seen));
  EXPECT_FALSE(table.Insert(7, 1, seen));
  EXPECT_EQ(table.size(), 1U);
}

// Against std::multimap, also for the hashes whose bits collide with the marks of the table.
TEST(IdentityTable, AsAMapWouldDo) {
  EpochDomain epochs;
  IdentityTable table(epochs);
  std::set<std::pair<std::uint32_t, std::uint32_t>> expected;
  std::mt19937 generator(20261201);
  const auto random = [&generator] { return static_cast<std::uint32_t>(generator()); };
  const std::array<std::uint32_t, 5> hashes = {0, 1, 0x7FFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE};
  for (int step = 0; step < 200'000; ++step) {
    const std::uint32_t hash = hashes[random() % 5] ^ (random() % 40);
    const std::uint32_t index = random() % 64;
    const auto entry = std::pair(hash, index);
    if (expected.contains(entry)) {
      table.Remove(hash, index);
      expected.erase(entry);
    } else {
      ASSERT_TRUE(table.Insert(hash, index, table.version()));
      expected.insert(entry);
    }
    if (step % 100 == 0) {
      for (const std::uint32_t h : {hash, hash + 1}) {
        std::multiset<std::uint32_t> wanted;
        for (const auto& [known, i] : expected) {
          if (known == h) wanted.insert(i);
        }
        const auto found = All(table, h);
        ASSERT_EQ(std::multiset<std::uint32_t>(found.begin(), found.end()), wanted);
      }
      epochs.Reclaim();
    }
  }
  EXPECT_EQ(table.size(), expected.size());
}

TEST(IdentityTable, AMillionThatComeAndGoLeaveNothing) {
  EpochDomain epochs;
  IdentityTable table(epochs);
  for (std::uint32_t i = 0; i < 1'000'000; ++i) {
    ASSERT_TRUE(table.Insert(i * 2654435761U, i % 100, table.version()));
    table.Remove(i * 2654435761U, i % 100);
  }
  EXPECT_EQ(table.size(), 0U);
  EXPECT_LE(table.capacity(), 32U);
  for (std::uint32_t i = 0; i < 10'000; ++i) table.Insert(i, i, table.version());
  EXPECT_GE(table.capacity(), 16'384U);
  for (std::uint32_t i = 0; i < 10'000; ++i) table.Remove(i, i);
  EXPECT_LE(table.capacity(), 32U);
}

// One entry stays; around it others come and go, and the table is rebuilt. A reader never misses
// it.
TEST(IdentityTable, ReadersMissNothingThatStays) {
  EpochDomain epochs;
  IdentityTable table(epochs);
  table.Insert(42, 7, table.version());
  std::atomic<bool> stop{false};
  std::atomic<int> missed{0};
  std::vector<std::thread> readers;
  for (int r = 0; r < 2; ++r) {
    readers.emplace_back([&] {
      EpochRecord& record = epochs.Acquire();
      while (!stop) {
        const Section section(epochs, record);
        if (table.Find(42, [](std::uint32_t i) { return i == 7; }) != 7) ++missed;
      }
      EpochDomain::Release(record);
    });
  }
  for (std::uint32_t round = 0; round < 300; ++round) {
    for (std::uint32_t i = 0; i < 200; ++i) table.Insert(42 + i % 3, 100 + i, table.version());
    for (std::uint32_t i = 0; i < 200; ++i) table.Remove(42 + i % 3, 100 + i);
    epochs.Reclaim();
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(missed, 0);
}

TEST(Slots, AHandleIsGoodForOneUse) {
  Slots<int*> slots;
  auto& slot = slots.Take();
  const Handle handle = slot.name();
  EXPECT_EQ(slots.Find(handle), &slot);
  slots.End(slot);
  EXPECT_EQ(slots.Find(handle), nullptr);
  slots.GiveBack(slot);
  auto& again = slots.Take();
  EXPECT_EQ(&again, &slot);
  EXPECT_EQ(slots.Find(handle), nullptr);
  EXPECT_EQ(slots.Find(again.name()), &again);
  for (const std::uint64_t forged : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{5},
                                     std::uint64_t{2} << 32, (std::uint64_t{1} << 32) | 99}) {
    EXPECT_EQ(slots.Find(Handle::FromBits(forged)), nullptr) << forged;
  }
}

TEST(Slots, IndicesStayWhereTheyAre) {
  Slots<int*> slots;
  std::vector<Slots<int*>::Slot*> taken;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    taken.push_back(&slots.Take());
    ASSERT_EQ(taken.back()->index, i);
  }
  for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(&slots[i], taken[i]);
}

// What a lookup would do, counted: IsSameObject calls and hashes. The full way is one of each.
struct Counts {
  double same = 0;
  double hash = 0;
};
Counts CountsOf(const std::function<std::uint32_t(int)>& sequence, double break_even = 0.25) {
  constexpr int kWarm = 20'000;
  constexpr int kMeasured = 200'000;
  Predictor predictor;
  const auto share = static_cast<std::int32_t>(Predictor::kOne * break_even);
  Counts counts;
  for (int i = 0; i < kWarm + kMeasured; ++i) {
    const Handle actual(sequence(i), 1);
    const Handle first = predictor.First(share);
    const Handle second = predictor.Second(share);
    double same = 0;
    double hash = 0;
    if (first) ++same;
    if (!(first && first == actual)) {
      if (second) ++same;
      if (!(second && second == actual)) {
        ++same;
        ++hash;
      }
    }
    if (i >= kWarm) counts = {counts.same + same, counts.hash + hash};
    predictor.Learn(actual);
  }
  return {counts.same / kMeasured, counts.hash / kMeasured};
}

// The gates of the operation counts: at most 1.3 and 0.1 a lookup on fixed patterns, 2.05 together
// where nothing can be predicted.
TEST(Predictor, FixedPatternsNeedHardlyAnyHash) {
  for (const std::uint32_t n : {1U, 2U, 8U, 64U}) {
    const Counts counts = CountsOf([n](int i) { return static_cast<std::uint32_t>(i) % n; });
    EXPECT_LE(counts.same, 1.3) << n << " in turn";
    EXPECT_LE(counts.hash, 0.1) << n << " in turn";
  }
  for (const std::uint32_t n : {2U, 8U, 64U}) {
    const Counts counts = CountsOf([n](int i) { return static_cast<std::uint32_t>(i) / 8 % n; });
    EXPECT_LE(counts.same, 1.3) << "runs of eight over " << n;
    EXPECT_LE(counts.hash, 0.1) << "runs of eight over " << n;
  }
  // parent, child 1, parent, child 2, …
  const Counts tree =
      CountsOf([](int i) { return i % 2 == 0 ? 0U : 1U + static_cast<std::uint32_t>(i / 2) % 32; });
  EXPECT_LE(tree.same, 1.3);
  EXPECT_LE(tree.hash, 0.1);
}

TEST(Predictor, WhatCannotBePredictedIsNotGuessed) {
  std::mt19937 random(7);
  for (const std::uint32_t n : {64U, 20'000U}) {
    const Counts counts = CountsOf([&](int) { return static_cast<std::uint32_t>(random() % n); });
    EXPECT_LE(counts.same + counts.hash, 2.05) << n;
  }
}

// Runs of unforeseeable length of a peer and of an object without one, which make the second table
// sure of itself; then only that object.
TEST(Predictor, WhoIsSureThatThereIsNoPeerTriesNone) {
  Predictor predictor;
  constexpr std::int32_t kShare = Predictor::kOne / 4;
  const Handle peer(5, 1);
  std::mt19937 random(7);
  for (int run = 0; run < 1'000; ++run) {
    for (std::uint32_t n = 1 + random() % 8; n > 0; --n) {
      predictor.Learn(run % 2 == 0 ? peer : Handle());
    }
  }
  int tried = 0;
  for (int i = 0; i < 1'000; ++i) {
    if (predictor.First(kShare) || predictor.Second(kShare)) ++tried;
    predictor.Learn(Handle());
  }
  EXPECT_LE(tried, 8) << "each would be an IsSameObject";
}

TEST(Predictor, ReturnsToGuessingWhenThereIsAPatternAgain) {
  std::mt19937 random(7);
  const Counts counts = CountsOf([&](int i) {
    return i < 20'000 ? static_cast<std::uint32_t>(random() % 64)
                      : static_cast<std::uint32_t>(i) % 8;
  });
  EXPECT_LE(counts.hash, 0.01);
}

}  // namespace
}  // namespace causeway::peers
