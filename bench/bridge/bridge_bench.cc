// The bridge: what a round costs a member, and what it costs everybody else.
//
//   bridge_bench [--seconds S] [--markdown FILE] [--only members|lookups|mutator|batches]
//
//   members  one round over large graphs, all alive and all garbage, by phase
//   lookups  a thread that looks up 64 peers while rounds of 40 ms run one after the other; beside
//            it what bridges usually do to lookups
//   mutator  thread CPU time of single operations, with rounds and without
//   batches  65,536 lookups a batch: no collections, forced collections, forced rounds
#include <fmt/core.h>
#include <fmt/ostream.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bench/peers/comparators.h"
#include "causeway/bridge.h"
#include "causeway/peer.h"
#include "runtime/peers/jni_heap.h"
#include "runtime/peers/registry.h"
#include "runtime/peers/round.h"

namespace causeway::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

class Node final : public Peer {
 public:
  std::vector<Traced<Node>> out;
  void Name(Node& target) { out.emplace_back(*this, &target); }
};

// A heap whose collection takes as long as a concurrent one on a phone, and stops nobody: HotSpot's
// System.gc() stops every thread that enters or leaves Java, whoever asks for it.
class SlowHeap : public peers::JniHeap {
 public:
  explicit SlowHeap(Vm& vm, Milliseconds time, bool collect)
      : JniHeap(vm), time_(time), collect_(collect) {}
  void Collect(JNIEnv* env) const {
    std::this_thread::sleep_for(time_);
    if (collect_) JniHeap::Collect(env);
  }

 private:
  const Milliseconds time_;
  const bool collect_;
};

struct World {
  explicit World(Vm& from)
      : vm(from),
        env(vm.env()),
        halves(vm.FindClass("bench/BridgeHalves")),
        make(env->GetStaticMethodID(halves, "make", "(I)[Ljava/lang/Object;")),
        keep(env->GetStaticMethodID(halves, "keep", "([Ljava/lang/Object;)V")) {}

  // Registered pairs; Java keeps all halves.
  std::vector<Node*> MakePeers(Registry& registry, int n) {
    const auto array = static_cast<jobjectArray>(env->CallStaticObjectMethod(halves, make, n));
    std::vector<Node*> nodes;
    for (int i = 0; i < n; ++i) {
      const jobject half = env->GetObjectArrayElement(array, i);
      const Ref<Node> node = MakePeer<Node>();
      registry.Add(env, half, node);
      nodes.push_back(node.get());
      env->DeleteLocalRef(half);
    }
    env->CallStaticVoidMethod(halves, keep, array);
    env->DeleteLocalRef(array);
    return nodes;
  }
  void DropHalves() {
    const jobject none = env->CallStaticObjectMethod(halves, make, 0);
    env->CallStaticVoidMethod(halves, keep, none);
    env->DeleteLocalRef(none);
  }
  // Global references to the halves.
  std::vector<jobject> References(Registry& registry, const std::vector<Node*>& nodes) {
    std::vector<jobject> references;
    for (const Node* node : nodes) {
      const jobject local = registry.NewJavaRef(env, *node);
      references.push_back(env->NewGlobalRef(local));
      env->DeleteLocalRef(local);
    }
    return references;
  }

  Vm& vm;
  JNIEnv* env;
  jclass halves;
  jmethodID make;
  jmethodID keep;
};

double Quantile(std::vector<double>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

const char* Mark(double value, double most) { return value <= most ? "✓" : "MISSED"; }

// ---- members

struct Shape {
  const char* name;
  int nodes;
  std::function<void(std::vector<Node*>&)> connect;
};

std::vector<Shape> Shapes() {
  return {{"chain of 100,000", 100'000,
           [](std::vector<Node*>& nodes) {
             for (std::size_t i = 0; i + 1 < nodes.size(); ++i) nodes[i]->Name(*nodes[i + 1]);
           }},
          {"clique of 300", 300,
           [](std::vector<Node*>& nodes) {
             for (Node* from : nodes) {
               for (Node* to : nodes) {
                 if (from != to) from->Name(*to);
               }
             }
           }},
          {"star of 50,000, and back", 50'001,
           [](std::vector<Node*>& nodes) {
             for (std::size_t i = 1; i < nodes.size(); ++i) {
               nodes[0]->Name(*nodes[i]);
               nodes[i]->Name(*nodes[0]);
             }
           }},
          {"random, 100,000 with 2 edges each", 100'000,
           [](std::vector<Node*>& nodes) {
             std::mt19937 random(20261201);
             for (Node* node : nodes) {
               for (int i = 0; i < 2; ++i) node->Name(*nodes[random() % nodes.size()]);
             }
           }},
          {"no edges, 100,000", 100'000, [](std::vector<Node*>&) {}}};
}

void Members(World& world, std::ostream& out) {
  constexpr int kRounds = 7;
  fmt::print(out,
             "## What a round costs a member\n\nMedians of {} rounds, ns a candidate; the "
             "collection in ms. Mirrored must be at most 1,000 ns, flipped 100, judged 200.\n\n"
             "| graph | halves | edges | set in Java | scan | mirror | flip | collect | judge | "
             "finish |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
             kRounds);
  for (const Shape& shape : Shapes()) {
    for (const bool garbage : {false, true}) {
      std::vector<RoundNumbers> rounds;
      for (int i = 0; i < kRounds; ++i) {
        Registry registry(world.vm);
        BridgeOptions options;
        options.automatic = false;
        Bridge bridge(registry, options);
        std::vector<Node*> nodes = world.MakePeers(registry, shape.nodes);
        shape.connect(nodes);
        if (garbage) world.DropHalves();
        rounds.push_back(bridge.Collect(world.env));
        const std::size_t dead = garbage ? nodes.size() : 0;
        if (rounds.back().dead != dead) {
          fmt::print(stderr, "bridge_bench: {} of {} died\n", rounds.back().dead, dead);
          std::exit(70);
        }
        world.DropHalves();
      }
      const auto each = [&](auto phase, double per) {
        std::vector<double> values;
        for (const RoundNumbers& round : rounds) {
          values.push_back(static_cast<double>((round.*phase).count()) / per);
        }
        return Quantile(values, 0.5);
      };
      const double n = shape.nodes;
      const double mirror = each(&RoundNumbers::mirror, n);
      const double flip = each(&RoundNumbers::flip, n);
      const double judge = each(&RoundNumbers::judge, n);
      fmt::print(out,
                 "| {} | {} | {} | {} | {:.0f} | {:.0f} {} | {:.0f} {} | {:.1f} ms | {:.0f} {} | "
                 "{:.0f} |\n",
                 shape.name, garbage ? "garbage" : "alive", rounds[0].edges, rounds[0].mirrored,
                 each(&RoundNumbers::scan, n), mirror, Mark(mirror, 1000), flip, Mark(flip, 100),
                 each(&RoundNumbers::collect, 1e6), judge, Mark(judge, 200),
                 each(&RoundNumbers::finish, n));
      out.flush();
    }
  }
  fmt::print(out, "\n");
}

// ---- lookups

// Rounds of 40 ms, one after the other, on a thread of their own.
class Rounds {
 public:
  Rounds(World& world, Registry& registry, bool collect)
      : thread_([this, &world, &registry, collect] {
          JNIEnv* env = world.vm.env();
          const SlowHeap heap(world.vm, Milliseconds(40), collect);
          while (!stop_) {
            running.store(true);
            peers::Round<peers::JniJava, SlowHeap>(registry.impl(), heap, env).Run();
            {
              const std::lock_guard lock(mutex);
              running.store(false);
            }
            ended.notify_all();
            ++count;
            std::this_thread::sleep_for(Milliseconds(5));
          }
          heap.DeleteReferences(env);
        }) {}
  ~Rounds() {
    stop_ = true;
    thread_.join();
  }
  void Await() {
    std::unique_lock lock(mutex);
    ended.wait(lock, [this] { return !running.load(); });
  }

  std::atomic<bool> running{false};
  std::atomic<int> count{0};
  std::mutex mutex;
  std::condition_variable ended;

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

struct Rate {
  double per_second = 0;  // lookups
  double median = 0;      // ns a lookup, of batches of 64
  double rare = 0;        // 99.9 %
  double worst_ms = 0;
  int rounds = 0;
};

Rate Look(double seconds, const std::function<void()>& batch, Rounds* rounds) {
  constexpr int kBatch = 64;
  std::vector<double> ns;
  ns.reserve(1 << 22);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  const auto begin = Clock::now();
  auto now = begin;
  while (now < end) {
    batch();
    const auto then = std::exchange(now, Clock::now());
    ns.push_back(static_cast<double>((now - then).count()) / kBatch);
  }
  Rate rate;
  rate.per_second =
      static_cast<double>(ns.size()) * kBatch / std::chrono::duration<double>(now - begin).count();
  rate.worst_ms = *std::max_element(ns.begin(), ns.end()) * kBatch / 1e6;
  rate.median = Quantile(ns, 0.5);
  rate.rare = Quantile(ns, 0.999);
  rate.rounds = rounds == nullptr ? 0 : rounds->count.load();
  return rate;
}

void Lookups(World& world, double seconds, std::ostream& out) {
  fmt::print(out,
             "## Lookups while rounds of 40 ms run\n\nOne thread looks up 64 peers in turn for "
             "{:.1f} s a row; the rounds, over 200 members, are lengthened by 40 ms in which weak "
             "references hold the members. \"stops\" has a System.gc() in each round, which stops "
             "every thread at its next transition on HotSpot; without it only the bridge is "
             "seen. *Wait for all* and *selective wait* are this registry with the gate that "
             "other bridges have before a weak read: closed while a round runs, for everybody or "
             "for members; *global lock* is a map under one mutex, with the gate for all.\n\n"
             "| who | what | rounds | lookups/s | of idle | median ns | 99.9 % ns | worst batch ms "
             "|\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
             seconds);
  Registry registry(world.vm);
  const std::vector<Node*> nodes = world.MakePeers(registry, 264);
  const std::vector<jobject> references = world.References(registry, nodes);
  // Members are candidates; outsiders are rooted.
  std::vector<Ref<Node>> rooted;
  for (std::size_t i = 200; i < 264; ++i) rooted.emplace_back(nodes[i]);
  const HashCall hash(world.env);
  LockedMap<std::mutex, 1> map;
  for (const jobject reference : references) {
    map.Add(world.env, reference, hash.Plain(world.env, reference), 1);
  }
  for (const bool members : {false, true}) {
    const jobject* first = references.data() + (members ? 0 : 200);
    Rounds* rounds = nullptr;
    const auto gate = [&rounds] {
      if (rounds != nullptr && rounds->running.load(std::memory_order_acquire)) rounds->Await();
    };
    const auto borrow = [&](jobject reference) {
      const PeerScope scope(registry, world.env);
      if (scope.Borrow(reference) == nullptr) std::abort();
    };
    struct Variant {
      const char* name;
      std::function<void()> batch;
    };
    const std::vector<Variant> variants = {
        {"this",
         [&] {
           for (int i = 0; i < 64; ++i) borrow(first[i]);
         }},
        {"selective wait",
         [&] {
           for (int i = 0; i < 64; ++i) {
             if (members) gate();
             borrow(first[i]);
           }
         }},
        {"wait for all",
         [&] {
           for (int i = 0; i < 64; ++i) {
             gate();
             borrow(first[i]);
           }
         }},
        {"global lock",
         [&] {
           for (int i = 0; i < 64; ++i) {
             gate();
             const jint h = hash.Plain(world.env, first[i]);
             if (map.Find(world.env, first[i], h).peer == nullptr) std::abort();
           }
         }},
    };
    for (const Variant& variant : variants) {
      const Rate idle = Look(seconds, variant.batch, nullptr);
      const auto print = [&](const char* kind, const Rate& rate) {
        fmt::print(out, "| {} | {} | {} | {:.2f} M | {:.2f} | {:.0f} | {:.0f} | {:.2f} |\n",
                   members ? "members" : "outsiders", variant.name, kind, rate.per_second / 1e6,
                   rate.per_second / idle.per_second, rate.median, rate.rare, rate.worst_ms);
        out.flush();
      };
      print("none", idle);
      for (const bool stops : {false, true}) {
        Rounds running(world, registry, stops);
        rounds = &running;
        const Rate rate = Look(seconds, variant.batch, &running);
        rounds = nullptr;
        print(fmt::format("{}{}", rate.rounds, stops ? ", stops" : "").c_str(), rate);
      }
    }
  }
  for (const jobject reference : references) world.env->DeleteGlobalRef(reference);
  map.Clear(world.env);
  rooted.clear();
  world.DropHalves();
  fmt::print(out, "\n");
}

// ---- mutator

double ThreadNs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

void Mutator(World& world, double seconds, std::ostream& out) {
  fmt::print(out,
             "## What rounds add to a mutator\n\nThread CPU time of one operation (a lookup that "
             "gains a root, an edge read, an edge written) on 2,000 members, timed one by one; "
             "rounds of 40 ms one after the other. At 99.9 % a round may add 50 µs.\n\n"
             "| rounds | operations | median ns | 99.9 % ns | 99.99 % ns | added at 99.9 % |\n"
             "| --- | ---: | ---: | ---: | ---: | ---: |\n");
  Registry registry(world.vm);
  const std::vector<Node*> nodes = world.MakePeers(registry, 2'000);
  const std::vector<jobject> references = world.References(registry, nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i]->Name(*nodes[(i + 1) % nodes.size()]);
  std::mt19937 random(20261201);
  double idle_rare = 0;
  for (const char* kind : {"none", "40 ms", "40 ms, stops"}) {
    std::unique_ptr<Rounds> rounds;
    if (std::string(kind) != "none") {
      rounds = std::make_unique<Rounds>(world, registry, std::string(kind) != "40 ms");
    }
    std::vector<double> ns;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
      const std::size_t i = random() % nodes.size();
      const double begin = ThreadNs();
      {
        const Ref<Peer> peer = registry.Peek(world.env, references[i]);
        Traced<Node>& edge = static_cast<Node&>(*peer).out[0];
        const Ref<Node> target = edge.Get();
        edge = target;
      }
      ns.push_back(ThreadNs() - begin);
    }
    const double median = Quantile(ns, 0.5);
    const double rare = Quantile(ns, 0.999);
    if (rounds == nullptr) idle_rare = rare;
    fmt::print(out, "| {} | {} | {:.0f} | {:.0f} | {:.0f} | {} |\n", kind, ns.size(), median, rare,
               Quantile(ns, 0.9999),
               rounds == nullptr ? "–"
                                 : fmt::format("{:.1f} µs {}", (rare - idle_rare) / 1000,
                                               Mark(rare - idle_rare, 50'000)));
    out.flush();
  }
  for (const jobject reference : references) world.env->DeleteGlobalRef(reference);
  world.DropHalves();
  fmt::print(out, "\n");
}

// ---- batches

void Batches(World& world, std::ostream& out) {
  constexpr int kLookups = 65'536;
  constexpr int kBatches = 40;
  fmt::print(
      out,
      "## Batches of {} lookups\n\n{} batches a row, ms; peers in random order by object. In "
      "the rows with collections or rounds another thread forces them one after the other, "
      "and a batch counts once it has contained one.\n\n"
      "| peers | meanwhile | mean | 99.9 % | max |\n| ---: | --- | ---: | ---: | ---: |\n",
      kLookups, kBatches);
  const jclass system = world.vm.FindClass("java/lang/System");
  const jmethodID gc = world.env->GetStaticMethodID(system, "gc", "()V");
  for (const int peers : {64, 512, 20'000}) {
    Registry registry(world.vm);
    const std::vector<Node*> nodes = world.MakePeers(registry, peers);
    const std::vector<jobject> references = world.References(registry, nodes);
    BridgeOptions options;
    options.automatic = false;
    Bridge bridge(registry, options);
    std::mt19937 random(20261201);
    for (const char* kind : {"nothing", "collections", "rounds"}) {
      std::atomic<bool> stop{false};
      std::atomic<int> events{0};
      std::thread other;
      const bool with_events = std::string(kind) != "nothing";
      if (with_events) {
        other = std::thread([&, rounds = std::string(kind) == "rounds"] {
          JNIEnv* env = world.vm.env();
          while (!stop) {
            if (rounds) {
              bridge.Collect(env);
            } else {
              env->CallStaticVoidMethod(system, gc);
            }
            ++events;
          }
        });
      }
      std::vector<double> ms;
      while (ms.size() < kBatches) {
        const int before = events;
        const auto begin = Clock::now();
        for (int i = 0; i < kLookups; ++i) {
          const PeerScope scope(registry, world.env);
          if (scope.Borrow(references[random() % references.size()]) == nullptr) std::abort();
        }
        const double spent =
            std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        // One that began and ended inside it.
        if (!with_events || events >= before + 2) ms.push_back(spent);
      }
      stop = true;
      if (other.joinable()) other.join();
      double sum = 0;
      for (const double value : ms) sum += value;
      const double most = *std::max_element(ms.begin(), ms.end());
      fmt::print(out, "| {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", peers, kind, sum / kBatches,
                 Quantile(ms, 0.999), most);
      out.flush();
    }
    for (const jobject reference : references) world.env->DeleteGlobalRef(reference);
    world.DropHalves();
  }
  world.env->DeleteGlobalRef(system);
  fmt::print(out, "\n");
}

int Main(int argc, char** argv) {
  double seconds = 3;
  std::string markdown;
  std::string only;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--seconds") {
      seconds = std::atof(argv[i + 1]);
    } else if (flag == "--markdown") {
      markdown = argv[i + 1];
    } else if (flag == "--only") {
      only = argv[i + 1];
    } else {
      fmt::print(stderr, "usage: [--seconds S] [--markdown FILE] [--only NAME]\n");
      return 2;
    }
  }
  EmbedOptions embed;
  embed.class_path = {CAUSEWAY_BENCH_JAR, CAUSEWAY_RUNTIME_JAR};
  embed.options = {"-Xms1g", "-Xmx1g"};
  if (const char* gc = std::getenv("CAUSEWAY_BENCH_GC")) embed.options.push_back(gc);
  World world(Embed(embed));
  std::ofstream file;
  if (!markdown.empty()) file.open(markdown);
  std::ostream& out = markdown.empty() ? std::cout : file;
  const auto wanted = [&](const char* name) { return only.empty() || only == name; };
  if (wanted("members")) Members(world, out);
  if (wanted("lookups")) Lookups(world, seconds, out);
  if (wanted("mutator")) Mutator(world, seconds, out);
  if (wanted("batches")) Batches(world, out);
  return 0;
}

}  // namespace
}  // namespace causeway::bench

int main(int argc, char** argv) { return causeway::bench::Main(argc, argv); }
