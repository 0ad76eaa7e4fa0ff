#include "runtime/jni/implementation_slot.h"

#include <algorithm>
#include <utility>

namespace causeway::generated {

void ImplementationSlot::Replace(std::unique_ptr<const Implementation> next) {
  Retire(current_.exchange(next.release(), std::memory_order_acq_rel));
}

void ImplementationSlot::Remove(const void* implementation) {
  const auto* expected = static_cast<const Implementation*>(implementation);
  if (current_.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel)) {
    Retire(expected);
  }
}

void ImplementationSlot::Retire(const Implementation* old) {
  if (old == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    retired_.emplace_back(old);
    has_retired_.store(true, std::memory_order_relaxed);
  }
  Reclaim();
}

void ImplementationSlot::Reclaim() noexcept {
  std::vector<std::unique_ptr<const Implementation>> dead;
  {
    const std::lock_guard lock(mutex_);
    if (!HeavyBarrier()) return;
    const std::vector<const void*> published = HazardRecord::Published();
    const auto first_dead =
        std::partition(retired_.begin(), retired_.end(), [&published](const auto& retired) {
          return std::find(published.begin(), published.end(), retired.get()) != published.end();
        });
    dead.assign(std::make_move_iterator(first_dead), std::make_move_iterator(retired_.end()));
    retired_.erase(first_dead, retired_.end());
    has_retired_.store(!retired_.empty(), std::memory_order_relaxed);
  }
  // The destructors of `dead` are the user's and may call anything.
}

}  // namespace causeway::generated
