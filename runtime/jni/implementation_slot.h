// Where Java finds the implementation of one instance of a FlutterApi: the jlong that the generated
// class keeps is the address of a slot. See hazard.h for the protocol.
//
// A slot lives while something refers to it: a Registration, or an object of the generated class
// that asked for it by bind0 and gives it back by Native.release, when the object has been
// collected (Instances.java). A call keeps its slot alive by keeping that object alive, as its
// receiver; so `uses` needs no part in calls.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "causeway/generated.h"
#include "runtime/jni/hazard.h"

namespace causeway::generated {

struct Implementation {
  std::shared_ptr<void> owner;
  void* api;
  // Tells it from one that is made later at the same address.
  std::uint64_t id = 0;
};

struct ImplementationSlot {
  ImplementationSlot(Vm::Impl& vm_impl, const ApiSpec& api, std::string_view name)
      : vm(vm_impl), spec(api), instance(name) {
    PrepareBarriers();
  }

  // The implementation to call, published in `hazard` until Leave(); null if there is none.
  const Implementation* Enter(HazardEntry& hazard) noexcept {
    const Implementation* found = current_.load(std::memory_order_acquire);
    while (true) {
      hazard.store(found, std::memory_order_release);
      LightBarrier();
      const Implementation* again = current_.load(std::memory_order_acquire);
      if (again == found) [[likely]] {
        return found;
      }
      found = again;
    }
  }
  void Leave(HazardEntry& hazard) noexcept {
    hazard.store(nullptr, std::memory_order_release);
    LightBarrier();
    if (has_retired_.load(std::memory_order_relaxed)) [[unlikely]] {
      Reclaim();
    }
  }

  // Nothing is in it and nobody inside.
  bool idle() const noexcept {
    return current_.load(std::memory_order_acquire) == nullptr &&
           !has_retired_.load(std::memory_order_relaxed);
  }

  // Puts `next` (null: nothing) in place of the current implementation.
  void Replace(std::unique_ptr<const Implementation> next);
  // Takes the implementation `id` out if it is still the current one.
  void Remove(std::uint64_t id);

  Vm::Impl& vm;
  const ApiSpec& spec;
  const std::string instance;
  int uses = 0;  // guarded by Vm::Impl::mutex

 private:
  void Retire(const Implementation* old);
  // Destroys what nobody is inside of, outside of the lock.
  void Reclaim() noexcept;

  std::atomic<const Implementation*> current_{nullptr};
  std::atomic<bool> has_retired_{false};
  std::mutex mutex_;
  std::vector<std::unique_ptr<const Implementation>> retired_;
};

}  // namespace causeway::generated
