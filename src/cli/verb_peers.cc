#include "cli/verb_peers.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <vector>

#include "cli/exit_code.h"
#include "cli/flags.h"
#include "cli/outputs.h"
#include "peers/findings.h"
#include "peers/graph_file.h"
#include "peers/report.h"

namespace causeway::cli {

constinit const std::string_view kPeersHelp =
    R"(usage: causeway peers FILE [--json F] [--html F]

Says what keeps the peers of a program, and what of it will never be freed. FILE is a peer graph
that the program wrote (docs/peer_graph_file.md): its peers, the edges between them, their roots,
and pointers from peer to peer that are no edges.

Prints how many peers of each type are kept by what, then the findings: Refs within peers that
close a cycle, or may; pointers that are neither edges nor Refs; edges that Java cannot be shown;
the types that are held from outside, with a shortest path from such a peer to one that it keeps.

write (-: print that instead of the text)
  --json F              counts and findings as JSON
  --html F              one self-contained page
  -h, --help            this text

'causeway FILE --save .causeway' keeps the findings, 'causeway findings' compares and gates them,
'causeway help peers.ref-cycle' explains a rule.

exit codes
  0  done, whatever was found
  2  the command line cannot be carried out
  3  a file cannot be read or written, is damaged, or is of a newer version
  70 a bug in causeway

examples
  causeway peers app.peers
  causeway peers app.peers --html app.html
  causeway peers app.peers --json - | jq .all
)";

namespace {

int ReportFailure(const Error& failure) {
  if (failure.code == Error::Code::kUsage) return UsageError("peers", failure.message);
  fmt::print(stderr, "causeway peers: {}{}{}\n", failure.where, failure.where.empty() ? "" : ": ",
             failure.message);
  return kBadInput;
}

}  // namespace

int RunPeers(std::span<const std::string> args) {
  CLI::App app;
  std::vector<std::string> files;
  std::string json;
  std::string html;
  app.add_option("file", files);
  app.add_option("--json", json);
  app.add_option("--html", html);
  if (!ParseFlags(app, "peers", args)) return kUsage;
  if (files.size() != 1) return UsageError("peers", "give one peer graph file");
  for (const char* name : {"--json", "--html"}) {
    if (app.count(name) != 0 && app.get_option(name)->as<std::string>().empty()) {
      return UsageError("peers", fmt::format("{} is empty", name));
    }
  }
  const std::vector<Output> outputs = {{"--json", json}, {"--html", html}};
  if (const Result<void> can = CheckOutputs(files, outputs); !can) {
    return ReportFailure(can.error());
  }
  const std::string& path = files.front();
  const Result<peer_graph::PeerGraph> graph = peer_graph::ReadPeerGraph(path);
  if (!graph) return ReportFailure(graph.error());
  const peer_graph::Analysis analysis = peer_graph::Analyse(*graph, path);
  Result<void> done;
  if (!json.empty()) done = WriteOutput(json, peer_graph::ReportJson(analysis, path));
  if (done && !html.empty()) done = WriteOutput(html, peer_graph::ReportHtml(analysis, path));
  if (!done) return ReportFailure(done.error());
  if (!UsesStandardOutput(outputs)) fmt::print("{}", peer_graph::ReportText(analysis, path));
  return kDone;
}

}  // namespace causeway::cli
