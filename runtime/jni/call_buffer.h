// The Java half of a Frame: what crosses in the byte[] of a CallBuffer. See call_buffer.cc.
#pragma once

#include "runtime/jni/thread.h"

namespace causeway::generated {

inline constexpr jsize kKeptJavaBytes = jsize{1} << 20;

// Gives `frame` its Java buffer if it has none yet.
void EnsureJavaBuffer(Thread& thread, Frame& frame);
// Copies the writer's bytes into the Java array, which grows if it must; returns their number.
jint SendBytes(Thread& thread, Frame& frame);
// Copies `n` (or ~n, if the callee replaced the array) bytes of a result out of the Java array.
std::span<const std::uint8_t> ReceiveBytes(Thread& thread, Frame& frame, jint n);
// After a Java exception, which may have left any array in the buffer.
void ResetJavaBuffer(Thread& thread, Frame& frame) noexcept;
// Ends a call: an array above 1 MiB goes.
void FinishJavaBuffer(Thread& thread, Frame& frame) noexcept;

// The capacity to give an array that must hold `size` bytes.
jsize JavaCapacity(jsize size);
// Checks that `size` bytes can stand in a Java array. Throws Error "message-too-large".
jsize CheckedArraySize(std::size_t size);
// A new byte[]; throws the OutOfMemoryError as Error.
jbyteArray NewByteArray(Thread& thread, jsize size);

}  // namespace causeway::generated
