// The two places where an error changes sides; see java_errors.cc.
#pragma once

#include <string>

#include "runtime/jni/thread.h"

namespace causeway::generated {

// Throws the pending Java exception, which is cleared, as Error.
[[noreturn]] void ThrowPendingError(Thread& thread, const codec::Table& table);

// Decodes the four values of an error. Never throws: what cannot be decoded becomes part of the
// text.
Error DecodeError(std::span<const std::uint8_t> payload, const codec::Table& table) noexcept;
// Encodes them at position 0 of `writer`; details that cannot be encoded become null and a remark.
void EncodeError(codec::Writer& writer, const Error& error, const codec::Table& table);

// In a catch block: the exception being handled as Error.
Error CurrentError();
// Throws `error` to Java. If even that fails, Java's own OutOfMemoryError stays pending.
void ThrowErrorToJava(Thread& thread, const Error& error, const codec::Table& table) noexcept;

}  // namespace causeway::generated
