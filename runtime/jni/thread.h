// What the runtime keeps per thread and Vm, and how a thread gets its JNIEnv; see thread.cc.
#pragma once

#include <jni.h>

#include <memory>
#include <vector>

#include "causeway/generated.h"
#include "runtime/jni/hazard.h"
#include "runtime/jni/vm_impl.h"

namespace causeway::generated {

// The memory of one call that encodes something: the C++ message and, for calls into Java, the Java
// buffer. One per thread and nesting depth, made when that depth is first reached.
struct Frame {
  codec::Writer writer;
  JavaBuffer* java = nullptr;
  // While a call moves more than 1 MiB: the array that stands in java->object in place of
  // java->array. A local reference.
  jbyteArray big = nullptr;
  jsize big_capacity = 0;
  std::vector<jobject> locals;  // of the UpCall that has this frame

  jbyteArray array() const { return big != nullptr ? big : java->array; }
  jsize capacity() const { return big != nullptr ? big_capacity : java->capacity; }
};

struct Thread {
  explicit Thread(Vm::Impl& vm_impl) : vm(&vm_impl), hazards(HazardRecord::Acquire(&vm_impl)) {}

  Frame& PushFrame();
  void PopFrame() noexcept;
  CountedEnv counted() { return vm->Counted(env); }

  Vm::Impl* vm;
  JNIEnv* env = nullptr;
  // Above 0 while `env` cannot become stale: we attached the thread, or it is inside a down-call.
  int trust = 0;
  bool attached_by_use = false;    // detach at thread exit
  bool attached_by_guard = false;  // detach with the last guard
  int guards = 0;
  HazardRecord& hazards;
  std::vector<std::unique_ptr<Frame>> frames;
  std::size_t frames_used = 0;
  codec::Writer utf16;     // scratch of java_values.cc
  Thread* next = nullptr;  // of this thread, for another Vm
};

// The thread state used last by this thread. Trivial, so that reading it is one load.
#if defined(__GLIBC__)
extern thread_local Thread* current_thread __attribute__((tls_model("initial-exec")));
#else
extern thread_local Thread* current_thread;
#endif

// While it lives the thread is inside a call of its Vm, which Detach() and Shutdown() wait for.
// UpCall and DownCall do the same by hand. To be followed by RequireOpen().
class CallMark {
 public:
  explicit CallMark(Thread& thread) noexcept
      : depth_(thread.hazards.depth()), outer_(depth_.load(std::memory_order_relaxed)) {
    depth_.store(outer_ + 1, std::memory_order_relaxed);
    LightBarrier();
  }
  ~CallMark() { depth_.store(outer_, std::memory_order_release); }
  CallMark(const CallMark&) = delete;
  CallMark& operator=(const CallMark&) = delete;

  // The thread is inside another call, for whose end Detach() waits in any case.
  bool nested() const noexcept { return outer_ != 0; }

 private:
  std::atomic<int>& depth_;
  const int outer_;
};

Thread& AttachSlow(Vm::Impl& vm);
Thread& EnterSlow(Vm::Impl& vm, JNIEnv* env);

// The calling thread in `vm`, attached. Throws Error "attach-failed" or "vm-detached".
inline Thread& CurrentThread(Vm::Impl& vm) {
  Thread* thread = current_thread;
  if (thread != nullptr && thread->vm == &vm && thread->trust > 0) [[likely]] {
    return *thread;
  }
  return AttachSlow(vm);
}

// The calling thread, which Java called with `env`.
inline Thread& EnteredThread(Vm::Impl& vm, JNIEnv* env) {
  Thread* thread = current_thread;
  if (thread != nullptr && thread->vm == &vm && thread->env == env) [[likely]] {
    return *thread;
  }
  return EnterSlow(vm, env);
}

// The state of the calling thread for `vm`, made if there is none; and null if there is none.
Thread& StateOf(Vm::Impl& vm);
Thread* KnownThread(const Vm::Impl& vm) noexcept;

// Throws Error "vm-detached" after Detach() or Shutdown().
void RequireOpen(const Vm::Impl& vm);
[[noreturn]] void ThrowDetached();

// Attaches for a guard, detaches for the last one.
Thread& AddGuard(Vm::Impl& vm);
void RemoveGuard(Vm::Impl& vm, void* guarded) noexcept;

// For the thread that made the JVM: attached by us from the start.
void AdoptEmbeddingThread(Vm::Impl& vm, JNIEnv* env);
// The JNIEnv if the calling thread is attached, else null.
JNIEnv* AttachedEnv(JavaVM* java_vm) noexcept;

}  // namespace causeway::generated
