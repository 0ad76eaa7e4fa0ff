#include "runtime/probe/allocations.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constinit thread_local causeway::probe::Allocated allocated;

void* Allocate(std::size_t size, std::size_t alignment) {
  ++allocated.count;
  allocated.bytes += size;
  void* memory = nullptr;
  if (alignment <= alignof(std::max_align_t)) {
    memory = std::malloc(size == 0 ? 1 : size);
  } else if (posix_memalign(&memory, alignment, size) != 0) {
    memory = nullptr;
  }
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The forms that the standard library does not forward to these two keep their own definition.
void* operator new(std::size_t size) { return Allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

namespace causeway::probe {

Allocated AllocatedSoFar() { return allocated; }

}  // namespace causeway::probe
