// Instances by name: what belongs to a name goes when nobody refers to it, for an application may
// use one name for each view that it ever opens.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/jvm/guest.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

constexpr char kInstanceTests[] = "com/example/behaviour/InstanceTests";
constexpr int kNames = 100'000;
// What may be left for other reasons: caches of the allocator and of the JVM, code that was
// compiled meanwhile. The least that can stay of a name, an entry of a map, has over 100 bytes.
constexpr std::int64_t kNoise = kNames * 50;

class Instances : public Behaviour {
 protected:
  static std::int64_t NativeBytes() { return static_cast<std::int64_t>(mallinfo2().uordblks); }
  static std::int64_t JavaBytes() { return CallLong(kInstanceTests, "usedBytes"); }

  // Runs `use` for many names, twice: the first time fills caches.
  template <class F>
  static void ExpectNothingLeft(F&& use) {
    int next = 0;
    for (; next < kNames / 10; ++next) use("view" + std::to_string(next));
    const std::int64_t java = JavaBytes();
    const std::int64_t native = NativeBytes();
    for (; next < kNames / 10 + kNames; ++next) use("view" + std::to_string(next));
    EXPECT_LT(JavaBytes() - java, kNoise);
    EXPECT_LT(NativeBytes() - native, kNoise);
  }
};

TEST_F(Instances, ProxiesOfNamesThatNobodyRegisteredLeaveNothing) {
  ExpectNothingLeft([](const std::string& name) {
    behaviour::Host host(TestVm(), name);
    Thrown("unregistered", [&] { host.Increment(1); });
  });
}

TEST_F(Instances, RegistrationsInJavaThatEndedLeaveNothing) {
  ExpectNothingLeft([](const std::string& name) {
    EXPECT_EQ(RunJavaTest(kInstanceTests, "register " + name), "");
    EXPECT_EQ(behaviour::Host(TestVm(), name).Increment(1), 2);
    EXPECT_EQ(RunJavaTest(kInstanceTests, "unregister " + name), "");
  });
}

TEST_F(Instances, RegistrationsInCppThatEndedLeaveNothing) {
  ExpectNothingLeft([](const std::string& name) {
    const Registration registration = behaviour::Guest::Register(TestVm(), guest_, name);
  });
}

TEST_F(Instances, NamesThatJavaAsksForInVainLeaveNothing) {
  const std::int64_t native = NativeBytes();
  EXPECT_EQ(RunJavaTest(kInstanceTests, "in vain"), "");
  EXPECT_LT(NativeBytes() - native, kNoise);
}

TEST_F(Instances, WhatJavaCalledByNameLeavesNothing) {
  ExpectNothingLeft([](const std::string& name) {
    const Registration registration = behaviour::Guest::Register(TestVm(), guest_, name);
    EXPECT_EQ(RunJavaTest(kInstanceTests, name), "");
  });
}

TEST_F(Instances, GlobalReferencesComeAndGoWithProxies) {
  const JniInterposer jni(TestVm().env());
  {
    behaviour::Host first(TestVm(), "counted");
    behaviour::Host second = first;
    Thrown("unregistered", [&] { first.Increment(1); });
    Thrown("unregistered", [&] { second.Increment(1); });
    EXPECT_EQ(jni.Read()["NewGlobalRef"], 1U);
    EXPECT_EQ(jni.Read()["DeleteGlobalRef"], 0U);
  }
  EXPECT_EQ(jni.Read()["NewGlobalRef"], 1U);
  EXPECT_EQ(jni.Read()["DeleteGlobalRef"], 1U);
}

TEST_F(Instances, AProxyMayDieOnAThreadThatIsNotAttached) {
  auto host = std::make_unique<behaviour::Host>(TestVm(), "elsewhere");
  Thrown("unregistered", [&] { host->Increment(1); });
  std::thread([&] {
    host.reset();
    EXPECT_FALSE(IsAttached());
  }).join();
  behaviour::Host again(TestVm(), "elsewhere");
  Thrown("unregistered", [&] { again.Increment(1); });
}

// An object of the generated class that Java kept goes on working: over the end of a registration
// to the next one.
TEST_F(Instances, AnObjectThatJavaKeptFindsTheNextImplementation) {
  EXPECT_EQ(RunJavaTest(kInstanceTests, "kept: unregistered"), "");
  for (int i = 0; i < 3; ++i) {
    const Registration registration = behaviour::Guest::Register(TestVm(), guest_, "kept");
    EXPECT_EQ(RunJavaTest(kInstanceTests, "kept: registered"), "");
    if (i == 1) CallVoid(kInstanceTests, "collect");
  }
  EXPECT_EQ(RunJavaTest(kInstanceTests, "kept: unregistered"), "");
}

// Objects are made, called and collected while implementations come and go under their names.
TEST_F(Instances, NamesComeAndGoUnderLoad) {
  std::atomic<bool> stop{false};
  std::thread registrar([&] {
    for (int i = 0; !stop; ++i) {
      const std::string name = "churn" + std::to_string(i % 8);
      const Registration registration = behaviour::Guest::Register(TestVm(), guest_, name);
      behaviour::Host host(TestVm(), name);
      Thrown("unregistered", [&] { host.Increment(1); });
    }
  });
  std::vector<std::thread> callers;
  for (int t = 0; t < 3; ++t) {
    callers.emplace_back([] { EXPECT_EQ(RunJavaTest(kInstanceTests, "churn"), ""); });
  }
  for (std::thread& caller : callers) caller.join();
  stop = true;
  registrar.join();
}

}  // namespace
}  // namespace causeway::test
