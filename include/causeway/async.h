// The two ends of an asynchronous call: Outcome is what the caller's callback gets, Reply is what
// an implementation answers with.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <variant>

#include "causeway/codec.h"
#include "causeway/error.h"
#include "causeway/export.h"

namespace causeway {

// A T or the Error that came in its place.
template <class T>
class Outcome {
 public:
  Outcome(T value)  // NOLINT(google-explicit-constructor)
      : content_(std::in_place_index<0>, std::move(value)) {}
  Outcome(Error error)  // NOLINT(google-explicit-constructor)
      : content_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  // Throws the error if there is no value.
  const T& value() const& {
    if (!has_value()) throw error();
    return *std::get_if<0>(&content_);
  }
  T&& value() && {
    if (!has_value()) throw error();
    return std::move(*std::get_if<0>(&content_));
  }
  // Only if there is no value.
  const Error& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Error> content_;
};

template <>
class Outcome<void> {
 public:
  Outcome() noexcept = default;
  Outcome(Error error)  // NOLINT(google-explicit-constructor)
      : error_(std::make_shared<const Error>(std::move(error))) {}

  bool has_value() const noexcept { return error_ == nullptr; }
  explicit operator bool() const noexcept { return has_value(); }
  void value() const {
    if (!has_value()) throw error();
  }
  const Error& error() const { return *error_; }

 private:
  std::shared_ptr<const Error> error_;
};

namespace generated {

// Where a reply goes: the Java caller, or a test. Send* are called once in all, by any thread.
class CAUSEWAY_EXPORT ReplySink {
 public:
  using Encode = void (*)(codec::Writer& writer, const void* context);

  ReplySink() = default;
  ReplySink(const ReplySink&) = delete;
  ReplySink& operator=(const ReplySink&) = delete;
  virtual ~ReplySink();
  virtual void SendSuccess(Encode encode, const void* context) = 0;
  virtual void SendFailure(const Error& error) = 0;
  // The Reply died unanswered. Sends the error "dropped-reply" if nothing else will answer.
  virtual void SendDropped();

  // True for the first caller only.
  bool Claim() noexcept { return !claimed_.exchange(true, std::memory_order_acq_rel); }

 private:
  std::atomic<bool> claimed_{false};
};

// What Reply<T> is made of, whatever T is.
class CAUSEWAY_EXPORT ReplyBase {
 public:
  ReplyBase(ReplyBase&&) noexcept = default;
  ReplyBase(const ReplyBase&) = delete;
  ReplyBase& operator=(const ReplyBase&) = delete;

  // Answers with an error. Throws as Success() does.
  void Failure(Error error);

 protected:
  explicit ReplyBase(std::unique_ptr<ReplySink> sink) noexcept : sink_(std::move(sink)) {}
  ~ReplyBase() { Drop(); }
  ReplyBase& operator=(ReplyBase&& other) noexcept;
  void SendSuccess(ReplySink::Encode encode, const void* context);

 private:
  void Drop() noexcept;

  std::unique_ptr<ReplySink> sink_;
};

}  // namespace generated

// The answer that an asynchronous implementation owes: once, from any thread. A Reply that is
// destroyed without an answer sends the error "dropped-reply"; a second answer throws Error
// "already-replied". After Vm::Detach() an answer goes nowhere, silently: Java has been told
// "vm-detached". An answer throws "attach-failed" if its thread cannot attach, as when the JVM has
// been destroyed without Detach(); a thread that may meet the end of the JVM must expect that.
template <class T>
class Reply : public generated::ReplyBase {
 public:
  using Encode = void (*)(codec::Writer& writer, const T& value);

  Reply(std::unique_ptr<generated::ReplySink> sink, Encode encode) noexcept
      : ReplyBase(std::move(sink)), encode_(encode) {}
  Reply(Reply&&) noexcept = default;
  Reply& operator=(Reply&&) noexcept = default;
  ~Reply() = default;

  void Success(const T& value) {
    struct Context {
      Encode encode;
      const T* value;
    } context{encode_, &value};
    SendSuccess(
        [](codec::Writer& writer, const void* erased) {
          const auto& typed = *static_cast<const Context*>(erased);
          typed.encode(writer, *typed.value);
        },
        &context);
  }

 private:
  Encode encode_;
};

template <>
class Reply<void> : public generated::ReplyBase {
 public:
  explicit Reply(std::unique_ptr<generated::ReplySink> sink) noexcept
      : ReplyBase(std::move(sink)) {}
  Reply(Reply&&) noexcept = default;
  Reply& operator=(Reply&&) noexcept = default;
  ~Reply() = default;

  void Success() { SendSuccess(nullptr, nullptr); }
};

}  // namespace causeway
