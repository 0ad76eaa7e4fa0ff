#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "probe/compare.h"
#include "probe/price_list.h"
#include "probe/report.h"

// Any text gives a price list or an error, never a crash; what was read is written so that it reads
// the same, and can be shown and compared.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto list = causeway::probe::ParsePriceList(text, "input");
  if (!list) return 0;
  const std::string written = causeway::probe::ToText(*list);
  const auto again = causeway::probe::ParsePriceList(written, "written");
  if (!again || causeway::probe::ToText(*again) != written) std::abort();
  if (causeway::probe::ListText(*list).empty()) std::abort();
  const auto comparison = causeway::probe::Compare(*list, *again);
  if (comparison.Count(causeway::probe::Change::kNone) != list->rows.size()) std::abort();
  if (causeway::probe::ComparisonHtml(comparison, {"a", "b"}).empty()) std::abort();
  return 0;
}
