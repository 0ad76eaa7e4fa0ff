// Lookups per pattern, as ratio to a plain registry: gross time of a callback from a Java loop,
// with a fresh local reference each (the call itself is the row "empty").
//
//   peers_bench [--samples N] [--json FILE] [--markdown FILE] [--filter TEXT]
//
// All strategies of a pattern run in one process, in an order that is shuffled in each round; a
// ratio is the median of the rounds' ratios.
#include <fmt/core.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "bench/peers/comparators.h"
#include "bench/transport/sample.h"
#include "causeway/peer.h"
#include "causeway/type_map.h"

namespace causeway::bench {
namespace {

class Numbered final : public Peer {
 public:
  explicit Numbered(std::int64_t n) : value(n) {}
  const std::int64_t value;
};

// What the native methods use: one process, one benchmark.
struct World {
  explicit World(Vm& vm, JNIEnv* env) : hash(env), registry(vm), created(vm) {}
  HashCall hash;
  LockedMap<std::mutex, 1> plain;
  LockedMap<std::mutex, 16> striped;
  LockedMap<std::shared_mutex, 1> read_write;
  LockedMap<std::mutex, 1> created_plain;
  Registry registry;
  Registry created;
  std::vector<jlong> handles;  // of the own objects
  jfieldID own_peer = nullptr;
};
World* world = nullptr;

// The idea of a one-entry cache in front of the plain registry.
thread_local Entry recent;

jlong ValueOf(const Entry& entry) { return entry.peer == nullptr ? 0 : entry.peer->value; }

jlong JNICALL Empty(JNIEnv*, jclass, jobject) { return 1; }
jlong JNICALL Usual(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->plain.Find(env, object, world->hash.Plain(env, object)));
}
jlong JNICALL UsualA(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->plain.Find(env, object, world->hash.Array(env, object)));
}
jlong JNICALL Striped(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->striped.Find(env, object, world->hash.Array(env, object)));
}
jlong JNICALL ReadWrite(JNIEnv* env, jclass, jobject object) {
  return ValueOf(world->read_write.Find(env, object, world->hash.Array(env, object)));
}
jlong JNICALL Recent(JNIEnv* env, jclass, jobject object) {
  if (recent.global != nullptr && env->IsSameObject(recent.global, object) != JNI_FALSE) {
    return ValueOf(recent);
  }
  const Entry found = world->plain.Find(env, object, world->hash.Plain(env, object));
  if (found.global != nullptr) recent = found;
  return ValueOf(found);
}
jlong JNICALL Borrow(JNIEnv* env, jclass, jobject object) {
  const PeerScope scope(world->registry, env);
  const Peer* peer = scope.Borrow(object);
  return peer == nullptr ? 0 : static_cast<const Numbered*>(peer)->value;
}
jlong JNICALL Peek(JNIEnv* env, jclass, jobject object) {
  const Ref<Peer> peer = world->registry.Peek(env, object);
  return peer ? static_cast<const Numbered&>(*peer).value : 0;
}
jlong JNICALL ByHash(JNIEnv* env, jclass, jobject object, jint hash) {
  const PeerScope scope(world->registry, env);
  const Peer* peer = scope.BorrowByHash(object, hash);
  return peer == nullptr ? 0 : static_cast<const Numbered*>(peer)->value;
}
jlong JNICALL ByHandle(JNIEnv* env, jclass, jobject, jlong handle) {
  const PeerScope scope(world->registry, env);
  return static_cast<const Numbered&>(scope.BorrowByHandle(handle)).value;
}
// Miss, factory, registration. The plain way allocates a peer and takes a reference, too.
jlong JNICALL CreatePlain(JNIEnv* env, jclass, jobject object) {
  const jint hash = world->hash.Plain(env, object);
  if (world->created_plain.Find(env, object, hash).global != nullptr) return 0;
  world->created_plain.Add(env, object, world->hash.Plain(env, object), 7);
  return 1;
}
jlong JNICALL Create(JNIEnv* env, jclass, jobject object) {
  const Ref<Peer> peer = world->created.GetOrCreate(
      env, object, [](JNIEnv*, jobject) { return Ref<Peer>(MakePeer<Numbered>(7)); });
  return peer ? 1 : 0;
}
void JNICALL SetHandle(JNIEnv* env, jclass, jobject own, jint index) {
  env->SetLongField(own, world->own_peer, world->handles.at(static_cast<std::size_t>(index)));
}

enum Method {
  kEmpty,
  kPlain,
  kPlainA,
  kStriped,
  kReadWrite,
  kRecent,
  kBorrow,
  kPeek,
  kByHash,
  kByHandle,
  kCreatePlain,
  kCreate
};

using Order = std::vector<jint>;

struct Pattern {
  std::string name;
  int objects = 1;
  Order order;
  bool registered = true;
  // The requirement and the aim for `kBorrow`, `kByHash` and `kByHandle`; 0: none.
  std::map<Method, std::pair<double, double>> must;
};

Order Make(const std::function<int(int)>& at) {
  constexpr int kLength = 1 << 14;
  Order order(kLength);
  for (int i = 0; i < kLength; ++i) order[static_cast<std::size_t>(i)] = at(i);
  return order;
}

std::vector<Pattern> Patterns() {
  std::vector<Pattern> patterns;
  patterns.push_back({"one repeated",
                      1,
                      Make([](int) { return 0; }),
                      true,
                      {{kBorrow, {0.30, 0.22}}, {kByHandle, {0.12, 0.09}}}});
  for (const int n : {2, 8, 64}) {
    patterns.push_back({fmt::format("{} in turn", n),
                        n,
                        Make([n](int i) { return i % n; }),
                        true,
                        {{kBorrow, {0.30, 0.23}}}});
  }
  for (const int n : {2, 8, 64}) {
    patterns.push_back({fmt::format("runs of eight, {}", n),
                        n,
                        Make([n](int i) { return i / 8 % n; }),
                        true,
                        {{kBorrow, {0.35, 0.25}}}});
  }
  patterns.push_back({"parent/child walk",
                      33,
                      Make([](int i) { return i % 2 == 0 ? 0 : 1 + i / 2 % 32; }),
                      true,
                      {{kBorrow, {0.30, 0.23}}}});
  std::mt19937 random(20261201);
  for (const int n : {64, 20'000}) {
    std::uniform_int_distribution<int> any(0, n - 1);
    const std::pair<double, double> by_hash =
        n == 64 ? std::pair(0.30, 0.20) : std::pair(0.35, 0.20);
    Pattern pattern{fmt::format("random over {}", n),
                    n,
                    Make([&](int) { return any(random); }),
                    true,
                    {{kByHash, by_hash}, {kByHandle, {0.12, 0.09}}}};
    if (n == 64) pattern.must[kBorrow] = {0.85, 0.75};
    patterns.push_back(std::move(pattern));
  }
  patterns.push_back({"64 unregistered",
                      64,
                      Make([](int i) { return i % 64; }),
                      false,
                      {{kBorrow, {0.85, 0.70}}}});
  return patterns;
}

class Bench {
 public:
  explicit Bench(Vm& vm) : vm_(vm), env_(vm.env()) {
    loop_ = static_cast<jclass>(env_->NewGlobalRef(env_->FindClass("bench/PeersLoop")));
    const jclass own = env_->FindClass("bench/PeersLoop$Own");
    world = new World(vm, env_);
    world->own_peer = env_->GetFieldID(own, "peer", "J");
    const auto native = [](const char* name, const char* signature, auto* function) {
      return JNINativeMethod{const_cast<char*>(name), const_cast<char*>(signature),
                             reinterpret_cast<void*>(function)};
    };
    const char* one = "(Ljava/lang/Object;)J";
    const JNINativeMethod methods[] = {
        native("setHandle", "(Ljava/lang/Object;I)V", &SetHandle),
        native("empty", one, &Empty),
        native("plain", one, &Usual),
        native("plainA", one, &UsualA),
        native("striped", one, &Striped),
        native("readWrite", one, &ReadWrite),
        native("recent", one, &Recent),
        native("borrow", one, &Borrow),
        native("peek", one, &Peek),
        native("byHash", "(Ljava/lang/Object;I)J", &ByHash),
        native("byHandle", "(Ljava/lang/Object;J)J", &ByHandle),
        native("createPlain", one, &CreatePlain),
        native("create", one, &Create),
    };
    env_->RegisterNatives(loop_, methods, static_cast<jint>(std::size(methods)));
    run_ = env_->GetStaticMethodID(loop_, "run", "(III)J");
    run_two_ = env_->GetStaticMethodID(loop_, "runTwo", "(II)D");
    pattern_ = env_->GetStaticMethodID(loop_, "pattern", "([I)V");
    MustBeClear();
  }

  // Objects are made anew for each pattern, and registered with all registries.
  void Prepare(const Pattern& pattern) {
    world->plain.Clear(env_);
    world->striped.Clear(env_);
    world->read_write.Clear(env_);
    recent = {};
    for (const Ref<Peer>& peer : world->registry.List()) world->registry.Remove(env_, *peer);
    world->registry.Drain(env_);
    world->handles.assign(static_cast<std::size_t>(pattern.objects), 0);
    CallVoid("prepare", "(I)V", pattern.objects);
    const jmethodID object_at = env_->GetStaticMethodID(loop_, "objectAt", "(I)Ljava/lang/Object;");
    const jmethodID own_at = env_->GetStaticMethodID(loop_, "ownAt", "(I)Ljava/lang/Object;");
    for (int i = 0; i < pattern.objects && pattern.registered; ++i) {
      const jobject object = env_->CallStaticObjectMethod(loop_, object_at, i);
      const jint hash = world->hash.Array(env_, object);
      world->plain.Add(env_, object, hash, 1);
      world->striped.Add(env_, object, hash, 1);
      world->read_write.Add(env_, object, hash, 1);
      world->registry.Add(env_, object, MakePeer<Numbered>(1));
      const jobject own = env_->CallStaticObjectMethod(loop_, own_at, i);
      const Ref<Peer> peer = world->registry.Add(env_, own, MakePeer<Numbered>(1));
      env_->SetLongField(own, world->own_peer, peer->handle());
      env_->DeleteLocalRef(object);
      env_->DeleteLocalRef(own);
    }
    const auto length = static_cast<jsize>(pattern.order.size());
    const jintArray order = env_->NewIntArray(length);
    env_->SetIntArrayRegion(order, 0, length, pattern.order.data());
    env_->CallStaticVoidMethod(loop_, pattern_, order);
    env_->DeleteLocalRef(order);
    MustBeClear();
    at_ = 0;
  }

  Variant Of(const std::string& name, Role role, Method method, bool registered) {
    const jlong each = registered || method == kEmpty ? 1 : 0;
    return {name, role,
            [this, method, each](std::int64_t calls) {
              const jlong sum = Run(method, calls);
              if (sum != each * calls) Die("a lookup found the wrong peer");
            },
            [] {}};
  }

  jlong Run(Method method, std::int64_t calls) {
    const jlong sum = env_->CallStaticLongMethod(loop_, run_, static_cast<jint>(method),
                                                 static_cast<jint>(calls), at_);
    at_ = static_cast<jint>((at_ + calls) & 0x3FFF);
    MustBeClear();
    return sum;
  }
  double RunTwo(Method method, int calls) {
    const double ns =
        env_->CallStaticDoubleMethod(loop_, run_two_, static_cast<jint>(method), calls);
    MustBeClear();
    return ns;
  }
  void ForgetCreated() {
    world->created_plain.Clear(env_);
    for (const Ref<Peer>& peer : world->created.List()) world->created.Remove(env_, *peer);
    world->created.Drain(env_);
  }

 private:
  [[noreturn]] static void Die(const char* why) {
    fmt::print(stderr, "peers_bench: {}\n", why);
    std::exit(70);
  }
  void MustBeClear() {
    if (env_->ExceptionCheck() == JNI_FALSE) return;
    env_->ExceptionDescribe();
    Die("a Java exception");
  }
  void CallVoid(const char* method, const char* signature, jint argument) {
    env_->CallStaticVoidMethod(loop_, env_->GetStaticMethodID(loop_, method, signature), argument);
    MustBeClear();
  }

  Vm& vm_;
  JNIEnv* env_;
  jclass loop_;
  jmethodID run_;
  jmethodID run_two_;
  jmethodID pattern_;
  jint at_ = 0;
};

struct Cell {
  double median = 0;  // ns
  Interval ratio;     // to plain
  std::pair<double, double> must{0, 0};
};
struct Line {
  std::string pattern;
  std::map<std::string, Cell> cells;
};

const std::vector<std::string> kColumns = {"empty",       "plain",    "A-form", "16 stripes",
                                           "rwlock",      "recent-1", "object", "object, Ref",
                                           "hash passed", "own class"};

Interval RatioTo(const Measured& plain, const Measured& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < other.ns.size(); ++i) ratios.push_back(other.ns[i] / plain.ns[i]);
  return MedianInterval(ratios);
}

void PrintTable(std::ostream& out, const std::vector<Line>& lines) {
  fmt::print(out, "| pattern |");
  for (const std::string& column : kColumns) fmt::print(out, " {} |", column);
  fmt::print(out, "\n| --- |");
  for (std::size_t i = 0; i < kColumns.size(); ++i) fmt::print(out, " ---: |");
  fmt::print(out, "\n");
  for (const Line& line : lines) {
    fmt::print(out, "| {} |", line.pattern);
    for (const std::string& column : kColumns) {
      const auto at = line.cells.find(column);
      if (at == line.cells.end()) {
        fmt::print(out, " |");
      } else if (column == "plain" || column == "empty") {
        fmt::print(out, " {:.1f} ns |", at->second.median);
      } else {
        const Cell& cell = at->second;
        const char* mark = cell.must.first == 0                   ? ""
                           : cell.ratio.middle <= cell.must.first ? " ✓"
                                                                  : " MISSED";
        fmt::print(out, " {:.2f}{} |", cell.ratio.middle, mark);
      }
    }
    fmt::print(out, "\n");
  }
}

// ---- The two ways to resolve a type map

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
          if (map.Find(env, object) == nullptr) std::exit(70);
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

int Main(int argc, char** argv) {
  Options options;
  options.samples = 200;
  std::string json_file;
  std::string markdown_file;
  std::string filter;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--samples") {
      options.samples = std::atoi(argv[i + 1]);
    } else if (flag == "--json") {
      json_file = argv[i + 1];
    } else if (flag == "--markdown") {
      markdown_file = argv[i + 1];
    } else if (flag == "--filter") {
      filter = argv[i + 1];
    } else {
      fmt::print(stderr, "usage: [--samples N] [--json FILE] [--markdown FILE] [--filter TEXT]\n");
      return 2;
    }
  }
  EmbedOptions embed;
  embed.class_path = {CAUSEWAY_BENCH_JAR};
  embed.options = {"-Xms1g", "-Xmx1g"};
  if (const char* gc = std::getenv("CAUSEWAY_BENCH_GC")) embed.options.push_back(gc);
  Vm& vm = Embed(embed);
  Bench bench(vm);
  fmt::print("guessing pays from a share of {:.2f} right\n", world->registry.Numbers().break_even);
  std::vector<Line> lines;
  for (const Pattern& pattern : Patterns()) {
    if (!filter.empty() && pattern.name.find(filter) == std::string::npos) continue;
    bench.Prepare(pattern);
    Row row;
    row.name = pattern.name;
    const bool yes = pattern.registered;
    row.variants = {bench.Of("empty", Role::kFloor, kEmpty, yes),
                    bench.Of("plain", Role::kOther, kPlain, yes),
                    bench.Of("A-form", Role::kOther, kPlainA, yes),
                    bench.Of("16 stripes", Role::kOther, kStriped, yes),
                    bench.Of("rwlock", Role::kOther, kReadWrite, yes),
                    bench.Of("recent-1", Role::kOther, kRecent, yes),
                    bench.Of("object", Role::kGenerated, kBorrow, yes),
                    bench.Of("object, Ref", Role::kOther, kPeek, yes),
                    bench.Of("hash passed", Role::kOther, kByHash, yes)};
    if (yes) row.variants.push_back(bench.Of("own class", Role::kOther, kByHandle, yes));
    const Result result = Sample(row, options);
    Line line{pattern.name, {}};
    const Measured& plain = *result.Find("plain");
    const std::map<std::string, Method> methods = {
        {"object", kBorrow}, {"hash passed", kByHash}, {"own class", kByHandle}};
    for (const Measured& m : result.variants) {
      Cell cell{m.median, RatioTo(plain, m), {0, 0}};
      if (const auto method = methods.find(m.name); method != methods.end()) {
        const auto must = pattern.must.find(method->second);
        if (must != pattern.must.end()) cell.must = must->second;
      }
      line.cells[m.name] = cell;
    }
    lines.push_back(std::move(line));
  }
  // Opposite orders on two threads: the slower thread's time, interleaved.
  if (filter.empty() || filter == "2 threads") {
    bench.Prepare({"2 threads", 8, Make([](int i) { return i % 8; }), true, {}});
    std::map<std::string, Measured> measured;
    const std::pair<const char*, Method> columns[] = {
        {"plain", kPlain}, {"recent-1", kRecent}, {"object", kBorrow}};
    constexpr int kCalls = 200'000;
    for (int round = -3; round < options.samples / 4; ++round) {
      for (const auto& [name, method] : columns) {
        const double ns = bench.RunTwo(method, kCalls);
        if (round >= 0) measured[name].ns.push_back(ns);
      }
    }
    Line line{"2 threads, opposite orders", {}};
    for (auto& [name, m] : measured) {
      line.cells[name] = {Median(m.ns), RatioTo(measured["plain"], m),
                          name == "object" ? std::pair(0.35, 0.25) : std::pair(0.0, 0.0)};
    }
    lines.push_back(std::move(line));
  }
  if (filter.empty() || filter == "create") {
    std::map<std::string, Measured> measured;
    const std::pair<const char*, Method> columns[] = {{"plain", kCreatePlain}, {"object", kCreate}};
    constexpr int kCalls = 20'000;
    for (int round = -3; round < options.samples / 4; ++round) {
      for (const auto& [name, method] : columns) {
        const auto begin = std::chrono::steady_clock::now();
        bench.Run(method, kCalls);
        const std::chrono::duration<double, std::nano> spent =
            std::chrono::steady_clock::now() - begin;
        if (round >= 0) measured[name].ns.push_back(spent.count() / kCalls);
        bench.ForgetCreated();
      }
    }
    Line line{"create: miss, factory, register", {}};
    for (auto& [name, m] : measured) {
      line.cells[name] = {Median(m.ns), RatioTo(measured["plain"], m),
                          name == "object" ? std::pair(0.8, 0.6) : std::pair(0.0, 0.0)};
    }
    lines.push_back(std::move(line));
  }
  fmt::print("\n");
  std::ostringstream tables;
  PrintTable(tables, lines);
  if (filter.empty() || filter == "type map") PrintTypeMaps(vm, tables);
  std::cout << tables.str();
  if (!markdown_file.empty()) std::ofstream(markdown_file) << tables.str();
  if (!json_file.empty()) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Line& line : lines) {
      for (const auto& [name, cell] : line.cells) {
        json.push_back({{"pattern", line.pattern},
                        {"strategy", name},
                        {"median_ns", cell.median},
                        {"ratio", {cell.ratio.low, cell.ratio.middle, cell.ratio.high}},
                        {"must", cell.must.first}});
      }
    }
    std::ofstream(json_file) << json.dump(1) << "\n";
  }
  return 0;
}

}  // namespace

}  // namespace causeway::bench

int main(int argc, char** argv) { return causeway::bench::Main(argc, argv); }
