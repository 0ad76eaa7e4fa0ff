#pragma once

#include <expected>
#include <string>
#include <utility>

namespace causeway {

// Why an operation on untrusted input or the outside world failed. `where` names the place in the
// terms of the input: "file", "file:offset" or "file:line:column"; it may be empty.
struct Error {
  enum class Code {
    kUsage,     // the command line cannot be carried out (exit 2)
    kBadInput,  // the input is malformed or breaks a rule (exit 3)
    kIo,        // the operating system refused (exit 3)
    kPartial,   // a part of the answer is missing (exit 4)
  };
  Code code = Code::kBadInput;
  std::string message;
  std::string where;
};

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> Fail(Error::Code code, std::string message, std::string where = {}) {
  return std::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}

}  // namespace causeway
