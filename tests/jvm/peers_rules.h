// What the tests of the rules of peers share (docs/peers_rules.md). The programs run twice: as they
// are, and with CAUSEWAY_COLLIDE=1 in a JVM in which all identity hashes are equal.
#pragma once

#include <gtest/gtest.h>
#include <jni.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "causeway/bridge.h"
#include "causeway/peer.h"
#include "runtime/peers/jni_heap.h"
#include "runtime/peers/registry.h"
#include "runtime/peers/round.h"
#include "tests/jvm/harness.h"

namespace causeway::test {

inline bool Collides() { return std::getenv("CAUSEWAY_COLLIDE") != nullptr; }

// Ends the program if it is not gone in time: what should not wait for ever did.
class Watchdog {
 public:
  explicit Watchdog(std::chrono::seconds limit = std::chrono::seconds(60))
      : thread_([this, limit] {
          std::unique_lock lock(mutex_);
          if (over_.wait_for(lock, limit, [this] { return done_; })) return;
          std::fputs("the watchdog waited in vain\n", stderr);
          std::_Exit(1);
        }) {}
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    over_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false;
  std::thread thread_;
};

inline std::string CodeOf(const std::function<void()>& use) {
  try {
    use();
  } catch (const Error& error) {
    return error.code();
  }
  return "none";
}

inline std::atomic<int> alive{0};

class Node : public Peer {
 public:
  explicit Node(int n = 0) : number(n) { ++alive; }
  ~Node() override { --alive; }
  const int number;
  Traced<Node> next{*this};
};

inline constexpr const char* kHolder = "com/example/bridge/Halves$Holder";
inline constexpr const char* kFinalized = "com/example/bridge/Halves$Finalized";
inline constexpr const char* kCalls = "com/example/bridge/Calls";

class RulesTest : public testing::Test {
 protected:
  RulesTest()
      : vm(StartVm(Collides() ? std::vector<std::string>{"-XX:+UnlockExperimentalVMOptions",
                                                         "-XX:hashCode=2"}
                              : std::vector<std::string>{})),
        env(vm.env()),
        registry(std::make_unique<Registry>(vm, RegistryOptions{.check_exceptions = true})) {
    env->PushLocalFrame(1024);
    holder = vm.FindClass(kHolder);
    finalized = vm.FindClass(kFinalized);
    calls = vm.FindClass(kCalls);
  }
  ~RulesTest() override {
    bridge.reset();
    registry.reset();
    EXPECT_EQ(alive, 0);
    heap.DeleteReferences(env);
    for (const jclass type : {holder, finalized, calls}) env->DeleteGlobalRef(type);
    env->PopLocalFrame(nullptr);
    EXPECT_FALSE(env->ExceptionCheck());
  }

  // No constructor runs: their fields are null without one.
  jobject NewHalf(JNIEnv* own = nullptr) {
    return (own == nullptr ? env : own)->AllocObject(holder);
  }
  // One with a global reference.
  jobject NewGlobalHalf() {
    const jobject local = NewHalf();
    const jobject global = env->NewGlobalRef(local);
    env->DeleteLocalRef(local);
    return global;
  }
  Ref<Node> Add(jobject half, int number = 0) {
    Ref<Node> node = MakePeer<Node>(number);
    registry->Add(env, half, node);
    return node;
  }
  // A pair that Java holds no more.
  Ref<Node> AddUnheld(JNIEnv* own = nullptr) {
    if (own == nullptr) own = env;
    const jobject half = NewHalf(own);
    Ref<Node> node = MakePeer<Node>();
    registry->Add(own, half, node);
    own->DeleteLocalRef(half);
    return node;
  }
  jint Hash(jobject object) {
    const jclass system = env->FindClass("java/lang/System");
    const jint hash = env->CallStaticIntMethod(
        system, env->GetStaticMethodID(system, "identityHashCode", "(Ljava/lang/Object;)I"),
        object);
    EXPECT_FALSE(env->ExceptionCheck());
    env->DeleteLocalRef(system);
    return hash;
  }
  Bridge& MakeBridge(const BridgeOptions& options) {
    bridge = std::make_unique<Bridge>(*registry, options);
    return *bridge;
  }
  Bridge& MakeBridgeByHand() {
    BridgeOptions options;
    options.automatic = false;
    return MakeBridge(options);
  }
  // A round with something to do between its steps.
  RoundNumbers Round(const std::function<void(peers::Step)>& observer = {}) {
    const RoundNumbers numbers =
        peers::Round<peers::JniJava, peers::JniHeap>(registry->impl(), heap, env, observer).Run();
    registry->Drain(env);
    return numbers;
  }
  // What Calls.called() does from now on, until the next call of this.
  void OnCalled(std::function<void(JNIEnv*, jobject)> what) {
    static std::function<void(JNIEnv*, jobject)> now;
    now = std::move(what);
    const JNINativeMethod native{
        const_cast<char*>("called"), const_cast<char*>("(Ljava/lang/Object;)J"),
        reinterpret_cast<void*>(+[](JNIEnv* own, jclass, jobject half) -> jlong {
          now(own, half);
          return 0;
        })};
    ASSERT_EQ(env->RegisterNatives(calls, &native, 1), JNI_OK);
  }

  Vm& vm;
  JNIEnv* env;
  std::unique_ptr<Registry> registry;
  std::unique_ptr<Bridge> bridge;
  const peers::JniHeap heap{vm};
  jclass holder = nullptr;
  jclass finalized = nullptr;
  jclass calls = nullptr;
};

}  // namespace causeway::test
