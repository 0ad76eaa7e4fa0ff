// The exact gates: what one call of each shape does at the boundary, once it has been used.
//
// A shape's expectation is written by hand from docs/calling_convention.md: which JNI functions a
// call uses and how often, how many bytes they copy, how many objects the user receives on each
// side. The measured side is a function table that counts (tests/support/jni_interposer.h), a
// counting operator new, and the JVM's own account of the bytes that a thread allocates. Plain Java
// that builds the same objects without any transport says what those objects cost.
//
// The JVM runs without its second compiler: that one removes allocations which do not escape, so
// that fewer bytes would be counted than the code asks for. And everything is compiled before it is
// measured: in the interpreter, Object.getClass() and Class.isInstance() are natives of the JDK
// that use the same function table as we do.
#include "gates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/jvm/allocation_counter.h"
#include "tests/jvm/gates_shapes.h"
#include "tests/jvm/gates_values.h"
#include "tests/jvm/harness.h"
#include "tests/jvm/wire_size.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

constexpr int kMeasured = 10;
constexpr int kWarmUp = 1000;  // the first compiler takes 200 calls for enough
constexpr char kDownCalls[] = "com/example/gates/DownCalls";
constexpr char kPlain[] = "com/example/gates/Plain";

class Gates : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Vm& vm = StartVm({"-XX:TieredStopAtLevel=1", "-Xbatch"});
    if (down_ != nullptr) return;
    CallVoid("com/example/gates/UpImpl", "register");
    down_ = std::make_shared<DownImpl>();
    registration_ = gates::Down::Register(vm, down_);
    WarmUp();
  }
  static void WarmUp();

  static void Prepare(int size) {
    CallLong("com/example/gates/Data", "prepare", size);
    down_->Prepare(size);
  }

  // Bytes that plain Java allocates for the objects of `shape`.
  static std::uint64_t PlainBytes(const Shape& shape) {
    if (shape.java_objects == kNone) return 0;
    return static_cast<std::uint64_t>(
        CallLong(kPlain, "bytes", 1'000'000 * shape.java_objects + shape.size));
  }

  static std::uint64_t JavaBytes() {
    return static_cast<std::uint64_t>(CallLong("com/example/gates/Meter", "now"));
  }

  static void Compare(const Shape& shape, const JniNumbers& numbers, const Counters& counters);
  static void TestUp(const Shape& shape);
  static void TestDown(const Shape& shape);

  static std::shared_ptr<DownImpl> down_;
  static Registration registration_;
};

std::shared_ptr<DownImpl> Gates::down_;
Registration Gates::registration_;

// `numbers` and `counters` are those of kMeasured calls.
void Gates::Compare(const Shape& shape, const JniNumbers& numbers, const Counters& counters) {
  Calls expected;
  std::uint64_t total = 0;
  for (const auto& [name, count] : shape.operations) {
    expected[name] = count * kMeasured;
    total += count * kMeasured;
  }
  EXPECT_EQ(numbers.calls, expected) << shape;
  EXPECT_EQ(numbers.local_references, shape.locals * kMeasured) << shape;
  EXPECT_EQ(numbers.global_references, 0U) << shape;
  EXPECT_EQ(numbers.weak_references, 0U) << shape;
  EXPECT_EQ(numbers.bytes_to_java, shape.to_java * kMeasured) << shape;
  EXPECT_EQ(numbers.bytes_from_java, shape.from_java * kMeasured) << shape;

  const bool up = shape.number < 0;
  EXPECT_EQ(counters.up_calls, up ? std::uint64_t{kMeasured} : 0U) << shape;
  EXPECT_EQ(counters.down_calls, up ? 0U : std::uint64_t{kMeasured}) << shape;
  EXPECT_EQ(counters.other_crossings, 0U) << shape;
  EXPECT_EQ(counters.jni_operations, total - counters.up_calls) << shape;
  EXPECT_EQ(counters.bytes_to_java, numbers.bytes_to_java) << shape;
  EXPECT_EQ(counters.bytes_from_java, numbers.bytes_from_java) << shape;
  EXPECT_EQ(counters.local_references, numbers.local_references) << shape;
  EXPECT_EQ(counters.global_references, 0U) << shape;
  EXPECT_EQ(counters.weak_references, 0U) << shape;
}

void Gates::TestUp(const Shape& shape) {
  Vm& vm = TestVm();
  for (int i = 0; i < 3; ++i) shape.call();
  JNIEnv* env = vm.env();
  {
    JniInterposer interposer(env);
    vm.EnableCounters(true);
    const Counters before = vm.ReadCounters();
    for (int i = 0; i < kMeasured; ++i) shape.call();
    const Counters counters = vm.ReadCounters() - before;
    vm.EnableCounters(false);
    Compare(shape, interposer.Read(), counters);
    EXPECT_EQ(interposer.Read().method_calls(), std::uint64_t{kMeasured}) << shape;
  }
  {
    const AllocationScope scope;
    for (int i = 0; i < kMeasured; ++i) shape.call();
    const std::uint64_t count = scope.count();
    EXPECT_EQ(count, shape.cpp_allocations * kMeasured) << shape;
  }
  const std::uint64_t start = JavaBytes();
  for (int i = 0; i < kMeasured; ++i) shape.call();
  const std::uint64_t allocated = JavaBytes() - start;
  EXPECT_EQ(allocated, PlainBytes(shape) * kMeasured) << shape;
}

void Gates::TestDown(const Shape& shape) {
  Vm& vm = TestVm();
  const jlong once = 1'000'000 * shape.number + 1;
  const jlong measured = 1'000'000 * shape.number + kMeasured;
  CallLong(kDownCalls, "repeat", once + 2);
  JNIEnv* env = vm.env();
  {
    // What calling the caller costs is measured with no call, and subtracted.
    JniInterposer interposer(env);
    CallLong(kDownCalls, "repeat", measured - kMeasured);
    const JniNumbers empty = interposer.Read();
    interposer.Reset();
    vm.EnableCounters(true);
    const Counters before = vm.ReadCounters();
    const std::uint64_t entries = down_->entries();
    CallLong(kDownCalls, "repeat", measured);
    EXPECT_EQ(down_->entries() - entries, std::uint64_t{kMeasured}) << shape;
    const Counters counters = vm.ReadCounters() - before;
    vm.EnableCounters(false);
    JniNumbers numbers = interposer.Read();
    for (const auto& [name, count] : empty.calls) {
      if ((numbers.calls[name] -= count) == 0) numbers.calls.erase(name);
    }
    numbers.local_references -= empty.local_references;
    Compare(shape, numbers, counters);
    EXPECT_EQ(numbers.method_calls(), 0U) << shape;
  }
  {
    const AllocationScope scope;
    CallLong(kDownCalls, "repeat", measured);
    const std::uint64_t count = scope.count();
    EXPECT_EQ(count, shape.cpp_allocations * kMeasured) << shape;
  }
  EXPECT_EQ(CallLong(kDownCalls, "bytes", shape.number), static_cast<jlong>(PlainBytes(shape)))
      << shape;
}

void Gates::WarmUp() {
  gates::Up up(TestVm());
  Prepare(20);
  const Sent sent(20);
  for (const Shape& shape : UpShapes(up, sent, 20)) {
    for (int i = 0; i < kWarmUp; ++i) shape.call();
    PlainBytes(shape);
  }
  for (const Shape& shape : DownShapes(20)) {
    CallLong(kDownCalls, "repeat", 1'000'000 * shape.number + kWarmUp);
    PlainBytes(shape);
  }
}

TEST_F(Gates, EveryUpCallIsOneCrossingAndWhatItsShapeNeeds) {
  gates::Up up(TestVm());
  for (const int n : {1, 11, 100}) {
    Prepare(n);
    const Sent sent(n);
    for (const Shape& shape : UpShapes(up, sent, n)) {
      SCOPED_TRACE("size " + std::to_string(n));
      TestUp(shape);
    }
  }
}

TEST_F(Gates, EveryDownCallIsOneCrossingAndWhatItsShapeNeeds) {
  for (const int n : {1, 11, 100}) {
    Prepare(n);
    for (const Shape& shape : DownShapes(n)) {
      SCOPED_TRACE("size " + std::to_string(n));
      TestDown(shape);
    }
  }
}

// Nothing of the above depends on the size: lists up to 10,000, and nothing per element.
TEST_F(Gates, LargeListsCostOneCopyAndOneObjectPerElement) {
  gates::Up up(TestVm());
  for (const int n : {1000, 10000}) {
    Prepare(n);
    const Sent sent(n);
    for (const Shape& shape : UpShapes(up, sent, n)) {
      if (shape.name.ends_with("_points") || shape.name.ends_with("_string") ||
          shape.name.ends_with("_bytes") || shape.name == "mixed") {
        SCOPED_TRACE("size " + std::to_string(n));
        TestUp(shape);
      }
    }
    for (const Shape& shape : DownShapes(n)) {
      if (shape.name.ends_with("_points") || shape.name.ends_with("_string") ||
          shape.name.ends_with("_bytes") || shape.name == "mixed") {
        SCOPED_TRACE("size " + std::to_string(n));
        TestDown(shape);
      }
    }
  }
}

TEST_F(Gates, AClassOfThirtyNullsIsThirtyBytesAndNoObjects) {
  gates::Up up(TestVm());
  Prepare(0);
  const Sent sent(0);
  const std::size_t size = EmptyWideSize();
  TestUp({"take_wide of nulls", [&] { up.TakeWide(sent.wide); }, -1, 0, UpCalls("Void", kSet), size,
          0, 0, 0, kEmptyWide});
  TestUp({"give_wide of nulls", [&] { EXPECT_EQ(up.GiveWide(), sent.wide); }, -1, 0,
          UpCalls("Int", kGet), 0, size});
  TestDown({"take_wide of nulls", {}, 32, 0, kGet, 0, size});
  TestDown({"give_wide of nulls", {}, 33, 0, kSet, size, 0, 0, 0, kEmptyWide});
}

// An asynchronous call is two crossings, there and back, each with one copy; no reference is made.
TEST_F(Gates, AnAsynchronousCallIsTwoCrossings) {
  Vm& vm = TestVm();
  gates::Up up(vm);
  Prepare(100);
  const std::string text = Text(100);
  const std::size_t size = WireSize().String(100).bytes();
  int replies = 0;
  const auto call_up = [&] {
    up.Later(text, [&](const Outcome<std::string>& outcome) {
      EXPECT_EQ(outcome.value(), text);
      ++replies;
    });
  };
  for (int i = 0; i < kWarmUp; ++i) call_up();
  CallLong(kDownCalls, "repeat", 35'000'000 + kWarmUp);
  JniInterposer interposer(vm.env());
  vm.EnableCounters(true);
  Counters before = vm.ReadCounters();
  for (int i = 0; i < kMeasured; ++i) call_up();
  EXPECT_EQ(replies, kWarmUp + kMeasured);
  // The call with its encoded argument; the native that the reply enters copies the result.
  const Counters up_counters = vm.ReadCounters() - before;
  const JniNumbers up_numbers = interposer.Read();
  Calls expected = UpCalls("Void", {{"SetByteArrayRegion", 1}, {"GetByteArrayRegion", 1}});
  for (auto& [name, count] : expected) count *= kMeasured;
  EXPECT_EQ(up_numbers.calls, expected);
  EXPECT_EQ(up_numbers.bytes_to_java, size * kMeasured);
  EXPECT_EQ(up_numbers.bytes_from_java, size * kMeasured);
  EXPECT_EQ(up_numbers.local_references + up_numbers.global_references, 0U);
  EXPECT_EQ(up_counters.up_calls, std::uint64_t{kMeasured});
  EXPECT_EQ(up_counters.down_calls, std::uint64_t{kMeasured});

  // The other way round: C++ reads the argument and calls PendingCalls.complete() with the result.
  CallLong(kDownCalls, "repeat", 35'000'000);
  const JniNumbers outer = interposer.Read();
  interposer.Reset();
  before = vm.ReadCounters();
  CallLong(kDownCalls, "repeat", 35'000'000 + kMeasured);
  const Counters down_counters = vm.ReadCounters() - before;
  vm.EnableCounters(false);
  JniNumbers down_numbers = interposer.Read();
  for (const auto& [name, count] : outer.calls) {
    down_numbers.calls[name] -= count - up_numbers[name];
    if (down_numbers.calls[name] == 0) down_numbers.calls.erase(name);
  }
  EXPECT_EQ(down_numbers.calls, (Calls{{"GetStringLength", kMeasured},
                                       {"GetStringRegion", kMeasured},
                                       {"SetByteArrayRegion", kMeasured},
                                       {"CallStaticVoidMethodA", kMeasured},
                                       {"ExceptionCheck", kMeasured}}));
  EXPECT_EQ(down_numbers.bytes_to_java, size * kMeasured);
  EXPECT_EQ(down_numbers.bytes_from_java, 2 * text.size() * kMeasured);  // UTF-16
  EXPECT_EQ(down_numbers.global_references, 0U);
  EXPECT_EQ(down_counters.up_calls, std::uint64_t{kMeasured});
  EXPECT_EQ(down_counters.down_calls, std::uint64_t{kMeasured});
  EXPECT_EQ(CallLong(kDownCalls, "replies"), kWarmUp + kMeasured);
}

// Empty typed data and collections cross too, without a list in C++ that nobody needs.
TEST_F(Gates, EmptyCollectionsAllocateNothingInCpp) {
  gates::Up up(TestVm());
  Prepare(0);
  const Sent sent(0);
  const AllocationScope scope;
  EXPECT_TRUE(up.GivePoints().empty());
  EXPECT_TRUE(up.GiveBytes().empty());
  EXPECT_TRUE(up.GiveCounts().empty());
  EXPECT_TRUE(up.GiveString().empty());
  const std::uint64_t count = scope.count();
  EXPECT_EQ(count, 0U);
}

// The meters themselves: each sees one more than nothing.
TEST_F(Gates, TheMetersCount) {
  Vm& vm = TestVm();
  const std::uint64_t start = JavaBytes();
  EXPECT_EQ(JavaBytes(), start);
  CallLong("com/example/gates/Data", "prepare", 1000);
  EXPECT_GT(JavaBytes(), start + 1000 * 32);
  {
    const AllocationScope scope;
    void* const one = ::operator new(1);  // not a new expression: Clang may leave that out
    const std::uint64_t count = scope.count();
    ::operator delete(one);
    EXPECT_EQ(count, 1U);
  }
  JNIEnv* env = vm.env();
  JniInterposer interposer(env);
  const jbyteArray array = env->NewByteArray(3);
  const jbyte bytes[2] = {1, 2};
  env->SetByteArrayRegion(array, 1, 2, bytes);
  const jobject global = env->NewGlobalRef(array);
  env->DeleteGlobalRef(global);
  const jweak weak = env->NewWeakGlobalRef(array);
  env->DeleteWeakGlobalRef(weak);
  env->DeleteLocalRef(array);
  const JniNumbers numbers = interposer.Read();
  EXPECT_EQ(numbers.calls, (Calls{{"NewByteArray", 1},
                                  {"SetByteArrayRegion", 1},
                                  {"NewGlobalRef", 1},
                                  {"DeleteGlobalRef", 1},
                                  {"NewWeakGlobalRef", 1},
                                  {"DeleteWeakGlobalRef", 1},
                                  {"DeleteLocalRef", 1}}));
  EXPECT_EQ(numbers.bytes_to_java, 2U);
  EXPECT_EQ(numbers.last_region_array_length, 3);
  EXPECT_EQ(numbers.local_references, 1U);
  EXPECT_EQ(numbers.global_references, 1U);
  EXPECT_EQ(numbers.weak_references, 1U);
}

// ---- Nothing of an API is resolved before its first use.

bool Resolves(const std::string& function) {
  return function == "FindClass" || function == "GetMethodID" || function == "GetStaticMethodID" ||
         function == "GetFieldID" || function == "GetStaticFieldID" ||
         function == "RegisterNatives" || function == "DefineClass";
}

std::uint64_t Resolutions(const JniNumbers& numbers) {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : numbers.calls) {
    if (Resolves(name)) sum += count;
  }
  return sum;
}

TEST_F(Gates, AProxyResolvesNothingBeforeItsFirstCall) {
  Vm& vm = TestVm();
  JniInterposer interposer(vm.env());
  gates::LateUp late(vm);
  gates::LateUp copy = late;
  EXPECT_EQ(interposer.Read().calls, Calls());
  EXPECT_EQ(late.Answer(), 42);
  EXPECT_GT(Resolutions(interposer.Read()), 0U);
  interposer.Reset();
  EXPECT_EQ(copy.Answer(), 42);  // the copy has nothing left to resolve
  EXPECT_EQ(interposer.Read().calls, UpCalls("Long"));
  interposer.Reset();
  gates::LateUp again(vm);  // nor has another proxy of the same instance
  EXPECT_EQ(again.Answer(), 42);
  EXPECT_EQ(interposer.Read().calls, UpCalls("Long"));
}

class LateImpl final : public gates::LateDown {
 public:
  std::int64_t Answer() override { return 43; }
};

TEST_F(Gates, RegistrationBindsTheApisOwnNativesOnceForAllInstances) {
  Vm& vm = TestVm();
  JniInterposer interposer(vm.env());
  const Registration first = gates::LateDown::Register(vm, std::make_shared<LateImpl>());
  std::vector<std::string> natives = interposer.Read().registered;
  std::sort(natives.begin(), natives.end());
  EXPECT_EQ(natives,
            (std::vector<std::string>{"answerNative (J)J", "bind0 (Ljava/lang/String;)J"}));
  interposer.Reset();
  const Registration second = gates::LateDown::Register(vm, std::make_shared<LateImpl>(), "second");
  EXPECT_EQ(interposer.Read().calls, Calls());
}

}  // namespace
}  // namespace causeway::test
