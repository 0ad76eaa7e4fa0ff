// Calls with one scalar. The reference is a bare JNI call of the same signature with its exception
// check; for what a hand-written binding would box or pass as an object, the graph stands beside
// it.
#include "bench/transport/fixed_rows.h"

namespace causeway::bench {
namespace {

template <class F>
Variant Loop(std::string name, Role role, F call, std::function<void()> check = nullptr) {
  return {std::move(name), role,
          [call](std::int64_t n) mutable {
            for (; n > 0; --n) call(n);
          },
          std::move(check)};
}

// A scalar's codec, written out: the typed functions of the product's runtime.
struct ScalarChannel {
  ScalarChannel(Session& s) : channel(s, "bench/rows/ScalarsDispatch") {}
  Channel channel;
};

template <class Encode, class Decode>
void AddChannels(Row& row, Session& s, std::shared_ptr<ScalarChannel> c, jint id, Encode encode,
                 Decode decode) {
  const auto add = [&](std::string name, Role role, Way way) {
    row.variants.push_back(
        Loop(std::move(name), role, [&s, c, id, encode, decode, way](std::int64_t n) {
          c->channel.writer.Clear();
          encode(c->channel.writer, n);
          Exchange(s, c->channel, way, id, [&](codec::Reader& r) { Keep(decode(r)); });
        }));
  };
  add("dispatch(id, buffer)", Role::kOther, Way::kHere);
  add("channel", Role::kChannel, Way::kSleeping);
  add("channel, spinning", Role::kOther, Way::kSpinning);
}

jmethodID Method(JNIEnv* env, jclass cls, const char* name, const char* signature) {
  jmethodID id = env->GetMethodID(cls, name, signature);
  if (id == nullptr) Die(env, name);
  return id;
}

jobject ScalarGraph(JNIEnv* env, jclass* cls) {
  *cls = GlobalClass(env, "bench/rows/ScalarsGraph");
  jfieldID field = env->GetStaticFieldID(*cls, "INSTANCE", "Lbench/rows/ScalarsGraph;");
  return env->NewGlobalRef(env->GetStaticObjectField(*cls, field));
}

Row NewRow(const char* name, const char* direction) {
  Row row;
  row.name = name;
  row.direction = direction;
  row.must_slack_ns = 5;
  row.aim = 2;
  return row;
}

Row Nothing(Session& s, rows::Scalars& up, std::shared_ptr<ScalarChannel> c) {
  Row row = NewRow("call without arguments", "up");
  JNIEnv* env = s.env;
  jmethodID id = Method(env, s.nothing, "call", "()V");
  row.variants.push_back(
      Loop("generated", Role::kGenerated, [&up](std::int64_t) { up.Nothing(); }));
  row.variants.push_back(Loop("bare call", Role::kFloor, [=, &s](std::int64_t) {
    env->CallVoidMethodA(s.bare, id, nullptr);
    MustBeClear(env);
  }));
  AddChannels(row, s, c, 0, [](codec::Writer&, std::int64_t) {}, [](codec::Reader&) { return 0; });
  return row;
}

Row EchoInt(Session& s, rows::Scalars& up, std::shared_ptr<ScalarChannel> c) {
  Row row = NewRow("int", "echo");
  JNIEnv* env = s.env;
  jmethodID id = Method(env, s.nothing, "echoLong", "(J)J");
  row.variants.push_back(Loop(
      "generated", Role::kGenerated, [&up](std::int64_t n) { Keep(up.EchoInt(n)); },
      [&up] {
        if (up.EchoInt(-77) != -77) Die(nullptr, "echoInt");
      }));
  row.variants.push_back(Loop("bare call", Role::kFloor, [=, &s](std::int64_t n) {
    jvalue a;
    a.j = n;
    const jlong result = env->CallLongMethodA(s.bare, id, &a);
    MustBeClear(env);
    Keep(result);
  }));
  AddChannels(
      row, s, c, 1, [](codec::Writer& w, std::int64_t n) { w.WriteInt(n); },
      [](codec::Reader& r) { return r.ReadInt(); });
  return row;
}

Row EchoDouble(Session& s, rows::Scalars& up, std::shared_ptr<ScalarChannel> c) {
  Row row = NewRow("double", "echo");
  JNIEnv* env = s.env;
  jmethodID id = Method(env, s.nothing, "echoDouble", "(D)D");
  row.variants.push_back(Loop(
      "generated", Role::kGenerated,
      [&up](std::int64_t n) { Keep(up.EchoDouble(static_cast<double>(n))); },
      [&up] {
        if (up.EchoDouble(2.5) != 2.5) Die(nullptr, "echoDouble");
      }));
  row.variants.push_back(Loop("bare call", Role::kFloor, [=, &s](std::int64_t n) {
    jvalue a;
    a.d = static_cast<double>(n);
    const jdouble result = env->CallDoubleMethodA(s.bare, id, &a);
    MustBeClear(env);
    Keep(result);
  }));
  AddChannels(
      row, s, c, 2, [](codec::Writer& w, std::int64_t n) { w.WriteDouble(static_cast<double>(n)); },
      [](codec::Reader& r) { return r.ReadDouble(); });
  return row;
}

Row EchoBool(Session& s, rows::Scalars& up, std::shared_ptr<ScalarChannel> c) {
  Row row = NewRow("bool", "echo");
  JNIEnv* env = s.env;
  jmethodID id = Method(env, s.nothing, "echoBool", "(Z)Z");
  row.variants.push_back(Loop(
      "generated", Role::kGenerated, [&up](std::int64_t n) { Keep(up.EchoBool(n % 2 == 1)); },
      [&up] {
        if (!up.EchoBool(true)) Die(nullptr, "echoBool");
      }));
  row.variants.push_back(Loop("bare call", Role::kFloor, [=, &s](std::int64_t n) {
    jvalue a;
    a.z = static_cast<jboolean>(n % 2);
    const jboolean result = env->CallBooleanMethodA(s.bare, id, &a);
    MustBeClear(env);
    Keep(result);
  }));
  AddChannels(
      row, s, c, 3, [](codec::Writer& w, std::int64_t n) { w.WriteBool(n % 2 == 1); },
      [](codec::Reader& r) { return r.ReadBool(); });
  return row;
}

Row EchoIntOrNull(Session& s, rows::Scalars& up, std::shared_ptr<ScalarChannel> c) {
  Row row = NewRow("nullable int", "echo");
  row.note = "The bare call is (JJ)J, value and presence; the Java implementation takes a Long.";
  JNIEnv* env = s.env;
  jdk.Find(env);
  jmethodID id = Method(env, s.nothing, "echoNullable", "(JJ)J");
  row.variants.push_back(Loop(
      "generated", Role::kGenerated, [&up](std::int64_t n) { Keep(up.EchoIntOrNull(n)); },
      [&up] {
        if (up.EchoIntOrNull(5) != 5 || up.EchoIntOrNull(std::nullopt).has_value()) {
          Die(nullptr, "echoIntOrNull");
        }
      }));
  row.variants.push_back(Loop("bare call", Role::kFloor, [=, &s](std::int64_t n) {
    jvalue a[2];
    a[0].j = n;
    a[1].j = 1;
    const jlong result = env->CallLongMethodA(s.bare, id, a);
    MustBeClear(env);
    Keep(result);
  }));
  jmethodID boxed = Method(env, s.nothing, "echoBoxed", "(JJ)J");
  row.variants.push_back(Loop("bare call and a Long", Role::kOther, [=, &s](std::int64_t n) {
    jvalue a[2];
    a[0].j = n;
    a[1].j = 1;
    const jlong result = env->CallLongMethodA(s.bare, boxed, a);
    MustBeClear(env);
    Keep(result);
  }));
  jclass cls;
  jobject graph = ScalarGraph(env, &cls);
  jmethodID echo = Method(env, cls, "echoIntOrNull", "(Ljava/lang/Long;)Ljava/lang/Long;");
  row.variants.push_back(Loop("graph, cached", Role::kGraph, [=](std::int64_t n) {
    jvalue a;
    a.l = ToJava<Int, Cached>(env, n);
    jobject o = env->CallObjectMethodA(graph, echo, &a);
    MustBeClear(env);
    std::optional<std::int64_t> result;
    if (o != nullptr) result = FromJava<Int, Cached>(env, o);
    env->DeleteLocalRef(o);
    env->DeleteLocalRef(a.l);
    Keep(result);
  }));
  AddChannels(
      row, s, c, 4, [](codec::Writer& w, std::int64_t n) { w.WriteInt(n); },
      [](codec::Reader& r) {
        return r.ReadNullTag() ? std::nullopt : std::optional<std::int64_t>(r.ReadInt());
      });
  return row;
}

Row EchoColor(Session& s, rows::Scalars& up, std::shared_ptr<ScalarChannel> c) {
  using rows_shapes::ColorD;
  Row row = NewRow("enum", "echo");
  row.note = "The bare call is (I)I.";
  JNIEnv* env = s.env;
  FindIds<ColorD>(env);
  jmethodID id = Method(env, s.nothing, "echoInt", "(I)I");
  row.variants.push_back(Loop(
      "generated", Role::kGenerated,
      [&up](std::int64_t n) { Keep(up.EchoColor(static_cast<rows::Color>(n & 3))); },
      [&up] {
        if (up.EchoColor(static_cast<rows::Color>(3)) != static_cast<rows::Color>(3)) {
          Die(nullptr, "echoColor");
        }
      }));
  row.variants.push_back(Loop("bare call", Role::kFloor, [=, &s](std::int64_t n) {
    jvalue a;
    a.i = static_cast<jint>(n & 3);
    const jint result = env->CallIntMethodA(s.bare, id, &a);
    MustBeClear(env);
    Keep(result);
  }));
  jclass cls;
  jobject graph = ScalarGraph(env, &cls);
  jmethodID echo =
      Method(env, cls, "echoColor", "(Lbench/rows/pojo/Color;)Lbench/rows/pojo/Color;");
  row.variants.push_back(Loop("graph, cached", Role::kGraph, [=](std::int64_t n) {
    jvalue a;
    a.l = ToJava<ColorD, Cached>(env, static_cast<rows::Color>(n & 3));
    jobject o = env->CallObjectMethodA(graph, echo, &a);
    MustBeClear(env);
    Keep(FromJava<ColorD, Cached>(env, o));
    env->DeleteLocalRef(o);
  }));
  AddChannels(
      row, s, c, 5,
      [](codec::Writer& w, std::int64_t n) { w.WriteEnum(0, static_cast<int>(n & 3)); },
      [](codec::Reader& r) { return r.ReadEnum(0, 4); });
  return row;
}

}  // namespace

void AddScalarRows(Rows& rows) {
  using Make = Row (*)(Session&, rows::Scalars&, std::shared_ptr<ScalarChannel>);
  struct Entry {
    const char* name;
    Make make;
    bool quick;
  };
  static rows::Scalars* const up = new rows::Scalars(rows.session.vm);
  for (const Entry& entry :
       {Entry{"call without arguments up", &Nothing, false}, Entry{"int echo", &EchoInt, true},
        Entry{"double echo", &EchoDouble, false}, Entry{"bool echo", &EchoBool, false},
        Entry{"nullable int echo", &EchoIntOrNull, true}, Entry{"enum echo", &EchoColor, false}}) {
    rows.specs.push_back({entry.name, entry.quick, [&rows, make = entry.make] {
                            return make(rows.session, *up,
                                        std::make_shared<ScalarChannel>(rows.session));
                          }});
  }
}

}  // namespace causeway::bench
