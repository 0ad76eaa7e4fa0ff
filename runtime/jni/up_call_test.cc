#include <gtest/gtest.h>
#include <pthread.h>

#include <limits>

#include "runtime/jni/test_apis.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

template <class F>
Error ErrorOf(F&& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_FALSE(TestVm().env()->ExceptionCheck());
    return error;
  }
  ADD_FAILURE() << "no error";
  return Error("none");
}

TEST(UpCallTest, ScalarForms) {
  Up up(TestVm());
  up.Nothing();
  EXPECT_FALSE(up.Not(true));
  EXPECT_TRUE(up.Not(false));
  EXPECT_EQ(up.Add(std::numeric_limits<std::int64_t>::max(), -1),
            std::numeric_limits<std::int64_t>::max() - 1);
  EXPECT_EQ(up.Half(3), 1.5);
  EXPECT_EQ(up.Index(-5), -5);
}

TEST(UpCallTest, NullableScalarsAndSlots) {
  Up up(TestVm());
  EXPECT_EQ(up.Nullable(7), 7);
  EXPECT_EQ(up.Nullable(0), 0);
  EXPECT_EQ(up.Nullable(std::nullopt), std::nullopt);
  const auto sentinel = static_cast<std::int64_t>(generated::kSentinel);
  EXPECT_EQ(up.Nullable(sentinel), sentinel);
  EXPECT_EQ(up.Nullable(std::nullopt), std::nullopt);
  const auto slots = up.Slots(1.5, 9);
  EXPECT_EQ(generated::BitsDouble(slots[0]), -1.5);
  EXPECT_EQ(slots[1], 9U);
  EXPECT_EQ(slots[2], 3U);
}

TEST(UpCallTest, StringsByThemselves) {
  Up up(TestVm());
  EXPECT_EQ(up.Text("tea"), "tea buffer");
  EXPECT_EQ(up.Text(""), " buffer");
  EXPECT_EQ(up.Text(std::nullopt), std::nullopt);
  EXPECT_EQ(up.Text("caf\u00e9"), "caf\u00e9 direct");
  using namespace std::string_view_literals;
  EXPECT_EQ(up.Text("\0\U0001F600\0"sv), "\0\U0001F600\0 direct"sv);
  // Not UTF-8: a byte that begins nothing, and a surrogate, of which each byte is wrong.
  EXPECT_EQ(up.Text("a\xff"), "a\uFFFD direct");
  EXPECT_EQ(up.Text("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD direct");
  // Above the stack's scratch and above the memory that is kept.
  std::string large;
  for (int i = 0; i < 700'000; ++i) large += "\u00e9";
  EXPECT_EQ(up.Text(large), large + " direct");
  EXPECT_EQ(up.Text(std::string(5000, 'x')), std::string(5000, 'x') + " buffer");
}

TEST(UpCallTest, Arrays) {
  Up up(TestVm());
  EXPECT_EQ(up.Array<std::uint8_t>(kBytes, {1, 255}), (std::vector<std::uint8_t>{1, 255}));
  EXPECT_EQ(up.Array<std::uint8_t>(kBytes, {}), std::vector<std::uint8_t>());
  EXPECT_EQ(up.Array<std::int32_t>(kInts, {1, -1}), (std::vector<std::int32_t>{1, -1}));
  EXPECT_EQ(up.Array<std::int64_t>(kLongs, {1, -1}), (std::vector<std::int64_t>{1, -1}));
  EXPECT_EQ(up.Array<float>(kFloats, {1.5F}), std::vector<float>{1.5F});
  EXPECT_EQ(up.Array<double>(kDoubles, {2.5, -0.0}), (std::vector<double>{2.5, -0.0}));
  const Error error = ErrorOf([&] { up.NullBytes(); });
  EXPECT_EQ(error.code(), "null-result");
  EXPECT_EQ(error.message(), "Up.bytes returned null for a non-null result");
}

TEST(UpCallTest, EncodedOfEverySize) {
  Up up(TestVm());
  for (const int size : {0, 1, 4000, 4096, 70000, 1048570, 1048576, 3000000, 5}) {
    const Value value(std::vector<std::uint8_t>(static_cast<std::size_t>(size), 7));
    EXPECT_EQ(up.Echo(value), value) << size;
    // What is above 1 MiB is not kept.
    EXPECT_LE(up.BufferLength(), 1 << 20) << size;
  }
  EXPECT_EQ(up.WithBuffer(kRange, 400000).Get<std::vector<std::int64_t>>().size(), 400000U);
  EXPECT_LE(up.BufferLength(), 1 << 20);
  EXPECT_EQ(up.WithBuffer(kRange, 10000).Get<std::vector<std::int64_t>>().size(), 10000U);
  const Value text("h\xc3\xa9llo \xf0\x9f\x98\x80 end");
  EXPECT_EQ(up.Echo(text), text);
  EXPECT_EQ(up.Echo(std::string("\0a", 2)), Value(std::string("\0a", 2)));
}

TEST(UpCallTest, Instances) {
  EXPECT_EQ(Up(TestVm()).Name(), "");
  Up other(TestVm(), "\xc3\xbc \xf0\x9f\x98\x80");
  const Up copy = other;
  EXPECT_EQ(other.Name(), "\xc3\xbc \xf0\x9f\x98\x80");
  EXPECT_EQ(Up(copy).Name(), "\xc3\xbc \xf0\x9f\x98\x80");
}

TEST(UpCallTest, JavaExceptions) {
  Up up(TestVm());
  const Error wrapped = ErrorOf([&] { up.Call(kFail); });
  EXPECT_EQ(wrapped.code(), "the-code");
  EXPECT_EQ(wrapped.message(), "the message");
  EXPECT_EQ(wrapped.details(), Value(Value::List{1, "two"}));
  EXPECT_NE(wrapped.stack_trace().find("UpGlue.fail"), std::string::npos);
  const Error bare = ErrorOf([&] { up.Call(kFailBare); });
  EXPECT_EQ(bare.code(), "java.lang.IllegalArgumentException");
  EXPECT_EQ(bare.message(), "bare");
  EXPECT_NE(ErrorOf([&] { up.Call(kOverflow); }).what(), std::string());
  // The same buffer serves again after Java has grown it and failed.
  for (const int count : {10000, 400000}) {
    EXPECT_EQ(ErrorOf([&] { up.WithBuffer(kGrowAndFail, count); }).message(), "after growth");
    EXPECT_EQ(up.Echo("after"), Value("after"));
    EXPECT_LE(up.BufferLength(), 1 << 20);
  }
}

// The stack ends in Java, in glue, in what describes the error: the code is the same. Each round
// starts a little deeper, so that the end moves over all of them.
TEST(UpCallTest, StackOverflowHasOneCodeWhereverItStrikes) {
  class Recursive : public DownApi {
   public:
    std::int64_t Nest(std::int64_t depth) override { return Up(TestVm()).Nest(depth); }
  };
  const Registration registration = RegisterDown(TestVm(), std::make_shared<Recursive>());
  struct Round {
    std::size_t offset;
    std::string code;
    std::string message;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{1} << 20);
  for (std::size_t offset = 0; offset < 3000; offset += 100) {
    Round round{offset, "", ""};
    pthread_t thread;
    const auto run = [](void* argument) -> void* {
      auto& mine = *static_cast<Round*>(argument);
      auto* space = static_cast<volatile char*>(__builtin_alloca(mine.offset + 1));
      space[0] = 0;
      const Error error = ErrorOf([] { Up(TestVm()).Nest(1 << 30); });
      mine.code = error.code();
      mine.message = error.message();
      return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, &round), 0);
    pthread_join(thread, nullptr);
    EXPECT_EQ(round.code, "java.lang.StackOverflowError") << offset;
    // None where Java could still describe it, as the exception has none.
    EXPECT_TRUE(round.message.empty() || round.message == round.code) << round.message;
  }
  pthread_attr_destroy(&attributes);
}

TEST(UpCallTest, ClassErrors) {
  const generated::MethodSpec methods[] = {{"nothing", "()V"}, {"missing", "()V"}};
  static const generated::ApiSpec kMissing{"testglue/Absent", 1, methods, 2, "Absent", nullptr};
  static const generated::ApiSpec kSkewed{"testglue/Skewed", 2, methods, 2, "Skewed", nullptr};
  static const generated::ApiSpec kOther{
      "testglue/UpGlue", 0x1122334455667788, methods, 2, "Up", nullptr};
  Error error = ErrorOf([&] { UpCall(generated::Proxy(TestVm(), kMissing, ""), 0); });
  EXPECT_EQ(error.code(), "class-not-found");
  EXPECT_NE(error.message().find("testglue/Absent"), std::string::npos) << error.message();
  for (const char* tried : {"FindClass (java.lang.NoClassDefFoundError", "loader of dev.causeway",
                            "context class loader"}) {
    EXPECT_NE(error.message().find(tried), std::string::npos) << error.message();
  }
  error = ErrorOf([&] { UpCall(generated::Proxy(TestVm(), kSkewed, ""), 0); });
  EXPECT_EQ(error.code(), "definition-skew");
  EXPECT_NE(error.message().find("0000000000000002"), std::string::npos) << error.message();
  EXPECT_NE(error.message().find("0000000000000001"), std::string::npos) << error.message();
  error = ErrorOf([&] { UpCall(generated::Proxy(TestVm(), kOther, ""), 1); });
  EXPECT_NE(error.message().find("missing"), std::string::npos) << error.message();
}

TEST(UpCallTest, NestedCallsHaveBuffersOfTheirOwn) {
  const Registration registration = RegisterDown(TestVm(), std::make_shared<DownApi>());
  Up up(TestVm());
  EXPECT_EQ(up.Nest(40), 40);
}

TEST(UpCallTest, EightThreads) {
  const Registration registration = RegisterDown(TestVm(), std::make_shared<DownApi>());
  Up up(TestVm());
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&up, t] {
      for (int i = 0; i < 300; ++i) {
        ASSERT_EQ(up.Add(t, i), t + i);
        const Value value(Value::List{t, i, std::string(static_cast<std::size_t>(i) * 20, 'x')});
        ASSERT_EQ(up.Echo(value), value);
        ASSERT_THROW(up.Call(kFail), Error);
      }
      ASSERT_EQ(up.Nest(10), 10);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// ---- Counters against the JNI function table

struct Difference {
  Counters ours;
  JniNumbers table;
};
template <class F>
Difference Measure(F&& call) {
  Vm& vm = TestVm();
  call();  // what is made once is made
  JniInterposer interposer(vm.env());
  vm.EnableCounters(true);
  const Counters before = vm.ReadCounters();
  call();
  Difference difference{vm.ReadCounters() - before, interposer.Read()};
  vm.EnableCounters(false);
  EXPECT_EQ(difference.table.total(), difference.ours.up_calls + difference.ours.jni_operations +
                                          difference.ours.upward_others);
  EXPECT_EQ(difference.table.method_calls(),
            difference.ours.up_calls + difference.ours.upward_others);
  EXPECT_EQ(difference.table.bytes_to_java, difference.ours.bytes_to_java);
  EXPECT_EQ(difference.table.bytes_from_java, difference.ours.bytes_from_java);
  EXPECT_EQ(difference.table.local_references, difference.ours.local_references);
  EXPECT_EQ(difference.table.global_references, difference.ours.global_references);
  EXPECT_EQ(difference.table.weak_references, difference.ours.weak_references);
  EXPECT_EQ(difference.table.local_references, difference.table.deleted_local_references);
  return difference;
}

TEST(UpCallCountersTest, AScalarCallIsOneCrossingAndOneCheck) {
  Up up(TestVm());
  const Difference d = Measure([&] { up.Add(1, 2); });
  EXPECT_EQ(d.ours.up_calls, 1U);
  EXPECT_EQ(d.ours.jni_operations, 1U);
  EXPECT_EQ(d.ours.local_references, 0U);
  EXPECT_EQ(d.table.total(), 2U);
}

TEST(UpCallCountersTest, AnEncodedCallCopiesOnceEachWay) {
  Up up(TestVm());
  const Value value(std::string(1000, 'x'));
  const Difference d = Measure([&] { up.Echo(value); });
  EXPECT_EQ(d.ours.up_calls, 1U);
  EXPECT_EQ(d.ours.other_crossings, 0U);
  // The check, one copy in, one copy out; tag, three size bytes and the text.
  EXPECT_EQ(d.ours.jni_operations, 3U);
  EXPECT_EQ(d.ours.bytes_to_java, 1004U);
  EXPECT_EQ(d.ours.bytes_from_java, 1004U);
  EXPECT_EQ(d.ours.local_references, 0U);
}

TEST(UpCallCountersTest, AnArrayIsOneReferenceEachWay) {
  Up up(TestVm());
  const Difference d = Measure([&] { up.Array<double>(kDoubles, std::vector<double>(100)); });
  EXPECT_EQ(d.ours.up_calls, 1U);
  EXPECT_EQ(d.ours.local_references, 2U);
  EXPECT_EQ(d.ours.bytes_to_java, 800U);
  EXPECT_EQ(d.ours.bytes_from_java, 800U);
}

TEST(UpCallCountersTest, LargeCalls) {
  Up up(TestVm());
  const Value value(std::vector<std::uint8_t>(3000000, 1));
  const Difference d = Measure([&] { up.Echo(value); });
  EXPECT_EQ(d.ours.up_calls, 1U);
  EXPECT_EQ(d.ours.other_crossings, 0U);
  EXPECT_EQ(d.ours.global_references, 0U);
  // The array that is too large to be kept; Java may replace it by a larger one for the result.
  EXPECT_GE(d.ours.local_references, 1U);
  EXPECT_LE(d.ours.local_references, 2U);
}

// Making an exception runs natives of the JDK on this thread, and those use the function table too;
// so only our own counters are looked at.
TEST(UpCallCountersTest, ErrorsAreCounted) {
  Up up(TestVm());
  Vm& vm = TestVm();
  const auto measure = [&](UpMethod method) {
    EXPECT_THROW(up.Call(method), Error);
    vm.EnableCounters(true);
    const Counters before = vm.ReadCounters();
    EXPECT_THROW(up.Call(method), Error);
    const Counters difference = vm.ReadCounters() - before;
    vm.EnableCounters(false);
    return difference;
  };
  const Counters wrapped = measure(kFail);
  EXPECT_EQ(wrapped.up_calls, 1U);
  EXPECT_EQ(wrapped.upward_others, 0U);
  // Check, occurred, clear, type test, field, length, copy, two references deleted.
  EXPECT_EQ(wrapped.jni_operations, 9U);
  EXPECT_EQ(wrapped.local_references, 2U);
  EXPECT_EQ(measure(kFailBare).upward_others, 1U);
}

}  // namespace
}  // namespace causeway::test
