// What every JVM test program shares: one JVM with -Xcheck:jni, and a watcher of its output.
//
// The watcher is the parent of the program: before main() the process forks, the child runs the
// tests with both output streams in a pipe, and the parent passes everything on and looks for what
// -Xcheck:jni says. One complaint fails the whole program, even if every test passed and even if
// the JVM died of it. CAUSEWAY_NO_WATCHER=1 leaves the fork out, for a debugger.
#pragma once

#include <jni.h>

#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "causeway/vm.h"

namespace causeway::test {

// What -Xcheck:jni (or HotSpot itself) prints when native code breaks a rule; empty if `text` has
// none of it.
std::string FindComplaint(std::string_view text);

// The JVM of this program; started by the first call, with `options` besides -Xcheck:jni. The class
// path is in the environment variables CAUSEWAY_TEST_CLASS_PATH, separated by ':', and
// CAUSEWAY_TEST_EXTRA_JAR. CAUSEWAY_TEST_GC names a collector, such as Serial; if no JVM starts
// with it the program is skipped.
Vm& StartVm(const std::vector<std::string>& options);
Vm& TestVm();

// Calls of static Java methods through plain JNI, on the calling thread. A Java exception fails the
// running test and gives zero.
jlong CallLong(const char* java_class, const char* method, jlong argument = 0);
void CallVoid(const char* java_class, const char* method);

// Runs `static String method(String)` of a Java test class: null is success, else the text of what
// went wrong.
std::string RunJavaTest(const char* java_class, const std::string& test);

// False if it is not so within half a minute.
template <class Condition>
bool Eventually(Condition condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

// True if the calling thread is attached to the JVM.
bool IsAttached();

}  // namespace causeway::test
