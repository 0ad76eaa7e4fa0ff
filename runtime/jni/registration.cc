#include "causeway/generated.h"
#include "runtime/codec/utf8.h"
#include "runtime/jni/api.h"
#include "runtime/jni/class_lookup.h"
#include "runtime/jni/implementation_slot.h"
#include "runtime/jni/java_errors.h"
#include "runtime/jni/thread.h"

namespace causeway {

Registration::Registration(Registration&& other) noexcept
    : slot_(std::exchange(other.slot_, nullptr)),
      implementation_(std::exchange(other.implementation_, 0)) {}

Registration& Registration::operator=(Registration&& other) noexcept {
  if (this != &other) {
    Unregister();
    slot_ = std::exchange(other.slot_, nullptr);
    implementation_ = std::exchange(other.implementation_, 0);
  }
  return *this;
}

Registration::~Registration() { Unregister(); }

void Registration::Unregister() noexcept {
  void* slot = std::exchange(slot_, nullptr);
  if (slot == nullptr) return;
  auto& known = *static_cast<generated::ImplementationSlot*>(slot);
  known.Remove(implementation_);
  known.vm.DropSlot(known);
}

namespace generated {
namespace {

// bind0 of every FlutterApi class: the slot of an instance, for Java to give back by
// Native.release; 0 if there is none, then Java will ask again. All classes share this function;
// which one calls is told by its class object.
jlong JNICALL Bind(JNIEnv* raw, jclass type, jstring instance) noexcept {
  Vm::Impl& vm = Vm::FromEnv(raw).impl();
  Thread& thread = EnteredThread(vm, raw);
  CountedEnv env = thread.counted();
  if (vm.counting.load(std::memory_order_relaxed)) CounterBlock::Add(vm.counters.other_crossings);
  const CallMark mark(thread);
  try {
    if (!mark.nested()) RequireOpen(vm);
    std::vector<ApiState*> apis;
    {
      const std::lock_guard lock(vm.mutex);
      for (auto& [spec, api] : vm.apis) apis.push_back(api.get());
    }
    const std::string name =
        instance == nullptr ? std::string() : codec::Utf16ToUtf8(env.StringContent(instance));
    for (ApiState* api : apis) {
      jclass known = api->java_class.load(std::memory_order_acquire);
      if (known != nullptr && env.IsSameObject(known, type)) {
        return reinterpret_cast<jlong>(vm.TakeKnownSlot(api->spec, name));
      }
    }
    throw Error("unregistered", "this class belongs to no API that is registered in C++");
  } catch (...) {
    ThrowErrorToJava(thread, CurrentError(), codec::kStandardTable);
    return 0;
  }
}

void BindNatives(Thread& thread, const ApiSpec& api, jclass type, const NativeSpec* natives,
                 int native_count) {
  std::vector<JNINativeMethod> methods;
  for (int i = 0; i < native_count; ++i) {
    // JNI wants char* and does not write to it.
    methods.push_back({const_cast<char*>(natives[i].name), const_cast<char*>(natives[i].signature),
                       natives[i].function});
  }
  methods.push_back({const_cast<char*>("bind0"), const_cast<char*>("(Ljava/lang/String;)J"),
                     reinterpret_cast<void*>(&Bind)});
  CountedEnv env = thread.counted();
  if (env.RegisterNatives(type, methods) != JNI_OK) {
    ThrowMemberNotFound(env, api.java_class, "native method of this definition");
  }
}

}  // namespace

Registration RegisterApi(Vm& vm, const ApiSpec& api, const NativeSpec* natives, int native_count,
                         std::shared_ptr<void> owner, void* implementation,
                         std::string_view instance) {
  if (implementation == nullptr) ThrowNullArgument("the implementation");
  Thread& thread = CurrentThread(vm.impl());
  const CallMark mark(thread);
  RequireOpen(vm.impl());
  ApiState& state = vm.impl().Api(api);
  if (!state.natives_bound.load(std::memory_order_acquire)) {
    // Twice by two threads at once is harmless: the same functions.
    BindNatives(thread, api, ResolveClass(thread, state), natives, native_count);
    vm.impl().BindRuntimeNatives(thread.counted());
    state.natives_bound.store(true, std::memory_order_release);
  }
  static std::atomic<std::uint64_t> last_id{0};
  auto next = std::make_unique<const Implementation>(
      Implementation{std::move(owner), implementation, ++last_id});
  ImplementationSlot& slot = vm.impl().TakeSlot(api, instance);
  Registration registration(&slot, next->id);
  slot.Replace(std::move(next));
  return registration;
}

}  // namespace generated
}  // namespace causeway
