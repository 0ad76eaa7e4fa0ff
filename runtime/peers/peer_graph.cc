#include "causeway/peer_graph.h"

#include <cstdio>
#include <optional>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "causeway/bridge.h"
#include "causeway/error.h"
#include "runtime/peers/creation_stacks.h"
#include "runtime/peers/demangle.h"
#include "runtime/peers/java_text.h"
#include "runtime/peers/jni_heap.h"
#include "runtime/peers/native_graph.h"
#include "runtime/peers/registry.h"

namespace causeway {
namespace {

using peers::NativeGraph;

void AppendUnit(std::string& json, unsigned unit) {
  if (unit >= 0x20 && unit < 0x7F && unit != '"' && unit != '\\') {
    json += static_cast<char>(unit);
    return;
  }
  char escape[8];
  std::snprintf(escape, sizeof(escape), "\\u%04x", unit & 0xFFFF);
  json += escape;
}

// A symbol may have any bytes; those beyond ASCII are taken for Latin-1, so that it is JSON.
std::string Quoted(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) AppendUnit(json, static_cast<unsigned char>(c));
  return json + '"';
}

// Java's strings may have half a pair; JSON may not.
std::string Quoted(std::u16string_view text) {
  const auto is = [&](std::size_t at, unsigned first) {
    return at < text.size() && (text[at] & 0xFC00U) == first;
  };
  std::string json = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool paired =
        is(i, 0xD800) ? is(i + 1, 0xDC00) : !is(i, 0xDC00) || (i > 0 && is(i - 1, 0xD800));
    AppendUnit(json, paired ? text[i] : 0xFFFDU);
  }
  return json + '"';
}

template <class Items, class Write>
std::string Array(const Items& items, const char* separator, Write write) {
  std::string json = "[";
  for (const auto& item : items) {
    if (json.size() > 1) json += separator;
    json += write(item);
  }
  return json + "]";
}

std::string Numbers(const std::vector<std::uint32_t>& numbers) {
  return Array(numbers, ", ", [](std::uint32_t n) { return std::to_string(n); });
}

// What Java knows of halves.
class Halves {
 public:
  Halves(Vm& vm, JNIEnv* env)
      : env_(env),
        class_(vm.FindClass("java/lang/Class")),
        get_name_(env->GetMethodID(class_, "getName", "()Ljava/lang/String;")) {
    try {
      heap_.emplace(vm);
    } catch (const Error&) {
      // Without the jar no class has a place for edges.
    }
  }
  ~Halves() {
    if (heap_) heap_->DeleteReferences(env_);
    env_->DeleteGlobalRef(class_);
  }
  Halves(const Halves&) = delete;
  Halves& operator=(const Halves&) = delete;

  std::u16string ClassOf(jobject half) const {
    const jclass of = env_->GetObjectClass(half);
    const auto name = static_cast<jstring>(env_->CallObjectMethod(of, get_name_));
    if (env_->ExceptionCheck() != JNI_FALSE) env_->ExceptionClear();
    std::u16string text;
    if (name != nullptr) text = peers::Utf16Of(env_, name);
    env_->DeleteLocalRef(name);
    env_->DeleteLocalRef(of);
    return text;
  }
  bool HoldsEdges(jobject half) const { return heap_ && heap_->CanHoldEdges(env_, half); }

 private:
  JNIEnv* env_;
  jclass class_;
  jmethodID get_name_;
  std::optional<peers::JniHeap> heap_;
};

std::string Created(const peers::CreationStack& stack) {
  return R"({"native": )" +
         Array(stack.native, ", ", [](const std::string& frame) { return Quoted(frame); }) +
         R"(, "java": )" +
         Array(stack.java, ", ", [](const std::u16string& frame) { return Quoted(frame); }) + "}";
}

}  // namespace

std::string PeerGraphJson(Registry& registry, JNIEnv* env) {
  if (env->ExceptionCheck() != JNI_FALSE) {
    throw Error("exception-pending", "PeerGraphJson was called with a Java exception pending");
  }
  peers::JavaRegistry& impl = registry.impl();
  const std::vector<Ref<Peer>> list = registry.List();
  const NativeGraph graph = peers::NativeGraphReader::Read(list, impl.owners());
  const Halves halves(registry.vm(), env);

  const auto peer = [&](const NativeGraph::Node& node) {
    const jobject half = registry.NewJavaRef(env, *node.peer);
    std::string json = R"(  {"id": ")" + std::to_string(node.handle) + R"(", "type": )" +
                       Quoted(peers::Demangled(typeid(*node.peer).name())) + R"(, "class": )" +
                       Quoted(half == nullptr ? std::u16string() : halves.ClassOf(half)) +
                       R"(, "roots": )" + std::to_string(node.roots) + R"(, "holds_edges": )" +
                       (half != nullptr && halves.HoldsEdges(half) ? "true" : "false");
    env->DeleteLocalRef(half);
    if (const peers::CreationStacks* stacks = impl.creation_stacks()) {
      json += R"(, "created": )" + Created(stacks->Of(env, peers::Handle::FromBits(node.handle)));
    }
    return json + "}";
  };
  const auto edge_json = [](std::uint32_t from, std::size_t at, std::uint32_t to) {
    return R"(  {"from": )" + std::to_string(from) +
           (at == NativeGraph::kElsewhere ? "" : R"(, "at": )" + std::to_string(at)) +
           R"(, "to": )" + std::to_string(to);
  };
  std::vector<std::string> edges;
  for (const NativeGraph::Edge& edge : graph.edges) {
    edges.push_back(edge_json(edge.from, edge.at, edge.to) + "}");
  }
  for (std::size_t owner = 0; owner < graph.owners.size(); ++owner) {
    for (const std::uint32_t to : graph.owners[owner].targets) {
      edges.push_back(R"(  {"owner": )" + std::to_string(owner) + R"(, "to": )" +
                      std::to_string(to) + "}");
    }
  }
  constexpr const char* kLines = ",\n";
  return R"({"causeway": "peers", "version": 1,
 "peers": )" +
         Array(graph.peers, kLines, peer) + R"(,
 "owners": )" +
         Array(graph.owners, kLines,
               [](const NativeGraph::Owner& owner) {
                 return R"(  {"holders": )" + Numbers(owner.holders) + R"(, "held": )" +
                        (owner.held ? "true" : "false") + "}";
               }) +
         R"(,
 "edges": )" +
         Array(edges, kLines, [](const std::string& edge) { return edge; }) + R"(,
 "pointers": )" +
         Array(graph.pointers, kLines,
               [&](const NativeGraph::Pointer& pointer) {
                 return edge_json(pointer.from, pointer.at, pointer.to) + R"(, "counted": )" +
                        (pointer.is_root ? "true" : "false") + "}";
               }) +
         "}\n";
}

std::vector<UndeclaredPointer> FindUndeclaredPointers(Registry& registry) {
  const std::vector<Ref<Peer>> list = registry.List();
  const NativeGraph graph = peers::NativeGraphReader::Read(list, {});
  std::vector<UndeclaredPointer> undeclared;
  for (const NativeGraph::Pointer& pointer : graph.pointers) {
    if (pointer.is_root) continue;
    const Peer& owner = *graph.peers[pointer.from].peer;
    const Peer& target = *graph.peers[pointer.to].peer;
    undeclared.push_back(
        {&owner, pointer.at, &target, typeid(owner).name(), typeid(target).name()});
  }
  return undeclared;
}

}  // namespace causeway
