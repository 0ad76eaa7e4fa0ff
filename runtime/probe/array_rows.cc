// Arrays of int, arrays of objects, direct buffers.
#include <memory>
#include <string>
#include <vector>

#include "runtime/probe/rows.h"

namespace causeway::probe {
namespace {

constexpr const char* kGroup = "array";

void AddInts(const Jvm& jvm, Rows& rows, int size) {
  JNIEnv* const env = jvm.env();
  const auto length = static_cast<jsize>(size);
  const auto copy = std::make_shared<std::vector<jint>>(static_cast<std::size_t>(size));
  const auto array = static_cast<jintArray>(jvm.Keep(env->NewIntArray(length)));
  const auto add = [&](const std::string& name, const char* about, auto body) {
    rows.push_back(NativeRow(kGroup, name + ", " + std::to_string(size) + " ints", about, body));
  };
  add("NewIntArray, DeleteLocalRef", "", [=] { env->DeleteLocalRef(env->NewIntArray(length)); });
  add("GetIntArrayRegion", "copies",
      [=] { env->GetIntArrayRegion(array, 0, length, copy->data()); });
  add("SetIntArrayRegion", "copies",
      [=] { env->SetIntArrayRegion(array, 0, length, copy->data()); });
  add("GetIntArrayElements, Release", "JNI_ABORT: copies one way", [=] {
    jint* const elements = env->GetIntArrayElements(array, nullptr);
    Use(elements);
    env->ReleaseIntArrayElements(array, elements, JNI_ABORT);
  });
  add("GetPrimitiveArrayCritical, Release", "no element is read", [=] {
    void* const elements = env->GetPrimitiveArrayCritical(array, nullptr);
    Use(elements);
    env->ReleasePrimitiveArrayCritical(array, elements, JNI_ABORT);
  });
}

}  // namespace

void AddArrays(const Jvm& jvm, Rows& rows) {
  JNIEnv* const env = jvm.env();
  AddInts(jvm, rows, 16);
  AddInts(jvm, rows, 1000);
  const auto objects = static_cast<jobjectArray>(
      jvm.Keep(env->NewObjectArray(16, jvm.Class("java/lang/Object"), jvm.loop())));
  rows.push_back(
      NativeRow(kGroup, "GetArrayLength", "", [=] { Use(env->GetArrayLength(objects)); }));
  rows.push_back(NativeRow(kGroup, "GetObjectArrayElement, DeleteLocalRef", "",
                           [=] { env->DeleteLocalRef(env->GetObjectArrayElement(objects, 7)); }));
  rows.push_back(NativeRow(kGroup, "SetObjectArrayElement", "", [=, loop = jvm.loop()] {
    env->SetObjectArrayElement(objects, 7, loop);
  }));

  const auto memory = std::make_shared<std::vector<char>>(4096);
  const jobject buffer = jvm.Keep(env->NewDirectByteBuffer(memory->data(), 4096));
  rows.push_back(NativeRow(kGroup, "NewDirectByteBuffer, DeleteLocalRef", "", [=] {
    env->DeleteLocalRef(env->NewDirectByteBuffer(memory->data(), 4096));
  }));
  rows.push_back(NativeRow(kGroup, "GetDirectBufferAddress", "",
                           [=] { Use(env->GetDirectBufferAddress(buffer)); }));
  rows.push_back(NativeRow(kGroup, "GetDirectBufferCapacity", "",
                           [=] { Use(env->GetDirectBufferCapacity(buffer)); }));
}

}  // namespace causeway::probe
