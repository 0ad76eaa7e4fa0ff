#include "runtime/jni/implementation_slot.h"

#include <algorithm>
#include <utility>

namespace causeway::generated {

void ImplementationSlot::Replace(std::unique_ptr<const Implementation> next) {
  Retire(current_.exchange(next.release(), std::memory_order_acq_rel));
}

void ImplementationSlot::Remove(std::uint64_t id) {
  const Implementation* current = nullptr;
  {
    // Who takes it out meanwhile must have this lock to destroy it.
    const std::lock_guard lock(mutex_);
    current = current_.load(std::memory_order_acquire);
    if (current == nullptr || current->id != id) return;
    if (!current_.compare_exchange_strong(current, nullptr, std::memory_order_acq_rel)) return;
  }
  Retire(current);
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
