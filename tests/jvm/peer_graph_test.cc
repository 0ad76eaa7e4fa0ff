// The file that says who keeps whom, from a program whose graph is known: what it says of C++, of
// Java and of where peers were registered.
#include "causeway/peer_graph.h"

#include <gtest/gtest.h>
#include <jni.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "causeway/bridge.h"
#include "tests/jvm/peer_graph_fixture.h"

namespace causeway::test {
namespace {

using nlohmann::json;

class Screen;

class Row final : public Peer {
 public:
  Traced<Screen> screen{*this};
  Row* careless = nullptr;
};
class Screen final : public Peer {
 public:
  Traced<Row> row{*this};
  Ref<Row> held;
};

constexpr const char* kHolder = "com/example/bridge/Halves$Holder";
constexpr const char* kForeign = "com/example/bridge/Halves$Foreign";

using PeerGraph = PeerGraphFixture;

TEST_F(PeerGraph, SaysWhoKeepsWhom) {
  Registry registry(vm, {.check_exceptions = true});
  Ref<Screen> screen = Add<Screen>(registry, kHolder);
  Ref<Row> row = Add<Row>(registry, kForeign);
  Ref<Row> other = Add<Row>(registry, kForeign);
  screen->row = row;
  screen->held = other;
  row->screen = screen;
  row->careless = other.get();
  EdgeOwner shared(registry);
  const Traced<Row> of_shared = [&] {
    Traced<Row> edge(shared);
    edge = row;
    return edge;
  }();
  shared.AddHolder(*screen);
  const std::string handle = std::to_string(screen->handle());
  const std::size_t held_at = Offset(*screen, screen->held);
  const std::size_t careless_at = Offset(*row, row->careless);
  const std::size_t row_at = Offset(*screen, screen->row);
  row = nullptr;
  other = nullptr;  // one root left: that in the screen

  const json graph = json::parse(PeerGraphJson(registry, env));
  EXPECT_EQ(graph["causeway"], "peers");
  EXPECT_EQ(graph["version"], 1);
  ASSERT_EQ(graph["peers"].size(), 3U);
  EXPECT_EQ(graph["peers"][0]["id"], handle);
  EXPECT_EQ(graph["peers"][0]["type"], "causeway::test::(anonymous namespace)::Screen");
  EXPECT_EQ(graph["peers"][0]["class"], "com.example.bridge.Halves$Holder");
  EXPECT_EQ(graph["peers"][0]["roots"], 1);
  EXPECT_EQ(graph["peers"][0]["holds_edges"], true);
  EXPECT_FALSE(graph["peers"][0].contains("created"));
  EXPECT_EQ(graph["peers"][1]["roots"], 0);
  EXPECT_EQ(graph["peers"][1]["holds_edges"], false);
  EXPECT_EQ(graph["peers"][2]["roots"], 1);
  ASSERT_EQ(graph["edges"].size(), 3U);
  EXPECT_EQ(graph["edges"][0]["from"], 0);
  EXPECT_EQ(graph["edges"][0]["to"], 1);
  EXPECT_GE(graph["edges"][0]["at"], row_at);
  EXPECT_LT(graph["edges"][0]["at"], row_at + sizeof(Traced<Row>));
  EXPECT_EQ(graph["edges"][1]["from"], 1);
  EXPECT_EQ(graph["edges"][1]["to"], 0);
  EXPECT_EQ(graph["edges"][2], json({{"owner", 0}, {"to", 1}}));
  EXPECT_EQ(graph["owners"], json::array({{{"holders", {0}}, {"held", true}}}));
  // Two words point to the other row, which has one root: which of them is the root cannot be told.
  ASSERT_EQ(graph["pointers"].size(), 2U);
  EXPECT_EQ(graph["pointers"][0],
            json({{"from", 0}, {"at", held_at}, {"to", 2}, {"counted", false}}));
  EXPECT_EQ(graph["pointers"][1],
            json({{"from", 1}, {"at", careless_at}, {"to", 2}, {"counted", false}}));
  static_cast<Row&>(*registry.List()[1]).careless = nullptr;
  EXPECT_EQ(json::parse(PeerGraphJson(registry, env))["pointers"],
            json::array({{{"from", 0}, {"at", held_at}, {"to", 2}, {"counted", true}}}));
  screen->held = nullptr;
}

// Frames of this function and of Java around it; where the peer is the second at its place, its
// own.
TEST_F(PeerGraph, SaysWherePeersWereRegistered) {
  Registry registry(vm, {.check_exceptions = true, .creation_stacks = 5});
  Ref<Row> first = Add<Row>(registry, kHolder);
  const jlong first_handle = first->handle();
  registry.Remove(env, *first);
  first = nullptr;
  registry.Drain(env);
  const Ref<Row> second = Add<Row>(registry, kHolder);
  ASSERT_EQ(second->handle() & 0xFFFFFFFF, first_handle & 0xFFFFFFFF) << "the same place";
  const json graph = json::parse(PeerGraphJson(registry, env));
  ASSERT_EQ(graph["peers"].size(), 1U);
  const json& created = graph["peers"][0]["created"];
  ASSERT_GE(created["native"].size(), 1U);
  EXPECT_LE(created["native"].size(), 5U);
  const std::string frame = created["native"][0];
  EXPECT_NE(frame.find("jvm_peer_graph_test"), std::string::npos) << frame;
  EXPECT_EQ(created["java"], json::array()) << "no Java code is on this stack";
}

Registry* registry_of_java = nullptr;

TEST_F(PeerGraph, TheJavaStackIsThatOfTheCaller) {
  Registry registry(vm, {.check_exceptions = true, .creation_stacks = 5});
  registry_of_java = &registry;
  const jclass creator = vm.FindClass("com/example/bridge/Creator");
  const JNINativeMethod method{const_cast<char*>("register"),
                               const_cast<char*>("(Ljava/lang/Object;)V"),
                               reinterpret_cast<void*>(+[](JNIEnv* own, jclass, jobject half) {
                                 registry_of_java->Add(own, half, MakePeer<Row>());
                               })};
  ASSERT_EQ(env->RegisterNatives(creator, &method, 1), JNI_OK);
  env->CallStaticVoidMethod(creator, env->GetStaticMethodID(creator, "create", "()V"));
  ASSERT_FALSE(env->ExceptionCheck());
  env->DeleteGlobalRef(creator);
  const json graph = json::parse(PeerGraphJson(registry, env));
  const json& java = graph["peers"][0]["created"]["java"];
  ASSERT_EQ(java.size(), 2U) << java;
  EXPECT_EQ(java[0], "com.example.bridge.Creator.register(Native Method)");
  const std::string caller = java[1];
  EXPECT_EQ(caller.find("com.example.bridge.Creator.create(Creator.java:"), 0U) << caller;
}

TEST_F(PeerGraph, APendingExceptionIsAnError) {
  Registry registry(vm, {.check_exceptions = true});
  const jclass error = env->FindClass("java/lang/IllegalStateException");
  env->ThrowNew(error, "theirs");
  EXPECT_THROW(PeerGraphJson(registry, env), Error);
  EXPECT_TRUE(env->ExceptionCheck());
  env->ExceptionClear();
}

}  // namespace
}  // namespace causeway::test
