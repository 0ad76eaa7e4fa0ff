#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "runtime/codec/test_types.h"

namespace causeway::codec {
namespace {

using test::Hex;

TEST(WriterTest, IntsAlwaysHaveTag4) {
  Writer w;
  w.WriteInt(1);
  w.WriteInt(-2);
  EXPECT_EQ(Hex(w.bytes()), "04010000000000000004feffffffffffffff");
}

// A double is aligned to 8 bytes from byte 0, whatever stands before it.
TEST(WriterTest, DoublesAtAllOffsets) {
  for (std::size_t before = 0; before < 9; ++before) {
    Writer w;
    for (std::size_t i = 0; i < before; ++i) w.WriteBool(true);
    w.WriteDouble(1.0);
    const std::size_t data = (before + 1 + 7) / 8 * 8;
    ASSERT_EQ(w.size(), data + 8);
    EXPECT_EQ(w.data()[before], kDouble);
    for (std::size_t i = before + 1; i < data; ++i) EXPECT_EQ(w.data()[i], 0) << i;
    EXPECT_EQ(Hex(w.bytes().subspan(data)), "000000000000f03f");
  }
}

TEST(WriterTest, NanBitsArePreserved) {
  Writer w;
  w.WriteDouble(std::bit_cast<double>(std::uint64_t{0x7ff0123456789abc}));
  EXPECT_EQ(Hex(w.bytes()).substr(16), "bc9a78563412f07f");
}

TEST(WriterTest, TypedDataIsAlignedAlsoWhenEmpty) {
  Writer w;
  w.WriteFloat32List(std::vector<float>{1.0F});
  EXPECT_EQ(Hex(w.bytes()), "0e0100000000803f");
  w.Clear();
  w.WriteNull();
  w.WriteFloat64List(std::vector<double>{});
  EXPECT_EQ(Hex(w.bytes()), "000b000000000000");
  w.WriteInt32List(std::vector<std::int32_t>{-1});
  EXPECT_EQ(Hex(w.bytes().subspan(8)), "09010000ffffffff");
}

TEST(WriterTest, SizesChangeTheirFormAt254And65536) {
  const auto header = [](std::size_t n) {
    Writer w;
    w.WriteListHeader(n);
    return Hex(w.bytes());
  };
  EXPECT_EQ(header(253), "0cfd");
  EXPECT_EQ(header(254), "0cfefe00");
  EXPECT_EQ(header(65535), "0cfeffff");
  EXPECT_EQ(header(65536), "0cff00000100");
  EXPECT_EQ(header(0xffffffff), "0cffffffffff");
  EXPECT_THROW(header(0x100000000), Error);
}

TEST(WriterTest, CustomTypesBeyond126AreWrapped) {
  Writer w;
  w.WriteEnum(125, 1);
  EXPECT_EQ(Hex(w.bytes()), "fe040100000000000000");
  w.Clear();
  w.WriteEnum(126, 1);
  EXPECT_EQ(Hex(w.bytes()), "ff0c02040000000000000000040100000000000000");
  w.Clear();
  w.WriteClassHeader(300, 2);
  EXPECT_EQ(Hex(w.bytes()), "ff0c0204ae000000000000000c02");
}

TEST(WriterTest, IllFormedTextIsRepaired) {
  Writer w;
  w.WriteString("a\xf0\x9f\x98z\xff");
  // One replacement for the truncated sequence, one for the stray byte.
  EXPECT_EQ(Hex(w.bytes()), "070861efbfbd7aefbfbd");
}

TEST(WriterTest, GrowsAndKeepsItsBytesAligned) {
  Writer w;
  std::vector<double> list(10000);
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<double>(i);
  w.WriteBool(true);
  for (int i = 0; i < 100; ++i) w.WriteFloat64List(list);
  Reader r(w.bytes());
  EXPECT_TRUE(r.ReadBool());
  for (int i = 0; i < 100; ++i) ASSERT_EQ(r.ReadFloat64List(), list);
  r.Finish();
  EXPECT_GE(w.capacity(), w.size());
  w.Free();
  EXPECT_EQ(w.capacity(), 0U);
  w.WriteNull();
  EXPECT_EQ(w.size(), 1U);
}

TEST(WriterTest, UnknownCustomTypeAndDepthAreErrors) {
  Writer w;
  try {
    w.WriteValue(Value::Of(test::LatLng{}), kStandardTable);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "unsupported-value");
  }
  Value deep;
  for (int i = 0; i < kMaxDepth; ++i) deep = Value::List{deep};
  w.Clear();
  EXPECT_NO_THROW(w.WriteValue(deep, kStandardTable));
  deep = Value::List{deep};
  w.Clear();
  EXPECT_THROW(w.WriteValue(deep, kStandardTable), Error);
  w.Clear();
  EXPECT_NO_THROW(w.WriteValue(Value::List{Value::List{}}, kStandardTable));
}

}  // namespace
}  // namespace causeway::codec
