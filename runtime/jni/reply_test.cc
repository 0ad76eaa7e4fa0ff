#include <gtest/gtest.h>

#include <thread>

#include "causeway/async.h"

namespace causeway {
namespace {

struct Log {
  std::vector<std::string> entries;
};

class LogSink final : public generated::ReplySink {
 public:
  explicit LogSink(Log& log) : log_(log) {}
  void SendSuccess(Encode encode, const void* context) override {
    codec::Writer writer;
    if (encode != nullptr) encode(writer, context);
    log_.entries.push_back("success of " + std::to_string(writer.size()) + " bytes");
  }
  void SendFailure(const Error& error) override { log_.entries.push_back(error.code()); }

 private:
  Log& log_;
};

Reply<std::int64_t> IntReply(Log& log) {
  return {std::make_unique<LogSink>(log),
          [](codec::Writer& writer, const std::int64_t& value) { writer.WriteInt(value); }};
}

TEST(ReplyTest, SecondAnswerIsAnError) {
  Log log;
  auto reply = IntReply(log);
  reply.Success(7);
  try {
    reply.Failure(Error("late"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "already-replied");
  }
  EXPECT_THROW(reply.Success(8), Error);
  EXPECT_EQ(log.entries, std::vector<std::string>{"success of 9 bytes"});
}

TEST(ReplyTest, DroppedAndMoved) {
  Log log;
  {
    auto reply = IntReply(log);
    auto moved = std::move(reply);
    EXPECT_THROW(reply.Success(1), Error);  // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(log.entries.empty());
    // Assigning over an open reply drops that one.
    moved = IntReply(log);
    EXPECT_EQ(log.entries, std::vector<std::string>{"dropped-reply"});
    moved.Failure(Error("code"));
  }
  EXPECT_EQ(log.entries, (std::vector<std::string>{"dropped-reply", "code"}));
  {
    const Reply<void> unused(std::make_unique<LogSink>(log));
  }
  EXPECT_EQ(log.entries.size(), 3U);
}

TEST(ReplyTest, ThreadsRaceToAnswer) {
  for (int round = 0; round < 200; ++round) {
    Log log;
    std::atomic<int> refused{0};
    {
      auto reply = IntReply(log);
      std::vector<std::thread> threads;
      for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
          try {
            reply.Success(1);
          } catch (const Error&) {
            ++refused;
          }
        });
      }
      for (std::thread& thread : threads) thread.join();
    }
    ASSERT_EQ(refused, 2);
    ASSERT_EQ(log.entries.size(), 1U);
  }
}

TEST(OutcomeTest, ValueOrError) {
  EXPECT_EQ(Outcome<int>(3).value(), 3);
  const Outcome<int> failed(Error("code"));
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.error().code(), "code");
  EXPECT_THROW(failed.value(), Error);
  EXPECT_NO_THROW(Outcome<void>().value());
  EXPECT_THROW(Outcome<void>(Error("code")).value(), Error);
}

}  // namespace
}  // namespace causeway
