#include "runtime/codec/text.h"

#include "causeway/error.h"

namespace causeway {

std::string Concat(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

std::string Decimal(std::int64_t value) { return std::to_string(value); }

void ThrowError(const char* code, std::initializer_list<std::string_view> parts) {
  throw Error(code, Concat(parts));
}

}  // namespace causeway
