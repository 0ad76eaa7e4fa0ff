#include "causeway/generated.h"
#include "runtime/codec/text.h"
#include "runtime/codec/utf8.h"
#include "runtime/jni/async_reply.h"
#include "runtime/jni/call_buffer.h"
#include "runtime/jni/implementation_slot.h"
#include "runtime/jni/java_errors.h"
#include "runtime/jni/java_values.h"
#include "runtime/jni/thread.h"

namespace causeway::generated {
namespace {

const codec::Table& TableOf(const ImplementationSlot& slot) {
  return slot.spec.table == nullptr ? codec::kStandardTable : *slot.spec.table;
}

}  // namespace

DownCall::DownCall(JNIEnv* env, jlong slot) noexcept
    : env_(env), slot_(reinterpret_cast<ImplementationSlot*>(slot)) {
  Thread& thread = EnteredThread(slot_->vm, env);
  thread_ = &thread;
  ++thread.trust;
  HazardEntry& hazard = thread.hazards.Push();
  hazard_ = &hazard;
  const Implementation* implementation = slot_->Enter(hazard);
  implementation_ = implementation == nullptr ? nullptr : implementation->api;
  if (slot_->vm.counting.load(std::memory_order_relaxed)) [[unlikely]] {
    CounterBlock::Add(slot_->vm.counters.down_calls);
  }
}

DownCall::~DownCall() {
  Thread& thread = *thread_;
  if (frame_ != nullptr) thread.PopFrame();
  if (reply_call_ != nullptr) FinishReplyCall(*reply_call_, *thread.vm);
  // It may destroy the implementation, whose destructor may call anything; all of that is inside.
  slot_->Leave(*static_cast<HazardEntry*>(hazard_));
  thread.hazards.Pop();
  --thread.trust;
}

void DownCall::ThrowUnregistered() const {
  RequireOpen(slot_->vm);
  const bool named = !slot_->instance.empty();
  ThrowError("unregistered",
             {slot_->spec.api_name, " has no implementation", named ? " for instance \"" : "",
              slot_->instance, named ? "\"" : "", " registered in C++"});
}

codec::Reader DownCall::Arguments(jbyteArray bytes, jint length) {
  if (frame_ == nullptr) AcquireFrame();
  std::uint8_t* data = frame_->writer.Overwrite(static_cast<std::size_t>(length));
  if (length != 0) thread_->counted().GetBytes(bytes, length, data);
  return codec::Reader({data, static_cast<std::size_t>(length)});
}

codec::Writer& DownCall::writer() {
  // Empty: a new frame is, and so is one that Arguments() has overwritten.
  if (frame_ == nullptr) AcquireFrame();
  return frame_->writer;
}

jint DownCall::EncodedResult(jobject call_buffer, jbyteArray bytes, jint capacity) {
  const codec::Writer& encoded = writer();
  const jsize size = CheckedArraySize(encoded.size());
  CountedEnv env = thread_->counted();
  if (size <= capacity) {
    if (size != 0) env.SetBytes(bytes, size, encoded.data());
    return size;
  }
  jbyteArray larger = NewByteArray(*thread_, JavaCapacity(size));
  env.SetBytes(larger, size, encoded.data());
  env.SetObjectField(call_buffer, thread_->vm->call_buffer_class(env).bytes, larger);
  env.DeleteLocalRef(larger);
  return ~size;
}

void DownCall::WriteSlots(jbyteArray bytes, const std::uint64_t* slots, int count) {
  thread_->counted().SetBytes(bytes, 8 * count, reinterpret_cast<const std::uint8_t*>(slots));
}

jlong DownCall::NullableResult(std::optional<std::int64_t> value) {
  constexpr auto kNull = static_cast<std::int64_t>(kSentinel);
  if (!value) return kNull;
  if (*value == kNull) [[unlikely]] {
    ThrowPayloadToJava(*thread_, {});
  }
  return *value;
}

jstring DownCall::ResultString(std::string_view text, jobject call_buffer, jbyteArray bytes,
                               jint capacity) {
  if (!codec::IsAscii(text)) return NewString(*thread_, text);
  writer().WriteString(text);
  EncodedResult(call_buffer, bytes, capacity);
  return nullptr;
}

jstring DownCall::ResultNullableString(const std::optional<std::string>& text, jobject call_buffer,
                                       jbyteArray bytes, jint capacity) {
  if (text) return ResultString(*text, call_buffer, bytes, capacity);
  writer().WriteNull();
  EncodedResult(call_buffer, bytes, capacity);
  return nullptr;
}

std::string DownCall::TakeString(jstring text, const char* name) {
  if (text == nullptr) ThrowNullArgument(name);
  return StringContent(*thread_, text);
}

std::optional<std::string> DownCall::TakeNullableString(jstring text) {
  if (text == nullptr) return std::nullopt;
  return StringContent(*thread_, text);
}

std::unique_ptr<ReplySink> DownCall::MakeSink(jlong token) {
  const OpenReply reply{token, &TableOf(*slot_)};
  const std::uint64_t id = thread_->vm->replies.Add({nullptr, token, reply.table});
  reply_call_ = std::make_shared<ReplyCall>(id, reply);
  return std::make_unique<JavaReplySink>(*thread_->vm, id, reply, reply_call_);
}

void DownCall::AcquireFrame() { frame_ = &thread_->PushFrame(); }

void DownCall::ThrowToJava() noexcept {
  if (reply_call_ != nullptr) reply_call_->thrown = true;
  ThrowErrorToJava(*thread_, CurrentError(), TableOf(*slot_));
}

CAUSEWAY_CALL_ARRAYS(DownCall, ResultArray, static_cast<void>(0))

}  // namespace causeway::generated
