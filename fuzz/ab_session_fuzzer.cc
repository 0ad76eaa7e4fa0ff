#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ab/experiment.h"
#include "ab/session_file.h"

// Any text gives runs or an error, never a crash; what was read is written so that it reads the
// same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto file = causeway::ab::ParseSession(text, "input");
  if (!file) return 0;
  const auto experiment = causeway::ab::FromSession(*file);
  const std::string written = causeway::ab::ToText(*file);
  const auto again = causeway::ab::ParseSession(written, "written");
  if (!again || again->runs.size() != file->runs.size()) std::abort();
  const auto same = causeway::ab::FromSession(*again);
  if (experiment.has_value() != same.has_value()) std::abort();
  if (!experiment) return 0;
  for (std::size_t metric = 0; metric < experiment->launches.size(); ++metric) {
    if (experiment->launches[metric].size() != same->launches[metric].size()) std::abort();
  }
  return 0;
}
