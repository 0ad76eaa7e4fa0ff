// Registries as they are usually written, each the best version of its kind: an identity hash by a
// static call, a map from hash to peers, IsSameObject for each of the bucket.
#pragma once

#include <jni.h>

#include <array>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace causeway::bench {

// The peer of an object, as in the registry under test: something on the heap, read by each caller.
struct Plain {
  std::int64_t value = 0;
};

struct Entry {
  jobject global = nullptr;
  const Plain* peer = nullptr;
};

class HashCall {
 public:
  explicit HashCall(JNIEnv* env) {
    const jclass local = env->FindClass("java/lang/System");
    system_ = static_cast<jclass>(env->NewGlobalRef(local));
    method_ = env->GetStaticMethodID(system_, "identityHashCode", "(Ljava/lang/Object;)I");
    env->DeleteLocalRef(local);
  }
  // As most code calls it: variable arguments, then a check for an exception.
  jint Plain(JNIEnv* env, jobject object) const {
    const jint hash = env->CallStaticIntMethod(system_, method_, object);
    if (env->ExceptionCheck() != JNI_FALSE) env->ExceptionClear();
    return hash;
  }
  jint Array(JNIEnv* env, jobject object) const {
    jvalue argument;
    argument.l = object;
    return env->CallStaticIntMethodA(system_, method_, &argument);
  }

 private:
  jclass system_;
  jmethodID method_;
};

// `Stripes` maps, each under its own lock.
template <class Mutex, std::size_t Stripes>
class LockedMap {
 public:
  void Add(JNIEnv* env, jobject object, jint hash, std::int64_t value) {
    Stripe& stripe = Of(hash);
    const std::lock_guard lock(stripe.mutex);
    stripe.map.emplace(hash, Entry{env->NewGlobalRef(object), new Plain{value}});
  }
  // No global reference: not registered.
  Entry Find(JNIEnv* env, jobject object, jint hash) {
    Stripe& stripe = Of(hash);
    if constexpr (std::is_same_v<Mutex, std::shared_mutex>) {
      const std::shared_lock lock(stripe.mutex);
      return Search(env, stripe, object, hash);
    } else {
      const std::lock_guard lock(stripe.mutex);
      return Search(env, stripe, object, hash);
    }
  }
  void Clear(JNIEnv* env) {
    for (Stripe& stripe : stripes_) {
      for (auto& [hash, entry] : stripe.map) {
        env->DeleteGlobalRef(entry.global);
        delete entry.peer;
      }
      stripe.map.clear();
    }
  }

 private:
  struct Stripe {
    Mutex mutex;
    std::unordered_multimap<jint, Entry> map;
  };
  Stripe& Of(jint hash) { return stripes_[static_cast<std::uint32_t>(hash) % Stripes]; }
  static Entry Search(JNIEnv* env, const Stripe& stripe, jobject object, jint hash) {
    const auto [first, last] = stripe.map.equal_range(hash);
    for (auto i = first; i != last; ++i) {
      if (env->IsSameObject(i->second.global, object) != JNI_FALSE) return i->second;
    }
    return {};
  }
  std::array<Stripe, Stripes> stripes_;
};

}  // namespace causeway::bench
