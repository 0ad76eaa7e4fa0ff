#include "tests/support/jni_interposer.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

// All functions of JNI 1.8 to 10 that have a fixed number of arguments.
// clang-format off
#define CAUSEWAY_JNI_FUNCTIONS(F) \
  F(GetVersion) F(DefineClass) F(FindClass) F(FromReflectedMethod) F(FromReflectedField) \
  F(ToReflectedMethod) F(GetSuperclass) F(IsAssignableFrom) F(ToReflectedField) F(Throw) \
  F(ThrowNew) F(ExceptionOccurred) F(ExceptionDescribe) F(ExceptionClear) F(FatalError) \
  F(PushLocalFrame) F(PopLocalFrame) F(NewGlobalRef) F(DeleteGlobalRef) F(DeleteLocalRef) \
  F(IsSameObject) F(NewLocalRef) F(EnsureLocalCapacity) F(AllocObject) F(NewObjectV) \
  F(NewObjectA) F(GetObjectClass) F(IsInstanceOf) F(GetMethodID) F(CallObjectMethodV) \
  F(CallObjectMethodA) F(CallBooleanMethodV) F(CallBooleanMethodA) F(CallByteMethodV) \
  F(CallByteMethodA) F(CallCharMethodV) F(CallCharMethodA) F(CallShortMethodV) \
  F(CallShortMethodA) F(CallIntMethodV) F(CallIntMethodA) F(CallLongMethodV) F(CallLongMethodA) \
  F(CallFloatMethodV) F(CallFloatMethodA) F(CallDoubleMethodV) F(CallDoubleMethodA) \
  F(CallVoidMethodV) F(CallVoidMethodA) F(CallNonvirtualObjectMethodV) \
  F(CallNonvirtualObjectMethodA) F(CallNonvirtualBooleanMethodV) \
  F(CallNonvirtualBooleanMethodA) F(CallNonvirtualByteMethodV) F(CallNonvirtualByteMethodA) \
  F(CallNonvirtualCharMethodV) F(CallNonvirtualCharMethodA) F(CallNonvirtualShortMethodV) \
  F(CallNonvirtualShortMethodA) F(CallNonvirtualIntMethodV) F(CallNonvirtualIntMethodA) \
  F(CallNonvirtualLongMethodV) F(CallNonvirtualLongMethodA) F(CallNonvirtualFloatMethodV) \
  F(CallNonvirtualFloatMethodA) F(CallNonvirtualDoubleMethodV) F(CallNonvirtualDoubleMethodA) \
  F(CallNonvirtualVoidMethodV) F(CallNonvirtualVoidMethodA) F(GetFieldID) F(GetObjectField) \
  F(GetBooleanField) F(GetByteField) F(GetCharField) F(GetShortField) F(GetIntField) \
  F(GetLongField) F(GetFloatField) F(GetDoubleField) F(SetObjectField) F(SetBooleanField) \
  F(SetByteField) F(SetCharField) F(SetShortField) F(SetIntField) F(SetLongField) \
  F(SetFloatField) F(SetDoubleField) F(GetStaticMethodID) F(CallStaticObjectMethodV) \
  F(CallStaticObjectMethodA) F(CallStaticBooleanMethodV) F(CallStaticBooleanMethodA) \
  F(CallStaticByteMethodV) F(CallStaticByteMethodA) F(CallStaticCharMethodV) \
  F(CallStaticCharMethodA) F(CallStaticShortMethodV) F(CallStaticShortMethodA) \
  F(CallStaticIntMethodV) F(CallStaticIntMethodA) F(CallStaticLongMethodV) \
  F(CallStaticLongMethodA) F(CallStaticFloatMethodV) F(CallStaticFloatMethodA) \
  F(CallStaticDoubleMethodV) F(CallStaticDoubleMethodA) F(CallStaticVoidMethodV) \
  F(CallStaticVoidMethodA) F(GetStaticFieldID) F(GetStaticObjectField) F(GetStaticBooleanField) \
  F(GetStaticByteField) F(GetStaticCharField) F(GetStaticShortField) F(GetStaticIntField) \
  F(GetStaticLongField) F(GetStaticFloatField) F(GetStaticDoubleField) F(SetStaticObjectField) \
  F(SetStaticBooleanField) F(SetStaticByteField) F(SetStaticCharField) F(SetStaticShortField) \
  F(SetStaticIntField) F(SetStaticLongField) F(SetStaticFloatField) F(SetStaticDoubleField) \
  F(NewString) F(GetStringLength) F(GetStringChars) F(ReleaseStringChars) F(NewStringUTF) \
  F(GetStringUTFLength) F(GetStringUTFChars) F(ReleaseStringUTFChars) F(GetArrayLength) \
  F(NewObjectArray) F(GetObjectArrayElement) F(SetObjectArrayElement) F(NewBooleanArray) \
  F(NewByteArray) F(NewCharArray) F(NewShortArray) F(NewIntArray) F(NewLongArray) \
  F(NewFloatArray) F(NewDoubleArray) F(GetBooleanArrayElements) F(GetByteArrayElements) \
  F(GetCharArrayElements) F(GetShortArrayElements) F(GetIntArrayElements) \
  F(GetLongArrayElements) F(GetFloatArrayElements) F(GetDoubleArrayElements) \
  F(ReleaseBooleanArrayElements) F(ReleaseByteArrayElements) F(ReleaseCharArrayElements) \
  F(ReleaseShortArrayElements) F(ReleaseIntArrayElements) F(ReleaseLongArrayElements) \
  F(ReleaseFloatArrayElements) F(ReleaseDoubleArrayElements) F(GetBooleanArrayRegion) \
  F(GetByteArrayRegion) F(GetCharArrayRegion) F(GetShortArrayRegion) F(GetIntArrayRegion) \
  F(GetLongArrayRegion) F(GetFloatArrayRegion) F(GetDoubleArrayRegion) F(SetBooleanArrayRegion) \
  F(SetByteArrayRegion) F(SetCharArrayRegion) F(SetShortArrayRegion) F(SetIntArrayRegion) \
  F(SetLongArrayRegion) F(SetFloatArrayRegion) F(SetDoubleArrayRegion) F(RegisterNatives) \
  F(UnregisterNatives) F(MonitorEnter) F(MonitorExit) F(GetJavaVM) F(GetStringRegion) \
  F(GetStringUTFRegion) F(GetPrimitiveArrayCritical) F(ReleasePrimitiveArrayCritical) \
  F(GetStringCritical) F(ReleaseStringCritical) F(NewWeakGlobalRef) F(DeleteWeakGlobalRef) \
  F(ExceptionCheck) F(NewDirectByteBuffer) F(GetDirectBufferAddress) F(GetDirectBufferCapacity) \
  F(GetObjectRefType) F(GetModule)
// clang-format on

namespace causeway::test {
namespace {

enum Function : int {
#define CAUSEWAY_ENUMERATOR(name) k##name,
  CAUSEWAY_JNI_FUNCTIONS(CAUSEWAY_ENUMERATOR)
#undef CAUSEWAY_ENUMERATOR
      kFunctionCount
};

constexpr std::array<const char*, kFunctionCount> kNames = {
#define CAUSEWAY_NAME(name) #name,
    CAUSEWAY_JNI_FUNCTIONS(CAUSEWAY_NAME)
#undef CAUSEWAY_NAME
};

// JDK 21 and 24 each added a function behind those of the jni.h that this may be compiled with.
constexpr std::size_t kRoomForNewer = 8;

}  // namespace

struct JniInterposer::State {
  const JNINativeInterface_* original = nullptr;
  std::array<std::uint64_t, kFunctionCount> calls{};
  std::uint64_t fail_in = 0;  // so many new references; 0: never
  bool failed = false;
  std::uint64_t global_limit = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t live_globals = 0;
  JniNumbers numbers;
  union Table {
    JNINativeInterface_ functions;
    std::array<void*, sizeof(JNINativeInterface_) / sizeof(void*) + kRoomForNewer> pointers;
  } table{};
};

namespace {

thread_local JniInterposer::State* t_state = nullptr;

template <class T>
void CountRegion(JNIEnv* env, jarray array, jsize length, T* /*buffer*/) {
  JniNumbers& numbers = t_state->numbers;
  const auto bytes = static_cast<std::uint64_t>(length) * sizeof(T);
  (std::is_const_v<T> ? numbers.bytes_to_java : numbers.bytes_from_java) += bytes;
  numbers.last_region_array_length = t_state->original->GetArrayLength(env, array);
}

// What a call adds besides its count. By argument types: no other JNI functions have these.
template <class T>
void Inspect(int function, JNIEnv* env, jarray array, jsize /*start*/, jsize length, T* buffer) {
  (void)function;
  CountRegion(env, array, length, buffer);
}
template <class T>
void Inspect(int function, JNIEnv* /*env*/, jstring /*text*/, jsize /*start*/, jsize length,
             T* /*buffer*/) {
  (void)function;
  t_state->numbers.bytes_from_java += static_cast<std::uint64_t>(length) * sizeof(T);
}
void Inspect(int /*function*/, JNIEnv* /*env*/, const jchar* /*text*/, jsize length) {
  t_state->numbers.bytes_to_java += static_cast<std::uint64_t>(length) * sizeof(jchar);
}
void Inspect(int function, JNIEnv* /*env*/, jobject reference) {
  if (function == kDeleteLocalRef && reference != nullptr) {
    ++t_state->numbers.deleted_local_references;
  } else if (function == kDeleteGlobalRef && t_state->live_globals > 0) {
    --t_state->live_globals;
  }
}
void Inspect(int /*function*/, JNIEnv* /*env*/, jclass /*holder*/, const JNINativeMethod* methods,
             jint count) {
  for (jint i = 0; i < count; ++i) {
    t_state->numbers.registered.push_back(std::string(methods[i].name) + ' ' +
                                          methods[i].signature);
  }
}
void Inspect(int /*function*/, ...) {}

void CountReference(int function) {
  JniNumbers& numbers = t_state->numbers;
  if (function == kNewGlobalRef) {
    ++numbers.global_references;
    ++t_state->live_globals;
  } else if (function == kNewWeakGlobalRef) {
    ++numbers.weak_references;
  } else {
    ++numbers.local_references;
  }
}

// True if the call is to fail.
bool Refuses(int function) {
  JniInterposer::State& state = *t_state;
  if (!std::string_view(kNames[static_cast<std::size_t>(function)]).starts_with("New"))
    return false;
  if (function == kNewGlobalRef && state.live_globals >= state.global_limit) return true;
  if (state.fail_in == 0 || --state.fail_in != 0) return false;
  return state.failed = true;
}

// The counting form of one function: `member` is its place in the table.
template <int function, auto member>
struct Counting;

template <int function, class Result, class... Arguments,
          Result (JNICALL* JNINativeInterface_::*member)(JNIEnv*, Arguments...)>
struct Counting<function, member> {
  static Result JNICALL Call(JNIEnv* env, Arguments... arguments) {
    ++t_state->calls[function];
    Inspect(function, env, arguments...);
    if constexpr (std::is_convertible_v<Result, jobject> && !std::is_void_v<Result>) {
      if (Refuses(function)) return nullptr;
      const Result result = (t_state->original->*member)(env, arguments...);
      if (result != nullptr) CountReference(function);
      return result;
    } else {
      return (t_state->original->*member)(env, arguments...);
    }
  }
};

}  // namespace

std::uint64_t JniNumbers::total() const {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : calls) sum += count;
  return sum;
}

std::uint64_t JniNumbers::method_calls() const {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : calls) {
    if (name.starts_with("Call") || name == "NewObjectA" || name == "NewObjectV") sum += count;
  }
  return sum;
}

std::uint64_t JniNumbers::operator[](const std::string& name) const {
  const auto found = calls.find(name);
  return found == calls.end() ? 0 : found->second;
}

JniInterposer::JniInterposer(JNIEnv* env) : env_(env), state_(std::make_unique<State>()) {
  State& state = *state_;
  state.original = env->functions;
  const jint version = env->GetVersion();
  std::size_t count = sizeof(JNINativeInterface_) / sizeof(void*);
  constexpr std::size_t kFunctionsOf10 = 234;  // the four reserved ones included
  if (version >= 0x00150000) count = std::max(count, kFunctionsOf10 + 1);
  if (version >= 0x00180000) count = std::max(count, kFunctionsOf10 + 2);
  std::memcpy(state.table.pointers.data(), state.original, count * sizeof(void*));
#define CAUSEWAY_REPLACE(name) \
  state.table.functions.name = &Counting<k##name, &JNINativeInterface_::name>::Call;
  CAUSEWAY_JNI_FUNCTIONS(CAUSEWAY_REPLACE)
#undef CAUSEWAY_REPLACE
  t_state = &state;
  env_->functions = &state.table.functions;
}

JniInterposer::~JniInterposer() {
  env_->functions = state_->original;
  t_state = nullptr;
}

JniNumbers JniInterposer::Read() const {
  JniNumbers numbers = state_->numbers;
  for (std::size_t i = 0; i < kFunctionCount; ++i) {
    if (state_->calls[i] != 0) numbers.calls[kNames[i]] = state_->calls[i];
  }
  return numbers;
}

void JniInterposer::FailOnce(std::uint64_t nth) {
  state_->fail_in = nth;
  state_->failed = false;
}

bool JniInterposer::failed() const { return state_->failed; }

void JniInterposer::LimitGlobalReferences(std::uint64_t limit) { state_->global_limit = limit; }

void JniInterposer::Reset() {
  state_->calls.fill(0);
  state_->numbers = {};
}

}  // namespace causeway::test
