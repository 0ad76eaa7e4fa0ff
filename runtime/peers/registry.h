// The registry over JNI.
#pragma once

#include <jni.h>

#include "causeway/peer.h"
#include "runtime/peers/registry_core.h"

namespace causeway::peers {

// The operations that the core needs. No exception check after the hash: identityHashCode cannot
// throw (its test is in tests/jvm/peers), and the check costs a sixth of the call.
class JniJava {
 public:
  using Env = JNIEnv*;
  using Ref = jobject;

  // Keeps a global reference to java.lang.System for the life of the process.
  explicit JniJava(JNIEnv* env);

  bool Same(JNIEnv* env, jobject a, jobject b) const {
    return env->IsSameObject(a, b) != JNI_FALSE;
  }
  std::uint32_t Hash(JNIEnv* env, jobject object) const {
    jvalue argument;
    argument.l = object;
    return static_cast<std::uint32_t>(
        env->CallStaticIntMethodA(system_, identity_hash_code_, &argument));
  }
  jobject NewStrong(JNIEnv* env, jobject object) const;
  void DeleteStrong(JNIEnv* env, jobject strong) const { env->DeleteGlobalRef(strong); }

 private:
  jclass system_;
  jmethodID identity_hash_code_;
};

class JavaRegistry final : public RegistryCore<JniJava> {
 public:
  JavaRegistry(JNIEnv* env, bool drain_by_hand);

 private:
  void Calibrate(JNIEnv* env);
};

}  // namespace causeway::peers
