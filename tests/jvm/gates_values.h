// What the gates send, in C++: the same values as in Data.java, their encoded sizes, and the Down
// that checks that they arrive.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gates.h"
#include "tests/jvm/allocation_counter.h"
#include "tests/jvm/wire_size.h"

namespace causeway::test {

// ---- Sizes of what the Java side makes (Data.java).

inline WireSize& AddSevenFields(WireSize& size) {
  return size.Int().Double().Bool().Enum().Int().Double().Int();
}

inline std::size_t NineSize() {
  WireSize size;
  size.Class(2).Class(2).Class(7);
  return AddSevenFields(size).Int().Int().bytes();
}

inline std::size_t PointsSize(int n) {
  WireSize size;
  size.List(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) size.Class(2).Double().Double();
  return size.bytes();
}

inline std::size_t CountsSize(int n) {
  WireSize size;
  size.Map(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) size.String(19).Int();
  return size.bytes();
}

inline std::size_t ObjectSize() { return WireSize().List(2).Int().String(40).bytes(); }

inline std::size_t WideSize() {
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

inline std::size_t EmptyWideSize() {
  WireSize size;
  size.Class(30);
  for (int i = 0; i < 30; ++i) size.Null();
  return size.bytes();
}

inline std::size_t MixedSize(int n) {
  WireSize size;
  size.String(static_cast<std::size_t>(n)).List(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) size.Int();
  return size.bytes();
}

// ---- The same values in C++.

inline std::string Text(int n) { return std::string(static_cast<std::size_t>(n), 'x'); }

inline std::vector<std::int64_t> Ints(int n) {
  std::vector<std::int64_t> list;
  for (int i = 0; i < n; ++i) list.push_back(1000 + i);
  return list;
}

inline std::vector<gates::Point> Points(int n) {
  return std::vector<gates::Point>(static_cast<std::size_t>(n), gates::Point{1.5, 2.5});
}

inline causeway::Map<std::string, std::int64_t> Counts(int n) {
  causeway::Map<std::string, std::int64_t> counts;
  for (int i = 0; i < n; ++i) {
    std::string digits = std::to_string(i);
    counts["key" + std::string(16 - digits.size(), '0') + digits] = 1000 + i;
  }
  return counts;
}

inline gates::Seven MakeSeven() { return {1000, 0.5, true, gates::Shade::kDark, 2000, 0.25, 3000}; }
inline gates::Eight MakeEight() { return {MakeSeven(), 4000}; }
inline gates::Nine MakeNine() { return {MakeEight(), 5000}; }

inline Value MakeObject() { return Value::List{Value(1000), Value(Text(40))}; }

inline gates::Wide MakeWide() {
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
inline constexpr std::uint64_t kWideAllocations = 3 + 1 + (1 + 1) + 2 + 1;

// Everything that is sent from C++, made once for a size.
struct Sent {
  explicit Sent(int n)
      : text(Text(n)),
        french(Text(n) + "\u00e9"),
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
  std::string french;
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

}  // namespace causeway::test
