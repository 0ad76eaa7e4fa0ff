// The reply of an asynchronous down-call, on its way to Java.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "runtime/jni/vm_impl.h"

namespace causeway::generated {

struct OpenReply {
  jlong token;  // Java's
  const codec::Table* table;
};

// The down-call that a reply belongs to, while it runs. Only its own thread reads more than `open`
// and `thread`, which never change back.
struct ReplyCall {
  ReplyCall(std::uint64_t reply_id, const OpenReply& open_reply)
      : id(reply_id), reply(open_reply) {}
  const std::uint64_t id;
  const OpenReply reply;
  const std::thread::id thread = std::this_thread::get_id();
  std::atomic<bool> open{true};
  bool dropped = false;
  bool thrown = false;
};
// At the end of the call: sends "dropped-reply" if the reply died in it and no exception answers.
void FinishReplyCall(ReplyCall& call, Vm::Impl& vm) noexcept;

// Answers "vm-detached" to a call that was taken out of Vm::Impl::replies.
void SendDetached(Thread& thread, const OpenReply& reply) noexcept;

class JavaReplySink final : public ReplySink {
 public:
  // `id` is that of `reply` in Vm::Impl::replies.
  JavaReplySink(Vm::Impl& vm, std::uint64_t id, const OpenReply& reply,
                std::shared_ptr<ReplyCall> call)
      : vm_(vm), id_(id), reply_(reply), call_(std::move(call)) {}

  void SendSuccess(Encode encode, const void* context) override;
  void SendFailure(const Error& error) override;
  void SendDropped() override;

 private:
  template <class F>
  void Send(bool ok, F&& encode);

  Vm::Impl& vm_;
  std::uint64_t id_;
  OpenReply reply_;
  std::shared_ptr<ReplyCall> call_;
};

}  // namespace causeway::generated
