// Pointers between peers that nobody declared, in programs that know which of theirs they are.
#include "runtime/peers/undeclared.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "causeway/bridge.h"
#include "runtime/peers/fake_java.h"
#include "runtime/peers/registry_core.h"

namespace causeway::peers {
namespace {

using Core = RegistryCore<FakeJava>;

class Careless final : public Peer {
 public:
  Traced<Careless> edge{*this};
  Careless* plain[3] = {};
  Ref<Careless> root;
  Careless* self = this;
};

class UndeclaredTest : public testing::Test {
 protected:
  ~UndeclaredTest() override { core->Close(&heap); }

  FakeHeap heap;
  std::shared_ptr<Core> core = std::make_shared<Core>(FakeJava(heap), false);
};

// Random programs in which some pointers are edges, some are roots, some are neither: exactly the
// last ones are reported.
TEST_F(UndeclaredTest, UndeclaredPointersAreFound) {
  std::mt19937 random(20261201);
  std::size_t seeded = 0;
  for (int program = 0; program < 300; ++program) {
    const std::size_t n = 2 + random() % 10;
    std::vector<Careless*> nodes;
    for (std::size_t i = 0; i < n; ++i) {
      FakeReference* object = heap.NewObject(1);
      const Ref<Careless> node = MakePeer<Careless>();
      core->Add(&heap, object, node, Standing::kReal);
      nodes.push_back(node.get());
    }
    std::set<std::tuple<const Peer*, std::size_t, const Peer*>> expected;
    for (Careless* node : nodes) {
      Careless* named = nodes[random() % n];
      if (random() % 2 == 0) {
        node->edge = named;
        node->plain[0] = named;  // a copy of an edge
      }
      if (random() % 3 == 0) {
        Careless* target = nodes[random() % n];
        node->plain[1 + random() % 2] = target;
        const bool declared = node->edge.Get().get() == target;
        if (target != node && !declared) {
          const std::size_t at = static_cast<std::size_t>(
              reinterpret_cast<char*>(node->plain[1] == target ? &node->plain[1]
                                                               : &node->plain[2]) -
              reinterpret_cast<char*>(node));
          expected.emplace(node, at, target);
        }
      }
    }
    seeded += expected.size();
    std::set<std::tuple<const Peer*, std::size_t, const Peer*>> reported;
    for (const UndeclaredPointer& pointer : UndeclaredSearch(core->List()).Run()) {
      reported.emplace(pointer.owner, pointer.offset, pointer.target);
      EXPECT_NE(pointer.owner_type.find("Careless"), std::string::npos);
    }
    ASSERT_EQ(reported, expected) << "program " << program;
    for (Careless* node : nodes) core->Unregister(*node);
    core->Drain(&heap);
  }
  EXPECT_GT(seeded, 300U);
}

TEST_F(UndeclaredTest, ARefIsNoUndeclaredPointer) {
  std::vector<Ref<Careless>> nodes;
  for (int i = 0; i < 2; ++i) {
    nodes.push_back(MakePeer<Careless>());
    core->Add(&heap, heap.NewObject(1), nodes.back(), Standing::kReal);
  }
  Careless* a = nodes[0].get();
  Careless* b = nodes[1].get();
  a->root = nodes[1];
  nodes.clear();
  EXPECT_TRUE(UndeclaredSearch(core->List()).Run().empty());
  a->plain[0] = b;
  EXPECT_EQ(UndeclaredSearch(core->List()).Run().size(), 2U) << "one of these two is too many";
  a->root = nullptr;
}

}  // namespace
}  // namespace causeway::peers
