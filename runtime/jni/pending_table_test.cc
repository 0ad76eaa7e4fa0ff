#include "runtime/jni/pending_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace causeway::generated {
namespace {

TEST(PendingTableTest, ReplyCountsOnce) {
  PendingTable table;
  const std::uint64_t first = table.Add({std::make_unique<TypedPendingReply<void>>(nullptr)});
  const std::uint64_t second = table.Add({std::make_unique<TypedPendingReply<void>>(nullptr)});
  EXPECT_NE(first, 0U);
  EXPECT_NE(first, second);
  EXPECT_NE(table.Take(first).reply, nullptr);
  EXPECT_EQ(table.Take(first).reply, nullptr);
  EXPECT_EQ(table.Take(12345).reply, nullptr);
  EXPECT_EQ(table.TakeAll().size(), 1U);
  EXPECT_EQ(table.size(), 0U);
}

TEST(PendingTableTest, ManyThreadsReplyToEach) {
  PendingTable table;
  constexpr int kCalls = 2000;
  std::vector<int> delivered(kCalls);
  std::vector<std::uint64_t> tokens;
  for (int i = 0; i < kCalls; ++i) {
    tokens.push_back(table.Add({std::make_unique<TypedPendingReply<void>>(
        [&delivered, i](const Outcome<void>&) { ++delivered[static_cast<std::size_t>(i)]; })}));
  }
  std::vector<std::thread> repliers;
  for (int t = 0; t < 4; ++t) {
    repliers.emplace_back([&] {
      for (const std::uint64_t token : tokens) {
        PendingTable::Entry entry = table.Take(token);
        if (entry.reply != nullptr) entry.reply->Deliver();
      }
    });
  }
  for (std::thread& replier : repliers) replier.join();
  EXPECT_EQ(delivered, std::vector<int>(kCalls, 1));
}

}  // namespace
}  // namespace causeway::generated
