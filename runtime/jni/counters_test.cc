#include "causeway/counters.h"

#include <gtest/gtest.h>

namespace causeway {
namespace {

TEST(CountersTest, JsonHasEveryMember) {
  Counters counters;
  counters.up_calls = 1;
  counters.threads_attached = 11;
  EXPECT_EQ(ToJson(counters),
            "{\"up_calls\": 1, \"down_calls\": 0, \"other_crossings\": 0, \"jni_operations\": 0, "
            "\"upward_others\": 0, \"bytes_to_java\": 0, \"bytes_from_java\": 0, "
            "\"local_references\": 0, \"global_references\": 0, \"weak_references\": 0, "
            "\"threads_attached\": 11}");
}

TEST(CountersTest, Difference) {
  Counters a;
  a.down_calls = 5;
  Counters b = a;
  b.down_calls = 7;
  b.bytes_to_java = 3;
  EXPECT_EQ((b - a).down_calls, 2U);
  EXPECT_EQ((b - a).bytes_to_java, 3U);
  EXPECT_EQ(a - a, Counters());
}

}  // namespace
}  // namespace causeway
