// All state of one Java VM: class loaders, resolved classes, API bindings, slots, pending replies,
// call buffers, counters. Everything that Java gave is resolved at first use, outside of the lock
// (class initialisers and loaders are user code), and published by whoever is first.
#pragma once

#include <jni.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "causeway/generated.h"
#include "causeway/vm.h"
#include "runtime/jni/counted_env.h"
#include "runtime/jni/hazard.h"
#include "runtime/jni/implementation_slot.h"
#include "runtime/jni/pending_table.h"

namespace causeway::generated {

// dev.causeway.generated.CallBuffer of up-calls: the object and its current array.
struct JavaBuffer {
  jobject object = nullptr;    // global
  jbyteArray array = nullptr;  // global
  jsize capacity = 0;
};

// One API in one Vm, whatever its instances.
struct ApiState {
  explicit ApiState(const ApiSpec& api)
      : spec(api),
        methods(std::make_unique<std::atomic<jmethodID>[]>(
            static_cast<std::size_t>(api.method_count))) {}

  const ApiSpec& spec;
  std::atomic<jclass> java_class{nullptr};  // global
  std::unique_ptr<std::atomic<jmethodID>[]> methods;
  std::atomic<bool> natives_bound{false};
};

// One instance of a HostApi, as long as a Proxy refers to it; the unnamed one for ever.
struct Binding {
  Binding(Vm::Impl& vm_impl, ApiState& api_state, std::string_view name)
      : vm(vm_impl), api(api_state), instance(name) {}

  Vm::Impl& vm;
  ApiState& api;
  const std::string instance;
  std::atomic<jobject> glue{nullptr};  // global
  int uses = 1;                        // guarded by Vm::Impl::mutex
};

// See lifecycle.cc.
enum class VmState : std::uint8_t { kOpen, kClosing, kClosed, kDestroying, kDestroyed };

// Classes of the Java runtime; immutable once published.
struct CallBufferClass {
  jclass java_class;
  jmethodID constructor;
  jfieldID bytes;

  void DeleteReferences(CountedEnv env) const { env.DeleteGlobalRef(java_class); }
};
inline constexpr char kCrossingClassName[] = "dev/causeway/generated/CrossingException";
struct CrossingClass {
  jclass java_class;
  jclass stack_overflow;  // StackOverflowError and OutOfMemoryError
  jclass out_of_memory;
  jfieldID payload;
  jmethodID describe;
  jmethodID uncaught;

  void DeleteReferences(CountedEnv env) const {
    env.DeleteGlobalRef(java_class);
    env.DeleteGlobalRef(stack_overflow);
    env.DeleteGlobalRef(out_of_memory);
  }
};
struct PendingCallsClass {
  jclass java_class;
  jmethodID complete;

  void DeleteReferences(CountedEnv env) const { env.DeleteGlobalRef(java_class); }
};

}  // namespace causeway::generated

namespace causeway {

struct Vm::Impl {
  explicit Impl(JavaVM* vm) : java_vm(vm) { generated::PrepareBarriers(); }

  bool open() const { return state.load(std::memory_order_acquire) == generated::VmState::kOpen; }
  // Whether threads may still detach from the JavaVM.
  bool alive() const {
    return state.load(std::memory_order_acquire) < generated::VmState::kDestroying;
  }

  // Finds or adds the Vm of `java_vm`.
  static Vm& Find(JavaVM* java_vm);

  generated::CountedEnv Counted(JNIEnv* env) {
    return {env, counting.load(std::memory_order_relaxed) ? &counters : nullptr};
  }

  generated::ApiState& Api(const generated::ApiSpec& spec);
  // Bindings and slots are counted. Every Take is given back by a Drop, from any thread.
  generated::Binding& TakeBinding(const generated::ApiSpec& spec, std::string_view instance);
  void KeepBinding(generated::Binding& binding) noexcept;
  void DropBinding(generated::Binding& binding) noexcept;
  generated::ImplementationSlot& TakeSlot(const generated::ApiSpec& spec,
                                          std::string_view instance);
  // Null if there is none: asking for a name that nobody registered leaves nothing behind.
  generated::ImplementationSlot* TakeKnownSlot(const generated::ApiSpec& spec,
                                               std::string_view instance);
  void DropSlot(generated::ImplementationSlot& slot) noexcept;

  // Each resolves at first use; throws Error "class-not-found" or what Java threw.
  const generated::CallBufferClass& call_buffer_class(generated::CountedEnv env);
  const generated::CrossingClass& crossing_class(generated::CountedEnv env);
  const generated::PendingCallsClass& pending_calls_class(generated::CountedEnv env);
  // The natives of dev.causeway.generated.Native.
  void BindRuntimeNatives(generated::CountedEnv env);

  // A buffer that no thread uses, or a new one without object.
  generated::JavaBuffer& TakeBuffer();
  void ReturnBuffer(generated::JavaBuffer& buffer);
  void FillBuffer(generated::CountedEnv env, generated::JavaBuffer& buffer);

  // Publishes the glue object of `binding` (a global reference, taken over) unless another thread
  // was first; returns the one that counts. Throws Error "vm-detached" once the Vm is closing.
  jobject PublishGlue(generated::CountedEnv env, generated::Binding& binding, jobject glue);

  // ---- lifecycle.cc
  // False if another thread has closed it, or is closing it (then it has been waited for).
  bool Close();
  void StopEntries(std::vector<jobject>* glues);
  void FailPending(generated::Thread& thread);
  void Drain();
  void DeleteReferences(generated::CountedEnv env);

  Vm* self = nullptr;
  JavaVM* java_vm;
  std::atomic<generated::VmState> state{generated::VmState::kOpen};
  std::atomic<std::thread::id> closer;  // meaningful in kClosing
  bool embedded = false;
  std::atomic<bool> counting{false};
  generated::CounterBlock counters;
  generated::PendingTable pending;  // C++ waits
  generated::PendingTable replies;  // Java waits

  // ---- Guarded by mutex. Objects are never moved; bindings and slots are freed when nobody uses
  // them, the others never.
  std::mutex mutex;
  std::vector<jobject> loaders;      // global, from AttachOptions
  jobject runtime_loader = nullptr;  // global: of the dev.causeway classes
  std::map<const generated::ApiSpec*, std::unique_ptr<generated::ApiState>> apis;
  // The name is a view of the object's own.
  using InstanceKey = std::pair<const generated::ApiSpec*, std::string_view>;
  std::map<InstanceKey, std::unique_ptr<generated::Binding>> bindings;
  std::map<InstanceKey, std::unique_ptr<generated::ImplementationSlot>> slots;
  // Glue objects whose last proxy died on a thread that cannot delete them; PublishGlue() does.
  std::vector<jobject> orphans;
  std::vector<std::unique_ptr<generated::JavaBuffer>> buffers;
  std::vector<generated::JavaBuffer*> free_buffers;

  std::atomic<const generated::CallBufferClass*> call_buffer{nullptr};
  std::atomic<const generated::CrossingClass*> crossing{nullptr};
  std::atomic<const generated::PendingCallsClass*> pending_calls{nullptr};
  std::atomic<bool> runtime_natives_bound{false};
};

}  // namespace causeway
