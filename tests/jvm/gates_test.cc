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
#include "tests/jvm/harness.h"
#include "tests/jvm/wire_size.h"
#include "tests/support/jni_interposer.h"

namespace causeway::test {
namespace {

using Calls = std::map<std::string, std::uint64_t>;

constexpr int kMeasured = 10;
constexpr int kWarmUp = 1000;  // the first compiler takes 200 calls for enough
constexpr char kDownCalls[] = "com/example/gates/DownCalls";
constexpr char kPlain[] = "com/example/gates/Plain";

// Number of an object in Plain.java.
enum Plain : int {
  kNone,
  kLong,
  kDouble,
  kPoint,
  kSeven,
  kEight,
  kNine,
  kText,
  kBytes,
  kFive,
  kDoubles,
  kPoints,
  kCounts,
  kObject,
  kWide,
  kMixed,
  kEmptyWide,
  // Reading a user's collection makes its iterator (until the second compiler removes it).
  kWalkPoints,
  kWalkCounts,
  kWalkObject,
  kWalkWide,
  kWalkList,
};

struct Shape {
  std::string name;
  std::function<void()> call;  // an up-call
  int number = -1;             // of a down-call, in DownCalls.java
  int size = 0;                // of collections, text and arrays
  Calls operations = {};       // JNI functions of one call
  std::size_t to_java = 0;     // bytes that they copy
  std::size_t from_java = 0;
  std::uint64_t locals = 0;  // local references: one for each array that crosses
  std::uint64_t cpp_allocations = 0;
  Plain java_objects = kNone;
};

std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << shape.name; }

// ---- Sizes of what the Java side makes (Data.java).

WireSize& AddSevenFields(WireSize& size) {
  return size.Int().Double().Bool().Enum().Int().Double().Int();
}

std::size_t NineSize() {
  WireSize size;
  size.Class(2).Class(2).Class(7);
  return AddSevenFields(size).Int().Int().bytes();
}

std::size_t PointsSize(int n) {
  WireSize size;
  size.List(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) size.Class(2).Double().Double();
  return size.bytes();
}

std::size_t CountsSize(int n) {
  WireSize size;
  size.Map(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) size.String(19).Int();
  return size.bytes();
}

std::size_t ObjectSize() { return WireSize().List(2).Int().String(40).bytes(); }

std::size_t WideSize() {
  WireSize size;
  size.Class(30).Bool().Bool().Bool();
  for (int i = 0; i < 8; ++i) size.Int();
  for (int i = 0; i < 8; ++i) size.Double();
  for (const std::size_t n : {5U, 6U, 7U, 40U, 41U, 42U}) size.String(n);
  size.Enum();
  size.List(3).Int().Int().Int();
  size.List(2).String(5).String(40);
  size.Map(2).String(1).Int().String(1).Int();
  return size.Typed(1, 10).bytes();
}

std::size_t EmptyWideSize() {
  WireSize size;
  size.Class(30);
  for (int i = 0; i < 30; ++i) size.Null();
  return size.bytes();
}

std::size_t MixedSize(int n) {
  WireSize size;
  size.String(static_cast<std::size_t>(n)).List(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) size.Int();
  return size.bytes();
}

// ---- The same values in C++.

std::string Text(int n) { return std::string(static_cast<std::size_t>(n), 'x'); }

std::vector<std::int64_t> Ints(int n) {
  std::vector<std::int64_t> list;
  for (int i = 0; i < n; ++i) list.push_back(1000 + i);
  return list;
}

std::vector<gates::Point> Points(int n) {
  return std::vector<gates::Point>(static_cast<std::size_t>(n), gates::Point{1.5, 2.5});
}

causeway::Map<std::string, std::int64_t> Counts(int n) {
  causeway::Map<std::string, std::int64_t> counts;
  for (int i = 0; i < n; ++i) {
    std::string digits = std::to_string(i);
    counts["key" + std::string(16 - digits.size(), '0') + digits] = 1000 + i;
  }
  return counts;
}

gates::Seven MakeSeven() { return {1000, 0.5, true, gates::Shade::kDark, 2000, 0.25, 3000}; }
gates::Eight MakeEight() { return {MakeSeven(), 4000}; }
gates::Nine MakeNine() { return {MakeEight(), 5000}; }

Value MakeObject() { return Value::List{Value(1000), Value(Text(40))}; }

gates::Wide MakeWide() {
  gates::Wide wide;
  wide.b1 = true;
  wide.b2 = false;
  wide.b3 = true;
  wide.i1 = 1001;
  wide.i2 = 1002;
  wide.i3 = 1003;
  wide.i4 = 1004;
  wide.i5 = 1005;
  wide.i6 = 1006;
  wide.i7 = 1007;
  wide.i8 = 1008;
  wide.d1 = 1.5;
  wide.d2 = 2.5;
  wide.d3 = 3.5;
  wide.d4 = 4.5;
  wide.d5 = 5.5;
  wide.d6 = 6.5;
  wide.d7 = 7.5;
  wide.d8 = 8.5;
  wide.s1 = Text(5);
  wide.s2 = Text(6);
  wide.s3 = Text(7);
  wide.s4 = Text(40);
  wide.s5 = Text(41);
  wide.s6 = Text(42);
  wide.shade = gates::Shade::kMiddle;
  wide.ints = Ints(3);
  wide.names = {Text(5), Text(40)};
  wide.counts = causeway::Map<std::string, std::int64_t>{{"a", 1000}, {"b", 1001}};
  wide.data = std::vector<std::uint8_t>(10);
  return wide;
}

// What the user of a full Wide gets on the C++ heap: three strings too long for a small string, two
// lists with one such string, a map of two nodes, and the bytes.
constexpr std::uint64_t kWideAllocations = 3 + 1 + (1 + 1) + 2 + 1;

// Everything that is sent from C++, made once for a size.
struct Sent {
  explicit Sent(int n)
      : text(Text(n)),
        bytes(static_cast<std::size_t>(n)),
        ints32(bytes.size()),
        ints64(bytes.size()),
        floats(bytes.size()),
        doubles(bytes.size()),
        points(Points(n)),
        counts(Counts(n)),
        list(Ints(n)),
        wide(n == 0 ? gates::Wide() : MakeWide()) {}

  gates::Point point{1.5, 2.5};
  gates::Seven seven = MakeSeven();
  gates::Eight eight = MakeEight();
  gates::Nine nine = MakeNine();
  Value object = MakeObject();
  std::string text;
  std::vector<std::uint8_t> bytes;
  std::vector<std::int32_t> ints32;
  std::vector<std::int64_t> ints64;
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<gates::Point> points;
  causeway::Map<std::string, std::int64_t> counts;
  std::vector<std::int64_t> list;
  gates::Wide wide;
};

// Implements Down; what it makes for itself is not counted. Every entry is.
class DownImpl final : public gates::Down {
 public:
  void Prepare(int n) { sent_ = std::make_unique<Sent>(n); }
  std::uint64_t entries() const { return entries_; }

  void Nothing() override { Enter(); }
  std::int64_t AddInt(std::int64_t a, std::int64_t b) override { return Enter(), a + b; }
  bool Invert(bool value) override { return Enter(), !value; }
  double Half(double value) override { return Enter(), value / 2; }
  std::optional<std::int64_t> MaybeInt(std::optional<std::int64_t> value) override {
    return Enter(), value;
  }
  std::optional<double> MaybeDouble(std::optional<double> value) override { return Enter(), value; }
  std::optional<bool> MaybeBool(std::optional<bool> value) override { return Enter(), value; }
  gates::Shade NextShade(gates::Shade shade) override {
    Enter();
    return shade == gates::Shade::kLight ? gates::Shade::kMiddle : gates::Shade::kDark;
  }
  std::optional<gates::Shade> MaybeShade(std::optional<gates::Shade> shade) override {
    return Enter(), shade;
  }
  void TakePoint(const gates::Point& /*point*/) override { Enter(); }
  gates::Point GivePoint() override { return Enter(), sent_->point; }
  std::optional<gates::Point> EchoMaybePoint(const std::optional<gates::Point>& point) override {
    return Enter(), point;
  }
  void TakeSeven(const gates::Seven& seven) override { Check(seven == sent_->seven); }
  gates::Seven GiveSeven() override { return Enter(), sent_->seven; }
  void TakeEight(const gates::Eight& eight) override { Check(eight == sent_->eight); }
  gates::Eight GiveEight() override { return Enter(), sent_->eight; }
  void TakeNine(const gates::Nine& nine) override { Check(nine == sent_->nine); }
  gates::Nine GiveNine() override { return Enter(), sent_->nine; }
  void TakeString(const std::string& text) override { Check(text == sent_->text); }
  std::string GiveString() override { return Give(sent_->text); }
  void TakeBytes(const std::vector<std::uint8_t>& bytes) override { Check(bytes == sent_->bytes); }
  std::vector<std::uint8_t> GiveBytes() override { return Give(sent_->bytes); }
  void TakeFive(const std::vector<std::uint8_t>& a, const std::vector<std::int32_t>& b,
                const std::vector<std::int64_t>& c, const std::vector<float>& d,
                const std::vector<double>& e) override {
    Check(a == sent_->bytes && b == sent_->ints32 && c == sent_->ints64 && d == sent_->floats &&
          e == sent_->doubles);
  }
  std::vector<double> GiveDoubles() override { return Give(sent_->doubles); }
  void TakePoints(const std::vector<gates::Point>& points) override {
    Check(points == sent_->points);
  }
  std::vector<gates::Point> GivePoints() override { return Give(sent_->points); }
  void TakeCounts(const causeway::Map<std::string, std::int64_t>& counts) override {
    Check(counts == sent_->counts);
  }
  causeway::Map<std::string, std::int64_t> GiveCounts() override { return Give(sent_->counts); }
  void TakeObject(const Value& value) override { Check(value == sent_->object); }
  Value GiveObject() override { return Give(sent_->object); }
  void TakeWide(const gates::Wide& wide) override { Check(wide == sent_->wide); }
  gates::Wide GiveWide() override { return Give(sent_->wide); }
  std::int64_t Mixed(std::int64_t scalar, const std::string& first, const gates::Point& point,
                     const std::vector<std::uint8_t>& bytes,
                     const std::vector<std::int64_t>& list) override {
    Check(first == sent_->text && point == sent_->point && bytes == sent_->bytes &&
          list == sent_->list);
    return scalar;
  }
  void Later(std::string text, Reply<std::string> reply) override {
    Enter();
    reply.Success(text);
  }

 private:
  void Enter() { ++entries_; }
  template <class T>
  T Give(const T& value) {
    Enter();
    const AllocationPause pause;
    return value;
  }
  void Check(bool equal) {
    Enter();
    if (!equal) throw Error("wrong-argument", "an argument is not what was sent");
  }

  std::unique_ptr<Sent> sent_ = std::make_unique<Sent>(0);
  std::uint64_t entries_ = 0;
};

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

// ---- Expected operations.

// One method call and the exception check behind it; `more` as the shape needs.
Calls UpCalls(const std::string& type, Calls more = {}) {
  more["Call" + type + "MethodA"] = 1;
  more["ExceptionCheck"] = 1;
  return more;
}

// The encoded result or the slots of a class, or the byte that tells null from a value.
const Calls kGet = {{"GetByteArrayRegion", 1}};
// The encoded arguments.
const Calls kSet = {{"SetByteArrayRegion", 1}};

// NOLINTNEXTLINE(readability-function-size): a table
std::vector<Shape> UpShapes(gates::Up& up, const Sent& sent, int n) {
  const auto count = static_cast<std::uint64_t>(n);
  const std::size_t size = count;
  return {
      {"nothing", [&] { up.Nothing(); }, -1, n, UpCalls("Void")},
      {"add_int", [&] { EXPECT_EQ(up.AddInt(40, 2), 42); }, -1, n, UpCalls("Long")},
      {"invert", [&] { EXPECT_TRUE(up.Invert(false)); }, -1, n, UpCalls("Boolean")},
      {"half", [&] { EXPECT_EQ(up.Half(3), 1.5); }, -1, n, UpCalls("Double")},
      {"maybe_int", [&] { EXPECT_EQ(up.MaybeInt(1000), 1000); }, -1, n, UpCalls("Long"), 0, 0, 0, 0,
       kLong},
      {"maybe_int of null", [&] { EXPECT_EQ(up.MaybeInt(std::nullopt), std::nullopt); }, -1, n,
       UpCalls("Long", kGet), 0, 1},
      {"maybe_int of the sentinel",
       [&] { EXPECT_TRUE(up.MaybeInt(static_cast<std::int64_t>(0x9E3779B97F4A7C15U))); }, -1, n,
       UpCalls("Long", kGet), 0, 1, 0, 0, kLong},
      {"maybe_double", [&] { EXPECT_EQ(up.MaybeDouble(0.5), 0.5); }, -1, n, UpCalls("Long"), 0, 0,
       0, 0, kDouble},
      {"maybe_bool", [&] { EXPECT_EQ(up.MaybeBool(true), true); }, -1, n, UpCalls("Int")},
      {"next_shade", [&] { EXPECT_EQ(up.NextShade(gates::Shade::kLight), gates::Shade::kMiddle); },
       -1, n, UpCalls("Int")},
      {"maybe_shade", [&] { EXPECT_EQ(up.MaybeShade(std::nullopt), std::nullopt); }, -1, n,
       UpCalls("Int")},
      {"take_point", [&] { up.TakePoint(sent.point); }, -1, n, UpCalls("Void"), 0, 0, 0, 0, kPoint},
      {"give_point", [&] { EXPECT_EQ(up.GivePoint(), sent.point); }, -1, n, UpCalls("Void", kGet),
       0, 2 * 8},
      {"echo_maybe_point", [&] { EXPECT_EQ(up.EchoMaybePoint(sent.point), sent.point); }, -1, n,
       UpCalls("Void", kGet), 0, (2 + 1) * 8, 0, 0, kPoint},
      {"take_seven", [&] { up.TakeSeven(sent.seven); }, -1, n, UpCalls("Void"), 0, 0, 0, 0, kSeven},
      {"give_seven", [&] { EXPECT_EQ(up.GiveSeven(), sent.seven); }, -1, n, UpCalls("Void", kGet),
       0, (7 + 1) * 8},
      {"take_eight", [&] { up.TakeEight(sent.eight); }, -1, n, UpCalls("Void"), 0, 0, 0, 0, kEight},
      {"give_eight", [&] { EXPECT_EQ(up.GiveEight(), sent.eight); }, -1, n, UpCalls("Void", kGet),
       0, (8 + 1) * 8},
      {"take_nine", [&] { up.TakeNine(sent.nine); }, -1, n, UpCalls("Void", kSet), NineSize(), 0, 0,
       0, kNine},
      {"give_nine", [&] { EXPECT_EQ(up.GiveNine(), sent.nine); }, -1, n, UpCalls("Int", kGet), 0,
       NineSize()},
      {"take_string", [&] { up.TakeString(sent.text); }, -1, n, UpCalls("Void", kSet),
       WireSize().String(size).bytes(), 0, 0, 0, kText},
      {"give_string", [&] { EXPECT_EQ(up.GiveString(), sent.text); }, -1, n, UpCalls("Int", kGet),
       0, WireSize().String(size).bytes(), 0, n > 15 ? 1U : 0U},
      {"take_bytes", [&] { up.TakeBytes(sent.bytes); }, -1, n,
       UpCalls("Void", {{"NewByteArray", 1}, {"SetByteArrayRegion", 1}, {"DeleteLocalRef", 1}}),
       size, 0, 1, 0, kBytes},
      {"give_bytes", [&] { EXPECT_EQ(up.GiveBytes(), sent.bytes); }, -1, n,
       UpCalls("Object", {{"GetArrayLength", 1}, {"GetByteArrayRegion", 1}, {"DeleteLocalRef", 1}}),
       0, size, 1, 1},
      {"take_five",
       [&] { up.TakeFive(sent.bytes, sent.ints32, sent.ints64, sent.floats, sent.doubles); }, -1, n,
       UpCalls("Void", {{"NewByteArray", 1},
                        {"NewIntArray", 1},
                        {"NewLongArray", 1},
                        {"NewFloatArray", 1},
                        {"NewDoubleArray", 1},
                        {"SetByteArrayRegion", 1},
                        {"SetIntArrayRegion", 1},
                        {"SetLongArrayRegion", 1},
                        {"SetFloatArrayRegion", 1},
                        {"SetDoubleArrayRegion", 1},
                        {"DeleteLocalRef", 5}}),
       size * (1 + 4 + 8 + 4 + 8), 0, 5, 0, kFive},
      {"give_doubles", [&] { EXPECT_EQ(up.GiveDoubles(), sent.doubles); }, -1, n,
       UpCalls("Object",
               {{"GetArrayLength", 1}, {"GetDoubleArrayRegion", 1}, {"DeleteLocalRef", 1}}),
       0, 8 * size, 1, 1},
      {"take_points", [&] { up.TakePoints(sent.points); }, -1, n, UpCalls("Void", kSet),
       PointsSize(n), 0, 0, 0, kPoints},
      {"give_points", [&] { EXPECT_EQ(up.GivePoints(), sent.points); }, -1, n, UpCalls("Int", kGet),
       0, PointsSize(n), 0, 1, kWalkPoints},
      {"take_counts", [&] { up.TakeCounts(sent.counts); }, -1, n, UpCalls("Void", kSet),
       CountsSize(n), 0, 0, 0, kCounts},
      // A node and a string of 19 characters for each entry.
      {"give_counts", [&] { EXPECT_EQ(up.GiveCounts(), sent.counts); }, -1, n, UpCalls("Int", kGet),
       0, CountsSize(n), 0, 2 * count, kWalkCounts},
      {"take_object", [&] { up.TakeObject(sent.object); }, -1, n, UpCalls("Void", kSet),
       ObjectSize(), 0, 0, 0, kObject},
      {"give_object", [&] { EXPECT_EQ(up.GiveObject(), sent.object); }, -1, n, UpCalls("Int", kGet),
       0, ObjectSize(), 0, 2, kWalkObject},
      {"take_wide", [&] { up.TakeWide(sent.wide); }, -1, n, UpCalls("Void", kSet), WideSize(), 0, 0,
       0, kWide},
      {"give_wide", [&] { EXPECT_EQ(up.GiveWide(), sent.wide); }, -1, n, UpCalls("Int", kGet), 0,
       WideSize(), 0, kWideAllocations, kWalkWide},
      {"mixed", [&] { EXPECT_EQ(up.Mixed(7, sent.text, sent.point, sent.bytes, sent.list), 7); },
       -1, n,
       UpCalls("Long", {{"NewByteArray", 1}, {"SetByteArrayRegion", 2}, {"DeleteLocalRef", 1}}),
       MixedSize(n) + size, 0, 1, 0, kMixed},
  };
}

// The same table for the other direction. The crossing itself is the native method's entry, so a
// call of scalars uses no JNI function at all.
// NOLINTNEXTLINE(readability-function-size): a table
std::vector<Shape> DownShapes(int n) {
  const auto count = static_cast<std::uint64_t>(n);
  const std::size_t size = count;
  return {
      {"nothing", {}, 0, n},
      {"add_int", {}, 1, n},
      {"invert", {}, 2, n},
      {"half", {}, 3, n},
      {"maybe_int", {}, 4, n, {}, 0, 0, 0, 0, kLong},
      {"maybe_int of null", {}, 5, n, kSet, 1},
      {"maybe_int of the sentinel", {}, 6, n, kSet, 1, 0, 0, 0, kLong},
      {"maybe_double", {}, 7, n, {}, 0, 0, 0, 0, kDouble},
      {"maybe_bool", {}, 8, n},
      {"next_shade", {}, 9, n},
      {"maybe_shade", {}, 10, n},
      {"take_point", {}, 11, n},
      {"give_point", {}, 12, n, kSet, 2 * 8, 0, 0, 0, kPoint},
      {"echo_maybe_point", {}, 13, n, kSet, (2 + 1) * 8, 0, 0, 0, kPoint},
      {"take_seven", {}, 14, n},
      {"give_seven", {}, 15, n, kSet, (7 + 1) * 8, 0, 0, 0, kSeven},
      {"take_eight", {}, 16, n},
      {"give_eight", {}, 17, n, kSet, (8 + 1) * 8, 0, 0, 0, kEight},
      {"take_nine", {}, 18, n, kGet, 0, NineSize()},
      {"give_nine", {}, 19, n, kSet, NineSize(), 0, 0, 0, kNine},
      {"take_string", {}, 20, n, kGet, 0, WireSize().String(size).bytes(), 0, n > 15 ? 1U : 0U},
      {"give_string", {}, 21, n, kSet, WireSize().String(size).bytes(), 0, 0, 0, kText},
      {"take_bytes", {}, 22, n, {{"GetArrayLength", 1}, {"GetByteArrayRegion", 1}}, 0, size, 0, 1},
      {"give_bytes",
       {},
       23,
       n,
       {{"NewByteArray", 1}, {"SetByteArrayRegion", 1}},
       size,
       0,
       1,
       0,
       kBytes},
      {"take_five",
       {},
       24,
       n,
       {{"GetArrayLength", 5},
        {"GetByteArrayRegion", 1},
        {"GetIntArrayRegion", 1},
        {"GetLongArrayRegion", 1},
        {"GetFloatArrayRegion", 1},
        {"GetDoubleArrayRegion", 1}},
       0,
       size * (1 + 4 + 8 + 4 + 8),
       0,
       5},
      {"give_doubles",
       {},
       25,
       n,
       {{"NewDoubleArray", 1}, {"SetDoubleArrayRegion", 1}},
       8 * size,
       0,
       1,
       0,
       kDoubles},
      {"take_points", {}, 26, n, kGet, 0, PointsSize(n), 0, 1, kWalkPoints},
      {"give_points", {}, 27, n, kSet, PointsSize(n), 0, 0, 0, kPoints},
      {"take_counts", {}, 28, n, kGet, 0, CountsSize(n), 0, 2 * count, kWalkCounts},
      {"give_counts", {}, 29, n, kSet, CountsSize(n), 0, 0, 0, kCounts},
      {"take_object", {}, 30, n, kGet, 0, ObjectSize(), 0, 2, kWalkObject},
      {"give_object", {}, 31, n, kSet, ObjectSize(), 0, 0, 0, kObject},
      {"take_wide", {}, 32, n, kGet, 0, WideSize(), 0, kWideAllocations, kWalkWide},
      {"give_wide", {}, 33, n, kSet, WideSize(), 0, 0, 0, kWide},
      // A string, the bytes and a list.
      {"mixed",
       {},
       34,
       n,
       {{"GetArrayLength", 1}, {"GetByteArrayRegion", 2}},
       0,
       MixedSize(n) + size,
       0,
       n > 15 ? 3U : 2U,
       kWalkList},
  };
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
  EXPECT_EQ(down_numbers.calls, (Calls{{"GetByteArrayRegion", kMeasured},
                                       {"SetByteArrayRegion", kMeasured},
                                       {"CallStaticVoidMethodA", kMeasured},
                                       {"ExceptionCheck", kMeasured}}));
  EXPECT_EQ(down_numbers.bytes_to_java, size * kMeasured);
  EXPECT_EQ(down_numbers.bytes_from_java, size * kMeasured);
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
    const auto one = std::make_unique<int>(1);
    const std::uint64_t count = scope.count();
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
