// The C++ halves of testdata/*.java, as a generator would write them, and the JVM of the tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "causeway/generated.h"

namespace causeway::test {

using generated::Buffer;
using generated::DownCall;
using generated::Enter;
using generated::UpCall;

inline Vm& TestVm() {
  static Vm& vm = [&]() -> Vm& {
    EmbedOptions options;
    std::string path = std::getenv("CAUSEWAY_TEST_CLASS_PATH");
    options.class_path = {path};
    options.options = {"-Xcheck:jni", "-Xmx256m", "-XX:-UsePerfData"};
    return Embed(options);
  }();
  return vm;
}

// ---- testglue.UpGlue

enum UpMethod {
  kNothing,
  kNot,
  kAdd,
  kHalf,
  kIndex,
  kNullable,
  kText,
  kSlots,
  kBytes,
  kInts,
  kLongs,
  kFloats,
  kDoubles,
  kEcho,
  kRange,
  kName,
  kGrowAndFail,
  kFail,
  kFailBare,
  kOverflow,
  kLength,
  kNest,
  kLater,
};
#define CAUSEWAY_BUFFER "Ldev/causeway/generated/CallBuffer;"
inline constexpr generated::MethodSpec kUpMethods[] = {
    {"nothing", "()V"},
    {"not", "(Z)Z"},
    {"add", "(JJ)J"},
    {"half", "(D)D"},
    {"index", "(I)I"},
    {"nullable", "(JJ)J"},
    {"text", "(Ljava/lang/String;" CAUSEWAY_BUFFER "I)Ljava/lang/String;"},
    {"slots", "(DI" CAUSEWAY_BUFFER ")V"},
    {"bytes", "([B)[B"},
    {"ints", "([I)[I"},
    {"longs", "([J)[J"},
    {"floats", "([F)[F"},
    {"doubles", "([D)[D"},
    {"echo", "(" CAUSEWAY_BUFFER "I)I"},
    {"range", "(J" CAUSEWAY_BUFFER ")I"},
    {"name", "(" CAUSEWAY_BUFFER ")I"},
    {"growAndFail", "(J" CAUSEWAY_BUFFER ")I"},
    {"fail", "()V"},
    {"failBare", "()V"},
    {"overflow", "()V"},
    {"length", "(" CAUSEWAY_BUFFER ")I"},
    {"nest", "(J)J"},
    {"later", "(J" CAUSEWAY_BUFFER "I)V"},
};
#undef CAUSEWAY_BUFFER
inline const generated::ApiSpec kUpSpec{
    "testglue/UpGlue", 0x1122334455667788, kUpMethods, std::size(kUpMethods), "Up", nullptr};

class Up {
 public:
  explicit Up(Vm& vm, std::string_view instance = {}) : proxy_(vm, kUpSpec, instance) {}

  void Nothing() {
    jvalue args[2];
    UpCall(proxy_, kNothing).Void(args, 0, Buffer::kNone);
  }
  bool Not(bool value) {
    jvalue args[3];
    args[0].z = value ? JNI_TRUE : JNI_FALSE;
    return UpCall(proxy_, kNot).Bool(args, 1, Buffer::kNone);
  }
  std::int64_t Add(std::int64_t a, std::int64_t b) {
    jvalue args[4];
    args[0].j = a;
    args[1].j = b;
    return UpCall(proxy_, kAdd).Long(args, 2, Buffer::kNone);
  }
  double Half(double value) {
    jvalue args[3];
    args[0].d = value;
    return UpCall(proxy_, kHalf).Double(args, 1, Buffer::kNone);
  }
  int Index(int value) {
    jvalue args[3];
    args[0].i = value;
    return UpCall(proxy_, kIndex).Int(args, 1, Buffer::kNone);
  }
  std::optional<std::int64_t> Nullable(std::optional<std::int64_t> value) {
    jvalue args[4];
    args[0].j = value.value_or(0);
    args[1].j = value ? 1 : 0;
    UpCall call(proxy_, kNullable);
    return call.NullableLong(args, 2, Buffer::kNone);
  }
  // Its result: what came, with a suffix.
  std::optional<std::string> Text(const std::optional<std::string_view>& value) {
    jvalue args[3];
    UpCall call(proxy_, kText);
    args[0].l = call.PassNullableString(value);
    return call.TakeNullableString(call.Object(args, 1, Buffer::kArguments));
  }
  std::vector<std::uint64_t> Slots(double a, int b) {
    jvalue args[4];
    args[0].d = a;
    args[1].i = b;
    UpCall call(proxy_, kSlots);
    call.Void(args, 2, Buffer::kResult);
    std::vector<std::uint64_t> slots(3);
    call.ReadSlots(slots.data(), 3);
    return slots;
  }
  template <class T>
  std::vector<T> Array(UpMethod method, const std::vector<T>& value) {
    UpCall call(proxy_, method);
    jvalue args[3];
    args[0].l = call.NewArray(value);
    return call.TakeArray<T>(call.Object(args, 1, Buffer::kNone));
  }
  std::vector<std::uint8_t> NullBytes() {
    UpCall call(proxy_, kBytes);
    jvalue args[3];
    args[0].l = nullptr;
    EXPECT_EQ(call.TakeNullableArray<std::uint8_t>(nullptr), std::nullopt);
    return call.TakeArray<std::uint8_t>(call.Object(args, 1, Buffer::kNone));
  }
  Value Echo(const Value& value) {
    UpCall call(proxy_, kEcho);
    call.writer().WriteValue(value, codec::kStandardTable);
    jvalue args[2];
    const jint n = call.Int(args, 0, Buffer::kArguments);
    return Read(call, n);
  }
  Value WithBuffer(UpMethod method, std::int64_t count) {
    UpCall call(proxy_, method);
    jvalue args[3];
    args[0].j = count;
    const jint n = call.Int(args, 1, Buffer::kResult);
    return Read(call, n);
  }
  std::string Name() {
    UpCall call(proxy_, kName);
    jvalue args[2];
    const jint n = call.Int(args, 0, Buffer::kResult);
    return Read(call, n).Get<std::string>();
  }
  int BufferLength() {
    UpCall call(proxy_, kLength);
    jvalue args[2];
    return call.Int(args, 0, Buffer::kResult);
  }
  void Call(UpMethod method) {
    jvalue args[2];
    UpCall(proxy_, method).Void(args, 0, Buffer::kNone);
  }
  std::int64_t Nest(std::int64_t depth) {
    jvalue args[3];
    args[0].j = depth;
    return UpCall(proxy_, kNest).Long(args, 1, Buffer::kNone);
  }
  void Later(const Value& value, std::function<void(Outcome<Value>)> callback) {
    UpCall call(proxy_, kLater);
    call.writer().WriteValue(value, codec::kStandardTable);
    const std::uint64_t token = generated::PendingToken<Value>(
        proxy_, std::move(callback),
        [](codec::Reader& reader) { return reader.ReadValue(codec::kStandardTable); });
    jvalue args[3];
    args[0].j = static_cast<jlong>(token);
    call.Async(args, 1, Buffer::kArguments, token);
  }

 private:
  static Value Read(UpCall& call, jint n) {
    codec::Reader reader = call.EncodedResult(n);
    Value result = reader.ReadValue(codec::kStandardTable);
    reader.Finish();
    return result;
  }

  generated::Proxy proxy_;
};

// ---- testglue.Down

class DownApi {
 public:
  virtual ~DownApi() = default;
  virtual std::int64_t Add(std::int64_t a, std::int64_t b) { return a + b; }
  virtual std::int64_t Nest(std::int64_t depth) { return Up(TestVm()).Nest(depth); }
  virtual Value Echo(const Value& value) { return value; }
  virtual void Later(const Value& value, Reply<Value> reply) {
    if (value == Value("throw")) throw std::runtime_error("thrown by later");
    if (value == Value("drop")) return;
    std::thread([value, owned = std::move(reply)]() mutable {
      if (value == Value("fail")) {
        owned.Failure(Error("later-code"));
        return;
      }
      owned.Success(value);
      if (value == Value("twice")) {
        EXPECT_THROW(owned.Success(value), Error);
        EXPECT_THROW(owned.Failure(Error("x")), Error);
      }
    }).detach();
  }
};

inline jlong JNICALL DownAdd(JNIEnv* env, jclass, jlong slot, jlong a, jlong b) {
  return Enter<DownApi>(env, slot, [&](DownApi& api, DownCall&) -> jlong { return api.Add(a, b); });
}
inline jlong JNICALL DownNest(JNIEnv* env, jclass, jlong slot, jlong depth) {
  return Enter<DownApi>(env, slot,
                        [&](DownApi& api, DownCall&) -> jlong { return api.Nest(depth); });
}
inline jint JNICALL DownEcho(JNIEnv* env, jclass, jlong slot, jobject buffer, jbyteArray bytes,
                             jint length, jint capacity) {
  return Enter<DownApi>(env, slot, [&](DownApi& api, DownCall& call) -> jint {
    codec::Reader reader = call.Arguments(bytes, length);
    const Value value = reader.ReadValue(codec::kStandardTable);
    reader.Finish();
    call.writer().WriteValue(api.Echo(value), codec::kStandardTable);
    return call.EncodedResult(buffer, bytes, capacity);
  });
}
inline jlong JNICALL DownNullable(JNIEnv* env, jclass, jlong slot, jlong value, jlong mask) {
  return Enter<DownApi>(env, slot, [&](DownApi&, DownCall& call) -> jlong {
    return call.NullableResult((mask & 1) == 0 ? std::nullopt : std::optional<std::int64_t>(value));
  });
}
inline jstring JNICALL DownText(JNIEnv* env, jclass, jlong slot, jstring text, jobject buffer,
                                jbyteArray bytes, jint, jint capacity) {
  return Enter<DownApi>(env, slot, [&](DownApi&, DownCall& call) -> jstring {
    return call.ResultNullableString(call.TakeNullableString(text), buffer, bytes, capacity);
  });
}
inline void JNICALL DownSlots(JNIEnv* env, jclass, jlong slot, jdouble a, jobject, jbyteArray bytes,
                              jint, jint) {
  Enter<DownApi>(env, slot, [&](DownApi&, DownCall& call) {
    const std::uint64_t slots[] = {generated::DoubleBits(2 * a), ~std::uint64_t{0}};
    call.WriteSlots(bytes, slots, 2);
  });
}
inline jdoubleArray JNICALL DownDoubles(JNIEnv* env, jclass, jlong slot, jdoubleArray array) {
  return Enter<DownApi>(env, slot, [&](DownApi&, DownCall& call) -> jdoubleArray {
    auto list = call.TakeNullableArray<double>(array);
    if (!list) return nullptr;
    for (double& element : *list) element *= 2;
    return static_cast<jdoubleArray>(call.ResultArray(*list));
  });
}
inline void JNICALL DownFail(JNIEnv* env, jclass, jlong slot, jint how) {
  Enter<DownApi>(env, slot, [&](DownApi&, DownCall&) {
    if (how == 0) throw Error("own-code", "own message", Value::List{1, "two"});
    if (how == 1) throw std::runtime_error("standard");
    throw 42;
  });
}
inline void JNICALL DownLater(JNIEnv* env, jclass, jlong slot, jlong token, jobject,
                              jbyteArray bytes, jint length, jint) {
  Enter<DownApi>(env, slot, [&](DownApi& api, DownCall& call) {
    codec::Reader reader = call.Arguments(bytes, length);
    const Value value = reader.ReadValue(codec::kStandardTable);
    api.Later(value, call.MakeReply<Value>(token, [](codec::Writer& writer, const Value& result) {
      writer.WriteValue(result, codec::kStandardTable);
    }));
  });
}

inline Registration RegisterDown(Vm& vm, std::shared_ptr<DownApi> api,
                                 std::string_view instance = {}) {
  static const generated::ApiSpec spec{"testglue/Down", 0x99aabbccddeeff00, nullptr, 0, "Down",
                                       nullptr};
#define CAUSEWAY_FOUR "Ldev/causeway/generated/CallBuffer;[BII"
  static const generated::NativeSpec natives[] = {
      {"addNative", "(JJJ)J", reinterpret_cast<void*>(&DownAdd)},
      {"nestNative", "(JJ)J", reinterpret_cast<void*>(&DownNest)},
      {"echoNative", "(J" CAUSEWAY_FOUR ")I", reinterpret_cast<void*>(&DownEcho)},
      {"nullableNative", "(JJJ)J", reinterpret_cast<void*>(&DownNullable)},
      {"textNative", "(JLjava/lang/String;" CAUSEWAY_FOUR ")Ljava/lang/String;",
       reinterpret_cast<void*>(&DownText)},
      {"slotsNative", "(JD" CAUSEWAY_FOUR ")V", reinterpret_cast<void*>(&DownSlots)},
      {"doublesNative", "(J[D)[D", reinterpret_cast<void*>(&DownDoubles)},
      {"failNative", "(JI)V", reinterpret_cast<void*>(&DownFail)},
      {"laterNative", "(JJ" CAUSEWAY_FOUR ")V", reinterpret_cast<void*>(&DownLater)},
  };
#undef CAUSEWAY_FOUR
  void* pointer = api.get();
  return generated::RegisterApi(vm, spec, natives, static_cast<int>(std::size(natives)),
                                std::move(api), pointer, instance);
}

// Calls a static Java method of testglue by plain JNI; an exception fails the test with its text.
inline void CheckException(JNIEnv* env, const char* what) {
  if (!env->ExceptionCheck()) return;
  env->ExceptionDescribe();
  env->ExceptionClear();
  ADD_FAILURE() << what << " threw (see stderr)";
}
inline void CallJava(const char* type, const char* method) {
  JNIEnv* env = TestVm().env();
  jclass found = env->FindClass(type);
  env->CallStaticVoidMethod(found, env->GetStaticMethodID(found, method, "()V"));
  CheckException(env, method);
  env->DeleteLocalRef(found);
}
inline jlong CallJavaLong(const char* type, const char* method, jlong argument, bool is_void) {
  JNIEnv* env = TestVm().env();
  jclass found = env->FindClass(type);
  jmethodID id = env->GetStaticMethodID(found, method, is_void ? "(J)V" : "(J)J");
  jlong result = 0;
  if (is_void) {
    env->CallStaticVoidMethod(found, id, argument);
  } else {
    result = env->CallStaticLongMethod(found, id, argument);
  }
  CheckException(env, method);
  env->DeleteLocalRef(found);
  return result;
}

inline std::string CallJavaString(const char* type, const char* method, const char* argument) {
  JNIEnv* env = TestVm().env();
  jclass found = env->FindClass(type);
  jstring text = env->NewStringUTF(argument);
  auto* result = static_cast<jstring>(env->CallStaticObjectMethod(
      found, env->GetStaticMethodID(found, method, "(Ljava/lang/String;)Ljava/lang/String;"),
      text));
  CheckException(env, method);
  std::string copy;
  if (result != nullptr) {
    const char* chars = env->GetStringUTFChars(result, nullptr);
    copy = chars;
    env->ReleaseStringUTFChars(result, chars);
  }
  env->DeleteLocalRef(result);
  env->DeleteLocalRef(text);
  env->DeleteLocalRef(found);
  return copy;
}
// What the uncaught exception handler of a thread that called watchThread() got.
inline std::string TakeUncaught() { return CallJavaString("testglue/Down", "takeUncaught", ""); }

}  // namespace causeway::test
