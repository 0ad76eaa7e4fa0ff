#include "causeway/value.h"

#include <gtest/gtest.h>

#include <limits>
#include <unordered_set>

#include "causeway/error.h"
#include "runtime/codec/test_types.h"

namespace causeway {
namespace {

TEST(ValueTest, TypesAreWhatTheyWereMadeFrom) {
  EXPECT_TRUE(Value().is_null());
  EXPECT_TRUE(Value(nullptr).is_null());
  EXPECT_TRUE(Value(true).Get<bool>());
  EXPECT_EQ(Value(7).Get<std::int64_t>(), 7);
  EXPECT_EQ(Value(7U).Get<std::int64_t>(), 7);
  EXPECT_EQ(Value(1.5F).Get<double>(), 1.5);
  EXPECT_EQ(Value("text").Get<std::string>(), "text");
  EXPECT_EQ(Value(std::vector<float>{1}).Get<std::vector<float>>(), std::vector<float>{1});
  const Value point = test::LatLng{1, 2};  // implicit: the type is generated
  EXPECT_EQ(point.Get<test::LatLng>().longitude, 2);
  EXPECT_EQ(point.GetIf<test::Color>(), nullptr);
  EXPECT_EQ(point.GetIf<double>(), nullptr);
}

TEST(ValueTest, WrongTypeIsAnError) {
  try {
    Value("text").Get<bool>();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "wrong-type");
    EXPECT_EQ(error.message().find("the value is a String, not a "), 0U);
  }
}

std::vector<Value> Ladder() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // In ascending order.
  return {Value(),
          false,
          true,
          -1,
          1,
          -1.0,
          0.0,
          1.0,
          nan,
          "",
          "a",
          "b",
          std::vector<std::uint8_t>{1},
          std::vector<std::int32_t>{1},
          std::vector<std::int64_t>{1},
          std::vector<float>{1},
          std::vector<double>{1},
          Value::List{},
          Value::List{1},
          Value::List{1, 2},
          Value::List{2},
          Value::Map{},
          Value::Map{{1, 2}},
          Value::Map{{1, nan}}};
}

TEST(ValueTest, OrderIsTotalAndAgreesWithEqualityAndHash) {
  const std::vector<Value> ladder = Ladder();
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    for (std::size_t j = 0; j < ladder.size(); ++j) {
      SCOPED_TRACE(ladder[i].ToString() + " and " + ladder[j].ToString());
      EXPECT_EQ(ladder[i] < ladder[j], i < j);
      EXPECT_EQ(ladder[i] == ladder[j], i == j);
    }
  }
  EXPECT_EQ(Value(0.0), Value(-0.0));
  EXPECT_EQ(Value(0.0).Hash(), Value(-0.0).Hash());
  EXPECT_NE(Value(1), Value(1.0));
}

TEST(ValueTest, CustomObjects) {
  const Value a = Value::Of(test::LatLng{1, 2});
  const Value b = Value::Of(test::LatLng{1, 2});
  const Value c = Value::Of(test::LatLng{1, 3});
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.Hash(), b.Hash());
  EXPECT_NE(a, c);
  EXPECT_TRUE(a < c);
  EXPECT_FALSE(c < a);
  const Value color = Value::Of(test::Color::kRed);
  EXPECT_NE(a, color);
  EXPECT_NE(a < color, color < a);
  EXPECT_EQ(a.ToString(), "LatLng{1, 2}");
  const std::unordered_set<Value> set{a, b, c};
  EXPECT_EQ(set.size(), 2U);
  Value::Map map{{a, 1}, {c, 2}};
  EXPECT_EQ(map[b], Value(1));
}

TEST(ValueTest, Text) {
  EXPECT_EQ(Value(Value::Map{{"a", Value::List{1, 2.5, Value(), true}}}).ToString(),
            "{\"a\": [1, 2.5, null, true]}");
}

}  // namespace
}  // namespace causeway
