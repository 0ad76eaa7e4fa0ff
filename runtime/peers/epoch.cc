#include "runtime/peers/epoch.h"

#include <limits>
#include <mutex>

namespace causeway::peers {

EpochDomain::~EpochDomain() {
  for (const Retired& retired : retired_) retired.free();
  for (EpochRecord* record = records_.load(std::memory_order_acquire); record != nullptr;) {
    delete std::exchange(record, record->next_);
  }
}

EpochRecord& EpochDomain::Acquire() {
  for (EpochRecord* r = records_.load(std::memory_order_acquire); r != nullptr; r = r->next_) {
    bool free = false;
    if (r->in_use_.compare_exchange_strong(free, true, std::memory_order_acq_rel)) return *r;
  }
  auto* record = new EpochRecord;
  record->next_ = records_.load(std::memory_order_relaxed);
  while (!records_.compare_exchange_weak(record->next_, record, std::memory_order_acq_rel)) {
  }
  return *record;
}

std::uint64_t EpochDomain::OldestReader() const {
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  for (EpochRecord* r = records_.load(std::memory_order_acquire); r != nullptr; r = r->next_) {
    const std::uint64_t epoch = r->epoch_.load(std::memory_order_acquire);
    if (epoch != 0 && epoch < oldest) oldest = epoch;
  }
  return oldest;
}

std::uint64_t EpochDomain::NextEpoch() { return epoch_.fetch_add(1, std::memory_order_acq_rel); }

bool EpochDomain::Passed(std::uint64_t stamp) {
  return generated::HeavyBarrier() && OldestReader() > stamp;
}

void EpochDomain::Retire(std::function<void()> free) {
  const std::uint64_t stamp = NextEpoch();
  const std::lock_guard lock(mutex_);
  retired_.push_back({stamp, std::move(free)});
  size_.store(retired_.size(), std::memory_order_relaxed);
}

std::size_t EpochDomain::Reclaim() {
  std::vector<Retired> free;
  {
    const std::lock_guard lock(mutex_);
    if (retired_.empty() || !generated::HeavyBarrier()) return 0;
    const std::uint64_t oldest = OldestReader();
    while (!retired_.empty() && retired_.front().stamp < oldest) {
      free.push_back(std::move(retired_.front()));
      retired_.pop_front();
    }
    size_.store(retired_.size(), std::memory_order_relaxed);
  }
  for (const Retired& retired : free) retired.free();
  return free.size();
}

}  // namespace causeway::peers
