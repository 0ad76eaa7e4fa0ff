#include <gtest/gtest.h>

#include "runtime/jni/test_apis.h"

namespace causeway::test {
namespace {

constexpr const char* kDown = "testglue/Down";

TEST(DownCallTest, Forms) {
  const Registration registration = RegisterDown(TestVm(), std::make_shared<DownApi>());
  CallJava(kDown, "testForms");
  CallJava(kDown, "testLargeEcho");
  CallJava(kDown, "testErrors");
}

TEST(DownCallTest, UnregisteredInstance) {
  const Registration registration = RegisterDown(TestVm(), std::make_shared<DownApi>());
  CallJava(kDown, "testUnregistered");
}

std::int64_t JavaAdd(std::int64_t a, std::int64_t b, const char* instance) {
  JNIEnv* env = TestVm().env();
  jclass type = env->FindClass(kDown);
  jstring name = env->NewStringUTF(instance);
  const jlong sum = env->CallStaticLongMethod(
      type, env->GetStaticMethodID(type, "add", "(Ljava/lang/String;JJ)J"), name, a, b);
  const bool failed = env->ExceptionCheck();
  if (failed) env->ExceptionClear();
  env->DeleteLocalRef(name);
  env->DeleteLocalRef(type);
  return failed ? -1 : sum;
}

TEST(RegistrationTest, InstancesReplacementAndEnd) {
  class Times : public DownApi {
   public:
    std::int64_t Add(std::int64_t a, std::int64_t b) override { return a * b; }
  };
  Registration plus = RegisterDown(TestVm(), std::make_shared<DownApi>(), "calc");
  EXPECT_EQ(JavaAdd(3, 4, "calc"), 7);
  EXPECT_EQ(JavaAdd(3, 4, "calc2"), -1);
  auto times = std::make_shared<Times>();
  const std::weak_ptr<Times> watch = times;
  Registration second = RegisterDown(TestVm(), std::move(times), "calc");
  EXPECT_EQ(JavaAdd(3, 4, "calc"), 12);
  // The end of the one that was replaced does not touch its successor.
  plus.Unregister();
  EXPECT_EQ(JavaAdd(3, 4, "calc"), 12);
  Registration moved = std::move(second);
  second.Unregister();  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(JavaAdd(3, 4, "calc"), 12);
  EXPECT_FALSE(watch.expired());
  moved.Unregister();
  EXPECT_TRUE(watch.expired());
  EXPECT_EQ(JavaAdd(3, 4, "calc"), -1);
}

TEST(RegistrationTest, UnregisteredFromItsOwnCall) {
  struct State {
    Registration registration;
    std::atomic<bool> destroyed{false};
  } state;
  class Suicidal : public DownApi {
   public:
    explicit Suicidal(State& state) : state_(state) {}
    ~Suicidal() override { state_.destroyed = true; }
    std::int64_t Add(std::int64_t a, std::int64_t b) override {
      state_.registration.Unregister();
      EXPECT_FALSE(state_.destroyed);
      EXPECT_EQ(JavaAdd(1, 1, "suicidal"), -1);
      EXPECT_FALSE(state_.destroyed);
      return a + b;
    }

   private:
    State& state_;
  };
  state.registration = RegisterDown(TestVm(), std::make_shared<Suicidal>(state), "suicidal");
  EXPECT_EQ(JavaAdd(1, 2, "suicidal"), 3);
  EXPECT_TRUE(state.destroyed);
}

TEST(RegistrationTest, ReplacedUnderLoadFromJava) {
  static std::atomic<int> alive{0};
  static std::atomic<long> calls{0};
  class Counted : public DownApi {
   public:
    Counted() { ++alive; }
    ~Counted() override { --alive; }
    std::int64_t Add(std::int64_t a, std::int64_t b) override {
      ++calls;
      return alive > 0 ? a + b : -1;
    }
  };
  CallJavaLong(kDown, "startHammers", 4, true);
  for (int i = 0; i < 500; ++i) {
    const Registration registration = RegisterDown(TestVm(), std::make_shared<Counted>(), "hammer");
    const Registration next = RegisterDown(TestVm(), std::make_shared<Counted>(), "hammer");
    std::this_thread::yield();
  }
  {
    const Registration last = RegisterDown(TestVm(), std::make_shared<Counted>(), "hammer");
    EXPECT_EQ(JavaAdd(1, 2, "hammer"), 3);
    const long before = calls;
    while (calls < before + 1000) std::this_thread::yield();
    EXPECT_GT(CallJavaLong(kDown, "stopHammers", 0, false), 0);
  }
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace causeway::test
