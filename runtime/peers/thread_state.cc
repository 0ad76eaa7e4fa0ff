// What a thread keeps for each registry that it has used.
//
// The end of a thread is seen by a pthread key, as in runtime/jni/thread.cc: keys are destroyed
// after all thread_local objects, whose destructors may still use a registry (and then make a new
// state, for which the key's destructor runs again), and not at all for the thread that ends the
// process, whose static objects may use one even later.
#include <pthread.h>

#include <memory>
#include <new>
#include <vector>

#include "runtime/peers/registry_core.h"

namespace causeway::peers {
namespace {

using States = std::vector<std::unique_ptr<ThreadState>>;

void EndThread(void* ended) {
  const std::unique_ptr<States> states(static_cast<States*>(ended));
  for (const auto& state : *states) {
    if (const std::shared_ptr<Home> home = state->home.lock()) {
      EpochDomain::Release(*state->section);
      EpochDomain::Release(*state->scope);
      home->ThreadEnds(*state);
    }
  }
  current_scope = nullptr;
}

pthread_key_t Key() {
  static const pthread_key_t key = [] {
    pthread_key_t made;
    if (pthread_key_create(&made, &EndThread) != 0) throw std::bad_alloc();
    return made;
  }();
  return key;
}

States* OwnStates() { return static_cast<States*>(pthread_getspecific(Key())); }

}  // namespace

constinit thread_local ScopeState* current_scope CAUSEWAY_INITIAL_EXEC = nullptr;

ThreadState* KnownState(std::uint64_t number) {
  const States* states = OwnStates();
  if (states == nullptr) return nullptr;
  for (const auto& state : *states) {
    if (state->registry == number) {
      current_scope = state.get();
      return state.get();
    }
  }
  return nullptr;
}

ThreadState& NewState(std::uint64_t number, const std::shared_ptr<Home>& home,
                      EpochDomain& sections, EpochDomain& scopes) {
  States* states = OwnStates();
  if (states == nullptr) {
    auto made = std::make_unique<States>();
    if (pthread_setspecific(Key(), made.get()) != 0) throw std::bad_alloc();
    states = made.release();
  }
  // Of registries that have gone meanwhile.
  std::erase_if(*states, [](const auto& state) { return state->home.expired(); });
  auto state = std::make_unique<ThreadState>();
  state->registry = number;
  state->section = &sections.Acquire();
  state->scope = &scopes.Acquire();
  state->fence = generated::readers_fence.load(std::memory_order_relaxed);
  state->clock = &scopes.epoch();
  state->shown = &state->scope->shown();
  state->home = home;
  states->push_back(std::move(state));
  current_scope = states->back().get();
  return *states->back();
}

std::uint64_t NewRegistryNumber() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace causeway::peers
