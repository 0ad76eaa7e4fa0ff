// Threads: attached at first use and detached at their end, guards, many at once, and an
// implementation that is replaced while it is being called.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/jvm/guest.h"

namespace causeway::test {
namespace {

constexpr char kThreadTests[] = "com/example/behaviour/ThreadTests";

class Threads : public Behaviour {
 protected:
  static jlong JavaThreads() { return CallLong(kThreadTests, "live"); }
  static void RunThreadTest(const std::string& name) {
    EXPECT_EQ(RunJavaTest(kThreadTests, name), "");
  }
};

TEST_F(Threads, ANativeThreadIsAttachedByItsFirstCallAndDetachedByItsEnd) {
  const jlong before = JavaThreads();
  for (int i = 0; i < 20; ++i) {
    std::thread([&] {
      EXPECT_FALSE(IsAttached());
      EXPECT_EQ(host().EchoString("from a native thread"), "from a native thread");
      EXPECT_TRUE(IsAttached());
      EXPECT_EQ(JavaThreads(), before + 1);
      EXPECT_EQ(CallLong(kThreadTests, "isDaemon"), 1);
    }).join();
  }
  EXPECT_EQ(JavaThreads(), before);
}

TEST_F(Threads, GuardsNestAndDieInAnyOrder) {
  const jlong before = JavaThreads();
  std::thread([&] {
    auto first = std::make_unique<ThreadGuard>(TestVm());
    EXPECT_TRUE(IsAttached());
    auto second = std::make_unique<ThreadGuard>(TestVm());
    EXPECT_EQ(first->env(), second->env());
    first.reset();  // the older one first
    EXPECT_TRUE(IsAttached());
    EXPECT_EQ(second->env()->GetVersion(), TestVm().env()->GetVersion());
    second.reset();
  }).join();
  std::thread([&] {
    {
      const ThreadGuard outer(TestVm());
      {
        const ThreadGuard inner(TestVm());
      }
      EXPECT_TRUE(IsAttached());
    }
    EXPECT_FALSE(IsAttached());  // attached for guards only
    EXPECT_EQ(host().Increment(1), 2);
    EXPECT_TRUE(IsAttached());
  }).join();
  EXPECT_EQ(JavaThreads(), before);
}

TEST_F(Threads, AThreadThatSomebodyElseAttachedStaysAttached) {
  std::thread([&] {
    JavaVM* vm = TestVm().java_vm();
    void* env = nullptr;
    ASSERT_EQ(vm->AttachCurrentThread(&env, nullptr), JNI_OK);
    {
      const ThreadGuard guard(TestVm());
    }
    EXPECT_EQ(host().Increment(1), 2);
    EXPECT_TRUE(IsAttached());
    vm->DetachCurrentThread();
    EXPECT_FALSE(IsAttached());
  }).join();
}

TEST_F(Threads, EightThreadsAtOnceInBothDirections) {
  RunThreadTest("eight");
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 200; ++i) {
        const std::string text = Repeat("thread " + std::to_string(t) + ' ', 20 + i % 50);
        ASSERT_EQ(host().EchoString(text), text);
        ASSERT_EQ(host().Nest(2, text), text + "jcCJ");
        ASSERT_EQ(host().Increment(i), i + 1);
        Thrown("own-code", [] { host().Fail("api-error"); });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(Threads, TenThousandVirtualThreadsShareAFewBuffers) {
  if (TestVm().env()->GetVersion() < 0x00150000) {
    GTEST_SKIP() << "this JDK has no virtual threads";
  }
  RunThreadTest("virtual");
}

// An implementation that is called after its destruction, destroyed twice or destroyed while a call
// is inside of it is seen.
class Watched final : public GuestImpl {
 public:
  Watched(std::int64_t step, std::atomic<int>* destroyed, std::atomic<int>* wrong)
      : GuestImpl(step), destroyed_(destroyed), wrong_(wrong) {}
  ~Watched() override {
    if (inside_.load() != 0 || alive_.exchange(false) == false) ++*wrong_;
    ++*destroyed_;
  }
  std::int64_t Increment(std::int64_t value) override {
    ++inside_;
    if (!alive_.load()) ++*wrong_;
    std::this_thread::yield();
    const std::int64_t result = GuestImpl::Increment(value);
    if (!alive_.load()) ++*wrong_;
    --inside_;
    return result;
  }

 private:
  std::atomic<bool> alive_{true};
  std::atomic<int> inside_{0};
  std::atomic<int>* destroyed_;
  std::atomic<int>* wrong_;
};

TEST_F(Threads, AnImplementationIsDestroyedOnceAfterItsLastCall) {
  constexpr int kRestarts = 400;
  int made = kRestarts;
  std::atomic<int> destroyed{0};
  std::atomic<int> wrong{0};
  std::thread hammer([] { RunThreadTest("hammer"); });
  while (CallLong(kThreadTests, "answered") == 0) {
    const Registration registration = behaviour::Guest::Register(
        TestVm(), std::make_shared<Watched>(100, &destroyed, &wrong), "hundred");
    ++made;
    std::this_thread::yield();
  }
  Registration current;
  for (int i = 0; i < kRestarts; ++i) {
    current = behaviour::Guest::Register(
        TestVm(), std::make_shared<Watched>(i % 2 == 0 ? 100 : 1000, &destroyed, &wrong),
        "hundred");
    if (i % 3 == 0) current.Unregister();
    // Some restarts while calls are known to go on.
    const jlong seen = CallLong(kThreadTests, "answered");
    while (i % 20 == 1 && CallLong(kThreadTests, "answered") == seen) std::this_thread::yield();
  }
  CallVoid(kThreadTests, "stopHammer");
  hammer.join();
  current.Unregister();
  EXPECT_EQ(destroyed.load(), made);
  EXPECT_EQ(wrong.load(), 0);
}

}  // namespace
}  // namespace causeway::test
