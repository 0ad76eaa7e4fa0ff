// The end of a Vm: Detach() and Shutdown().
//
// Global references may be deleted, and the JVM destroyed, only when no thread is inside a call.
// HotSpot does not even fail otherwise: a native thread that meets a JVM on its way out sleeps for
// ever. But a call may not pay for an end that comes once; so entering costs two plain stores and a
// compiler barrier, and the one who closes executes the barrier for all (barrier.h).
//
//   call:    depth = d + 1  | LightBarrier |  glue (or slot, or state) == null?   ...   depth = d
//   closer:  state = kClosing, glues and slots = null  | HeavyBarrier |  each depth == 0?  ...
//
// Either the closer sees the depth and waits, or the call sees that it is refused. What a call
// reads to learn that is what it reads anyway: the glue object of an up-call, the implementation of
// a down-call. All other entries look at `state`. Glue objects are published under the mutex and
// only while the Vm is open, so none appears after they have been taken away.
//
//   kOpen       -> kClosing     Detach(). New calls get Error "vm-detached", running ones end as if
//                               nothing had happened. Pending replies are failed at once, for a
//                               running call may be waiting for one, and again after the last call.
//   kClosing    -> kClosed      Nobody is inside: references are deleted.
//   kClosed     -> kOpen        Attach().
//   kClosed     -> kDestroying  Shutdown(). Now threads do not detach any more either; those that
//                               are about to have raised their depth too and are waited for.
//   kDestroying -> kDestroyed   DestroyJavaVM() has returned.
//
// A call that closes its own Vm would wait for itself, so that is Error "inside-call".
#include <chrono>

#include "causeway/vm.h"
#include "runtime/codec/text.h"
#include "runtime/jni/async_reply.h"
#include "runtime/jni/java_errors.h"
#include "runtime/jni/thread.h"
#include "runtime/jni/vm_impl.h"

namespace causeway {

using generated::CountedEnv;
using generated::VmState;

namespace {

// How the closer waits: calls are short, or they wait for something else than this thread's speed.
class Patience {
 public:
  void Wait() {
    if (++rounds_ < 100) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

 private:
  int rounds_ = 0;
};

void RequireOutside(Vm::Impl& vm, const char* what) {
  const generated::Thread* thread = generated::KnownThread(vm);
  if (thread != nullptr && thread->hazards.depth().load(std::memory_order_relaxed) != 0) {
    ThrowError("inside-call",
               {what, " was called from inside a call, for whose end it would have to wait"});
  }
}

}  // namespace

void Vm::Impl::StopEntries(std::vector<jobject>* glues) {
  std::vector<generated::ImplementationSlot*> known;
  {
    const std::lock_guard lock(mutex);
    for (auto& [key, binding] : bindings) {
      if (jobject glue = binding->glue.exchange(nullptr)) glues->push_back(glue);
    }
    for (auto& [key, slot] : slots) {
      known.push_back(slot.get());
      ++slot->uses;
    }
  }
  // The destructors of implementations are the user's and may call anything.
  for (auto* slot : known) {
    slot->Replace(nullptr);
    DropSlot(*slot);
  }
}

void Vm::Impl::FailPending(generated::Thread& thread) {
  for (auto& entry : pending.TakeAll()) {
    entry.reply->Fail(Error("vm-detached", "the Java VM was detached before the reply came"));
    try {
      entry.reply->Deliver();
    } catch (...) {
      generated::ReportUncaught(thread, generated::CurrentError());
    }
  }
  for (const auto& entry : replies.TakeAll()) {
    generated::SendDetached(thread, {entry.java_token, entry.table});
  }
}

void Vm::Impl::Drain() {
  Patience patience;
  generated::HazardRecord::AwaitOutside(this, [&patience] { patience.Wait(); });
}

bool Vm::Impl::Close() {
  generated::Thread* thread = nullptr;
  try {
    thread = &generated::CurrentThread(*this);
  } catch (const Error&) {
    if (open()) throw;  // cannot attach; else another thread was faster
  }
  VmState expected = VmState::kOpen;
  if (thread == nullptr || !state.compare_exchange_strong(expected, VmState::kClosing)) {
    if (closer.load() == std::this_thread::get_id()) return false;  // a callback of FailPending()
    Patience patience;
    while (state.load() == VmState::kClosing) patience.Wait();
    return false;
  }
  closer.store(std::this_thread::get_id());
  std::vector<jobject> glues;
  StopEntries(&glues);
  FailPending(*thread);
  // Without the barrier nobody can know who is inside; then the references are left to the JVM.
  const bool barrier = generated::HeavyBarrier();
  Drain();
  StopEntries(&glues);  // a registration that was on its way
  FailPending(*thread);
  if (barrier) {
    CountedEnv env = thread->counted();
    for (jobject glue : glues) env.DeleteGlobalRef(glue);
    DeleteReferences(env);
  }
  closer.store(std::thread::id());
  state.store(VmState::kClosed);
  return true;
}

void Vm::Detach() {
  RequireOutside(*impl_, "Detach()");
  if (impl_->open() || impl_->state.load() == VmState::kClosing) impl_->Close();
}

void Vm::Shutdown() {
  Impl& vm = *impl_;
  RequireOutside(vm, "Shutdown()");
  VmState expected = VmState::kClosed;
  do {
    Detach();
    if (!vm.embedded) return;
    if (vm.closer.load() == std::this_thread::get_id()) {
      ThrowError("inside-call", {"Shutdown() was called from a callback of Detach()"});
    }
    expected = VmState::kClosed;
    if (vm.state.compare_exchange_strong(expected, VmState::kDestroying)) break;
  } while (expected == VmState::kOpen || expected == VmState::kClosing);
  if (expected != VmState::kClosed) {
    Patience patience;
    while (vm.state.load() != VmState::kDestroyed) patience.Wait();
    return;
  }
  static_cast<void>(generated::HeavyBarrier());
  vm.Drain();
  if (generated::Thread* thread = generated::KnownThread(vm)) {
    thread->trust = 0;
    thread->attached_by_use = false;
    thread->attached_by_guard = false;
    thread->env = nullptr;
  }
  vm.java_vm->DestroyJavaVM();
  vm.state.store(VmState::kDestroyed);
}

void Vm::Impl::DeleteReferences(CountedEnv env) {
  const std::lock_guard lock(mutex);
  for (jobject& loader : loaders) env.DeleteGlobalRef(loader);
  loaders.clear();
  env.DeleteGlobalRef(std::exchange(runtime_loader, nullptr));
  for (jobject orphan : orphans) env.DeleteGlobalRef(orphan);
  orphans.clear();
  for (auto& [spec, api] : apis) {
    for (int i = 0; i < spec->method_count; ++i)
      api->methods[static_cast<std::size_t>(i)] = nullptr;
    env.DeleteGlobalRef(api->java_class.exchange(nullptr));
    api->natives_bound = false;
  }
  for (auto& buffer : buffers) {
    env.DeleteGlobalRef(std::exchange(buffer->object, nullptr));
    env.DeleteGlobalRef(std::exchange(buffer->array, nullptr));
    buffer->capacity = 0;
  }
  const auto forget = [&env](auto& published) {
    if (const auto* known = published.exchange(nullptr)) {
      known->DeleteReferences(env);
      delete known;
    }
  };
  forget(call_buffer);
  forget(crossing);
  forget(pending_calls);
  runtime_natives_bound.store(false);
}

}  // namespace causeway
