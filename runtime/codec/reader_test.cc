#include <gtest/gtest.h>

#include <random>

#include "runtime/codec/test_types.h"

namespace causeway::codec {
namespace {

using test::kTable;
using test::Unhex;

// Calls `read` on the bytes and returns the error's code and text; "" if there was none.
template <class F>
std::string ErrorOf(std::string_view hex, F&& read) {
  const std::vector<std::uint8_t> bytes = Unhex(hex);
  Reader reader(bytes);
  try {
    read(reader);
    reader.Finish();
    return "";
  } catch (const MessageError& error) {
    return error.what();
  }
}
std::string ValueError(std::string_view hex) {
  return ErrorOf(hex, [](Reader& r) { r.ReadValue(kTable); });
}

TEST(ReaderTest, IntsWithTag3And4) {
  const auto bytes = Unhex("03feffffff0402000000000000000300000080");
  Reader r(bytes);
  EXPECT_EQ(r.ReadInt(), -2);
  EXPECT_EQ(r.ReadInt(), 2);
  EXPECT_EQ(r.ReadInt(), -2147483648LL);
  r.Finish();
}

TEST(ReaderTest, DoubleAtTheVeryEnd) {
  // Seven bytes before the tag: no padding, so the message ends closer than the fast path asks for.
  const auto bytes = Unhex("0101010101010106000000000000f03f");
  Reader r(bytes);
  for (int i = 0; i < 7; ++i) EXPECT_TRUE(r.ReadBool());
  EXPECT_EQ(r.ReadDouble(), 1.0);
  r.Finish();
}

TEST(ReaderTest, ErrorsNameWhatAndWhere) {
  EXPECT_EQ(ErrorOf("00", [](Reader& r) { r.ReadDouble("Marker.alpha"); }),
            "bad-message: Marker.alpha: null for a non-null double at byte 0");
  EXPECT_EQ(ErrorOf("0107",
                    [](Reader& r) {
                      r.ReadBool();
                      r.ReadInt("Marker.id");
                    }),
            "bad-message: Marker.id: string where int is expected at byte 1");
  EXPECT_EQ(ErrorOf("", [](Reader& r) { r.ReadBool(); }),
            "bad-message: the message ends where bool is expected at byte 0");
  EXPECT_EQ(ErrorOf("0100", [](Reader& r) { r.ReadBool(); }),
            "bad-message: bytes are left behind the last value at byte 1");
  EXPECT_EQ(ErrorOf("0703ff6161", [](Reader& r) { r.ReadString(); }),
            "bad-message: a string is not UTF-8 at byte 2");
  EXPECT_EQ(ErrorOf("81040300000000000000", [](Reader& r) { r.ReadEnum(0, 3, "Color"); }),
            "unknown-enum: Color: index 3 of an enum with 3 members at byte 10");
  EXPECT_EQ(ErrorOf("8104ffffffffffffffff", [](Reader& r) { r.ReadEnum(0, 3); }),
            "unknown-enum: index -1 of an enum with 3 members at byte 10");
  EXPECT_EQ(ErrorOf("820c00", [](Reader& r) { r.ReadClassHeader(2, 0, "LatLng"); }),
            "bad-message: LatLng: custom type 1 where 2 is expected at byte 0");
  EXPECT_EQ(ErrorOf("830c0101", [](Reader& r) { r.ReadClassHeader(2, 2, "LatLng"); }),
            "bad-message: LatLng: a class has 1 fields instead of 2 at byte 3");
  EXPECT_EQ(ErrorOf("00",
                    [](Reader& r) {
                      if (r.ReadNullTag()) r.FailNull("Marker.position");
                    }),
            "bad-message: Marker.position: null for a non-null value at byte 0");
}

// Short strings, long ones and those in between take different paths.
TEST(ReaderTest, StringsOfAllLengthsAreCheckedAtEveryByte) {
  for (std::size_t size = 0; size <= 40; ++size) {
    std::vector<std::uint8_t> bytes{kString, static_cast<std::uint8_t>(size)};
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text.push_back(static_cast<char>('A' + i));
    bytes.insert(bytes.end(), text.begin(), text.end());
    Writer w;
    w.WriteString(text);
    EXPECT_EQ(std::vector(w.bytes().begin(), w.bytes().end()), bytes);
    Reader r(bytes);
    EXPECT_EQ(r.ReadString(), text);
    r.Finish();
    for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
      Reader truncated({bytes.data(), cut});
      EXPECT_THROW(truncated.ReadString(), MessageError) << size << " cut at " << cut;
    }
    for (std::size_t bad = 2; bad < bytes.size(); ++bad) {
      std::vector<std::uint8_t> broken = bytes;
      broken[bad] = 0xff;
      Reader broken_reader(broken);
      try {
        broken_reader.ReadString();
        ADD_FAILURE() << size << " broken at " << bad;
      } catch (const MessageError& error) {
        EXPECT_EQ(error.offset(), bad);
      }
    }
  }
}

TEST(ReaderTest, CountsAreCheckedAgainstTheBytesLeft) {
  // Lists, maps, strings and typed data that claim 4294967295 elements.
  for (const char* tag : {"0c", "0d", "07", "08", "09", "0a", "0b", "0e", "05"}) {
    const std::string error = ValueError(std::string(tag) + "ffffffffff000000");
    EXPECT_NE(error.find("a count of 4294967295 needs more than"), std::string::npos)
        << tag << error;
  }
  EXPECT_EQ(ErrorOf("0c020000", [](Reader& r) { r.ReadListHeader(2, "list"); }),
            "bad-message: list: a count of 2 needs more than the 2 bytes left at byte 2");
  // A pair needs two bytes.
  EXPECT_NE(ValueError("0d01000d"), "");
  EXPECT_EQ(ErrorOf("0d0100", [](Reader& r) { r.ReadMapHeader(); }),
            "bad-message: a count of 1 needs more than the 1 bytes left at byte 2");
  // Sizes in the long forms are read whole or not at all.
  EXPECT_EQ(ValueError("0cfe01"), "bad-message: the message ends within a size at byte 1");
  EXPECT_EQ(ValueError("0cff010000"), "bad-message: the message ends within a size at byte 1");
}

TEST(ReaderTest, UnknownTags) {
  for (int tag = 15; tag <= 128; ++tag) {
    const std::uint8_t byte = static_cast<std::uint8_t>(tag);
    EXPECT_EQ(ValueError(test::Hex({&byte, 1})), "bad-message: unknown tag " + std::to_string(tag) +
                                                     " where value is expected at byte 0");
  }
  EXPECT_EQ(ValueError("a0"), "bad-message: custom type 31 is not expected here at byte 1");
}

TEST(ReaderTest, BigIntegersAreText) {
  const auto bytes = Unhex("05026666");
  Reader r(bytes);
  EXPECT_EQ(r.ReadValue(kStandardTable), Value("ff"));
}

TEST(ReaderTest, NestingIsLimited) {
  const auto nested = [](int levels) {
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < levels; ++i) bytes.insert(bytes.end(), {kList, 1});
    bytes.push_back(kNull);
    return bytes;
  };
  auto bytes = nested(kMaxDepth);
  Reader good(bytes);
  EXPECT_NO_THROW(good.ReadValue(kStandardTable));
  bytes = nested(kMaxDepth + 1);
  Reader bad(bytes);
  EXPECT_THROW(bad.ReadValue(kStandardTable), MessageError);
  bytes = nested(1000000);
  Reader worse(bytes);
  EXPECT_THROW(worse.ReadValue(kStandardTable), MessageError);
  // Wrapped custom types that contain each other.
  bytes.clear();
  for (int i = 0; i < 100000; ++i) {
    const auto level = Unhex("820c030081040000000000000000");
    bytes.insert(bytes.end(), level.begin(), level.end());
  }
  Reader custom(bytes);
  try {
    custom.ReadValue(kTable);
    FAIL();
  } catch (const MessageError& error) {
    EXPECT_EQ(error.message().find("values are nested too deeply"), 0U) << error.what();
  }
}

TEST(ReaderTest, OverflowWrappers) {
  EXPECT_EQ(ValueError("ff0c01040000000000000000"),
            "bad-message: a wrapped custom type is not a list of 2 at byte 0");
  EXPECT_EQ(ValueError("ff0c0204ffffffffffffffff00"),
            "bad-message: a wrapped custom type has index -1 at byte 0");
  EXPECT_EQ(ValueError("ff0c02030000000000"),
            "bad-message: Wrapped: null for a non-null list of fields at byte 8");
  // Tag 3 for the index, as other generators write it.
  const auto bytes = Unhex("ff0c0203000000000c010307000000");
  Reader r(bytes);
  EXPECT_EQ(r.ReadValue(kTable), Value::Of(test::Wrapped{7}));
}

Value RichValue() {
  return Value::List{
      Value(),
      true,
      42,
      1.5,
      "h\xc3\xa9llo",
      std::vector<std::uint8_t>{1, 2, 3},
      std::vector<std::int32_t>{1, -1},
      std::vector<std::int64_t>{1, -1},
      std::vector<float>{1.5F},
      std::vector<double>{2.5, -0.0},
      Value::Map{{"key", Value::List{1, 2}}, {2.5, Value()}},
      Value::Of(test::Tagged{"n", test::Color::kBlue, Value::Of(test::LatLng{1, 2})}),
      Value::Of(test::Wrapped{9}),
      Value::Of(test::Color::kGreen),
      std::string(300, 'x')};
}

TEST(ReaderTest, TruncationAtEveryByteIsAnError) {
  Writer w;
  w.WriteValue(RichValue(), kTable);
  for (std::size_t size = 0; size < w.size(); ++size) {
    Reader r(w.bytes().first(size));
    try {
      r.ReadValue(kTable);
      ADD_FAILURE() << "accepted " << size << " of " << w.size() << " bytes";
    } catch (const MessageError& error) {
      EXPECT_LE(error.offset(), size);
    }
  }
  Reader whole(w.bytes());
  EXPECT_EQ(whole.ReadValue(kTable), RichValue());
}

TEST(ReaderTest, MutationsGiveValuesOrMessageErrors) {
  Writer w;
  w.WriteValue(RichValue(), kTable);
  const std::vector<std::uint8_t> original(w.bytes().begin(), w.bytes().end());
  std::mt19937 random(20261130);
  int errors = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::uint8_t> bytes = original;
    const unsigned changes = 1 + random() % 4;
    for (unsigned i = 0; i < changes; ++i) {
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    }
    Reader r(bytes);
    try {
      const Value value = r.ReadValue(kTable);
      r.Finish();
      // What was accepted can be written again.
      Writer again;
      again.WriteValue(value, kTable);
    } catch (const MessageError&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 1000);
}

}  // namespace
}  // namespace causeway::codec
