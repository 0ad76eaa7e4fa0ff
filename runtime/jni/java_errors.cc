// Java to C++: glue code wraps every Throwable into a CrossingException whose payload is already
// encoded, so the usual case is one field read. Something else is pending only if the glue had no
// chance: a StackOverflowError before its try block, an error of class initialisation, a failed
// allocation of ours. CrossingException.describe() makes the payload then; if it fails as well (no
// memory, no stack left, no class), the exception's toString() is what remains. The two that make
// it fail, StackOverflowError and OutOfMemoryError, keep their class name as code all the same:
// their classes are known beforehand, so that telling them runs no Java code.
//
// C++ to Java: AllocObject, one field, Throw. No constructor runs, so no Java code runs. In a Vm
// that is closed nothing is kept: the class is what FindClass finds from the native method that
// throws.
#include "runtime/jni/java_errors.h"

#include <utility>

#include "runtime/codec/text.h"
#include "runtime/jni/call_buffer.h"
#include "runtime/jni/class_lookup.h"

namespace causeway::generated {
namespace {

// The payload of `thrown` in `bytes`; false if there is none to be had. No exception is pending
// before and after.
bool Payload(Thread& thread, jthrowable thrown, codec::Writer* bytes,
             std::span<const std::uint8_t>* payload) noexcept try {
  CountedEnv env = thread.counted();
  const CrossingClass& crossing = thread.vm->crossing_class(env);
  jobject array = nullptr;
  if (env.IsInstanceOf(thrown, crossing.java_class)) {
    array = env.GetObjectField(thrown, crossing.payload);
  } else {
    jvalue argument{};
    argument.l = thrown;
    array = env.OtherCallStatic(crossing.java_class, crossing.describe, &argument);
    if (env.ExceptionCheck()) {
      env.ExceptionClear();
      array = nullptr;
    }
  }
  if (array == nullptr) return false;
  const jsize size = env.GetArrayLength(static_cast<jarray>(array));
  std::uint8_t* data = bytes->Overwrite(static_cast<std::size_t>(size));
  if (size != 0) env.GetBytes(static_cast<jbyteArray>(array), size, data);
  env.DeleteLocalRef(array);
  *payload = {data, static_cast<std::size_t>(size)};
  return true;
} catch (...) {
  return false;
}

std::string NullableString(codec::Reader& reader) {
  return reader.ReadNullTag() ? std::string() : reader.ReadString();
}

void WriteError(codec::Writer& writer, const Error& error, const Value& details,
                const std::string& message, const codec::Table& table) {
  writer.Clear();
  writer.WriteString(error.code());
  writer.WriteString(message);
  writer.WriteValue(details, table);
  if (error.stack_trace().empty()) {
    writer.WriteNull();
  } else {
    writer.WriteString(error.stack_trace());
  }
}

constexpr char kUnknownException[] = "java-exception";

// The code of an exception of which nothing else can be had.
const char* CodeOf(Thread& thread, jthrowable thrown) noexcept {
  const CrossingClass* crossing = thread.vm->crossing.load(std::memory_order_acquire);
  if (crossing == nullptr) return kUnknownException;
  CountedEnv env = thread.counted();
  if (env.IsInstanceOf(thrown, crossing->stack_overflow)) return "java.lang.StackOverflowError";
  if (env.IsInstanceOf(thrown, crossing->out_of_memory)) return "java.lang.OutOfMemoryError";
  return kUnknownException;
}

// Without the class CrossingException Java must still not take a failure for success.
void ThrowWithoutClass(Thread& thread, const std::exception& failure) noexcept {
  JNIEnv* env = thread.env;
  if (env->ExceptionCheck()) return;
  jclass type = env->FindClass("java/lang/IllegalStateException");
  if (type != nullptr) env->ThrowNew(type, failure.what());
}

}  // namespace

std::optional<Error> TakePendingError(Thread& thread, const codec::Table& table) {
  CountedEnv env = thread.counted();
  jthrowable thrown = env.ExceptionOccurred();
  if (thrown == nullptr) return Error("java-exception", "a JNI function failed without exception");
  env.ExceptionClear();
  codec::Writer bytes;
  std::span<const std::uint8_t> payload;
  if (Payload(thread, thrown, &bytes, &payload)) {
    env.DeleteLocalRef(thrown);
    if (payload.empty()) return std::nullopt;
    return DecodeError(payload, table);
  }
  const char* code = CodeOf(thread, thrown);
  if (code != kUnknownException) {
    // Whether its toString() still works depends on how much stack or memory is left.
    env.DeleteLocalRef(thrown);
    return Error(code, code);
  }
  env.Throw(thrown);
  env.DeleteLocalRef(thrown);
  return Error(code, DescribeAndClear(env));
}

void ThrowPendingError(Thread& thread, const codec::Table& table) {
  std::optional<Error> error = TakePendingError(thread, table);
  throw error ? *std::move(error) : DecodeError({}, table);
}

Error DecodeError(std::span<const std::uint8_t> payload, const codec::Table& table) noexcept {
  std::string code = "bad-message";
  std::string message;
  Value details;
  std::string stack_trace;
  try {
    codec::Reader reader(payload);
    std::string received = reader.ReadString("error code");
    message = NullableString(reader);
    code = std::move(received);
    details = reader.ReadValue(table, "error details");
    stack_trace = NullableString(reader);
    reader.Finish();
  } catch (const std::exception& failure) {
    message += message.empty() ? "(" : " (";
    message += failure.what();
    message += ')';
  }
  return Error(std::move(code), std::move(message), std::move(details), std::move(stack_trace));
}

void EncodeError(codec::Writer& writer, const Error& error, const codec::Table& table) {
  try {
    WriteError(writer, error, error.details(), error.message(), table);
  } catch (const std::exception& failure) {
    WriteError(writer, error, Value(),
               Concat({error.message(), " (details are lost: ", failure.what(), ")"}), table);
  }
}

Error CurrentError() {
  try {
    throw;
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& error) {
    return Error("native-error", error.what());
  } catch (...) {
    return Error("unknown-native-error", "something that is no std::exception was thrown");
  }
}

void ThrowPayloadToJava(Thread& thread, std::span<const std::uint8_t> payload) noexcept try {
  CountedEnv env = thread.counted();
  jclass type = nullptr;
  jclass found = nullptr;  // local
  jfieldID field = nullptr;
  if (thread.vm->open()) {
    const CrossingClass& crossing = thread.vm->crossing_class(env);
    type = crossing.java_class;
    field = crossing.payload;
  } else {
    type = found = env.FindClass(kCrossingClassName);
    if (found != nullptr) field = env.GetFieldID(found, "payload", "[B");
    if (field == nullptr) return;
  }
  const auto size = static_cast<jsize>(payload.size());
  jbyteArray array = env.NewByteArray(size);
  if (array == nullptr) return;
  if (size != 0) env.SetBytes(array, size, payload.data());
  auto* exception = static_cast<jthrowable>(env.AllocObject(type));
  if (exception == nullptr) return;
  env.SetObjectField(exception, field, array);
  env.Throw(exception);
  env.DeleteLocalRef(exception);
  env.DeleteLocalRef(array);
  env.DeleteLocalRef(found);
} catch (const std::exception& failure) {
  ThrowWithoutClass(thread, failure);
}

void ThrowErrorToJava(Thread& thread, const Error& error, const codec::Table& table) noexcept try {
  CountedEnv env = thread.counted();
  // An exception that user code left behind in JNI gives way to the one that it threw in C++.
  if (env.ExceptionCheck()) env.ExceptionClear();
  codec::Writer writer;
  EncodeError(writer, error, table);
  ThrowPayloadToJava(thread, writer.bytes());
} catch (const std::exception& failure) {
  ThrowWithoutClass(thread, failure);
}

void ReportUncaught(Thread& thread, const Error& error) noexcept try {
  CountedEnv env = thread.counted();
  const CrossingClass& crossing = thread.vm->crossing_class(env);
  codec::Writer writer;
  // Without details: the receiver knows no definition.
  EncodeError(writer, Error(error.code(), error.message(), {}, error.stack_trace()),
              codec::kStandardTable);
  const std::span<const std::uint8_t> payload = writer.bytes();
  jbyteArray array = NewByteArray(thread, static_cast<jsize>(payload.size()));
  env.SetBytes(array, static_cast<jsize>(payload.size()), payload.data());
  jvalue argument{};
  argument.l = array;
  env.OtherCallStaticVoid(crossing.java_class, crossing.uncaught, &argument);
  if (env.ExceptionCheck()) env.ExceptionClear();
  env.DeleteLocalRef(array);
} catch (const std::exception&) {
  // Neither memory nor class: there is no way left to say it.
  if (thread.env->ExceptionCheck()) thread.env->ExceptionClear();
}

}  // namespace causeway::generated
