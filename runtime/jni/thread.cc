// Threads and their JNIEnv.
//
// A thread is in one of four states for a Vm:
//   unknown            never seen, or seen and detached since
//   foreign            attached by Java or by the application: we use its JNIEnv, never detach it,
//                      and ask GetEnv again at each use outside of a down-call, because the
//                      application may detach it behind us and the JNIEnv would dangle
//   attached by guard  we attached it for a ThreadGuard; the last guard detaches it
//   attached by use    we attached it because it called; it detaches when the thread ends
//
// The end of a thread is seen by a pthread key, not by the destructor of a thread_local: keys are
// destroyed after all thread_local objects, so an application's thread_local that still calls into
// Java from its destructor finds a living state (or makes a new one, for which the key's destructor
// then runs again). HotSpot keeps its own thread pointer valid during key destructors for this.
//
// A thread that Java created has left the VM when its key is destroyed; nothing that needs a JNIEnv
// can be done any more. So Java buffers are not deleted but go back to the Vm, for the next thread.
//
// Threads attach as daemons: a native thread that is never joined must not keep System.exit() or
// DestroyJavaVM waiting, as non-daemon threads would.
#include "runtime/jni/thread.h"

#include <pthread.h>

#include <cstring>
#include <mutex>

#include "runtime/codec/text.h"

namespace causeway::generated {

#if defined(__GLIBC__)
thread_local Thread* current_thread __attribute__((tls_model("initial-exec"))) = nullptr;
#else
thread_local Thread* current_thread = nullptr;
#endif

namespace {

constexpr jint kJniVersion = JNI_VERSION_1_6;
constexpr std::size_t kKeptBytes = std::size_t{1} << 20;

void EndThread(void* first) noexcept {
  current_thread = nullptr;
  auto* thread = static_cast<Thread*>(first);
  while (thread != nullptr) {
    Vm::Impl& vm = *thread->vm;
    if (thread->attached_by_use || thread->attached_by_guard) {
      const CallMark mark(*thread);
      if (vm.alive() && AttachedEnv(vm.java_vm) != nullptr) vm.java_vm->DetachCurrentThread();
    }
    for (auto& frame : thread->frames) {
      if (frame->java != nullptr) vm.ReturnBuffer(*frame->java);
    }
    thread->hazards.Release();
    Thread* next = thread->next;
    delete thread;
    thread = next;
  }
}

pthread_key_t Key() {
  static const pthread_key_t key = [] {
    pthread_key_t made;
    pthread_key_create(&made, &EndThread);
    return made;
  }();
  return key;
}

JNIEnv* AttachNative(Vm::Impl& vm) {
  char name[16] = "";
  JavaVMAttachArgs args{kJniVersion, nullptr, nullptr};
#if defined(__linux__)
  // The Java thread has the native thread's name, if that is ASCII.
  if (pthread_getname_np(pthread_self(), name, sizeof name) == 0) {
    bool ascii = name[0] != '\0';
    for (const char* c = name; *c != '\0'; ++c) ascii = ascii && (*c & 0x80) == 0;
    if (ascii) args.name = name;
  }
#endif
  void* env = nullptr;
  const jint result = vm.java_vm->AttachCurrentThreadAsDaemon(&env, &args);
  if (result != JNI_OK) {
    ThrowError("attach-failed", {"AttachCurrentThreadAsDaemon returned ", Decimal(result)});
  }
  if (vm.counting.load(std::memory_order_relaxed)) {
    CounterBlock::Add(vm.counters.threads_attached);
  }
  return static_cast<JNIEnv*>(env);
}

}  // namespace

Thread* KnownThread(const Vm::Impl& vm) noexcept {
  auto* thread = static_cast<Thread*>(pthread_getspecific(Key()));
  while (thread != nullptr && thread->vm != &vm) thread = thread->next;
  return thread;
}

Thread& StateOf(Vm::Impl& vm) {
  if (Thread* known = KnownThread(vm)) return *known;
  auto made = std::make_unique<Thread>(vm);
  made->next = static_cast<Thread*>(pthread_getspecific(Key()));
  if (pthread_setspecific(Key(), made.get()) != 0) throw std::bad_alloc();
  return *made.release();
}

void ThrowDetached() { ThrowError("vm-detached", {"the Java VM was detached or shut down"}); }

void RequireOpen(const Vm::Impl& vm) {
  if (!vm.open()) ThrowDetached();
}

JNIEnv* AttachedEnv(JavaVM* java_vm) noexcept {
  void* env = nullptr;
  return java_vm->GetEnv(&env, kJniVersion) == JNI_OK ? static_cast<JNIEnv*>(env) : nullptr;
}

Thread& AttachSlow(Vm::Impl& vm) {
  Thread* thread = current_thread;
  if (thread == nullptr || thread->vm != &vm) thread = &StateOf(vm);
  const CallMark mark(*thread);
  RequireOpen(vm);
  if (thread->trust == 0) {
    JNIEnv* env = AttachedEnv(vm.java_vm);
    if (env == nullptr) {
      env = AttachNative(vm);
      thread->attached_by_use = true;
      ++thread->trust;
    }
    thread->env = env;
  }
  current_thread = thread;
  return *thread;
}

Thread& EnterSlow(Vm::Impl& vm, JNIEnv* env) {
  Thread& thread = StateOf(vm);
  thread.env = env;
  current_thread = &thread;
  return thread;
}

void AdoptEmbeddingThread(Vm::Impl& vm, JNIEnv* env) {
  Thread& thread = EnterSlow(vm, env);
  thread.attached_by_use = true;
  ++thread.trust;
}

Thread& AddGuard(Vm::Impl& vm) {
  Thread& thread = StateOf(vm);
  const CallMark mark(thread);
  RequireOpen(vm);
  if (thread.trust == 0) {
    JNIEnv* env = AttachedEnv(vm.java_vm);
    if (env == nullptr) {
      env = AttachNative(vm);
      thread.attached_by_guard = true;
      ++thread.trust;
    }
    thread.env = env;
  }
  ++thread.guards;
  current_thread = &thread;
  return thread;
}

void RemoveGuard(Vm::Impl& vm, void* guarded) noexcept {
  // A guard that dies on another thread cannot detach; the thread detaches when it ends.
  Thread* thread = static_cast<Thread*>(pthread_getspecific(Key()));
  while (thread != nullptr && thread != guarded) thread = thread->next;
  if (thread == nullptr) return;
  if (--thread->guards != 0 || !thread->attached_by_guard) return;
  thread->attached_by_guard = false;
  const CallMark mark(*thread);
  if (vm.alive() && vm.java_vm->DetachCurrentThread() != JNI_OK) {
    // Java frames are below us: the guard dies inside a down-call. Detach at the end instead.
    thread->attached_by_use = true;
    return;
  }
  --thread->trust;
  thread->env = nullptr;
}

Frame& Thread::PushFrame() {
  if (frames_used == frames.size()) frames.push_back(std::make_unique<Frame>());
  return *frames[frames_used++];
}

void Thread::PopFrame() noexcept {
  Frame& frame = *frames[--frames_used];
  if (frame.writer.capacity() > kKeptBytes) {
    frame.writer.Free();
  } else {
    frame.writer.Clear();
  }
}

}  // namespace causeway::generated
