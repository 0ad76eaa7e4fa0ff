// The one exception of the runtime: what Java threw, what the codec refused, or what the runtime
// itself found wrong (the codes are listed in docs/calling_convention.md).
#pragma once

#include <exception>
#include <memory>
#include <string>

#include "causeway/export.h"
#include "causeway/value.h"

namespace causeway {

class CAUSEWAY_EXPORT Error : public std::exception {
 public:
  explicit Error(std::string code, std::string message = {}, Value details = {},
                 std::string stack_trace = {});
  Error(const Error&) noexcept;
  Error& operator=(const Error&) noexcept;
  ~Error() override;

  const std::string& code() const noexcept;
  const std::string& message() const noexcept;
  const Value& details() const noexcept;
  // Text of the stack on the side that failed; empty if it has none.
  const std::string& stack_trace() const noexcept;
  // "code: message".
  const char* what() const noexcept override;

 private:
  struct State;
  // Shared, so that copying the exception cannot throw.
  std::shared_ptr<const State> state_;
};

}  // namespace causeway
