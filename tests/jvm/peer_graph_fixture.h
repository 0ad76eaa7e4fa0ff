// What the tests of peer graphs share: peers with Java halves of a given class.
#pragma once

#include <gtest/gtest.h>
#include <jni.h>

#include "causeway/peer.h"
#include "tests/jvm/harness.h"

namespace causeway::test {

class PeerGraphFixture : public testing::Test {
 protected:
  PeerGraphFixture() : vm(StartVm({})), env(vm.env()) { env->PushLocalFrame(256); }
  ~PeerGraphFixture() override {
    EXPECT_FALSE(env->ExceptionCheck());
    env->PopLocalFrame(nullptr);
  }
  template <class T>
  Ref<T> Add(Registry& registry, const char* java_class) {
    const jclass type = vm.FindClass(java_class);
    const jobject half = env->NewObject(type, env->GetMethodID(type, "<init>", "()V"));
    env->DeleteGlobalRef(type);
    Ref<T> peer = MakePeer<T>();
    registry.Add(env, half, peer);
    return peer;
  }

  Vm& vm;
  JNIEnv* env;
};

// Bytes from the start of `owner` to its member.
template <class Owner, class Member>
std::size_t Offset(const Owner& owner, const Member& member) {
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&member) -
                                  reinterpret_cast<const char*>(&owner));
}

}  // namespace causeway::test
