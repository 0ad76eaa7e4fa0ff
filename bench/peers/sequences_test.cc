#include "bench/peers/sequences.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "bench/peers/operations.h"

namespace causeway::bench {
namespace {

std::span<const std::byte> Bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(Chain, IsTheSameAgainAndVisitsAllItsObjects) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Sequence chain = Chain(seed);
    EXPECT_EQ(chain.order, Chain(seed).order);
    EXPECT_EQ(chain.order.size(), kSequenceLength);
    ASSERT_GE(chain.objects(), 2U);
    ASSERT_LE(chain.objects(), 64U);
    for (const std::int32_t object : chain.order) {
      ASSERT_LT(static_cast<std::size_t>(object), chain.objects());
    }
  }
}

TEST(Chain, EntropiesAreVaried) {
  int determined = 0;
  int noisy = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const double bits = BitsOfALookup(Chain(seed));
    determined += bits < 0.2 ? 1 : 0;
    noisy += bits > 1.5 ? 1 : 0;
  }
  EXPECT_GE(determined, 10);
  EXPECT_GE(noisy, 10);
}

TEST(Bits, AreThoseOfTheArithmetic) {
  EXPECT_EQ(BitsOfALookup(MakeSequence("cycle", 8, [](int i) { return i % 8; })), 0);
  // Each of 0 0 1 1 0 0 1 1 … is followed by either with the same frequency.
  EXPECT_EQ(BitsOfALookup(MakeSequence("pairs", 2, [](int i) { return i / 2 % 2; })), 1);
}

TEST(StartUp, LooksEachObjectWithoutAPeerUpOnce) {
  const Sequence start_up = StartUp();
  std::vector<int> lookups(start_up.objects());
  for (std::size_t i = 0; i < start_up.once; ++i) {
    ++lookups[static_cast<std::size_t>(start_up.order[i])];
  }
  for (std::size_t i = 0; i < start_up.objects(); ++i) {
    EXPECT_TRUE(start_up.registered[i] || lookups[i] <= 1);
  }
}

TEST(Operations, OfAlternationAreAHashAndTwoComparisonsForACacheOfOne) {
  const Sequence two = MakeSequence("2 in turn", 2, [](int i) { return i % 2; });
  EXPECT_EQ(OperationsOfPlain(two).ArtNs(), 48.6 + 63.7 + 46.0);
  const Operations recent = OperationsOfRecent(two);
  EXPECT_EQ(recent.same, 2);
  EXPECT_EQ(recent.hash, 1);
  EXPECT_EQ(recent.table, 1);
}

TEST(Operations, OfRunsOfFourAreAHashInFour) {
  const Operations recent =
      OperationsOfRecent(MakeSequence("runs", 2, [](int i) { return i / 4 % 2; }));
  EXPECT_EQ(recent.same, 5.0 / 4);
  EXPECT_EQ(recent.hash, 1.0 / 4);
}

TEST(Operations, OfWhatIsDoneOnceForgetTheCache) {
  Sequence sequence = MakeSequence("one", 1, [](int) { return 0; });
  sequence.once = 4;
  const Operations recent = OperationsOfRecent(sequence);
  EXPECT_EQ(recent.same, 1);
  EXPECT_EQ(recent.hash, 1.0 / 4);
}

TEST(Operations, OfUnregisteredObjectsCompareNothingIfNothingIsCached) {
  const Sequence none = MakeSequence("none", 3, [](int i) { return i % 3; }, false);
  for (const Operations& operations : {OperationsOfPlain(none), OperationsOfRecent(none)}) {
    EXPECT_EQ(operations.same, 0);
    EXPECT_EQ(operations.hash, 1);
  }
}

// Kinds and places as causeway/peer_log.h says: places 0, 1, 0, an object without a peer.
TEST(Log, IsRepeatedWithNewObjectsIfItIsShort) {
  std::string error;
  const std::string file =
      std::string("CWPEERS1") + '\0' + '\1' + '\0' + '\4' + '\0' + '\x08' + '\x04' + '\x02';
  const auto sequences = ReplayLog("x", Bytes(file), error);
  ASSERT_TRUE(sequences) << error;
  ASSERT_EQ(sequences->size(), 1U);
  const Sequence& replay = sequences->front();
  EXPECT_EQ(replay.name, "log x");
  ASSERT_EQ(replay.order.size(), kSequenceLength);
  const std::vector<std::int32_t> twice(replay.order.begin(), replay.order.begin() + 8);
  EXPECT_EQ(twice, (std::vector<std::int32_t>{0, 1, 0, 2, 3, 4, 3, 5}));
  EXPECT_EQ(replay.once, 1024U);
  EXPECT_EQ(replay.order[1023], 256 * 3 - 1);
  EXPECT_EQ(replay.order[1024], 0);
  EXPECT_TRUE(replay.HasPeer(1));
  EXPECT_FALSE(replay.HasPeer(2));
}

TEST(Log, SaysWhatIsWrong) {
  std::string error;
  EXPECT_FALSE(ReplayLog("x", Bytes("CWPEERS2"), error));
  EXPECT_EQ(error, "byte 0: does not begin with CWPEERS1");
}

}  // namespace
}  // namespace causeway::bench
