#include "peers/findings.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "peers/test_support.h"
#include "report/rules.h"

namespace causeway::peer_graph {
namespace {

Analysis AnalysisOf(const Drawing& drawing) {
  Analysis analysis = Analyse(drawing.graph, "app.peers");
  std::set<std::string> ids;
  for (const report::Finding& finding : analysis.findings) {
    EXPECT_NE(report::FindRule(finding.rule), nullptr) << finding.rule;
    EXPECT_EQ(finding.place.file, "app.peers");
    EXPECT_EQ(finding.remedy.command, "causeway peers app.peers");
    EXPECT_TRUE(finding.message.ends_with('.')) << finding.message;
    EXPECT_TRUE(ids.insert(report::IdOf(finding)).second) << report::PlaceText(finding.place);
    std::set<std::string> names;
    for (const auto& [name, value] : finding.evidence) EXPECT_TRUE(names.insert(name).second);
  }
  return analysis;
}

// "rule type value xcount" of each, one a line.
std::string List(const Analysis& analysis) {
  std::string text;
  for (const report::Finding& f : analysis.findings) {
    text += f.rule + " " + f.place.class_name + " " + f.place.value + " x" +
            std::to_string(f.count) + "\n";
  }
  return text;
}

std::string Evidence(const report::Finding& finding, const std::string& name) {
  for (const auto& [have, value] : finding.evidence) {
    if (have == name) return value;
  }
  return "none";
}

std::string Kept(const Keepers& k) {
  return "rooted " + std::to_string(k.rooted) + ", roots " + std::to_string(k.by_roots) +
         ", refs " + std::to_string(k.by_refs) + ", foreign " + std::to_string(k.by_foreign) +
         ", rest " + std::to_string(k.rest);
}

// Row =Ref=> Screen -> Row. No other root.
TEST(PeerFindings, ARefThatLeadsBackIsACycle) {
  Drawing d;
  const auto row = d.AddPeer("Row");
  const auto screen = d.AddPeer("Screen");
  d.AddRef(row, screen);
  d.AddEdge(screen, row);
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis), "peers.ref-cycle Row +16 x1\n");
  const report::Finding& finding = analysis.findings[0];
  EXPECT_EQ(report::SeverityOf(finding), report::Severity::kHigh);
  EXPECT_EQ(finding.message,
            "1 Ref at +16 of Row names Screen, from where a way leads back: no collection ever "
            "frees them.");
  EXPECT_EQ(Evidence(finding, "cycle"), "Row -(Ref +16)-> Screen -(+8)-> Row");
  EXPECT_EQ(Evidence(finding, "keeps"),
            "2 peers that no root outside of peers reaches: Row (1), Screen (1)");
  EXPECT_EQ(Evidence(finding, "peers"), "100 (j.Row)");
  EXPECT_EQ(Kept(analysis.all), "rooted 0, roots 0, refs 2, foreign 0, rest 0");
  EXPECT_EQ(analysis.roots, 1U);
  EXPECT_EQ(analysis.outside_roots, 0U);
}

// A =Ref=> B, a holder of a plain owner, that -> C =Ref=> A. D =Ref=> A, and nothing leads to D.
TEST(PeerFindings, WaysBackLeadThroughOwnersAndOtherRefs) {
  Drawing d;
  const auto a = d.AddPeer("A");
  const auto b = d.AddPeer("B");
  const auto c = d.AddPeer("C");
  const auto e = d.AddPeer("D");
  d.AddRef(a, b, 32);
  d.AddOwnersEdge(d.AddOwner({b}), c);
  d.AddRef(c, a, 40);
  d.AddRef(e, a, 48);
  const Analysis analysis = AnalysisOf(d);
  EXPECT_EQ(List(analysis),
            "peers.ref-cycle A +32 x1\npeers.ref-cycle C +40 x1\npeers.ref-in-peer D +48 x1\n");
  EXPECT_EQ(Evidence(analysis.findings[0], "cycle"),
            "A -(Ref +32)-> B -(holder of)-> EdgeOwner -(edge)-> C -(Ref +40)-> A");
  EXPECT_EQ(Kept(analysis.all), "rooted 0, roots 0, refs 3, foreign 0, rest 1");
}

TEST(PeerFindings, ARefToItsOwnPeerIsACycle) {
  Drawing d;
  const auto a = d.AddPeer("A");
  d.AddRef(a, a);
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis), "peers.ref-cycle A +16 x1\n");
  EXPECT_EQ(Evidence(analysis.findings[0], "cycle"), "A -(Ref +16)-> A");
}

// Rows =Ref=> Screens and a Dialog -> Row.
TEST(PeerFindings, OneMemberIsOneFinding) {
  Drawing d;
  const auto screen = d.AddPeer("Screen");
  const auto dialog = d.AddPeer("Dialog");
  for (int i = 0; i < 5; ++i) d.AddRef(d.AddPeer("Row"), i < 4 ? screen : dialog);
  d.AddEdge(screen, d.AddPeer("Leaf"));
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis), "peers.ref-in-peer Row +16 x5\n");
  const report::Finding& finding = analysis.findings[0];
  EXPECT_EQ(report::SeverityOf(finding), report::Severity::kInfo);
  EXPECT_EQ(finding.message,
            "5 Refs at +16 of Row root Screen (4), Dialog (1): as long as they are there, Java "
            "cannot collect a cycle through them.");
  EXPECT_EQ(Evidence(finding, "keeps"),
            "3 peers that no root outside of peers reaches: Dialog (1), Leaf (1), Screen (1)");
  EXPECT_EQ(Evidence(finding, "peers"), "102 (j.Row), 103 (j.Row), 104 (j.Row) and 2 more");
  EXPECT_EQ(Kept(analysis.all), "rooted 0, roots 0, refs 3, foreign 0, rest 5");
}

TEST(PeerFindings, APointerThatIsNotCountedKeepsNothing) {
  Drawing d;
  const auto row = d.AddPeer("Row", 1);
  const auto screen = d.AddPeer("Screen");
  d.AddPointer(row, screen);
  d.AddEdge(screen, row);
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis), "peers.undeclared-pointer Row +24 x1\npeers.rooted Row  x1\n");
  EXPECT_EQ(report::SeverityOf(analysis.findings[0]), report::Severity::kHigh);
  EXPECT_EQ(analysis.findings[0].message,
            "1 pointer at +24 of Row to Screen is neither an edge nor a Ref: it may dangle after a "
            "round.");
  EXPECT_EQ(Kept(analysis.all), "rooted 1, roots 1, refs 0, foreign 0, rest 1");
}

// View (foreign) -> Row -> List <- Screen (rooted); View -> Screen.
TEST(PeerFindings, TheEdgesOfAForeignPeerKeepTheirTargets) {
  Drawing d;
  const auto view = d.AddForeign("View");
  const auto row = d.AddPeer("Row");
  const auto list = d.AddPeer("List");
  const auto leaf = d.AddPeer("Leaf");
  const auto screen = d.AddPeer("Screen", 1);
  d.AddEdge(view, row, 40);
  d.AddEdge(view, screen, 48);
  d.AddEdge(row, list);
  d.AddEdge(row, leaf);
  d.AddEdge(screen, list);
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis), "peers.foreign-owner View j.View x1\npeers.rooted Screen  x1\n");
  const report::Finding& finding = analysis.findings[0];
  EXPECT_EQ(Evidence(finding, "keeps"),
            "2 peers that no root outside of peers reaches: Leaf (1), Row (1)");
  EXPECT_EQ(Evidence(finding, "path"), "View -(+40)-> Row");
  EXPECT_EQ(finding.remedy.sentence,
            "Let j.View extend dev.causeway.EdgeHolder or implement dev.causeway.EdgeSlot.");
  EXPECT_EQ(Kept(analysis.all), "rooted 1, roots 2, refs 0, foreign 2, rest 1");
}

TEST(PeerFindings, ForeignPeersCountIfTheyHaveSomethingToShow) {
  Drawing d;
  const auto target = d.AddPeer("T");
  d.AddForeign("NoEdges");
  d.AddRef(d.AddForeign("OnlyRefs"), target);
  const auto gone = d.AddForeign("Gone");
  d.graph.peers[gone].java_class = 0;  // its half is gone: of which class it was nobody knows
  d.AddEdge(gone, target);
  d.AddOwnersEdge(d.AddOwner({d.AddForeign("Holder")}), target);
  const Analysis analysis = AnalysisOf(d);
  EXPECT_EQ(List(analysis),
            "peers.foreign-owner Holder j.Holder x1\npeers.ref-in-peer OnlyRefs +16 x1\n");
}

// Screen (2 roots, one of them within Row) -> List -> 2 Row; Dialog (1 root) -> List.
TEST(PeerFindings, RootsOutsideOfPeersAreToldByType) {
  Drawing d;
  const auto screen = d.AddPeer("Screen", 1);
  const auto dialog = d.AddPeer("Dialog", 1);
  const auto list = d.AddPeer("List");
  const auto row = d.AddPeer("Row");
  d.AddEdge(screen, list, 40);
  d.AddEdge(screen, d.AddPeer("Title"), 48);
  d.AddEdge(dialog, list, 16);
  d.AddEdge(list, row, 24);
  d.AddEdge(list, d.AddPeer("Row"), 24);
  d.AddRef(row, screen, 32);
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis),
            "peers.ref-cycle Row +32 x1\npeers.rooted Dialog  x1\npeers.rooted Screen  x1\n");
  const report::Finding& of_screen = analysis.findings[2];
  EXPECT_EQ(report::SeverityOf(of_screen), report::Severity::kInfo);
  EXPECT_EQ(of_screen.message,
            "1 peer of Screen is held by 1 root outside of peers, and keeps 5 peers with itself.");
  EXPECT_EQ(Evidence(of_screen, "only they keep"), "0 peers")
      << "the Dialog keeps List, Rows, and by the Ref of a Row the Screen and its Title";
  EXPECT_EQ(Evidence(of_screen, "types"), "Row (2), List (1), Screen (1) and 1 other type");
  EXPECT_EQ(Evidence(of_screen, "path"), "Screen -(+40)-> List -(+24)-> Row");
  EXPECT_EQ(Evidence(analysis.findings[1], "only they keep"), "1 peer") << "itself";
  EXPECT_EQ(Evidence(analysis.findings[0], "keeps"),
            "0 peers that no root outside of peers reaches");
  EXPECT_EQ(analysis.roots, 3U);
  EXPECT_EQ(analysis.outside_roots, 2U);
  EXPECT_EQ(Kept(analysis.all), "rooted 2, roots 6, refs 0, foreign 0, rest 0");
}

TEST(PeerFindings, AnOwnerWithoutAHolderIsARoot) {
  Drawing d;
  const auto row = d.AddPeer("Row");
  d.AddOwnersEdge(d.AddOwner({}, false), row);
  d.AddOwner({}, false);                               // names nothing
  d.AddOwnersEdge(d.AddOwner({}), d.AddPeer("Leaf"));  // its holders are gone
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis), "peers.rooted causeway::EdgeOwner no holder x1\n");
  EXPECT_EQ(analysis.findings[0].message,
            "1 EdgeOwner with edges never had a holder and counts as a root, and keeps 1 peer.");
  EXPECT_EQ(Evidence(analysis.findings[0], "path"), "EdgeOwner -(edge)-> Row");
  EXPECT_EQ(Kept(analysis.all), "rooted 0, roots 1, refs 0, foreign 0, rest 1");
}

TEST(PeerFindings, TheFirstKnownCreationIsShown) {
  Drawing d;
  d.AddPeer("Row", 1);
  d.AddPeer("Row", 1);
  d.graph.peers[1].native_stack = d.Name("Create() <- main");
  d.graph.peers[1].java_stack = d.Name("Row.<init>");
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(analysis.findings.size(), 1U);
  EXPECT_EQ(Evidence(analysis.findings[0], "101 created in C++"), "Create() <- main");
  EXPECT_EQ(Evidence(analysis.findings[0], "101 created in Java"), "Row.<init>");
}

// Findings are kept and compared: what a place is called must not hang on the rest of the graph.
TEST(PeerFindings, IdsDoNotDependOnTheRestOfTheGraph) {
  Drawing small;
  small.AddRef(small.AddPeer("Row"), small.AddPeer("Screen"));
  Drawing large;
  large.AddPeer("Other", 3);
  large.AddRef(large.AddPeer("Row"), large.AddPeer("Dialog"));
  large.AddRef(large.AddPeer("Row"), large.AddPeer("Screen"));
  const Analysis a = AnalysisOf(small);
  const Analysis b = AnalysisOf(large);
  ASSERT_EQ(List(b), "peers.ref-in-peer Row +16 x2\npeers.rooted Other  x1\n");
  EXPECT_EQ(report::IdOf(a.findings[0]), report::IdOf(b.findings[0]));
}

// More roots than words: the words are Refs. Fewer cannot be, and would not wrap around.
TEST(PeerFindings, MoreRefsThanRootsAreNoRoots) {
  Drawing d;
  const auto screen = d.AddPeer("Screen");
  d.AddRef(d.AddPeer("Row"), screen);
  d.graph.peers[screen].roots = 0;
  EXPECT_EQ(AnalysisOf(d).outside_roots, 0U);
}

// Root -> 100 Links, one after the other -> 200 Leaves.
TEST(PeerFindings, ALongPathIsCut) {
  Drawing d;
  std::uint32_t last = d.AddPeer("Root", 1);
  for (int i = 0; i < 100; ++i) {
    const auto next = d.AddPeer("Link");
    d.AddEdge(last, next);
    last = next;
  }
  for (int i = 0; i < 200; ++i) d.AddEdge(last, d.AddPeer("Leaf"));
  const Analysis analysis = AnalysisOf(d);
  std::string expected = "Root";
  for (int i = 0; i < 6; ++i) expected += " -(+8)-> Link";
  expected += " ... 89 links more ...";  // of 101
  for (int i = 0; i < 5; ++i) expected += " -(+8)-> Link";
  EXPECT_EQ(Evidence(analysis.findings.at(0), "path"), expected + " -(+8)-> Leaf");
}

TEST(PeerFindings, AMillionPeersInOneChain) {
  Drawing d;
  d.AddPeer("Row", 1);
  for (std::uint32_t i = 1; i < 1'000'000; ++i) {
    d.graph.peers.push_back(d.graph.peers[0]);
    d.graph.peers[i].roots = 0;
    d.AddEdge(i - 1, i);
  }
  d.AddRef(999'999, 0);
  const Analysis analysis = AnalysisOf(d);
  ASSERT_EQ(List(analysis), "peers.ref-cycle Row +16 x1\npeers.rooted Row  x1\n");
  EXPECT_EQ(analysis.all.by_roots, 1'000'000U);
}

TEST(PeerFindings, EveryPlaceIsFoundThoughNotAllAreSearched) {
  Drawing d;
  for (int i = 0; i < 200; ++i) {
    const std::string name = std::to_string(i);
    const auto root = d.AddPeer("Root" + name, 1);
    const auto row = d.AddForeign("Row" + name);
    d.AddEdge(root, row);
    d.AddRef(row, d.AddPeer("Screen" + name));
    d.AddEdge(row, d.AddPeer("Leaf"));
  }
  const Analysis analysis = AnalysisOf(d);
  std::map<std::string, std::size_t> found;
  std::map<std::string, std::size_t> searched;
  for (const report::Finding& finding : analysis.findings) {
    ++found[finding.rule];
    if (Evidence(finding, "keeps") != "none" || Evidence(finding, "path") != "none") {
      ++searched[finding.rule];
    }
  }
  const std::map<std::string, std::size_t> all = {
      {"peers.foreign-owner", 200}, {"peers.ref-in-peer", 200}, {"peers.rooted", 200}};
  EXPECT_EQ(found, all);
  const std::map<std::string, std::size_t> largest = {
      {"peers.foreign-owner", 32}, {"peers.ref-in-peer", 32}, {"peers.rooted", 32}};
  EXPECT_EQ(searched, largest);
}

// Everything that is counted, against distances computed the plain way.
TEST(PeerFindings, RandomGraphsAgreeWithAnOracle) {
  std::mt19937 random(4);
  for (int run = 0; run < 1000; ++run) {
    const Drawing drawing = RandomDrawing(random);
    const PeerGraph& graph = drawing.graph;
    const std::size_t peers = graph.peers.size();
    const Distances d = DistancesOf(graph, std::vector<bool>(peers + graph.owners.size()));
    const auto reaches = [&](const std::set<std::size_t>& from, std::size_t to) {
      return std::ranges::any_of(from, [&](std::size_t node) { return d[node][to] < kFar; });
    };
    std::vector<std::uint64_t> outside;
    for (const Peer& peer : graph.peers) outside.push_back(peer.roots);
    std::set<std::size_t> refs;
    std::map<std::string, std::uint64_t> expected;  // "rule type value": count
    for (const Pointer& p : graph.pointers) {
      const std::string place =
          " " + graph.texts[graph.peers[p.from].type] + " +" + std::to_string(p.at);
      if (!p.counted) {
        ++expected["peers.undeclared-pointer" + place];
        continue;
      }
      --outside[p.to];
      refs.insert(p.to);
      ++expected[(d[p.to][p.from] < kFar ? "peers.ref-cycle" : "peers.ref-in-peer") + place];
    }
    std::set<std::size_t> roots;
    const std::string kPlain = "causeway::EdgeOwner";
    std::map<std::string, std::set<std::size_t>> roots_of;  // by type
    for (std::size_t i = 0; i < peers; ++i) {
      if (outside[i] == 0) continue;
      roots.insert(i);
      roots_of[graph.texts[graph.peers[i].type]].insert(i);
    }
    for (std::size_t o = 0; o < graph.owners.size(); ++o) {
      if (graph.owners[o].held) continue;
      roots.insert(peers + o);
      roots_of[kPlain].insert(peers + o);
    }
    for (const auto& [type, nodes] : roots_of)
      expected["peers.rooted " + type + (type == kPlain ? " no holder" : " ")] = nodes.size();
    std::set<std::size_t> shown;  // what edges of foreign peers name
    for (std::size_t i = 0; i < peers; ++i) {
      const Peer& peer = graph.peers[i];
      if (peer.holds_edges || peer.java_class == 0) continue;
      std::set<std::size_t> own;
      for (const Edge& edge : graph.edges) {
        if (!edge.of_owner && edge.from == i) own.insert(edge.to);
      }
      for (std::size_t o = 0; o < graph.owners.size(); ++o) {
        for (const auto holder : graph.owners[o].holders) {
          if (holder == i) own.insert(peers + o);
        }
      }
      if (own.empty()) continue;
      const std::string& type = graph.texts[peer.type];
      ++expected["peers.foreign-owner " + type + " j." + type];
      shown.insert(own.begin(), own.end());
    }
    Keepers all;
    all.peers = peers;
    for (std::size_t i = 0; i < peers; ++i) {
      all.rooted += outside[i] != 0 ? 1 : 0;
      ++(reaches(roots, i)   ? all.by_roots
         : reaches(refs, i)  ? all.by_refs
         : reaches(shown, i) ? all.by_foreign
                             : all.rest);
    }

    const Analysis analysis = AnalysisOf(drawing);
    EXPECT_EQ(Kept(analysis.all), Kept(all)) << run;
    std::map<std::string, std::uint64_t> found;
    for (const report::Finding& finding : analysis.findings) {
      found[finding.rule + " " + finding.place.class_name + " " + finding.place.value] =
          finding.count;
      if (finding.rule != "peers.rooted") continue;
      const std::set<std::size_t>& own = roots_of[finding.place.class_name];
      std::set<std::size_t> others;
      for (const auto& [type, nodes] : roots_of) {
        if (type != finding.place.class_name) others.insert(nodes.begin(), nodes.end());
      }
      std::size_t sole = 0;
      for (std::size_t i = 0; i < peers; ++i)
        sole += reaches(own, i) && !reaches(others, i) ? 1 : 0;
      EXPECT_EQ(Evidence(finding, "only they keep"),
                std::to_string(sole) + (sole == 1 ? " peer" : " peers"));
    }
    EXPECT_EQ(found, expected) << run;
  }
}

}  // namespace
}  // namespace causeway::peer_graph
