// Errors, nulls, unknown enum values, instances and skewed definitions, both ways.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "skew.h"
#include "tests/jvm/guest.h"

namespace causeway::test {
namespace {

using behaviour::Label;
using behaviour::Mood;

class Errors : public Behaviour {};

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Errors, ValuesCrossBothWays) {
  RunGuestTest("values");
  const behaviour::Host& up = host();
  up.Nothing();
  EXPECT_EQ(up.Increment(41), 42);
  constexpr auto kSentinel = static_cast<std::int64_t>(0x9E3779B97F4A7C15U);
  for (const std::optional<std::int64_t> value :
       {std::optional<std::int64_t>(), std::optional<std::int64_t>(0),
        std::optional<std::int64_t>(kSentinel), std::optional<std::int64_t>(kSentinel - 1),
        std::optional<std::int64_t>(kSentinel + 1), std::optional<std::int64_t>(INT64_MIN)}) {
    EXPECT_EQ(up.MaybeInt(value), value);
  }
  EXPECT_EQ(up.MaybeDouble(std::nullopt), std::nullopt);
  for (const std::int64_t bits : {kSentinel, kSentinel - 1, kSentinel + 1}) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    EXPECT_EQ(up.MaybeDouble(value), value) << bits;
  }
  EXPECT_EQ(up.EchoMaybeTiny(std::nullopt), std::nullopt);
  const behaviour::Tiny tiny{Mood::kWild, std::nullopt, true};
  EXPECT_EQ(up.EchoTiny(tiny), tiny);
  EXPECT_EQ(up.EchoMaybeTiny(tiny), tiny);
  EXPECT_EQ(up.EchoMaybeMood(Mood::kCalm), Mood::kCalm);
  EXPECT_EQ(up.EchoMaybeMood(std::nullopt), std::nullopt);
  EXPECT_EQ(up.EchoMaybeBytes(std::nullopt), std::nullopt);
  EXPECT_EQ(up.EchoMaybeObject(Value()), Value());
  const causeway::Map<std::string, Label> labels = {{"a", {"a", 1}}, {"b", {"b", std::nullopt}}};
  EXPECT_EQ(up.EchoLabels(labels), labels);
  const Value object = Value::List{Value(1), Value(2.5),         Value("x"),
                                   Value(),  Value(Mood::kWild), Value(Label{"l", 1})};
  EXPECT_EQ(up.EchoObject(object), object);
}

TEST_F(Errors, AnApiErrorOfJavaArrivesWhole) {
  const Error error = Thrown("own-code", [] { host().Fail("api-error"); });
  EXPECT_EQ(error.message(), "own message");
  EXPECT_EQ(error.details().Get<Label>(), (Label{"detail", 7}));
  EXPECT_TRUE(Contains(error.stack_trace(), "HostImpl.fail")) << error.stack_trace();
  EXPECT_STREQ(error.what(), "own-code: own message");
}

TEST_F(Errors, ACausewayExceptionKeepsItsCode) {
  const Error error = Thrown("plain-code", [] { host().Fail("causeway-exception"); });
  EXPECT_EQ(error.details(), Value(Value::List{Value(1), Value("x"), Value()}));
}

TEST_F(Errors, AnotherExceptionOfJavaHasItsClassAsCode) {
  EXPECT_EQ(Thrown("java.lang.IllegalStateException", [] { host().Fail("runtime"); }).message(),
            "a state");
  EXPECT_EQ(Thrown("java.lang.IllegalStateException", [] { host().Fail("no-message"); }).message(),
            "");
  EXPECT_EQ(Thrown("java.lang.AssertionError", [] { host().Fail("assertion"); }).message(),
            "asserted");
}

TEST_F(Errors, DetailsMayBeAnEnumOrNothingThatCrosses) {
  EXPECT_EQ(Thrown("own-code", [] { host().Fail("enum-details"); }).details().Get<Mood>(),
            Mood::kWild);
  const Error bad = Thrown("own-code", [] { host().Fail("bad-details"); });
  EXPECT_TRUE(bad.details().is_null());
  EXPECT_TRUE(bad.message().starts_with("own message")) << bad.message();
}

TEST_F(Errors, AnExceptionThatThrowsWhenAskedIsStillAnError) {
  const Error error =
      Thrown("com.example.behaviour.HostImpl$HostileException", [] { host().Fail("hostile"); });
  EXPECT_EQ(host().Increment(1), 2);
}

TEST_F(Errors, JavaWithoutStackOrMemoryIsAnError) {
  for (int i = 0; i < 3; ++i) {
    Thrown("java.lang.StackOverflowError", [] { host().Fail("stack"); });
    Thrown("java.lang.OutOfMemoryError", [] { host().Fail("memory"); });
    EXPECT_EQ(host().Increment(1), 2);
  }
}

TEST_F(Errors, ALongStackTraceIsCut) {
  const Error error = Thrown("java.lang.IllegalStateException", [] { host().Fail("deep"); });
  EXPECT_TRUE(Contains(error.stack_trace(), "recurseThenThrow"));
  EXPECT_LE(error.stack_trace().size(), 3U << 16);
}

TEST_F(Errors, NestedErrorsPassThroughBothLanguages) {
  EXPECT_TRUE(Contains(Thrown("native-error", [] { host().Fail("guest-std"); }).message(), "boom"));
  Thrown("unknown-native-error", [] { host().Fail("guest-int"); });
  EXPECT_EQ(Thrown("own-code", [] { host().Fail("guest-error"); }).details().Get<Label>(),
            (Label{"detail", 7}));
  // Java, C++, Java: the innermost stack is still named.
  const Error through = Thrown("own-code", [] { host().Fail("guest-host"); });
  EXPECT_EQ(through.message(), "own message");
  EXPECT_EQ(through.details().Get<Label>(), (Label{"detail", 7}));
  EXPECT_TRUE(Contains(through.stack_trace(), "HostImpl.fail")) << through.stack_trace();
}

TEST_F(Errors, ErrorsOfCppArriveInJava) { RunGuestTest("errors"); }

TEST_F(Errors, ACallWithAnExceptionPendingIsRefusedAndKeepsIt) {
  JNIEnv* env = TestVm().env();
  const jclass type = env->FindClass("java/lang/IllegalStateException");
  env->ThrowNew(type, "the user's own");
  env->DeleteLocalRef(type);
  // A first use would call JNI functions that may not be called now.
  Thrown("exception-pending", [] { behaviour::NobodyHost(TestVm(), "pending").Ask(); });
  EXPECT_TRUE(env->ExceptionCheck());
  env->ExceptionClear();
}

// ---- Null for non-null.

TEST_F(Errors, ANullResultOfJavaNamesItself) {
  const behaviour::Host& up = host();
  const auto named = [](const Error& error, std::string_view method) {
    EXPECT_TRUE(Contains(error.message(), method)) << error.message();
  };
  named(Thrown("null-result", [&] { up.NullString(""); }), "nullString");
  named(Thrown("null-result", [&] { up.NullLabel(""); }), "nullLabel");
  named(Thrown("null-result", [&] { up.NullMood(""); }), "nullMood");
  named(Thrown("null-result", [&] { up.NullTiny(""); }), "nullTiny");
  named(Thrown("null-result", [&] { up.NullBytes(""); }), "nullBytes");
  named(Thrown("null-result", [&] { up.NullObject(""); }), "nullObject");
  named(Thrown("null-result", [&] { up.NullStrings("all"); }), "nullStrings");
  named(Thrown("null-result", [&] { up.NullStrings("element"); }), "nullStrings");
  named(Thrown("null-result", [&] { up.NullLabels("all"); }), "nullLabels");
  named(Thrown("null-result", [&] { up.NullLabels("key"); }), "nullLabels");
  named(Thrown("null-result", [&] { up.NullLabels("value"); }), "nullLabels");
  EXPECT_EQ(up.EchoString("after"), "after");
}

TEST_F(Errors, ANullArgumentOfCppNamesItself) {
  const Error error = Thrown("null-argument", [] { host().EchoObject(Value()); });
  EXPECT_TRUE(Contains(error.message(), "echoObject")) << error.message();
}

TEST_F(Errors, ANullArgumentOfJavaNamesItself) { RunGuestTest("nulls"); }

// ---- Unknown enum values.

TEST_F(Errors, AnUnknownEnumOfCppIsRefusedByJava) {
  const auto unknown = static_cast<Mood>(7);
  const Error error = Thrown("unknown-enum", [&] { host().EchoMood(unknown); });
  EXPECT_TRUE(Contains(error.message(), "7")) << error.message();
  Thrown("unknown-enum", [&] { host().EchoMaybeMood(unknown); });
  Thrown("unknown-enum", [&] { host().EchoTiny({unknown, 0.5, true}); });
  Thrown("unknown-enum", [&] { host().EchoMoods({Mood::kCalm, unknown}); });
  Thrown("unknown-enum", [&] { host().EchoObject(Value(unknown)); });
  Thrown("unknown-enum", [&] { host().EchoMood(static_cast<Mood>(-1)); });
  EXPECT_EQ(host().EchoMood(Mood::kWild), Mood::kWild);
}

// Gives Mood.WILD of Java another index, as a later version of the definition might.
void SetIndexOfWild(jint index) {
  JNIEnv* env = TestVm().env();
  const jclass mood = env->FindClass("com/example/behaviour/Mood");
  const jfieldID wild = env->GetStaticFieldID(mood, "WILD", "Lcom/example/behaviour/Mood;");
  const jobject object = env->GetStaticObjectField(mood, wild);
  env->SetIntField(object, env->GetFieldID(mood, "ordinal", "I"), index);
  env->DeleteLocalRef(object);
  env->DeleteLocalRef(mood);
}

TEST_F(Errors, AnUnknownEnumOfJavaIsRefusedByCpp) {
  SetIndexOfWild(7);
  RunGuestTest("unknown-enum");
  SetIndexOfWild(1);
  EXPECT_EQ(host().EchoMood(Mood::kWild), Mood::kWild);
}

// ---- Registration and instances.

TEST_F(Errors, AnUnregisteredApiIsAnErrorOfItsOwn) {
  const Error error = Thrown("unregistered", [] { behaviour::NobodyHost(TestVm()).Ask(); });
  EXPECT_TRUE(Contains(error.message(), "NobodyHost")) << error.message();
  const Error instance =
      Thrown("unregistered", [] { behaviour::Host(TestVm(), "nobody").Increment(1); });
  EXPECT_TRUE(Contains(instance.message(), "nobody")) << instance.message();
  RunGuestTest("unregistered");
}

TEST_F(Errors, InstancesOfJavaAreApartAndReplaceable) {
  const behaviour::Host hundred(TestVm(), "hundred");
  EXPECT_EQ(hundred.Increment(1), 101);
  EXPECT_EQ(host().Increment(1), 2);
  CallVoid("com/example/behaviour/HostImpl", "replaceHundred");
  EXPECT_EQ(hundred.Increment(1), 1001);
  CallVoid("com/example/behaviour/HostImpl", "removeHundred");
  Thrown("unregistered", [&] { hundred.Increment(1); });
  EXPECT_EQ(host().Increment(1), 2);
}

TEST_F(Errors, InstancesOfCppAreApartAndReplaceable) {
  Registration first =
      behaviour::Guest::Register(TestVm(), std::make_shared<GuestImpl>(100), "hundred");
  RunGuestTest("instances-hundred");
  {
    const auto thousand = std::make_shared<GuestImpl>(1000);
    const Registration second = behaviour::Guest::Register(TestVm(), thousand, "hundred");
    RunGuestTest("instances-thousand");
    first.Unregister();  // replaced long ago: the newer one stays
    RunGuestTest("instances-thousand");
  }
  RunGuestTest("instances-gone");
}

// ---- Halves of different definitions.

class SkewGuestImpl final : public skew::SkewGuest {
 public:
  std::int64_t Sum(const skew::Pair& pair) override { return pair.first + pair.second; }
};

TEST_F(Errors, HalvesOfDifferentDefinitionsRefuseEachOther) {
  const Error up =
      Thrown("definition-skew", [] { skew::SkewHost(TestVm()).Sum(skew::Pair{1, 2}); });
  EXPECT_TRUE(Contains(up.message(), "SkewHost")) << up.message();
  const Error down = Thrown("definition-skew", [] {
    const Registration registration =
        skew::SkewGuest::Register(TestVm(), std::make_shared<SkewGuestImpl>());
  });
  EXPECT_TRUE(Contains(down.message(), "SkewGuest")) << down.message();
}

// ---- The watcher: what it looks for, and that it fails a program whose tests all pass.

TEST(Watcher, FindsWhatTheJvmSays) {
  EXPECT_EQ(FindComplaint("ok\nWARNING in native method: JNI call made\nmore"),
            "WARNING in native method: JNI call made");
  EXPECT_EQ(FindComplaint("FATAL ERROR in native method: Bad"),
            "FATAL ERROR in native method: Bad");
  EXPECT_EQ(FindComplaint("WARNING: JNI local refs: 33, exceeds capacity: 32\n"),
            "WARNING: JNI local refs: 33, exceeds capacity: 32");
  EXPECT_EQ(FindComplaint("[       OK ] a test\n"), "");
}

// Run by the next test only.
TEST(Watcher, DISABLED_BreaksARuleOfJni) {
  JNIEnv* env = TestVm().env();
  const jclass type = env->FindClass("java/lang/IllegalStateException");
  env->ThrowNew(type, "pending");
  EXPECT_EQ(env->GetMethodID(type, "<init>", "()V") == nullptr, false);
  env->ExceptionClear();
  env->DeleteLocalRef(type);
}

TEST(Watcher, FailsAProgramThatBreaksARule) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string run = "env -u GTEST_OUTPUT '" + self +
                          "' --gtest_also_run_disabled_tests "
                          "--gtest_filter=Watcher.DISABLED_BreaksARuleOfJni";
  EXPECT_EQ(WEXITSTATUS(std::system((run + " > /dev/null").c_str())), 1);
}

}  // namespace
}  // namespace causeway::test
