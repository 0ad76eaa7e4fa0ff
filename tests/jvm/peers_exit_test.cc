// The end of the JVM and of the process while peers, a registry and a bridge live. Each test is a
// process of its own with a JVM of its own, which must end by itself, in time and with 0.
#include <gtest/gtest.h>
#include <jni.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>

#include "causeway/bridge.h"
#include "causeway/peer.h"
#include "tests/jvm/harness.h"

namespace causeway::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

class Node final : public Peer {
 public:
  Traced<Node> next{*this};
};

// How the process ended: its exit code, or -1 if it was killed or did not end.
int ExitOf(const std::function<void()>& program) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    program();
    std::exit(0);  // NOLINT(concurrency-mt-unsafe): static objects and all
  }
  const auto end = steady_clock::now() + seconds(60);
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (steady_clock::now() > end) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return -1;
    }
    std::this_thread::sleep_for(milliseconds(10));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::_Exit(3);
}

// Of the child. Its bridge begins a round only when it is asked.
struct Program {
  Program() {
    BridgeOptions options;
    options.growth = 1'000'000;
    options.least_pause = milliseconds(1);
    options.notice_collections = milliseconds(0);
    registry = std::make_unique<Registry>(vm, RegistryOptions{.check_exceptions = true});
    bridge = std::make_unique<Bridge>(*registry, options);
  }
  Ref<Node> Add() {
    JNIEnv* env = vm.env();
    const jclass type = env->FindClass("com/example/bridge/Halves$Holder");
    const jobject half = env->AllocObject(type);
    const Ref<Node> node = MakePeer<Node>();
    registry->Add(env, half, node);
    env->DeleteLocalRef(half);
    env->DeleteLocalRef(type);
    return node;
  }
  void AddCycles(int count) {
    for (int i = 0; i < count; ++i) {
      const Ref<Node> node = Add();
      node->next = Add();
      node->next.Get()->next = node;
    }
  }
  // fbjni#25: a thread of the binding keeps the JVM from ending.
  void Shutdown() {
    const auto begin = steady_clock::now();
    vm.Shutdown();
    Require(steady_clock::now() - begin < seconds(5), "the JVM ends within five seconds");
  }

  Vm& vm = TestVm();
  std::unique_ptr<Registry> registry;
  std::unique_ptr<Bridge> bridge;
};

TEST(PeersExit, R32_TheVmEndsWhilePeersAndABridgeLive) {
  EXPECT_EQ(ExitOf([] {
              Program program;
              const Ref<Node> rooted = program.Add();
              program.AddCycles(100);
              program.bridge->Request();
              while (program.bridge->Numbers().dead == 0) std::this_thread::yield();
              std::this_thread::sleep_for(milliseconds(100));  // the round is quite over
              program.AddCycles(100);
              program.Shutdown();
              program.bridge.reset();
              program.registry.reset();
            }),
            0);
}

TEST(PeersExit, R30_NoRoundBeginsAfterTheEndOfTheVm) {
  EXPECT_EQ(ExitOf([] {
              Program program;
              program.AddCycles(10);
              program.Shutdown();
              program.bridge->Request();
              std::this_thread::sleep_for(milliseconds(50));
              Require(program.bridge->Numbers().rounds == 0, "no round after the end");
              program.bridge.reset();
              program.registry.reset();
            }),
            0);
}

// What C++ destroys after the end needs no JVM.
TEST(PeersExit, R32_NothingCallsJavaAfterTheEnd) {
  EXPECT_EQ(ExitOf([] {
              Program program;
              Ref<Node> rooted = program.Add();
              rooted->next = program.Add();
              const Weak<Node> weak(rooted);
              Ref<Node> never = MakePeer<Node>();
              program.AddCycles(10);
              program.Shutdown();
              Require(weak.Lock() == rooted, "a registered peer is there");
              Require(static_cast<bool>(rooted->next.Get()), "so is what its edge names");
              never = nullptr;
              program.bridge.reset();
              program.registry.reset();
              Require(!weak.Lock(), "none is registered after the registry");
              rooted = nullptr;
            }),
            0);
}

// wpilibsuite/ntcore#22: a static object that goes after the JVM.
Ref<Node> static_ref;
Weak<Node> static_weak;

TEST(PeersExit, R32_StaticRootsOutliveTheVmAndTheRegistry) {
  EXPECT_EQ(ExitOf([] {
              Program program;
              static_ref = program.Add();
              static_ref->next = program.Add();
              static_weak = Weak<Node>(static_ref);
              program.bridge.reset();
              program.registry.reset();
              program.Shutdown();
            }),
            0);
}

// By its embedder, past the runtime, which therefore has given everything back before.
TEST(PeersExit, R32_AStaticRootOutlivesAVmThatSomebodyElseDestroys) {
  EXPECT_EQ(ExitOf([] {
              Program program;
              static_ref = program.Add();
              program.bridge.reset();
              program.registry.reset();
              JavaVM* java_vm = program.vm.java_vm();
              program.vm.Detach();
              java_vm->DestroyJavaVM();
            }),
            0);
}

}  // namespace
}  // namespace causeway::test
