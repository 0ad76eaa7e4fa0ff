// Rounds of the bridge without a JVM: graphs against a brute-force oracle, the counterexamples that
// break careless versions, and everything at once.
#include "runtime/peers/round.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <thread>

#include "causeway/bridge.h"
#include "runtime/peers/fake_java.h"

namespace causeway::peers {
namespace {

using Core = RegistryCore<FakeJava>;
using TestRound = Round<FakeJava, FakeBridgeHeap>;

std::atomic<int> alive{0};

class Node final : public Peer {
 public:
  explicit Node(int edges = 3) {
    ++alive;
    for (int i = 0; i < edges; ++i) out.emplace_back(*this);
  }
  ~Node() override { --alive; }
  std::vector<Traced<Node>> out;
};

class RoundTest : public testing::Test {
 protected:
  ~RoundTest() override {
    core->Close(&heap);
    EXPECT_EQ(heap.strong, 0);
    EXPECT_EQ(heap.weak, 0);
    EXPECT_EQ(alive, 0);
  }

  Ref<Node> Add(FakeReference* object) {
    Ref<Node> node = MakePeer<Node>();
    EXPECT_EQ(core->Add(&heap, object, node, Standing::kReal).added, Core::Added::kYes);
    return node;
  }
  // A pair that nothing but its parameters hold.
  Ref<Node> AddUnheld(std::uint32_t hash = 1, bool foreign = false) {
    FakeReference* object = heap.NewObject(hash, foreign);
    Ref<Node> node = Add(object);
    object->deleted = true;
    return node;
  }
  RoundNumbers Collect(std::function<void(Step)> observer = {}) {
    TestRound round(*core, bridge_heap, &heap, std::move(observer));
    const RoundNumbers numbers = round.Run();
    core->Drain(&heap);
    core->Drain(&heap);
    return numbers;
  }
  Ref<Peer> Peek(FakeReference* object) { return core->Peek(&heap, object); }

  FakeHeap heap;
  FakeBridgeHeap bridge_heap;
  std::shared_ptr<Core> core = std::make_shared<Core>(FakeJava(heap), false);
};

TEST_F(RoundTest, ACycleOverBothHeapsGoes) {
  Weak<Node> a_weak;
  {
    const Ref<Node> a = AddUnheld();
    const Ref<Node> b = AddUnheld();
    a->out[0] = b;
    b->out[0] = a;
    a_weak = Weak<Node>(a);
  }
  EXPECT_EQ(alive, 2);
  const RoundNumbers numbers = Collect();
  EXPECT_EQ(numbers.peers, 2U);
  EXPECT_EQ(numbers.candidates, 2U);
  EXPECT_EQ(numbers.components, 1U);
  EXPECT_EQ(numbers.edges, 2U);
  EXPECT_EQ(numbers.mirrored, 2U);
  EXPECT_EQ(numbers.dead, 2U);
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(a_weak.Lock(), nullptr);
  EXPECT_EQ(heap.strong, 0);
}

TEST_F(RoundTest, RootsEdgesAndJavaKeepPeers) {
  const Ref<Node> root = AddUnheld();
  FakeReference* local = heap.NewObject(7);
  {
    const Ref<Node> held_by_java = Add(local);
    const Ref<Node> behind_root = AddUnheld();
    const Ref<Node> behind_java = AddUnheld();
    root->out[0] = behind_root;
    held_by_java->out[1] = behind_java;
  }
  const RoundNumbers numbers = Collect();
  EXPECT_EQ(numbers.peers, 4U);
  EXPECT_EQ(numbers.candidates, 2U) << "what a root reaches natively is not asked about";
  EXPECT_EQ(numbers.dead, 0U);
  EXPECT_EQ(alive, 4);
  EXPECT_TRUE(root->out[0].Get());
  // Java lets its one go: what only that kept goes with it.
  local->deleted = true;
  EXPECT_EQ(Collect().dead, 2U);
  root->out[0] = nullptr;
  EXPECT_EQ(Collect().dead, 1U);
  EXPECT_EQ(alive, 1);
}

TEST_F(RoundTest, EdgesOfAForeignClassKeepTheirTargets) {
  {
    const Ref<Node> foreign = AddUnheld(1, true);
    const Ref<Node> own = AddUnheld();
    foreign->out[0] = own;
    own->out[0] = foreign;
  }
  RoundNumbers numbers = Collect();
  EXPECT_EQ(numbers.foreign, 1U);
  EXPECT_EQ(numbers.dead, 0U) << "a cycle through a foreign class is a documented leak";
  EXPECT_EQ(alive, 2);
  for (const Ref<Peer>& peer : core->List()) static_cast<Node&>(*peer).out[0] = nullptr;
  EXPECT_EQ(Collect().dead, 2U);
}

TEST_F(RoundTest, IfJavaCannotHoldAnEdgeItsTargetStaysStrong) {
  Weak<Node> target;
  FakeReference* owner = heap.NewObject(1);
  {
    const Ref<Node> a = Add(owner);
    const Ref<Node> b = AddUnheld();
    a->out[0] = b;
    target = Weak<Node>(b);
  }
  bridge_heap.refuse = [](const FakeObject*) { return true; };
  EXPECT_EQ(Collect().dead, 0U);
  EXPECT_TRUE(target.Lock());
}

TEST_F(RoundTest, WithoutWeakReferencesNothingDies) {
  AddUnheld();
  heap.weak_limit = 0;
  EXPECT_EQ(Collect().dead, 0U);
  heap.weak_limit = 1000;
  EXPECT_EQ(Collect().dead, 1U);
}

TEST_F(RoundTest, EdgesOfAnUnregisteredOwnerAreRoots) {
  FakeReference* object = heap.NewObject(1);
  const Ref<Node> owner = MakePeer<Node>();
  owner->out[0] = AddUnheld();
  EXPECT_EQ(Collect().dead, 0U);
  EXPECT_TRUE(owner->out[0].Get());
  core->Add(&heap, object, owner, Standing::kReal);
  EXPECT_EQ(Collect().dead, 0U);
  EXPECT_TRUE(owner->out[0].Get());
  // Now it is an edge: it goes with its owner.
  core->Unregister(*owner);
  EXPECT_THROW(owner->out[0].Get(), Error);
  EXPECT_EQ(Collect().dead, 1U);
}

TEST_F(RoundTest, WhatAnEdgeMayName) {
  const Ref<Node> owner = AddUnheld();
  const Ref<Node> unregistered = MakePeer<Node>();
  try {
    owner->out[0] = unregistered;
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "unregistered-peer");
  }
  const auto other = std::make_shared<Core>(FakeJava(heap), false);
  const Ref<Node> foreigner = MakePeer<Node>();
  other->Add(&heap, heap.NewObject(5), foreigner, Standing::kReal);
  try {
    owner->out[0] = foreigner;
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), "other-registry");
  }
  // Set before its owner belonged to a registry, found when that is added.
  const Ref<Node> late = MakePeer<Node>();
  late->out[0] = foreigner;
  EXPECT_EQ(core->Add(&heap, heap.NewObject(6), late, Standing::kReal).added,
            Core::Added::kOtherRegistry);
  EXPECT_EQ(late->out[0].Get(), foreigner);
  late->out[0] = nullptr;
  other->Close(&heap);
  const Ref<Node> target = AddUnheld();
  owner->out[0] = target;
  EXPECT_EQ(owner->out[0].Get(), target);
  core->Unregister(*target);
  EXPECT_EQ(owner->out[0].Get(), nullptr);
}

TEST_F(RoundTest, APeerIsRegisteredOnce) {
  const Ref<Node> node = AddUnheld();
  core->Unregister(*node);
  EXPECT_EQ(core->Add(&heap, heap.NewObject(5), node, Standing::kReal).added, Core::Added::kEnded);
  const Ref<Node> disposed = MakePeer<Node>();
  EXPECT_TRUE(Core::BeginDispose(*disposed));
  EXPECT_EQ(core->Add(&heap, heap.NewObject(6), disposed, Standing::kReal).added,
            Core::Added::kEnded);
}

// ---- The counterexamples; letters as in docs/peers_protocol.md.

// A: the finalizer of a dead half looks it up. Here Java decides what weak references of phantom
// strength decide: the half is alive until nothing can reach it any more.
TEST_F(RoundTest, A_WhoHoldsAReferenceRescues) {
  FakeReference* object = heap.NewObject(1);
  Weak<Node> b_weak;
  {
    const Ref<Node> a = Add(object);
    const Ref<Node> b = AddUnheld();
    a->out[0] = b;
    b->out[0] = a;
    b_weak = Weak<Node>(b);
  }
  Ref<Peer> looked_up;
  const RoundNumbers numbers = Collect([&](Step step) {
    if (step == Step::kCollected) looked_up = Peek(object);
  });
  EXPECT_TRUE(looked_up);
  EXPECT_EQ(numbers.dead, 0U);
  EXPECT_EQ(numbers.rescued, 1U);
  EXPECT_TRUE(b_weak.Lock()) << "the mirror holds it until all are strong";
}

// B: a store, while the round runs, of a target whose local reference goes before the collection.
TEST_F(RoundTest, B_AStoreRescuesItsTarget) {
  for (const Step at : {Step::kFlagged, Step::kEnumerated, Step::kScanned, Step::kMirrored,
                        Step::kMadeWeak, Step::kFlipped, Step::kDeletedOld}) {
    FakeReference* owner = heap.NewObject(1);
    FakeReference* other = heap.NewObject(2);
    Node* a = Add(owner).get();
    Node* b = Add(other).get();
    const RoundNumbers numbers = Collect([&](Step step) {
      if (step != at) return;
      a->out[0] = b;  // both borrowed
      other->deleted = true;
    });
    EXPECT_EQ(numbers.dead, 0U);
    EXPECT_EQ(a->out[0].Get().get(), b);
    owner->deleted = true;
    EXPECT_EQ(Collect().dead, 2U);
  }
}

// The same for a peer that is made while the round runs, and is no member.
TEST_F(RoundTest, B_AStoreIntoANewPeerRescuesItsTarget) {
  for (const Step at : {Step::kFlagged, Step::kEnumerated, Step::kMirrored, Step::kFlipped}) {
    FakeReference* owner = heap.NewObject(1);
    FakeReference* other = heap.NewObject(2);
    Node* b = Add(other).get();
    Node* a = nullptr;
    Collect([&](Step step) {
      if (step != at) return;
      a = Add(owner).get();
      a->out[0] = b;
      other->deleted = true;
    });
    ASSERT_EQ(a->out[0].Get().get(), b);
    owner->deleted = true;
    EXPECT_EQ(Collect().dead, 2U);
  }
}

// What Add turns from a root into an edge is a store, too.
TEST_F(RoundTest, B_ARegistrationRescuesTheTargetsOfItsEdges) {
  for (const Step at : {Step::kFlagged, Step::kEnumerated, Step::kMirrored, Step::kMadeWeak,
                        Step::kFlipped, Step::kDeletedOld}) {
    FakeReference* owner = heap.NewObject(1);
    Ref<Node> a = MakePeer<Node>();
    Node* b = AddUnheld().get();
    Collect([&](Step step) {
      if (step == Step::kFlagged) a->out[0] = b;
      if (step == at) {
        core->Add(&heap, owner, a, Standing::kReal);
        a = nullptr;
      }
    });
    a = Ref<Node>::Adopt(static_cast<Node*>(Peek(owner).Release()));
    ASSERT_EQ(a->out[0].Get().get(), b);
    a = nullptr;
    owner->deleted = true;
    EXPECT_EQ(Collect().dead, 2U);
  }
}

// D: disposed of while the round runs, alive in Java: its mirror goes all the same, and nobody
// reads a handle that has been deleted (FakeJava aborts).
TEST_F(RoundTest, D_DisposalDuringARound) {
  for (int at = 0; at <= static_cast<int>(Step::kUnflagged); ++at) {
    FakeReference* object = heap.NewObject(1);
    FakeReference* other = heap.NewObject(2);
    Node* a = Add(object).get();
    a->out[0] = Add(other);
    Node* b = a->out[0].Get().get();
    b->out[0] = a;
    other->deleted = true;
    Collect([&](Step step) {
      if (static_cast<int>(step) == at) core->Unregister(*a);
    });
    EXPECT_EQ(Peek(object), nullptr);
    EXPECT_TRUE(object->target->edges.empty());
    Collect();
    EXPECT_EQ(alive, 0) << "disposed of after step " << at;
    EXPECT_EQ(heap.strong, 0);
    // The half may get a new peer.
    EXPECT_TRUE(Add(object));
    core->Unregister(*Peek(object));
    object->deleted = true;
    Collect();
  }
}

// The half of a member gets another peer while the round runs.
TEST_F(RoundTest, DisposedAndMadeAnewDuringARound) {
  for (int at = 0; at <= static_cast<int>(Step::kUnflagged); ++at) {
    FakeReference* object = heap.NewObject(1);
    Node* a = Add(object).get();
    Ref<Node> next;
    Collect([&](Step step) {
      if (static_cast<int>(step) != at) return;
      core->Unregister(*a);
      next = Add(object);
    });
    EXPECT_EQ(Peek(object), next);
    object->deleted = true;
    next = nullptr;
    EXPECT_EQ(Collect().dead, 1U);
    EXPECT_EQ(alive, 0);
  }
}

// E: garbage that is polled in each round lives on, until one passes without.
TEST_F(RoundTest, E_PolledGarbageGoesOncePollingPauses) {
  Weak<Node> weak;
  {
    const Ref<Node> a = AddUnheld();
    a->out[0] = a;
    weak = Weak<Node>(a);
  }
  for (int i = 0; i < 5; ++i) {
    const RoundNumbers numbers = Collect([&](Step step) {
      if (step == Step::kFlipped) {
        EXPECT_TRUE(weak.Lock());
      }
    });
    EXPECT_EQ(numbers.rescued, 1U);
    EXPECT_EQ(numbers.dead, 0U);
  }
  EXPECT_EQ(Collect().dead, 1U);
}

// F: what is read through an edge is a root: clearing the edge does not pull it away.
TEST_F(RoundTest, F_WhatAnEdgeGivesStays) {
  const Ref<Node> owner = AddUnheld();
  owner->out[0] = AddUnheld();
  const Ref<Node> read = owner->out[0].Get();
  owner->out[0] = nullptr;
  EXPECT_EQ(Collect().dead, 0U);
  EXPECT_TRUE(read->registered());
}

// Every way to a root, at every step of the round.
TEST_F(RoundTest, EveryWayToARootRescues) {
  using Way = std::function<Ref<Peer>(FakeReference*, Node*, const Weak<Node>&, Node*)>;
  const std::vector<Way> ways = {
      [&](FakeReference* object, Node*, const Weak<Node>&, Node*) { return Peek(object); },
      [&](FakeReference*, Node* borrowed, const Weak<Node>&, Node*) {
        return Ref<Peer>(Ref<Node>(borrowed));
      },
      [&](FakeReference*, Node*, const Weak<Node>& weak, Node*) { return Ref<Peer>(weak.Lock()); },
      [&](FakeReference*, Node*, const Weak<Node>&, Node* owner) {
        return Ref<Peer>(owner->out[0].Get());
      },
      [&](FakeReference*, Node* borrowed, const Weak<Node>&, Node*) {
        for (const Ref<Peer>& peer : core->List()) {
          if (peer.get() == borrowed) return peer;
        }
        return Ref<Peer>();
      },
  };
  for (const Way& way : ways) {
    for (int at = 0; at <= static_cast<int>(Step::kEnded); ++at) {
      FakeReference* object = heap.NewObject(1);
      FakeReference* owner_object = heap.NewObject(2);
      Node* node = Add(object).get();
      const Weak<Node> weak{*node};
      Node* owner = Add(owner_object).get();
      owner->out[0] = node;
      Ref<Peer> root;
      Collect([&](Step step) {
        if (static_cast<int>(step) != at) return;
        root = way(object, node, weak, owner);
        object->deleted = true;
        owner_object->deleted = true;
      });
      EXPECT_EQ(root.get(), node);
      Collect();
      EXPECT_TRUE(node->registered());
      EXPECT_EQ(weak.Lock(), root);
      root = nullptr;
      Collect();
      EXPECT_EQ(alive, 0);
    }
  }
}

// A rescue needs a reference. If the VM has none that is an error, not death.
TEST_F(RoundTest, ARescueWithoutReferencesIsAnError) {
  FakeReference* object = heap.NewObject(1);
  Node* node = Add(object).get();
  const Weak<Node> weak{*node};
  int errors = 0;
  Collect([&](Step step) {
    if (step == Step::kDeletedOld) {
      heap.strong_limit = 0;
      try {
        weak.Lock();
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), "out-of-references");
        ++errors;
      }
    } else if (step == Step::kCollected) {
      heap.strong_limit = 1000;
    }
  });
  EXPECT_EQ(errors, 1);
  EXPECT_EQ(Peek(object).get(), node);
  object->deleted = true;
}

// The three grace periods: a lookup that is under way when one begins holds the round up, and a
// round holds no lookup up.
TEST_F(RoundTest, GracePeriodsWaitForLookups) {
  const std::pair<Step, Step> graces[] = {{Step::kBegun, Step::kFlagged},
                                          {Step::kFlipped, Step::kDeletedOld},
                                          {Step::kUnflagged, Step::kEnded}};
  for (const std::pair<Step, Step>& grace : graces) {
    FakeReference* object = heap.NewObject(1);
    Add(object);
    std::atomic<bool> inside{false};
    std::atomic<bool> leave{false};
    std::atomic<bool> passed{false};
    std::thread lookup;
    std::thread release;
    Collect([&](Step step) {
      if (step == grace.second) passed = true;
      if (step != grace.first) return;
      heap.in_same = [&] {
        inside = true;
        while (!leave) std::this_thread::yield();
      };
      lookup = std::thread([&] { EXPECT_TRUE(Peek(object)); });
      while (!inside) std::this_thread::yield();
      release = std::thread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_FALSE(passed) << static_cast<int>(grace.second);
        leave = true;
      });
    });
    release.join();
    lookup.join();
    heap.in_same = nullptr;
    EXPECT_TRUE(passed);
    object->deleted = true;
    EXPECT_EQ(Collect().dead, 1U);
  }
}

// ---- Plain owners

// EdgeOwner over the fake: what it does is in the core.
class Shared {
 public:
  explicit Shared(std::shared_ptr<Core> core) : core_(std::move(core)) { core_->AddOwner(node_); }
  ~Shared() { core_->RemoveOwner(*node_); }
  void Name(Node& target) { core_->Store(node_->edges.Take(), &target); }
  void AddHolder(const Node& holder) { core_->AddHolder(*node_, holder); }
  OwnerNode& node() { return *node_; }

 private:
  std::shared_ptr<Core> core_;
  std::shared_ptr<OwnerNode> node_ = std::make_shared<OwnerNode>();
};

TEST_F(RoundTest, ASharedOwnerLivesThroughItsHolders) {
  Shared shared(core);
  FakeReference* first = heap.NewObject(1);
  FakeReference* second = heap.NewObject(2);
  const auto targets = [&] {
    for (int i = 0; i < 3; ++i) shared.Name(*AddUnheld());
  };
  targets();
  Collect();
  EXPECT_EQ(alive, 3) << "a root until somebody holds it";
  shared.AddHolder(*Add(first));
  shared.AddHolder(*Add(second));
  EXPECT_EQ(Collect().dead, 0U);
  first->deleted = true;
  EXPECT_EQ(Collect().dead, 1U);
  EXPECT_EQ(alive, 4);
  // The last holder goes, and all that it reached.
  second->deleted = true;
  EXPECT_EQ(Collect().dead, 4U);
  EXPECT_EQ(heap.strong, 0) << "the stand-in in Java, too";
}

TEST_F(RoundTest, ACycleThroughASharedOwnerGoes) {
  Shared shared(core);
  {
    const Ref<Node> a = AddUnheld();
    const Ref<Node> b = AddUnheld();
    shared.AddHolder(*a);
    shared.AddHolder(*b);
    shared.Name(*a);
    shared.Name(*b);
  }
  EXPECT_EQ(Collect().dead, 2U);
}

// m holders and n targets are m + n references in Java, not m times n.
TEST_F(RoundTest, FanInTimesFanOutCollapses) {
  Shared shared(core);
  std::vector<FakeReference*> holders;
  for (int i = 0; i < 20; ++i) {
    holders.push_back(heap.NewObject(1));
    shared.AddHolder(*Add(holders.back()));
  }
  for (int i = 0; i < 30; ++i) shared.Name(*AddUnheld());
  EXPECT_EQ(Collect().mirrored, 50U);
  EXPECT_EQ(alive, 50);
  for (FakeReference* holder : holders) holder->deleted = true;
  EXPECT_EQ(Collect().dead, 50U);
}

TEST_F(RoundTest, WithoutAStandInWhatAnOwnerNamesStays) {
  Shared shared(core);
  FakeReference* holder = heap.NewObject(1);
  shared.AddHolder(*Add(holder));
  shared.Name(*AddUnheld());
  shared.Name(*AddUnheld());
  heap.strong_limit = heap.strong.load();
  const RoundNumbers numbers = Collect([&](Step step) {
    if (step == Step::kMirrored) heap.strong_limit = 1000;
  });
  EXPECT_EQ(numbers.dead, 0U);
  EXPECT_EQ(alive, 3);
  holder->deleted = true;
  EXPECT_EQ(Collect().dead, 3U);
}

// A peer that becomes a holder while the round runs reaches what the owner names.
TEST_F(RoundTest, B_ANewHolderRescues) {
  for (const Step at : {Step::kFlagged, Step::kEnumerated, Step::kScanned, Step::kMirrored,
                        Step::kMadeWeak, Step::kFlipped, Step::kDeletedOld}) {
    Shared shared(core);
    FakeReference* doomed = heap.NewObject(1);
    FakeReference* held = heap.NewObject(2);
    shared.AddHolder(*Add(doomed));
    Node* target = AddUnheld().get();
    shared.Name(*target);
    Node* holder = Add(held).get();
    const RoundNumbers numbers = Collect([&](Step step) {
      if (step != at) return;
      shared.AddHolder(*holder);
      doomed->deleted = true;
    });
    EXPECT_LE(numbers.dead, 1U);
    EXPECT_TRUE(target->registered()) << static_cast<int>(at);
    Collect();
    EXPECT_EQ(alive, 2);
    held->deleted = true;
    Collect();
    EXPECT_EQ(alive, 0);
  }
}

// ---- The oracle

// Random pairs with native edges, Java references, roots on either side; who survives is what is
// reached, by definition.
TEST_F(RoundTest, SurvivorsAreWhatIsReached) {
  std::mt19937 random(20261201);
  const int cases = 100'000;
  for (int round = 0; round < cases; ++round) {
    const std::size_t n = 1 + random() % 8;
    std::vector<FakeReference*> locals;
    std::vector<Ref<Node>> nodes;
    std::vector<std::vector<std::size_t>> to(n);
    std::vector<bool> reached(n);
    for (std::size_t i = 0; i < n; ++i) {
      locals.push_back(heap.NewObject(static_cast<std::uint32_t>(random() % 3)));
      nodes.push_back(Add(locals.back()));
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t native = random() % 4;
      for (std::size_t e = 0; e < native; ++e) {
        const std::size_t target = random() % n;
        nodes[i]->out[e] = nodes[target];
        to[i].push_back(target);
      }
      if (random() % 3 == 0) {
        const std::size_t target = random() % n;
        locals[i]->target->fields.push_back(locals[target]->target);
        to[i].push_back(target);
      }
    }
    // Some share a plain object, which names some.
    std::vector<std::unique_ptr<Shared>> owners;
    for (std::size_t o = random() % 3; o > 0; --o) {
      owners.push_back(std::make_unique<Shared>(core));
      std::vector<std::size_t> named;
      for (std::size_t e = random() % 4; e > 0; --e) {
        named.push_back(random() % n);
        owners.back()->Name(*nodes[named.back()]);
      }
      for (std::size_t h = 1 + random() % 3; h > 0; --h) {
        const std::size_t holder = random() % n;
        owners.back()->AddHolder(*nodes[holder]);
        to[holder].insert(to[holder].end(), named.begin(), named.end());
      }
    }
    std::map<std::size_t, Ref<Node>> roots;
    for (std::size_t i = 0; i < n; ++i) {
      if (random() % 6 == 0) roots[i] = nodes[i];
      const bool java_root = random() % 6 == 0;
      if (!java_root) locals[i]->deleted = true;
      reached[i] = java_root || roots.count(i) != 0;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < n; ++i) {
        for (const std::size_t target : to[i]) {
          if (reached[i] && !reached[target]) changed = reached[target] = true;
        }
      }
    }
    std::vector<Weak<Node>> weak;
    for (const Ref<Node>& node : nodes) weak.emplace_back(node);
    nodes.clear();
    Collect();
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(static_cast<bool>(weak[i].Lock()), reached[i]) << "case " << round << " peer " << i;
    }
    roots.clear();
    for (FakeReference* local : locals) local->deleted = true;
    Collect();
    owners.clear();
    ASSERT_EQ(alive, 0);
    heap.objects.clear();
    heap.references.clear();
  }
}

// ---- Everything at once

// Threads follow, set and clear edges, make pairs, dispose of them, look them up and lock weak
// pointers while rounds run without a pause. FakeJava aborts on a reference that is used after its
// deletion and on a strong one whose object was collected; the sanitizers watch the memory.
TEST_F(RoundTest, Soak) {
  constexpr int kThreads = 3;
  constexpr int kSteps = 15'000;
  constexpr std::size_t kAnchors = 16;
  std::vector<FakeReference*> locals;
  std::vector<Ref<Node>> anchors;
  for (std::size_t i = 0; i < kAnchors; ++i) {
    locals.push_back(heap.NewObject(static_cast<std::uint32_t>(i % 5)));
    anchors.push_back(Add(locals.back()));
  }
  // Half of them only Java holds.
  for (std::size_t i = 0; i < kAnchors; i += 2) anchors[i] = nullptr;
  std::atomic<int> wrong{0};
  std::atomic<int> rounds{0};  // on a busy machine the bridge may get its turn late
  std::atomic<bool> stop{false};
  const auto step = [&](std::mt19937& random, Weak<Node>& weak) {
    const std::size_t at = random() % kAnchors;
    Ref<Node> node = anchors[at];
    if (!node) node = Ref<Node>::Adopt(static_cast<Node*>(Peek(locals[at]).Release()));
    if (!node) {
      ++wrong;
      return;
    }
    for (std::size_t hops = random() % 4; hops > 0; --hops) {
      if (Ref<Node> next = node->out[random() % 3].Get()) node = next;
    }
    switch (random() % 8) {
      case 0:
        if (Ref<Node> other = weak.Lock()) node->out[random() % 3] = other;
        break;
      case 1:
        node->out[random() % 3] = nullptr;
        break;
      case 2: {
        const Ref<Node> made = AddUnheld(random() % 5 == 0 ? 1 : 2);
        made->out[0] = node;
        node->out[random() % 3] = made;
        break;
      }
      case 3:
        weak = Weak<Node>(node);
        break;
      case 4:
        if (random() % 4 == 0 && std::none_of(locals.begin(), locals.end(),
                                              [&](auto* local) { return Peek(local) == node; })) {
          core->Unregister(*node);
        }
        break;
      default:
        if (!core->WithHandle(*node, [](FakeReference* half) {
              return half == nullptr || !half->target->collected;
            })) {
          ++wrong;
        }
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<std::uint32_t>(t));
      Weak<Node> weak;
      for (int i = 0; i < kSteps || rounds <= 3; ++i) {
        try {
          step(random, weak);
        } catch (const Error& error) {
          // Another thread disposed of one that this one stood on.
          if (error.code() != "unregistered-owner" && error.code() != "unregistered-peer") ++wrong;
        }
      }
    });
  }
  std::size_t dead = 0;
  std::size_t rescued = 0;
  std::thread bridge([&] {
    while (!stop) {
      const RoundNumbers numbers = Collect();
      dead += numbers.dead;
      rescued += numbers.rescued;
      ++rounds;
    }
  });
  for (std::thread& thread : threads) thread.join();
  stop = true;
  bridge.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(rounds, 3);
  EXPECT_GT(dead, 0U);
  // In quiet one round frees all garbage: what is left is reached from the anchors.
  Collect();
  std::set<const Peer*> reached;
  std::vector<Ref<Node>> todo;
  for (FakeReference* local : locals) {
    todo.push_back(Ref<Node>::Adopt(static_cast<Node*>(Peek(local).Release())));
  }
  while (!todo.empty()) {
    const Ref<Node> node = todo.back();
    todo.pop_back();
    if (!reached.insert(node.get()).second) continue;
    for (const auto& edge : node->out) {
      if (Ref<Node> next = edge.Get()) todo.push_back(next);
    }
  }
  EXPECT_EQ(core->peers(), reached.size());
  EXPECT_EQ(alive, static_cast<int>(reached.size()));
}

}  // namespace
}  // namespace causeway::peers
