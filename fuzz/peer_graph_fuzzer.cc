#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "peers/findings.h"
#include "peers/graph_file.h"
#include "peers/report.h"
#include "report/findings_file.h"

// Any text gives a peer graph or an error, never a crash. Of a graph each peer is counted once, no
// two findings have the same id, and it can be shown in every form.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace peer_graph = causeway::peer_graph;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto graph = peer_graph::ParsePeerGraph(text, "input");
  if (!graph) return 0;
  const peer_graph::Analysis analysis = peer_graph::Analyse(*graph, "input");
  const peer_graph::Keepers& all = analysis.all;
  if (all.peers != graph->peers.size() || all.rooted > all.by_roots ||
      all.by_roots + all.by_refs + all.by_foreign + all.rest != all.peers) {
    std::abort();
  }
  causeway::report::FindingsFile file;
  causeway::report::Record(file, analysis.findings);
  if (file.findings.size() != analysis.findings.size()) std::abort();
  if (peer_graph::ReportText(analysis, "input").empty()) std::abort();
  if (peer_graph::ReportHtml(analysis, "input").empty()) std::abort();  // has the JSON in it
  return 0;
}
