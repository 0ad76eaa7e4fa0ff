// From Java classes to the C++ types of their peers: the factories that Registry::GetOrCreate
// needs.
#pragma once

#include <jni.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>

#include "causeway/export.h"
#include "causeway/peer.h"
#include "causeway/vm.h"

namespace causeway {

struct PeerType {
  const char* java_class = nullptr;  // "com/x/Foo"; a literal, or as long-lived as the map
  Ref<Peer> (*make)(JNIEnv* env, jobject object) = nullptr;
};

// Makes peers: `make` of the class of an object, or of the nearest of its super classes that is in
// the map (an entry for java/lang/Object takes all the rest). An own class gets its peer activated,
// a foreign one a proxy; the map does not care which. Thread-safe; no factory runs under a lock.
class CAUSEWAY_EXPORT TypeMap {
 public:
  enum class Resolve {
    // All classes are found when the map is made: one that is missing is an error then, and each
    // costs a class load at start-up.
    kAtOnce,
    // Nothing is found at start-up: a class that is met for the first time is asked for its name.
    // A misspelt entry is never noticed. Classes of one name in two loaders are both taken.
    kLazily,
  };
  // Throws Error "class-not-found" (kAtOnce), "duplicate-class".
  TypeMap(Vm& vm, std::span<const PeerType> types, Resolve resolve);
  ~TypeMap();
  TypeMap(const TypeMap&) = delete;
  TypeMap& operator=(const TypeMap&) = delete;

  // Null if no class of the object is in the map.
  const PeerType* Find(JNIEnv* env, jobject object);
  // The peer of `object` in `registry`, made by its type if it has none. Null if it has no type.
  Ref<Peer> GetOrCreate(Registry& registry, JNIEnv* env, jobject object,
                        Standing standing = Standing::kReal);

  // Java classes met so far whose type is known, or known to be none.
  std::size_t known_classes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace causeway
