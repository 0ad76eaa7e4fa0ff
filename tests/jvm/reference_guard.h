// Finds a JNI reference that is used after its deletion, or deleted while another thread uses it.
//
// -Xcheck:jni finds a deleted reference only until the JVM gives its value to the next one. So
// while a guard lives, its thread's JNI table gives out global and weak references under numbers of
// its own, which never come again, and translates them back. All threads that share references must
// be guarded. What is translated is what a registry and a bridge do with references to Java halves;
// a reference that goes another way ends the JVM, since its number is no address.
#pragma once

#include <jni.h>

#include <cstdint>

namespace causeway::test {

class ReferenceGuard {
 public:
  // `env` is the calling thread's.
  explicit ReferenceGuard(JNIEnv* env);
  ~ReferenceGuard();
  ReferenceGuard(const ReferenceGuard&) = delete;
  ReferenceGuard& operator=(const ReferenceGuard&) = delete;

  // Of all guarded threads, since the process began.
  static std::uint64_t misuses();
  static std::uint64_t made();
  static std::uint64_t alive();
  // The `nth` reference from now (1: the next; 0: none) is refused as some VMs do it: null and an
  // OutOfMemoryError.
  static void RefuseOnce(std::uint64_t nth);
  static bool refused();

 private:
  JNIEnv* env_;
  const JNINativeInterface_* original_;
  JNINativeInterface_ table_;
};

}  // namespace causeway::test
