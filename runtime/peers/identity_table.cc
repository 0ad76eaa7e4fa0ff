#include "runtime/peers/identity_table.h"

#include <algorithm>
#include <mutex>

namespace causeway::peers {
namespace {

constexpr std::size_t kSmallest = 16;

}  // namespace

IdentityTable::IdentityTable(EpochDomain& epochs) : epochs_(epochs), array_(new Array(kSmallest)) {}

IdentityTable::~IdentityTable() { delete array_.load(std::memory_order_relaxed); }

std::size_t IdentityTable::Put(Array& array, std::uint64_t entry) {
  const std::uint32_t hash = HashOf(entry);
  std::size_t bucket = 1;
  std::size_t i = Place(hash, array);
  for (;; i = (i + 1) & array.mask) {
    const std::uint64_t there = array.entries[i].load(std::memory_order_relaxed);
    if (there == kEmpty) break;
    if (HashOf(there) == hash && there != kTombstone) ++bucket;
  }
  array.entries[i].store(entry, std::memory_order_release);
  return bucket;
}

// At most half full, so that probes stay short and the next rebuild is as far away as this size.
void IdentityTable::Rebuild(std::size_t entries) {
  std::size_t capacity = kSmallest;
  while (capacity < 2 * entries) capacity *= 2;
  auto* next = new Array(capacity);
  Array* old = array_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i <= old->mask; ++i) {
    const std::uint64_t entry = old->entries[i].load(std::memory_order_relaxed);
    if (entry != kEmpty && entry != kTombstone) Put(*next, entry);
  }
  used_ = size_;
  array_.store(next, std::memory_order_release);
  epochs_.Retire([old] { delete old; });
}

void IdentityTable::InsertNext(std::uint32_t hash, std::uint32_t index) {
  const std::size_t capacity = array_.load(std::memory_order_relaxed)->mask + 1;
  if (4 * (used_ + 1) > 3 * capacity) Rebuild(size_ + 1);
  longest_bucket_ =
      std::max(longest_bucket_, Put(*array_.load(std::memory_order_relaxed), Entry(hash, index)));
  ++size_;
  ++used_;
  version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void IdentityTable::Remove(std::uint32_t hash, std::uint32_t index) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t entry = Entry(hash, index);
  Array& array = *array_.load(std::memory_order_relaxed);
  std::size_t i = Place(hash, array);
  while (array.entries[i].load(std::memory_order_relaxed) != entry) i = (i + 1) & array.mask;
  // Nothing was ever placed beyond an empty entry, so in front of one no tombstone is needed; nor
  // are those before it.
  if (array.entries[(i + 1) & array.mask].load(std::memory_order_relaxed) != kEmpty) {
    array.entries[i].store(kTombstone, std::memory_order_release);
  } else {
    array.entries[i].store(kEmpty, std::memory_order_release);
    --used_;
    for (i = (i - 1) & array.mask; array.entries[i].load(std::memory_order_relaxed) == kTombstone;
         i = (i - 1) & array.mask) {
      array.entries[i].store(kEmpty, std::memory_order_release);
      --used_;
    }
  }
  --size_;
  // Gives memory back after a crowd has left.
  if (array.mask + 1 > kSmallest && 16 * size_ < array.mask + 1) Rebuild(size_);
}

std::size_t IdentityTable::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

std::size_t IdentityTable::capacity() const {
  const std::lock_guard lock(mutex_);
  return array_.load(std::memory_order_relaxed)->mask + 1;
}

std::size_t IdentityTable::longest_bucket() const {
  const std::lock_guard lock(mutex_);
  return longest_bucket_;
}

}  // namespace causeway::peers
