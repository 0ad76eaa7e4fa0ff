#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ab/session_file.h"
#include "ab/to_samples.h"

// Any text gives runs or an error, never a crash; what was read is written so that it reads the
// same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto file = causeway::ab::ParseSession(text, "input");
  if (!file) return 0;
  const auto samples = causeway::ab::ToSamples(*file);
  const std::string written = causeway::ab::ToText(*file);
  const auto again = causeway::ab::ParseSession(written, "written");
  if (!again || again->runs.size() != file->runs.size()) std::abort();
  const auto same = causeway::ab::ToSamples(*again);
  if (samples.has_value() != same.has_value()) std::abort();
  if (samples && samples->value.size() != same->value.size()) std::abort();
  return 0;
}
