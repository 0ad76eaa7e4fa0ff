// What the runtime did at the boundary since Vm::EnableCounters(true). Off by default; switched off
// they cost one predictable branch per site.
#pragma once

#include <cstdint>
#include <string>

#include "causeway/export.h"

namespace causeway {

struct Counters {
  // Crossings that are API calls: C++ calls Java, Java calls C++ (asynchronous replies included).
  std::uint64_t up_calls = 0;
  std::uint64_t down_calls = 0;
  // Crossings that are no API call: instance binding, class loaders, description of an exception.
  std::uint64_t other_crossings = 0;
  // JNI functions that cross nothing (region copies, references, exception checks, look-ups).
  // The calls through the JNI function table are up_calls + jni_operations + the part of
  // other_crossings that starts in C++ (upward_others).
  std::uint64_t jni_operations = 0;
  std::uint64_t upward_others = 0;
  // Bytes copied into and out of Java arrays and strings.
  std::uint64_t bytes_to_java = 0;
  std::uint64_t bytes_from_java = 0;
  // References that the runtime received or made, by kind. It makes no weak one.
  std::uint64_t local_references = 0;
  std::uint64_t global_references = 0;
  std::uint64_t weak_references = 0;
  std::uint64_t threads_attached = 0;

  friend bool operator==(const Counters&, const Counters&) = default;
};

// One JSON object, keys as the members above.
CAUSEWAY_EXPORT std::string ToJson(const Counters& counters);
// Member by member; `later` was read after `earlier` from the same Vm.
CAUSEWAY_EXPORT Counters operator-(const Counters& later, const Counters& earlier);

}  // namespace causeway
