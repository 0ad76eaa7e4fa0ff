#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "gen/model_dump.h"
#include "gen/sema.h"

// Any bytes as a definition file. The input may import itself under another name ("b.dart"), so
// that two files that import each other are tried as well. Beyond not crashing: loading is a
// function of its input, and a definition without errors has a dump.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using causeway::Diagnostics;
  using causeway::gen::Program;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto loader = [&text](std::string_view path) -> causeway::Result<std::string> {
    if (path == "b.dart" || path == "c.txt") return text;
    return causeway::Fail(causeway::Error::Code::kIo, "no such file");
  };
  std::string seen[2];
  for (std::string& out : seen) {
    Diagnostics diagnostics;
    const Program program = causeway::gen::Load({{"a.dart", text}}, loader, diagnostics);
    out = diagnostics.Render(Diagnostics::Severity::kError);
    out += diagnostics.Render(Diagnostics::Severity::kIgnored);
    if (!diagnostics.has_errors()) out += causeway::gen::Dump(program);
  }
  if (seen[0] != seen[1]) std::abort();
  return 0;
}
