// Any bytes into the C++ codec, in the three ways in which generated code reads: dynamic values
// with the standard table, dynamic values with custom types (a recursive class and an enum), and a
// typed walk. What is accepted must survive being written and read again; anything else must be a
// MessageError whose offset lies within the input.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "causeway/codec.h"

namespace causeway {
namespace {

struct Node {
  std::int64_t number = 0;
  std::vector<double> numbers;
  Value next;
  bool operator==(const Node& other) const {
    return number == other.number && generated::Equal(numbers, other.numbers) && next == other.next;
  }
};
bool operator<(const Node& a, const Node& b) {
  if (a.number != b.number) return a.number < b.number;
  if (generated::Less(a.numbers, b.numbers)) return true;
  if (generated::Less(b.numbers, a.numbers)) return false;
  return a.next < b.next;
}
std::ostream& operator<<(std::ostream& out, const Node& node) {
  return out << node.number << node.next;
}
enum class Kind : std::int32_t { kA, kB };

constexpr int kKind = 0;
constexpr int kNode = 130;

bool WriteCustom(codec::Writer& w, const Value& value);
Value ReadCustom(codec::Reader& r, int ordinal);
constexpr codec::Table kTable{&WriteCustom, &ReadCustom};

bool WriteCustom(codec::Writer& w, const Value& value) {
  if (const auto* kind = value.GetIf<Kind>()) {
    w.WriteEnum(kKind, static_cast<int>(*kind));
    return true;
  }
  const auto* node = value.GetIf<Node>();
  if (node == nullptr) return false;
  w.WriteClassHeader(kNode, 3);
  w.WriteInt(node->number);
  w.WriteFloat64List(node->numbers);
  w.WriteValue(node->next, kTable);
  return true;
}

Value ReadCustom(codec::Reader& r, int ordinal);

}  // namespace
}  // namespace causeway

template <>
struct std::hash<causeway::Node> {
  std::size_t operator()(const causeway::Node& node) const {
    return causeway::generated::HashAll(1, node.number, node.numbers, node.next);
  }
};

namespace causeway {
namespace {

Value ReadCustom(codec::Reader& r, int ordinal) {
  if (ordinal == kKind) return Value::Of(static_cast<Kind>(r.ReadEnumIndex(2, "Kind")));
  if (ordinal != kNode) r.FailOrdinal(ordinal, "Object");
  r.ReadClassFields(3, "Node");
  Node node;
  node.number = r.ReadInt("Node.number");
  node.numbers = r.ReadFloat64List("Node.numbers");
  node.next = r.ReadValue(kTable, "Node.next");
  return Value::Of(std::move(node));
}

void Require(bool condition) {
  if (!condition) std::abort();
}

template <class F>
void Read(std::span<const std::uint8_t> input, F&& read) {
  codec::Reader reader(input);
  try {
    read(reader);
  } catch (const codec::MessageError& error) {
    Require(error.offset() <= input.size());
  }
}

void ReadDynamic(std::span<const std::uint8_t> input, const codec::Table& table) {
  Read(input, [&](codec::Reader& reader) {
    const Value value = reader.ReadValue(table);
    codec::Writer writer;
    writer.WriteValue(value, table);
    codec::Reader again(writer.bytes());
    Require(again.ReadValue(table) == value);
    again.Finish();
    (void)value.Hash();
  });
}

void ReadTyped(std::span<const std::uint8_t> input) {
  Read(input, [](codec::Reader& reader) {
    while (reader.remaining() != 0) {
      const codec::Reader::Nested level(reader);
      const std::size_t count = reader.ReadListHeader(2, "list");
      std::vector<std::string> names;
      names.reserve(count);
      for (std::size_t i = 0; i < count; ++i) names.push_back(reader.ReadString("name"));
      if (!reader.ReadNullTag()) (void)reader.ReadBool();
      (void)reader.ReadInt();
      (void)reader.ReadDouble();
      (void)reader.ReadUint8List();
      (void)reader.ReadFloat32List();
      (void)reader.ReadEnum(kKind, 2);
      reader.ReadClassHeader(kNode, 3);
      for (std::size_t n = reader.ReadMapHeader(); n > 0; --n) {
        (void)reader.ReadInt32List();
        (void)reader.ReadInt64List();
      }
    }
    reader.Finish();
  });
}

}  // namespace
}  // namespace causeway

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span input(data, size);
  causeway::ReadDynamic(input, causeway::codec::kStandardTable);
  causeway::ReadDynamic(input, causeway::kTable);
  causeway::ReadTyped(input);
  return 0;
}
