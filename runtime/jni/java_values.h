// Java strings and arrays of typed data, each made or read whole by one region copy.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/jni/thread.h"

namespace causeway::generated {

// A local reference to a new string. Ill-formed UTF-8 becomes U+FFFD. A failed allocation is thrown
// as Error, here and below.
jstring NewString(Thread& thread, std::string_view text);
// Lone surrogates become U+FFFD. `text` is not null.
std::string StringContent(Thread& thread, jstring text);

// For the elements of typed data: std::uint8_t, std::int32_t, std::int64_t, float, double.
template <class T>
jobject NewJavaArray(Thread& thread, std::span<const T> data);
template <class T>
void CopyJavaArray(Thread& thread, jobject array, std::vector<T>* out);

}  // namespace causeway::generated
