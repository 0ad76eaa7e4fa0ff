#include "causeway/error.h"

#include <gtest/gtest.h>

#include "causeway/codec.h"

namespace causeway {
namespace {

TEST(ErrorTest, KeepsItsFourParts) {
  const Error error("code", "what happened", Value::List{1, "two"}, "at main");
  const Error copy = error;  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(copy.code(), "code");
  EXPECT_EQ(copy.message(), "what happened");
  EXPECT_EQ(copy.details(), Value(Value::List{1, "two"}));
  EXPECT_EQ(copy.stack_trace(), "at main");
  EXPECT_STREQ(copy.what(), "code: what happened");
  EXPECT_STREQ(Error("alone").what(), "alone");
}

TEST(ErrorTest, MessageErrorIsCaughtAsError) {
  try {
    throw codec::MessageError("bad-message", "text", 7);
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "bad-message: text at byte 7");
  }
}

}  // namespace
}  // namespace causeway
