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
#include <string>
#include <thread>

#include "causeway/bridge.h"
#include "causeway/peer.h"
#include "tests/jvm/harness.h"
#include "tests/support/jni_interposer.h"

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

// Of the child. Its bridge begins a round when it is asked, or, if it is busy, all the time.
struct Program {
  explicit Program(bool busy = false) {
    BridgeOptions options;
    options.growth = busy ? 10 : 1'000'000;
    options.least_pause = milliseconds(1);
    options.notice_collections = milliseconds(busy ? 1 : 0);
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

// Rounds without a pause, one of which is running when the end comes.
TEST(PeersExit, R30_TheVmEndsWhileRoundsRun) {
  for (int delay = 0; delay < 8; ++delay) {
    EXPECT_EQ(ExitOf([delay] {
                Program program(/*busy=*/true);
                const Ref<Node> rooted = program.Add();
                for (int i = 0; i < 20 && program.bridge->Numbers().rounds < 3; ++i) {
                  program.AddCycles(50);
                  program.bridge->Request();
                  std::this_thread::sleep_for(milliseconds(2));
                }
                program.bridge->Request();
                std::this_thread::sleep_for(milliseconds(delay));
                program.Shutdown();
                const std::uint64_t rounds = program.bridge->Numbers().rounds;
                program.bridge->Request();
                std::this_thread::sleep_for(milliseconds(20));
                Require(program.bridge->Numbers().rounds == rounds, "no round after the end");
                program.bridge.reset();
                program.registry.reset();
              }),
              0)
        << delay << " ms into a round";
  }
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

// Static objects go after what the main thread had.
std::unique_ptr<Program> static_program;

TEST(PeersExit, R32_AStaticRegistryOutlivesTheVm) {
  EXPECT_EQ(ExitOf([] {
              static_program = std::make_unique<Program>(/*busy=*/true);
              static_ref = static_program->Add();
              static_program->AddCycles(10);
              static_program->Shutdown();
            }),
            0);
}

TEST(PeersExit, R32_TheProcessEndsWithoutEndingTheVm) {
  EXPECT_EQ(ExitOf([] {
              static_program = std::make_unique<Program>(/*busy=*/true);
              static_ref = static_program->Add();
              static_program->AddCycles(10);
            }),
            0);
}

TEST(PeersExit, R25_ARegistryWithoutAReferenceIsAnError) {
  EXPECT_EQ(ExitOf([] {
              Vm& vm = TestVm();
              {
                JniInterposer jni(vm.env());
                jni.FailOnce(1);
                std::string code;
                try {
                  const Registry registry(vm);
                } catch (const Error& error) {
                  code = error.code();
                }
                Require(jni.failed() && code == "out-of-references", "the first one is refused");
              }
              const Program program;
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
