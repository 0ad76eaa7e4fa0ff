// Asynchronous calls. A reply is a crossing of its own, in the direction opposite to the call, from
// whatever thread has it.
//
//   C++ called Java: the continuation waits in the Vm's PendingTable under a token; Java's reply
//   object calls Native.reply(token, ok, bytes, length). The bytes are copied and decoded before
//   the entry is delivered, so the callback holds nothing of the buffer. Java called C++: the C++
//   Reply owns a sink with Java's token; its answer is encoded into a frame of the replying thread
//   and PendingCalls.complete(token, ok, buffer, length) is called. Until then the call stands in
//   Vm::Impl::replies, where Detach() finds who in Java still waits, and answers in its place.
//
// Once: on the C++ side by ReplySink::Claim() and PendingTable::Take(), both atomic. A Reply that
// dies unanswered answers "dropped-reply" from its destructor; if that happens within the call
// itself the answer waits for the call's end, because an exception on its way out is the better
// answer. An answer that cannot be encoded is sent as the error that says so: the caller must hear
// something.
#include "causeway/async.h"

#include "runtime/jni/async_reply.h"
#include "runtime/jni/call_buffer.h"
#include "runtime/jni/class_lookup.h"
#include "runtime/jni/java_errors.h"
#include "runtime/jni/thread.h"

namespace causeway::generated {

ReplySink::~ReplySink() = default;
void ReplySink::SendDropped() {
  SendFailure(Error("dropped-reply", "the implementation dropped its reply"));
}
PendingReply::~PendingReply() = default;

ReplyBase& ReplyBase::operator=(ReplyBase&& other) noexcept {
  if (this != &other) {
    Drop();
    sink_ = std::move(other.sink_);
  }
  return *this;
}

namespace {

void ClaimOrThrow(ReplySink* sink) {
  if (sink == nullptr || !sink->Claim()) {
    throw Error("already-replied", "this call was replied to before");
  }
}

}  // namespace

void ReplyBase::Failure(Error error) {
  ClaimOrThrow(sink_.get());
  sink_->SendFailure(error);
}

void ReplyBase::SendSuccess(ReplySink::Encode encode, const void* context) {
  ClaimOrThrow(sink_.get());
  sink_->SendSuccess(encode, context);
}

void ReplyBase::Drop() noexcept {
  if (sink_ == nullptr || !sink_->Claim()) return;
  try {
    sink_->SendDropped();
  } catch (const std::exception&) {
    // The VM is gone, or Java failed while it was told: nobody is left to hear of it.
  }
}

// ---- Replies to Java

namespace {

// Tells Java what `encode` writes, or the error that it throws. `claim` is asked at the last moment
// whether Java still waits.
template <class F, class Claim>
void Complete(Thread& thread, const OpenReply& reply, bool ok, F&& encode, Claim&& claim) {
  CountedEnv env = thread.counted();
  const PendingCallsClass& type = thread.vm->pending_calls_class(env);
  Frame& frame = thread.PushFrame();
  struct Pop {
    Thread& thread;
    Frame& frame;
    ~Pop() {
      FinishJavaBuffer(thread, frame);
      thread.PopFrame();
    }
  } const pop{thread, frame};
  try {
    encode(frame.writer);
  } catch (...) {
    ok = false;
    EncodeError(frame.writer, CurrentError(), *reply.table);
  }
  EnsureJavaBuffer(thread, frame);
  jvalue args[4] = {};
  args[0].j = reply.token;
  args[1].z = ok ? JNI_TRUE : JNI_FALSE;
  args[2].l = frame.java->object;
  args[3].i = SendBytes(thread, frame);
  if (!claim()) return;
  env.UpCallStaticVoid(type.java_class, type.complete, args);
  if (env.ExceptionCheck()) ThrowPendingError(thread, *reply.table);
}

// The calling thread, attached; null if the Vm is detached.
Thread* AttachedUnlessDetached(Vm::Impl& vm) {
  try {
    return &CurrentThread(vm);
  } catch (const Error& error) {
    if (error.code() == "vm-detached") return nullptr;
    throw;
  }
}

}  // namespace

template <class F>
void JavaReplySink::Send(bool ok, F&& encode) {
  Thread* const thread = AttachedUnlessDetached(vm_);
  if (thread == nullptr) return;
  const CallMark mark(*thread);
  // Within a call the references live until it ends, though the Vm be closing. Otherwise Close()
  // tells Java, or has told it: of this answer nobody is left to hear.
  if (!mark.nested() && !vm_.open()) return;
  Complete(*thread, reply_, ok, std::forward<F>(encode),
           [this] { return vm_.replies.Take(id_).table != nullptr; });
}

void JavaReplySink::SendSuccess(Encode encode, const void* context) {
  Send(true, [&](codec::Writer& writer) {
    if (encode != nullptr) encode(writer, context);
  });
}

void JavaReplySink::SendFailure(const Error& error) {
  Send(false, [&](codec::Writer& writer) { EncodeError(writer, error, *reply_.table); });
}

void JavaReplySink::SendDropped() {
  if (call_->open && call_->thread == std::this_thread::get_id()) {
    call_->dropped = true;
    return;
  }
  ReplySink::SendDropped();
}

void FinishReplyCall(ReplyCall& call, Vm::Impl& vm) noexcept {
  call.open = false;
  if (call.thrown) {
    vm.replies.Take(call.id);
    return;
  }
  if (!call.dropped) return;
  try {
    JavaReplySink(vm, call.id, call.reply, nullptr).ReplySink::SendDropped();
  } catch (const std::exception&) {
    // As in ReplyBase::Drop().
  }
}

void SendDetached(Thread& thread, const OpenReply& reply) noexcept try {
  const Error error("vm-detached", "the Java VM was detached before the reply came");
  Complete(
      thread, reply, false,
      [&](codec::Writer& writer) { EncodeError(writer, error, *reply.table); },
      [] { return true; });
} catch (...) {
  ReportUncaught(thread, CurrentError());
}

// ---- Replies from Java

TypedPendingReply<void>::~TypedPendingReply() = default;
void TypedPendingReply<void>::Decode(codec::Reader& reader) { reader.Finish(); }
void TypedPendingReply<void>::Fail(Error error) { outcome_ = Outcome<void>(error); }
void TypedPendingReply<void>::Deliver() {
  if (callback_) callback_(std::move(outcome_));
}

std::uint64_t AddPending(const Proxy& proxy, std::unique_ptr<PendingReply> reply) {
  Binding& binding = proxy.binding();
  const codec::Table* table = binding.api.spec.table;
  return binding.vm.pending.Add(
      {std::move(reply), 0, table == nullptr ? &codec::kStandardTable : table});
}

namespace {

// The entry of `token` with the outcome in it; empty if nobody waits for it.
PendingTable::Entry DecodeReply(Thread& thread, std::uint64_t token, bool ok, jbyteArray bytes,
                                jint length) {
  PendingTable::Entry entry = thread.vm->pending.Take(token);
  if (entry.reply == nullptr) return entry;
  Frame& frame = thread.PushFrame();
  struct Pop {
    Thread& thread;
    ~Pop() { thread.PopFrame(); }
  } const pop{thread};
  try {
    const auto size = static_cast<std::size_t>(length);
    std::uint8_t* data = frame.writer.Overwrite(size);
    if (length != 0) thread.counted().GetBytes(bytes, length, data);
    if (ok) {
      codec::Reader reader({data, size});
      entry.reply->Decode(reader);
    } else {
      entry.reply->Fail(DecodeError({data, size}, *entry.table));
    }
  } catch (...) {
    entry.reply->Fail(CurrentError());
  }
  return entry;
}

// Native.reply: false if the token was replied to before. What the callback throws is thrown to the
// replier, as the error class of its definition: C++ has no other place where it could be seen.
jboolean JNICALL NativeReply(JNIEnv* env, jclass, jlong token, jboolean ok, jbyteArray bytes,
                             jint length) noexcept {
  Vm::Impl& vm = Vm::FromEnv(env).impl();
  Thread& thread = EnteredThread(vm, env);
  ++thread.trust;
  if (vm.counting.load(std::memory_order_relaxed)) CounterBlock::Add(vm.counters.down_calls);
  const CallMark mark(thread);
  jboolean first = JNI_FALSE;
  PendingTable::Entry entry;
  try {
    entry = DecodeReply(thread, static_cast<std::uint64_t>(token), ok != JNI_FALSE, bytes, length);
    if (entry.reply != nullptr) {
      first = JNI_TRUE;
      entry.reply->Deliver();
    }
  } catch (...) {
    ThrowErrorToJava(thread, CurrentError(),
                     entry.table == nullptr ? codec::kStandardTable : *entry.table);
  }
  --thread.trust;
  return first;
}

// Native.release: an object of a FlutterApi class is gone, and with it its use of the slot.
void JNICALL NativeRelease(JNIEnv*, jclass, jlong slot) noexcept {
  auto& known = *reinterpret_cast<ImplementationSlot*>(slot);
  known.vm.DropSlot(known);
}

}  // namespace
}  // namespace causeway::generated

void causeway::Vm::Impl::BindRuntimeNatives(generated::CountedEnv env) {
  if (runtime_natives_bound.load(std::memory_order_acquire)) return;
  jclass type = generated::FindClass(*this, env, "dev/causeway/generated/Native");
  char reply[] = "reply";
  char reply_signature[] = "(JZ[BI)Z";
  char release[] = "release";
  char release_signature[] = "(J)V";
  const jint result = env.RegisterNatives(
      type, {{reply, reply_signature, reinterpret_cast<void*>(&generated::NativeReply)},
             {release, release_signature, reinterpret_cast<void*>(&generated::NativeRelease)}});
  env.DeleteGlobalRef(type);
  if (result != JNI_OK) {
    generated::ThrowMemberNotFound(env, "dev/causeway/generated/Native", "reply or release");
  }
  runtime_natives_bound.store(true, std::memory_order_release);
}
