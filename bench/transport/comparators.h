// The variants of a payload's rows, apart from the shapes (describe.h) and the graph (graph.h).
//
// Typed<P> gives the product's codec for payload P: Encode(Writer&, const T&) and Decode(Reader&).
// It calls the functions of the generated source file (see typed.py), so a channel has the same
// encoder as the product, on both sides: on the Java side the dispatchers call the generated glue.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "bench/transport/describe.h"
#include "bench/transport/graph.h"
#include "bench/transport/hop.h"
#include "bench/transport/sample.h"

namespace causeway::bench {

template <class T>
inline void Keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

inline void MustBeClear(JNIEnv* env) {
  if (env->ExceptionCheck()) Die(env, "an exception was thrown");
}

template <class P>
struct Typed;

// Sends encoded bytes to `static int call(int id, CallBuffer cb, int length)` of a Java class and
// takes the reply: one region copy, one call, one region copy. Belongs to one thread.
class Messenger {
 public:
  Messenger(JNIEnv* env, const std::string& class_name);

  // Returns the number of bytes of the reply.
  std::size_t Send(JNIEnv* env, jint id, std::span<const std::uint8_t> message) {
    const auto size = static_cast<jint>(message.size());
    if (size > capacity_) [[unlikely]] {
      Grow(env, size);
    }
    env->SetByteArrayRegion(bytes_, 0, size, reinterpret_cast<const jbyte*>(message.data()));
    jvalue a[3];
    a[0].i = id;
    a[1].l = buffer_;
    a[2].i = size;
    jint n = env->CallStaticIntMethodA(class_, call_, a);
    MustBeClear(env);
    if (n < 0) [[unlikely]] {
      n = ~n;
      TakeNewArray(env);
    }
    return static_cast<std::size_t>(n);
  }
  std::span<const std::uint8_t> Reply(JNIEnv* env, std::size_t n) {
    if (reply_.size() < n) reply_.resize(n);
    env->GetByteArrayRegion(bytes_, 0, static_cast<jsize>(n),
                            reinterpret_cast<jbyte*>(reply_.data()));
    return {reply_.data(), n};
  }

 private:
  void Grow(JNIEnv* env, jint size);
  void TakeNewArray(JNIEnv* env);

  jclass class_;
  jmethodID call_;
  jobject buffer_;
  jfieldID bytes_field_;
  jbyteArray bytes_ = nullptr;
  jint capacity_ = 0;
  std::vector<std::uint8_t> reply_;
};

// What all rows share. One per program.
struct Session {
  Session(Vm& vm_, JNIEnv* env_);

  Vm& vm;
  JNIEnv* env;  // of the main thread, on which all rows run
  jclass nothing;
  jobject bare;            // its instance
  jmethodID nothing_call;  // static void nothing()
  jmethodID take_bytes;    // static void takeBytes(byte[])
  jbyteArray floor_bytes;  // 4 MiB
  std::vector<std::uint8_t> scratch;
  Hop sleeping;
  Hop spinning;
};

// A channel's two messengers and its writer, per part and codec.
struct Channel {
  Channel(Session& session, const std::string& class_name);
  Messenger here;
  Messenger there_sleeping;
  Messenger there_spinning;
  codec::Writer writer;
};

enum class Way { kHere, kSleeping, kSpinning };

template <class Use>
void Exchange(Session& s, Channel& c, Way way, jint id, Use&& use) {
  std::span<const std::uint8_t> reply;
  if (way == Way::kHere) {
    reply = c.here.Reply(s.env, c.here.Send(s.env, id, c.writer.bytes()));
  } else {
    Messenger& there = way == Way::kSleeping ? c.there_sleeping : c.there_spinning;
    Hop& hop = way == Way::kSleeping ? s.sleeping : s.spinning;
    hop.Run([&](JNIEnv* env) { reply = there.Reply(env, there.Send(env, id, c.writer.bytes())); });
  }
  codec::Reader reader(reply);
  use(reader);
}

// The Java objects of a part: made once, by bench.<part>.Setup.
template <class Part>
struct Endpoints {
  explicit Endpoints(Session& s)
      : typed(s, std::string(Part::kPackage) + "/Dispatch"),
        dynamic(s, std::string(Part::kPackage) + "/DynamicDispatch") {
    JNIEnv* env = s.env;
    const std::string package = Part::kPackage;
    jclass setup = env->FindClass((package + "/Setup").c_str());
    if (setup == nullptr) Die(env, "Setup");
    env->CallStaticVoidMethod(setup, env->GetStaticMethodID(setup, "register", "()V"));
    MustBeClear(env);
    jfieldID field = env->GetStaticFieldID(setup, "GRAPH", ("L" + package + "/GraphUp;").c_str());
    graph = env->NewGlobalRef(env->GetStaticObjectField(setup, field));
    graph_class = GlobalClass(env, (package + "/GraphUp").c_str());
    up = std::make_unique<typename Part::Up>(s.vm);
  }

  std::unique_ptr<typename Part::Up> up;
  jobject graph;
  jclass graph_class;
  Channel typed;
  Channel dynamic;
};

// ---- One payload

enum class Direction { kW, kR, kEcho };

inline const char* NameOf(Direction d) {
  return d == Direction::kW ? "W" : d == Direction::kR ? "R" : "echo";
}

// The methods take/give/echo of the hand-written endpoint.
template <class P>
struct GraphMethods {
  static inline jmethodID take = nullptr, give = nullptr, echo = nullptr;
  static inline std::string names[3];
  static inline std::string signatures[3];
};

template <class P, class Endpoint>
void FindGraphMethods(JNIEnv* env, const Endpoint& e) {
  using M = GraphMethods<P>;
  if (M::take != nullptr) return;
  FindIds<typename P::D>(env);
  const std::string t = P::D::kSignature;
  const std::string name = P::kName;
  const std::string signatures[3] = {"(" + t + ")V", "()" + t, "(" + t + ")" + t};
  const std::string names[3] = {"take" + name, "give" + name, "echo" + name};
  jmethodID* ids[3] = {&M::take, &M::give, &M::echo};
  for (int i = 0; i < 3; ++i) {
    M::names[i] = names[i];
    M::signatures[i] = signatures[i];
    *ids[i] = env->GetMethodID(e.graph_class, names[i].c_str(), signatures[i].c_str());
    if (*ids[i] == nullptr) Die(env, names[i].c_str());
  }
}

template <class P, class Style>
jmethodID GraphMethod(JNIEnv* env, jclass cls, int which) {
  using M = GraphMethods<P>;
  if constexpr (Style::kCached) return which == 0 ? M::take : which == 1 ? M::give : M::echo;
  return env->GetMethodID(cls, M::names[which].c_str(), M::signatures[which].c_str());
}

template <class P, class Style>
void GraphTake(JNIEnv* env, jobject endpoint, jclass cls, const typename P::T& v) {
  jvalue a;
  a.l = ToJava<typename P::D, Style>(env, v);
  env->CallVoidMethodA(endpoint, GraphMethod<P, Style>(env, cls, 0), &a);
  MustBeClear(env);
  Drop<typename P::D, Cached>(env, a.l);
}

template <class P, class Style>
typename P::T GraphGive(JNIEnv* env, jobject endpoint, jclass cls) {
  jobject o = env->CallObjectMethodA(endpoint, GraphMethod<P, Style>(env, cls, 1), nullptr);
  MustBeClear(env);
  typename P::T v = FromJava<typename P::D, Style>(env, o);
  env->DeleteLocalRef(o);
  return v;
}

template <class P, class Style>
typename P::T GraphEcho(JNIEnv* env, jobject endpoint, jclass cls, const typename P::T& v) {
  jvalue a;
  a.l = ToJava<typename P::D, Style>(env, v);
  jobject o = env->CallObjectMethodA(endpoint, GraphMethod<P, Style>(env, cls, 2), &a);
  MustBeClear(env);
  typename P::T back = FromJava<typename P::D, Style>(env, o);
  env->DeleteLocalRef(o);
  Drop<typename P::D, Cached>(env, a.l);
  return back;
}

// Three functions of one variant; MakeVariant turns them into a Variant of a direction.
template <class P, class Take, class Give, class Echo>
Variant MakeVariant(std::string name, Role role, Direction d,
                    std::shared_ptr<const typename P::T> value, Take take, Give give, Echo echo) {
  Variant v;
  v.name = std::move(name);
  v.role = role;
  v.check = [=] {
    take(*value);
    if (!(give() == *value)) Die(nullptr, (std::string(P::kName) + ": take or give fails").c_str());
    if (d == Direction::kEcho && !(echo(*value) == *value)) Die(nullptr, "echo fails");
  };
  if (d == Direction::kW) {
    v.run = [=](std::int64_t n) {
      for (; n > 0; --n) take(*value);
    };
  } else if (d == Direction::kR) {
    v.run = [=](std::int64_t n) {
      for (; n > 0; --n) Keep(give());
    };
  } else {
    v.run = [=](std::int64_t n) {
      for (; n > 0; --n) Keep(echo(*value));
    };
  }
  return v;
}

template <class P, class Style, class Endpoint>
Variant GraphVariant(std::string name, Role role, Direction d, Session& s, Endpoint& e,
                     std::shared_ptr<const typename P::T> value) {
  FindGraphMethods<P>(s.env, e);
  JNIEnv* env = s.env;
  jobject graph = e.graph;
  jclass cls = e.graph_class;
  return MakeVariant<P>(
      std::move(name), role, d, value,
      [=](const typename P::T& v) { GraphTake<P, Style>(env, graph, cls, v); },
      [=] { return GraphGive<P, Style>(env, graph, cls); },
      [=](const typename P::T& v) { return GraphEcho<P, Style>(env, graph, cls, v); });
}

template <class P, class Endpoint>
Variant GeneratedVariant(Direction d, Endpoint& e, std::shared_ptr<const typename P::T> value) {
  typename P::Up* up = e.up.get();
  return MakeVariant<P>(
      "generated", Role::kGenerated, d, value, [=](const typename P::T& v) { P::Take(*up, v); },
      [=] { return P::Give(*up); }, [=](const typename P::T& v) { return P::Echo(*up, v); });
}

template <class P, class Endpoint>
Variant TypedVariant(std::string name, Role role, Way way, Direction d, Session& s, Endpoint& e,
                     std::shared_ptr<const typename P::T> value) {
  Session* session = &s;
  Channel* c = &e.typed;
  using T = typename P::T;
  return MakeVariant<P>(
      std::move(name), role, d, value,
      [=](const T& v) {
        c->writer.Clear();
        Typed<P>::Encode(c->writer, v);
        Exchange(*session, *c, way, 3 * P::kId, [](codec::Reader&) {});
      },
      [=] {
        std::optional<T> back;
        c->writer.Clear();
        Exchange(*session, *c, way, 3 * P::kId + 1,
                 [&](codec::Reader& r) { back.emplace(Typed<P>::Decode(r)); });
        return *std::move(back);
      },
      [=](const T& v) {
        std::optional<T> back;
        c->writer.Clear();
        Typed<P>::Encode(c->writer, v);
        Exchange(*session, *c, way, 3 * P::kId + 2,
                 [&](codec::Reader& r) { back.emplace(Typed<P>::Decode(r)); });
        return *std::move(back);
      });
}

// Floors and parts: what the bytes cost to move, and what C++ spends on its half of the codec.
void AddFloors(Row& row, Session& s, Direction d);

template <class P>
void AddParts(Row& row, Direction d, std::shared_ptr<const typename P::T> value) {
  auto writer = std::make_shared<codec::Writer>();
  Typed<P>::Encode(*writer, *value);
  row.bytes = writer->size();
  if (d != Direction::kR) {
    auto again = std::make_shared<codec::Writer>();
    row.variants.push_back({"C++ encodes", Role::kPart,
                            [=](std::int64_t n) {
                              for (; n > 0; --n) {
                                again->Clear();
                                Typed<P>::Encode(*again, *value);
                                Keep(*again);
                              }
                            },
                            nullptr});
  }
  if (d != Direction::kW) {
    row.variants.push_back({"C++ decodes", Role::kPart,
                            [=](std::int64_t n) {
                              for (; n > 0; --n) {
                                codec::Reader reader(writer->bytes());
                                Keep(Typed<P>::Decode(reader));
                              }
                            },
                            nullptr});
  }
}

}  // namespace causeway::bench
