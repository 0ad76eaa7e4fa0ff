#include "causeway/error.h"

#include <utility>

#include "runtime/codec/text.h"

namespace causeway {

struct Error::State {
  std::string code;
  std::string message;
  Value details;
  std::string stack_trace;
  std::string what;
};

Error::Error(std::string code, std::string message, Value details, std::string stack_trace) {
  std::string what = message.empty() ? code : Concat({code, ": ", message});
  state_ =
      std::make_shared<const State>(State{std::move(code), std::move(message), std::move(details),
                                          std::move(stack_trace), std::move(what)});
}

Error::Error(const Error&) noexcept = default;
Error& Error::operator=(const Error&) noexcept = default;
Error::~Error() = default;

const std::string& Error::code() const noexcept { return state_->code; }
const std::string& Error::message() const noexcept { return state_->message; }
const Value& Error::details() const noexcept { return state_->details; }
const std::string& Error::stack_trace() const noexcept { return state_->stack_trace; }
const char* Error::what() const noexcept { return state_->what.c_str(); }

}  // namespace causeway
