#include "runtime/peers/creation_stacks.h"

#include <dlfcn.h>
#include <unwind.h>

#include <cstdio>
#include <mutex>
#include <string_view>

#include "runtime/peers/demangle.h"
#include "runtime/peers/java_text.h"

namespace causeway::peers {
namespace {

struct Walk {
  std::vector<const void*>& frames;
  std::size_t most;
};

_Unwind_Reason_Code AddFrame(_Unwind_Context* context, void* walk_pointer) {
  auto& walk = *static_cast<Walk*>(walk_pointer);
  const auto address = _Unwind_GetIP(context);
  if (address == 0 || walk.frames.size() == walk.most) return _URC_END_OF_STACK;
  walk.frames.push_back(reinterpret_cast<const void*>(address));
  return _URC_NO_REASON;
}

Dl_info ModuleOf(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0) info = {};
  return info;
}

// "app::Row::Create()+0x1c (libapp.so)".
std::string Text(const void* address, const Dl_info& info) {
  std::string_view module = info.dli_fname == nullptr ? "?" : info.dli_fname;
  module.remove_prefix(module.rfind('/') + 1);
  const auto hex = [address](const void* from) {
    char text[32];
    std::snprintf(text, sizeof(text), "+0x%zx",
                  static_cast<std::size_t>(static_cast<const char*>(address) -
                                           static_cast<const char*>(from)));
    return std::string(text);
  };
  std::string name = info.dli_sname != nullptr ? Demangled(info.dli_sname) + hex(info.dli_saddr)
                                               : hex(info.dli_fbase);
  return name + " (" + std::string(module) + ")";
}

void ForgetException(JNIEnv* env) {
  if (env->ExceptionCheck() != JNI_FALSE) env->ExceptionClear();
}

}  // namespace

CreationStacks::CreationStacks(Vm& vm, std::size_t frames)
    : frames_(frames),
      stacks_class_(vm.FindClass("dev/causeway/generated/CreationStacks")),
      record_(vm.env()->GetMethodID(stacks_class_, "record", "(IJ)V")),
      frames_of_(vm.env()->GetMethodID(stacks_class_, "framesOf", "(IJI)[Ljava/lang/String;")) {
  JNIEnv* env = vm.env();
  const jobject stacks =
      env->NewObject(stacks_class_, env->GetMethodID(stacks_class_, "<init>", "()V"));
  if (stacks != nullptr) stacks_ = env->NewGlobalRef(stacks);
  env->DeleteLocalRef(stacks);
  ForgetException(env);
}

void CreationStacks::DeleteReferences(JNIEnv* env) const {
  env->DeleteGlobalRef(stacks_);
  env->DeleteGlobalRef(stacks_class_);
}

void CreationStacks::Record(JNIEnv* env, Handle peer) {
  // Some of the frames are ours.
  constexpr std::size_t kOwn = 8;
  std::vector<const void*> frames;
  frames.reserve(frames_ + kOwn);
  Walk walk{frames, frames_ + kOwn};
  _Unwind_Backtrace(&AddFrame, &walk);
  {
    const std::lock_guard lock(mutex_);
    if (entries_.size() <= peer.index()) entries_.resize(peer.index() + 1);
    Entry& entry = entries_[peer.index()];
    if (entry.peer == peer) return;
    entry = {peer, std::move(frames)};
  }
  if (stacks_ == nullptr) return;
  env->CallVoidMethod(stacks_, record_, static_cast<jint>(peer.index()),
                      static_cast<jlong>(peer.bits()));
  ForgetException(env);
}

CreationStack CreationStacks::Of(JNIEnv* env, Handle peer) const {
  CreationStack stack;
  {
    const std::lock_guard lock(mutex_);
    if (entries_.size() > peer.index() && entries_[peer.index()].peer == peer) {
      const void* own = ModuleOf(reinterpret_cast<const void*>(&AddFrame)).dli_fbase;
      for (const void* frame : entries_[peer.index()].frames) {
        const Dl_info module = ModuleOf(frame);
        if (stack.native.empty() && own != nullptr && module.dli_fbase == own) continue;
        if (stack.native.size() == frames_) break;
        stack.native.push_back(Text(frame, module));
      }
    }
  }
  if (stacks_ == nullptr) return stack;
  const auto frames = static_cast<jobjectArray>(
      env->CallObjectMethod(stacks_, frames_of_, static_cast<jint>(peer.index()),
                            static_cast<jlong>(peer.bits()), static_cast<jint>(frames_)));
  ForgetException(env);
  if (frames == nullptr) return stack;
  const jsize size = env->GetArrayLength(frames);
  for (jsize i = 0; i < size; ++i) {
    const auto frame = static_cast<jstring>(env->GetObjectArrayElement(frames, i));
    if (frame == nullptr) continue;
    stack.java.push_back(Utf16Of(env, frame));
    env->DeleteLocalRef(frame);
  }
  env->DeleteLocalRef(frames);
  return stack;
}

}  // namespace causeway::peers
