// libjvm.so is opened with dlopen, not linked: the runtime also lives in applications whose JVM
// comes from elsewhere (a launcher, Android), and the JDK is chosen when the program runs.
#include <dlfcn.h>
#if !defined(__ANDROID__)
#include <glob.h>
#endif

#include <atomic>
#include <cstdlib>

#include "causeway/vm.h"
#include "runtime/codec/text.h"
#include "runtime/jni/class_lookup.h"
#include "runtime/jni/thread.h"
#include "runtime/jni/vm_impl.h"

namespace causeway {
namespace {

using CreateFunction = jint (*)(JavaVM**, void**, void*);

CreateFunction LoadJvm(const std::string& chosen) {
  std::vector<std::string> candidates;
  if (!chosen.empty()) {
    candidates.push_back(chosen);
  } else {
    if (const char* home = std::getenv("JAVA_HOME"); home != nullptr && *home != '\0') {
      candidates.push_back(Concat({home, "/lib/server/libjvm.so"}));
      candidates.push_back(Concat({home, "/jre/lib/amd64/server/libjvm.so"}));
    }
    candidates.push_back("libjvm.so");
    candidates.push_back("/usr/lib/jvm/default-java/lib/server/libjvm.so");
    candidates.push_back("/usr/lib/jvm/default/lib/server/libjvm.so");
#if !defined(__ANDROID__)
    // Debian installs no default link with a JDK of a certain version.
    glob_t found;
    if (glob("/usr/lib/jvm/*/lib/server/libjvm.so", 0, nullptr, &found) == 0) {
      // Backwards: 21 before 17 before 11.
      for (std::size_t i = found.gl_pathc; i > 0; --i) candidates.push_back(found.gl_pathv[i - 1]);
    }
    globfree(&found);
#endif
  }
  std::string tried;
  for (const std::string& candidate : candidates) {
    if (void* library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_GLOBAL)) {
      if (void* function = dlsym(library, "JNI_CreateJavaVM")) {
        return reinterpret_cast<CreateFunction>(function);
      }
    }
    const char* why = dlerror();
    tried += Concat({tried.empty() ? "" : "; ", why == nullptr ? candidate.c_str() : why});
  }
  ThrowError("embed-failed",
             {"no libjvm.so could be loaded (set JAVA_HOME or EmbedOptions::libjvm): ", tried});
}

const char* ResultName(jint result, bool started_before) {
  switch (result) {
    case JNI_EEXIST:
      return "a Java VM exists in this process already; use Attach()";
    case JNI_ENOMEM:
      return "not enough memory";
    case JNI_EINVAL:
      return "an option is invalid";
    case JNI_EVERSION:
      return "the JVM is too old";
    default:
      return started_before
                 ? "a process can start a JVM only once, and this one has tried or done so "
                   "before (use Detach() instead of Shutdown() to come back later)"
                 : "the JVM did not start (its message is on stderr)";
  }
}

}  // namespace

Vm& Embed(const EmbedOptions& options) {
  const CreateFunction create = LoadJvm(options.libjvm);
  std::vector<std::string> texts;
  if (!options.class_path.empty()) {
    std::string path;
    for (const std::string& entry : options.class_path)
      path += Concat({path.empty() ? "" : ":", entry});
    texts.push_back(Concat({"-Djava.class.path=", path}));
  }
  texts.insert(texts.end(), options.options.begin(), options.options.end());
  std::vector<JavaVMOption> java_options;
  for (std::string& text : texts) java_options.push_back({text.data(), nullptr});
  JavaVMInitArgs args{};
  args.version = JNI_VERSION_1_8;
  args.nOptions = static_cast<jint>(java_options.size());
  args.options = java_options.data();
  JavaVM* java_vm = nullptr;
  void* env = nullptr;
  // HotSpot says nothing when it is asked a second time.
  static std::atomic<bool> started{false};
  const bool started_before = started.exchange(true);
  const jint result = create(&java_vm, &env, &args);
  if (result != JNI_OK) {
    ThrowError("embed-failed", {ResultName(result, started_before), " (JNI_CreateJavaVM returned ",
                                Decimal(result), ")"});
  }
  Vm& vm = Attach(java_vm);
  vm.impl().embedded = true;
  generated::AdoptEmbeddingThread(vm.impl(), static_cast<JNIEnv*>(env));
  return vm;
}

}  // namespace causeway
