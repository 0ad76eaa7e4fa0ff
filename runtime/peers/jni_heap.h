// What a round needs of Java (round.h), over JNI.
#pragma once

#include <jni.h>

#include <span>

#include "causeway/vm.h"

namespace causeway::peers {

// A half holds its edges in the field of dev.causeway.EdgeHolder, or through dev.causeway.EdgeSlot:
// one reference, or an array of them.
class JniHeap {
 public:
  // Throws Error "class-not-found" if causeway-runtime.jar is not there.
  explicit JniHeap(Vm& vm);
  void DeleteReferences(JNIEnv* env) const;

  jobject NewWeak(JNIEnv* env, jobject strong) const;
  void DeleteWeak(JNIEnv* env, jobject weak) const { env->DeleteWeakGlobalRef(weak); }
  bool CanHoldEdges(JNIEnv* env, jobject half) const {
    return env->IsInstanceOf(half, holder_) != JNI_FALSE ||
           env->IsInstanceOf(half, slot_) != JNI_FALSE;
  }
  bool HoldEdges(JNIEnv* env, jobject half, std::span<const jobject> targets) const;
  jobject NewArray(JNIEnv* env, std::size_t size) const;
  bool FillArray(JNIEnv* env, jobject array, std::span<const jobject> elements) const;
  bool DropEdges(JNIEnv* env, jobject half) const;
  bool DropEdgesOfWeak(JNIEnv* env, jobject half) const;
  // System.gc(): on HotSpot a full collection, unless -XX:+DisableExplicitGC.
  void Collect(JNIEnv* env) const;

 private:
  jobject NewLocalArray(JNIEnv* env, std::size_t size) const;
  bool Set(JNIEnv* env, jobject half, jobject edges) const;

  jclass holder_ = nullptr;
  jclass slot_ = nullptr;
  jclass object_ = nullptr;
  jclass system_ = nullptr;
  jfieldID edges_ = nullptr;
  jmethodID set_edges_ = nullptr;
  jmethodID gc_ = nullptr;
};

}  // namespace causeway::peers
