#include <gtest/gtest.h>

#include <future>

#include "runtime/jni/test_apis.h"

namespace causeway::test {
namespace {

// Waits for the outcome of Up.later(value).
Outcome<Value> Later(Up& up, const Value& value) {
  auto promise = std::make_shared<std::promise<Outcome<Value>>>();
  auto future = promise->get_future();
  up.Later(value, [promise](Outcome<Value> outcome) { promise->set_value(std::move(outcome)); });
  return future.get();
}

TEST(AsyncTest, JavaReplies) {
  Up up(TestVm());
  EXPECT_EQ(Later(up, "value").value(), Value("value"));
  const Value large(std::vector<std::uint8_t>(3000000, 9));
  EXPECT_EQ(Later(up, large).value(), large);
  EXPECT_EQ(Later(up, "fail").error().code(), "later-code");
  const Outcome<Value> thrown = Later(up, "throw");
  EXPECT_EQ(thrown.error().message(), "thrown by later");
}

TEST(AsyncTest, ACallWithoutCallbackIsRefused) {
  Up up(TestVm());
  try {
    up.Later("inline", {});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "null-argument");
  }
}

TEST(AsyncTest, ManyAtOnce) {
  Up up(TestVm());
  constexpr int kCalls = 200;
  std::atomic<int> sum{0};
  std::promise<void> done;
  std::atomic<int> left{kCalls};
  for (int i = 0; i < kCalls; ++i) {
    up.Later(i, [&](const Outcome<Value>& outcome) {
      sum += static_cast<int>(outcome.value().Get<std::int64_t>());
      if (--left == 0) done.set_value();
    });
  }
  done.get_future().wait();
  EXPECT_EQ(sum, kCalls * (kCalls - 1) / 2);
}

TEST(AsyncTest, JavaDropsItsReply) {
  Up up(TestVm());
  std::promise<std::string> promise;
  auto future = promise.get_future();
  up.Later("drop",
           [&](const Outcome<Value>& outcome) { promise.set_value(outcome.error().code()); });
  // The collector decides when; ask it until it has.
  while (future.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
    CallJava("testglue/UpGlue", "collectGarbage");
  }
  EXPECT_EQ(future.get(), "dropped-reply");
}

std::string AnswerKept(const char* value) {
  return CallJavaString("testglue/UpGlue", "answerKept", value);
}

TEST(AsyncTest, JavaRepliesTwiceAndTheCallbackThrows) {
  Up up(TestVm());
  int calls = 0;
  up.Later("keep", [&](const Outcome<Value>& outcome) {
    ++calls;
    EXPECT_EQ(outcome.value(), Value("answer"));
    EXPECT_EQ(up.Add(1, 2), 3);  // calls may be made from a callback
    EXPECT_EQ(up.Echo("inside"), Value("inside"));
  });
  EXPECT_EQ(AnswerKept("answer"), "");
  EXPECT_EQ(AnswerKept("again"), "already-replied");
  EXPECT_EQ(calls, 1);
}

// The rule of docs/calling_convention.md: what a callback throws goes to the one who replied, what
// comes after a reply to the uncaught exception handler of the thread.
TEST(AsyncTest, WhatACallbackThrowsIsSeenByTheOneWhoReplied) {
  Up up(TestVm());
  CallJava("testglue/Down", "watchThread");
  const auto fail = [](const Outcome<Value>&) { throw std::runtime_error("callback's text"); };
  up.Later("inline, told", fail);
  EXPECT_EQ(CallJavaString("testglue/UpGlue", "told", ""),
            "dev.causeway.CausewayException: native-error: callback's text");
  EXPECT_EQ(TakeUncaught(), "");
  up.Later("inline, told", [](const Outcome<Value>&) { throw Error("own-code", "own text"); });
  EXPECT_EQ(CallJavaString("testglue/UpGlue", "told", ""),
            "dev.causeway.CausewayException: own-code: own text");
  // Java lets it pass: then it is an exception after a reply.
  up.Later("inline", fail);
  EXPECT_NE(TakeUncaught().find("callback's text"), std::string::npos);
}

TEST(AsyncTest, AnExceptionAfterAReplyIsNotLost) {
  Up up(TestVm());
  CallJava("testglue/Down", "watchThread");
  EXPECT_EQ(Later(up, "reply, then throw").value(), Value("reply, then throw"));
  EXPECT_EQ(TakeUncaught(),
            "dev.causeway.CausewayException: java.lang.IllegalStateException: too late;");
  class RepliesAndThrows : public DownApi {
   public:
    void Later(const Value& value, Reply<Value> reply) override {
      reply.Success(value);
      throw std::runtime_error("too late in C++");
    }
  };
  const Registration registration = RegisterDown(TestVm(), std::make_shared<RepliesAndThrows>());
  CallJava("testglue/Down", "testOneLater");
  EXPECT_EQ(TakeUncaught(), "dev.causeway.CausewayException: native-error: too late in C++;");
}

TEST(AsyncTest, CppReplies) {
  const Registration registration = RegisterDown(TestVm(), std::make_shared<DownApi>());
  CallJava("testglue/Down", "testLater");
}

}  // namespace
}  // namespace causeway::test
