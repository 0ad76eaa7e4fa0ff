// Counts what this program allocates with operator new (runtime/probe/allocations.cc replaces it),
// on the calling thread, while an AllocationScope lives. What happens in an AllocationPause inside
// of it is not counted: the test's own implementation of an API.
#pragma once

#include <cstdint>

namespace causeway::test {

class AllocationScope {
 public:
  AllocationScope();
  ~AllocationScope();
  AllocationScope(const AllocationScope&) = delete;
  AllocationScope& operator=(const AllocationScope&) = delete;
  std::uint64_t count() const;
};

class AllocationPause {
 public:
  AllocationPause();
  ~AllocationPause();
  AllocationPause(const AllocationPause&) = delete;
  AllocationPause& operator=(const AllocationPause&) = delete;

 private:
  bool outermost_;
  std::uint64_t begin_;
};

}  // namespace causeway::test
