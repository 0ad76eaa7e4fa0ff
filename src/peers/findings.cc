#include "peers/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "peers/reach.h"
#include "peers/wording.h"

// A finding is a place in somebody's source: a member (type and offset), a Java class, a type whose
// peers are rooted. So a million peers give as many findings as there are such places.
//
// What a group keeps is searched for from its peers, one search a group. That is linear for each,
// so it is done for the largest groups of a rule only; the others are told without it.

namespace causeway::peer_graph {
namespace {

constexpr std::size_t kMostSearched = 32;

constexpr std::string_view kMakeTraced =
    "Make it a causeway::Traced<T> constructed with the peer that it belongs to.";

class Analyst {
 public:
  Analyst(const PeerGraph& graph, const std::string& path)
      : graph_(graph), path_(path), links_(graph), words_(graph, links_), open_(links_) {}

  Analysis Run() {
    FindRoots();
    search_.emplace(links_, by_root_);
    CountKeepers();
    FindRefs();
    FindUndeclared();
    FindForeign();
    FindRooted();
    report::SortFindings(result_.findings);
    return std::move(result_);
  }

 private:
  // Indices of pointers with the same rule at the same place.
  struct PointerGroup {
    std::string_view rule;
    Text type = 0;
    std::uint64_t at = 0;
    std::vector<std::uint32_t> pointers;
  };
  // Peers with a common type, and Java class if that matters.
  struct PeerGroup {
    Text type = 0;
    Text java_class = 0;
    std::vector<Node> peers;
    std::uint64_t roots = 0;
    std::size_t sole = 0;  // peers that no other group reaches
  };

  bool IsPeer(Node node) const { return node < graph_.peers.size(); }
  bool IsForeign(Node node) const {
    const Peer& peer = graph_.peers[node];
    if (peer.holds_edges || peer.java_class == 0) return false;
    return std::ranges::any_of(links_.of(node), [](const Link& link) { return IsShown(link); });
  }
  // A Ref is none of the bridge's business, and so of Java's.
  static bool IsShown(const Link& link) { return link.kind != Link::Kind::kRef; }

  void FindRoots() {
    const std::size_t peers = graph_.peers.size();
    outside_.resize(peers);
    std::vector<std::uint64_t> within(peers, 0);
    for (const Pointer& pointer : graph_.pointers) within[pointer.to] += pointer.counted ? 1 : 0;
    open_.Begin();
    for (Node peer = 0; peer < peers; ++peer) {
      const std::uint64_t roots = graph_.peers[peer].roots;
      outside_[peer] = roots - std::min(roots, within[peer]);
      result_.roots += roots;
      result_.outside_roots += outside_[peer];
      if (outside_[peer] != 0) open_.From(peer);
    }
    for (Node owner = 0; owner < graph_.owners.size(); ++owner) {
      if (!graph_.owners[owner].held) open_.From(static_cast<Node>(peers) + owner);
    }
    open_.Run();
    by_root_.assign(links_.nodes(), false);
    for (const Node node : open_.reached()) by_root_[node] = true;
  }

  void CountKeepers() {
    const std::size_t peers = graph_.peers.size();
    search_->Begin();
    for (const Pointer& pointer : graph_.pointers) {
      if (pointer.counted) search_->From(pointer.to);
    }
    search_->Run();
    std::vector<bool> by_ref(links_.nodes(), false);
    for (const Node node : search_->reached()) by_ref[node] = true;
    search_->Begin();
    for (Node peer = 0; peer < peers; ++peer) {
      if (IsForeign(peer)) AlongShown(peer);
    }
    search_->Run();

    std::vector<Keepers> by_type(graph_.texts.size());
    for (Node peer = 0; peer < peers; ++peer) {
      for (Keepers* keepers : {&result_.all, &by_type[graph_.peers[peer].type]}) {
        ++keepers->peers;
        if (outside_[peer] != 0) ++keepers->rooted;
        if (by_root_[peer]) {
          ++keepers->by_roots;
        } else if (by_ref[peer]) {
          ++keepers->by_refs;
        } else if (search_->Reached(peer)) {
          ++keepers->by_foreign;
        } else {
          ++keepers->rest;
        }
      }
    }
    for (Text type = 0; type < by_type.size(); ++type) {
      if (by_type[type].peers != 0) result_.types.push_back({graph_.texts[type], by_type[type]});
    }
    std::ranges::sort(result_.types, [](const TypeRow& a, const TypeRow& b) {
      return std::tie(b.keepers.peers, a.type) < std::tie(a.keepers.peers, b.type);
    });
    result_.edges = graph_.edges.size();
    result_.owners = graph_.owners.size();
    result_.looked_for_pointers = graph_.has_pointers;
  }

  void AlongShown(Node peer) {
    for (std::uint32_t link = links_.first(peer); link < links_.first(peer + 1); ++link) {
      if (IsShown(links_.all()[link])) search_->Along(link);
    }
  }

  void FindRefs() {
    const std::vector<std::uint32_t> component = Components(links_);
    const auto rule = [&](const Pointer& pointer) -> std::string_view {
      if (!pointer.counted) return {};
      return component[pointer.from] == component[pointer.to] ? "peers.ref-cycle"
                                                              : "peers.ref-in-peer";
    };
    const std::vector<PointerGroup> groups = PointerGroups(rule);
    std::map<std::string_view, std::size_t> searched;
    for (const PointerGroup& group : groups) {
      report::Finding finding = PointerFinding(group);
      const bool is_cycle = group.rule == "peers.ref-cycle";
      const std::string refs = fmt::format("{} at +{} of {}", Count(group.pointers.size(), "Ref"),
                                           group.at, graph_.texts[group.type]);
      const bool one = group.pointers.size() == 1;
      const std::string target = TargetOf(group);
      finding.message =
          is_cycle
              ? fmt::format("{} {} {}, from where a way leads back: no collection ever frees them.",
                            refs, one ? "names" : "name", target)
              : fmt::format(
                    "{} {} {}: as long as {} there, Java cannot collect a cycle through {}.", refs,
                    one ? "roots" : "root", target, one ? "it is" : "they are",
                    one ? "it" : "them");
      finding.remedy.sentence = kMakeTraced;
      if (searched[group.rule]++ < kMostSearched) {
        if (is_cycle) {
          const Pointer& pointer = graph_.pointers[group.pointers.front()];
          open_.Begin();
          open_.From(pointer.to);
          open_.Run(pointer.from);
          finding.evidence.emplace_back(
              "cycle", fmt::format("{} -(Ref +{})-> {}", words_.TypeOf(pointer.from), pointer.at,
                                   words_.PathText(pointer.to, open_.PathTo(pointer.from))));
        }
        search_->Begin();
        for (const std::uint32_t pointer : group.pointers) {
          search_->From(graph_.pointers[pointer].to);
        }
        search_->Run();
        AddKept(finding);
      }
      words_.AddExamples(finding, OwnersOf(group));
      result_.findings.push_back(std::move(finding));
    }
  }

  void FindUndeclared() {
    const auto rule = [](const Pointer& pointer) -> std::string_view {
      return pointer.counted ? std::string_view() : "peers.undeclared-pointer";
    };
    for (const PointerGroup& group : PointerGroups(rule)) {
      report::Finding finding = PointerFinding(group);
      finding.message = fmt::format(
          "{} at +{} of {} to {} {} neither an edge nor a Ref: {} may dangle after a round.",
          Count(group.pointers.size(), "pointer"), group.at, graph_.texts[group.type],
          TargetOf(group), group.pointers.size() == 1 ? "is" : "are",
          group.pointers.size() == 1 ? "it" : "they");
      finding.remedy.sentence = fmt::format(
          "{} If it must not keep its target, make it a causeway::Weak<T>.", kMakeTraced);
      words_.AddExamples(finding, OwnersOf(group));
      result_.findings.push_back(std::move(finding));
    }
  }

  void FindForeign() {
    std::map<std::pair<Text, Text>, PeerGroup> by_class;
    for (Node peer = 0; peer < graph_.peers.size(); ++peer) {
      if (!IsForeign(peer)) continue;
      const Peer& row = graph_.peers[peer];
      PeerGroup& group = by_class[{row.type, row.java_class}];
      group.type = row.type;
      group.java_class = row.java_class;
      group.peers.push_back(peer);
    }
    std::vector<PeerGroup> groups;
    for (auto& [key, group] : by_class) groups.push_back(std::move(group));
    SortGroups(groups);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const PeerGroup& group = groups[i];
      const std::string& java_class = graph_.texts[group.java_class];
      report::Finding finding = Make("peers.foreign-owner", graph_.texts[group.type], java_class);
      finding.count = group.peers.size();
      finding.message = fmt::format(
          "{} of {} {} edges that Java cannot be shown, because {} has no place for them: what "
          "they name stays, and a cycle through it is never freed.",
          Count(group.peers.size(), "peer"), graph_.texts[group.type],
          group.peers.size() == 1 ? "has" : "have", java_class);
      finding.remedy.sentence = fmt::format(
          "Let {} extend dev.causeway.EdgeHolder or implement dev.causeway.EdgeSlot.", java_class);
      if (i < kMostSearched) {
        search_->Begin();
        for (const Node peer : group.peers) AlongShown(peer);
        search_->Run();
        AddKept(finding);
        if (!search_->reached().empty()) {
          const std::vector<std::uint32_t> path = search_->PathTo(search_->reached().front());
          finding.evidence.emplace_back("path",
                                        words_.PathText(links_.all()[path.front()].from, path));
        }
      }
      words_.AddExamples(finding, group.peers);
      result_.findings.push_back(std::move(finding));
    }
  }

  void FindRooted() {
    std::map<Text, PeerGroup> by_type;  // kNone: plain owners
    for (Node peer = 0; peer < graph_.peers.size(); ++peer) {
      if (outside_[peer] == 0) continue;
      PeerGroup& group = by_type[graph_.peers[peer].type];
      group.type = graph_.peers[peer].type;
      group.peers.push_back(peer);
      group.roots += outside_[peer];
    }
    for (Node owner = 0; owner < graph_.owners.size(); ++owner) {
      const Node node = static_cast<Node>(graph_.peers.size()) + owner;
      if (!graph_.owners[owner].held && !links_.of(node).empty()) {
        by_type[kNone].peers.push_back(node);
      }
    }
    std::vector<PeerGroup> groups;
    for (auto& [key, group] : by_type) groups.push_back(std::move(group));
    std::vector<Start> starts;
    for (std::uint32_t i = 0; i < groups.size(); ++i) {
      for (const Node node : groups[i].peers) starts.push_back({node, i});
    }
    const std::vector<std::uint32_t> sources = SoleSources(links_, starts);
    for (Node peer = 0; peer < graph_.peers.size(); ++peer) {
      if (sources[peer] < groups.size()) ++groups[sources[peer]].sole;
    }
    SortGroups(groups);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      AddRooted(groups[i], i < kMostSearched);
    }
  }

  void AddRooted(const PeerGroup& group, bool search) {
    const bool plain = !IsPeer(group.peers.front());
    const std::size_t size = group.peers.size();
    report::Finding finding =
        Make("peers.rooted", plain ? "causeway::EdgeOwner" : graph_.texts[group.type],
             plain ? "no holder" : "");
    finding.count = size;
    std::string keep;
    if (search) {
      open_.Begin();
      for (const Node node : group.peers) open_.From(node);
      open_.Run();
      const auto kept = std::ranges::count_if(open_.reached(), [&](Node n) { return IsPeer(n); });
      keep = fmt::format(", and {} {}{}", size == 1 ? "keeps" : "keep",
                         Count(static_cast<std::size_t>(kept), "peer"),
                         plain       ? ""
                         : size == 1 ? " with itself"
                                     : " with themselves");
    }
    if (plain) {
      finding.message =
          fmt::format("{} with edges never had a holder and {} as {}{}.", Count(size, "EdgeOwner"),
                      size == 1 ? "counts" : "count", size == 1 ? "a root" : "roots", keep);
      finding.remedy.sentence = "Call AddHolder with each peer that it belongs to.";
    } else {
      finding.message = fmt::format("{} of {} {} held by {} outside of peers{}.",
                                    Count(size, "peer"), graph_.texts[group.type],
                                    size == 1 ? "is" : "are", Count(group.roots, "root"), keep);
      finding.remedy.sentence =
          "If they should be gone, look for the Ref in globals, containers, threads, and in what "
          "belongs to a peer but is not part of its object.";
    }
    finding.evidence.emplace_back("only they keep", Count(group.sole, "peer"));
    if (search) AddReached(finding, group.type);
    words_.AddExamples(finding, group.peers);
    result_.findings.push_back(std::move(finding));
  }

  // The types that a search has reached, and the shortest path to one of the most frequent of them
  // that is not `own`.
  void AddReached(report::Finding& finding, Text own) {
    TypeCounts counts;
    for (const Node node : open_.reached()) {
      if (IsPeer(node)) ++counts[graph_.peers[node].type];
    }
    finding.evidence.emplace_back("types", words_.TopText(counts));
    counts.erase(own);
    if (counts.empty()) return;
    const Text type = words_.Sorted(counts).front().first;
    const auto nearest = std::ranges::find_if(open_.reached(), [&](Node node) {
      return IsPeer(node) && graph_.peers[node].type == type;
    });
    const std::vector<std::uint32_t> path = open_.PathTo(*nearest);
    finding.evidence.emplace_back("path", words_.PathText(links_.all()[path.front()].from, path));
  }

  void AddKept(report::Finding& finding) const {
    TypeCounts counts;
    std::size_t kept = 0;
    for (const Node node : search_->reached()) {
      if (!IsPeer(node)) continue;
      ++kept;
      ++counts[graph_.peers[node].type];
    }
    finding.evidence.emplace_back(
        "keeps", fmt::format("{} that no root outside of peers reaches{}", Count(kept, "peer"),
                             kept == 0 ? "" : ": " + words_.TopText(counts)));
  }

  // Largest first. `rule` is empty for pointers that are left out.
  template <class Rule>
  std::vector<PointerGroup> PointerGroups(const Rule& rule) const {
    std::map<std::tuple<std::string_view, Text, std::uint64_t>, PointerGroup> by_place;
    for (std::uint32_t i = 0; i < graph_.pointers.size(); ++i) {
      const Pointer& pointer = graph_.pointers[i];
      const std::string_view id = rule(pointer);
      if (id.empty()) continue;
      const Text type = graph_.peers[pointer.from].type;
      PointerGroup& group = by_place[{id, type, pointer.at}];
      group.rule = id;
      group.type = type;
      group.at = pointer.at;
      group.pointers.push_back(i);
    }
    std::vector<PointerGroup> groups;
    for (auto& [key, group] : by_place) groups.push_back(std::move(group));
    std::ranges::sort(groups, [&](const PointerGroup& a, const PointerGroup& b) {
      if (a.pointers.size() != b.pointers.size()) return a.pointers.size() > b.pointers.size();
      return std::tie(graph_.texts[a.type], a.at, a.rule) <
             std::tie(graph_.texts[b.type], b.at, b.rule);
    });
    return groups;
  }
  void SortGroups(std::vector<PeerGroup>& groups) const {
    const auto type = [&](const PeerGroup& group) { return words_.TypeOf(group.peers.front()); };
    std::ranges::sort(groups, [&](const PeerGroup& a, const PeerGroup& b) {
      if (a.sole != b.sole) return a.sole > b.sole;
      if (a.peers.size() != b.peers.size()) return a.peers.size() > b.peers.size();
      return std::pair(type(a), graph_.texts[a.java_class]) <
             std::pair(type(b), graph_.texts[b.java_class]);
    });
  }
  std::vector<Node> OwnersOf(const PointerGroup& group) const {
    std::vector<Node> owners;
    for (const std::uint32_t pointer : group.pointers) {
      owners.push_back(graph_.pointers[pointer].from);
    }
    return owners;
  }
  // "app::Screen", or of several types the most frequent ones.
  std::string TargetOf(const PointerGroup& group) const {
    TypeCounts counts;
    for (const std::uint32_t pointer : group.pointers) {
      ++counts[graph_.peers[graph_.pointers[pointer].to].type];
    }
    return counts.size() == 1 ? graph_.texts[counts.begin()->first] : words_.TopText(counts);
  }

  report::Finding Make(std::string_view rule, std::string type, std::string value) const {
    report::Finding finding;
    finding.rule = rule;
    finding.place.file = path_;
    finding.place.class_name = std::move(type);
    finding.place.value = std::move(value);
    finding.remedy.command = fmt::format("causeway peers {}", ShellWord(path_));
    return finding;
  }
  report::Finding PointerFinding(const PointerGroup& group) const {
    report::Finding finding =
        Make(group.rule, graph_.texts[group.type], fmt::format("+{}", group.at));
    finding.count = group.pointers.size();
    return finding;
  }

  const PeerGraph& graph_;
  const std::string& path_;
  const Links links_;
  const Wording words_;
  std::vector<std::uint64_t> outside_;  // roots of each peer that no Ref within a peer accounts for
  std::vector<bool> by_root_;           // nodes that these reach
  Search open_;                         // of all nodes
  std::optional<Search> search_;        // of the others
  Analysis result_;
};

}  // namespace

Analysis Analyse(const PeerGraph& graph, const std::string& path) {
  return Analyst(graph, path).Run();
}

}  // namespace causeway::peer_graph
