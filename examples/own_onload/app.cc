// An application with JNI code of its own: it owns JNI_OnLoad and registers its natives by hand.
// The runtime only needs the JavaVM; generated calls are used from inside a hand-written native, on
// a Java thread and on a native one.
#include <jni.h>

#include <iterator>
#include <string>
#include <thread>

#include "clock.h"

namespace {

causeway::Vm* vm = nullptr;

// App.twice(): the time as Java tells it, asked from this thread and from a native thread.
jlong Twice(JNIEnv* env, jclass /*app*/) {
  try {
    const Clock clock(*vm);
    const std::int64_t here = clock.Now();
    std::int64_t there = 0;
    std::thread([&] { there = clock.Now(); }).join();  // attaches, and detaches when it ends
    return here + there;
  } catch (const causeway::Error& error) {
    env->ThrowNew(env->FindClass("java/lang/IllegalStateException"), error.what());
    return 0;
  }
}

}  // namespace

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* java_vm, void* /*reserved*/) {
  JNIEnv* env = nullptr;
  if (java_vm->GetEnv(reinterpret_cast<void**>(&env), JNI_VERSION_1_8) != JNI_OK) return JNI_ERR;

  // The application's own registration, as it was before Causeway.
  const jclass app = env->FindClass("com/example/App");
  static char name[] = "twice";
  static char signature[] = "()J";
  const JNINativeMethod methods[] = {{name, signature, reinterpret_cast<void*>(&Twice)}};
  if (app == nullptr || env->RegisterNatives(app, methods, std::size(methods)) != 0) return JNI_ERR;

  vm = &causeway::Attach(java_vm);  // one line more
  return JNI_VERSION_1_8;
}
