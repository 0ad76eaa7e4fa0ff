// The table of the gates: what one call of each shape may do at the boundary.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "gates.h"
#include "tests/jvm/gates_values.h"

namespace causeway::test {

using Calls = std::map<std::string, std::uint64_t>;

// Number of an object in Plain.java.
enum Plain : int {
  kNone,
  kLong,
  kDouble,
  kPoint,
  kSeven,
  kEight,
  kNine,
  kText,
  kBytes,
  kFive,
  kDoubles,
  kPoints,
  kCounts,
  kObject,
  kWide,
  kMixed,
  kEmptyWide,
  // Reading a user's collection makes its iterator (until the second compiler removes it).
  kWalkPoints,
  kWalkCounts,
  kWalkObject,
  kWalkWide,
  kWalkList,
  kThrownLong,  // the Long that comes as an exception
  kFrench,      // text with a character that is not ASCII
};

struct Shape {
  std::string name;
  std::function<void()> call;  // an up-call
  int number = -1;             // of a down-call, in DownCalls.java
  int size = 0;                // of collections, text and arrays
  Calls operations = {};       // JNI functions of one call
  std::size_t to_java = 0;     // bytes that they copy
  std::size_t from_java = 0;
  std::uint64_t locals = 0;  // local references: one for each array or string that crosses
  std::uint64_t cpp_allocations = 0;
  Plain java_objects = kNone;

  friend std::ostream& operator<<(std::ostream& out, const Shape& shape) {
    return out << shape.name;
  }
};

// One Call<type>MethodA and the exception check behind it; `more` as the shape needs.
Calls UpCalls(const std::string& type, Calls more = {});
// The encoded result or the slots of a class.
inline const Calls kGet = {{"GetByteArrayRegion", 1}};
// The encoded arguments, or what kGet gets.
inline const Calls kSet = {{"SetByteArrayRegion", 1}};

// Collections, text and arrays have `n` elements.
std::vector<Shape> UpShapes(gates::Up& up, const Sent& sent, int n);
// The same for the other direction. The crossing itself is the native method's entry, so a call of
// scalars uses no JNI function at all.
std::vector<Shape> DownShapes(int n);

}  // namespace causeway::test
