#include "causeway/generated.h"
#include "runtime/codec/text.h"
#include "runtime/codec/utf8.h"
#include "runtime/jni/api.h"
#include "runtime/jni/call_buffer.h"
#include "runtime/jni/java_errors.h"
#include "runtime/jni/java_values.h"
#include "runtime/jni/thread.h"

namespace causeway::generated {
namespace {

const codec::Table& TableOf(const ApiSpec& spec) {
  return spec.table == nullptr ? codec::kStandardTable : *spec.table;
}

}  // namespace

void ThrowNullArgument(const char* what) {
  ThrowError("null-argument", {what, " may not be null"});
}

void ThrowUnknownEnum(const char* enum_name, std::int64_t index) {
  ThrowError("unknown-enum", {enum_name, " has no member ", Decimal(index)});
}

Proxy::Proxy(Vm& vm, const ApiSpec& api, std::string_view instance)
    : vm_(&vm), binding_(&vm.impl().TakeBinding(api, instance)) {}

Proxy::Proxy(const Proxy& other) noexcept : vm_(other.vm_), binding_(other.binding_) {
  vm_->impl().KeepBinding(*binding_);
}

Proxy& Proxy::operator=(const Proxy& other) noexcept {
  Proxy copy(other);
  std::swap(vm_, copy.vm_);
  std::swap(binding_, copy.binding_);
  return *this;
}

Proxy::~Proxy() { vm_->impl().DropBinding(*binding_); }

// The call keeps nothing of the binding: the proxy may die before it returns.
UpCall::UpCall(const Proxy& proxy, int method) : method_index_(method) {
  const Binding& binding = proxy.binding();
  Vm::Impl& vm = binding.vm;
  api_ = &binding.api;
  Thread& thread = CurrentThread(vm);
  thread_ = &thread;
  env_ = thread.env;
  depth_ = &thread.hazards.depth();
  outer_depth_ = depth_->load(std::memory_order_relaxed);
  depth_->store(outer_depth_ + 1, std::memory_order_relaxed);
  LightBarrier();
  // Null also when the Vm is closing; see lifecycle.cc.
  target_ = binding.glue.load(std::memory_order_acquire);
  method_ = api_->methods[static_cast<std::size_t>(method)].load(std::memory_order_acquire);
  if (target_ == nullptr || method_ == nullptr) [[unlikely]] {
    Resolve(proxy);
  }
  counting_ = vm.counting.load(std::memory_order_relaxed);
}

void UpCall::Resolve(const Proxy& proxy) try {
  RequireOpen(*thread_->vm);
  // Java code runs, in which the caller's own may go.
  const Proxy kept = proxy;  // NOLINT(performance-unnecessary-copy-initialization)
  const Target target = ResolveMethod(*thread_, kept.binding(), method_index_);
  target_ = target.glue;
  method_ = target.method;
} catch (...) {
  depth_->store(outer_depth_, std::memory_order_release);
  throw;
}

jobject UpCall::Object(jvalue* args, int n, Buffer mode) {
  Prepare(args, n, mode);
  jobject result = env_->CallObjectMethodA(target_, method_, args);
  Check();
  if (result != nullptr) {
    if (counting_) CounterBlock::Add(thread_->vm->counters.local_references);
    AddLocal(result);
  }
  return result;
}

void UpCall::Async(jvalue* args, int n, Buffer mode, std::uint64_t token) {
  try {
    thread_->vm->BindRuntimeNatives(thread_->counted());
    Void(args, n, mode);
  } catch (Error& error) {
    PendingTable::Entry entry = thread_->vm->pending.Take(token);
    if (entry.reply == nullptr) {
      // Java replied and then threw: the reply counts, and nobody waits for the exception.
      ReportUncaught(*thread_, error);
      return;
    }
    entry.reply->Fail(error);
    entry.reply->Deliver();
  }
}

codec::Reader UpCall::EncodedResult(jint n) {
  return codec::Reader(ReceiveBytes(*thread_, *frame_, n));
}

void UpCall::ReadSlots(std::uint64_t* out, int count) {
  thread_->counted().GetBytes(frame_->array(), 8 * count, reinterpret_cast<std::uint8_t*>(out));
}

jobject UpCall::PassString(std::string_view text) {
  if (codec::IsAscii(text)) {
    writer().WriteString(text);
    return nullptr;
  }
  jstring string = NewString(*thread_, text);
  AddLocal(string);
  return string;
}

jobject UpCall::PassNullableString(const std::optional<std::string_view>& text) {
  if (text) return PassString(*text);
  writer().WriteNull();
  return nullptr;
}

std::string UpCall::TakeString(jobject text) {
  if (text == nullptr) ThrowNullResult();
  return StringContent(*thread_, static_cast<jstring>(text));
}

std::optional<std::string> UpCall::TakeNullableString(jobject text) {
  if (text == nullptr) return std::nullopt;
  return TakeString(text);
}

void UpCall::AcquireFrame() {
  frame_ = &thread_->PushFrame();
  writer_ = &frame_->writer;
}

void UpCall::AppendBuffer(jvalue* args, int n, Buffer mode) {
  if (frame_ == nullptr) AcquireFrame();
  EnsureJavaBuffer(*thread_, *frame_);
  args[n].l = frame_->java->object;
  if (mode == Buffer::kArguments) args[n + 1].i = SendBytes(*thread_, *frame_);
}

void UpCall::CountCall() {
  CounterBlock& counters = thread_->vm->counters;
  CounterBlock::Add(counters.up_calls);
  CounterBlock::Add(counters.jni_operations);  // Check()
}

void UpCall::AddLocal(jobject local) {
  if (local_count_ < kInlineLocals) {
    locals_[local_count_++] = local;
    return;
  }
  if (frame_ == nullptr) AcquireFrame();
  frame_->locals.push_back(local);
}

void UpCall::Release() noexcept {
  CountedEnv env = thread_->counted();
  for (int i = 0; i < local_count_; ++i) env.DeleteLocalRef(locals_[i]);
  if (frame_ == nullptr) return;
  for (jobject local : frame_->locals) env.DeleteLocalRef(local);
  frame_->locals.clear();
  FinishJavaBuffer(*thread_, *frame_);
  thread_->PopFrame();
}

void UpCall::ThrowPending() {
  try {
    ThrowPendingError(*thread_, TableOf(api_->spec));
  } catch (...) {
    // Java may have grown the buffer before it failed.
    if (frame_ != nullptr) ResetJavaBuffer(*thread_, *frame_);
    throw;
  }
}

std::int64_t UpCall::SentinelOrThrow() {
  std::optional<Error> error = TakePendingError(*thread_, TableOf(api_->spec));
  if (frame_ != nullptr) ResetJavaBuffer(*thread_, *frame_);
  if (error) throw *std::move(error);
  return static_cast<std::int64_t>(kSentinel);
}

void UpCall::ThrowNullResult() {
  const ApiSpec& spec = api_->spec;
  ThrowError("null-result", {spec.api_name, ".", spec.methods[method_index_].name,
                             " returned null for a non-null result"});
}

CAUSEWAY_CALL_ARRAYS(UpCall, NewArray, AddLocal(array))

}  // namespace causeway::generated
