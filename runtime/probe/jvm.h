// The JVM that is measured, and the Java half of the rows (java/dev/causeway/probe/ProbeLoop.java).
#pragma once

#include <jni.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "causeway/vm.h"

namespace causeway::probe {

class Jvm {
 public:
  explicit Jvm(Vm& vm);

  Vm& vm() const { return vm_; }
  JNIEnv* env() const { return env_; }
  jclass loop() const { return loop_; }  // ProbeLoop
  int version() const { return version_; }

  // Throws std::runtime_error, with what the JVM said on stderr, if a Java exception is pending.
  void MustBeClear(const char* what) const;
  // Global references; throw as MustBeClear does.
  jclass Class(const char* name) const;
  jobject Keep(jobject local) const;
  jmethodID StaticMethod(jclass type, const char* name, const char* signature) const;
  std::string Property(const char* name) const;
  std::string Collectors() const;  // names of the garbage collector's beans

  std::int64_t CompilationMs() const;   // 0: the JVM does not compile
  std::int64_t AllocatedBytes() const;  // by the calling thread in the Java heap; -1: not known

 private:
  std::string Text(jobject string) const;

  Vm& vm_;
  JNIEnv* env_;
  jclass loop_ = nullptr;
  int version_ = 0;
  jobject compilation_ = nullptr;
  jmethodID compilation_ms_ = nullptr;
  jobject threads_ = nullptr;
  jmethodID allocated_ = nullptr;
  jlong thread_id_ = 0;
};

}  // namespace causeway::probe
