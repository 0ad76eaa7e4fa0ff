#include "causeway/vm.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <memory>

#include "runtime/jni/test_apis.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

JNIEnv* Attached() {
  void* env = nullptr;
  TestVm().java_vm()->GetEnv(&env, JNI_VERSION_1_6);
  return static_cast<JNIEnv*>(env);
}

template <class F>
void OnThread(F&& body) {
  std::thread([&body] {
    pthread_setname_np(pthread_self(), "causeway-probe");
    body();
  }).join();
}

// Threads made by OnThread() that are attached now.
jlong AttachedProbes() { return CallJavaLong("testglue/Down", "probeThreads", 0, false); }

TEST(ThreadTest, AttachesAtFirstUseAndDetachesAtItsEnd) {
  OnThread([&] {
    EXPECT_EQ(Attached(), nullptr);
    EXPECT_EQ(Up(TestVm()).Add(1, 2), 3);
    EXPECT_NE(Attached(), nullptr);
    EXPECT_EQ(AttachedProbes(), 1);
  });
  EXPECT_EQ(AttachedProbes(), 0);
}

TEST(ThreadTest, GuardsNestAndDieInAnyOrder) {
  OnThread([] {
    auto first = std::make_unique<ThreadGuard>(TestVm());
    auto second = std::make_unique<ThreadGuard>(TestVm());
    EXPECT_EQ(first->env(), second->env());
    first.reset();
    EXPECT_NE(Attached(), nullptr);
    EXPECT_EQ(Up(TestVm()).Add(1, 2), 3);
    second.reset();
    EXPECT_EQ(Attached(), nullptr);
    // And again, now by use.
    EXPECT_EQ(Up(TestVm()).Add(1, 2), 3);
    {
      const ThreadGuard third(TestVm());
    }
    EXPECT_NE(Attached(), nullptr);
  });
}

TEST(ThreadTest, AGuardThatDiesBelowJavaFramesKeepsTheThread) {
  struct Shared {
    std::unique_ptr<ThreadGuard> guard;
  } shared;
  class Ends : public DownApi {
   public:
    explicit Ends(Shared& shared) : shared_(shared) {}
    std::int64_t Nest(std::int64_t) override {
      shared_.guard.reset();
      EXPECT_NE(Attached(), nullptr);
      return 5;
    }

   private:
    Shared& shared_;
  };
  const Registration registration = RegisterDown(TestVm(), std::make_shared<Ends>(shared));
  OnThread([&] {
    shared.guard = std::make_unique<ThreadGuard>(TestVm());
    EXPECT_EQ(Up(TestVm()).Nest(1), 6);
    EXPECT_EQ(Up(TestVm()).Add(1, 2), 3);
  });
  EXPECT_EQ(AttachedProbes(), 0);
}

TEST(ThreadTest, AForeignThreadMayComeAndGo) {
  OnThread([] {
    JavaVM* java_vm = TestVm().java_vm();
    for (int i = 0; i < 3; ++i) {
      void* env = nullptr;
      ASSERT_EQ(java_vm->AttachCurrentThread(&env, nullptr), JNI_OK);
      EXPECT_EQ(TestVm().env(), env);
      EXPECT_EQ(Up(TestVm()).Echo(i), Value(i));
      {
        const ThreadGuard guard(TestVm());
      }
      // We did not attach it, so we do not detach it.
      EXPECT_NE(Attached(), nullptr);
      ASSERT_EQ(java_vm->DetachCurrentThread(), JNI_OK);
    }
    // Now it is ours, under whatever JNIEnv.
    EXPECT_EQ(Up(TestVm()).Echo("end"), Value("end"));
  });
}

struct LateCaller {
  ~LateCaller() { EXPECT_EQ(Up(TestVm()).Echo("late"), Value("late")); }
};
thread_local std::unique_ptr<LateCaller> late_caller;

TEST(ThreadTest, CallsFromThreadLocalDestructors) {
  OnThread([] {
    late_caller = std::make_unique<LateCaller>();
    EXPECT_EQ(Up(TestVm()).Add(1, 2), 3);
  });
  EXPECT_EQ(AttachedProbes(), 0);
}

TEST(ThreadTest, ManyShortThreadsReuseJavaBuffers) {
  OnThread([] { EXPECT_EQ(Up(TestVm()).Echo(1), Value(1)); });
  Vm& vm = TestVm();
  vm.EnableCounters(true);
  const Counters before = vm.ReadCounters();
  for (int i = 0; i < 50; ++i) {
    OnThread([i] { EXPECT_EQ(Up(TestVm()).Echo(i), Value(i)); });
  }
  const Counters difference = vm.ReadCounters() - before;
  vm.EnableCounters(false);
  EXPECT_EQ(difference.threads_attached, 50U);
  EXPECT_EQ(difference.global_references, 0U);
  EXPECT_EQ(difference.up_calls, 50U);
}

TEST(VmTest, AttachAndFromEnvFindTheSameVm) {
  EXPECT_EQ(&Attach(TestVm().java_vm()), &TestVm());
  EXPECT_EQ(&Vm::FromEnv(TestVm().env()), &TestVm());
}

TEST(VmTest, PendingExceptionIsKept) {
  JNIEnv* env = TestVm().env();
  jclass type = env->FindClass("java/lang/IllegalStateException");
  env->ThrowNew(type, "the user's own");
  try {
    Attach(TestVm().java_vm());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "exception-pending");
  }
  EXPECT_TRUE(env->ExceptionCheck());
  env->ExceptionClear();
  env->DeleteLocalRef(type);
}

TEST(VmTest, EmbedErrors) {
  try {
    EmbedOptions options;
    options.libjvm = "/nowhere/libjvm.so";
    Embed(options);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "embed-failed");
    EXPECT_NE(error.message().find("/nowhere/libjvm.so"), std::string::npos);
  }
  TestVm();
  try {
    Embed({});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("exists"), std::string::npos) << error.message();
  }
}

TEST(VmTest, AProxyResolvesNothing) {
  static const generated::MethodSpec kMethods[] = {{"not", "(Z)Z"}, {"add", "(JJ)J"}};
  static const generated::ApiSpec kSpec{
      "testglue/UpGlue", 0x1122334455667788, kMethods, 2, "Up", nullptr};
  Up(TestVm()).Nothing();  // the runtime's own classes
  JniInterposer interposer(TestVm().env());
  const generated::Proxy proxy(TestVm(), kSpec, "fresh");
  EXPECT_EQ(interposer.Read().total(), 0U);
  jvalue args[3];
  args[0].z = JNI_TRUE;
  EXPECT_FALSE(generated::UpCall(proxy, 0).Bool(args, 1, Buffer::kNone));
  // The one method that was called, the glue object's accessor, nothing else.
  EXPECT_EQ(interposer.Read()["GetMethodID"], 1U);
  EXPECT_EQ(interposer.Read()["GetStaticMethodID"], 1U);
}

TEST(VmTest, NullIsAnError) {
  for (const auto& use :
       std::vector<std::function<void()>>{[] { Attach(nullptr); }, [] { Vm::FromEnv(nullptr); },
                                          [] { RegisterDown(TestVm(), nullptr); }}) {
    try {
      use();
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), "null-argument");
    }
  }
}

}  // namespace
}  // namespace causeway::test
