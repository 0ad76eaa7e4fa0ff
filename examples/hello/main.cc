#include <cstdio>

#include "hello.h"

int main() {
  causeway::Vm& vm =
      causeway::Embed({.class_path = {HELLO_JAR, RUNTIME_JAR}, .options = {}, .libjvm = {}});
  // Plain JNI, once: lets the Java half register its implementation.
  JNIEnv* env = vm.env();
  const jclass hello = env->FindClass("com/example/Hello");
  env->CallStaticVoidMethod(hello, env->GetStaticMethodID(hello, "start", "()V"));

  const Greeter greeter(vm);
  std::puts(greeter.Greet({.name = "Ada", .age = 36}).c_str());
  try {
    greeter.Greet({.name = "", .age = {}});
  } catch (const causeway::Error& error) {
    std::printf("error %s\n", error.what());
  }
}
