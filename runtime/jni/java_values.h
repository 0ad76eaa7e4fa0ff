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

// The overloads of UpCall and DownCall, one per element type; `Keep` is done with each new `array`.
#define CAUSEWAY_CALL_ARRAY(Call, Make, Keep, Type)             \
  jobject Call::Make(std::span<const Type> data) {              \
    jobject array = NewJavaArray(*thread_, data);               \
    Keep;                                                       \
    return array;                                               \
  }                                                             \
  void Call::CopyArray(jobject array, std::vector<Type>* out) { \
    CopyJavaArray(*thread_, array, out);                        \
  }
#define CAUSEWAY_CALL_ARRAYS(Call, Make, Keep)        \
  CAUSEWAY_CALL_ARRAY(Call, Make, Keep, std::uint8_t) \
  CAUSEWAY_CALL_ARRAY(Call, Make, Keep, std::int32_t) \
  CAUSEWAY_CALL_ARRAY(Call, Make, Keep, std::int64_t) \
  CAUSEWAY_CALL_ARRAY(Call, Make, Keep, float)        \
  CAUSEWAY_CALL_ARRAY(Call, Make, Keep, double)

}  // namespace causeway::generated
