#include "causeway/vm.h"

#include <algorithm>
#include <optional>

#include "runtime/codec/text.h"
#include "runtime/jni/class_lookup.h"
#include "runtime/jni/java_errors.h"
#include "runtime/jni/thread.h"
#include "runtime/jni/vm_impl.h"

namespace causeway {
namespace {

// Every Vm that was ever seen, in no order. Never freed: threads, proxies and slots point to them.
struct Registry {
  std::mutex mutex;
  std::vector<Vm*> vms;
};

Registry& AllVms() {
  static Registry& registry = *new Registry;
  return registry;
}

}  // namespace

using generated::CountedEnv;
using generated::VmState;

Vm::Vm(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) { impl_->self = this; }
Vm::~Vm() = default;

Vm& Vm::Impl::Find(JavaVM* java_vm) {
  Registry& registry = AllVms();
  const std::lock_guard lock(registry.mutex);
  for (Vm* vm : registry.vms) {
    if (vm->impl_->java_vm == java_vm && vm->impl_->state.load() != VmState::kDestroyed) {
      return *vm;
    }
  }
  registry.vms.push_back(new Vm(std::make_unique<Impl>(java_vm)));
  return *registry.vms.back();
}

Vm& Vm::FromEnv(JNIEnv* env) {
  if (env == nullptr) generated::ThrowNullArgument("the JNIEnv of Vm::FromEnv()");
  const generated::Thread* thread = generated::current_thread;
  if (thread != nullptr && thread->env == env) return *thread->vm->self;
  JavaVM* java_vm = nullptr;
  if (env->GetJavaVM(&java_vm) != JNI_OK) throw Error("attach-failed", "GetJavaVM failed");
  return Impl::Find(java_vm);
}

Vm& Attach(JavaVM* java_vm, const AttachOptions& options) {
  if (java_vm == nullptr) generated::ThrowNullArgument("the JavaVM of Attach()");
  Vm& vm = Vm::Impl::Find(java_vm);
  Vm::Impl& impl = vm.impl();
  const generated::CallMark mark(generated::StateOf(impl));
  VmState closed = VmState::kClosed;
  impl.state.compare_exchange_strong(closed, VmState::kOpen);
  generated::RequireOpen(impl);
  JNIEnv* raw = generated::AttachedEnv(java_vm);
  if (raw == nullptr) return vm;
  CountedEnv env = impl.Counted(raw);
  if (env.ExceptionCheck()) {
    throw Error("exception-pending", "Attach() was called with a Java exception pending");
  }
  if (options.class_loader != nullptr) {
    jobject loader = env.NewGlobalRef(options.class_loader);
    const std::lock_guard lock(impl.mutex);
    impl.loaders.push_back(loader);
  }
  // In JNI_OnLoad this is the only moment at which FindClass sees the application's classes.
  generated::RememberRuntimeLoader(impl, env);
  return vm;
}

JavaVM* Vm::java_vm() const noexcept { return impl_->java_vm; }
JNIEnv* Vm::env() {
  generated::RequireOpen(*impl_);
  return generated::CurrentThread(*impl_).env;
}
jclass Vm::FindClass(const char* name) {
  return generated::FindClass(*impl_, impl_->Counted(env()), name);
}
void Vm::EnableCounters(bool on) { impl_->counting.store(on, std::memory_order_relaxed); }
Counters Vm::ReadCounters() const { return impl_->counters.Read(); }

ThreadGuard::ThreadGuard(Vm& vm) : vm_(&vm) {
  generated::Thread& thread = generated::AddGuard(vm.impl());
  thread_ = &thread;
  env_ = thread.env;
}

ThreadGuard::~ThreadGuard() { generated::RemoveGuard(vm_->impl(), thread_); }

struct CallGuard::Mark {
  generated::CallMark mark;
};

CallGuard::CallGuard(Vm& vm)
    : mark_(new Mark{generated::CallMark(generated::StateOf(vm.impl()))}), env_(vm.env()) {}

CallGuard::~CallGuard() = default;

// ---- Vm::Impl

generated::ApiState& Vm::Impl::Api(const generated::ApiSpec& spec) {
  const std::lock_guard lock(mutex);
  auto& api = apis[&spec];
  if (api == nullptr) api = std::make_unique<generated::ApiState>(spec);
  return *api;
}

generated::Binding& Vm::Impl::TakeBinding(const generated::ApiSpec& spec,
                                          std::string_view instance) {
  generated::ApiState& api = Api(spec);
  const std::lock_guard lock(mutex);
  const auto known = bindings.find({&spec, instance});
  if (known != bindings.end()) {
    ++known->second->uses;
    return *known->second;
  }
  auto made = std::make_unique<generated::Binding>(*this, api, instance);
  const InstanceKey key(&spec, made->instance);
  return *bindings.emplace(key, std::move(made)).first->second;
}

void Vm::Impl::KeepBinding(generated::Binding& binding) noexcept {
  const std::lock_guard lock(mutex);
  ++binding.uses;
}

void Vm::Impl::DropBinding(generated::Binding& binding) noexcept {
  // A thread that we have never seen could be anywhere, past the end of the JVM included.
  generated::Thread* const thread = generated::KnownThread(*this);
  std::optional<generated::CallMark> mark;
  if (thread != nullptr) mark.emplace(*thread);
  std::unique_ptr<generated::Binding> dead;
  jobject glue = nullptr;
  JNIEnv* env = nullptr;
  {
    const std::lock_guard lock(mutex);
    // The unnamed instance stays: it is one an API, and often used through short-lived proxies.
    if (--binding.uses != 0 || binding.instance.empty()) return;
    glue = binding.glue.exchange(nullptr);
    const auto known = bindings.find({&binding.api.spec, binding.instance});
    dead = std::move(known->second);
    bindings.erase(known);
    if (glue == nullptr) return;  // never resolved, or Close() has taken it
    if (thread != nullptr) env = generated::AttachedEnv(java_vm);
    if (env == nullptr) {
      try {
        orphans.push_back(glue);
      } catch (const std::bad_alloc&) {
        // The JVM keeps one object more.
      }
      return;
    }
  }
  Counted(env).DeleteGlobalRef(glue);
}

generated::ImplementationSlot& Vm::Impl::TakeSlot(const generated::ApiSpec& spec,
                                                  std::string_view instance) {
  const std::lock_guard lock(mutex);
  const auto known = slots.find({&spec, instance});
  if (known != slots.end()) {
    ++known->second->uses;
    return *known->second;
  }
  auto made = std::make_unique<generated::ImplementationSlot>(*this, spec, instance);
  made->uses = 1;
  const InstanceKey key(&spec, made->instance);
  return *slots.emplace(key, std::move(made)).first->second;
}

generated::ImplementationSlot* Vm::Impl::TakeKnownSlot(const generated::ApiSpec& spec,
                                                       std::string_view instance) {
  const std::lock_guard lock(mutex);
  const auto known = slots.find({&spec, instance});
  if (known == slots.end()) return nullptr;
  ++known->second->uses;
  return known->second.get();
}

void Vm::Impl::DropSlot(generated::ImplementationSlot& slot) noexcept {
  std::unique_ptr<generated::ImplementationSlot> dead;
  const std::lock_guard lock(mutex);
  // It is idle then, unless the kernel refused the barrier.
  if (--slot.uses != 0 || !slot.idle()) return;
  const auto known = slots.find({&slot.spec, slot.instance});
  dead = std::move(known->second);
  slots.erase(known);
}

namespace {

// Publishes `made` unless another thread was first; then its class reference is given back.
template <class Class>
const Class& Publish(CountedEnv env, std::atomic<const Class*>& where,
                     std::unique_ptr<const Class> made) {
  const Class* expected = nullptr;
  if (where.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  made->DeleteReferences(env);
  return *expected;
}

template <class Id>
Id Require(CountedEnv env, Id id, const char* java_class, const char* member) {
  if (id == nullptr) generated::ThrowMemberNotFound(env, java_class, member);
  return id;
}

}  // namespace

const generated::CallBufferClass& Vm::Impl::call_buffer_class(CountedEnv env) {
  if (const auto* known = call_buffer.load(std::memory_order_acquire)) return *known;
  const char* name = "dev/causeway/generated/CallBuffer";
  jclass type = generated::FindClass(*this, env, name);
  auto made = std::make_unique<const generated::CallBufferClass>(generated::CallBufferClass{
      type, Require(env, env.GetMethodID(type, "<init>", "()V"), name, "constructor"),
      Require(env, env.GetFieldID(type, "bytes", "[B"), name, "bytes")});
  return Publish(env, call_buffer, std::move(made));
}

const generated::CrossingClass& Vm::Impl::crossing_class(CountedEnv env) {
  if (const auto* known = crossing.load(std::memory_order_acquire)) return *known;
  const char* name = generated::kCrossingClassName;
  jclass type = generated::FindClass(*this, env, name);
  auto made = std::make_unique<const generated::CrossingClass>(generated::CrossingClass{
      type, generated::FindClass(*this, env, "java/lang/StackOverflowError"),
      generated::FindClass(*this, env, "java/lang/OutOfMemoryError"),
      Require(env, env.GetFieldID(type, "payload", "[B"), name, "payload"),
      Require(env, env.GetStaticMethodID(type, "describe", "(Ljava/lang/Throwable;)[B"), name,
              "describe"),
      Require(env, env.GetStaticMethodID(type, "uncaught", "([B)V"), name, "uncaught")});
  return Publish(env, crossing, std::move(made));
}

const generated::PendingCallsClass& Vm::Impl::pending_calls_class(CountedEnv env) {
  if (const auto* known = pending_calls.load(std::memory_order_acquire)) return *known;
  const char* name = "dev/causeway/generated/PendingCalls";
  jclass type = generated::FindClass(*this, env, name);
  auto made = std::make_unique<const generated::PendingCallsClass>(generated::PendingCallsClass{
      type,
      Require(env,
              env.GetStaticMethodID(type, "complete", "(JZLdev/causeway/generated/CallBuffer;I)V"),
              name, "complete")});
  return Publish(env, pending_calls, std::move(made));
}

generated::JavaBuffer& Vm::Impl::TakeBuffer() {
  const std::lock_guard lock(mutex);
  if (!free_buffers.empty()) {
    generated::JavaBuffer* buffer = free_buffers.back();
    free_buffers.pop_back();
    return *buffer;
  }
  buffers.push_back(std::make_unique<generated::JavaBuffer>());
  return *buffers.back();
}

void Vm::Impl::ReturnBuffer(generated::JavaBuffer& buffer) {
  const std::lock_guard lock(mutex);
  free_buffers.push_back(&buffer);
}

jobject Vm::Impl::PublishGlue(CountedEnv env, generated::Binding& binding, jobject glue) {
  jobject known = nullptr;
  std::vector<jobject> unused;
  {
    const std::lock_guard lock(mutex);
    unused.swap(orphans);
  }
  for (jobject orphan : unused) env.DeleteGlobalRef(orphan);
  {
    const std::lock_guard lock(mutex);
    if (open() && binding.glue.compare_exchange_strong(known, glue)) return glue;
  }
  env.DeleteGlobalRef(glue);
  if (known == nullptr) generated::ThrowDetached();
  return known;
}

void Vm::Impl::FillBuffer(CountedEnv env, generated::JavaBuffer& buffer) {
  const generated::CallBufferClass& type = call_buffer_class(env);
  jobject object = env.OtherNewObject(type.java_class, type.constructor);
  jobject array = nullptr;
  if (!env.ExceptionCheck() && object != nullptr) array = env.GetObjectField(object, type.bytes);
  if (array == nullptr) {
    ThrowError("out-of-memory", {"no call buffer: ", generated::DescribeAndClear(env)});
  }
  buffer.capacity = env.GetArrayLength(static_cast<jarray>(array));
  buffer.array = static_cast<jbyteArray>(env.NewGlobalRef(array));
  buffer.object = env.NewGlobalRef(object);
  env.DeleteLocalRef(array);
  env.DeleteLocalRef(object);
  if (buffer.array == nullptr || buffer.object == nullptr) {
    env.DeleteGlobalRef(std::exchange(buffer.array, nullptr));
    env.DeleteGlobalRef(std::exchange(buffer.object, nullptr));
    ThrowError("out-of-memory", {"no global reference for a call buffer"});
  }
}

}  // namespace causeway
