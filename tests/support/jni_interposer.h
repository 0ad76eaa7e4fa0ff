// Counts what a thread does through JNI: its JNIEnv gets a copy of the JNI function table in which
// every function first counts itself and then calls the original. Works with -Xcheck:jni, whose
// checking functions are then the originals.
//
// One thread, one interposer: a JNIEnv belongs to its thread, so nothing here is shared. Functions
// with "..." are left alone; in C++ the methods of JNIEnv call the V and A forms instead.
#pragma once

#include <jni.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace causeway::test {

struct JniNumbers {
  // Calls by name of the JNI function; only functions that were called.
  std::map<std::string, std::uint64_t> calls;
  // References that JNI functions returned (a null is none).
  std::uint64_t local_references = 0;
  std::uint64_t global_references = 0;
  std::uint64_t weak_references = 0;
  // Local references that DeleteLocalRef took.
  std::uint64_t deleted_local_references = 0;
  // Copied by Set<Type>ArrayRegion, and by Get<Type>ArrayRegion and GetString[UTF]Region.
  std::uint64_t bytes_to_java = 0;
  std::uint64_t bytes_from_java = 0;
  // Length in elements of the array of the last region copy.
  jsize last_region_array_length = -1;
  // Every native method that RegisterNatives bound: "name signature".
  std::vector<std::string> registered;

  std::uint64_t total() const;
  // Calls of Call<Type>Method[A|V] and their static and nonvirtual kin.
  std::uint64_t method_calls() const;
  std::uint64_t operator[](const std::string& name) const;
};

class JniInterposer {
 public:
  // `env` is the calling thread's.
  explicit JniInterposer(JNIEnv* env);
  ~JniInterposer();
  JniInterposer(const JniInterposer&) = delete;
  JniInterposer& operator=(const JniInterposer&) = delete;

  // Since the start or the last Reset().
  JniNumbers Read() const;
  void Reset();

  // ---- Faults. A reference that is refused is null without an exception, which JNI allows.
  // Refuses the `nth` reference from now (1: the next) that a New… function is to make.
  void FailOnce(std::uint64_t nth);
  // True once that has happened.
  bool failed() const;
  // Refuses global references while as many as `limit` that were made since the start live.
  void LimitGlobalReferences(std::uint64_t limit);

  struct State;

 private:
  JNIEnv* env_;
  std::unique_ptr<State> state_;
};

}  // namespace causeway::test
