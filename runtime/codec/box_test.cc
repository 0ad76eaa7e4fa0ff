#include "causeway/box.h"

#include <gtest/gtest.h>

#include <string>

namespace causeway {
namespace {

struct Node {
  std::string name;
  Box<Node> next;  // incomplete here
  bool operator==(const Node&) const = default;
};

TEST(BoxTest, CopiesDeeply) {
  Node a{"a", Node{"b", Node{"c", {}}}};
  Node copy = a;
  copy.next->next->name = "changed";
  EXPECT_EQ(a.next->next->name, "c");
  EXPECT_FALSE(a == copy);
  a = copy;
  EXPECT_TRUE(a == copy);
  EXPECT_NE(&*a.next, &*copy.next);
}

TEST(BoxTest, AssignmentFromItsOwnInside) {
  Node a{"a", Node{"b", Node{"c", {}}}};
  a.next = a.next->next;
  EXPECT_EQ(a.next->name, "c");
  Box<Node>& self = a.next;
  a.next = self;
  EXPECT_EQ(a.next->name, "c");
}

TEST(BoxTest, EmptyAndFull) {
  Box<int> box;
  EXPECT_FALSE(box);
  EXPECT_EQ(box, Box<int>(std::nullopt));
  box = 3;
  EXPECT_EQ(*box, 3);
  EXPECT_FALSE(box == Box<int>());
  box.reset();
  EXPECT_FALSE(box.has_value());
  EXPECT_EQ(box.emplace(4), 4);
}

}  // namespace
}  // namespace causeway
