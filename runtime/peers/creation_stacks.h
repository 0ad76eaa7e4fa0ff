// Where peers were registered: the native stack of Add, and that of the Java code around it. The
// first is kept here, the second by an object of dev.causeway.generated.CreationStacks, since it is
// Java that can take it cheaply and write it later.
#pragma once

#include <jni.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "causeway/vm.h"
#include "runtime/peers/handle.h"
#include "runtime/peers/waits.h"

namespace causeway::peers {

// Innermost frame first.
struct CreationStack {
  std::vector<std::string> native;
  std::vector<std::u16string> java;
};

class CreationStacks {
 public:
  // Keeps `frames` of each stack. Throws Error "class-not-found": it needs causeway-runtime.jar.
  CreationStacks(Vm& vm, std::size_t frames);
  void DeleteReferences(JNIEnv* env) const;

  // By the thread that has registered it. Only the first call for a handle counts.
  void Record(JNIEnv* env, Handle peer);
  CreationStack Of(JNIEnv* env, Handle peer) const;

 private:
  struct Entry {
    Handle peer;
    std::vector<const void*> frames;  // return addresses
  };

  const std::size_t frames_;
  const jclass stacks_class_;
  jobject stacks_ = nullptr;
  jmethodID record_;
  jmethodID frames_of_;
  mutable Mutex mutex_;
  std::vector<Entry> entries_;  // by index of the handle
};

}  // namespace causeway::peers
