#include "runtime/jni/counted_env.h"

#include <string>

namespace causeway::generated {

// One function of each kind per element type; JNI names them instead of overloading.
#define CAUSEWAY_ARRAY(Type, Name, JavaType)                                                 \
  jarray CountedEnv::NewArray(const Type* data, jsize size) {                                \
    Operation();                                                                             \
    JavaType##Array array = Local(env_->New##Name##Array(size));                             \
    if (array == nullptr) return nullptr;                                                    \
    if (size != 0) {                                                                         \
      Operation();                                                                           \
      ToJava(sizeof(Type) * static_cast<std::size_t>(size));                                 \
      env_->Set##Name##ArrayRegion(array, 0, size, reinterpret_cast<const JavaType*>(data)); \
    }                                                                                        \
    return array;                                                                            \
  }                                                                                          \
  void CountedEnv::GetArray(jarray array, jsize size, Type* data) {                          \
    if (size == 0) return;                                                                   \
    Operation();                                                                             \
    FromJava(sizeof(Type) * static_cast<std::size_t>(size));                                 \
    env_->Get##Name##ArrayRegion(static_cast<JavaType##Array>(array), 0, size,               \
                                 reinterpret_cast<JavaType*>(data));                         \
  }

CAUSEWAY_ARRAY(std::uint8_t, Byte, jbyte)
CAUSEWAY_ARRAY(std::int32_t, Int, jint)
CAUSEWAY_ARRAY(std::int64_t, Long, jlong)
CAUSEWAY_ARRAY(float, Float, jfloat)
CAUSEWAY_ARRAY(double, Double, jdouble)
#undef CAUSEWAY_ARRAY

}  // namespace causeway::generated
