// The lookups of causeway::Registry in the patterns of bench/peers, the path that makes a peer, and
// the type map. Each pattern has a registry of its own: all are sampled in turns, and what one
// teaches the prediction must not help or hurt the next. A row's floor is the same call with the
// object alone.
#include <array>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "causeway/peer.h"
#include "causeway/type_map.h"
#include "runtime/probe/rows.h"

namespace causeway::probe {
namespace {

constexpr const char* kGroup = "lookup";
constexpr int kOrder = 1 << 14;

class Numbered final : public Peer {};

// What the natives use; selected before each sample.
Registry* registry = nullptr;
TypeMap* types = nullptr;

// Nothing of C++ may be thrown into Java: what a row does here throws only if the probe is wrong.
jlong JNICALL Borrow(JNIEnv* env, jclass, jobject object) noexcept {
  const PeerScope scope(*registry, env);
  return scope.Borrow(object) == nullptr ? 0 : 1;
}
jlong JNICALL Peek(JNIEnv* env, jclass, jobject object) noexcept {
  return registry->Peek(env, object) ? 1 : 0;
}
jlong JNICALL ByHash(JNIEnv* env, jclass, jobject object, jint hash) noexcept {
  const PeerScope scope(*registry, env);
  return scope.BorrowByHash(object, hash) == nullptr ? 0 : 1;
}
jlong JNICALL ByHandle(JNIEnv* env, jclass, jobject, jlong handle) noexcept {
  const PeerScope scope(*registry, env);
  return scope.BorrowByHandle(handle).registered() ? 1 : 0;
}
jlong JNICALL Create(JNIEnv* env, jclass, jobject object) noexcept {
  return registry->GetOrCreate(env, object,
                               [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Numbered>()); })
             ? 1
             : 0;
}
jlong JNICALL Find(JNIEnv* env, jclass, jobject object) noexcept {
  return types->Find(env, object) == nullptr ? 0 : 1;
}
jlong JNICALL CreateTyped(JNIEnv* env, jclass, jobject object) noexcept {
  return types->GetOrCreate(*registry, env, object) ? 1 : 0;
}

struct Pattern {
  std::string name;
  int objects;
  std::function<int(int)> at;
  bool registered = true;
};

std::vector<Pattern> Patterns() {
  std::vector<Pattern> patterns;
  patterns.push_back({"one repeated", 1, [](int) { return 0; }});
  for (const int n : {2, 8, 64}) {
    patterns.push_back({std::to_string(n) + " in turn", n, [n](int i) { return i % n; }});
  }
  for (const int n : {2, 8, 64}) {
    patterns.push_back(
        {"runs of eight, " + std::to_string(n), n, [n](int i) { return i / 8 % n; }});
  }
  patterns.push_back(
      {"parent/child walk", 33, [](int i) { return i % 2 == 0 ? 0 : 1 + i / 2 % 32; }});
  for (const int n : {64, 20'000}) {
    const auto random = std::make_shared<std::mt19937>(20261201);
    patterns.push_back({"random over " + std::to_string(n), n, [n, random](int) {
                          return std::uniform_int_distribution<int>(0, n - 1)(*random);
                        }});
  }
  patterns.push_back({"64 unregistered", 64, [](int i) { return i % 64; }, false});
  return patterns;
}

// They live until the process ends, without their destructors: the JVM is gone by then.
template <class T, class... Args>
T* Keep(Args&&... args) {
  return new T(std::forward<Args>(args)...);
}

void Prepare(const Jvm& jvm, int which, const Pattern& pattern, Registry& mine) {
  JNIEnv* const env = jvm.env();
  std::vector<jint> order(kOrder);
  for (int i = 0; i < kOrder; ++i) order[static_cast<std::size_t>(i)] = pattern.at(i);
  const jintArray array = env->NewIntArray(kOrder);
  env->SetIntArrayRegion(array, 0, kOrder, order.data());
  env->CallStaticVoidMethod(jvm.loop(), jvm.StaticMethod(jvm.loop(), "pattern", "(II[I)V"), which,
                            pattern.objects, array);
  env->DeleteLocalRef(array);
  jvm.MustBeClear(pattern.name.c_str());
  if (!pattern.registered) return;
  const jmethodID object_at = jvm.StaticMethod(jvm.loop(), "objectAt", "(II)Ljava/lang/Object;");
  const jmethodID own_at = jvm.StaticMethod(jvm.loop(), "ownAt", "(II)Ljava/lang/Object;");
  const jfieldID peer = env->GetFieldID(jvm.Class("dev/causeway/probe/ProbeLoop$Own"), "peer", "J");
  for (int i = 0; i < pattern.objects; ++i) {
    const jobject object = env->CallStaticObjectMethod(jvm.loop(), object_at, which, i);
    mine.Add(env, object, MakePeer<Numbered>());
    const jobject own = env->CallStaticObjectMethod(jvm.loop(), own_at, which, i);
    env->SetLongField(own, peer, mine.Add(env, own, MakePeer<Numbered>())->handle());
    env->DeleteLocalRef(object);
    env->DeleteLocalRef(own);
  }
  jvm.MustBeClear(pattern.name.c_str());
}

void Forget(JNIEnv* env, Registry& made) {
  for (const Ref<Peer>& peer : made.List()) made.Remove(env, *peer);
  made.Drain(env);
}

// Eight classes of the JDK: each has a constructor without arguments.
constexpr std::array<const char*, 8> kClasses = {
    "java/lang/Object",  "java/util/ArrayList",  "java/util/HashMap",    "java/util/TreeMap",
    "java/util/HashSet", "java/util/LinkedList", "java/util/ArrayDeque", "java/lang/StringBuilder"};

std::vector<PeerType> EightTypes() {
  std::vector<PeerType> all;
  for (const char* name : kClasses) {
    all.push_back({name, [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Numbered>()); }});
  }
  return all;
}

void AddTypeMap(const Jvm& jvm, Rows& rows, int which) {
  JNIEnv* const env = jvm.env();
  const jobjectArray things = env->NewObjectArray(static_cast<jsize>(kClasses.size()),
                                                  env->FindClass("java/lang/Object"), nullptr);
  for (std::size_t i = 0; i < kClasses.size(); ++i) {
    const jclass type = jvm.Class(kClasses[i]);
    const jobject thing = env->NewObject(type, env->GetMethodID(type, "<init>", "()V"));
    env->SetObjectArrayElement(things, static_cast<jsize>(i), thing);
    env->DeleteLocalRef(thing);
  }
  env->CallStaticVoidMethod(
      jvm.loop(), jvm.StaticMethod(jvm.loop(), "things", "(I[Ljava/lang/Object;)V"), which, things);
  env->DeleteLocalRef(things);
  const jmethodID select = jvm.StaticMethod(jvm.loop(), "select", "(I)V");
  Registry* const made = Keep<Registry>(jvm.vm());
  static const std::vector<PeerType> eight = EightTypes();
  for (const auto resolve : {TypeMap::Resolve::kAtOnce, TypeMap::Resolve::kLazily}) {
    const char* how = resolve == TypeMap::Resolve::kAtOnce ? "at once" : "lazily";
    TypeMap* const map = Keep<TypeMap>(jvm.vm(), eight, resolve);
    const auto resolved = std::string(", resolved ") + how;
    Row find = JavaRow(jvm, kGroup, "type map: the type of an object, 8 classes in turn" + resolved,
                       "TypeMap::Find", "runFind", kObjectCall);
    find.before = [=, loop = jvm.loop()] {
      types = map;
      env->CallStaticVoidMethod(loop, select, which);
    };
    rows.push_back(std::move(find));
    Row create = JavaRow(jvm, kGroup, "type map: a new object gets its peer" + resolved,
                         "TypeMap::GetOrCreate", "runCreateTyped", "Java to C++, a new object");
    create.before = [=] {
      types = map;
      registry = made;
    };
    create.after = [=] { Forget(env, *made); };
    rows.push_back(std::move(create));
    rows.push_back(NativeRow(kGroup, "type map of 8 classes, made and destroyed" + resolved,
                             "start-up; the classes are loaded",
                             [&vm = jvm.vm(), resolve] { TypeMap(vm, eight, resolve); }));
  }
}

}  // namespace

void AddLookups(const Jvm& jvm, Rows& rows) {
  Register(jvm, {Native("borrow", "(Ljava/lang/Object;)J", &Borrow),
                 Native("peek", "(Ljava/lang/Object;)J", &Peek),
                 Native("byHash", "(Ljava/lang/Object;I)J", &ByHash),
                 Native("byHandle", "(Ljava/lang/Object;J)J", &ByHandle),
                 Native("create", "(Ljava/lang/Object;)J", &Create),
                 Native("find", "(Ljava/lang/Object;)J", &Find),
                 Native("createTyped", "(Ljava/lang/Object;)J", &CreateTyped)});
  JNIEnv* const env = jvm.env();
  const jmethodID select = jvm.StaticMethod(jvm.loop(), "select", "(I)V");
  int which = 0;
  for (const Pattern& pattern : Patterns()) {
    Registry* const mine = Keep<Registry>(jvm.vm());
    Prepare(jvm, which, pattern, *mine);
    const std::string floor = "Java to C++, objects: " + pattern.name;
    const auto add = [&](const std::string& how, const char* about, const char* method) {
      Row row = JavaRow(jvm, kGroup, how + ": " + pattern.name, about, method, floor);
      row.before = [=, loop = jvm.loop()] {
        registry = mine;
        env->CallStaticVoidMethod(loop, select, which);
      };
      rows.push_back(std::move(row));
    };
    add("Java to C++, objects", "what the lookups of this pattern stand on", "runObject");
    rows.back().floor.clear();
    rows.back().group = "floor";
    add("by object", "PeerScope::Borrow", "runBorrow");
    add("by object, a Ref", "Registry::Peek", "runPeek");
    add("by hash", "PeerScope::BorrowByHash, the hash passed as an int", "runByHash");
    if (pattern.registered) add("by handle", "PeerScope::BorrowByHandle", "runByHandle");
    ++which;
  }

  rows.push_back(JavaRow(jvm, "floor", "Java to C++, a new object",
                         "what the creating rows stand on", "runNew", ""));
  Registry* const made = Keep<Registry>(jvm.vm());
  Row create = JavaRow(jvm, kGroup, "create: miss, factory, register", "Registry::GetOrCreate",
                       "runCreate", "Java to C++, a new object");
  create.before = [=] { registry = made; };
  create.after = [=] { Forget(env, *made); };
  rows.push_back(std::move(create));
  AddTypeMap(jvm, rows, which);
}

}  // namespace causeway::probe
