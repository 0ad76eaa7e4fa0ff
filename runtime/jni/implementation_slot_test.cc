#include "runtime/jni/implementation_slot.h"

#include <gtest/gtest.h>

#include <thread>

#include "runtime/jni/vm_impl.h"

namespace causeway::generated {
namespace {

const ApiSpec kSpec{"x/Y", 1, nullptr, 0, "Y", nullptr};

// No JavaVM: the slot only keeps the reference.
Vm::Impl& FakeVm() {
  static auto& impl = *new Vm::Impl(nullptr);
  return impl;
}

struct Probe {
  explicit Probe(std::atomic<int>& destroyed) : destroyed_(destroyed) {}
  ~Probe() {
    alive = false;
    ++destroyed_;
  }
  bool alive = true;
  std::atomic<int>& destroyed_;
};

std::unique_ptr<const Implementation> Make(std::atomic<int>& destroyed) {
  auto probe = std::make_shared<Probe>(destroyed);
  void* api = probe.get();
  static std::atomic<std::uint64_t> last_id{0};
  return std::make_unique<const Implementation>(Implementation{std::move(probe), api, ++last_id});
}

TEST(ImplementationSlotTest, DestroyedAtOnceWhenNobodyIsInside) {
  std::atomic<int> destroyed{0};
  ImplementationSlot slot(FakeVm(), kSpec, "");
  slot.Replace(Make(destroyed));
  EXPECT_EQ(destroyed, 0);
  slot.Replace(Make(destroyed));
  EXPECT_EQ(destroyed, 1);
  slot.Replace(nullptr);
  EXPECT_EQ(destroyed, 2);
}

TEST(ImplementationSlotTest, TheLastCallInsideDestroys) {
  std::atomic<int> destroyed{0};
  ImplementationSlot slot(FakeVm(), kSpec, "");
  slot.Replace(Make(destroyed));
  HazardRecord& record = HazardRecord::Acquire();
  HazardEntry& outer = record.Push();
  const Implementation* entered = slot.Enter(outer);
  HazardEntry& inner = record.Push();
  EXPECT_EQ(slot.Enter(inner), entered);
  slot.Remove(entered->id);
  EXPECT_EQ(destroyed, 0);
  EXPECT_TRUE(static_cast<Probe*>(entered->api)->alive);
  HazardEntry& empty = record.Push();
  EXPECT_EQ(slot.Enter(empty), nullptr);
  record.Pop();
  slot.Leave(empty);
  record.Pop();
  slot.Leave(inner);
  EXPECT_EQ(destroyed, 0);
  record.Pop();
  slot.Leave(outer);
  EXPECT_EQ(destroyed, 1);
  record.Release();
}

TEST(ImplementationSlotTest, RemoveLeavesASuccessorAlone) {
  std::atomic<int> destroyed{0};
  ImplementationSlot slot(FakeVm(), kSpec, "");
  auto first = Make(destroyed);
  const std::uint64_t key = first->id;
  slot.Replace(std::move(first));
  slot.Replace(Make(destroyed));
  slot.Remove(key);
  EXPECT_EQ(destroyed, 1);
  slot.Replace(nullptr);
}

// An allocator gives the memory of a dead implementation to the next one: an address tells nothing.
TEST(ImplementationSlotTest, RemoveIsNotFooledByReusedMemory) {
  std::atomic<int> destroyed{0};
  ImplementationSlot slot(FakeVm(), kSpec, "");
  constexpr int kRounds = 50;
  std::vector<std::uint64_t> dead;
  for (int i = 0; i < kRounds; ++i) {
    auto next = Make(destroyed);
    const std::uint64_t id = next->id;
    slot.Replace(std::move(next));
    for (const std::uint64_t old : dead) slot.Remove(old);
    ASSERT_EQ(destroyed, i) << "an old registration removed the current implementation";
    dead.push_back(id);
  }
  slot.Remove(dead.back());
  EXPECT_EQ(destroyed, kRounds);
}

TEST(ImplementationSlotTest, DeepNestingUsesMoreEntries) {
  std::atomic<int> destroyed{0};
  ImplementationSlot slot(FakeVm(), kSpec, "");
  slot.Replace(Make(destroyed));
  HazardRecord& record = HazardRecord::Acquire();
  std::vector<HazardEntry*> entries;
  const Implementation* entered = nullptr;
  for (int i = 0; i < 100; ++i) {
    entries.push_back(&record.Push());
    entered = slot.Enter(*entries.back());
  }
  slot.Remove(entered->id);
  while (!entries.empty()) {
    EXPECT_EQ(destroyed, 0);
    record.Pop();
    slot.Leave(*entries.back());
    entries.pop_back();
  }
  EXPECT_EQ(destroyed, 1);
  record.Release();
}

TEST(ImplementationSlotTest, ReplacedUnderLoad) {
  std::atomic<int> destroyed{0};
  ImplementationSlot slot(FakeVm(), kSpec, "");
  slot.Replace(Make(destroyed));
  std::atomic<bool> stop{false};
  std::atomic<long> entered{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      HazardRecord& record = HazardRecord::Acquire();
      while (!stop) {
        HazardEntry& entry = record.Push();
        if (const Implementation* found = slot.Enter(entry)) {
          ASSERT_TRUE(static_cast<Probe*>(found->api)->alive);
          ++entered;
        }
        record.Pop();
        slot.Leave(entry);
      }
      record.Release();
    });
  }
  constexpr int kRounds = 2000;
  for (int i = 0; i < kRounds; ++i) slot.Replace(i % 3 == 0 ? nullptr : Make(destroyed));
  slot.Replace(Make(destroyed));
  while (entered == 0) std::this_thread::yield();
  stop = true;
  for (std::thread& reader : readers) reader.join();
  slot.Replace(nullptr);
  // One before the loop, two of three rounds, one behind it.
  EXPECT_EQ(destroyed, 1 + kRounds - (kRounds + 2) / 3 + 1);
}

}  // namespace
}  // namespace causeway::generated
