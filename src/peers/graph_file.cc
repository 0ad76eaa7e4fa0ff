#include "peers/graph_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "base/files.h"
#include "base/text.h"

// The whole file as one JSON value would need many times its size. So the reader takes the parser's
// events, builds one element of a list at a time and keeps what that says in a few words. A file is
// read in one pass: what needs all of it, whether indices exist, is checked in the end.

namespace causeway::peer_graph {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kVersion = 1;
// More than any file has: values are destroyed level by level.
constexpr std::size_t kMostLevels = 32;

constexpr std::array<std::string_view, 4> kSections = {"peers", "owners", "edges", "pointers"};

// A terminal must not obey what it shows: '?' in the place of control characters.
std::string Harmless(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }, '?');
  return text;
}

class Reader : public nlohmann::json_sax<Json> {
 public:
  Result<PeerGraph> Read(std::string_view text, const std::string& name) {
    if (!Json::sax_parse(text, this) && error_.empty() && !damaged_at_) {
      error_ = "the peer graph is nested too deeply";
    }
    if (damaged_at_) {
      return Fail(Error::Code::kBadInput, "the peer graph is damaged: it is no JSON from here on",
                  Where(text, *damaged_at_, name));
    }
    if (error_.empty()) CheckWhole();
    if (!error_.empty()) return Fail(Error::Code::kBadInput, error_, name);
    return std::move(graph_);
  }

  bool null() override { return Add(nullptr); }
  bool boolean(bool value) override { return Add(value); }
  bool number_integer(number_integer_t value) override { return Add(value); }
  bool number_unsigned(number_unsigned_t value) override { return Add(value); }
  bool number_float(number_float_t value, const string_t&) override { return Add(value); }
  bool string(string_t& value) override { return Add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override {
    if (open_.empty()) {
      field_ = name;
    } else {
      open_.back().key = std::move(name);
    }
    return true;
  }
  bool start_object(std::size_t) override {
    if (!began_) {
      began_ = true;
      return true;
    }
    return Open(Json::object());
  }
  bool end_object() override { return open_.empty() || Close(); }
  bool start_array(std::size_t) override {
    if (!began_) return NotOne();
    if (!open_.empty() || in_list_) return Open(Json::array());
    in_list_ = true;
    return BeginList();
  }
  bool end_array() override {
    if (!open_.empty()) return Close();
    in_list_ = false;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    damaged_at_ = position;
    return false;
  }

 private:
  struct Level {
    Json value;
    std::string key;  // of the member that follows
  };

  bool Wrong(std::string message) {
    if (error_.empty()) error_ = std::move(message);
    return false;
  }
  // Of a field of the element that was read last.
  bool WrongField(std::string_view key, std::string_view what) {
    return Wrong(
        fmt::format("{}[{}]{}{} {}", field_, elements_, key.empty() ? "" : ".", key, what));
  }
  bool NotOne() {
    return Wrong(R"(not a peer graph: it does not begin with {"causeway": "peers", "version": …)");
  }
  static std::string Where(std::string_view text, std::size_t position, const std::string& name) {
    // The parser counts characters from 1, the one that is wrong included.
    const std::string_view before =
        text.substr(0, std::min(text.size(), position == 0 ? 0 : position - 1));
    const std::size_t line = before.rfind('\n');
    return fmt::format("{}:{}:{}", name, std::ranges::count(before, '\n') + 1,
                       line == std::string_view::npos ? before.size() + 1 : before.size() - line);
  }

  bool Open(Json value) {
    if (open_.size() == kMostLevels) return false;
    open_.push_back({std::move(value), {}});
    return true;
  }
  bool Close() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    return Add(std::move(value));
  }
  // A value is complete.
  bool Add(Json value) {
    if (!open_.empty()) {
      Level& level = open_.back();
      if (level.value.is_array()) {
        level.value.push_back(std::move(value));
      } else {
        level.value[level.key] = std::move(value);
      }
      return true;
    }
    if (!began_) return NotOne();
    return in_list_ ? AddElement(value) : AddField(value);
  }

  // A field of the file that is no list.
  bool AddField(const Json& value) {
    if (field_ == "causeway") {
      is_one_ = value == "peers";
      return is_one_ || NotOne();
    }
    if (field_ == "version") {
      if (!value.is_number_unsigned() || value == 0U) return Wrong("version is no version");
      if (value.get<std::uint64_t>() > kVersion) {
        return Wrong(
            fmt::format("the peer graph has version {}, written by a newer causeway; this one "
                        "knows version {}",
                        value.get<std::uint64_t>(), kVersion));
      }
      has_version_ = true;
      return true;
    }
    if (std::ranges::find(kSections, field_) != kSections.end()) {
      return Wrong(fmt::format("{} is not a list", field_));
    }
    return true;  // of a sibling version
  }
  bool BeginList() {
    if (!is_one_ || !has_version_) return NotOne();
    elements_ = 0;
    const auto section = std::ranges::find(kSections, field_);
    if (section == kSections.end()) return true;
    bool& seen = seen_[static_cast<std::size_t>(section - kSections.begin())];
    if (std::exchange(seen, true)) return Wrong(fmt::format("{} is there twice", field_));
    return true;
  }
  bool AddElement(const Json& json) {
    bool done = true;
    if (std::ranges::find(kSections, field_) != kSections.end() && !json.is_object()) {
      return WrongField("", "is not an object");
    }
    if (field_ == "peers") {
      done = AddPeer(json);
    } else if (field_ == "owners") {
      done = AddOwner(json);
    } else if (field_ == "edges") {
      done = AddEdge(json);
    } else if (field_ == "pointers") {
      done = AddPointer(json);
    }
    ++elements_;
    return done;
  }

  static const Json* Find(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
  }
  bool Whole(const Json& json, const char* key, std::uint64_t& out) {
    const Json* value = Find(json, key);
    if (value == nullptr || !value->is_number_unsigned()) {
      return WrongField(key, "is not a whole number");
    }
    out = value->get<std::uint64_t>();
    return true;
  }
  bool Flag(const Json& json, const char* key, bool& out) {
    const Json* value = Find(json, key);
    if (value == nullptr || !value->is_boolean()) {
      return WrongField(key, "is neither true nor false");
    }
    out = value->get<bool>();
    return true;
  }
  // Whether the index exists can only be said in the end.
  bool Index(const Json* value, std::string_view key, std::uint32_t& out) {
    if (value == nullptr || !value->is_number_unsigned()) {
      return WrongField(key, "is not an index");
    }
    const auto index = value->get<std::uint64_t>();
    if (index >= kNone) return WrongField(key, fmt::format("is {}: there is no such", index));
    out = static_cast<std::uint32_t>(index);
    return true;
  }
  bool Words(const Json* value, std::string_view key, std::string& out) {
    if (value == nullptr || !value->is_string()) return WrongField(key, "is not text");
    out = Harmless(value->get<std::string>());
    return true;
  }
  bool Name(const Json& json, const char* key, Text& out) {
    std::string text;
    if (!Words(Find(json, key), key, text)) return false;
    out = Intern(std::move(text));
    return true;
  }
  Text Intern(std::string text) {
    if (text.empty()) return 0;
    const auto [at, is_new] =
        interned_.emplace(std::move(text), static_cast<Text>(graph_.texts.size()));
    if (is_new) graph_.texts.push_back(at->first);
    return at->second;
  }
  // "created": {"native": [frames], "java": [frames]}, each of them optional.
  bool Stack(const Json& created, const char* key, Text& out) {
    const Json* frames = Find(created, key);
    if (frames == nullptr) return true;
    const std::string path = fmt::format("created.{}", key);
    if (!frames->is_array()) return WrongField(path, "is not a list");
    std::string joined;
    for (const Json& frame : *frames) {
      std::string text;
      if (!Words(&frame, path, text)) return false;
      joined += (joined.empty() ? "" : " <- ") + text;
    }
    out = Intern(std::move(joined));
    return true;
  }

  bool AddPeer(const Json& json) {
    Peer peer;
    const Json* id = Find(json, "id");
    const std::string digits = id != nullptr && id->is_string() ? id->get<std::string>() : "";
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, peer.id);
    if (digits.empty() || error != std::errc() || stop != end) {
      return WrongField("id", "is not a decimal number of 64 bits, as text");
    }
    const auto [at, is_new] = ids_.emplace(peer.id, elements_);
    if (!is_new) return WrongField("id", fmt::format("is that of peers[{}], too", at->second));
    if (!Name(json, "type", peer.type) || !Name(json, "class", peer.java_class) ||
        !Whole(json, "roots", peer.roots) || !Flag(json, "holds_edges", peer.holds_edges)) {
      return false;
    }
    if (peer.type == 0) return WrongField("type", "is empty");
    if (const Json* created = Find(json, "created")) {
      if (!created->is_object()) return WrongField("created", "is not an object");
      if (!Stack(*created, "native", peer.native_stack) ||
          !Stack(*created, "java", peer.java_stack)) {
        return false;
      }
    }
    graph_.peers.push_back(peer);
    return true;
  }
  bool AddOwner(const Json& json) {
    Owner owner;
    const Json* holders = Find(json, "holders");
    if (holders == nullptr || !holders->is_array()) return WrongField("holders", "is not a list");
    owner.holders.resize(holders->size());
    for (std::size_t i = 0; i < holders->size(); ++i) {
      if (!Index(&(*holders)[i], fmt::format("holders[{}]", i), owner.holders[i])) return false;
    }
    if (!Flag(json, "held", owner.held)) return false;
    if (!owner.held && !owner.holders.empty()) {
      return WrongField("held", "is false, and there are holders");
    }
    graph_.owners.push_back(std::move(owner));
    return true;
  }
  bool AddEdge(const Json& json) {
    Edge edge;
    const Json* from = Find(json, "from");
    const Json* owner = Find(json, "owner");
    if ((from == nullptr) == (owner == nullptr)) {
      return WrongField("", "needs either from, a peer, or owner");
    }
    edge.of_owner = owner != nullptr;
    if (!Index(edge.of_owner ? owner : from, edge.of_owner ? "owner" : "from", edge.from) ||
        !Index(Find(json, "to"), "to", edge.to)) {
      return false;
    }
    if (json.contains("at")) {
      std::uint64_t at = 0;
      if (!Whole(json, "at", at)) return false;
      edge.at = at;
    }
    graph_.edges.push_back(edge);
    return true;
  }
  bool AddPointer(const Json& json) {
    Pointer pointer;
    if (!Index(Find(json, "from"), "from", pointer.from) ||
        !Index(Find(json, "to"), "to", pointer.to) || !Whole(json, "at", pointer.at) ||
        !Flag(json, "counted", pointer.counted)) {
      return false;
    }
    graph_.pointers.push_back(pointer);
    return true;
  }

  // What needs all of the file.
  void CheckWhole() {
    if (!is_one_ || !has_version_) {
      NotOne();
      return;
    }
    if (!seen_[0]) {
      Wrong("the peer graph has no list of peers");
      return;
    }
    graph_.has_pointers = seen_[3];
    const std::size_t peers = graph_.peers.size();
    const auto check = [&](std::string_view list, std::size_t element, std::string_view key,
                           std::uint32_t index, std::size_t size, std::string_view of) {
      if (index < size) return;
      Wrong(fmt::format("{}[{}].{} is {}: there are {} {}", list, element, key, index, size, of));
    };
    for (std::size_t i = 0; i < graph_.owners.size(); ++i) {
      for (const std::uint32_t holder : graph_.owners[i].holders) {
        check("owners", i, "holders", holder, peers, "peers");
      }
    }
    for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
      const Edge& edge = graph_.edges[i];
      if (edge.of_owner) {
        check("edges", i, "owner", edge.from, graph_.owners.size(), "owners");
      } else {
        check("edges", i, "from", edge.from, peers, "peers");
      }
      check("edges", i, "to", edge.to, peers, "peers");
    }
    for (std::size_t i = 0; i < graph_.pointers.size(); ++i) {
      check("pointers", i, "from", graph_.pointers[i].from, peers, "peers");
      check("pointers", i, "to", graph_.pointers[i].to, peers, "peers");
    }
  }

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  PeerGraph graph_;
  std::string error_;  // the first
  std::optional<std::size_t> damaged_at_;
  std::vector<Level> open_;  // what is not complete within the file's object and its lists
  std::string field_;        // of the file: the key that was read last
  std::size_t elements_ = 0;
  bool began_ = false;
  bool in_list_ = false;
  bool is_one_ = false;
  bool has_version_ = false;
  std::array<bool, kSections.size()> seen_{};
  std::unordered_map<std::string, Text> interned_;
  std::unordered_map<std::uint64_t, std::size_t> ids_;  // to indices of peers
};

}  // namespace

Result<PeerGraph> ParsePeerGraph(std::string_view text, const std::string& name) {
  return Reader().Read(text, name);
}

Result<PeerGraph> ReadPeerGraph(const std::string& path) {
  const Result<std::string> text = ReadFile(path, kLargestGraphFile);
  if (!text) return std::unexpected(text.error());
  return ParsePeerGraph(*text, path);
}

bool LooksLikePeerGraph(std::string_view text) {
  for (const std::string_view token : {"{", "\"causeway\"", ":", "\"peers\""}) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(token)) return false;
    text.remove_prefix(token.size());
  }
  return true;
}

}  // namespace causeway::peer_graph
