// The comparator "object graph": a payload moved node by node through JNI, as fbjni, Djinni or a
// careful hand would. One source serves four styles, because which is best differs by shape:
//
//   Cached    global class references and IDs looked up once; ArrayList.add / List.get; boxes by
//             valueOf / longValue; DeleteLocalRef after each node. What the project's note measured
//             and what the ratios of the table are against.
//   Framed    the same with a local frame per list element instead of DeleteLocalRef.
//   Bulk      everything a person can still do by hand: lists through Object[] (Arrays.asList,
//             toArray), boxes read through their private field `value`. Fewer calls, less usual.
//   Uncached  FindClass and Get…ID at each node, as code without a cache does.
//
// No exception check per node (it would only make the graph slower); the caller checks once.
#pragma once

#include <jni.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/transport/describe.h"

namespace causeway::bench {

struct Cached {
  static constexpr bool kCached = true, kFramed = false, kBulk = false;
};
struct Framed {
  static constexpr bool kCached = true, kFramed = true, kBulk = false;
};
struct Bulk {
  static constexpr bool kCached = true, kFramed = false, kBulk = true;
};
struct Uncached {
  static constexpr bool kCached = false, kFramed = false, kBulk = false;
};

[[noreturn]] inline void Die(JNIEnv* env, const char* what) {
  if (env != nullptr && env->ExceptionCheck()) env->ExceptionDescribe();
  std::fprintf(stderr, "transport_bench: %s\n", what);
  std::abort();
}

inline jclass GlobalClass(JNIEnv* env, const char* name) {
  jclass local = env->FindClass(name);
  if (local == nullptr) Die(env, name);
  auto* global = static_cast<jclass>(env->NewGlobalRef(local));
  env->DeleteLocalRef(local);
  return global;
}

// A method of the JDK, cached; MethodUse finds it anew in style Uncached.
struct JdkMethod {
  const char* class_name;
  const char* name;
  const char* signature;
  bool is_static = false;
  jclass cls = nullptr;
  jmethodID id = nullptr;

  void Find(JNIEnv* env) {
    cls = GlobalClass(env, class_name);
    id = is_static ? env->GetStaticMethodID(cls, name, signature)
                   : env->GetMethodID(cls, name, signature);
    if (id == nullptr) Die(env, name);
  }
};

template <class Style>
class MethodUse {
 public:
  MethodUse(JNIEnv* env, const JdkMethod& m) : env_(env), cls_(m.cls), id_(m.id) {
    if constexpr (!Style::kCached) {
      cls_ = env->FindClass(m.class_name);
      id_ = m.is_static ? env->GetStaticMethodID(cls_, m.name, m.signature)
                        : env->GetMethodID(cls_, m.name, m.signature);
    }
  }
  ~MethodUse() {
    if constexpr (!Style::kCached) env_->DeleteLocalRef(cls_);
  }
  MethodUse(const MethodUse&) = delete;
  MethodUse& operator=(const MethodUse&) = delete;
  jclass cls() const { return cls_; }
  jmethodID id() const { return id_; }

 private:
  JNIEnv* env_;
  jclass cls_;
  jmethodID id_;
};

struct Jdk {
  JdkMethod long_value_of{"java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", true};
  JdkMethod double_value_of{"java/lang/Double", "valueOf", "(D)Ljava/lang/Double;", true};
  JdkMethod boolean_value_of{"java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;", true};
  JdkMethod long_value{"java/lang/Long", "longValue", "()J"};
  JdkMethod double_value{"java/lang/Double", "doubleValue", "()D"};
  JdkMethod boolean_value{"java/lang/Boolean", "booleanValue", "()Z"};
  JdkMethod new_array_list{"java/util/ArrayList", "<init>", "(I)V"};
  JdkMethod list_add{"java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"};
  JdkMethod as_list{"java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;", true};
  JdkMethod list_size{"java/util/List", "size", "()I"};
  JdkMethod list_get{"java/util/List", "get", "(I)Ljava/lang/Object;"};
  JdkMethod to_array{"java/util/Collection", "toArray", "()[Ljava/lang/Object;"};
  JdkMethod new_map{"java/util/LinkedHashMap", "<init>", "(I)V"};
  JdkMethod map_put{"java/util/LinkedHashMap", "put",
                    "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"};
  JdkMethod entry_set{"java/util/Map", "entrySet", "()Ljava/util/Set;"};
  JdkMethod iterator{"java/util/Set", "iterator", "()Ljava/util/Iterator;"};
  JdkMethod has_next{"java/util/Iterator", "hasNext", "()Z"};
  JdkMethod next{"java/util/Iterator", "next", "()Ljava/lang/Object;"};
  JdkMethod get_key{"java/util/Map$Entry", "getKey", "()Ljava/lang/Object;"};
  JdkMethod get_value{"java/util/Map$Entry", "getValue", "()Ljava/lang/Object;"};
  JdkMethod ordinal{"java/lang/Enum", "ordinal", "()I"};
  jclass object = nullptr;
  jobject booleans[2] = {};
  jfieldID long_field = nullptr, double_field = nullptr, boolean_field = nullptr;

  void Find(JNIEnv* env) {
    if (object != nullptr) return;
    for (JdkMethod* m : {&long_value_of,  &double_value_of, &boolean_value_of,
                         &long_value,     &double_value,    &boolean_value,
                         &new_array_list, &list_add,        &as_list,
                         &list_size,      &list_get,        &to_array,
                         &new_map,        &map_put,         &entry_set,
                         &iterator,       &has_next,        &next,
                         &get_key,        &get_value,       &ordinal}) {
      m->Find(env);
    }
    for (jboolean b : {jboolean{0}, jboolean{1}}) {
      booleans[b] = env->NewGlobalRef(
          env->CallStaticObjectMethod(boolean_value_of.cls, boolean_value_of.id, int{b}));
    }
    long_field = env->GetFieldID(long_value.cls, "value", "J");
    double_field = env->GetFieldID(double_value.cls, "value", "D");
    boolean_field = env->GetFieldID(boolean_value.cls, "value", "Z");
    object = GlobalClass(env, "java/lang/Object");
  }
};
inline Jdk jdk;

// The IDs of one class of the definition, on its hand-written twin in bench.pojo.
template <class D>
struct ClassIds {
  static constexpr std::size_t kSize = D::Fields::kSize;
  static inline jclass cls = nullptr;
  static inline jmethodID constructor = nullptr;
  static inline std::array<jfieldID, kSize> fields{};
  static inline std::string constructor_signature;
  static inline std::array<const char*, kSize> signatures{};
};

template <class D>
struct EnumIds {
  static inline jclass cls = nullptr;
  static inline std::array<jobject, std::size(D::kNames)> constants{};
};

// Looks up all that a payload of shape D needs.
template <class D>
void FindIds(JNIEnv* env) {
  jdk.Find(env);
  if constexpr (D::kKind == Kind::kEnum) {
    using Ids = EnumIds<D>;
    if (Ids::cls != nullptr) return;
    Ids::cls = GlobalClass(env, D::kPojo);
    for (std::size_t i = 0; i < Ids::constants.size(); ++i) {
      jfieldID field = env->GetStaticFieldID(Ids::cls, D::kNames[i], D::kSignature);
      if (field == nullptr) Die(env, D::kNames[i]);
      Ids::constants[i] = env->NewGlobalRef(env->GetStaticObjectField(Ids::cls, field));
    }
  } else if constexpr (D::kKind == Kind::kList || D::kKind == Kind::kOptional) {
    FindIds<typename D::element>(env);
  } else if constexpr (D::kKind == Kind::kMap) {
    FindIds<typename D::key>(env);
    FindIds<typename D::mapped>(env);
  } else if constexpr (D::kKind == Kind::kAny) {
    [&]<class... C>(Any<C...>) { (FindIds<C>(env), ...); }(D{});
  } else if constexpr (D::kKind == Kind::kClass) {
    using Ids = ClassIds<D>;
    if (Ids::cls != nullptr) return;
    Ids::cls = GlobalClass(env, D::kPojo);
    Ids::constructor_signature = "(";
    ForEachField<D>([&]<class F, std::size_t I>() {
      Ids::signatures[I] = F::descriptor::kSignature;
      Ids::constructor_signature += Ids::signatures[I];
      Ids::fields[I] = env->GetFieldID(Ids::cls, D::kNames[I], Ids::signatures[I]);
      if (Ids::fields[I] == nullptr) Die(env, D::kNames[I]);
      FindIds<typename F::descriptor>(env);
    });
    Ids::constructor_signature += ")V";
    Ids::constructor = env->GetMethodID(Ids::cls, "<init>", Ids::constructor_signature.c_str());
    if (Ids::constructor == nullptr) Die(env, D::kPojo);
  }
}

// A class of the definition in use: cached, or found again in style Uncached.
template <class D, class Style>
class ClassUse {
 public:
  explicit ClassUse(JNIEnv* env) : env_(env), cls_(ClassIds<D>::cls) {
    if constexpr (!Style::kCached) cls_ = env->FindClass(D::kPojo);
  }
  ~ClassUse() {
    if constexpr (!Style::kCached) env_->DeleteLocalRef(cls_);
  }
  ClassUse(const ClassUse&) = delete;
  ClassUse& operator=(const ClassUse&) = delete;
  jclass cls() const { return cls_; }
  jmethodID constructor() const {
    if constexpr (Style::kCached) return ClassIds<D>::constructor;
    return env_->GetMethodID(cls_, "<init>", ClassIds<D>::constructor_signature.c_str());
  }
  jfieldID field(std::size_t i) const {
    if constexpr (Style::kCached) return ClassIds<D>::fields[i];
    return env_->GetFieldID(cls_, D::kNames[i], ClassIds<D>::signatures[i]);
  }

 private:
  JNIEnv* env_;
  jclass cls_;
};

// Strings, correct for all of Unicode: UTF-16 through NewString and GetStringRegion.
jstring NewJavaString(JNIEnv* env, const std::string& text);
std::string TakeJavaString(JNIEnv* env, jstring text);

template <class T>
jobject NewJavaArray(JNIEnv* env, const std::vector<T>& v) {
  const auto n = static_cast<jsize>(v.size());
  if constexpr (sizeof(T) == 1) {
    jbyteArray a = env->NewByteArray(n);
    env->SetByteArrayRegion(a, 0, n, reinterpret_cast<const jbyte*>(v.data()));
    return a;
  } else if constexpr (std::is_same_v<T, float>) {
    jfloatArray a = env->NewFloatArray(n);
    env->SetFloatArrayRegion(a, 0, n, v.data());
    return a;
  } else if constexpr (std::is_same_v<T, double>) {
    jdoubleArray a = env->NewDoubleArray(n);
    env->SetDoubleArrayRegion(a, 0, n, v.data());
    return a;
  } else if constexpr (sizeof(T) == sizeof(jint)) {
    jintArray a = env->NewIntArray(n);
    env->SetIntArrayRegion(a, 0, n, reinterpret_cast<const jint*>(v.data()));
    return a;
  } else {
    jlongArray a = env->NewLongArray(n);
    env->SetLongArrayRegion(a, 0, n, reinterpret_cast<const jlong*>(v.data()));
    return a;
  }
}

template <class T>
std::vector<T> TakeJavaArray(JNIEnv* env, jobject array) {
  const jsize n = env->GetArrayLength(static_cast<jarray>(array));
  std::vector<T> v(static_cast<std::size_t>(n));
  if constexpr (sizeof(T) == 1) {
    env->GetByteArrayRegion(static_cast<jbyteArray>(array), 0, n,
                            reinterpret_cast<jbyte*>(v.data()));
  } else if constexpr (std::is_same_v<T, float>) {
    env->GetFloatArrayRegion(static_cast<jfloatArray>(array), 0, n, v.data());
  } else if constexpr (std::is_same_v<T, double>) {
    env->GetDoubleArrayRegion(static_cast<jdoubleArray>(array), 0, n, v.data());
  } else if constexpr (sizeof(T) == sizeof(jint)) {
    env->GetIntArrayRegion(static_cast<jintArray>(array), 0, n, reinterpret_cast<jint*>(v.data()));
  } else {
    env->GetLongArrayRegion(static_cast<jlongArray>(array), 0, n,
                            reinterpret_cast<jlong*>(v.data()));
  }
  return v;
}

// True if ToJava returns a reference that the caller must not delete (a cached constant).
template <class D, class Style>
constexpr bool kIsShared = Style::kCached && (D::kKind == Kind::kBool || D::kKind == Kind::kEnum);

template <class D, class Style>
void Drop(JNIEnv* env, jobject reference) {
  if constexpr (D::kKind == Kind::kOptional) {
    if (reference != nullptr) Drop<typename D::element, Style>(env, reference);
  } else if constexpr (!Style::kFramed && !kIsShared<D, Style>) {
    env->DeleteLocalRef(reference);
  }
}

template <class D, class Style>
jobject ToJava(JNIEnv* env, const typename D::type& v);
template <class D, class Style>
typename D::type FromJava(JNIEnv* env, jobject o);

template <class D, class Style>
jobject ListToJava(JNIEnv* env, const typename D::type& v) {
  using E = typename D::element;
  const auto n = static_cast<jsize>(v.size());
  jvalue argument;
  if constexpr (Style::kBulk) {
    jobjectArray array = env->NewObjectArray(n, jdk.object, nullptr);
    jsize i = 0;
    for (const auto& item : v) {
      jobject element = ToJava<E, Style>(env, item);
      env->SetObjectArrayElement(array, i++, element);
      Drop<E, Style>(env, element);
    }
    argument.l = array;
    jobject list = env->CallStaticObjectMethodA(jdk.as_list.cls, jdk.as_list.id, &argument);
    env->DeleteLocalRef(array);
    return list;
  } else {
    const MethodUse<Style> constructor(env, jdk.new_array_list);
    argument.i = n;
    jobject list = env->NewObjectA(constructor.cls(), constructor.id(), &argument);
    for (const auto& item : v) {
      if constexpr (Style::kFramed) env->PushLocalFrame(8);
      argument.l = ToJava<E, Style>(env, item);
      const MethodUse<Style> add(env, jdk.list_add);
      env->CallBooleanMethodA(list, add.id(), &argument);
      if constexpr (Style::kFramed) {
        env->PopLocalFrame(nullptr);
      } else {
        Drop<E, Style>(env, argument.l);
      }
    }
    return list;
  }
}

template <class D, class Style>
typename D::type ListFromJava(JNIEnv* env, jobject o) {
  using E = typename D::element;
  typename D::type v;
  if constexpr (Style::kBulk) {
    auto* array = static_cast<jobjectArray>(env->CallObjectMethodA(o, jdk.to_array.id, nullptr));
    const jsize n = env->GetArrayLength(array);
    v.reserve(static_cast<std::size_t>(n));
    for (jsize i = 0; i < n; ++i) {
      jobject element = env->GetObjectArrayElement(array, i);
      v.push_back(FromJava<E, Style>(env, element));
      env->DeleteLocalRef(element);
    }
    env->DeleteLocalRef(array);
  } else {
    const MethodUse<Style> size(env, jdk.list_size);
    const jint n = env->CallIntMethodA(o, size.id(), nullptr);
    v.reserve(static_cast<std::size_t>(n));
    for (jint i = 0; i < n; ++i) {
      if constexpr (Style::kFramed) env->PushLocalFrame(8);
      const MethodUse<Style> get(env, jdk.list_get);
      jvalue index;
      index.i = i;
      jobject element = env->CallObjectMethodA(o, get.id(), &index);
      v.push_back(FromJava<E, Style>(env, element));
      if constexpr (Style::kFramed) {
        env->PopLocalFrame(nullptr);
      } else {
        env->DeleteLocalRef(element);
      }
    }
  }
  return v;
}

template <class D, class Style>
jobject MapToJava(JNIEnv* env, const typename D::type& v) {
  const MethodUse<Style> constructor(env, jdk.new_map);
  jvalue a[2];
  a[0].i = static_cast<jint>(v.size() * 2);
  jobject map = env->NewObjectA(constructor.cls(), constructor.id(), a);
  for (const auto& [key, mapped] : v) {
    a[0].l = ToJava<typename D::key, Style>(env, key);
    a[1].l = ToJava<typename D::mapped, Style>(env, mapped);
    const MethodUse<Style> put(env, jdk.map_put);
    env->DeleteLocalRef(env->CallObjectMethodA(map, put.id(), a));
    Drop<typename D::key, Style>(env, a[0].l);
    Drop<typename D::mapped, Style>(env, a[1].l);
  }
  return map;
}

template <class D, class Style>
typename D::type MapFromJava(JNIEnv* env, jobject o) {
  typename D::type v;
  const MethodUse<Style> entry_set(env, jdk.entry_set);
  jobject set = env->CallObjectMethodA(o, entry_set.id(), nullptr);
  const auto take = [&](jobject entry) {
    const MethodUse<Style> get_key(env, jdk.get_key);
    const MethodUse<Style> get_value(env, jdk.get_value);
    jobject key = env->CallObjectMethodA(entry, get_key.id(), nullptr);
    jobject mapped = env->CallObjectMethodA(entry, get_value.id(), nullptr);
    v.emplace(FromJava<typename D::key, Style>(env, key),
              FromJava<typename D::mapped, Style>(env, mapped));
    env->DeleteLocalRef(key);
    env->DeleteLocalRef(mapped);
    env->DeleteLocalRef(entry);
  };
  if constexpr (Style::kBulk) {
    auto* array = static_cast<jobjectArray>(env->CallObjectMethodA(set, jdk.to_array.id, nullptr));
    const jsize n = env->GetArrayLength(array);
    for (jsize i = 0; i < n; ++i) take(env->GetObjectArrayElement(array, i));
    env->DeleteLocalRef(array);
  } else {
    const MethodUse<Style> iterator(env, jdk.iterator);
    const MethodUse<Style> has_next(env, jdk.has_next);
    const MethodUse<Style> next(env, jdk.next);
    jobject position = env->CallObjectMethodA(set, iterator.id(), nullptr);
    while (env->CallBooleanMethodA(position, has_next.id(), nullptr)) {
      take(env->CallObjectMethodA(position, next.id(), nullptr));
    }
    env->DeleteLocalRef(position);
  }
  env->DeleteLocalRef(set);
  return v;
}

template <class D, class Style>
jobject ClassToJava(JNIEnv* env, const typename D::type& v) {
  const ClassUse<D, Style> use(env);
  std::array<jvalue, D::Fields::kSize> a;
  ForEachField<D>([&]<class F, std::size_t I>() {
    using E = typename F::descriptor;
    const auto& member = v.*F::kPointer;
    if constexpr (E::kKind == Kind::kBool) {
      a[I].z = static_cast<jboolean>(member);
    } else if constexpr (E::kKind == Kind::kInt) {
      a[I].j = member;
    } else if constexpr (E::kKind == Kind::kDouble) {
      a[I].d = member;
    } else {
      a[I].l = ToJava<E, Style>(env, member);
    }
  });
  jobject object = env->NewObjectA(use.cls(), use.constructor(), a.data());
  ForEachField<D>([&]<class F, std::size_t I>() {
    using E = typename F::descriptor;
    if constexpr (E::kKind != Kind::kBool && E::kKind != Kind::kInt && E::kKind != Kind::kDouble) {
      Drop<E, Style>(env, a[I].l);
    }
  });
  return object;
}

template <class D, class Style>
typename D::type ClassFromJava(JNIEnv* env, jobject o) {
  const ClassUse<D, Style> use(env);
  typename D::type v{};
  ForEachField<D>([&]<class F, std::size_t I>() {
    using E = typename F::descriptor;
    auto& member = v.*F::kPointer;
    if constexpr (E::kKind == Kind::kBool) {
      member = env->GetBooleanField(o, use.field(I)) != 0;
    } else if constexpr (E::kKind == Kind::kInt) {
      member = env->GetLongField(o, use.field(I));
    } else if constexpr (E::kKind == Kind::kDouble) {
      member = env->GetDoubleField(o, use.field(I));
    } else {
      jobject child = env->GetObjectField(o, use.field(I));
      member = FromJava<E, Style>(env, child);
      if (child != nullptr) {
        if constexpr (!Style::kFramed) env->DeleteLocalRef(child);
      }
    }
  });
  return v;
}

template <class D, class Style>
jobject ToJava(JNIEnv* env, const typename D::type& v) {
  jvalue a;
  if constexpr (D::kKind == Kind::kBool) {
    if constexpr (Style::kCached) return jdk.booleans[v ? 1 : 0];
    const MethodUse<Style> m(env, jdk.boolean_value_of);
    a.z = static_cast<jboolean>(v);
    return env->CallStaticObjectMethodA(m.cls(), m.id(), &a);
  } else if constexpr (D::kKind == Kind::kInt) {
    const MethodUse<Style> m(env, jdk.long_value_of);
    a.j = v;
    return env->CallStaticObjectMethodA(m.cls(), m.id(), &a);
  } else if constexpr (D::kKind == Kind::kDouble) {
    const MethodUse<Style> m(env, jdk.double_value_of);
    a.d = v;
    return env->CallStaticObjectMethodA(m.cls(), m.id(), &a);
  } else if constexpr (D::kKind == Kind::kString) {
    return NewJavaString(env, v);
  } else if constexpr (D::kKind == Kind::kEnum) {
    const auto index = static_cast<std::size_t>(v);
    if constexpr (Style::kCached) return EnumIds<D>::constants[index];
    jclass cls = env->FindClass(D::kPojo);
    jobject constant =
        env->GetStaticObjectField(cls, env->GetStaticFieldID(cls, D::kNames[index], D::kSignature));
    env->DeleteLocalRef(cls);
    return constant;
  } else if constexpr (D::kKind == Kind::kData) {
    return NewJavaArray(env, v);
  } else if constexpr (D::kKind == Kind::kOptional) {
    return v.has_value() ? ToJava<typename D::element, Style>(env, *v) : nullptr;
  } else if constexpr (D::kKind == Kind::kList) {
    return ListToJava<D, Style>(env, v);
  } else if constexpr (D::kKind == Kind::kMap) {
    return MapToJava<D, Style>(env, v);
  } else if constexpr (D::kKind == Kind::kAny) {
    return [&]<class... C>(Any<C...>) {
      jobject object = nullptr;
      const auto attempt = [&]<class Candidate>() {
        if (object != nullptr) return;
        if (const auto* content = v.template GetIf<typename Candidate::type>()) {
          object = ClassToJava<Candidate, Style>(env, *content);
        }
      };
      (attempt.template operator()<C>(), ...);
      return object;
    }(D{});
  } else {
    return ClassToJava<D, Style>(env, v);
  }
}

template <class D, class Style>
typename D::type FromJava(JNIEnv* env, jobject o) {
  if constexpr (D::kKind == Kind::kBool) {
    if constexpr (Style::kBulk) return env->GetBooleanField(o, jdk.boolean_field) != 0;
    const MethodUse<Style> m(env, jdk.boolean_value);
    return env->CallBooleanMethodA(o, m.id(), nullptr) != 0;
  } else if constexpr (D::kKind == Kind::kInt) {
    if constexpr (Style::kBulk) return env->GetLongField(o, jdk.long_field);
    const MethodUse<Style> m(env, jdk.long_value);
    return env->CallLongMethodA(o, m.id(), nullptr);
  } else if constexpr (D::kKind == Kind::kDouble) {
    if constexpr (Style::kBulk) return env->GetDoubleField(o, jdk.double_field);
    const MethodUse<Style> m(env, jdk.double_value);
    return env->CallDoubleMethodA(o, m.id(), nullptr);
  } else if constexpr (D::kKind == Kind::kString) {
    return TakeJavaString(env, static_cast<jstring>(o));
  } else if constexpr (D::kKind == Kind::kEnum) {
    const MethodUse<Style> m(env, jdk.ordinal);
    return static_cast<typename D::type>(env->CallIntMethodA(o, m.id(), nullptr));
  } else if constexpr (D::kKind == Kind::kData) {
    return TakeJavaArray<typename D::item>(env, o);
  } else if constexpr (D::kKind == Kind::kOptional) {
    if (o == nullptr) return std::nullopt;
    return FromJava<typename D::element, Style>(env, o);
  } else if constexpr (D::kKind == Kind::kList) {
    return ListFromJava<D, Style>(env, o);
  } else if constexpr (D::kKind == Kind::kMap) {
    return MapFromJava<D, Style>(env, o);
  } else if constexpr (D::kKind == Kind::kAny) {
    return [&]<class... C>(Any<C...>) {
      causeway::Value value;
      const auto attempt = [&]<class Candidate>() {
        if (!value.is_null()) return;
        const ClassUse<Candidate, Style> use(env);
        if (env->IsInstanceOf(o, use.cls())) {
          value = causeway::Value::Of(ClassFromJava<Candidate, Style>(env, o));
        }
      };
      (attempt.template operator()<C>(), ...);
      return value;
    }(D{});
  } else {
    return ClassFromJava<D, Style>(env, o);
  }
}

}  // namespace causeway::bench
