#include "runtime/jni/java_values.h"

#include "runtime/codec/utf8.h"
#include "runtime/jni/call_buffer.h"
#include "runtime/jni/java_errors.h"

namespace causeway::generated {
namespace {

// UTF-16 on its way: on the stack if it is short, else in memory of the thread that is kept up to
// the limit of the other buffers.
class Utf16Scratch {
 public:
  Utf16Scratch(Thread& thread, std::size_t units) : thread_(thread) {
    if (units > std::size(small_)) {
      data_ = reinterpret_cast<char16_t*>(thread.utf16.Overwrite(2 * units));
    }
  }
  ~Utf16Scratch() {
    if (thread_.utf16.capacity() > std::size_t{kKeptJavaBytes}) thread_.utf16.Free();
  }
  Utf16Scratch(const Utf16Scratch&) = delete;
  Utf16Scratch& operator=(const Utf16Scratch&) = delete;
  char16_t* data() { return data_; }

 private:
  Thread& thread_;
  char16_t small_[256];
  char16_t* data_ = small_;
};

}  // namespace

jstring NewString(Thread& thread, std::string_view text) {
  CheckedArraySize(text.size());
  Utf16Scratch scratch(thread, text.size());
  const std::size_t size = codec::Utf8ToUtf16(text, scratch.data());
  jstring string = thread.counted().NewString({scratch.data(), size});
  if (string == nullptr) ThrowPendingError(thread, codec::kStandardTable);
  return string;
}

std::string StringContent(Thread& thread, jstring text) {
  CountedEnv env = thread.counted();
  const jsize size = env.GetStringLength(text);
  Utf16Scratch scratch(thread, static_cast<std::size_t>(size));
  env.GetStringRegion(text, size, scratch.data());
  return codec::Utf16ToUtf8({scratch.data(), static_cast<std::size_t>(size)});
}

template <class T>
jobject NewJavaArray(Thread& thread, std::span<const T> data) {
  jarray array = thread.counted().NewArray(data.data(), CheckedArraySize(data.size()));
  if (array == nullptr) ThrowPendingError(thread, codec::kStandardTable);
  return array;
}

template <class T>
void CopyJavaArray(Thread& thread, jobject array, std::vector<T>* out) {
  CountedEnv env = thread.counted();
  const jsize size = env.GetArrayLength(static_cast<jarray>(array));
  out->resize(static_cast<std::size_t>(size));
  env.GetArray(static_cast<jarray>(array), size, out->data());
}

template jobject NewJavaArray(Thread&, std::span<const std::uint8_t>);
template jobject NewJavaArray(Thread&, std::span<const std::int32_t>);
template jobject NewJavaArray(Thread&, std::span<const std::int64_t>);
template jobject NewJavaArray(Thread&, std::span<const float>);
template jobject NewJavaArray(Thread&, std::span<const double>);
template void CopyJavaArray(Thread&, jobject, std::vector<std::uint8_t>*);
template void CopyJavaArray(Thread&, jobject, std::vector<std::int32_t>*);
template void CopyJavaArray(Thread&, jobject, std::vector<std::int64_t>*);
template void CopyJavaArray(Thread&, jobject, std::vector<float>*);
template void CopyJavaArray(Thread&, jobject, std::vector<double>*);

}  // namespace causeway::generated
