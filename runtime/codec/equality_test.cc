#include "causeway/equality.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "causeway/value.h"
#include "runtime/codec/test_types.h"

namespace causeway::generated {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(EqualityTest, DoublesFollowJavaAndDart) {
  EXPECT_TRUE(Equal(kNan, kNan));
  EXPECT_TRUE(Equal(-0.0, 0.0));
  EXPECT_EQ(Hash(-0.0), Hash(0.0));
  EXPECT_EQ(Hash(kNan), Hash(BitsDouble(0x7ff0000000000001)));
  EXPECT_TRUE(Less(1.0, kNan));
  EXPECT_FALSE(Less(kNan, 1.0));
  EXPECT_FALSE(Less(kNan, kNan));
  EXPECT_FALSE(Less(-0.0, 0.0));
}

TEST(EqualityTest, NestedEverywhere) {
  using Nested = std::map<std::string, std::vector<std::optional<double>>>;
  const Nested a{{"x", {1.0, std::nullopt, kNan}}};
  Nested b = a;
  EXPECT_TRUE(Equal(a, b));
  EXPECT_EQ(Hash(a), Hash(b));
  b["x"][1] = 0.0;
  EXPECT_FALSE(Equal(a, b));
  EXPECT_TRUE(Less(a, b));
  EXPECT_FALSE(Less(b, a));
  using Either = std::variant<test::LatLng, Box<std::string>>;
  EXPECT_TRUE(Equal(Either(test::LatLng{1, 2}), Either(test::LatLng{1, 2})));
  EXPECT_FALSE(Equal(Either(Box<std::string>("a")), Either(Box<std::string>())));
  EXPECT_TRUE(Less(Either(test::LatLng{9, 9}), Either(Box<std::string>())));
}

TEST(EqualityTest, MapKeysOfAnyType) {
  Map<test::LatLng, int> places;
  places[{1, kNan}] = 1;
  places[{1, kNan}] = 2;
  places[{1, 3}] = 3;
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places.begin()->second, 3);
  Map<std::vector<std::optional<int>>, int> lists;
  lists[{1, std::nullopt}] = 1;
  lists[{1}] = 2;
  lists[{std::nullopt}] = 3;
  EXPECT_EQ(lists.begin()->second, 3);
  EXPECT_EQ(lists.rbegin()->second, 1);
}

// java.util.Map tells a Double -0.0 from 0.0 (Double.equals), but not NaN from NaN; so does a List
// of them. Fields of a class count as its generated equals() does: there the zeros are equal.
TEST(EqualityTest, MapKeysTellTheZerosApartAsJavaDoes) {
  Map<double, int> doubles{{0.0, 2}, {-0.0, 3}, {kNan, 1}, {-kNan, 4}};
  ASSERT_EQ(doubles.size(), 3U);
  EXPECT_EQ(doubles.at(0.0), 2);
  EXPECT_EQ(doubles.at(-0.0), 3);
  EXPECT_TRUE(std::signbit(doubles.begin()->first));
  Value::Map values{{Value(0.0), Value(2)}, {Value(-0.0), Value(3)}, {Value(kNan), Value(1)}};
  EXPECT_EQ(values.size(), 3U);
  values[Value(Value::List{Value(0.0)})] = Value(5);
  values[Value(Value::List{Value(-0.0)})] = Value(6);
  EXPECT_EQ(values.size(), 5U);
  EXPECT_EQ((Map<std::vector<double>, int>{{{0.0}, 1}, {{-0.0}, 2}}).size(), 2U);
  EXPECT_EQ((Map<std::optional<double>, int>{{0.0, 1}, {-0.0, 2}, {std::nullopt, 3}}).size(), 3U);
  EXPECT_EQ((Map<test::LatLng, int>{{{0.0, 1}, 1}, {{-0.0, 1}, 2}}).size(), 1U);
  EXPECT_EQ((Value::Map{{Value::Of(test::LatLng{0.0, 1}), Value(1)},
                        {Value::Of(test::LatLng{-0.0, 1}), Value(2)}})
                .size(),
            1U);
  // Outside of keys they are one value, so the order agrees with ==.
  EXPECT_TRUE((Value(0.0) <=> Value(-0.0)) == 0);
  EXPECT_EQ(Value(0.0), Value(-0.0));
}

// Two questions a level would take 2^60 steps.
TEST(EqualityTest, EqualNestedValuesAreComparedInLinearTime) {
  Value a(Value::List{});
  Value b(Value::List{});
  for (int level = 0; level < 60; ++level) {
    a = Value(Value::List{a});
    b = Value(Value::List{b});
  }
  EXPECT_FALSE(a < b);
  EXPECT_FALSE(b < a);
  Value::Map keys;
  keys[a] = Value(1);
  keys[b] = Value(2);
  EXPECT_EQ(keys.size(), 1U);
  const Value deeper(Value::List{a});
  EXPECT_TRUE(deeper < a || a < deeper);
}

TEST(EqualityTest, Text) {
  std::ostringstream out;
  Print(out, std::vector<std::optional<std::string>>{"a", std::nullopt});
  Print(out, std::vector<std::uint8_t>{65, 255});
  Print(out, std::map<int, bool>{{1, true}, {2, false}});
  Print(out, std::variant<int, double>(2.5));
  EXPECT_EQ(out.str(), "[\"a\", null][65, 255]{1: true, 2: false}2.5");
}

}  // namespace
}  // namespace causeway::generated
