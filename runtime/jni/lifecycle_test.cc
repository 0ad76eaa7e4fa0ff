// Detach() and Shutdown() while calls go on, from inside of them, and what comes after. The last
// test shuts the JVM down.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "runtime/jni/test_apis.h"
#include "runtime/jni/vm_impl.h"

namespace causeway::test {
namespace {

template <class F>
std::string CodeOf(F&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return "";
}

void AttachAgain() { Attach(TestVm().java_vm()); }

// Counts what its calls give; a wrong value or another error than "vm-detached" is recorded.
struct Tally {
  std::atomic<long> right{0};
  std::atomic<long> refused{0};
  std::mutex mutex;
  std::string wrong;

  void Note(const std::string& what) {
    const std::lock_guard lock(mutex);
    if (wrong.empty()) wrong = what;
  }
  template <class F>
  void Count(F&& call) {
    try {
      if (!call()) Note("a wrong result");
      ++right;
    } catch (const Error& error) {
      if (error.code() != "vm-detached") Note(error.what());
      ++refused;
    }
  }
};

// Every way in that needs references: scalars, buffers, Java arrays, errors, replies.
void CallInAllWays(Tally& tally, int i) {
  Up up(TestVm());
  tally.Count([&] { return up.Add(i, 1) == i + 1; });
  const Value list(Value::List{Value(i), Value("text"), Value(std::vector<double>(100, i))});
  tally.Count([&] { return up.Echo(list) == list; });
  tally.Count([&] { return up.Array<double>(kDoubles, {1, 2}) == std::vector<double>{1, 2}; });
  tally.Count([&] {
    try {
      up.Call(kFail);
      return false;
    } catch (const Error& error) {
      if (error.code() == "vm-detached") throw;
      return error.code() == "the-code" && error.message() == "the message";
    }
  });
  tally.Count([&] {
    up.Later("inline", [&](const Outcome<Value>& outcome) {
      if (!outcome && outcome.error().code() != "vm-detached") tally.Note(outcome.error().what());
    });
    return true;
  });
}

TEST(LifecycleTest, DetachWaitsForCallsOfAllThreads) {
  Vm& vm = TestVm();
  const auto implementation = std::make_shared<DownApi>();
  Registration registration = RegisterDown(vm, implementation);
  CallJava("testglue/Down", "startHeavyHammer");
  Tally tally;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; !stop; ++i) CallInAllWays(tally, i);
    });
  }
  for (int round = 0; round < 12; ++round) {
    const long before = tally.right;
    while (tally.right < before + 20) std::this_thread::yield();
    vm.Detach();
    const long refused = tally.refused;
    while (tally.refused < refused + 5) std::this_thread::yield();
    AttachAgain();
    registration = RegisterDown(vm, implementation);
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  CallJavaLong("testglue/Down", "stopHammers", 0, false);
  EXPECT_EQ(tally.wrong, "");
  EXPECT_EQ(CallJavaString("testglue/Down", "takeWrong", ""), "");
}

// The implementation that a test puts in: `body` runs inside of a call from Java.
class Inside : public DownApi {
 public:
  explicit Inside(std::function<void()> body) : body_(std::move(body)) {}
  Value Echo(const Value& value) override {
    body_();
    return value;
  }

 private:
  std::function<void()> body_;
};

TEST(LifecycleTest, NeitherEndsFromInsideACall) {
  Vm& vm = TestVm();
  Up up(vm);
  for (const auto& end :
       std::vector<std::function<void()>>{[&] { vm.Detach(); }, [&] { vm.Shutdown(); }}) {
    std::string code;
    const Registration registration =
        RegisterDown(vm, std::make_shared<Inside>([&] { code = CodeOf(end); }));
    EXPECT_EQ(CallJavaString("testglue/Down", "echoCode", "x"), "");
    EXPECT_EQ(code, "inside-call");
    // Java hears of it if C++ lets it pass.
    const Registration passing = RegisterDown(vm, std::make_shared<Inside>(end));
    EXPECT_EQ(CallJavaString("testglue/Down", "echoCode", "x"), "inside-call");
    // The callback of a reply is inside the reply's crossing.
    code.clear();
    up.Later("inline", [&](const Outcome<Value>&) { code = CodeOf(end); });
    EXPECT_EQ(code, "inside-call");
    // Nothing has happened.
    EXPECT_EQ(up.Echo("still here"), Value("still here"));
  }
}

TEST(LifecycleTest, DetachWaitsForAGuardAsForACall) {
  Vm& vm = TestVm();
  std::atomic<bool> inside{false};
  std::atomic<bool> detached{false};
  std::thread guarded([&] {
    const CallGuard outer(vm);
    {
      const CallGuard nested(vm);
    }
    EXPECT_EQ(CodeOf([&] { vm.Detach(); }), "inside-call");
    inside = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_FALSE(detached);
    EXPECT_NE(outer.env()->GetVersion(), 0);
  });
  while (!inside) std::this_thread::yield();
  vm.Detach();
  detached = true;
  guarded.join();
  EXPECT_EQ(CodeOf([&] { const CallGuard late(vm); }), "vm-detached");
  AttachAgain();
  EXPECT_EQ(CodeOf([&] { const CallGuard again(vm); }), "");
}

TEST(LifecycleTest, ARunningCallEndsAsUsual) {
  Vm& vm = TestVm();
  std::promise<void> entered;
  std::promise<void> leave;
  auto may_leave = leave.get_future().share();
  std::string nested;
  const Registration registration = RegisterDown(vm, std::make_shared<Inside>([&] {
                                                   entered.set_value();
                                                   may_leave.wait();
                                                   nested = CodeOf([&] { Up(vm).Add(1, 2); });
                                                   throw Error("own-code", "own message");
                                                 }));
  std::string code;
  std::thread caller([&] { code = CallJavaString("testglue/Down", "echoCode", "x"); });
  entered.get_future().wait();
  std::atomic<bool> detached{false};
  std::thread closer([&] {
    vm.Detach();
    detached = true;
  });
  // Closing has begun: nothing gets in any more.
  while (CodeOf([&] { Up(vm).Add(1, 2); }).empty()) std::this_thread::yield();
  EXPECT_EQ(CodeOf([&] { Attach(vm.java_vm()); }), "vm-detached");
  EXPECT_FALSE(detached);
  leave.set_value();
  closer.join();
  caller.join();
  EXPECT_EQ(code, "own-code");
  EXPECT_EQ(nested, "vm-detached");
  AttachAgain();
}

// A running call may be waiting for a reply that only Detach() can still give.
TEST(LifecycleTest, PendingRepliesAreFailedBeforeCallsAreWaitedFor) {
  Vm& vm = TestVm();
  std::promise<void> waiting;
  std::string reply;
  const Registration registration =
      RegisterDown(vm, std::make_shared<Inside>([&] {
                     std::promise<std::string> promise;
                     Up(vm).Later("keep", [&](const Outcome<Value>& outcome) {
                       promise.set_value(outcome ? "" : outcome.error().code());
                     });
                     waiting.set_value();
                     reply = promise.get_future().get();
                   }));
  std::thread caller([] { CallJavaString("testglue/Down", "echoCode", "x"); });
  waiting.get_future().wait();
  vm.Detach();
  caller.join();
  EXPECT_EQ(reply, "vm-detached");
  AttachAgain();
}

// Keeps what it owes; its calls come one at a time.
class Keeper : public DownApi {
 public:
  void Later(const Value&, Reply<Value> reply) override { kept.emplace(std::move(reply)); }
  std::optional<Reply<Value>> kept;
};

std::string KeptOutcome() {
  JNIEnv* env = nullptr;
  TestVm().java_vm()->GetEnv(reinterpret_cast<void**>(&env), JNI_VERSION_1_6);
  jclass type = env->FindClass("testglue/Down");
  jmethodID outcome =
      env->GetStaticMethodID(type, "keptOutcome", "(Ljava/lang/String;)Ljava/lang/String;");
  auto* text = static_cast<jstring>(env->CallStaticObjectMethod(type, outcome, nullptr));
  CheckException(env, "keptOutcome");
  const char* chars = env->GetStringUTFChars(text, nullptr);
  std::string copy = chars;
  env->ReleaseStringUTFChars(text, chars);
  env->DeleteLocalRef(text);
  env->DeleteLocalRef(type);
  return copy;
}

TEST(LifecycleTest, JavaHearsOfDetachInPlaceOfItsReply) {
  Vm& vm = TestVm();
  const auto keeper = std::make_shared<Keeper>();
  for (const bool answers : {true, false}) {
    const Registration registration = RegisterDown(vm, keeper);
    CallJava("testglue/Down", "startKept");
    ASSERT_TRUE(keeper->kept);
    vm.Detach();
    EXPECT_EQ(KeptOutcome(), "vm-detached");
    // Nobody is left to hear of the answer, which is not the replier's fault; a second one is.
    if (answers) {
      EXPECT_EQ(CodeOf([&] { keeper->kept->Success("late"); }), "");
      EXPECT_EQ(CodeOf([&] { keeper->kept->Success("later still"); }), "already-replied");
    }
    keeper->kept.reset();
    AttachAgain();
  }
  EXPECT_EQ(vm.impl().replies.size(), 0U);
}

// An answer that is given after Detach() and a new Attach() belongs to the former life of the Vm.
TEST(LifecycleTest, AnAnswerDoesNotOutliveDetach) {
  Vm& vm = TestVm();
  const auto keeper = std::make_shared<Keeper>();
  Registration registration = RegisterDown(vm, keeper);
  CallJava("testglue/Down", "startKept");
  Reply<Value> former = *std::move(keeper->kept);
  vm.Detach();
  AttachAgain();
  registration = RegisterDown(vm, keeper);
  CallJava("testglue/Down", "startKept");
  former.Success("former");
  keeper->kept->Success("present");
  EXPECT_EQ(KeptOutcome(), "success: present");
  EXPECT_EQ(vm.impl().replies.size(), 0U);
}

TEST(LifecycleTest, AnswersRaceWithDetach) {
  Vm& vm = TestVm();
  const auto keeper = std::make_shared<Keeper>();
  for (int round = 0; round < 100; ++round) {
    const Registration registration = RegisterDown(vm, keeper);
    CallJava("testglue/Down", "startKept");
    std::string code;
    std::thread replier([&] {
      if (round % 3 != 0) code = CodeOf([&] { keeper->kept->Success("in time"); });
      keeper->kept.reset();
    });
    if (round % 2 != 0) std::this_thread::yield();
    vm.Detach();
    replier.join();
    EXPECT_EQ(code, "");
    const std::string outcome = KeptOutcome();
    EXPECT_TRUE(outcome == "vm-detached" ||
                outcome == (round % 3 == 0 ? "dropped-reply" : "success: in time"))
        << outcome;
    AttachAgain();
  }
  EXPECT_EQ(vm.impl().replies.size(), 0U);
}

TEST(LifecycleTest, CallbacksOfDetachMayThrowAndDetach) {
  Vm& vm = TestVm();
  Up up(vm);
  CallJava("testglue/Down", "watchThread");
  int calls = 0;
  up.Later("keep", [&](const Outcome<Value>& outcome) {
    ++calls;
    EXPECT_EQ(outcome.error().code(), "vm-detached");
    vm.Detach();
    EXPECT_EQ(CodeOf([&] { vm.Shutdown(); }), "inside-call");
    throw std::runtime_error("from the callback");
  });
  up.Later("keep", [&](const Outcome<Value>&) { ++calls; });
  vm.Detach();
  EXPECT_EQ(calls, 2);
  AttachAgain();
  EXPECT_EQ(TakeUncaught(), "dev.causeway.CausewayException: native-error: from the callback;");
}

TEST(LifecycleTest, JavaIsToldThatTheVmIsDetached) {
  Vm& vm = TestVm();
  JavaVM* java_vm = vm.java_vm();
  Registration registration = RegisterDown(vm, std::make_shared<DownApi>());
  JNIEnv* env = vm.env();
  jclass type = env->FindClass("testglue/Down");
  jmethodID add = env->GetStaticMethodID(type, "addDetached", "(J)J");
  EXPECT_EQ(CallJavaLong("testglue/Down", "rememberSlot", 0, false), 0);
  vm.Detach();
  // 1: the call was refused with "vm-detached".
  EXPECT_EQ(env->CallStaticLongMethod(type, add, jlong{0}), 1);
  EXPECT_FALSE(env->ExceptionCheck());
  env->DeleteLocalRef(type);
  EXPECT_EQ(&Attach(java_vm), &vm);
  EXPECT_EQ(Up(vm).Add(1, 2), 3);
}

TEST(LifecycleTest, ZShutdownWhileThreadsCall) {
  Vm& vm = TestVm();
  Tally tally;
  std::atomic<int> ended{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      // Attached by a guard, by use, and again and again by new threads.
      const auto guard = t == 0 ? std::make_unique<ThreadGuard>(vm) : nullptr;
      for (int i = 0; tally.refused < 100; ++i) {
        if (t == 3) {
          std::thread([&] { CallInAllWays(tally, i); }).join();
        } else {
          CallInAllWays(tally, i);
        }
      }
      ++ended;
    });
  }
  while (tally.right < 200) std::this_thread::yield();
  std::thread other([&] { vm.Shutdown(); });
  vm.Shutdown();
  other.join();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ended, 4);
  EXPECT_EQ(tally.wrong, "");
  EXPECT_EQ(CodeOf([&] { Up(vm).Add(1, 2); }), "vm-detached");
  EXPECT_EQ(CodeOf([&] { const ThreadGuard guard(vm); }), "vm-detached");
  EXPECT_EQ(CodeOf([&] { vm.env(); }), "vm-detached");
  vm.Detach();
  vm.Shutdown();
  try {
    Embed({});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "embed-failed");
    EXPECT_NE(error.message().find("only once"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace causeway::test
