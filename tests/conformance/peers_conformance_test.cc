// Runs the vectors of peers/*.json (README.md has their format) against the registry and rounds,
// over a Java without a JVM. A vector that uses a word which is not in the format fails: another
// implementation reads it, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "causeway/bridge.h"
#include "runtime/peers/fake_java.h"
#include "runtime/peers/round.h"

namespace causeway::peers {
namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;
using TestRound = Round<FakeJava, FakeBridgeHeap>;

constexpr std::array<const char*, 13> kPoints = {
    "begun",   "flagged",   "enumerated", "scanned", "mirrored",  "made_weak", "flipped",
    "deleted", "collected", "judged",     "dropped", "unflagged", "ended"};

class Node final : public Peer {
 public:
  Node(std::string of_name, Names& of_ended) : name(std::move(of_name)), ended(of_ended) {
    for (int i = 0; i < 4; ++i) edges.emplace_back(*this);
  }
  ~Node() override { ended.insert(name); }

  const std::string name;
  Names& ended;
  std::vector<Traced<Node>> edges;
};

class Registry final : public RegistryCore<FakeJava> {
 public:
  explicit Registry(FakeHeap& heap) : RegistryCore(FakeJava(heap), false) {}
  void FoundDead(Peer& peer) override { dead.insert(static_cast<Node&>(peer).name); }
  Names dead;
};

// Not a registered word of the format, or a value of another kind.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void RequireKeys(const Json& object, const Names& known) {
  if (!object.is_object()) throw Malformed("not an object: " + object.dump());
  for (const auto& [key, value] : object.items()) {
    if (!known.contains(key)) throw Malformed("unknown word \"" + key + "\" in " + object.dump());
  }
}

Names NamesOf(const Json& array) { return array.get<Names>(); }

class Vector {
 public:
  // `point` is what "@" means in this run.
  Vector(const Json& json, std::string point) : point_(std::move(point)) {
    RequireKeys(json, {"checks", "why", "at_each", "objects", "peers", "roots", "locals", "steps",
                       "leaks"});
    for (const auto& [name, object] : json.at("objects").items()) NewObject(name, object);
    for (const auto& [name, object] : json.at("objects").items()) {
      if (object.contains("fields")) SetFields(name, object.at("fields"));
    }
    for (const auto& [name, peer] : json.at("peers").items()) {
      RequireKeys(peer, {"object", "edges", "replaceable"});
      Make(name);
      if (!peer.contains("object")) continue;
      const auto added =
          registry_->Add(&heap_, Local(peer.at("object")), Ref<Peer>(&Of(name)), StandingOf(peer));
      EXPECT_EQ(NameOf(added.counts.get()), name);
      handles_[name] = static_cast<std::uint64_t>(Of(name).handle());
    }
    for (const auto& [name, peer] : json.at("peers").items()) {
      if (!peer.contains("edges")) continue;
      std::size_t i = 0;
      for (const Json& target : peer.at("edges")) Of(name).edges.at(i++) = PeerOf(target);
    }
    const Names roots = NamesOf(json.at("roots"));
    const Names locals = NamesOf(json.at("locals"));
    std::erase_if(roots_, [&](const auto& root) { return !roots.contains(root.first); });
    for (auto& [name, local] : locals_) {
      if (!locals.contains(name)) local->deleted = true;
    }
  }

  void Run(const Json& json) {
    Steps(json.at("steps"));
    // The end: what nobody holds goes in one round, whatever happened before.
    bridge_heap_.refuse = nullptr;
    heap_.strong_limit = heap_.weak_limit = 1 << 30;
    roots_.clear();
    for (auto& [name, local] : locals_) local->deleted = true;
    TestRound(*registry_, bridge_heap_, &heap_).Run();
    Drain();
    const Names leaks = json.contains("leaks") ? NamesOf(json.at("leaks")) : Names();
    for (const auto& [name, node] : nodes_) {
      EXPECT_EQ(ended_.contains(name), !leaks.contains(name)) << name << " at the end";
    }
    registry_->Close(&heap_);
    EXPECT_EQ(heap_.strong, 0);
    EXPECT_EQ(heap_.weak, 0);
    for (const FakeObject& object : heap_.objects)
      EXPECT_TRUE(object.edges.empty() || object.collected);
  }

 private:
  // ---- Names
  void NewObject(const std::string& name, const Json& object) {
    RequireKeys(object, {"hash", "fields", "foreign"});
    locals_[name] =
        heap_.NewObject(object.value("hash", std::uint32_t{1}), object.value("foreign", false));
    objects_[name] = locals_[name]->target;
  }
  void SetFields(const std::string& name, const Json& to) {
    auto& fields = objects_.at(name)->fields;
    fields.clear();
    for (const Json& target : to) fields.push_back(objects_.at(target));
  }
  FakeReference* Local(const Json& name) {
    if (name.is_null()) return nullptr;
    FakeReference* local = locals_.at(name);
    if (local->deleted) throw Malformed(name.dump() + " has no local reference here");
    return local;
  }
  void Make(const std::string& name) {
    const Ref<Node> node = MakePeer<Node>(name, ended_);
    nodes_[name] = node.get();
    roots_.emplace(name, node);
  }
  Node& Of(const std::string& name) {
    if (ended_.contains(name)) throw Malformed(name + " has ended");
    return *nodes_.at(name);
  }
  Node* PeerOf(const Json& name) { return name.is_null() ? nullptr : &Of(name); }
  static Json NameOf(const Peer* peer) {
    return peer == nullptr ? Json() : Json(static_cast<const Node*>(peer)->name);
  }
  static Standing StandingOf(const Json& object) {
    return object.value("replaceable", false) ? Standing::kReplaceable : Standing::kReal;
  }
  void Drain() {
    for (int i = 0; i < 3; ++i) registry_->Drain(&heap_);
  }

  // ---- Steps
  void Steps(const Json& steps) {
    for (const Json& step : steps) {
      SCOPED_TRACE(step.dump());
      Step(step);
    }
  }
  void Step(const Json& step) {
    if (step.size() == 0) throw Malformed("an empty step");
    for (const auto& [verb, run] : verbs_) {
      if (step.contains(verb)) return (this->*run)(step);
    }
    throw Malformed("no verb in " + step.dump());
  }
  // What gives a root: its result, an error, and whether the root is kept.
  void Gives(const Json& step, const std::function<Ref<Peer>()>& what) {
    std::string error;
    Ref<Peer> got;
    try {
      got = what();
    } catch (const Error& thrown) {
      error = thrown.code();
    }
    EXPECT_EQ(error, step.value("fails", std::string()));
    if (!error.empty()) return;
    if (step.contains("gives")) {
      EXPECT_EQ(NameOf(got.get()), step.at("gives"));
    }
    if (step.value("keep", false) && got) {
      roots_.emplace(static_cast<Node&>(*got).name, Ref<Node>(static_cast<Node*>(got.get())));
    }
  }

  void Lookup(const Json& step) {
    RequireKeys(step, {"lookup", "gives", "keep", "fails"});
    FakeReference* object = Local(step.at("lookup"));
    Gives(step, [&] { return registry_->Peek(&heap_, object); });
  }
  void Borrow(const Json& step) {
    RequireKeys(step, {"borrow", "by", "gives", "fails"});
    const std::string by = step.value("by", std::string("object"));
    ThreadState& thread = registry_->Thread();
    thread.Enter();
    Peer* found = nullptr;
    if (by == "handle") {
      found = registry_->FindByHandle(Handle::FromBits(handles_.at(step.at("borrow"))));
      EXPECT_EQ(step.value("fails", std::string()), found == nullptr ? "stale-peer" : "");
    } else if (by == "hash") {
      FakeReference* object = Local(step.at("borrow"));
      found = registry_->FindByHash(thread, &heap_, object,
                                    object == nullptr ? 0 : object->target->hash);
    } else if (by == "object") {
      found = registry_->Find(thread, &heap_, Local(step.at("borrow")));
    } else {
      throw Malformed("by " + by);
    }
    if (step.contains("gives")) {
      EXPECT_EQ(NameOf(found), step.at("gives"));
    }
    thread.Leave();
  }
  void Lock(const Json& step) {
    RequireKeys(step, {"lock", "gives", "keep", "fails"});
    Gives(step, [&] {
      return Ref<Peer>::Adopt(registry_->RootHandle(handles_.at(step.at("lock")), false));
    });
  }
  void Root(const Json& step) {
    RequireKeys(step, {"root", "gives", "keep", "fails"});
    Gives(step, [&] { return Ref<Peer>(&Of(step.at("root"))); });
  }
  void Read(const Json& step) {
    RequireKeys(step, {"read", "edge", "gives", "keep", "fails"});
    Gives(step, [&] { return Ref<Peer>(Of(step.at("read")).edges.at(step.at("edge")).Get()); });
  }
  void Store(const Json& step) {
    RequireKeys(step, {"store", "edge", "target", "fails"});
    Gives(step, [&] {
      Of(step.at("store")).edges.at(step.at("edge")) = PeerOf(step.at("target"));
      return Ref<Peer>();
    });
  }
  void DropRoot(const Json& step) {
    RequireKeys(step, {"unroot"});
    const auto found = roots_.find(step.at("unroot"));
    if (found == roots_.end()) throw Malformed("no such root: " + step.dump());
    roots_.erase(found);
  }
  void NewPeer(const Json& step) {
    RequireKeys(step, {"make"});
    Make(step.at("make"));
  }
  void Add(const Json& step) {
    RequireKeys(step, {"add", "object", "replaceable", "gives", "fails"});
    const std::string name = step.at("add");
    Gives(step, [&] {
      return Added(
          registry_->Add(&heap_, Local(step.at("object")), Ref<Peer>(&Of(name)), StandingOf(step)));
    });
    if (!step.contains("fails") && Of(name).registered()) {
      handles_[name] = static_cast<std::uint64_t>(Of(name).handle());
    }
  }
  static Ref<Peer> Added(Registry::AddResult result) {
    using Added = Registry::Added;
    switch (result.added) {
      case Added::kElsewhere:
        throw Error("registered-elsewhere");
      case Added::kEnded:
        throw Error("disposed-peer");
      case Added::kOutOfReferences:
        throw Error("out-of-references");
      default:
        return std::move(result.counts);
    }
  }
  void Create(const Json& step) {
    RequireKeys(step, {"create", "factory", "makes", "gives", "keep", "fails"});
    FakeReference* object = Local(step.at("create"));
    Gives(step, [&] {
      Registry::Miss miss;
      if (Ref<Peer> known = registry_->Peek(&heap_, object, &miss)) {
        EXPECT_FALSE(step.contains("makes")) << "the factory must run";
        return known;
      }
      if (step.contains("factory")) Steps(step.at("factory"));
      const std::string name = step.at("makes");
      Make(name);
      const Ref<Peer> made(&Of(name));
      roots_.erase(roots_.find(name));
      Ref<Peer> counts = Added(registry_->Add(&heap_, object, made, Standing::kReal, &miss));
      if (Of(name).registered()) {
        handles_[name] = static_cast<std::uint64_t>(Of(name).handle());
      }
      return counts;
    });
  }
  void Dispose(const Json& step) {
    RequireKeys(step, {"dispose", "hook"});
    Node& node = Of(step.at("dispose"));
    const bool runs = Registry::BeginDispose(node);
    EXPECT_EQ(runs, step.contains("hook")) << "whether the hook runs";
    if (!runs) return;
    Steps(step.at("hook"));
    registry_->Unregister(node);
  }
  void Remove(const Json& step) {
    RequireKeys(step, {"remove"});
    registry_->Unregister(Of(step.at("remove")));
  }

  // ---- Java
  void TakeLocal(const Json& step) {
    RequireKeys(step, {"local"});
    const std::string name = step.at("local");
    if (objects_.at(name)->collected) throw Malformed(name + " was collected");
    const std::lock_guard lock(heap_.mutex);
    locals_[name] = heap_.Reference(*objects_.at(name), false);
  }
  void DropLocal(const Json& step) {
    RequireKeys(step, {"unlocal"});
    Local(step.at("unlocal"))->deleted = true;
  }
  void Fields(const Json& step) {
    RequireKeys(step, {"fields", "to"});
    SetFields(step.at("fields"), step.at("to"));
  }
  void Refuse(const Json& step) {
    RequireKeys(step, {"refuses"});
    const FakeObject* object = objects_.at(step.at("refuses"));
    bridge_heap_.refuse = [object](const FakeObject* half) { return half == object; };
  }
  void NoReferences(const Json& step) {
    RequireKeys(step, {"full"});
    const Names kinds = NamesOf(step.at("full"));
    heap_.strong_limit = kinds.contains("global") ? 0 : 1 << 30;
    heap_.weak_limit = kinds.contains("weak") ? 0 : 1 << 30;
  }

  // ---- Rounds and what must hold
  void RunRound(const Json& step) {
    RequireKeys(step, {"round", "dead", "rescued", "foreign"});
    std::map<std::string, Json> during;
    for (const auto& [at, steps] : step.at("round").items()) {
      const std::string point = at == "@" ? point_ : at;
      if (std::ranges::find(kPoints, point) == kPoints.end()) throw Malformed("no point " + point);
      during[point] = steps;
    }
    registry_->dead.clear();
    TestRound round(*registry_, bridge_heap_, &heap_, [&](peers::Step at) {
      const std::string point = kPoints.at(static_cast<std::size_t>(at));
      if (const auto found = during.find(point); found != during.end()) {
        SCOPED_TRACE(point);
        // A round cannot be left.
        try {
          Steps(found->second);
        } catch (const std::exception& error) {
          ADD_FAILURE() << error.what();
        }
      }
    });
    const RoundNumbers numbers = round.Run();
    Drain();
    if (step.contains("dead")) {
      EXPECT_EQ(Json(registry_->dead), Json(NamesOf(step.at("dead")))) << "found dead";
    }
    if (step.contains("rescued")) {
      EXPECT_EQ(numbers.rescued, step.at("rescued"));
    }
    if (step.contains("foreign")) {
      EXPECT_EQ(numbers.foreign, step.at("foreign"));
    }
  }
  void Expect(const Json& step) {
    const Json& expected = step.at("expect");
    RequireKeys(expected, {"registered", "ended", "collected"});
    Names registered;
    for (const Ref<Peer>& peer : registry_->List()) {
      registered.insert(static_cast<Node&>(*peer).name);
    }
    Drain();
    Names collected;
    for (const auto& [name, object] : objects_) {
      if (object->collected) collected.insert(name);
    }
    const auto check = [&](const char* what, const Names& got) {
      if (expected.contains(what)) {
        EXPECT_EQ(Json(got), Json(NamesOf(expected.at(what)))) << what;
      }
    };
    check("registered", registered);
    check("ended", ended_);
    check("collected", collected);
  }

  using Verb = void (Vector::*)(const Json&);
  static const std::map<std::string, Verb> verbs_;

  const std::string point_;
  FakeHeap heap_;
  FakeBridgeHeap bridge_heap_;
  std::shared_ptr<Registry> registry_ = std::make_shared<Registry>(heap_);
  Names ended_;
  std::map<std::string, FakeObject*> objects_;
  std::map<std::string, FakeReference*> locals_;
  std::map<std::string, Node*> nodes_;
  std::map<std::string, std::uint64_t> handles_;
  std::multimap<std::string, Ref<Node>> roots_;
};

const std::map<std::string, Vector::Verb> Vector::verbs_ = {
    {"lookup", &Vector::Lookup},   {"borrow", &Vector::Borrow},     {"lock", &Vector::Lock},
    {"root", &Vector::Root},       {"read", &Vector::Read},         {"store", &Vector::Store},
    {"unroot", &Vector::DropRoot}, {"make", &Vector::NewPeer},      {"add", &Vector::Add},
    {"create", &Vector::Create},   {"dispose", &Vector::Dispose},   {"remove", &Vector::Remove},
    {"local", &Vector::TakeLocal}, {"unlocal", &Vector::DropLocal}, {"fields", &Vector::Fields},
    {"refuses", &Vector::Refuse},  {"full", &Vector::NoReferences}, {"round", &Vector::RunRound},
    {"expect", &Vector::Expect},
};

std::filesystem::path Folder() {
  const char* source = std::getenv("CAUSEWAY_SOURCE_DIR");
  return std::filesystem::path(source == nullptr ? "." : source) / "tests/conformance/peers";
}

std::vector<std::string> VectorNames() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(Folder(), none)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class Conformance : public testing::TestWithParam<std::string> {};

TEST_P(Conformance, Vector) {
  std::ifstream file(Folder() / (GetParam() + ".json"));
  const Json json = Json::parse(file);
  std::vector<std::string> points{""};
  if (json.contains("at_each")) points = json.at("at_each").get<std::vector<std::string>>();
  for (const std::string& point : points) {
    SCOPED_TRACE("at " + point);
    Vector vector(json, point);
    vector.Run(json);
  }
}

INSTANTIATE_TEST_SUITE_P(Peers, Conformance, testing::ValuesIn(VectorNames()),
                         [](const auto& vector) { return vector.param; });

TEST(Vectors, AreThere) { EXPECT_GE(VectorNames().size(), 25U); }

}  // namespace
}  // namespace causeway::peers
