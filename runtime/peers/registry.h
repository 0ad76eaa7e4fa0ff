// The registry over JNI.
#pragma once

#include <jni.h>

#include <functional>
#include <mutex>
#include <utility>

#include "causeway/peer.h"
#include "runtime/peers/registry_core.h"

namespace causeway::peers {

// The operations that the core needs. No exception check after the hash: identityHashCode cannot
// throw (tests/jvm/peers_test.cc), and the check costs a sixth of the call.
class JniJava {
 public:
  using Env = JNIEnv*;
  using Ref = jobject;

  // The first one keeps a global reference to java.lang.System for the life of the process. Throws
  // Error "out-of-references".
  JniJava(Vm& vm, bool check_exceptions);

  JNIEnv* Current() const { return vm_->env(); }
  bool Same(JNIEnv* env, jobject a, jobject b) const {
    return env->IsSameObject(a, b) != JNI_FALSE;
  }
  std::uint32_t Hash(JNIEnv* env, jobject object) const {
    jvalue argument;
    argument.l = object;
    const jint hash = env->CallStaticIntMethodA(system_, identity_hash_code_, &argument);
    if (check_exceptions_) [[unlikely]] {
      static_cast<void>(env->ExceptionCheck());
    }
    return static_cast<std::uint32_t>(hash);
  }
  jobject NewStrong(JNIEnv* env, jobject object) const;
  void DeleteStrong(JNIEnv* env, jobject strong) const { env->DeleteGlobalRef(strong); }

 private:
  Vm* vm_;
  jclass system_;
  jmethodID identity_hash_code_;
  bool check_exceptions_;
};

class JavaRegistry final : public RegistryCore<JniJava> {
 public:
  JavaRegistry(Vm& vm, const RegistryOptions& options);

  // Whom WantRound() tells; null: nobody. The one that was set before is not called any more once
  // this returns.
  void set_wants_round(std::function<void()> wake);
  void WantRound() override;
  // Whom FoundDead() tells; set while there is no bridge.
  void set_found_dead(std::function<void(Peer&)> tell) { found_dead_ = std::move(tell); }
  void FoundDead(Peer& peer) override {
    if (found_dead_) found_dead_(peer);
  }
  std::atomic<bool> bridged{false};

 private:
  void Calibrate(JNIEnv* env, const JniJava& java);

  std::mutex wake_mutex_;
  std::function<void()> wake_;
  std::function<void(Peer&)> found_dead_;
};

}  // namespace causeway::peers
