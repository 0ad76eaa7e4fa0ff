// The two places where an error changes sides; see java_errors.cc.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "runtime/jni/thread.h"

namespace causeway::generated {

// Clears the pending Java exception and returns it as Error. Nothing for a CrossingException
// without content, which is not an error: a nullable result that equals kSentinel.
std::optional<Error> TakePendingError(Thread& thread, const codec::Table& table);
// Throws the pending Java exception, which is cleared, as Error.
[[noreturn]] void ThrowPendingError(Thread& thread, const codec::Table& table);

// Decodes the four values of an error. Never throws: what cannot be decoded becomes part of the
// text.
Error DecodeError(std::span<const std::uint8_t> payload, const codec::Table& table) noexcept;
// Encodes them at position 0 of `writer`; details that cannot be encoded become null and a remark.
void EncodeError(codec::Writer& writer, const Error& error, const codec::Table& table);

// In a catch block: the exception being handled as Error.
Error CurrentError();
// Throws a CrossingException with that content to Java. If even that fails, Java's own
// OutOfMemoryError stays pending.
void ThrowPayloadToJava(Thread& thread, std::span<const std::uint8_t> payload) noexcept;
// Throws `error` to Java. Fails as ThrowPayloadToJava() does.
void ThrowErrorToJava(Thread& thread, const Error& error, const codec::Table& table) noexcept;

// Gives an error that nobody waits for to the uncaught exception handler of the thread in Java,
// which prints it unless the application has set another one. Only inside a call, or by Detach().
void ReportUncaught(Thread& thread, const Error& error) noexcept;

}  // namespace causeway::generated
