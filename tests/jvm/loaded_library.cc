// A native library that System.load() brings into a child class loader. Its classes are found from
// native threads, although it says nothing of a class loader.
#include <jni.h>

#include <cstdio>
#include <memory>

#include "tests/jvm/loaded_guest.h"

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* java_vm, void* /*reserved*/) {
  try {
    causeway::Vm& vm = causeway::Attach(java_vm);
    static causeway::Registration registration =
        loaded::LoadedGuest::Register(vm, std::make_shared<causeway::test::LoadedGuestImpl>(vm));
    return JNI_VERSION_1_8;
  } catch (const causeway::Error& error) {
    std::fprintf(stderr, "JNI_OnLoad: %s\n", error.what());
    return JNI_ERR;
  }
}
