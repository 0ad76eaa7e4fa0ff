// The reply of an asynchronous down-call, on its way to Java.
#pragma once

#include "runtime/jni/vm_impl.h"

namespace causeway::generated {

class JavaReplySink final : public ReplySink {
 public:
  JavaReplySink(Vm::Impl& vm, jlong token, const codec::Table& table)
      : vm_(vm), token_(token), table_(table) {}

  void SendSuccess(Encode encode, const void* context) override;
  void SendFailure(const Error& error) override;

 private:
  template <class F>
  void Send(bool ok, F&& encode);

  Vm::Impl& vm_;
  jlong token_;
  const codec::Table& table_;
};

}  // namespace causeway::generated
