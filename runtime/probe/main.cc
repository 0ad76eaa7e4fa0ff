// causeway-probe: measures the boundary of one JVM; `causeway probe` starts it and reads its lines.
//
//   causeway-probe --jar FILE [--jvm LIBJVM] [--option JVMOPTION]… [--filter TEXT] [--samples N]
//                  [--sample-us N]
//
// Standard output is lines of JSON (docs/verbs/probe.md): the environment, a line a row, a line a
// row that is left out, {"end": rows}. Whatever the JVM prints goes to standard error. Exit codes:
// 0, 2 usage, 3 the JVM cannot be started or lacks something.
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "runtime/probe/sample.h"

namespace causeway::probe {
namespace {

std::string Json(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += ' ';
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string Json(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", std::isfinite(value) ? value : 0.0);
  return text;
}

struct Arguments {
  std::string jar;
  std::string jvm;
  std::vector<std::string> options;
  std::string filter;
  Options sampling;
};

bool Parse(int argc, char** argv, Arguments& arguments) {
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag = argv[i];
    if (i + 1 == argc) return false;
    const char* const value = argv[i + 1];
    if (flag == "--jar") {
      arguments.jar = value;
    } else if (flag == "--jvm") {
      arguments.jvm = value;
    } else if (flag == "--option") {
      arguments.options.emplace_back(value);
    } else if (flag == "--filter") {
      arguments.filter = value;
    } else if (flag == "--samples") {
      arguments.sampling.samples = std::atoi(value);
    } else if (flag == "--sample-us") {
      arguments.sampling.sample_ns = 1000.0 * std::atoi(value);
    } else {
      return false;
    }
  }
  return !arguments.jar.empty() && arguments.sampling.samples > 0 &&
         arguments.sampling.sample_ns > 0;
}

// What the filter names, and the floors that it stands on.
Rows Chosen(Rows all, const std::string& filter) {
  if (filter.empty()) return all;
  std::set<std::string> floors;
  const auto named = [&](const Row& row) {
    return (row.group + ": " + row.name).find(filter) != std::string::npos;
  };
  for (const Row& row : all) {
    if (named(row)) floors.insert(row.floor);
  }
  // A floor of a floor, such as that of an empty call.
  for (bool grew = true; grew;) {
    grew = false;
    for (const Row& row : all) {
      if (floors.contains(row.name)) grew = floors.insert(row.floor).second || grew;
    }
  }
  Rows chosen;
  for (Row& row : all) {
    if (named(row) || floors.contains(row.name)) chosen.push_back(std::move(row));
  }
  return chosen;
}

std::string Environment(const Jvm& jvm, const Options& sampling, bool settled) {
  std::string text = "{";
  const auto add = [&text](const char* key, const std::string& value) {
    text += (text.size() == 1 ? "" : ",") + Json(key) + ":" + Json(value);
  };
  add("java", jvm.Property("java.version"));
  add("jvm", jvm.Property("java.vm.name") + " " + jvm.Property("java.vm.version"));
  add("vendor", jvm.Property("java.vm.vendor"));
  add("mode", jvm.Property("java.vm.info"));
  add("collectors", jvm.Collectors());
#if defined(__clang__)
  add("compiler", "Clang " __clang_version__);
#else
  add("compiler", "GCC " __VERSION__);
#endif
#if defined(__OPTIMIZE__)
  add("optimised", "yes");
#else
  add("optimised", "no");
#endif
  add("samples", std::to_string(sampling.samples));
  add("sample_us", std::to_string(static_cast<int>(sampling.sample_ns / 1000)));
  add("settled", settled ? "yes" : "no");
  return text + "}";
}

void Print(std::FILE* out, const Row& row, const Measured& measured) {
  std::string line = "{\"row\":" + Json(row.name) + ",\"group\":" + Json(row.group) +
                     ",\"floor\":" + Json(row.floor) + ",\"about\":" + Json(row.about) +
                     ",\"calls\":" + std::to_string(measured.calls) +
                     ",\"cpp_allocations\":" + Json(measured.cpp_allocations) +
                     ",\"cpp_bytes\":" + Json(measured.cpp_bytes) + ",\"java_bytes\":" +
                     (measured.java_bytes < 0 ? "null" : Json(measured.java_bytes)) + ",\"ns\":[";
  for (std::size_t i = 0; i < measured.ns.size(); ++i) {
    line += (i == 0 ? "" : ",") + Json(measured.ns[i]);
  }
  std::fprintf(out, "%s]}\n", line.c_str());
}

int Run(const Arguments& arguments, std::FILE* out) {
  EmbedOptions embed;
  embed.libjvm = arguments.jvm;
  embed.class_path = {arguments.jar};
  // -Xbatch: who calls waits for the compiler, so that warm-up is over when it is over, however few
  // processors are free.
  embed.options = {"-Xms512m", "-Xmx512m", "-Xbatch", "-XX:CompileCommand=quiet",
                   "-XX:CompileCommand=dontinline,dev.causeway.probe.ProbeLoop::notInlined"};
  embed.options.insert(embed.options.end(), arguments.options.begin(), arguments.options.end());
  const Jvm jvm(Embed(embed));
  Rows rows;
  std::vector<LeftOut> left_out;
  AddPrimitives(jvm, rows);
  AddCalls(jvm, rows);
  AddText(jvm, rows);
  AddArrays(jvm, rows);
  AddForeign(jvm, rows, left_out);
  AddLookups(jvm, rows);
  AddTransports(jvm, rows);
  rows = Chosen(std::move(rows), arguments.filter);
  const Result result = Sample(jvm, rows, arguments.sampling);
  std::fprintf(out, "{\"causeway\":\"probe\",\"version\":1,\"environment\":%s}\n",
               Environment(jvm, arguments.sampling, result.settled).c_str());
  for (std::size_t i = 0; i < rows.size(); ++i) Print(out, rows[i], result.rows[i]);
  for (const LeftOut& row : left_out) {
    std::fprintf(out, "{\"left_out\":%s,\"why\":%s}\n", Json(row.name).c_str(),
                 Json(row.why).c_str());
  }
  std::fprintf(out, "{\"end\":%zu}\n", rows.size());
  return std::fclose(out) == 0 ? 0 : 3;
}

}  // namespace
}  // namespace causeway::probe

int main(int argc, char** argv) {
  causeway::probe::Arguments arguments;
  if (!causeway::probe::Parse(argc, argv, arguments)) {
    std::fprintf(stderr,
                 "usage: causeway-probe --jar FILE [--jvm LIBJVM] [--option OPTION]... "
                 "[--filter TEXT] [--samples N] [--sample-us N]\n");
    return 2;
  }
  // The JVM logs to standard output.
  std::FILE* const out = fdopen(dup(STDOUT_FILENO), "w");
  if (out == nullptr || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 3;
  int code = 3;
  try {
    code = causeway::probe::Run(arguments, out);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "causeway-probe: %s\n", error.what());
  }
  // Not exit(): registries live on, and the JVM with them.
  std::fflush(nullptr);
  _exit(code);
}
