#include "bench/transport/hop.h"

#include <chrono>

namespace causeway::bench {
namespace {

void Nothing(void*, JNIEnv*) {}

}  // namespace

Hop::Hop(Vm& vm, Wait wait) : wait_(wait), thread_([this, &vm] { Loop(vm); }) {}

Hop::~Hop() {
  stop_ = true;
  request_.fetch_add(1);
  request_.notify_one();
  thread_.join();
}

std::uint32_t Hop::Await(std::atomic<std::uint32_t>& value, std::uint32_t old) const {
  if (wait_ == Wait::kSpin) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
    do {
      for (int i = 0; i < 64; ++i) {
        const std::uint32_t now = value.load(std::memory_order_acquire);
        if (now != old) return now;
        __builtin_ia32_pause();
      }
    } while (std::chrono::steady_clock::now() < end);
  }
  value.wait(old, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

void Hop::Post() {
  // Posts follow each other without waiting, so the function is set when none is under way.
  if (function_ != &Nothing) {
    Run(&Nothing, nullptr);
  }
  request_.fetch_add(1, std::memory_order_release);
  request_.notify_one();
}

void Hop::Run(Function function, void* context) {
  // A request that was only posted may still run: its function is replaced after it is done.
  for (std::uint32_t done = reply_.load(); done != request_.load(std::memory_order_relaxed);) {
    done = Await(reply_, done);
  }
  function_ = function;
  context_ = context;
  const std::uint32_t mine = request_.fetch_add(1, std::memory_order_release) + 1;
  request_.notify_one();
  Await(reply_, mine - 1);
}

void Hop::Loop(Vm& vm) {
  const ThreadGuard guard(vm);
  std::uint32_t seen = 0;
  for (;;) {
    seen = Await(request_, seen);
    if (stop_) return;
    function_(context_, guard.env());
    reply_.store(seen, std::memory_order_release);
    reply_.notify_one();
  }
}

}  // namespace causeway::bench
