// FindClass sees what the calling Java method's class loader sees. Inside JNI_OnLoad and natives
// that is the application's loader; on a native thread there is no calling method and it is the
// system loader, which on Android, in an application server or in a plug-in host has never heard of
// the application. Hence the order
//   1. the loaders that the application gave in AttachOptions,
//   2. FindClass,
//   3. the loader of the dev.causeway classes: remembered by Attach() inside JNI_OnLoad, where
//      FindClass still sees them, and used later from any thread,
//   4. the context class loader of the thread.
// A loader is asked through ClassLoader.loadClass, whose names have dots. A class that was found is
// kept as a global reference, so each costs one search per Vm.
#include "runtime/jni/class_lookup.h"

#include <algorithm>
#include <string>

#include "runtime/codec/text.h"
#include "runtime/codec/utf8.h"
#include "runtime/jni/thread.h"

namespace causeway::generated {
namespace {

constexpr const char* kRuntimeClass = "dev/causeway/generated/CallBuffer";

// Local reference or null; exceptions are cleared and described in `tried`.
class Search {
 public:
  Search(Vm::Impl& vm, CountedEnv env, const char* name) : vm_(vm), env_(env), name_(name) {}

  jclass Run() {
    std::vector<jobject> given;
    jobject runtime_loader = nullptr;
    {
      const std::lock_guard lock(vm_.mutex);
      given = vm_.loaders;
      runtime_loader = vm_.runtime_loader;
    }
    jclass found = nullptr;
    for (std::size_t i = 0; found == nullptr && i < given.size(); ++i) {
      found = Load(given[i], "class loader of AttachOptions");
    }
    if (found == nullptr) found = Find();
    if (found == nullptr && runtime_loader != nullptr) {
      found = Load(runtime_loader, "class loader of dev.causeway");
    }
    if (found == nullptr) found = LoadInContext();
    return found;
  }

  const std::string& tried() const { return tried_; }

 private:
  jclass Find() {
    jclass found = env_.FindClass(name_);
    if (found == nullptr) Note("FindClass", DescribeAndClear(env_));
    return found;
  }

  jclass LoadInContext() {
    jobject loader = nullptr;
    jclass thread_class = env_.FindClass("java/lang/Thread");
    jmethodID current = nullptr;
    jmethodID get = nullptr;
    if (thread_class != nullptr) {
      current = env_.GetStaticMethodID(thread_class, "currentThread", "()Ljava/lang/Thread;");
    }
    if (current != nullptr) {
      get = env_.GetMethodID(thread_class, "getContextClassLoader", "()Ljava/lang/ClassLoader;");
    }
    if (get != nullptr) {
      jobject thread = env_.OtherCallStatic(thread_class, current, nullptr);
      if (!env_.ExceptionCheck() && thread != nullptr) {
        loader = env_.OtherCall(thread, get, nullptr);
      }
      const bool failed = env_.ExceptionCheck();
      if (failed) Note("context class loader of the thread", DescribeAndClear(env_));
      env_.DeleteLocalRef(thread);
    }
    if (env_.ExceptionCheck()) env_.ExceptionClear();
    env_.DeleteLocalRef(thread_class);
    if (loader == nullptr) {
      Note("context class loader of the thread", "none");
      return nullptr;
    }
    jclass found = Load(loader, "context class loader of the thread");
    env_.DeleteLocalRef(loader);
    return found;
  }

  jclass Load(jobject loader, const char* which) {
    std::string dotted = name_;
    std::replace(dotted.begin(), dotted.end(), '/', '.');
    jobject found = nullptr;
    jclass loader_class = env_.FindClass("java/lang/ClassLoader");
    jmethodID load = nullptr;
    if (loader_class != nullptr) {
      load = env_.GetMethodID(loader_class, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    }
    if (load != nullptr) {
      jstring text = env_.NewString(codec::Utf8ToUtf16(dotted));
      if (text != nullptr) {
        jvalue argument{};
        argument.l = text;
        found = env_.OtherCall(loader, load, &argument);
      }
      if (env_.ExceptionCheck()) {
        found = nullptr;
        Note(which, DescribeAndClear(env_));
      }
      env_.DeleteLocalRef(text);
    }
    if (env_.ExceptionCheck()) env_.ExceptionClear();
    env_.DeleteLocalRef(loader_class);
    return static_cast<jclass>(found);
  }

  void Note(const char* which, const std::string& why) {
    tried_ += Concat({tried_.empty() ? "" : "; ", which, " (", why, ")"});
  }

  Vm::Impl& vm_;
  CountedEnv env_;
  const char* name_;
  std::string tried_;
};

}  // namespace

std::string DescribeAndClear(CountedEnv env) noexcept {
  jthrowable thrown = env.ExceptionOccurred();
  if (thrown == nullptr) return "no exception";
  env.ExceptionClear();
  std::string text = "an exception without text";
  jclass type = env.FindClass("java/lang/Throwable");
  jmethodID to_string =
      type == nullptr ? nullptr : env.GetMethodID(type, "toString", "()Ljava/lang/String;");
  if (to_string != nullptr) {
    jobject string = env.OtherCall(thrown, to_string, nullptr);
    if (!env.ExceptionCheck() && string != nullptr) {
      text = codec::Utf16ToUtf8(env.StringContent(static_cast<jstring>(string)));
    }
    if (env.ExceptionCheck()) env.ExceptionClear();
    env.DeleteLocalRef(string);
  }
  if (env.ExceptionCheck()) env.ExceptionClear();
  env.DeleteLocalRef(type);
  env.DeleteLocalRef(thrown);
  return text;
}

void RememberRuntimeLoader(Vm::Impl& vm, CountedEnv env) noexcept {
  {
    const std::lock_guard lock(vm.mutex);
    if (vm.runtime_loader != nullptr) return;
  }
  Search search(vm, env, kRuntimeClass);
  jclass runtime_class = search.Run();
  if (runtime_class == nullptr) return;
  jclass class_class = env.GetObjectClass(runtime_class);
  jmethodID get_loader =
      env.GetMethodID(class_class, "getClassLoader", "()Ljava/lang/ClassLoader;");
  jobject loader =
      get_loader == nullptr ? nullptr : env.OtherCall(runtime_class, get_loader, nullptr);
  if (env.ExceptionCheck()) {
    env.ExceptionClear();
    loader = nullptr;
  }
  if (loader != nullptr) {
    jobject global = env.NewGlobalRef(loader);
    {
      const std::lock_guard lock(vm.mutex);
      if (vm.runtime_loader == nullptr) std::swap(vm.runtime_loader, global);
    }
    env.DeleteGlobalRef(global);
  }
  env.DeleteLocalRef(loader);
  env.DeleteLocalRef(class_class);
  env.DeleteLocalRef(runtime_class);
}

jclass FindClass(Vm::Impl& vm, CountedEnv env, const char* name) {
  Search search(vm, env, name);
  jclass found = search.Run();
  if (found == nullptr) {
    ThrowError("class-not-found", {"class ", name, " was not found; tried: ", search.tried()});
  }
  auto* global = static_cast<jclass>(env.NewGlobalRef(found));
  env.DeleteLocalRef(found);
  if (global == nullptr) ThrowError("class-not-found", {"no memory for class ", name});
  return global;
}

void ThrowMemberNotFound(CountedEnv env, const char* java_class, const char* member) {
  ThrowError("class-not-found",
             {"class ", java_class, " has no ", member, " (", DescribeAndClear(env), ")"});
}

}  // namespace causeway::generated
