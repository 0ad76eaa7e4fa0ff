#include "tests/jvm/allocation_counter.h"

#include "runtime/probe/allocations.h"

namespace causeway::test {
namespace {

thread_local std::uint64_t t_begin = 0;
thread_local std::uint64_t t_left_out = 0;
thread_local bool t_paused = false;

std::uint64_t Now() { return probe::AllocatedSoFar().count; }

}  // namespace

AllocationScope::AllocationScope() {
  t_begin = Now();
  t_left_out = 0;
}
AllocationScope::~AllocationScope() = default;
std::uint64_t AllocationScope::count() const { return Now() - t_begin - t_left_out; }

// Of pauses in each other the outermost counts.
AllocationPause::AllocationPause() : outermost_(!t_paused), begin_(Now()) { t_paused = true; }
AllocationPause::~AllocationPause() {
  if (!outermost_) return;
  t_left_out += Now() - begin_;
  t_paused = false;
}

}  // namespace causeway::test
