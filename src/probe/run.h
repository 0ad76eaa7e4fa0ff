#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "probe/price_list.h"

namespace causeway::probe {

struct Options {
  std::string program;  // causeway-probe; its jar lies beside it
  std::string jvm;      // libjvm.so or a JDK's folder; empty: $JAVA_HOME, then the usual folders
  std::string gc;       // a name of GcNames(); empty: what the JVM takes
  bool interpreter = false;
  std::string filter;  // rows whose "group: name" contains it, and their floors
  int samples = 100;
  int sample_us = 100;
  int stop_fd = -1;  // readable: stop
};

// "g1, parallel, …"
std::string GcNames();
bool IsGcName(std::string_view name);

// Measures. Errors: kUsage if no row matches the filter, kBadInput if there is no such JVM or it
// does not start with these options, kPartial if it was stopped.
Result<PriceList> Run(const Options& options);

// Where causeway-probe lies for the program that runs: ../libexec/causeway beside its folder.
std::string InstalledProgram();

}  // namespace causeway::probe
