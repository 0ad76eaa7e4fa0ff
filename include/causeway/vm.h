// A Java VM as the runtime sees it: where threads attach and classes are found.
//
// Three ways to get one: Embed() starts a JVM in this process, Attach() takes one that exists (an
// application's own JNI_OnLoad passes its JavaVM*), Vm::FromEnv() finds it from a JNIEnv*. All
// state belongs to the Vm; a Vm& stays valid until the process ends, also after Detach() or
// Shutdown().
//
// A native thread attaches at its first use of the Vm (as a daemon: a forgotten native thread must
// not keep the JVM from exiting) and detaches when it ends. A thread that Java created, or that the
// application attached, is never detached by the runtime.
//
// Two rules of JNI are the caller's to keep, for to check them would cost each call more than
// everything else that the runtime adds:
//   * Nobody else detaches a thread that the runtime attached. A library that pairs Attach and
//     DetachCurrentThread must find it attached and leave it so (it asks GetEnv first); one that
//     does not must run on a thread that it attached itself, before our first call there. A call
//     after such a detach uses a JNIEnv that is gone, and crashes.
//   * No Java exception of the caller's own is pending at a call. If one is, the Java method runs
//     all the same and the call throws that exception as its own Error and clears it; only the
//     first call of a method notices, and throws "exception-pending".
//
// The runtime keeps global references to the classes that it uses, and with them their class loader
// and its statics, until Detach(). After it nothing in C++ holds the loader; but the native methods
// stay bound to this library, which therefore must stay loaded as long as they can be called.
#pragma once

#include <jni.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "causeway/counters.h"
#include "causeway/error.h"
#include "causeway/export.h"

namespace causeway {

struct AttachOptions {
  // Asked first for every class. Any reference; the runtime makes its own. Null: FindClass, then
  // the loader of the dev.causeway classes, then the thread's context class loader.
  jobject class_loader = nullptr;
};

struct EmbedOptions {
  std::vector<std::string> class_path;
  std::vector<std::string> options;  // e.g. "-Xcheck:jni", "-Xmx64m"
  // Path of libjvm.so. Empty: $JAVA_HOME, then the dynamic linker's search, then the usual folders.
  std::string libjvm;
};

class CAUSEWAY_EXPORT Vm {
 public:
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;

  // The Vm of `env`; attaches to it (with default options) if that has not happened yet. Throws
  // Error "null-argument".
  static Vm& FromEnv(JNIEnv* env);

  JavaVM* java_vm() const noexcept;
  // The JNIEnv of the calling thread, which attaches if it must. Throws Error "attach-failed" or
  // "vm-detached".
  JNIEnv* env();
  // A new global reference to the class `name` ("com/x/Foo"), found as AttachOptions says, from any
  // thread. Throws Error "class-not-found".
  jclass FindClass(const char* name);

  void EnableCounters(bool on);
  Counters ReadCounters() const;

  // Forgets this VM. New calls, in both directions and on all threads, get Error "vm-detached";
  // pending replies, those that Java waits for included, are completed with it; the calls that are
  // running end as usual and are waited for; then implementations are gone and global references
  // deleted. A later Attach() of the same JavaVM starts anew. Throws Error "inside-call", and does
  // nothing, if the calling thread is itself inside a call: an implementation, the callback of a
  // reply.
  void Detach();
  // Detach(), then DestroyJavaVM: waits for non-daemon Java threads. Only for a Vm from Embed().
  // Throws as Detach() does.
  void Shutdown();

  struct Impl;
  Impl& impl() noexcept { return *impl_; }

 private:
  friend struct Impl;
  explicit Vm(std::unique_ptr<Impl> impl);
  ~Vm();

  std::unique_ptr<Impl> impl_;
};

// The Vm of a running JavaVM. Repeated calls give the same Vm and add their class loader. Throws
// Error "null-argument", "exception-pending", and "vm-detached" while the Vm is being detached.
CAUSEWAY_EXPORT Vm& Attach(JavaVM* java_vm, const AttachOptions& options = {});

// Starts a JVM in this process (which can be done once). Throws Error "embed-failed".
CAUSEWAY_EXPORT Vm& Embed(const EmbedOptions& options);

// Keeps the calling thread attached while any guard of the thread lives; when the last one dies, a
// thread that was attached for guards only is detached. Guards nest and may die in any order.
class CAUSEWAY_EXPORT ThreadGuard {
 public:
  explicit ThreadGuard(Vm& vm);
  ~ThreadGuard();
  ThreadGuard(const ThreadGuard&) = delete;
  ThreadGuard& operator=(const ThreadGuard&) = delete;

  JNIEnv* env() const noexcept { return env_; }

 private:
  Vm* vm_;
  void* thread_;
  JNIEnv* env_;
};

// While it lives its thread is inside a call, whose end Detach() and Shutdown() wait for: for code
// that uses a JNIEnv by itself where another thread may end the Vm. Guards nest, the last one dies
// first.
class CAUSEWAY_EXPORT CallGuard {
 public:
  // Attaches the thread if it must. Throws Error "attach-failed" or "vm-detached".
  explicit CallGuard(Vm& vm);
  ~CallGuard();
  CallGuard(const CallGuard&) = delete;
  CallGuard& operator=(const CallGuard&) = delete;

  JNIEnv* env() const noexcept { return env_; }

 private:
  struct Mark;
  std::unique_ptr<Mark> mark_;
  JNIEnv* env_;
};

// Keeps an implementation of a FlutterApi registered. Destroying it unregisters; the implementation
// is destroyed when the last call inside it has returned (which may be at once, or on the thread of
// that call). If another implementation has replaced it meanwhile, that one stays.
class CAUSEWAY_EXPORT Registration {
 public:
  Registration() noexcept = default;
  Registration(Registration&& other) noexcept;
  Registration& operator=(Registration&& other) noexcept;
  ~Registration();

  void Unregister() noexcept;

  // For the runtime: takes over `implementation` of `slot`.
  Registration(void* slot, std::uint64_t implementation) noexcept
      : slot_(slot), implementation_(implementation) {}

 private:
  void* slot_ = nullptr;
  std::uint64_t implementation_ = 0;  // which one, of all that ever were
};

}  // namespace causeway
