// Implements LoadedGuest: calls LoadedHost in every way on a native thread that it starts.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "loaded.h"

namespace causeway::test {

class LoadedGuestImpl final : public loaded::LoadedGuest {
 public:
  explicit LoadedGuestImpl(Vm& vm) : vm_(vm) {}

  // Whatever goes wrong on the native thread is thrown here.
  std::int64_t OnNativeThread(const loaded::Item& item, std::int64_t count) override {
    std::promise<std::int64_t> result;
    std::thread([&] {
      try {
        result.set_value(CallEverything(item, count));
      } catch (...) {
        result.set_exception(std::current_exception());
      }
    }).join();
    return result.get_future().get();
  }

 private:
  std::int64_t CallEverything(const loaded::Item& item, std::int64_t count) {
    const loaded::LoadedHost host(vm_);
    const std::vector<loaded::Item> items = host.Repeat(item, count);
    for (const loaded::Item& each : items) {
      if (each != item) throw Error("wrong-item", each.name);
    }
    try {
      host.Fail("on purpose");
      throw Error("no-error", "the Java method did not throw");
    } catch (const Error& error) {
      if (error.code() != "loaded" || error.details().Get<loaded::Item>().name != "detail") throw;
    }
    std::promise<std::int64_t> later;
    host.Later(41, [&](Outcome<std::int64_t> outcome) { later.set_value(outcome.value()); });
    auto answer = later.get_future();
    if (answer.wait_for(std::chrono::seconds(20)) != std::future_status::ready ||
        answer.get() != 42) {
      throw Error("wrong-reply");
    }
    return static_cast<std::int64_t>(items.size());
  }

  Vm& vm_;
};

}  // namespace causeway::test
