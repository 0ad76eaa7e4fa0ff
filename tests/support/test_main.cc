#include <gtest/gtest.h>

// Exit code by which ctest knows a skipped test (SKIP_RETURN_CODE).
constexpr int kSkipped = 77;

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int code = RUN_ALL_TESTS();
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  if (code == 0 && tests.skipped_test_count() > 0 && tests.successful_test_count() == 0) {
    return kSkipped;
  }
  return code;
}
