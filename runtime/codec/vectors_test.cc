// The vectors were produced by an independent encoder and by Flutter's own tests. Those that write
// small ints with tag 3 can only be read: we always write tag 4.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include "runtime/codec/test_types.h"

namespace causeway::test {
namespace {

using codec::Reader;
using codec::Writer;

std::filesystem::path VectorsFile() {
  if (const char* corpus = std::getenv("CAUSEWAY_CORPUS")) {
    return std::filesystem::path(corpus) / "golden/codec_vectors.json";
  }
  const char* source = std::getenv("CAUSEWAY_SOURCE_DIR");
  return std::filesystem::path(source == nullptr ? "." : source) /
         "../shared/corpus/golden/codec_vectors.json";
}

std::vector<std::uint8_t> Bytes(std::initializer_list<int> bytes) {
  return {bytes.begin(), bytes.end()};
}

// The file has one "key": value a line and no nesting beyond the list of vectors.
using Vector = std::map<std::string, std::string>;
std::vector<Vector> Parse(std::istream& file) {
  std::vector<Vector> vectors;
  std::string line;
  while (std::getline(file, line)) {
    if (line.find('{') != std::string::npos && line.find('"') == std::string::npos) {
      vectors.emplace_back();
    }
    const std::size_t colon = line.find("\": ");
    const std::size_t quote = line.find('"');
    if (colon == std::string::npos || vectors.empty()) continue;
    std::string value = line.substr(colon + 3);
    if (value.ends_with(',')) value.pop_back();
    if (value.starts_with('"')) value = value.substr(1, value.size() - 2);
    vectors.back()[line.substr(quote + 1, colon - quote - 1)] = value;
  }
  return vectors;
}

// What the names of the vectors say.
const std::map<std::string, Value>& Meanings() {
  static const auto& meanings = *new std::map<std::string, Value>{
      {"base_00 None", Value()},
      {"base_01 True", true},
      {"base_02 False", false},
      {"base_04 1311768467294899695", std::int64_t{1311768467294899695}},
      {"base_05 3.141592653589793", 3.141592653589793},
      {"base_06 'hello world'", "hello world"},
      {R"(base_08 'h\ud83d\ude02w')", "h\xf0\x9f\x98\x82w"},
      {"base_09 ''", ""},
      {"base_10 [None, 'hello', 3.14, 47, [42, 'nested']",
       Value::List{Value(), "hello", 3.14, 47, Value::List{42, "nested"}}},
      {"base_12 u8", Bytes({0xba, 0x5e, 0xba, 0x11})},
      {"base_13 i32", std::vector<std::int32_t>{0x12345678, -1, 0}},
      {"base_14 i64", std::vector<std::int64_t>{0x1234567890abcdef, -1}},
      {"base_16 f64", std::vector<double>{3.141592653589793, 1000.0}},
      {"base_17 -2147483648", -2147483647 - 1},
      {"base_18 -2147483649", std::int64_t{-2147483649}},
      {"base_20 2147483648", std::int64_t{2147483648}},
      {"base_21 -9223372036854775808", std::numeric_limits<std::int64_t>::min()},
      {"base_22 9223372036854775807", std::numeric_limits<std::int64_t>::max()},
      {"pigeon enum(129)=2", Value::Of(Color::kBlue)},
      {"pigeon class130[name?=null,code enum1,map]",
       Value::Of(Tagged{std::nullopt, Color::kGreen, Value::Map{{"k", "v"}}})},
      {"LatLng(131)", Value::Of(LatLng{1.5, -2.25})},
      {"args [true,1.0] alignment inside list", Value::List{true, 1.0}},
      {"empty i64 list then true (dart/java writer aligns)",
       Value::List{std::vector<std::int64_t>{}, true}},
      {"empty i32 then true", Value::List{std::vector<std::int32_t>{}, true}},
      {"empty u8 then true", Value::List{std::vector<std::uint8_t>{}, true}},
      {"string 253", std::string(253, 'a')},
      {"string 254", std::string(254, 'a')},
      {"string 65536", std::string(65536, 'a')},
      {"list 254 null", Value::List(254)},
      {"u8 300", std::vector<std::uint8_t>(300, 1)},
      {"-0.0", -0.0},
      {"inf", std::numeric_limits<double>::infinity()},
      {"overflow: class index 126 -> type 0 wrapped list", Value::Of(Wrapped{1})},
      {"embedded NUL", std::string("a\0b", 3)},
  };
  return meanings;
}

TEST(VectorsTest, AllAreReadAndWritten) {
  std::ifstream file(VectorsFile());
  if (!file) GTEST_SKIP() << "the corpus is not there: " << VectorsFile();
  const std::vector<Vector> vectors = Parse(file);
  std::size_t seen = 0;
  std::size_t written = 0;
  for (const Vector& vector : vectors) {
    const std::string& name = vector.at("name");
    SCOPED_TRACE(name);
    const auto meaning = Meanings().find(name);
    ASSERT_NE(meaning, Meanings().end()) << "this vector is not known to the test";
    ++seen;
    const bool partial = vector.at("hex") == "null";
    Writer writer;
    writer.WriteValue(meaning->second, kTable);
    const std::string ours = Hex(writer.bytes());
    const bool small_ints = name.starts_with("base_10") || name.starts_with("base_17");
    if (!small_ints) {
      EXPECT_EQ(std::to_string(writer.size()), vector.at("len"));
      if (!partial) {
        EXPECT_EQ(ours, vector.at("hex"));
      }
      const std::string& head = vector.at("head");
      const std::string& tail = vector.at("tail");
      EXPECT_EQ(ours.substr(0, head.size()), head);
      EXPECT_EQ(ours.substr(ours.size() - tail.size()), tail);
      ++written;
    }
    // The longest vector is given only in part; what was compared above stands for it.
    const std::vector<std::uint8_t> bytes = Unhex(partial ? ours : vector.at("hex"));
    Reader reader(bytes);
    EXPECT_EQ(reader.ReadValue(kTable), meaning->second);
    EXPECT_NO_THROW(reader.Finish());
  }
  EXPECT_EQ(seen, Meanings().size());
  EXPECT_EQ(written, seen - 2);
}

}  // namespace
}  // namespace causeway::test
