// Messages of errors, put together by one function instead of an operator+ per part.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace causeway {

std::string Concat(std::initializer_list<std::string_view> parts);
std::string Decimal(std::int64_t value);
// Throws Error with that code and the parts as message.
[[noreturn]] void ThrowError(const char* code, std::initializer_list<std::string_view> parts);

}  // namespace causeway
