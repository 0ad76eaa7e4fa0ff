// A class that has been met is remembered by identity: its hash and a weak reference, so that the
// map keeps no class loader alive. What is remembered includes "none", and for a class that is not
// in the map itself what was found further up.

#include "causeway/type_map.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "causeway/error.h"
#include "runtime/peers/registry.h"

namespace causeway {

namespace {

std::string_view NameOf(const PeerType& type) { return type.java_class; }

}  // namespace

struct TypeMap::Impl {
  Impl(Vm& of, std::span<const PeerType> from);
  ~Impl();

  const PeerType* Resolve(JNIEnv* env, jclass java_class);
  // What is remembered of a class; nothing: it has not been met.
  std::optional<const PeerType*> Known(JNIEnv* env, jclass java_class, std::uint32_t hash) const;
  void Remember(JNIEnv* env, jclass java_class, std::uint32_t hash, const PeerType* type);
  // By its name. Null: it is not in the map.
  const PeerType* ByName(JNIEnv* env, jclass java_class) const;

  struct Met {
    jweak java_class;
    const PeerType* type;
  };

  Vm& vm;
  std::vector<PeerType> types;  // sorted by name
  const peers::JniJava java;
  jclass class_class;
  jmethodID get_name;
  mutable std::shared_mutex mutex;
  std::unordered_multimap<std::uint32_t, Met> met;
  std::size_t purge_at = 256;
};

TypeMap::Impl::Impl(Vm& of, std::span<const PeerType> from)
    : vm(of),
      types(from.begin(), from.end()),
      java(vm, /*check_exceptions=*/true),
      class_class(vm.FindClass("java/lang/Class")),
      get_name(vm.env()->GetMethodID(class_class, "getName", "()Ljava/lang/String;")) {
  std::ranges::sort(types, {}, NameOf);
  const auto twice = std::ranges::adjacent_find(types, {}, NameOf);
  if (twice != types.end()) {
    vm.env()->DeleteGlobalRef(class_class);
    throw Error("duplicate-class", std::string(twice->java_class) + " is twice in the type map");
  }
}

TypeMap::Impl::~Impl() {
  try {
    JNIEnv* env = vm.env();
    for (const auto& [hash, entry] : met) env->DeleteWeakGlobalRef(entry.java_class);
    env->DeleteGlobalRef(class_class);
  } catch (const Error&) {
    // The VM is gone, and its references with it.
  }
}

std::optional<const PeerType*> TypeMap::Impl::Known(JNIEnv* env, jclass java_class,
                                                    std::uint32_t hash) const {
  const std::shared_lock lock(mutex);
  const auto [first, last] = met.equal_range(hash);
  for (auto i = first; i != last; ++i) {
    if (env->IsSameObject(i->second.java_class, java_class) != JNI_FALSE) return i->second.type;
  }
  return std::nullopt;
}

void TypeMap::Impl::Remember(JNIEnv* env, jclass java_class, std::uint32_t hash,
                             const PeerType* type) {
  const jweak weak = env->NewWeakGlobalRef(java_class);
  if (weak == nullptr) {  // no memory: it will be asked again
    if (env->ExceptionCheck() != JNI_FALSE) env->ExceptionClear();
    return;
  }
  const std::unique_lock lock(mutex);
  const auto [first, last] = met.equal_range(hash);
  const bool there = std::any_of(first, last, [&](const auto& entry) {
    return env->IsSameObject(entry.second.java_class, java_class) != JNI_FALSE;
  });
  if (there) {
    env->DeleteWeakGlobalRef(weak);
    return;
  }
  met.emplace(hash, Met{weak, type});
  if (met.size() < purge_at) return;
  // Classes that have been unloaded.
  std::erase_if(met, [env](const auto& entry) {
    if (env->IsSameObject(entry.second.java_class, nullptr) == JNI_FALSE) return false;
    env->DeleteWeakGlobalRef(entry.second.java_class);
    return true;
  });
  purge_at = std::max<std::size_t>(256, 2 * met.size());
}

const PeerType* TypeMap::Impl::ByName(JNIEnv* env, jclass java_class) const {
  const auto name = static_cast<jstring>(env->CallObjectMethod(java_class, get_name));
  if (env->ExceptionCheck() != JNI_FALSE || name == nullptr) {
    env->ExceptionClear();
    return nullptr;
  }
  // Modified UTF-8, as the names in the map are.
  const jsize length = env->GetStringLength(name);
  std::string text(static_cast<std::size_t>(env->GetStringUTFLength(name)) + 1, '\0');
  env->GetStringUTFRegion(name, 0, length, text.data());
  text.pop_back();
  env->DeleteLocalRef(name);
  std::ranges::replace(text, '.', '/');
  const auto at = std::ranges::lower_bound(types, std::string_view(text), {}, NameOf);
  return at != types.end() && text == at->java_class ? &*at : nullptr;
}

const PeerType* TypeMap::Impl::Resolve(JNIEnv* env, jclass java_class) {
  const std::uint32_t hash = java.Hash(env, java_class);
  if (const auto known = Known(env, java_class, hash)) return *known;
  const PeerType* type = ByName(env, java_class);
  if (type == nullptr) {
    if (const jclass super = env->GetSuperclass(java_class)) {
      type = Resolve(env, super);
      env->DeleteLocalRef(super);
    }
  }
  Remember(env, java_class, hash, type);
  return type;
}

TypeMap::TypeMap(Vm& vm, std::span<const PeerType> types, enum Resolve resolve)
    : impl_(std::make_unique<Impl>(vm, types)) {
  if (resolve == Resolve::kLazily) return;
  JNIEnv* env = vm.env();
  for (const PeerType& type : impl_->types) {
    const jclass java_class = vm.FindClass(type.java_class);
    impl_->Remember(env, java_class, impl_->java.Hash(env, java_class), &type);
    env->DeleteGlobalRef(java_class);
  }
}

TypeMap::~TypeMap() = default;

const PeerType* TypeMap::Find(JNIEnv* env, jobject object) {
  if (object == nullptr) return nullptr;
  const jclass java_class = env->GetObjectClass(object);
  const PeerType* type = impl_->Resolve(env, java_class);
  env->DeleteLocalRef(java_class);
  return type;
}

Ref<Peer> TypeMap::GetOrCreate(Registry& registry, JNIEnv* env, jobject object, Standing standing) {
  return registry.GetOrCreate(
      env, object,
      [this](JNIEnv* own, jobject of) {
        const PeerType* type = Find(own, of);
        return type == nullptr ? Ref<Peer>() : type->make(own, of);
      },
      standing);
}

std::size_t TypeMap::known_classes() const {
  const std::shared_lock lock(impl_->mutex);
  return impl_->met.size();
}

}  // namespace causeway
