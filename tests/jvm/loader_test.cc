// Classes that only a child class loader sees, in a JVM that the application itself has started:
// the application class loader knows com.example.boot and nothing of Causeway.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <jni.h>

#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "tests/jvm/loaded_guest.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

class Loader : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    void* library = dlopen(Environment("CAUSEWAY_LIBJVM").c_str(), RTLD_NOW | RTLD_GLOBAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto create =
        reinterpret_cast<jint (*)(JavaVM**, void**, void*)>(dlsym(library, "JNI_CreateJavaVM"));
    std::string path = "-Djava.class.path=" + Environment("CAUSEWAY_TEST_BOOT_JAR");
    std::string check = "-Xcheck:jni";
    std::array<JavaVMOption, 2> options{};
    options[0].optionString = path.data();
    options[1].optionString = check.data();
    JavaVMInitArgs args{};
    args.version = JNI_VERSION_1_8;
    args.nOptions = static_cast<jint>(options.size());
    args.options = options.data();
    void* env = nullptr;
    ASSERT_EQ(create(&java_vm_, &env, &args), JNI_OK);
    env_ = static_cast<JNIEnv*>(env);
  }

  // A new loader of the runtime's and the generated classes.
  static jobject ChildLoader() {
    const jclass boot = env_->FindClass("com/example/boot/Boot");
    const jmethodID child =
        env_->GetStaticMethodID(boot, "child", "(Ljava/lang/String;)Ljava/lang/ClassLoader;");
    const jstring jars = env_->NewStringUTF(Environment("CAUSEWAY_TEST_CHILD_JARS").c_str());
    const jobject loader = env_->CallStaticObjectMethod(boot, child, jars);
    EXPECT_FALSE(env_->ExceptionCheck());
    env_->DeleteLocalRef(jars);
    env_->DeleteLocalRef(boot);
    return loader;
  }

  static jclass Load(jobject loader, const char* name) {
    const jclass type = env_->FindClass("java/lang/ClassLoader");
    const jmethodID load =
        env_->GetMethodID(type, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    const jstring text = env_->NewStringUTF(name);
    const auto found = static_cast<jclass>(env_->CallObjectMethod(loader, load, text));
    EXPECT_FALSE(env_->ExceptionCheck());
    env_->DeleteLocalRef(text);
    env_->DeleteLocalRef(type);
    return found;
  }

  static inline JavaVM* java_vm_ = nullptr;
  static inline JNIEnv* env_ = nullptr;
};

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Loader, ClassesOfAChildLoaderAreFoundFromEveryThread) {
  // Without the loader, the error says which class and who was asked.
  Vm& vm = Attach(java_vm_);
  const loaded::LoadedHost host(vm);
  try {
    host.Repeat({"x"}, 1);
    FAIL() << "found a class without its loader";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "class-not-found");
    EXPECT_TRUE(Contains(error.message(), "com/example/loader/LoadedHostGlue")) << error.message();
    EXPECT_TRUE(Contains(error.message(), "FindClass")) << error.message();
  }
  EXPECT_FALSE(env_->ExceptionCheck());

  const jobject loader = ChildLoader();
  AttachOptions options;
  options.class_loader = loader;
  {
    // To attach is to keep the loader and to find the one of the runtime, by loadClass() and
    // getClassLoader(): two calls and two global references. Nothing of any API is touched.
    // (Loading a class runs natives of the JDK, so the runtime's own counters are read here.)
    JniInterposer interposer(env_);
    vm.EnableCounters(true);
    const Counters before = vm.ReadCounters();
    EXPECT_EQ(&Attach(java_vm_, options), &vm);
    const Counters counters = vm.ReadCounters() - before;
    vm.EnableCounters(false);
    EXPECT_EQ(counters.other_crossings, 2U);
    EXPECT_EQ(counters.upward_others, 2U);
    EXPECT_EQ(counters.global_references, 2U);
    EXPECT_EQ(counters.weak_references, 0U);
    EXPECT_LE(counters.jni_operations, 20U);
    EXPECT_EQ(counters.up_calls + counters.down_calls, 0U);
    EXPECT_TRUE(interposer.Read().registered.empty());
  }
  // To attach again changes nothing.
  {
    JniInterposer interposer(env_);
    EXPECT_EQ(&Attach(java_vm_), &vm);
    EXPECT_EQ(interposer.Read().calls,
              (std::map<std::string, std::uint64_t>{{"ExceptionCheck", 1}}));
  }

  // The failure above is not remembered.
  const jclass impl = Load(loader, "com.example.loader.LoadedImpl");
  env_->CallStaticVoidMethod(impl, env_->GetStaticMethodID(impl, "register", "()V"));
  ASSERT_FALSE(env_->ExceptionCheck());
  EXPECT_EQ(host.Repeat({"x"}, 2), (std::vector<loaded::Item>{{"x"}, {"x"}}));
  std::thread([&] { EXPECT_EQ(host.Repeat({"y"}, 1).size(), 1U); }).join();

  // Registered by a native thread, called by Java, calling back on another native thread.
  Registration registration;
  std::thread([&] {
    registration = loaded::LoadedGuest::Register(vm, std::make_shared<LoadedGuestImpl>(vm));
  }).join();
  EXPECT_EQ(env_->CallStaticLongMethod(impl, env_->GetStaticMethodID(impl, "callGuest", "()J")), 3);
  EXPECT_FALSE(env_->ExceptionCheck());
  env_->DeleteLocalRef(impl);
  env_->DeleteLocalRef(loader);
}

}  // namespace
}  // namespace causeway::test
