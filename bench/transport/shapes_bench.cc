// 500 random shapes: the generated code against the channel with the same codec. No row's interval
// may lie wholly on the channel's side; the worst rows are printed.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <regex>

#include "all_shapes.h"

namespace causeway::bench {
namespace {

void PrintWorst(std::ostream& out, std::vector<Result>& results) {
  const auto channel = [](const Result& r) { return r.Find(Role::kChannel)->ratio; };
  std::sort(results.begin(), results.end(), [&](const Result& a, const Result& b) {
    return channel(a).middle < channel(b).middle;
  });
  std::size_t lost = 0;
  std::size_t lost_to_graph = 0;
  for (const Result& r : results) {
    if (channel(r).high < 1) ++lost;
    if (r.Find(Role::kGraph)->ratio.high < 1) ++lost_to_graph;
  }
  out << results.size() << " rows (shape and direction). Slower than the channel with 95 % "
      << "confidence: " << lost
      << ". Slower than the cached graph with 95 % confidence: " << lost_to_graph
      << ".\n\nThe worst against the channel:\n\n";
  results.resize(std::min<std::size_t>(results.size(), 15));
  PrintSummary(out, results);
}

int Run(Session& session, const Arguments& arguments) {
  std::vector<RowSpec> specs;
  AddAllShapes(session, specs);
  const std::regex filter(arguments.filter);
  std::vector<Result> results;
  for (const RowSpec& spec : specs) {
    if (!arguments.filter.empty() && !std::regex_search(spec.name, filter)) continue;
    if (arguments.list) {
      std::cout << spec.name << '\n';
      continue;
    }
    if (arguments.quick && results.size() >= 20) break;
    session.env->PushLocalFrame(64);
    results.push_back(Sample(spec.make(), arguments.options));
    session.env->PopLocalFrame(nullptr);
    if (results.size() % 50 == 0) std::cerr << results.size() << " of " << specs.size() << '\n';
  }
  if (results.empty()) return arguments.list ? 0 : 2;
  const std::string machine = Machine(session);
  if (!arguments.json.empty()) WriteJson(arguments.json, machine, results);
  std::vector<Result> sorted = results;
  PrintWorst(std::cout, sorted);
  if (!arguments.markdown.empty()) {
    std::ofstream file(arguments.markdown);
    file << "# Random shapes\n\n"
         << machine << "\n\nCommand: `shapes_bench`, " << arguments.options.samples
         << " interleaved samples a row.\n\n";
    sorted = results;
    PrintWorst(file, sorted);
  }
  return 0;
}

}  // namespace
}  // namespace causeway::bench

int main(int argc, char** argv) {
  using namespace causeway::bench;  // NOLINT: the program is of this namespace
  Arguments arguments = ParseArguments(argc, argv);
  arguments.options.warm_up_ns = 3e8;
  arguments.options.sample_ns = 20'000;
  arguments.options.warm_up_calls = 8'000;
  arguments.heap_mib = 2048;  // the largest shapes are kept by each variant
  Session& session = StartSession({CAUSEWAY_BENCH_JAR, CAUSEWAY_RUNTIME_JAR}, arguments);
  const int code = Run(session, arguments);
  std::fflush(nullptr);
  std::_Exit(code);  // the hop threads and the JVM end with the process
}
