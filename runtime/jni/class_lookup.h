// How a class is found; see class_lookup.cc.
#pragma once

#include <jni.h>

#include "runtime/jni/vm_impl.h"

namespace causeway::generated {

// A global reference to the class `name` ("com/x/Foo"). Throws Error "class-not-found".
jclass FindClass(Vm::Impl& vm, CountedEnv env, const char* name);

// Remembers the loader of the dev.causeway classes if it can be found from here, silently if not.
void RememberRuntimeLoader(Vm::Impl& vm, CountedEnv env) noexcept;

// Throws Error "class-not-found" naming the member that `java_class` lacks, and clears the
// exception.
[[noreturn]] void ThrowMemberNotFound(CountedEnv env, const char* java_class, const char* member);

// Throwable.toString() of the pending exception, which is cleared. Never throws.
std::string DescribeAndClear(CountedEnv env) noexcept;

}  // namespace causeway::generated
