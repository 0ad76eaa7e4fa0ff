#include "runtime/peers/jni_heap.h"

namespace causeway::peers {
namespace {

// True if nothing was thrown. What was is forgotten: the caller keeps the target strong instead.
bool Clear(JNIEnv* env) {
  if (env->ExceptionCheck() == JNI_FALSE) return true;
  env->ExceptionClear();
  return false;
}

}  // namespace

JniHeap::JniHeap(Vm& vm) {
  JNIEnv* env = vm.env();
  try {
    holder_ = vm.FindClass("dev/causeway/EdgeHolder");
    slot_ = vm.FindClass("dev/causeway/EdgeSlot");
    object_ = vm.FindClass("java/lang/Object");
    system_ = vm.FindClass("java/lang/System");
  } catch (const Error&) {
    DeleteReferences(env);
    throw;
  }
  edges_ = env->GetFieldID(holder_, "edges", "Ljava/lang/Object;");
  set_edges_ = env->GetMethodID(slot_, "setEdges", "(Ljava/lang/Object;)V");
  gc_ = env->GetStaticMethodID(system_, "gc", "()V");
}

void JniHeap::DeleteReferences(JNIEnv* env) const {
  for (const jclass java_class : {holder_, slot_, object_, system_}) {
    if (java_class != nullptr) env->DeleteGlobalRef(java_class);
  }
}

jobject JniHeap::NewWeak(JNIEnv* env, jobject strong) const {
  const jobject weak = env->NewWeakGlobalRef(strong);
  if (weak == nullptr) Clear(env);
  return weak;
}

bool JniHeap::HoldEdges(JNIEnv* env, jobject half, std::span<const jobject> targets) const {
  if (targets.size() == 1) return Set(env, half, targets[0]);
  const jobject array = NewLocalArray(env, targets.size());
  if (array == nullptr) return false;
  const bool held = FillArray(env, array, targets) && Set(env, half, array);
  env->DeleteLocalRef(array);
  return held;
}

jobject JniHeap::NewArray(JNIEnv* env, std::size_t size) const {
  const jobject local = NewLocalArray(env, size);
  if (local == nullptr) return nullptr;
  const jobject array = env->NewGlobalRef(local);
  if (array == nullptr) Clear(env);
  env->DeleteLocalRef(local);
  return array;
}

jobject JniHeap::NewLocalArray(JNIEnv* env, std::size_t size) const {
  const jobject array = env->NewObjectArray(static_cast<jsize>(size), object_, nullptr);
  if (array == nullptr) Clear(env);
  return array;
}

bool JniHeap::FillArray(JNIEnv* env, jobject array, std::span<const jobject> elements) const {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    env->SetObjectArrayElement(static_cast<jobjectArray>(array), static_cast<jsize>(i),
                               elements[i]);
  }
  return Clear(env);
}

// What a half throws is its own fault: it was asked.
bool JniHeap::DropEdges(JNIEnv* env, jobject half) const {
  Set(env, half, nullptr);
  return true;
}

bool JniHeap::DropEdgesOfWeak(JNIEnv* env, jobject half) const {
  const jobject local = env->NewLocalRef(half);
  if (local == nullptr) {
    Clear(env);
    return env->IsSameObject(half, nullptr) != JNI_FALSE;
  }
  Set(env, local, nullptr);
  env->DeleteLocalRef(local);
  return true;
}

void JniHeap::Collect(JNIEnv* env) const {
  env->CallStaticVoidMethod(system_, gc_);
  Clear(env);
}

bool JniHeap::Set(JNIEnv* env, jobject half, jobject edges) const {
  if (env->IsInstanceOf(half, holder_) != JNI_FALSE) {
    env->SetObjectField(half, edges_, edges);
    return true;
  }
  env->CallVoidMethod(half, set_edges_, edges);
  return Clear(env);
}

}  // namespace causeway::peers
