#include "peers/graph_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace causeway::peer_graph {
namespace {

const std::string kWhole = R"json({"causeway": "peers", "version": 1,
 "peers": [
  {"id": "4294967297", "type": "app::Row", "class": "com.example.Row", "roots": 1, "holds_edges": true,
   "created": {"native": ["app::Row::Create()+0x1c (libapp.so)", "main+0x2"], "java": ["R.<init>(R.java:12)"]}},
  {"id": "18446744073709551615", "type": "app::Row", "class": "", "roots": 0, "holds_edges": false}],
 "owners": [{"holders": [0, 1], "held": true}, {"holders": [], "held": false}],
 "edges": [{"from": 0, "at": 40, "to": 1}, {"owner": 1, "to": 0}],
 "pointers": [{"from": 0, "at": 48, "to": 1, "counted": true}, {"from": 1, "at": 0, "to": 0, "counted": false}]})json";

Error ErrorOf(const std::string& text) {
  const Result<PeerGraph> graph = ParsePeerGraph(text, "f");
  EXPECT_FALSE(graph) << text.substr(0, 200);
  return graph ? Error{} : graph.error();
}

TEST(GraphFile, EveryFieldIsRead) {
  const Result<PeerGraph> graph = ParsePeerGraph(kWhole, "f");
  ASSERT_TRUE(graph) << graph.error().where << graph.error().message;
  ASSERT_EQ(graph->peers.size(), 2U);
  const Peer& row = graph->peers[0];
  EXPECT_EQ(row.id, (1ULL << 32) + 1);
  EXPECT_EQ(graph->texts[row.type], "app::Row");
  EXPECT_EQ(graph->texts[row.java_class], "com.example.Row");
  EXPECT_EQ(row.roots, 1U);
  EXPECT_TRUE(row.holds_edges);
  EXPECT_EQ(graph->texts[row.native_stack], "app::Row::Create()+0x1c (libapp.so) <- main+0x2");
  EXPECT_EQ(graph->texts[row.java_stack], "R.<init>(R.java:12)");
  const Peer& gone = graph->peers[1];
  EXPECT_EQ(gone.id, ~0ULL);
  EXPECT_EQ(gone.type, row.type) << "a text is kept once";
  EXPECT_EQ(gone.java_class, 0U);
  EXPECT_EQ(gone.native_stack, 0U);
  EXPECT_FALSE(gone.holds_edges);
  ASSERT_EQ(graph->owners.size(), 2U);
  EXPECT_EQ(graph->owners[0].holders, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(graph->owners[0].held);
  EXPECT_FALSE(graph->owners[1].held);
  ASSERT_EQ(graph->edges.size(), 2U);
  EXPECT_FALSE(graph->edges[0].of_owner);
  EXPECT_EQ(graph->edges[0].to, 1U);
  EXPECT_EQ(graph->edges[0].at, 40U);
  EXPECT_TRUE(graph->edges[1].of_owner);
  EXPECT_EQ(graph->edges[1].from, 1U);
  EXPECT_EQ(graph->edges[1].at, std::nullopt);
  ASSERT_EQ(graph->pointers.size(), 2U);
  EXPECT_EQ(graph->pointers[0].at, 48U);
  EXPECT_TRUE(graph->pointers[0].counted);
  EXPECT_FALSE(graph->pointers[1].counted);
  EXPECT_TRUE(graph->has_pointers);
}

TEST(GraphFile, ListsBesidesPeersMayBeMissing) {
  const auto graph = ParsePeerGraph(R"({"causeway":"peers","version":1,"peers":[]})", "f");
  ASSERT_TRUE(graph);
  EXPECT_TRUE(graph->peers.empty());
  EXPECT_FALSE(graph->has_pointers) << "the program did not look for them";
}

TEST(GraphFile, WhatIsNotKnownIsLeftOut) {
  const auto graph = ParsePeerGraph(
      R"({"causeway":"peers","version":1,"made":{"by":[1,{"x":2}]},"log":[[1],{"a":[]},null,2.5,-3],
          "peers":[{"id":"7","type":"T","class":"c","roots":0,"holds_edges":true,"size":{"of":[8]}}]})",
      "f");
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_EQ(graph->peers.at(0).id, 7U);
}

TEST(GraphFile, ControlCharactersAreNotShown) {
  const auto graph = ParsePeerGraph(
      R"({"causeway":"peers","version":1,
          "peers":[{"id":"7","type":"a\u001b[2J\u007fé","class":"","roots":0,"holds_edges":true}]})",
      "f");
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_EQ(graph->texts[graph->peers[0].type], "a?[2J?é");
}

TEST(GraphFile, DamageHasItsPlace) {
  EXPECT_EQ(ErrorOf("").where, "f:1:1");
  EXPECT_EQ(ErrorOf("{\"causeway\": \"peers\",\n \"version\": x}").where, "f:2:13");
  for (std::size_t size = 0; size < kWhole.size(); ++size) {
    const Error error = ErrorOf(kWhole.substr(0, size));
    EXPECT_EQ(error.code, Error::Code::kBadInput);
    EXPECT_EQ(error.message, "the peer graph is damaged: it is no JSON from here on") << size;
  }
  EXPECT_EQ(ErrorOf(kWhole + "x").where,
            "f:8:" + std::to_string(kWhole.size() - kWhole.rfind('\n')));
}

TEST(GraphFile, EveryWrongFieldIsNamed) {
  const std::string head = R"({"causeway":"peers","version":1,)";
  const std::string two =
      head + R"("peers":[{"id":"1","type":"T","class":"c","roots":0,"holds_edges":true},
                         {"id":"2","type":"T","class":"c","roots":0,"holds_edges":true}],)";
  const auto peer = [&](const std::string& fields) {
    return head + "\"peers\":[{" + fields + "}]}";
  };
  const std::string id_type = R"("id":"1","type":"T",)";
  const std::string rest = R"(,"class":"c","roots":0,"holds_edges":true)";
  const std::string not_one = "not a peer graph";
  const struct {
    std::string text;
    std::string message;  // its beginning
  } cases[] = {
      {"[]", not_one},
      {"3", not_one},
      {"{}", not_one},
      {R"({"causeway":"findings","version":1,"peers":[]})", not_one},
      {R"({"causeway":"peers","peers":[]})", not_one},
      {R"({"version":1,"peers":[]})", not_one},
      {R"({"causeway":"peers","version":2,"peers":[{}]})", "the peer graph has version 2"},
      {R"({"causeway":"peers","version":0,"peers":[]})", "version is no version"},
      {R"({"causeway":"peers","version":"1","peers":[]})", "version is no version"},
      {head + R"("x":1})", "the peer graph has no list of peers"},
      {head + R"("peers":{}})", "peers is not a list"},
      {head + R"("peers":[],"edges":3})", "edges is not a list"},
      {head + R"("peers":[],"peers":[]})", "peers is there twice"},
      {head + R"("peers":[7]})", "peers[0] is not an object"},
      {head + R"("peers":[[]]})", "peers[0] is not an object"},
      {peer(""), "peers[0].id is not a decimal number of 64 bits"},
      {peer(R"("id":1,"type":"T")" + rest), "peers[0].id is not"},
      {peer(R"("id":"","type":"T")" + rest), "peers[0].id is not"},
      {peer(R"("id":"-1","type":"T")" + rest), "peers[0].id is not"},
      {peer(R"("id":"1x","type":"T")" + rest), "peers[0].id is not"},
      {peer(R"("id":"18446744073709551616","type":"T")" + rest), "peers[0].id is not"},
      {peer(R"("id":"1","type":3)" + rest), "peers[0].type is not text"},
      {peer(R"("id":"1","type":"")" + rest), "peers[0].type is empty"},
      {peer(R"("id":"1","type":"T")"), "peers[0].class is not text"},
      {peer(id_type + R"("class":"c","roots":-1,"holds_edges":true)"),
       "peers[0].roots is not a whole number"},
      {peer(id_type + R"("class":"c","roots":1.5,"holds_edges":true)"), "peers[0].roots is not"},
      {peer(id_type + R"("class":"c","roots":1,"holds_edges":1)"),
       "peers[0].holds_edges is neither true nor false"},
      {peer(R"("id":"1","type":"T","created":[])" + rest), "peers[0].created is not an object"},
      {peer(R"("id":"1","type":"T","created":{"java":"x"})" + rest),
       "peers[0].created.java is not a list"},
      {peer(R"("id":"1","type":"T","created":{"native":["a",1]})" + rest),
       "peers[0].created.native is not text"},
      {two + R"("owners":[{"holders":3,"held":true}]})", "owners[0].holders is not a list"},
      {two + R"("owners":[{"holders":["0"],"held":true}]})",
       "owners[0].holders[0] is not an index"},
      {two + R"("owners":[{"holders":[0]}]})", "owners[0].held is neither"},
      {two + R"("owners":[{"holders":[0],"held":false}]})", "owners[0].held is false, and there"},
      {two + R"("owners":[{"holders":[2],"held":true}]})",
       "owners[0].holders is 2: there are 2 peers"},
      {two + R"("edges":[{"to":1}]})", "edges[0] needs either from, a peer, or owner"},
      {two + R"("edges":[{"from":0,"owner":0,"to":1}]})", "edges[0] needs either"},
      {two + R"("edges":[{"from":0}]})", "edges[0].to is not an index"},
      {two + R"("edges":[{"from":0,"to":1},{"from":0,"to":1,"at":-8}]})",
       "edges[1].at is not a whole number"},
      {two + R"("edges":[{"from":0,"to":1},{"from":2,"to":1}]})",
       "edges[1].from is 2: there are 2 peers"},
      {two + R"("edges":[{"from":0,"to":4294967297}]})", "edges[0].to is 4294967297"},
      {two + R"("edges":[{"owner":0,"to":1}]})", "edges[0].owner is 0: there are 0 owners"},
      {two + R"("pointers":[{"from":0,"to":1,"counted":true}]})",
       "pointers[0].at is not a whole number"},
      {two + R"("pointers":[{"from":0,"to":1,"at":8}]})", "pointers[0].counted is neither"},
      {two + R"("pointers":[{"from":0,"to":2,"at":8,"counted":true}]})",
       "pointers[0].to is 2: there are 2 peers"},
      {head + R"("x":)" + std::string(100000, '['), "the peer graph is nested too deeply"},
      {head + R"("peers":[{"x":)" + std::string(100000, '['),
       "the peer graph is nested too deeply"},
  };
  for (const auto& c : cases) {
    const Error error = ErrorOf(c.text);
    EXPECT_EQ(error.code, Error::Code::kBadInput);
    EXPECT_TRUE(error.message.starts_with(c.message))
        << error.message << "\nfor " << c.text.substr(0, 300);
    EXPECT_EQ(error.where, "f");
  }
  EXPECT_TRUE(
      ErrorOf(head + R"("peers":[{"id":"5","type":"T","class":"","roots":0,"holds_edges":true},
      {"id":"6","type":"T","class":"","roots":0,"holds_edges":true},
      {"id":"05","type":"T","class":"","roots":0,"holds_edges":true}]})")
          .message.starts_with("peers[2].id is that of peers[0], too"));
}

TEST(GraphFile, IsKnownByItsBeginning) {
  EXPECT_TRUE(LooksLikePeerGraph(kWhole));
  EXPECT_TRUE(LooksLikePeerGraph(" {\n\"causeway\" :\"peers\", \"version\": 99"));
  EXPECT_FALSE(LooksLikePeerGraph(R"({"causeway": "peers-report", "version": 1)"));
  EXPECT_FALSE(LooksLikePeerGraph(R"({"causeway": "findings", "peers")"));
  EXPECT_FALSE(LooksLikePeerGraph(""));
}

TEST(GraphFile, AFileThatIsTooLargeIsRefused) {
  const auto path =
      std::filesystem::temp_directory_path() / ("graph_file_test_" + std::to_string(::getpid()));
  std::ofstream(path, std::ios::binary) << kWhole;
  EXPECT_TRUE(ReadPeerGraph(path.string()));
  std::filesystem::resize_file(path, kLargestGraphFile + 1);  // sparse
  const auto graph = ReadPeerGraph(path.string());
  std::filesystem::remove(path);
  ASSERT_FALSE(graph);
  EXPECT_NE(graph.error().message.find("more than the limit of 1073741824"), std::string::npos)
      << graph.error().message;
}

}  // namespace
}  // namespace causeway::peer_graph
