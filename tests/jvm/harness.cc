#include "tests/jvm/harness.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace causeway::test {
namespace {

Vm* g_vm = nullptr;

// Writes all of it; the reader of our output may be gone, which is no reason to fail.
void PassOn(const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(STDOUT_FILENO, data, size);
    if (written <= 0) return;
    data += written;
    size -= static_cast<std::size_t>(written);
  }
}

[[noreturn]] void Watch(int from, pid_t child) {
  std::string text;
  std::array<char, 4096> chunk{};
  ssize_t n = 0;
  while ((n = read(from, chunk.data(), chunk.size())) > 0) {
    PassOn(chunk.data(), static_cast<std::size_t>(n));
    text.append(chunk.data(), static_cast<std::size_t>(n));
  }
  int status = 0;
  waitpid(child, &status, 0);
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (WIFSIGNALED(status)) {
    std::printf("The test program died of signal %d.\n", WTERMSIG(status));
  }
  if (const std::string complaint = FindComplaint(text); !complaint.empty()) {
    std::printf("-Xcheck:jni complained: %s\n", complaint.c_str());
    code = 1;
  }
  std::fflush(stdout);
  _exit(code);
}

[[gnu::constructor]] void StartWatcher() {
  if (std::getenv("CAUSEWAY_NO_WATCHER") != nullptr) return;
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return;
  if (child > 0) {
    close(ends[1]);
    Watch(ends[0], child);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  dup2(ends[1], STDOUT_FILENO);
  dup2(ends[1], STDERR_FILENO);
  close(ends[0]);
  close(ends[1]);
}

std::string TakePendingException(JNIEnv* env) {
  const jthrowable thrown = env->ExceptionOccurred();
  env->ExceptionClear();
  const jclass object = env->FindClass("java/lang/Object");
  const jmethodID to_string = env->GetMethodID(object, "toString", "()Ljava/lang/String;");
  const auto text = static_cast<jstring>(env->CallObjectMethod(thrown, to_string));
  std::string result = "an exception without text";
  if (!env->ExceptionCheck() && text != nullptr) {
    const char* chars = env->GetStringUTFChars(text, nullptr);
    result = chars;
    env->ReleaseStringUTFChars(text, chars);
  }
  env->ExceptionClear();
  env->DeleteLocalRef(text);
  env->DeleteLocalRef(object);
  env->DeleteLocalRef(thrown);
  return result;
}

struct StaticMethod {
  jclass holder;
  jmethodID id;
};

StaticMethod Find(JNIEnv* env, const char* java_class, const char* method, const char* signature) {
  const jclass holder = env->FindClass(java_class);
  const jmethodID id =
      holder == nullptr ? nullptr : env->GetStaticMethodID(holder, method, signature);
  if (id == nullptr) {
    ADD_FAILURE() << java_class << '.' << method << signature << ": " << TakePendingException(env);
  }
  return {holder, id};
}

}  // namespace

std::string FindComplaint(std::string_view text) {
  for (const std::string_view mark :
       {"WARNING in native method", "FATAL ERROR in native method", "WARNING: JNI local refs",
        "A fatal error has been detected by the Java Runtime"}) {
    const std::size_t at = text.find(mark);
    if (at != std::string_view::npos) {
      return std::string(text.substr(at, text.find('\n', at) - at));
    }
  }
  return {};
}

Vm& StartVm(const std::vector<std::string>& options) {
  if (g_vm != nullptr) return *g_vm;
  EmbedOptions embed;
  const char* path = std::getenv("CAUSEWAY_TEST_CLASS_PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    embed.class_path.emplace_back(rest.substr(0, end));
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  if (const char* extra = std::getenv("CAUSEWAY_TEST_EXTRA_JAR")) embed.class_path.push_back(extra);
  embed.options = {"-Xcheck:jni", "-Xmx256m", "-XX:-UsePerfData"};
  embed.options.insert(embed.options.end(), options.begin(), options.end());
  if (const char* libjvm = std::getenv("CAUSEWAY_LIBJVM")) embed.libjvm = libjvm;
  const char* gc = std::getenv("CAUSEWAY_TEST_GC");
  if (gc != nullptr) embed.options.push_back(std::string("-XX:+Use") + gc + "GC");
  try {
    g_vm = &Embed(embed);
  } catch (const Error& error) {
    if (gc == nullptr) throw;
    // Not every JVM is built with every collector.
    std::printf("SKIPPED: no JVM with %sGC: %s\n", gc, error.what());
    std::fflush(stdout);
    std::_Exit(77);
  }
  return *g_vm;
}

Vm& TestVm() { return StartVm({}); }

jlong CallLong(const char* java_class, const char* method, jlong argument) {
  JNIEnv* env = TestVm().env();
  const StaticMethod found = Find(env, java_class, method, "(J)J");
  if (found.id == nullptr) return 0;
  const jlong result = env->CallStaticLongMethod(found.holder, found.id, argument);
  if (env->ExceptionCheck()) {
    ADD_FAILURE() << java_class << '.' << method << ": " << TakePendingException(env);
  }
  env->DeleteLocalRef(found.holder);
  return result;
}

void CallVoid(const char* java_class, const char* method) {
  JNIEnv* env = TestVm().env();
  const StaticMethod found = Find(env, java_class, method, "()V");
  if (found.id == nullptr) return;
  env->CallStaticVoidMethod(found.holder, found.id);
  if (env->ExceptionCheck()) {
    ADD_FAILURE() << java_class << '.' << method << ": " << TakePendingException(env);
  }
  env->DeleteLocalRef(found.holder);
}

std::string RunJavaTest(const char* java_class, const std::string& test) {
  JNIEnv* env = TestVm().env();
  const StaticMethod found = Find(env, java_class, "run", "(Ljava/lang/String;)Ljava/lang/String;");
  if (found.id == nullptr) return "not found";
  const jstring name = env->NewStringUTF(test.c_str());  // an ASCII name
  const auto text = static_cast<jstring>(env->CallStaticObjectMethod(found.holder, found.id, name));
  std::string result;
  if (env->ExceptionCheck()) {
    result = TakePendingException(env);
  } else if (text != nullptr) {
    const char* chars = env->GetStringUTFChars(text, nullptr);
    result = chars;
    env->ReleaseStringUTFChars(text, chars);
  }
  env->DeleteLocalRef(text);
  env->DeleteLocalRef(name);
  env->DeleteLocalRef(found.holder);
  return result;
}

bool IsAttached() {
  void* env = nullptr;
  return TestVm().java_vm()->GetEnv(&env, JNI_VERSION_1_8) == JNI_OK;
}

}  // namespace causeway::test
