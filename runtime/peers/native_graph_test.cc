// What the objects of peers name, in programs that know which of it they declared.
#include "runtime/peers/native_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
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

class NativeGraphTest : public testing::Test {
 protected:
  ~NativeGraphTest() override { core->Close(&heap); }

  FakeHeap heap;
  std::shared_ptr<Core> core = std::make_shared<Core>(FakeJava(heap), false);
};

// Random programs in which some pointers are edges, some are roots, some are neither: exactly the
// last ones are reported.
TEST_F(NativeGraphTest, UndeclaredPointersAreFound) {
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
    const std::vector<Ref<Peer>> peers = core->List();
    const NativeGraph graph = NativeGraphReader::Read(peers, {});
    for (const NativeGraph::Pointer& pointer : graph.pointers) {
      EXPECT_FALSE(pointer.is_root) << "nobody has a root";
      reported.emplace(graph.peers[pointer.from].peer, pointer.at, graph.peers[pointer.to].peer);
    }
    ASSERT_EQ(reported, expected) << "program " << program;
    for (Careless* node : nodes) core->Unregister(*node);
    core->Drain(&heap);
  }
  EXPECT_GT(seeded, 300U);
}

TEST_F(NativeGraphTest, ARefIsNoUndeclaredPointer) {
  std::vector<Ref<Careless>> nodes;
  for (int i = 0; i < 2; ++i) {
    nodes.push_back(MakePeer<Careless>());
    core->Add(&heap, heap.NewObject(1), nodes.back(), Standing::kReal);
  }
  Careless* a = nodes[0].get();
  Careless* b = nodes[1].get();
  a->root = nodes[1];
  nodes.clear();
  const auto undeclared = [&] {
    const std::vector<NativeGraph::Pointer> pointers =
        NativeGraphReader::Read(core->List(), {}).pointers;
    return std::ranges::count(pointers, false, &NativeGraph::Pointer::is_root);
  };
  EXPECT_EQ(undeclared(), 0);
  a->plain[0] = b;
  EXPECT_EQ(undeclared(), 2) << "one of these two is too many";
  a->root = nullptr;
}

// One of each: an edge in the object, one behind a pointer, one of a plain owner, a root.
TEST_F(NativeGraphTest, ItSaysWhoNamesWhomAndWhere) {
  std::vector<Ref<Careless>> nodes;
  for (int i = 0; i < 4; ++i) {
    nodes.push_back(MakePeer<Careless>());
    core->Add(&heap, heap.NewObject(1), nodes.back(), Standing::kReal);
  }
  const auto offset = [&](const void* member) {
    return static_cast<std::size_t>(static_cast<const char*>(member) -
                                    reinterpret_cast<const char*>(nodes[0].get()));
  };
  nodes[0]->edge = nodes[1];
  const Traced<Careless> apart(*nodes[0], nodes[2].get());
  nodes[0]->root = nodes[3];
  const auto owner = std::make_shared<OwnerNode>();
  owner->edges.Take().target = static_cast<std::uint64_t>(nodes[2]->handle());
  owner->holders.push_back(static_cast<std::uint64_t>(nodes[1]->handle()));
  owner->ever_held = true;

  const NativeGraph graph = NativeGraphReader::Read(core->List(), {owner});
  ASSERT_EQ(graph.peers.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(graph.peers[i].peer, nodes[i].get());
    EXPECT_EQ(graph.peers[i].roots, i == 3 ? 2U : 1U) << "ours, and the one in node 0";
  }
  ASSERT_EQ(graph.edges.size(), 2U);  // the newest first
  EXPECT_EQ(graph.edges[0].at, NativeGraph::kElsewhere);
  EXPECT_EQ(graph.edges[0].to, 2U);
  EXPECT_EQ(graph.edges[1].from, 0U);
  EXPECT_EQ(graph.edges[1].to, 1U);
  // The word of a Traced that names its node.
  EXPECT_GE(graph.edges[1].at, offset(&nodes[0]->edge));
  EXPECT_LT(graph.edges[1].at, offset(&nodes[0]->edge + 1));
  ASSERT_EQ(graph.pointers.size(), 1U);
  EXPECT_TRUE(graph.pointers[0].is_root);
  EXPECT_EQ(graph.pointers[0].at, offset(&nodes[0]->root));
  EXPECT_EQ(graph.pointers[0].to, 3U);
  ASSERT_EQ(graph.owners.size(), 1U);
  EXPECT_EQ(graph.owners[0].holders, std::vector<std::uint32_t>{1});
  EXPECT_EQ(graph.owners[0].targets, std::vector<std::uint32_t>{2});
  EXPECT_TRUE(graph.owners[0].held);
  nodes[0]->root = nullptr;
}

}  // namespace
}  // namespace causeway::peers
