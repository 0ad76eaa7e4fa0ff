// An API is resolved piece by piece, each at its first use: class and fingerprint, glue object of
// the instance, method id. All of it may run Java code (class initialisers), so no lock is held;
// two threads may do the same work, and the second gives its reference back.
#include "runtime/jni/api.h"

#include "runtime/codec/text.h"
#include "runtime/codec/utf8.h"
#include "runtime/jni/class_lookup.h"
#include "runtime/jni/java_errors.h"

namespace causeway::generated {
namespace {

std::string Hex(std::uint64_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(value >> shift) & 15];
  return text;
}

void CheckFingerprint(CountedEnv env, const ApiSpec& spec, jclass type) {
  jfieldID field = env.GetStaticFieldID(type, "FINGERPRINT", "J");
  if (field == nullptr) ThrowMemberNotFound(env, spec.java_class, "FINGERPRINT");
  const auto java = static_cast<std::uint64_t>(env.GetStaticLongField(type, field));
  if (java != spec.fingerprint) {
    ThrowError("definition-skew", {spec.api_name, ": the C++ half was generated from definition ",
                                   Hex(spec.fingerprint), ", the Java class ", spec.java_class,
                                   " from ", Hex(java), "; generate both from the same file"});
  }
}

}  // namespace

jclass ResolveClass(Thread& thread, ApiState& api) {
  if (jclass known = api.java_class.load(std::memory_order_acquire)) return known;
  CountedEnv env = thread.counted();
  if (env.ExceptionCheck()) {
    ThrowError("exception-pending", {api.spec.api_name, " was used with a Java exception pending"});
  }
  jclass found = FindClass(*thread.vm, env, api.spec.java_class);
  try {
    CheckFingerprint(env, api.spec, found);
  } catch (...) {
    env.DeleteGlobalRef(found);
    throw;
  }
  jclass expected = nullptr;
  if (!api.java_class.compare_exchange_strong(expected, found, std::memory_order_acq_rel)) {
    env.DeleteGlobalRef(found);
    return expected;
  }
  return found;
}

Target ResolveMethod(Thread& thread, Binding& binding, int method) {
  ApiState& api = binding.api;
  // Known class or not: what follows may not run with an exception pending, and would clear it.
  if (thread.counted().ExceptionCheck()) {
    ThrowError("exception-pending", {api.spec.api_name, " was used with a Java exception pending"});
  }
  jclass type = ResolveClass(thread, api);
  CountedEnv env = thread.counted();
  // Now, for it may be needed when there is no stack or memory left to find it.
  thread.vm->crossing_class(env);
  Target target{binding.glue.load(std::memory_order_acquire), nullptr};
  if (target.glue == nullptr) {
    const std::string signature = Concat({"(Ljava/lang/String;)L", api.spec.java_class, ";"});
    jmethodID get = env.GetStaticMethodID(type, "instance", signature.c_str());
    if (get == nullptr) ThrowMemberNotFound(env, api.spec.java_class, "instance");
    jvalue argument{};
    argument.l = env.NewString(codec::Utf8ToUtf16(binding.instance));
    if (argument.l == nullptr) ThrowPendingError(thread, codec::kStandardTable);
    jobject glue = env.OtherCallStatic(type, get, &argument);
    const bool failed = env.ExceptionCheck();
    if (failed) {
      // ThrowPendingError() reads it; deleting a reference is allowed meanwhile.
      env.DeleteLocalRef(argument.l);
      ThrowPendingError(thread, codec::kStandardTable);
    }
    env.DeleteLocalRef(argument.l);
    jobject global = env.NewGlobalRef(glue);
    env.DeleteLocalRef(glue);
    if (global == nullptr) ThrowError("out-of-memory", {"no global reference for a glue object"});
    target.glue = thread.vm->PublishGlue(env, binding, global);
  }
  std::atomic<jmethodID>& id = api.methods[static_cast<std::size_t>(method)];
  target.method = id.load(std::memory_order_acquire);
  if (target.method == nullptr) {
    const MethodSpec& spec = api.spec.methods[method];
    target.method = env.GetMethodID(type, spec.name, spec.signature);
    if (target.method == nullptr) ThrowMemberNotFound(env, api.spec.java_class, spec.name);
    id.store(target.method, std::memory_order_release);
  }
  return target;
}

}  // namespace causeway::generated
