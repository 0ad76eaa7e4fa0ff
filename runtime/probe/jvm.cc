#include "runtime/probe/jvm.h"

#include <cstdlib>

namespace causeway::probe {

Jvm::Jvm(Vm& vm) : vm_(vm), env_(vm.env()), loop_(vm.FindClass("dev/causeway/probe/ProbeLoop")) {
  // "1.8", "17"
  const std::string version = Property("java.specification.version");
  version_ = std::atoi(version.starts_with("1.") ? version.c_str() + 2 : version.c_str());

  const jclass factory = Class("java/lang/management/ManagementFactory");
  const auto bean = [&](const char* getter, const char* signature) {
    const jmethodID method = StaticMethod(factory, getter, signature);
    const jobject found = env_->CallStaticObjectMethod(factory, method);
    MustBeClear(getter);
    return found == nullptr ? nullptr : Keep(found);
  };
  compilation_ = bean("getCompilationMXBean", "()Ljava/lang/management/CompilationMXBean;");
  if (compilation_ != nullptr) {
    compilation_ms_ = env_->GetMethodID(Class("java/lang/management/CompilationMXBean"),
                                        "getTotalCompilationTime", "()J");
  }
  // Not every JVM has this interface.
  const jclass extended = env_->FindClass("com/sun/management/ThreadMXBean");
  if (extended == nullptr) {
    env_->ExceptionClear();
    return;
  }
  threads_ = bean("getThreadMXBean", "()Ljava/lang/management/ThreadMXBean;");
  if (env_->IsInstanceOf(threads_, extended) == JNI_FALSE) return;
  allocated_ = env_->GetMethodID(extended, "getThreadAllocatedBytes", "(J)J");
  const jclass thread = Class("java/lang/Thread");
  const jobject current = env_->CallStaticObjectMethod(
      thread, StaticMethod(thread, "currentThread", "()Ljava/lang/Thread;"));
  thread_id_ = env_->CallLongMethod(current, env_->GetMethodID(thread, "getId", "()J"));
  MustBeClear("the thread's identifier");
}

void Jvm::MustBeClear(const char* what) const {
  if (env_->ExceptionCheck() == JNI_FALSE) return;
  env_->ExceptionDescribe();
  env_->ExceptionClear();
  throw std::runtime_error(std::string(what) + ": a Java exception");
}

jclass Jvm::Class(const char* name) const {
  const jclass local = env_->FindClass(name);
  MustBeClear(name);
  return static_cast<jclass>(Keep(local));
}

jobject Jvm::Keep(jobject local) const {
  const jobject global = env_->NewGlobalRef(local);
  env_->DeleteLocalRef(local);
  if (global == nullptr) throw std::runtime_error("no global reference");
  return global;
}

jmethodID Jvm::StaticMethod(jclass type, const char* name, const char* signature) const {
  const jmethodID method = env_->GetStaticMethodID(type, name, signature);
  MustBeClear(name);
  return method;
}

std::string Jvm::Text(jobject string) const {
  if (string == nullptr) return {};
  const auto text = static_cast<jstring>(string);
  std::string result(static_cast<std::size_t>(env_->GetStringUTFLength(text)) + 1, '\0');
  env_->GetStringUTFRegion(text, 0, env_->GetStringLength(text), result.data());
  result.resize(result.size() - 1);
  env_->DeleteLocalRef(string);
  return result;
}

std::string Jvm::Property(const char* name) const {
  const jclass system = env_->FindClass("java/lang/System");
  const jstring key = env_->NewStringUTF(name);
  std::string value = Text(env_->CallStaticObjectMethod(
      system, StaticMethod(system, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;"), key));
  MustBeClear(name);
  env_->DeleteLocalRef(key);
  env_->DeleteLocalRef(system);
  return value;
}

std::string Jvm::Collectors() const {
  std::string names = Text(env_->CallStaticObjectMethod(
      loop_, StaticMethod(loop_, "collectors", "()Ljava/lang/String;")));
  MustBeClear("the names of the collectors");
  return names;
}

std::int64_t Jvm::CompilationMs() const {
  return compilation_ == nullptr ? 0 : env_->CallLongMethod(compilation_, compilation_ms_);
}

std::int64_t Jvm::AllocatedBytes() const {
  return allocated_ == nullptr ? -1 : env_->CallLongMethod(threads_, allocated_, thread_id_);
}

}  // namespace causeway::probe
