// Calls from Java, timed in loops that are Java themselves (DownLoops, written by java_side.py): a
// native method costs what compiled Java pays for it, which is far less than a call from C++.
#include <array>

#include "bench/transport/fixed_rows.h"

namespace causeway::bench {
namespace {

// The natives have no other way to reach their state.
struct DownState {
  Session* session = nullptr;
  rows_shapes::DownImplementation* down = nullptr;
  std::vector<std::uint8_t> scratch;
  codec::Writer writer;
};
DownState state;

// ---- Graph

template <class P, class Style>
void JNICALL GraphTakeNative(JNIEnv* env, jclass, jobject o) {
  P::Held(*state.down) = FromJava<typename P::D, Style>(env, o);
}
template <class P, class Style>
jobject JNICALL GraphGiveNative(JNIEnv* env, jclass) {
  return ToJava<typename P::D, Style>(env, P::Held(*state.down));
}
template <class P, class Style>
jobject JNICALL GraphEchoNative(JNIEnv* env, jclass, jobject o) {
  return ToJava<typename P::D, Style>(env, FromJava<typename P::D, Style>(env, o));
}

// ---- Channel and dispatch

using Handler = void (*)(codec::Reader&, codec::Writer&);
std::array<Handler, 64> handlers{};

template <class P>
void AddHandlers() {
  handlers[3 * P::kId] = [](codec::Reader& r, codec::Writer&) {
    P::Held(*state.down) = Typed<P>::Decode(r);
  };
  handlers[3 * P::kId + 1] = [](codec::Reader&, codec::Writer& w) {
    Typed<P>::Encode(w, P::Held(*state.down));
  };
  handlers[3 * P::kId + 2] = [](codec::Reader& r, codec::Writer& w) {
    Typed<P>::Encode(w, Typed<P>::Decode(r));
  };
}

jint JNICALL Send(JNIEnv* env, jclass, jint id, jobject buffer, jbyteArray bytes, jint length,
                  jint capacity, jint way) {
  const auto size = static_cast<std::size_t>(length);
  if (state.scratch.size() < size) state.scratch.resize(size);
  env->GetByteArrayRegion(bytes, 0, length, reinterpret_cast<jbyte*>(state.scratch.data()));
  const auto work = [&] {
    codec::Reader reader({state.scratch.data(), size});
    state.writer.Clear();
    handlers[static_cast<std::size_t>(id)](reader, state.writer);
  };
  if (way == 0) {
    work();
  } else {
    Hop& hop = way == 1 ? state.session->sleeping : state.session->spinning;
    hop.Run([&](JNIEnv*) { work(); });
  }
  const auto n = static_cast<jint>(state.writer.size());
  const auto* data = reinterpret_cast<const jbyte*>(state.writer.data());
  if (n <= capacity) {
    env->SetByteArrayRegion(bytes, 0, n, data);
    return n;
  }
  jbyteArray larger = env->NewByteArray(n + n / 2);
  env->SetByteArrayRegion(larger, 0, n, data);
  jclass cls = env->GetObjectClass(buffer);
  env->SetObjectField(buffer, env->GetFieldID(cls, "bytes", "[B"), larger);
  return ~n;
}

// ---- Bare natives

void JNICALL DownNothing(JNIEnv*, jclass) {}
jlong JNICALL DownLong(JNIEnv*, jclass, jlong value) { return value; }
jint JNICALL DownInt(JNIEnv*, jclass, jint value) { return value; }
void JNICALL DownTakeBytes(JNIEnv* env, jclass, jbyteArray bytes, jint n) {
  env->GetByteArrayRegion(bytes, 0, n, reinterpret_cast<jbyte*>(state.session->scratch.data()));
}
void JNICALL DownGiveBytes(JNIEnv* env, jclass, jbyteArray bytes, jint n) {
  env->SetByteArrayRegion(bytes, 0, n,
                          reinterpret_cast<const jbyte*>(state.session->scratch.data()));
}
jobject JNICALL DownIntOrNull(JNIEnv* env, jclass, jobject value) {
  std::optional<std::int64_t> v;
  if (value != nullptr) v = FromJava<Int, Cached>(env, value);
  return v.has_value() ? ToJava<Int, Cached>(env, *v) : nullptr;
}
jobject JNICALL DownColor(JNIEnv* env, jclass, jobject value) {
  return ToJava<rows_shapes::ColorD, Cached>(env,
                                             FromJava<rows_shapes::ColorD, Cached>(env, value));
}

template <class F>
void RegisterNative(JNIEnv* env, jclass cls, const std::string& name, const std::string& signature,
                    F* function) {
  const JNINativeMethod method{const_cast<char*>(name.c_str()),
                               const_cast<char*>(signature.c_str()),
                               reinterpret_cast<void*>(function)};
  if (env->RegisterNatives(cls, &method, 1) != 0) Die(env, name.c_str());
}

void RegisterBare(Session& s) {
  JNIEnv* env = s.env;
  RegisterNative(env, s.nothing, "downNothing", "()V", &DownNothing);
  RegisterNative(env, s.nothing, "downLong", "(J)J", &DownLong);
  RegisterNative(env, s.nothing, "downInt", "(I)I", &DownInt);
  RegisterNative(env, s.nothing, "downTakeBytes", "([BI)V", &DownTakeBytes);
  RegisterNative(env, s.nothing, "downGiveBytes", "([BI)V", &DownGiveBytes);
  FindIds<rows_shapes::ColorD>(env);
  jclass graph = GlobalClass(env, "bench/rows/ScalarsGraph");
  RegisterNative(env, graph, "downIntOrNull", "(Ljava/lang/Long;)Ljava/lang/Long;", &DownIntOrNull);
  RegisterNative(env, graph, "downColor", "(Lbench/rows/pojo/Color;)Lbench/rows/pojo/Color;",
                 &DownColor);
  RegisterNative(env, GlobalClass(env, "bench/rows/DownLoops"), "send",
                 "(ILdev/causeway/generated/CallBuffer;[BIII)I", &Send);
}

template <class P, class Style>
void RegisterGraph(JNIEnv* env, const char* suffix) {
  jclass cls = env->FindClass("bench/rows/GraphDown");
  const std::string t = P::D::kSignature;
  const std::string name = P::kName;
  RegisterNative(env, cls, "take" + name + suffix, "(" + t + ")V", &GraphTakeNative<P, Style>);
  RegisterNative(env, cls, "give" + name + suffix, "()" + t, &GraphGiveNative<P, Style>);
  RegisterNative(env, cls, "echo" + name + suffix, "(" + t + ")" + t, &GraphEchoNative<P, Style>);
  env->DeleteLocalRef(cls);
}

Variant JavaLoop(JNIEnv* env, jclass cls, const std::string& method, std::string name, Role role) {
  jmethodID id = env->GetStaticMethodID(cls, method.c_str(), "(J)V");
  if (id == nullptr) Die(env, method.c_str());
  return {std::move(name), role,
          [=](std::int64_t n) {
            jvalue a;
            a.j = n;
            env->CallStaticVoidMethodA(cls, id, &a);
            MustBeClear(env);
          },
          nullptr};
}

template <class P>
Row DownRow(Rows& rows, std::string name, Direction d, typename P::T value_) {
  Session& s = rows.session;
  JNIEnv* env = s.env;
  FindGraphMethods<P>(env, rows.endpoints);
  RegisterGraph<P, Cached>(env, "");
  RegisterGraph<P, Uncached>(env, "Uncached");
  AddHandlers<P>();
  const auto value = std::make_shared<const typename P::T>(std::move(value_));
  Row row;
  row.name = std::move(name);
  row.direction = std::string("down ") + NameOf(d);
  const std::string method = std::string(d == Direction::kW   ? "Take"
                                         : d == Direction::kR ? "Give"
                                                              : "Echo") +
                             P::kName;
  static jclass loops = GlobalClass(env, "bench/rows/DownLoops");
  struct Entry {
    const char* stem;
    const char* name;
    Role role;
  };
  RowsEndpoints* e = &rows.endpoints;
  rows_shapes::DownImplementation* down = &rows.down;
  for (const Entry& entry : {Entry{"generated", "generated", Role::kGenerated},
                             Entry{"graph", "graph, cached", Role::kGraph},
                             Entry{"uncached", "graph, uncached", Role::kOther},
                             Entry{"dispatch", "dispatch(id, buffer)", Role::kOther},
                             Entry{"channel", "channel", Role::kChannel},
                             Entry{"spinning", "channel, spinning", Role::kOther}}) {
    Variant v = JavaLoop(env, loops, entry.stem + method, entry.name, entry.role);
    const bool is_graph = entry.role == Role::kGraph || std::string(entry.stem) == "uncached";
    // Both sides hold the value before; what is moved afterwards must be equal to it.
    v.check = [=, run = v.run] {
      P::Take(*e->up, *value);
      GraphTake<P, Cached>(env, e->graph, e->graph_class, *value);
      P::Held(*down) = d == Direction::kW ? typename P::T{} : *value;
      run(1);
      const bool arrived = d == Direction::kW ? P::Held(*down) == *value
                           : is_graph
                               ? GraphGive<P, Cached>(env, e->graph, e->graph_class) == *value
                               : P::Give(*e->up) == *value;
      if (!arrived) Die(nullptr, (std::string(P::kName) + ": a call from Java fails").c_str());
      P::Held(*down) = *value;
    };
    row.variants.push_back(std::move(v));
  }
  // "C++ encodes" is the result's, "C++ decodes" the argument's.
  AddParts<P>(row,
              d == Direction::kW   ? Direction::kR
              : d == Direction::kR ? Direction::kW
                                   : d,
              value);
  jmethodID set_length = env->GetStaticMethodID(s.nothing, "setLength", "(I)V");
  env->CallStaticVoidMethod(s.nothing, set_length,
                            static_cast<jint>(std::min(row.bytes, std::size_t{4} << 20)));
  row.variants.push_back(JavaLoop(env, s.nothing, "loopNothing", "empty call", Role::kFloor));
  row.variants.push_back(JavaLoop(env, s.nothing,
                                  d == Direction::kW   ? "loopTakeBytes"
                                  : d == Direction::kR ? "loopGiveBytes"
                                                       : "loopEchoBytes",
                                  "copy + call", Role::kFloor));
  return row;
}

template <class P>
void AddDown(Rows& rows, const std::string& name, MakeOptions options, Requirement w, Requirement r,
             bool quick = false) {
  for (const Direction d : {Direction::kW, Direction::kR, Direction::kEcho}) {
    rows.specs.push_back(
        {name + " down " + NameOf(d), quick && d != Direction::kEcho, [=, &rows] {
           Random random(11);
           typename P::T value = Make<typename P::D>(random, options);
           if constexpr (P::D::kKind == Kind::kString) {
             if (!options.only_ascii) value = MakeText(random, 12, false);
           }
           Row row = DownRow<P>(rows, name, d, std::move(value));
           const Requirement must = d == Direction::kW ? w : d == Direction::kR ? r : Requirement{};
           row.must = must.must;
           row.aim = must.aim;
           row.must_slack_ns = must.slack_ns;
           return row;
         }});
  }
}

Row ScalarDownRow(Session& s, const char* name, jint which, bool has_graph) {
  JNIEnv* env = s.env;
  jclass cls = GlobalClass(env, "bench/rows/ScalarsLoops");
  Row row;
  row.name = name;
  row.direction = "down";
  row.must_slack_ns = 5;
  row.aim = 2;
  const auto add = [&](const char* method, const char* label, Role role) {
    jmethodID id = env->GetStaticMethodID(cls, method, "(IJ)V");
    if (id == nullptr) Die(env, method);
    row.variants.push_back({label, role,
                            [=](std::int64_t n) {
                              jvalue a[2];
                              a[0].i = which;
                              a[1].j = n;
                              env->CallStaticVoidMethodA(cls, id, a);
                              MustBeClear(env);
                            },
                            nullptr});
  };
  add("generated", "generated", Role::kGenerated);
  add("bare", "bare call", Role::kFloor);
  if (has_graph) add("graph", "graph, cached", Role::kGraph);
  return row;
}

class ScalarsDownImplementation final : public ::rows::ScalarsDown {
 public:
  void Nothing() override {}
  std::int64_t EchoInt(std::int64_t value) override { return value; }
  std::optional<std::int64_t> EchoIntOrNull(std::optional<std::int64_t> value) override {
    return value;
  }
  ::rows::Color EchoColor(::rows::Color value) override { return value; }
};

}  // namespace

void AddDownRows(Rows& rows) {
  using namespace rows_shapes;
  state.session = &rows.session;
  state.down = &rows.down;
  RegisterBare(rows.session);
  static const Registration scalars =
      ::rows::ScalarsDown::Register(rows.session.vm, std::make_shared<ScalarsDownImplementation>());
  struct Entry {
    const char* name;
    jint which;
    bool has_graph;
  };
  for (const Entry& entry : {Entry{"call without arguments", 0, false}, Entry{"int", 1, false},
                             Entry{"nullable int", 2, true}, Entry{"enum", 3, true}}) {
    rows.specs.push_back({std::string(entry.name) + " down", false, [=, &rows] {
                            return ScalarDownRow(rows.session, entry.name, entry.which,
                                                 entry.has_graph);
                          }});
  }
  const Requirement tiny{.must = 0, .aim = 1.5, .slack_ns = 10};
  AddDown<LatLngPayload>(rows, "class of 2 doubles", {}, tiny, tiny, true);
  AddDown<Flat7Payload>(rows, "class of 7 slots", {}, tiny, tiny);
  AddDown<Flat8Payload>(rows, "class of 8 slots", {}, tiny, tiny);
  AddDown<Flat9Payload>(rows, "class of 9 slots", {}, tiny, tiny);
  for (const std::size_t n : {1u, 10u, 100u, 1000u}) {
    AddDown<RecordsPayload>(rows, "list of 2-double records N=" + std::to_string(n), {.outer = n},
                            {}, {});
  }
  AddDown<IntsPayload>(rows, "list of int N=1000", {.outer = 1000}, {}, {});
  AddDown<WidePayload>(rows, "class of 30 nullable fields, full", {}, {}, {});
  AddDown<TextPayload>(rows, "string of about 12 characters", {}, {}, {});
  AddDown<TextPayload>(rows, "string of 12 characters, a third not ASCII", {.only_ascii = false},
                       {}, {});
}

}  // namespace causeway::bench
