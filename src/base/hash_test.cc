#include "base/hash.h"

#include <gtest/gtest.h>

namespace causeway {
namespace {

// Vectors of the authors' own test suite (test_fnv.c of the reference distribution).
TEST(Fnv1a64Test, MatchesThePublishedVectors) {
  EXPECT_EQ(HashFnv1a64(""), 0xcbf29ce484222325U);
  EXPECT_EQ(HashFnv1a64("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(HashFnv1a64("foobar"), 0x85944171f73967e8U);
}

TEST(Fnv1a64Test, PiecesGiveTheHashOfTheWhole) {
  Fnv1a64 hash;
  hash.Add("foo");
  hash.Add("bar");
  EXPECT_EQ(hash.value(), HashFnv1a64("foobar"));
}

}  // namespace
}  // namespace causeway
