// From a program to its findings: what the runtime writes, the tool reads, and says of a leak that
// was made on purpose where it is.
#include <gtest/gtest.h>
#include <jni.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "causeway/bridge.h"
#include "causeway/peer_graph.h"
#include "tests/jvm/peer_graph_fixture.h"

namespace causeway::test {
namespace {

using nlohmann::json;

class List;

class Row final : public Peer {
 public:
  Ref<List> list;  // the mistake
};
class List final : public Peer {
 public:
  Traced<Row> row{*this};
};

using PeerReport = PeerGraphFixture;

// Of `causeway peers`: the tool and the runtime are never linked together.
json ReportOf(const std::string& graph) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("peer_report_test_" + std::to_string(::getpid()) + ".peers");
  std::ofstream(file, std::ios::binary) << graph;
  const std::string command = "'" CAUSEWAY_TOOL "' peers '" + file.string() + "' --json - 2>&1";
  std::string output;
  if (std::FILE* pipe = ::popen(command.c_str(), "r")) {
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
    EXPECT_EQ(::pclose(pipe), 0) << output;
  }
  std::filesystem::remove(file);
  return json::parse(output, nullptr, false);
}

TEST_F(PeerReport, TheMemberThatClosesACycleIsNamed) {
  Registry registry(vm, {.check_exceptions = true, .creation_stacks = 8});
  Ref<List> list = Add<List>(registry, "com/example/bridge/Halves$Foreign");
  Ref<Row> row = Add<Row>(registry, "com/example/bridge/Halves$Holder");
  list->row = row;
  row->list = list;
  Row* const that = row.get();
  const std::string handle = std::to_string(row->handle());
  list = nullptr;
  row = nullptr;
  const std::string text = PeerGraphJson(registry, env);
  const std::size_t at = Offset(*that, that->list);
  that->list = nullptr;

  const json report = ReportOf(text);
  ASSERT_EQ(report["findings"].size(), 2U) << text << report;
  const json& cycle = report["findings"][0];
  EXPECT_EQ(cycle["rule"], "peers.ref-cycle");
  EXPECT_EQ(cycle["place"]["class"], "causeway::test::(anonymous namespace)::Row");
  EXPECT_EQ(cycle["place"]["value"], "+" + std::to_string(at));
  EXPECT_NE(cycle["evidence"].value(handle + " created in C++", ""), "") << cycle;
  const json& foreign = report["findings"][1];
  EXPECT_EQ(foreign["rule"], "peers.foreign-owner");
  EXPECT_EQ(foreign["place"]["value"], "com.example.bridge.Halves$Foreign");
  EXPECT_EQ(report["outside_roots"], 0);
  EXPECT_EQ(report["all"]["refs"], 2);
}

}  // namespace
}  // namespace causeway::test
