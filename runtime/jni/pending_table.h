// Asynchronous calls that wait for their reply, by token: the continuations of up-calls, and the
// down-calls that an implementation has not answered. Whoever takes an entry out delivers it, so a
// reply is delivered once however many threads try; no user code runs under the lock.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "causeway/generated.h"

namespace causeway::generated {

class PendingTable {
 public:
  struct Entry {
    std::unique_ptr<PendingReply> reply;  // null: Java waits,
    jlong java_token = 0;                 // under this
    const codec::Table* table = nullptr;  // null only in an empty entry
  };

  // A token that is neither 0 nor was ever given before.
  std::uint64_t Add(Entry entry) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t token = ++last_token_;
    entries_.emplace(token, std::move(entry));
    return token;
  }

  // The entry, which is then gone; an empty one if the token is unknown or was taken before.
  Entry Take(std::uint64_t token) {
    const std::lock_guard lock(mutex_);
    auto node = entries_.extract(token);
    return node.empty() ? Entry{} : std::move(node.mapped());
  }

  std::vector<Entry> TakeAll() {
    const std::lock_guard lock(mutex_);
    std::vector<Entry> all;
    for (auto& [token, entry] : entries_) all.push_back(std::move(entry));
    entries_.clear();
    return all;
  }

  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return entries_.size();
  }

 private:
  std::mutex mutex_;
  std::uint64_t last_token_ = 0;
  std::unordered_map<std::uint64_t, Entry> entries_;
};

}  // namespace causeway::generated
