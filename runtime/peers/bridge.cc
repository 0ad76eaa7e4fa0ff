#include "causeway/bridge.h"

#include <algorithm>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

#include "causeway/error.h"
#include "runtime/peers/jni_heap.h"
#include "runtime/peers/registry.h"
#include "runtime/peers/round.h"

namespace causeway {

struct Bridge::Impl {
  Impl(Registry& of, const BridgeOptions& chosen)
      : vm(of.vm()), registry(of.impl()), options(chosen), heap(vm) {
    if (registry.bridged.exchange(true)) {
      heap.DeleteReferences(vm.env());
      throw Error("second-bridge", "the registry has a bridge");
    }
  }

  RoundNumbers Collect(JNIEnv* env);
  void SetGrowth(std::size_t survivors);

  // The thread of automatic rounds.
  void Loop();
  // Java has collected its heap since the last call.
  bool CollectionNoticed(JNIEnv* env);

  Vm& vm;
  peers::JavaRegistry& registry;
  const BridgeOptions options;
  const peers::JniHeap heap;

  std::mutex round;  // one at a time
  mutable std::mutex mutex;
  std::condition_variable changed;
  bool wanted = false;
  bool stop = false;
  BridgeNumbers numbers;
  jweak canary = nullptr;
  std::thread thread;
};

RoundNumbers Bridge::Impl::Collect(JNIEnv* env) {
  if (env->ExceptionCheck() != JNI_FALSE) {
    throw Error("exception-pending", "Bridge::Collect was called with a Java exception pending");
  }
  const RoundNumbers result = [&] {
    const std::lock_guard lock(round);
    return peers::Round<peers::JniJava, peers::JniHeap>(registry, heap, env).Run();
  }();
  SetGrowth(result.peers - result.dead);
  {
    const std::lock_guard guard(mutex);
    ++numbers.rounds;
    numbers.dead += result.dead;
    numbers.last = result;
  }
  registry.DrainUnlessByHand(env);
  return result;
}

void Bridge::Impl::SetGrowth(std::size_t survivors) {
  if (!options.automatic) return;
  std::size_t growth = std::max(options.growth, survivors);
  if (options.reference_budget != 0) {
    // Those that were registered while the round ran hold references, too.
    const std::size_t full = options.reference_budget / 10 * 9;
    const std::size_t peers = registry.peers();
    growth = std::min(growth, peers < full ? full - peers : full / 100 + 1);
  }
  registry.set_until_round(static_cast<std::int64_t>(growth));
}

bool Bridge::Impl::CollectionNoticed(JNIEnv* env) {
  if (canary != nullptr && env->IsSameObject(canary, nullptr) == JNI_FALSE) return false;
  const bool noticed = canary != nullptr;
  if (noticed) env->DeleteWeakGlobalRef(canary);
  canary = nullptr;
  const jobject object = env->NewIntArray(1);
  if (object != nullptr) {
    canary = env->NewWeakGlobalRef(object);
    env->DeleteLocalRef(object);
  }
  if (env->ExceptionCheck() != JNI_FALSE) env->ExceptionClear();
  return noticed;
}

void Bridge::Impl::Loop() {
  try {
    const auto poll = options.notice_collections;
    std::unique_lock lock(mutex);
    while (!stop) {
      const auto due = [this] { return stop || wanted; };
      if (poll.count() == 0) {
        changed.wait(lock, due);
      } else {
        changed.wait_for(lock, poll, due);
      }
      if (stop) return;
      const bool asked = std::exchange(wanted, false);
      lock.unlock();
      bool noticed = false;
      {
        const CallGuard call(vm);  // throws once the VM is detached, and keeps it until then
        noticed = poll.count() != 0 && CollectionNoticed(call.env());
        if (asked || noticed) {
          Collect(call.env());
          if (poll.count() != 0) CollectionNoticed(call.env());  // the round's own
        }
      }
      lock.lock();
      if (asked || noticed) changed.wait_for(lock, options.least_pause, [this] { return stop; });
    }
  } catch (const Error&) {
    // The VM is gone, or going.
  }
}

Bridge::Bridge(Registry& registry, const BridgeOptions& options)
    : impl_(std::make_unique<Impl>(registry, options)) {
  if (!options.automatic) return;
  impl_->registry.set_wants_round([this] { Request(); });
  impl_->SetGrowth(0);
  impl_->thread = std::thread([this] { impl_->Loop(); });
}

Bridge::~Bridge() {
  impl_->registry.set_wants_round(nullptr);
  if (impl_->thread.joinable()) {
    {
      const std::lock_guard lock(impl_->mutex);
      impl_->stop = true;
    }
    impl_->changed.notify_all();
    impl_->thread.join();
  }
  // Not before the last round is over, which sets the growth.
  impl_->registry.set_until_round(std::numeric_limits<std::int64_t>::max());
  impl_->registry.bridged = false;
  try {
    JNIEnv* env = impl_->vm.env();
    if (impl_->canary != nullptr) env->DeleteWeakGlobalRef(impl_->canary);
    impl_->heap.DeleteReferences(env);
  } catch (const Error&) {
    // The VM is gone, and its references with it.
  }
}

RoundNumbers Bridge::Collect(JNIEnv* env) {
  const CallGuard call(impl_->vm);
  return impl_->Collect(env);
}

void Bridge::Request() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->wanted = true;
  }
  impl_->changed.notify_all();
}

BridgeNumbers Bridge::Numbers() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->numbers;
}

}  // namespace causeway
