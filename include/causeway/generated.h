// The one header that generated code includes: the narrow waist between `causeway gen` and the
// runtime. Nothing here is meant for hand-written code. docs/calling_convention.md has the rules.
//
// An up-call is one object on the stack:
//   UpCall call(proxy, kMethod);               // thread, glue object and method id; resolved once
//   codec::Writer& w = call.writer();          // only if arguments are encoded
//   jvalue args[3 + 2]; …                      // own arguments, then room for buffer and length
//   jlong r = call.Long(args, 3, Buffer::kArguments);
// and a down-call one function:
//   return Enter<Api>(env, slot, [&](Api& api, DownCall& call) -> jlong { … });
// Memory, Java buffers and local references belong to these objects and go back when they die.
#pragma once

#include <jni.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "causeway/async.h"
#include "causeway/box.h"
#include "causeway/codec.h"
#include "causeway/equality.h"
#include "causeway/error.h"
#include "causeway/export.h"
#include "causeway/value.h"
#include "causeway/vm.h"

namespace causeway::generated {

struct MethodSpec {
  const char* name;
  const char* signature;
};

// Static data of one API; must live as long as the process.
struct ApiSpec {
  const char* java_class;  // "com/x/FooGlue" (HostApi) or "com/x/Foo" (FlutterApi)
  std::uint64_t fingerprint;
  const MethodSpec* methods;  // up-calls; null for a FlutterApi
  int method_count;
  const char* api_name;       // for messages
  const codec::Table* table;  // custom types in error details; null: none
};

struct NativeSpec {
  const char* name;
  const char* signature;
  void* function;
};

// What a nullable int or double (its bits) returns for null.
inline constexpr std::uint64_t kSentinel = 0x9E3779B97F4A7C15U;

// What the runtime appends to an up-call's arguments.
enum class Buffer : std::uint8_t {
  kNone,
  kResult,     // CallBuffer
  kArguments,  // CallBuffer and the number of encoded bytes
};

// Error "null-argument": null (or an empty Box or Value) where `what` may not be null.
[[noreturn]] CAUSEWAY_EXPORT void ThrowNullArgument(const char* what);
// Error "unknown-enum": an index that crossed as a leaf and names no member.
[[noreturn]] CAUSEWAY_EXPORT void ThrowUnknownEnum(const char* enum_name, std::int64_t index);

struct Thread;
struct Frame;
struct ApiState;
struct Binding;
struct ImplementationSlot;
struct ReplyCall;

// One instance of a HostApi. Copyable; makes no JNI call before the first API call. What belongs to
// a named instance goes with its last Proxy, which may die anywhere, also inside of its own call.
class CAUSEWAY_EXPORT Proxy {
 public:
  Proxy(Vm& vm, const ApiSpec& api, std::string_view instance);
  Proxy(const Proxy& other) noexcept;
  Proxy& operator=(const Proxy& other) noexcept;
  ~Proxy();
  Binding& binding() const noexcept { return *binding_; }
  Vm& vm() const noexcept { return *vm_; }

 private:
  Vm* vm_;
  Binding* binding_;  // owned by the Vm, counted
};

class CAUSEWAY_EXPORT UpCall {
 public:
  // Throws Error "attach-failed", "vm-detached"; at the first use also "class-not-found",
  // "definition-skew", "exception-pending".
  UpCall(const Proxy& proxy, int method);
  ~UpCall() {
    if (frame_ != nullptr || local_count_ != 0) Release();
    depth_->store(outer_depth_, std::memory_order_release);
  }
  UpCall(const UpCall&) = delete;
  UpCall& operator=(const UpCall&) = delete;

  JNIEnv* env() const noexcept { return env_; }
  // Empty at first; position 0 of the message.
  codec::Writer& writer() {
    if (writer_ == nullptr) AcquireFrame();
    return *writer_;
  }

  // Exactly one Call<Type>MethodA and its exception check. `args` has room for two more values
  // behind its `n`. A Java exception is thrown as Error. There is no check before the call: it
  // would cost as much again as everything else that the runtime adds; see vm.h.
  void Void(jvalue* args, int n, Buffer mode) {
    Prepare(args, n, mode);
    env_->CallVoidMethodA(target_, method_, args);
    Check();
  }
  bool Bool(jvalue* args, int n, Buffer mode) {
    Prepare(args, n, mode);
    const jboolean result = env_->CallBooleanMethodA(target_, method_, args);
    Check();
    return result != JNI_FALSE;
  }
  jint Int(jvalue* args, int n, Buffer mode) {
    Prepare(args, n, mode);
    const jint result = env_->CallIntMethodA(target_, method_, args);
    Check();
    return result;
  }
  jlong Long(jvalue* args, int n, Buffer mode) {
    Prepare(args, n, mode);
    const jlong result = env_->CallLongMethodA(target_, method_, args);
    Check();
    return result;
  }
  jdouble Double(jvalue* args, int n, Buffer mode) {
    Prepare(args, n, mode);
    const jdouble result = env_->CallDoubleMethodA(target_, method_, args);
    Check();
    return result;
  }
  // A nullable int, or the raw bits of a nullable double: kSentinel stands for null, and the one
  // value that equals it comes as a CrossingException without content.
  std::optional<std::int64_t> NullableLong(jvalue* args, int n, Buffer mode) {
    Prepare(args, n, mode);
    const jlong result = env_->CallLongMethodA(target_, method_, args);
    if (env_->ExceptionCheck()) [[unlikely]] {
      return SentinelOrThrow();
    }
    if (static_cast<std::uint64_t>(result) == kSentinel) return std::nullopt;
    return result;
  }
  // A local reference (or null) that belongs to the UpCall; for TakeArray() and TakeString().
  jobject Object(jvalue* args, int n, Buffer mode);

  // An asynchronous call: Void(), but a Java exception completes the pending reply `token`.
  void Async(jvalue* args, int n, Buffer mode, std::uint64_t token);

  // After Int(): the encoded result of `n` bytes (or ~n); one region copy. The reader is valid
  // until the UpCall dies or writer() is used.
  codec::Reader EncodedResult(jint n);
  // After Void(): 8 * count bytes from byte 0 of the buffer.
  void ReadSlots(std::uint64_t* out, int count);

  // A string argument of a call that encodes nothing else: ASCII joins the buffer (then the result
  // is null), other text is a new Java string, freed with the UpCall.
  jobject PassString(std::string_view text);
  jobject PassNullableString(const std::optional<std::string_view>& text);
  // A string result. Throws Error "null-result" for null.
  std::string TakeString(jobject text);
  std::optional<std::string> TakeNullableString(jobject text);

  // Typed data as argument: a new Java array, freed with the UpCall.
  jobject NewArray(std::span<const std::uint8_t> data);
  jobject NewArray(std::span<const std::int32_t> data);
  jobject NewArray(std::span<const std::int64_t> data);
  jobject NewArray(std::span<const float> data);
  jobject NewArray(std::span<const double> data);

  // Typed data as result; T is the element. Throws Error "null-result" for null.
  template <class T>
  std::vector<T> TakeArray(jobject array) {
    if (array == nullptr) ThrowNullResult();
    std::vector<T> result;
    CopyArray(array, &result);
    return result;
  }
  template <class T>
  std::optional<std::vector<T>> TakeNullableArray(jobject array) {
    if (array == nullptr) return std::nullopt;
    return TakeArray<T>(array);
  }

 private:
  static constexpr int kInlineLocals = 6;

  void Prepare(jvalue* args, int n, Buffer mode) {
    if (counting_) [[unlikely]] {
      CountCall();
    }
    if (mode != Buffer::kNone) AppendBuffer(args, n, mode);
  }
  void Check() {
    if (env_->ExceptionCheck()) [[unlikely]] {
      ThrowPending();
    }
  }
  void Resolve(const Proxy& proxy);
  void AcquireFrame();
  void AppendBuffer(jvalue* args, int n, Buffer mode);
  void CountCall();
  void AddLocal(jobject local);
  void Release() noexcept;
  [[noreturn]] void ThrowPending();
  [[noreturn]] void ThrowNullResult();
  std::int64_t SentinelOrThrow();
  void CopyArray(jobject array, std::vector<std::uint8_t>* out);
  void CopyArray(jobject array, std::vector<std::int32_t>* out);
  void CopyArray(jobject array, std::vector<std::int64_t>* out);
  void CopyArray(jobject array, std::vector<float>* out);
  void CopyArray(jobject array, std::vector<double>* out);

  JNIEnv* env_;
  jobject target_;
  jmethodID method_;
  Thread* thread_;
  ApiState* api_;
  Frame* frame_ = nullptr;
  codec::Writer* writer_ = nullptr;
  // How many calls this thread is inside of, and was before this one: Vm::Detach() waits for it.
  std::atomic<int>* depth_;
  int outer_depth_;
  int method_index_;
  int local_count_ = 0;
  bool counting_;
  jobject locals_[kInlineLocals];
};

// ---- Asynchronous up-calls

// The continuation of an asynchronous up-call. Decode() and Fail() store, Deliver() runs user code.
class CAUSEWAY_EXPORT PendingReply {
 public:
  PendingReply() = default;
  PendingReply(const PendingReply&) = delete;
  PendingReply& operator=(const PendingReply&) = delete;
  virtual ~PendingReply();
  virtual void Decode(codec::Reader& reader) = 0;
  virtual void Fail(Error error) = 0;
  virtual void Deliver() = 0;
};

template <class T>
class TypedPendingReply final : public PendingReply {
 public:
  using Decoder = T (*)(codec::Reader& reader);
  TypedPendingReply(std::function<void(Outcome<T>)> callback, Decoder decode)
      : callback_(std::move(callback)), decode_(decode) {}
  void Decode(codec::Reader& reader) override {
    T value = decode_(reader);
    reader.Finish();
    outcome_.emplace(std::move(value));
  }
  void Fail(Error error) override { outcome_.emplace(std::move(error)); }
  void Deliver() override {
    if (callback_) callback_(*std::move(outcome_));
  }

 private:
  std::function<void(Outcome<T>)> callback_;
  Decoder decode_;
  std::optional<Outcome<T>> outcome_;
};

template <>
class CAUSEWAY_EXPORT TypedPendingReply<void> final : public PendingReply {
 public:
  explicit TypedPendingReply(std::function<void(Outcome<void>)> callback)
      : callback_(std::move(callback)) {}
  ~TypedPendingReply() override;
  void Decode(codec::Reader& reader) override;
  void Fail(Error error) override;
  void Deliver() override;

 private:
  std::function<void(Outcome<void>)> callback_;
  Outcome<void> outcome_;
};

CAUSEWAY_EXPORT std::uint64_t AddPending(const Proxy& proxy, std::unique_ptr<PendingReply> reply);

// Stores the continuation and returns its token. Called after the arguments have been encoded, so
// that a failure to encode leaves no entry behind.
template <class T>
std::uint64_t PendingToken(const Proxy& proxy, std::function<void(Outcome<T>)> callback,
                           T (*decode)(codec::Reader& reader)) {
  if (!callback) ThrowNullArgument("the callback");  // nobody would hear of an error
  return AddPending(proxy, std::make_unique<TypedPendingReply<T>>(std::move(callback), decode));
}
inline std::uint64_t PendingToken(const Proxy& proxy, std::function<void(Outcome<void>)> callback) {
  if (!callback) ThrowNullArgument("the callback");
  return AddPending(proxy, std::make_unique<TypedPendingReply<void>>(std::move(callback)));
}

// ---- Down-calls

class CAUSEWAY_EXPORT DownCall {
 public:
  DownCall(JNIEnv* env, jlong slot) noexcept;
  ~DownCall();
  DownCall(const DownCall&) = delete;
  DownCall& operator=(const DownCall&) = delete;

  JNIEnv* env() const noexcept { return env_; }
  // Throws Error "unregistered" if there is no implementation now.
  void* implementation() const {
    if (implementation_ == nullptr) [[unlikely]] {
      ThrowUnregistered();
    }
    return implementation_;
  }

  // The encoded arguments, by one region copy; valid until writer() is used.
  codec::Reader Arguments(jbyteArray bytes, jint length);
  // For the encoded result; empty at first.
  codec::Writer& writer();
  // Sends what writer() holds; the value that the native method returns.
  jint EncodedResult(jobject call_buffer, jbyteArray bytes, jint capacity);
  void WriteSlots(jbyteArray bytes, const std::uint64_t* slots, int count);
  // A nullable int, or the raw bits of a nullable double; see UpCall::NullableLong().
  jlong NullableResult(std::optional<std::int64_t> value);

  // A string result: ASCII and null go through the buffer (then the result is null), other text is
  // a local reference for Java.
  jstring ResultString(std::string_view text, jobject call_buffer, jbyteArray bytes, jint capacity);
  jstring ResultNullableString(const std::optional<std::string>& text, jobject call_buffer,
                               jbyteArray bytes, jint capacity);
  // A string argument. Throws Error "null-argument", naming `name`, for null.
  std::string TakeString(jstring text, const char* name);
  std::optional<std::string> TakeNullableString(jstring text);

  // Typed data as result: a local reference for Java.
  jobject ResultArray(std::span<const std::uint8_t> data);
  jobject ResultArray(std::span<const std::int32_t> data);
  jobject ResultArray(std::span<const std::int64_t> data);
  jobject ResultArray(std::span<const float> data);
  jobject ResultArray(std::span<const double> data);

  // Typed data as argument; T is the element. Throws Error "null-argument", naming `name`, for
  // null.
  template <class T>
  std::vector<T> TakeArray(jobject array, const char* name = "typed data") {
    if (array == nullptr) ThrowNullArgument(name);
    std::vector<T> result;
    CopyArray(array, &result);
    return result;
  }
  template <class T>
  std::optional<std::vector<T>> TakeNullableArray(jobject array) {
    if (array == nullptr) return std::nullopt;
    return TakeArray<T>(array);
  }

  template <class T>
  Reply<T> MakeReply(jlong token, void (*encode)(codec::Writer& writer, const T& value)) {
    return Reply<T>(MakeSink(token), encode);
  }
  Reply<void> MakeReply(jlong token) { return Reply<void>(MakeSink(token)); }

  // In a catch block: throws the current exception to Java.
  void ThrowToJava() noexcept;

 private:
  [[noreturn]] void ThrowUnregistered() const;
  std::unique_ptr<ReplySink> MakeSink(jlong token);
  void AcquireFrame();
  void CopyArray(jobject array, std::vector<std::uint8_t>* out);
  void CopyArray(jobject array, std::vector<std::int32_t>* out);
  void CopyArray(jobject array, std::vector<std::int64_t>* out);
  void CopyArray(jobject array, std::vector<float>* out);
  void CopyArray(jobject array, std::vector<double>* out);

  JNIEnv* env_;
  Thread* thread_;
  ImplementationSlot* slot_;
  void* implementation_;
  void* hazard_;
  Frame* frame_ = nullptr;
  std::shared_ptr<ReplyCall> reply_call_;  // of an asynchronous call
};

// The body of every generated native method: nothing leaves it but a result or a Java exception.
template <class Api, class F>
auto Enter(JNIEnv* env, jlong slot, F&& body) noexcept
    -> std::invoke_result_t<F&, Api&, DownCall&> {
  using Result = std::invoke_result_t<F&, Api&, DownCall&>;
  DownCall call(env, slot);
  try {
    return body(*static_cast<Api*>(call.implementation()), call);
  } catch (...) {
    call.ThrowToJava();
    if constexpr (!std::is_void_v<Result>) {
      return Result{};
    }
  }
}

// Makes `implementation` (an Api*, kept alive by `owner`) what calls to `instance` reach, in place
// of any former one. The first time for a Vm and API it finds the Java class, compares fingerprints
// and registers `natives` and bind0(String)J. Throws Error "class-not-found", "definition-skew".
CAUSEWAY_EXPORT Registration RegisterApi(Vm& vm, const ApiSpec& api, const NativeSpec* natives,
                                         int native_count, std::shared_ptr<void> owner,
                                         void* implementation, std::string_view instance);

}  // namespace causeway::generated
