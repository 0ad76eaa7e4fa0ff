// The reply of an asynchronous down-call, on its way to Java.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "runtime/jni/vm_impl.h"

namespace causeway::generated {

// The down-call that a reply belongs to, while it runs. Only its own thread reads more than `open`
// and `thread`, which never change back.
struct ReplyCall {
  explicit ReplyCall(jlong call_token) : token(call_token) {}
  const jlong token;
  const std::thread::id thread = std::this_thread::get_id();
  std::atomic<bool> open{true};
  bool dropped = false;
  bool thrown = false;
};
// At the end of the call: sends "dropped-reply" if the reply died in it and no exception answers.
void FinishReplyCall(ReplyCall& call, Vm::Impl& vm, const codec::Table& table) noexcept;

class JavaReplySink final : public ReplySink {
 public:
  JavaReplySink(Vm::Impl& vm, jlong token, const codec::Table& table,
                std::shared_ptr<ReplyCall> call)
      : vm_(vm), token_(token), table_(table), call_(std::move(call)) {}

  void SendSuccess(Encode encode, const void* context) override;
  void SendFailure(const Error& error) override;
  void SendDropped() override;

 private:
  template <class F>
  void Send(bool ok, F&& encode);

  Vm::Impl& vm_;
  jlong token_;
  const codec::Table& table_;
  std::shared_ptr<ReplyCall> call_;
};

}  // namespace causeway::generated
