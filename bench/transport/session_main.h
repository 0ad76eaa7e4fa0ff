// What both benchmark programs share: the command line, the embedded JVM, tables and JSON.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/transport/comparators.h"
#include "bench/transport/sample.h"

namespace causeway::bench {

struct Arguments {
  Options options;
  std::string filter;    // regular expression over "name direction"
  std::string json;      // file
  std::string markdown;  // file
  bool quick = false;    // the tour's few rows
  bool list = false;
  std::string only;    // a variant: time it alone and print one figure, for A/B runs of processes
  int heap_mib = 512;  // fixed
};

// Exits with 2 and a message on a wrong command line.
Arguments ParseArguments(int argc, char** argv);

// Starts the JVM of JAVA_HOME (fixed heap, nothing else) and the session of the main thread.
Session& StartSession(const std::vector<std::string>& class_path, Arguments& arguments);

// Prints a row's table; returns one line that says whether the requirement is met.
void PrintRow(std::ostream& out, const Result& result);
// One line per row: the summary.
void PrintSummary(std::ostream& out, const std::vector<Result>& results);
std::string Verdict(const Result& result);
// CPU, cores, system, JDK, date.
std::string Machine(Session& session);
void WriteJson(const std::string& path, const std::string& machine,
               const std::vector<Result>& results);

// A row that is built only when it is run.
struct RowSpec {
  std::string name;  // "name direction", for --filter and --list
  bool quick;
  std::function<Row()> make;
};

// Runs the rows that the arguments choose and writes everything. Returns the exit code.
int RunRows(Session& session, const Arguments& arguments, const std::vector<RowSpec>& rows,
            const std::string& command);

}  // namespace causeway::bench
