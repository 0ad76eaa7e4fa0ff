#include "bench/peers/type_maps.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <chrono>
#include <map>
#include <vector>

#include "bench/peers/lookup_loop.h"
#include "causeway/type_map.h"

namespace causeway::bench {
namespace {

Ref<Peer> MakeNumbered(JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Numbered>(1)); }

constexpr const char* kClasses[] = {
    "java/util/ArrayList",     "java/util/LinkedList",      "java/util/HashMap",
    "java/util/LinkedHashMap", "java/util/TreeMap",         "java/util/HashSet",
    "java/util/LinkedHashSet", "java/util/TreeSet",         "java/util/ArrayDeque",
    "java/util/PriorityQueue", "java/util/Vector",          "java/util/Stack",
    "java/util/Hashtable",     "java/util/IdentityHashMap", "java/util/WeakHashMap",
    "java/util/Random",        "java/util/StringJoiner",    "java/util/Properties",
    "java/lang/StringBuilder", "java/lang/StringBuffer",    "java/lang/Exception",
    "java/lang/Error",         "java/lang/Thread",          "java/lang/Object"};

}  // namespace

void PrintTypeMaps(Vm& vm, std::ostream& out) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRounds = 40;
  constexpr int kSteady = 2'000;
  JNIEnv* env = vm.env();
  std::vector<PeerType> types;
  for (const char* name : kClasses) types.push_back({name, &MakeNumbered});
  // An object of each without running a constructor.
  std::vector<jobject> objects;
  for (const char* name : kClasses) {
    const jclass type = env->FindClass(name);
    const jobject local = env->AllocObject(type);
    objects.push_back(env->NewGlobalRef(local));
    env->DeleteLocalRef(local);
    env->DeleteLocalRef(type);
  }
  const auto n = static_cast<double>(objects.size());
  std::map<TypeMap::Resolve, std::vector<double>> start;
  std::map<TypeMap::Resolve, std::vector<double>> first;
  std::map<TypeMap::Resolve, std::vector<double>> steady;
  for (int round = -3; round < kRounds; ++round) {
    for (const auto resolve : {TypeMap::Resolve::kAtOnce, TypeMap::Resolve::kLazily}) {
      const auto since = [](Clock::time_point begin, double per) {
        return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / per;
      };
      const auto find_all = [&](TypeMap& map) {
        for (const jobject object : objects) {
          if (map.Find(env, object) == nullptr) Die("a class has no factory");
        }
      };
      auto begin = Clock::now();
      TypeMap map(vm, types, resolve);
      const double started = since(begin, n);
      begin = Clock::now();
      find_all(map);
      const double found = since(begin, n);
      begin = Clock::now();
      for (int i = 0; i < kSteady / static_cast<int>(objects.size()); ++i) find_all(map);
      const double again =
          since(begin, n * static_cast<double>(kSteady / static_cast<int>(objects.size())));
      if (round < 0) continue;
      start[resolve].push_back(started);
      first[resolve].push_back(found);
      steady[resolve].push_back(again);
    }
  }
  fmt::print(out,
             "\n| type map of {} classes | start, ns a class | first object of a class | "
             "later ones |\n| --- | ---: | ---: | ---: |\n",
             objects.size());
  for (const auto resolve : {TypeMap::Resolve::kAtOnce, TypeMap::Resolve::kLazily}) {
    fmt::print(out, "| resolved {} | {:.0f} | {:.0f} | {:.0f} |\n",
               resolve == TypeMap::Resolve::kAtOnce ? "at once" : "lazily", Median(start[resolve]),
               Median(first[resolve]), Median(steady[resolve]));
  }
  for (const jobject object : objects) env->DeleteGlobalRef(object);
}

}  // namespace causeway::bench
