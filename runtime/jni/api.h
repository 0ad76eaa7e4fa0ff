// First use of an API in a Vm; see api.cc.
#pragma once

#include "runtime/jni/thread.h"

namespace causeway::generated {

// The Java class of `api`, found and its fingerprint compared once. Throws Error "class-not-found",
// "definition-skew".
jclass ResolveClass(Thread& thread, ApiState& api);
// Makes the glue object and the method id of a binding known.
void ResolveMethod(Thread& thread, Binding& binding, int method);

}  // namespace causeway::generated
