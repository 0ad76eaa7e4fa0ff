#pragma once

#include <string>

#include "peers/findings.h"

// The forms in which an analysis is given: a text for a terminal, JSON, one self-contained page.

namespace causeway::peer_graph {

// `name` is what the graph is called: its file.
std::string ReportText(const Analysis& analysis, const std::string& name);
// {"causeway": "peers-report", "version": 1, …}; docs/verbs/peers.md has all of it.
std::string ReportJson(const Analysis& analysis, const std::string& name);
std::string ReportHtml(const Analysis& analysis, const std::string& name);

}  // namespace causeway::peer_graph
