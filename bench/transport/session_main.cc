#include "bench/transport/session_main.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <thread>

#include "causeway/vm.h"

namespace causeway::bench {
namespace {

[[noreturn]] void Usage(const std::string& problem) {
  fmt::print(stderr,
             "{}\nusage: [--filter REGEX] [--samples N] [--quick] [--list] [--json FILE] "
             "[--markdown FILE] [--only VARIANT]\n",
             problem);
  std::exit(2);
}

std::string Number(double ns) {
  if (ns < 100) return fmt::format("{:.1f}", ns);
  return fmt::format("{:.0f}", ns);
}

std::string FirstLine(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key, 0) == 0) {
      const std::size_t at = line.find_first_of(":=");
      std::string value = line.substr(at + 1);
      value.erase(0, value.find_first_not_of(" \t\""));
      while (!value.empty() && value.back() == '"') value.pop_back();
      return value;
    }
  }
  return "unknown";
}

const char* RoleName(Role role) {
  switch (role) {
    case Role::kGenerated:
      return "generated";
    case Role::kGraph:
      return "graph";
    case Role::kOther:
      return "other";
    case Role::kChannel:
      return "channel";
    case Role::kFloor:
      return "floor";
    case Role::kPart:
      return "part";
  }
  return "";
}

double MedianOf(const Result& r, const std::string& name) {
  const Measured* m = r.Find(name);
  return m == nullptr ? 0 : m->median;
}

// "crossing 20 + copy 12 + C++ encodes 260 + Java and the rest 640".
std::string WhereTimeGoes(const Result& r) {
  const Measured* generated = r.Find(Role::kGenerated);
  const Measured* crossing = r.Find("empty call");
  if (generated == nullptr || crossing == nullptr) return "";
  double rest = generated->median - crossing->median;
  std::string text = fmt::format("crossing {}", Number(crossing->median));
  const double copy = MedianOf(r, "copy + call") - crossing->median;
  if (copy > 0) {
    text += fmt::format(" + copy {}", Number(copy));
    rest -= copy;
  }
  for (const Measured& m : r.variants) {
    if (m.role != Role::kPart) continue;
    text += fmt::format(" + {} {}", m.name, Number(m.median));
    rest -= m.median;
  }
  return text + fmt::format(" + Java and the rest {}", Number(rest));
}

}  // namespace

Arguments ParseArguments(int argc, char** argv) {
  Arguments a;
  for (int i = 1; i < argc; ++i) {
    const std::string flag = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= argc) Usage(flag + " needs a value");
      return argv[++i];
    };
    if (flag == "--filter") {
      a.filter = value();
    } else if (flag == "--samples") {
      a.options.samples = std::atoi(value().c_str());
      if (a.options.samples < 2) Usage("--samples needs a number of at least 2");
    } else if (flag == "--json") {
      a.json = value();
    } else if (flag == "--markdown") {
      a.markdown = value();
    } else if (flag == "--quick") {
      a.quick = true;
      a.options.samples = 40;
      a.options.warm_up_ns = 4e8;
    } else if (flag == "--only") {
      a.only = value();
    } else if (flag == "--list") {
      a.list = true;
    } else {
      Usage("unknown option " + flag);
    }
  }
  return a;
}

Session& StartSession(const std::vector<std::string>& class_path, Arguments& arguments) {
  EmbedOptions options;
  options.class_path = class_path;
  options.options = {fmt::format("-Xms{}m", arguments.heap_mib),
                     fmt::format("-Xmx{}m", arguments.heap_mib)};
  Vm& vm = Embed(options);
  JNIEnv* env = vm.env();
  auto* session = new Session(vm, env);  // lives as long as the JVM: until the process ends
  env->CallStaticVoidMethod(session->nothing,
                            env->GetStaticMethodID(session->nothing, "touchHeap", "()V"));
  MustBeClear(env);
  jmethodID compilation = env->GetStaticMethodID(session->nothing, "compilationMillis", "()J");
  arguments.options.compilation_ms = [session, compilation] {
    return static_cast<std::int64_t>(
        session->env->CallStaticLongMethod(session->nothing, compilation));
  };
  return *session;
}

std::string Verdict(const Result& r) {
  const Measured* generated = r.Find(Role::kGenerated);
  if (generated == nullptr) return "";
  std::string text;
  const auto add = [&](bool met, const std::string& what) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", met ? "MET" : "MISSED", what);
  };
  const Measured* bare = r.Find("bare call");
  const Measured* graph = r.Find(Role::kGraph);
  if (r.row.must > 0 && graph != nullptr) {
    add(graph->ratio.middle >= r.row.must,
        fmt::format("must {:.3g}x, is {:.2f}x [{:.2f}, {:.2f}] (aim {:.3g}x)", r.row.must,
                    graph->ratio.middle, graph->ratio.low, graph->ratio.high, r.row.aim));
  }
  if (r.row.must_slack_ns >= 0) {
    const Measured* reference = bare != nullptr ? bare : graph;
    if (reference != nullptr) {
      const double slack = bare != nullptr ? std::max(r.row.must_slack_ns, 0.05 * bare->median)
                                           : r.row.must_slack_ns;
      const double over = generated->median - reference->median;
      add(over <= slack,
          fmt::format("{:+.1f} ns against {} (slack {:.1f}, aim {:.3g}{})", over, reference->name,
                      slack, r.row.aim, bare != nullptr ? " ns" : "x"));
    }
  }
  for (const Measured& m : r.variants) {
    if (m.role == Role::kChannel) {
      add(m.ratio.high >= 1, fmt::format("{} {:.2f}x [{:.2f}, {:.2f}]", m.name, m.ratio.middle,
                                         m.ratio.low, m.ratio.high));
    }
  }
  return text;
}

void PrintRow(std::ostream& out, const Result& r) {
  fmt::print(out, "### {} — {}\n\n", r.row.name, r.row.direction);
  if (r.row.bytes > 0) fmt::print(out, "{} bytes encoded. ", r.row.bytes);
  if (!r.row.note.empty()) fmt::print(out, "{} ", r.row.note);
  if (!r.settled) fmt::print(out, "The JIT compiler was busy while sampling. ");
  fmt::print(out, "\n\n| variant | kind | min ns | median ns | times generated [95 %] |\n");
  fmt::print(out, "| --- | --- | ---: | ---: | --- |\n");
  for (const Measured& m : r.variants) {
    fmt::print(out, "| {} | {} | {} | {} | {:.2f} [{:.2f}, {:.2f}] |\n", m.name, RoleName(m.role),
               Number(m.minimum), Number(m.median), m.ratio.middle, m.ratio.low, m.ratio.high);
  }
  const Measured* generated = r.Find(Role::kGenerated);
  const double floor = MedianOf(r, "copy + call");
  if (generated != nullptr && floor > 0) {
    fmt::print(out, "\nFloor (copy + call) {} ns: generated takes {:.1f} times that. ",
               Number(floor), generated->median / floor);
  }
  const std::string where = WhereTimeGoes(r);
  if (!where.empty()) fmt::print(out, "ns: {}.", where);
  const std::string verdict = Verdict(r);
  fmt::print(out, "\n{}{}\n\n", verdict.empty() ? "" : "\n", verdict);
  out.flush();
}

void PrintSummary(std::ostream& out, const std::vector<Result>& results) {
  fmt::print(out,
             "| row | direction | generated ns (min / median) | graph / gen | uncached / gen | "
             "dispatch / gen | channel / gen | dynamic channel / gen | protobuf / gen | gen / "
             "floor | verdict |\n"
             "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n");
  for (const Result& r : results) {
    const Measured* g = r.Find(Role::kGenerated);
    if (g == nullptr) continue;
    const auto ratio = [&](const Measured* m) {
      return m == nullptr ? std::string("–") : fmt::format("{:.2f}", m->ratio.middle);
    };
    double floor = MedianOf(r, "copy + call");
    if (floor == 0) floor = MedianOf(r, "bare call");
    fmt::print(out, "| {} | {} | {} / {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", r.row.name,
               r.row.direction, Number(g->minimum), Number(g->median), ratio(r.Find(Role::kGraph)),
               ratio(r.Find("graph, uncached")), ratio(r.Find("dispatch(id, buffer)")),
               ratio(r.Find(Role::kChannel)), ratio(r.Find("channel, dynamic codec")),
               ratio(r.Find("protobuf")),
               floor > 0 ? fmt::format("{:.2f}", g->median / floor) : "–", Verdict(r));
  }
  out.flush();
}

std::string Machine(Session& session) {
  JNIEnv* env = session.env;
  jmethodID describe = env->GetStaticMethodID(session.nothing, "describe", "()Ljava/lang/String;");
  auto* text = static_cast<jstring>(env->CallStaticObjectMethod(session.nothing, describe));
  MustBeClear(env);
  const std::string vm = TakeJavaString(env, text);
  char date[32];
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  return fmt::format("{}, {} cores; {}; {}; {}; C++ compiler {}",
                     FirstLine("/proc/cpuinfo", "model name"), std::thread::hardware_concurrency(),
                     FirstLine("/etc/os-release", "PRETTY_NAME"), vm, date, __VERSION__);
}

void WriteJson(const std::string& path, const std::string& machine,
               const std::vector<Result>& results) {
  nlohmann::ordered_json root;
  root["machine"] = machine;
  root["rows"] = nlohmann::ordered_json::array();
  for (const Result& r : results) {
    nlohmann::ordered_json row = {{"name", r.row.name},   {"direction", r.row.direction},
                                  {"note", r.row.note},   {"encoded_bytes", r.row.bytes},
                                  {"must", r.row.must},   {"aim", r.row.aim},
                                  {"settled", r.settled}, {"verdict", Verdict(r)}};
    for (const Measured& m : r.variants) {
      row["variants"].push_back({{"name", m.name},
                                 {"role", RoleName(m.role)},
                                 {"min_ns", m.minimum},
                                 {"median_ns", m.median},
                                 {"samples", m.ns.size()},
                                 {"times_generated", m.ratio.middle},
                                 {"interval_95", {m.ratio.low, m.ratio.high}}});
    }
    root["rows"].push_back(std::move(row));
  }
  std::ofstream(path) << root.dump(1) << '\n';
}

namespace {

// Runs one variant of a row for a second, then prints the median of its samples.
int TimeAlone(const Row& row, const std::string& name) {
  const auto variant = std::find_if(row.variants.begin(), row.variants.end(),
                                    [&name](const Variant& v) { return v.name == name; });
  if (variant == row.variants.end()) {
    std::cerr << "row " << row.name << " has no variant '" << name << "'\n";
    return 2;
  }
  using Clock = std::chrono::steady_clock;
  constexpr std::int64_t kCalls = 200;
  const auto sample = [&variant] {
    const Clock::time_point start = Clock::now();
    variant->run(kCalls);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / kCalls;
  };
  const Clock::time_point end = Clock::now() + std::chrono::seconds(1);
  while (Clock::now() < end) sample();
  std::vector<double> samples;
  for (int i = 0; i < 200; ++i) samples.push_back(sample());
  fmt::print("time: {:.1f} ns\n", Median(samples));
  return 0;
}

}  // namespace

int RunRows(Session& session, const Arguments& arguments, const std::vector<RowSpec>& rows,
            const std::string& command) {
  std::vector<Result> results;
  std::ostringstream tables;
  std::regex filter;
  try {
    filter = std::regex(arguments.filter);
  } catch (const std::regex_error&) {
    Usage("--filter is no regular expression");
  }
  for (const RowSpec& spec : rows) {
    if (arguments.quick && !spec.quick) continue;
    if (!arguments.filter.empty() && !std::regex_search(spec.name, filter)) continue;
    if (arguments.list) {
      std::cout << spec.name << '\n';
      continue;
    }
    session.env->PushLocalFrame(64);
    if (!arguments.only.empty()) return TimeAlone(spec.make(), arguments.only);
    results.push_back(Sample(spec.make(), arguments.options));
    session.env->PopLocalFrame(nullptr);
    PrintRow(tables, results.back());
    if (!arguments.quick) PrintRow(std::cout, results.back());
  }
  if (arguments.list) return 0;
  if (results.empty()) {
    std::cerr << "no row matches\n";
    return 2;
  }
  const std::string machine = Machine(session);
  std::cout << machine << "\n\n";
  PrintSummary(std::cout, results);
  if (!arguments.json.empty()) WriteJson(arguments.json, machine, results);
  if (!arguments.markdown.empty()) {
    std::ofstream file(arguments.markdown);
    file << "# Transport\n\n"
         << machine << "\n\nCommand: `" << command << "`, " << arguments.options.samples
         << " interleaved samples a row. HotSpot, not ART. A ratio is the median of the rounds' "
            "ratios: above 1, the generated code is faster.\n\n## Summary\n\n";
    PrintSummary(file, results);
    file << "\n## Rows\n\n" << tables.str();
  }
  return 0;
}

}  // namespace causeway::bench
