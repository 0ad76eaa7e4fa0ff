// JNIEnv as the runtime uses it off the hot path: the same functions, counted when counters are on.
// Crossings are counted where they are made, with the name that tells which kind they are.
#pragma once

#include <jni.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/jni/counter_block.h"

namespace causeway::generated {

class CountedEnv {
 public:
  // `counters` is null while they are switched off.
  CountedEnv(JNIEnv* env, CounterBlock* counters) noexcept : env_(env), counters_(counters) {}

  JNIEnv* raw() const noexcept { return env_; }

  // ---- Exceptions
  bool ExceptionCheck() {
    Operation();
    return env_->ExceptionCheck() != JNI_FALSE;
  }
  jthrowable ExceptionOccurred() {
    Operation();
    return Local(env_->ExceptionOccurred());
  }
  void ExceptionClear() {
    Operation();
    env_->ExceptionClear();
  }
  jint Throw(jthrowable thrown) {
    Operation();
    return env_->Throw(thrown);
  }

  // ---- References
  jobject NewGlobalRef(jobject object) {
    Operation();
    if (counters_ != nullptr) [[unlikely]] {
      CounterBlock::Add(counters_->global_references);
    }
    return env_->NewGlobalRef(object);
  }
  void DeleteGlobalRef(jobject object) {
    if (object == nullptr) return;
    Operation();
    env_->DeleteGlobalRef(object);
  }
  void DeleteLocalRef(jobject object) {
    if (object == nullptr) return;
    Operation();
    env_->DeleteLocalRef(object);
  }
  bool IsSameObject(jobject a, jobject b) {
    Operation();
    return env_->IsSameObject(a, b) != JNI_FALSE;
  }
  bool IsInstanceOf(jobject object, jclass type) {
    Operation();
    return env_->IsInstanceOf(object, type) != JNI_FALSE;
  }

  // ---- Classes and members
  jclass FindClass(const char* name) {
    Operation();
    return Local(env_->FindClass(name));
  }
  jclass GetObjectClass(jobject object) {
    Operation();
    return Local(env_->GetObjectClass(object));
  }
  jmethodID GetMethodID(jclass type, const char* name, const char* signature) {
    Operation();
    return env_->GetMethodID(type, name, signature);
  }
  jmethodID GetStaticMethodID(jclass type, const char* name, const char* signature) {
    Operation();
    return env_->GetStaticMethodID(type, name, signature);
  }
  jfieldID GetFieldID(jclass type, const char* name, const char* signature) {
    Operation();
    return env_->GetFieldID(type, name, signature);
  }
  jfieldID GetStaticFieldID(jclass type, const char* name, const char* signature) {
    Operation();
    return env_->GetStaticFieldID(type, name, signature);
  }
  jlong GetStaticLongField(jclass type, jfieldID field) {
    Operation();
    return env_->GetStaticLongField(type, field);
  }
  jint RegisterNatives(jclass type, const std::vector<JNINativeMethod>& methods) {
    Operation();
    return env_->RegisterNatives(type, methods.data(), static_cast<jint>(methods.size()));
  }

  // ---- Objects
  jobject AllocObject(jclass type) {
    Operation();
    return Local(env_->AllocObject(type));
  }
  jobject GetObjectField(jobject object, jfieldID field) {
    Operation();
    return Local(env_->GetObjectField(object, field));
  }
  void SetObjectField(jobject object, jfieldID field, jobject value) {
    Operation();
    env_->SetObjectField(object, field, value);
  }

  // ---- Crossings that are no API call
  jobject OtherNewObject(jclass type, jmethodID constructor) {
    Other();
    return Local(env_->NewObjectA(type, constructor, nullptr));
  }
  jobject OtherCall(jobject object, jmethodID method, const jvalue* args) {
    Other();
    return Local(env_->CallObjectMethodA(object, method, args));
  }
  jobject OtherCallStatic(jclass type, jmethodID method, const jvalue* args) {
    Other();
    return Local(env_->CallStaticObjectMethodA(type, method, args));
  }
  void OtherCallStaticVoid(jclass type, jmethodID method, const jvalue* args) {
    Other();
    env_->CallStaticVoidMethodA(type, method, args);
  }
  // ---- The crossing of a reply
  void UpCallStaticVoid(jclass type, jmethodID method, const jvalue* args) {
    if (counters_ != nullptr) [[unlikely]] {
      CounterBlock::Add(counters_->up_calls);
    }
    env_->CallStaticVoidMethodA(type, method, args);
  }

  // ---- Strings
  jstring NewString(std::u16string_view text) {
    Operation();
    ToJava(2 * text.size());
    return Local(env_->NewString(reinterpret_cast<const jchar*>(text.data()),
                                 static_cast<jsize>(text.size())));
  }
  jsize GetStringLength(jstring text) {
    Operation();
    return env_->GetStringLength(text);
  }
  void GetStringRegion(jstring text, jsize size, char16_t* out) {
    Operation();
    FromJava(2 * static_cast<std::size_t>(size));
    env_->GetStringRegion(text, 0, size, reinterpret_cast<jchar*>(out));
  }
  std::u16string StringContent(jstring text) {
    std::u16string content(static_cast<std::size_t>(GetStringLength(text)), u'\0');
    GetStringRegion(text, static_cast<jsize>(content.size()), content.data());
    return content;
  }

  // ---- Arrays
  jsize GetArrayLength(jarray array) {
    Operation();
    return env_->GetArrayLength(array);
  }
  jbyteArray NewByteArray(jsize size) {
    Operation();
    return Local(env_->NewByteArray(size));
  }
  void SetBytes(jbyteArray array, jsize size, const std::uint8_t* data) {
    Operation();
    ToJava(static_cast<std::size_t>(size));
    env_->SetByteArrayRegion(array, 0, size, reinterpret_cast<const jbyte*>(data));
  }
  void GetBytes(jbyteArray array, jsize size, std::uint8_t* data) {
    Operation();
    FromJava(static_cast<std::size_t>(size));
    env_->GetByteArrayRegion(array, 0, size, reinterpret_cast<jbyte*>(data));
  }
  // New array and one region copy by element type; null (and a pending OutOfMemoryError) on
  // failure.
  jarray NewArray(const std::uint8_t* data, jsize size);
  jarray NewArray(const std::int32_t* data, jsize size);
  jarray NewArray(const std::int64_t* data, jsize size);
  jarray NewArray(const float* data, jsize size);
  jarray NewArray(const double* data, jsize size);
  void GetArray(jarray array, jsize size, std::uint8_t* data);
  void GetArray(jarray array, jsize size, std::int32_t* data);
  void GetArray(jarray array, jsize size, std::int64_t* data);
  void GetArray(jarray array, jsize size, float* data);
  void GetArray(jarray array, jsize size, double* data);

 private:
  void Operation() {
    if (counters_ != nullptr) [[unlikely]] {
      CounterBlock::Add(counters_->jni_operations);
    }
  }
  void Other() {
    if (counters_ != nullptr) [[unlikely]] {
      CounterBlock::Add(counters_->other_crossings);
      CounterBlock::Add(counters_->upward_others);
    }
  }
  void ToJava(std::size_t bytes) {
    if (counters_ != nullptr) [[unlikely]] {
      CounterBlock::Add(counters_->bytes_to_java, bytes);
    }
  }
  void FromJava(std::size_t bytes) {
    if (counters_ != nullptr) [[unlikely]] {
      CounterBlock::Add(counters_->bytes_from_java, bytes);
    }
  }
  template <class T>
  T Local(T object) {
    if (counters_ != nullptr && object != nullptr) [[unlikely]] {
      CounterBlock::Add(counters_->local_references);
    }
    return object;
  }

  JNIEnv* env_;
  CounterBlock* counters_;
};

}  // namespace causeway::generated
