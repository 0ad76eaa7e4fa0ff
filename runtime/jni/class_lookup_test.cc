#include <gtest/gtest.h>

#include "runtime/jni/test_apis.h"

namespace causeway::test {
namespace {

constexpr generated::MethodSpec kMethods[] = {{"twice", "(J)J"}};

// Each test has an ApiSpec of its own: what one has found the others must find again.
std::int64_t Twice(const generated::ApiSpec& spec, std::int64_t value) {
  jvalue args[3];
  args[0].j = value;
  return UpCall(generated::Proxy(TestVm(), spec, ""), 0).Long(args, 1, Buffer::kNone);
}

std::string CodeOf(const generated::ApiSpec& spec) {
  try {
    Twice(spec, 1);
    return "found";
  } catch (const Error& error) {
    return error.code();
  }
}

TEST(ClassLookupTest, ContextClassLoader) {
  static const generated::ApiSpec kSpec{"hidden/HiddenGlue", 5, kMethods, 1, "Hidden", nullptr};
  EXPECT_EQ(CodeOf(kSpec), "class-not-found");
  CallJava("testglue/Loaders", "setContext");
  EXPECT_EQ(Twice(kSpec, 4), 8);
  CallJava("testglue/Loaders", "resetContext");
  // Found once is found; a native thread has no context class loader that would know it.
  std::thread([] { EXPECT_EQ(Twice(kSpec, 5), 10); }).join();
}

TEST(ClassLookupTest, LoaderOfAttachOptions) {
  static const generated::ApiSpec kSpec{"hidden/HiddenGlue", 5, kMethods, 1, "Hidden", nullptr};
  EXPECT_EQ(CodeOf(kSpec), "class-not-found");
  JNIEnv* env = TestVm().env();
  jclass type = env->FindClass("testglue/Loaders");
  jobject loader = env->CallStaticObjectMethod(
      type, env->GetStaticMethodID(type, "hidden", "()Ljava/lang/Object;"));
  CheckException(env, "hidden");
  Attach(TestVm().java_vm(), {.class_loader = loader});
  // The runtime has a reference of its own.
  env->DeleteLocalRef(loader);
  env->DeleteLocalRef(type);
  std::thread([] { EXPECT_EQ(Twice(kSpec, 6), 12); }).join();
}

}  // namespace
}  // namespace causeway::test
