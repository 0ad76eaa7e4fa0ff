// The rows of the price list. A row is an operation in a loop; its floor is the row that does
// nothing but the same loop, or the same crossing, so that the difference is the operation's own
// price. In what a floor costs and what it does not, a row of C++ and a row of Java differ:
//   native  a loop in C++ on an attached thread without a Java frame
//   java    a loop in Java, one method each, so that the JIT compiler sees one call site
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/probe/jvm.h"

namespace causeway::probe {

struct Row {
  std::string group;
  std::string name;   // unique
  std::string floor;  // name of another row; empty: this is one
  std::string about;
  std::function<void(std::int64_t calls)> run;
  std::function<void()> before;  // each sample, not timed; may be empty
  std::function<void()> after;
};

struct LeftOut {
  std::string name;
  std::string why;
};

inline constexpr const char* kNativeLoop = "loop in C++";
inline constexpr const char* kJavaLoop = "loop in Java";
inline constexpr const char* kEmptyCall = "Java to C++, no argument";
inline constexpr const char* kObjectCall = "Java to C++, an object";
inline constexpr const char* kManagedCall = "CallStaticVoidMethodA, no argument";

using Rows = std::vector<Row>;

// They register the natives that they need and keep what the rows use until the program ends.
void AddPrimitives(const Jvm& jvm, Rows& rows);
void AddText(const Jvm& jvm, Rows& rows);
void AddArrays(const Jvm& jvm, Rows& rows);
void AddCalls(const Jvm& jvm, Rows& rows);
void AddForeign(const Jvm& jvm, Rows& rows, std::vector<LeftOut>& left_out);
void AddLookups(const Jvm& jvm, Rows& rows);
void AddTransports(const Jvm& jvm, Rows& rows);

template <class T>
void Use(const T& value) {
  asm volatile("" : : "g"(value) : "memory");
}

// A loop in C++.
template <class Body>
Row NativeRow(std::string group, std::string name, std::string about, Body body,
              std::string floor = kNativeLoop) {
  Row row{std::move(group), std::move(name), std::move(floor), std::move(about), {}, {}, {}};
  row.run = [body](std::int64_t calls) {
    for (std::int64_t i = 0; i < calls; ++i) {
      body();
      asm volatile("" : : : "memory");
    }
  };
  return row;
}

// `method` is a static (I)J of ProbeLoop.
Row JavaRow(const Jvm& jvm, std::string group, std::string name, std::string about,
            const char* method, std::string floor = kJavaLoop);

template <class Function>
JNINativeMethod Native(const char* name, const char* signature, Function* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature), reinterpret_cast<void*>(function)};
}
template <std::size_t N>
void Register(const Jvm& jvm, const JNINativeMethod (&methods)[N]) {
  jvm.env()->RegisterNatives(jvm.loop(), methods, static_cast<jint>(N));
  jvm.MustBeClear("RegisterNatives");
}

}  // namespace causeway::probe
