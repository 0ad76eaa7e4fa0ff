// Strings of 12, 100 and 1,000 characters.
#include <memory>
#include <string>
#include <vector>

#include "runtime/probe/rows.h"

namespace causeway::probe {

void AddText(const Jvm& jvm, Rows& rows) {
  JNIEnv* const env = jvm.env();
  for (const int size : {12, 100, 1000}) {
    const auto length = static_cast<jsize>(size);
    // Shared: rows are copied.
    const auto utf8 = std::make_shared<const std::string>(static_cast<std::size_t>(size), 'x');
    const auto utf16 =
        std::make_shared<const std::vector<jchar>>(static_cast<std::size_t>(size), jchar{'x'});
    const auto copy8 = std::make_shared<std::string>(static_cast<std::size_t>(size) + 1, '\0');
    const auto copy16 = std::make_shared<std::vector<jchar>>(static_cast<std::size_t>(size));
    const auto text = static_cast<jstring>(jvm.Keep(env->NewStringUTF(utf8->c_str())));
    const auto add = [&](const std::string& name, const char* about, auto body) {
      rows.push_back(
          NativeRow("string", name + ", " + std::to_string(size) + " chars", about, body));
    };
    add("NewStringUTF, DeleteLocalRef", "ASCII",
        [=] { env->DeleteLocalRef(env->NewStringUTF(utf8->c_str())); });
    add("NewString, DeleteLocalRef", "of UTF-16",
        [=] { env->DeleteLocalRef(env->NewString(utf16->data(), length)); });
    add("GetStringLength", "", [=] { Use(env->GetStringLength(text)); });
    add("GetStringUTFLength", "", [=] { Use(env->GetStringUTFLength(text)); });
    add("GetStringRegion", "copies UTF-16",
        [=] { env->GetStringRegion(text, 0, length, copy16->data()); });
    add("GetStringUTFRegion", "copies modified UTF-8",
        [=] { env->GetStringUTFRegion(text, 0, length, copy8->data()); });
    add("GetStringUTFChars, Release", "allocates a copy", [=] {
      const char* chars = env->GetStringUTFChars(text, nullptr);
      Use(chars);
      env->ReleaseStringUTFChars(text, chars);
    });
    add("GetStringCritical, Release", "a copy where the JVM keeps Latin-1", [=] {
      const jchar* chars = env->GetStringCritical(text, nullptr);
      Use(chars);
      env->ReleaseStringCritical(text, chars);
    });
  }
}

}  // namespace causeway::probe
