// From an identity hash to the peers that may have it: open addressing that readers probe without a
// lock.
//
// An entry is one 64-bit word, the hash and the index of a slot, so that a reader sees both or
// neither. Several objects may share a hash (all of them, with -XX:hashCode=2), so a hit is a
// candidate, which the caller verifies with IsSameObject, and the probe goes on until an empty
// entry. Removed entries become tombstones; when they and the entries fill three quarters of the
// table it is rebuilt, as large as the entries need, and the old one is retired (epoch.h). Readers
// of the old table still find everything that was in it when they began.
//
// Writers hold a mutex of their own. `version` grows with every insertion: who looked for an object
// without the lock and found none may insert it if nothing was inserted meanwhile.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/peers/epoch.h"
#include "runtime/peers/waits.h"

namespace causeway::peers {

class IdentityTable {
 public:
  explicit IdentityTable(EpochDomain& epochs);
  ~IdentityTable();
  IdentityTable(const IdentityTable&) = delete;
  IdentityTable& operator=(const IdentityTable&) = delete;

  // Calls `same(index)` for each entry of `hash` until it returns true; that index, or kNone.
  // Inside a Section.
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  template <class Same>
  std::uint32_t Find(std::uint32_t hash, Same same) const {
    const Array& array = *array_.load(std::memory_order_acquire);
    for (std::size_t i = Place(hash, array);; i = (i + 1) & array.mask) {
      const std::uint64_t entry = array.entries[i].load(std::memory_order_acquire);
      if (entry == kEmpty) return kNone;
      if (HashOf(entry) == hash && entry != kTombstone && same(IndexOf(entry))) {
        return IndexOf(entry);
      }
    }
  }

  std::uint64_t version() const noexcept { return version_.load(std::memory_order_acquire); }
  // False, and nothing is inserted, if the version is another one or `publish()` gives false. That
  // runs under the lock, when nothing can come in between any more; it must be short.
  template <class Publish>
  bool Insert(std::uint32_t hash, std::uint32_t index, std::uint64_t version, Publish publish) {
    const std::lock_guard lock(mutex_);
    if (version_.load(std::memory_order_relaxed) != version || !publish()) return false;
    InsertNext(hash, index);
    return true;
  }
  bool Insert(std::uint32_t hash, std::uint32_t index, std::uint64_t version) {
    return Insert(hash, index, version, [] { return true; });
  }
  // The entry of this very slot, which must be there.
  void Remove(std::uint32_t hash, std::uint32_t index);

  std::size_t size() const;
  std::size_t capacity() const;
  std::size_t longest_bucket() const;  // the most entries of one hash that there ever were

 private:
  // An index is stored plus one.
  static constexpr std::uint64_t kEmpty = 0;
  static constexpr std::uint64_t kTombstone = 0xFFFFFFFF00000000;
  static std::uint64_t Entry(std::uint32_t hash, std::uint32_t index) {
    return (std::uint64_t{hash} << 32) | (index + 1);
  }
  static std::uint32_t HashOf(std::uint64_t entry) {
    return static_cast<std::uint32_t>(entry >> 32);
  }
  static std::uint32_t IndexOf(std::uint64_t entry) {
    return static_cast<std::uint32_t>(entry) - 1;
  }

  struct Array {
    explicit Array(std::size_t capacity)
        : mask(capacity - 1), entries(new std::atomic<std::uint64_t>[capacity]()) {}
    const std::size_t mask;
    const std::unique_ptr<std::atomic<std::uint64_t>[]> entries;
  };
  // Identity hashes of HotSpot are random, those of other VMs need not be: Fibonacci hashing.
  static std::size_t Place(std::uint32_t hash, const Array& array) {
    return ((hash * std::uint64_t{0x9E3779B97F4A7C15}) >> 32) & array.mask;
  }

  // Under the lock.
  void InsertNext(std::uint32_t hash, std::uint32_t index);
  void Rebuild(std::size_t entries);
  // Returns how many of the hash there are now.
  static std::size_t Put(Array& array, std::uint64_t entry);

  EpochDomain& epochs_;
  mutable Mutex mutex_;
  std::atomic<Array*> array_;
  std::atomic<std::uint64_t> version_{0};
  std::size_t size_ = 0;
  std::size_t used_ = 0;  // entries and tombstones
  std::size_t longest_bucket_ = 0;
};

}  // namespace causeway::peers
