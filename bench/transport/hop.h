// The other thread of a channel: runs one request at a time, while the caller waits.
//
// This is what a message loop costs at the least: no queue, no allocation, one wake-up there and
// one back. Two flavours: kSleep parks at once (futex through std::atomic::wait, which is faster
// than a condition variable here); kSpin has both sides spin for up to 100 microseconds first,
// which burns a core and is no choice for an application, but shows what is left when the wake-ups
// are taken out.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "causeway/generated.h"

namespace causeway::bench {

class Hop {
 public:
  enum class Wait { kSleep, kSpin };
  using Function = void (*)(void* context, JNIEnv* env);

  Hop(Vm& vm, Wait wait);
  ~Hop();
  Hop(const Hop&) = delete;
  Hop& operator=(const Hop&) = delete;

  // Runs function(context, env of the other thread) there and returns when it has ended.
  void Run(Function function, void* context);
  // Wakes the other thread for nothing and does not wait: what a caller pays who goes on.
  void Post();

  template <class F>
  void Run(F&& f) {
    Run([](void* context,
           JNIEnv* env) { (*static_cast<std::remove_reference_t<F>*>(context))(env); },
        &f);
  }

 private:
  void Loop(Vm& vm);
  // Until `value` differs from `old`; returns the new one.
  std::uint32_t Await(std::atomic<std::uint32_t>& value, std::uint32_t old) const;

  const Wait wait_;
  Function function_ = nullptr;
  void* context_ = nullptr;
  alignas(64) std::atomic<std::uint32_t> request_{0};  // number of the newest request
  alignas(64) std::atomic<std::uint32_t> reply_{0};    // number of the newest request that is done
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace causeway::bench
