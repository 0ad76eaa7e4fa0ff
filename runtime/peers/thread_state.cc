#include <memory>
#include <vector>

#include "runtime/peers/registry_core.h"

namespace causeway::peers {
namespace {

// The states of one thread, of all registries that it has used.
struct States {
  ~States() {
    for (const auto& state : list) {
      if (const std::shared_ptr<Home> home = state->home.lock()) {
        EpochDomain::Release(*state->section);
        EpochDomain::Release(*state->scope);
        home->ThreadEnds(*state);
      }
    }
    current_scope = nullptr;
  }
  std::vector<std::unique_ptr<ThreadState>> list;
};

thread_local States states;

}  // namespace

constinit thread_local ScopeState* current_scope CAUSEWAY_INITIAL_EXEC = nullptr;

ThreadState* KnownState(std::uint64_t number) {
  for (const auto& state : states.list) {
    if (state->registry == number) {
      current_scope = state.get();
      return state.get();
    }
  }
  return nullptr;
}

ThreadState& NewState(std::uint64_t number, std::shared_ptr<Home> home, EpochDomain& sections,
                      EpochDomain& scopes) {
  // Of registries that have gone meanwhile.
  std::erase_if(states.list, [](const auto& state) { return state->home.expired(); });
  auto state = std::make_unique<ThreadState>();
  state->registry = number;
  state->section = &sections.Acquire();
  state->scope = &scopes.Acquire();
  state->fence = generated::readers_fence.load(std::memory_order_relaxed);
  state->clock = &scopes.epoch();
  state->shown = &state->scope->shown();
  state->home = std::move(home);
  states.list.push_back(std::move(state));
  current_scope = states.list.back().get();
  return *states.list.back();
}

std::uint64_t NewRegistryNumber() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace causeway::peers
