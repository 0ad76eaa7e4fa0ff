// Strings of Java.
#pragma once

#include <jni.h>

#include <cstddef>
#include <string>

namespace causeway::peers {

inline std::u16string Utf16Of(JNIEnv* env, jstring text) {
  static_assert(sizeof(jchar) == sizeof(char16_t));
  std::u16string units(static_cast<std::size_t>(env->GetStringLength(text)), u'\0');
  env->GetStringRegion(text, 0, static_cast<jsize>(units.size()),
                       reinterpret_cast<jchar*>(units.data()));
  return units;
}

}  // namespace causeway::peers
