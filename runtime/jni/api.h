// First use of an API in a Vm; see api.cc.
#pragma once

#include "runtime/jni/thread.h"

namespace causeway::generated {

// The Java class of `api`, found and its fingerprint compared once. Throws Error "class-not-found",
// "definition-skew".
jclass ResolveClass(Thread& thread, ApiState& api);
// What an up-call needs; valid while the thread is inside the call.
struct Target {
  jobject glue;
  jmethodID method;
};
// Makes the glue object and the method id of a binding known. Throws Error "vm-detached" if the Vm
// is closed meanwhile.
Target ResolveMethod(Thread& thread, Binding& binding, int method);

}  // namespace causeway::generated
