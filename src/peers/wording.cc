#include "peers/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace causeway::peer_graph {
namespace {

constexpr std::size_t kMostExamples = 3;
constexpr std::size_t kMostTypes = 3;
constexpr std::size_t kPathEnd = 6;  // links shown of each end of a long path

}  // namespace

std::string Count(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

const std::string& Wording::TypeOf(Node node) const {
  static const std::string kOwner = "EdgeOwner";
  return IsPeer(node) ? graph_.texts[graph_.peers[node].type] : kOwner;
}

std::vector<std::pair<Text, std::size_t>> Wording::Sorted(const TypeCounts& counts) const {
  std::vector<std::pair<Text, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::sort(sorted, [&](const auto& a, const auto& b) {
    return std::tie(b.second, graph_.texts[a.first]) < std::tie(a.second, graph_.texts[b.first]);
  });
  return sorted;
}

std::string Wording::TopText(const TypeCounts& counts) const {
  std::string text;
  const auto sorted = Sorted(counts);
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostTypes); ++i) {
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", graph_.texts[sorted[i].first],
                        sorted[i].second);
  }
  if (sorted.size() > kMostTypes) {
    text += fmt::format(" and {}", Count(sorted.size() - kMostTypes, "other type"));
  }
  return text;
}

std::string Wording::PathText(Node from, std::span<const std::uint32_t> path) const {
  std::string text = TypeOf(from);
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path.size() > 2 * kPathEnd && i == kPathEnd) {
      i = path.size() - kPathEnd;
      text += fmt::format(" ... {} more ...", Count(path.size() - 2 * kPathEnd, "link"));
    }
    const Link& link = links_.all()[path[i]];
    std::string how = link.kind == Link::Kind::kHolder ? "holder of"
                      : link.at                        ? fmt::format("+{}", *link.at)
                                                       : "edge";
    if (link.kind == Link::Kind::kRef) how = "Ref " + how;
    text += fmt::format(" -({})-> {}", how, TypeOf(link.to));
  }
  return text;
}

void Wording::AddExamples(report::Finding& finding, std::span<const Node> nodes) const {
  std::string text;
  for (std::size_t i = 0; i < std::min(nodes.size(), kMostExamples); ++i) {
    if (!IsPeer(nodes[i])) return;
    const Peer& peer = graph_.peers[nodes[i]];
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", peer.id,
                        peer.java_class == 0 ? "no Java half" : graph_.texts[peer.java_class]);
  }
  if (nodes.size() > kMostExamples) {
    text += fmt::format(" and {} more", nodes.size() - kMostExamples);
  }
  finding.evidence.emplace_back("peers", std::move(text));
  const auto created = std::ranges::find_if(nodes, [&](Node node) {
    return graph_.peers[node].native_stack != 0 || graph_.peers[node].java_stack != 0;
  });
  if (created == nodes.end()) return;
  const Peer& peer = graph_.peers[*created];
  if (peer.native_stack != 0) {
    finding.evidence.emplace_back(fmt::format("{} created in C++", peer.id),
                                  graph_.texts[peer.native_stack]);
  }
  if (peer.java_stack != 0) {
    finding.evidence.emplace_back(fmt::format("{} created in Java", peer.id),
                                  graph_.texts[peer.java_stack]);
  }
}

}  // namespace causeway::peer_graph
