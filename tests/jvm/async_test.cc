// Asynchronous calls both ways: when the reply comes at once, from another thread, late, twice,
// never.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/jvm/guest.h"

namespace causeway::test {
namespace {

using behaviour::Label;

class Async : public Behaviour {
 protected:
  static void RunAsyncTest(const std::string& name) {
    EXPECT_EQ(RunJavaTest("com/example/behaviour/AsyncTests", name), "");
  }

  // Fails if no reply comes, or a second one.
  template <class T>
  static Outcome<T> Only(Arrival<Outcome<T>>& arrival) {
    std::optional<Outcome<T>> outcome = arrival.Take();
    EXPECT_TRUE(arrival.empty());
    return outcome.has_value() ? *outcome : Outcome<T>(Error("no-reply"));
  }
  static Outcome<std::string> Later(const std::string& how, const std::string& text) {
    Arrival<Outcome<std::string>> arrival;
    host().Later(how, text, [&](Outcome<std::string> outcome) { arrival.Give(outcome); });
    return Only(arrival);
  }
  static Outcome<void> LaterNothing(const std::string& how) {
    Arrival<Outcome<void>> arrival;
    host().LaterNothing(how, [&](Outcome<void> outcome) { arrival.Give(outcome); });
    return Only(arrival);
  }
  static std::string SecondReplyCode() {
    return RunJavaTest("com/example/behaviour/AsyncTests", "second-reply-code");
  }
};

TEST_F(Async, JavaRepliesAtOnceAndFromAnotherThread) {
  for (const char* how : {"inline", "thread"}) {
    EXPECT_EQ(Later(how, "one \xF0\x9F\x98\x80").value(), "one \xF0\x9F\x98\x80");
    Arrival<Outcome<std::int64_t>> number;
    host().LaterInt(how, 41, [&](Outcome<std::int64_t> outcome) { number.Give(outcome); });
    EXPECT_EQ(Only(number).value(), 42);
    EXPECT_TRUE(LaterNothing(how).has_value());
    const std::vector<Label> labels = {{"a", 1}, {"b", std::nullopt}};
    Arrival<Outcome<std::vector<Label>>> list;
    host().LaterLabels(how, labels,
                       [&](Outcome<std::vector<Label>> outcome) { list.Give(outcome); });
    EXPECT_EQ(Only(list).value(), labels);
  }
}

TEST_F(Async, AnErrorReplyOfJavaArrivesWhole) {
  const Outcome<std::string> outcome = Later("fail", "text");
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), "later-code");
  EXPECT_EQ(outcome.error().message(), "later message");
  EXPECT_EQ(outcome.error().details().Get<Label>(), (Label{"later", 8}));
  EXPECT_THROW(outcome.value(), Error);
}

TEST_F(Async, WhatTheMethodItselfThrowsIsTheReply) {
  const Outcome<std::string> outcome = Later("throw", "text");
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), "java.lang.IllegalStateException");
  EXPECT_EQ(outcome.error().message(), "thrown by the method");
  EXPECT_FALSE(LaterNothing("throw").has_value());
  // Unless there has been one.
  EXPECT_EQ(Later("answer-then-throw", "answered").value(), "answered");
}

TEST_F(Async, ASecondReplyInJavaIsAnErrorThere) {
  for (const char* how : {"twice", "fail-after-success"}) {
    EXPECT_EQ(Later(how, "first").value(), "first");
    EXPECT_EQ(SecondReplyCode(), "already-replied");
  }
}

TEST_F(Async, WhatACallbackThrowsIsAnApiErrorOfTheOneWhoReplied) {
  const auto told = [] { return RunJavaTest("com/example/behaviour/AsyncTests", "told"); };
  host().Later("told", "x", [](Outcome<std::string>) { throw std::runtime_error("its text"); });
  EXPECT_EQ(told(), "native-error: its text: null");
  // Details are those of the definition.
  host().LaterNothing("told",
                      [](Outcome<void>) { throw Error("own-code", "own", Label{"detail", 7}); });
  EXPECT_EQ(told().substr(0, 15), "own-code: own: ");
  EXPECT_NE(told().find("detail"), std::string::npos) << told();
  host().Later("told", "x", [](Outcome<std::string>) {});
  EXPECT_EQ(told(), "");
}

TEST_F(Async, ANullReplyIsAnErrorOfTheCaller) {
  const Outcome<std::string> outcome = Later("null", "text");
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), "null-result");
}

TEST_F(Async, AReplyThatJavaDropsIsAnErrorOfTheCaller) {
  Arrival<Outcome<std::string>> arrival;
  host().Later("drop", "text", [&](Outcome<std::string> outcome) { arrival.Give(outcome); });
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (arrival.empty() && std::chrono::steady_clock::now() < end) {
    CallVoid("com/example/behaviour/HostImpl", "collectGarbage");
    std::this_thread::yield();
  }
  const Outcome<std::string> outcome = Only(arrival);
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), "dropped-reply");
}

TEST_F(Async, AnUnregisteredApiReplies) {
  Arrival<Outcome<std::int64_t>> arrival;
  behaviour::NobodyHost nobody(TestVm());
  nobody.AskLater([&](Outcome<std::int64_t> outcome) { arrival.Give(outcome); });
  const Outcome<std::int64_t> outcome = Only(arrival);
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), "unregistered");
}

// The receiver keeps what it got while the sender's buffer is written over by other calls.
TEST_F(Async, JavaMayKeepItsArguments) {
  Arrival<Outcome<std::string>> text;
  Arrival<Outcome<std::vector<Label>>> list;
  const std::string sent = Repeat("held ", 100);
  const std::vector<Label> labels = {{"held label", 5}};
  host().Later("hold", sent, [&](Outcome<std::string> outcome) { text.Give(outcome); });
  host().LaterLabels("hold", labels,
                     [&](Outcome<std::vector<Label>> outcome) { list.Give(outcome); });
  for (int i = 0; i < 50; ++i) {
    const std::string other = Repeat("XXXXX", 100 + i);
    ASSERT_EQ(host().EchoString(other), other);
  }
  EXPECT_TRUE(text.empty());
  EXPECT_TRUE(list.empty());
  CallVoid("com/example/behaviour/HostImpl", "releaseHeld");
  EXPECT_EQ(Only(text).value(), sent);
  EXPECT_EQ(Only(list).value(), labels);
}

// The reply's continuation calls the API again, on the thread that replies.
TEST_F(Async, AContinuationMayCallAgain) {
  Arrival<std::string> arrival;
  host().Later("thread", "first", [&](const Outcome<std::string>& first) {
    host().Later("inline", first.value() + " second", [&](const Outcome<std::string>& second) {
      arrival.Give(host().EchoString(second.value() + " third"));
    });
  });
  EXPECT_EQ(arrival.Take(), "first second third");
}

TEST_F(Async, CppRepliesAtOnceAndFromAnotherThread) { RunAsyncTest("replies"); }

TEST_F(Async, ErrorsOfCppArriveInJava) {
  RunAsyncTest("errors");
  EXPECT_EQ(guest_->second_reply_code(), "already-replied");
}

TEST_F(Async, CppMayKeepItsArguments) {
  RunAsyncTest("held-start");
  guest_->ReleaseHeld();
  RunAsyncTest("held-end");
}

TEST_F(Async, ManyCallsAtOnceEachGetTheirOwnReply) {
  RunAsyncTest("many");
  constexpr int kCalls = 200;
  std::vector<Arrival<Outcome<std::int64_t>>> arrivals(kCalls);
  for (int i = 0; i < kCalls; ++i) {
    auto& arrival = arrivals[static_cast<std::size_t>(i)];
    host().LaterInt(i % 2 == 0 ? "thread" : "inline", i,
                    [&arrival](Outcome<std::int64_t> outcome) { arrival.Give(outcome); });
  }
  for (int i = 0; i < kCalls; ++i) {
    EXPECT_EQ(Only(arrivals[static_cast<std::size_t>(i)]).value(), i + 1);
  }
}

}  // namespace
}  // namespace causeway::test
