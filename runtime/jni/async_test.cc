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
  JNIEnv* env = TestVm().env();
  jclass type = env->FindClass("testglue/UpGlue");
  jstring text = env->NewStringUTF(value);
  auto* code = static_cast<jstring>(env->CallStaticObjectMethod(
      type, env->GetStaticMethodID(type, "answerKept", "(Ljava/lang/String;)Ljava/lang/String;"),
      text));
  CheckException(env, "answerKept");
  const char* chars = env->GetStringUTFChars(code, nullptr);
  std::string result = chars;
  env->ReleaseStringUTFChars(code, chars);
  env->DeleteLocalRef(code);
  env->DeleteLocalRef(text);
  env->DeleteLocalRef(type);
  return result;
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

TEST(AsyncTest, CppReplies) {
  const Registration registration = RegisterDown(TestVm(), std::make_shared<DownApi>());
  CallJava("testglue/Down", "testLater");
}

}  // namespace
}  // namespace causeway::test
