// The array of an up-call's CallBuffer can be one of two things.
//
//   kept   java->array, a global reference, at most 1 MiB. It stands in the Java object between
//          calls. It is replaced by a larger one (by us for arguments, by Java for a result, which
//          ReceiveBytes() then adopts), sizes rounded up to powers of two.
//   big    above 1 MiB: a local reference for one call. Whatever happens, FinishJavaBuffer() or
//          ResetJavaBuffer() puts `kept` back into the Java object, so that neither side keeps it.
//
// Only a result of ~n says that Java replaced the array. An exception says nothing, although Java
// may have grown the buffer before it was thrown; hence ResetJavaBuffer().
#include "runtime/jni/call_buffer.h"

#include <bit>

#include "runtime/codec/text.h"
#include "runtime/jni/java_errors.h"

namespace causeway::generated {
namespace {

// Sets the Java object's array and the frame's idea of it. Takes over the local reference `array`.
void Adopt(Thread& thread, Frame& frame, jbyteArray array, jsize capacity) {
  CountedEnv env = thread.counted();
  if (capacity > kKeptJavaBytes) {
    env.DeleteLocalRef(frame.big);
    frame.big = array;
    frame.big_capacity = capacity;
    return;
  }
  auto* global = static_cast<jbyteArray>(env.NewGlobalRef(array));
  env.DeleteLocalRef(array);
  if (global == nullptr) ThrowError("out-of-memory", {"no global reference for a call buffer"});
  env.DeleteGlobalRef(frame.java->array);
  frame.java->array = global;
  frame.java->capacity = capacity;
}

}  // namespace

jsize CheckedArraySize(std::size_t size) {
  // HotSpot's largest array is a few elements below 2^31.
  if (size > 0x7ffffff0) {
    ThrowError("message-too-large",
               {Decimal(static_cast<std::int64_t>(size)), " bytes do not fit into a Java array"});
  }
  return static_cast<jsize>(size);
}

jsize JavaCapacity(jsize size) {
  if (size > kKeptJavaBytes) return size;
  return static_cast<jsize>(std::bit_ceil(static_cast<std::uint32_t>(size)));
}

jbyteArray NewByteArray(Thread& thread, jsize size) {
  jbyteArray array = thread.counted().NewByteArray(size);
  if (array == nullptr) ThrowPendingError(thread, codec::kStandardTable);
  return array;
}

void EnsureJavaBuffer(Thread& thread, Frame& frame) {
  if (frame.java == nullptr) frame.java = &thread.vm->TakeBuffer();
  // Without object: new, or emptied by Detach().
  if (frame.java->object == nullptr) thread.vm->FillBuffer(thread.counted(), *frame.java);
}

jint SendBytes(Thread& thread, Frame& frame) {
  const jsize size = CheckedArraySize(frame.writer.size());
  CountedEnv env = thread.counted();
  if (size > frame.capacity()) {
    const jsize capacity = JavaCapacity(size);
    jbyteArray array = NewByteArray(thread, capacity);
    env.SetObjectField(frame.java->object, thread.vm->call_buffer_class(env).bytes, array);
    Adopt(thread, frame, array, capacity);
  }
  if (size != 0) env.SetBytes(frame.array(), size, frame.writer.data());
  return size;
}

std::span<const std::uint8_t> ReceiveBytes(Thread& thread, Frame& frame, jint n) {
  CountedEnv env = thread.counted();
  if (n < 0) {
    n = ~n;
    auto* array = static_cast<jbyteArray>(
        env.GetObjectField(frame.java->object, thread.vm->call_buffer_class(env).bytes));
    if (array == nullptr) ThrowError("bad-message", {"the call buffer has no array"});
    Adopt(thread, frame, array, env.GetArrayLength(array));
  }
  if (n > frame.capacity()) {
    ThrowError("bad-message",
               {"a result of ", Decimal(n), " bytes in a buffer of ", Decimal(frame.capacity())});
  }
  std::uint8_t* bytes = frame.writer.Overwrite(static_cast<std::size_t>(n));
  if (n != 0) env.GetBytes(frame.array(), n, bytes);
  return {bytes, static_cast<std::size_t>(n)};
}

void ResetJavaBuffer(Thread& thread, Frame& frame) noexcept {
  if (frame.java == nullptr || frame.java->object == nullptr) return;
  CountedEnv env = thread.counted();
  env.SetObjectField(frame.java->object, thread.vm->call_buffer.load()->bytes, frame.java->array);
  env.DeleteLocalRef(frame.big);
  frame.big = nullptr;
}

void FinishJavaBuffer(Thread& thread, Frame& frame) noexcept {
  if (frame.big != nullptr) ResetJavaBuffer(thread, frame);
}

}  // namespace causeway::generated
