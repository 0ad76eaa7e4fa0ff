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
        EpochDomain::Release(*state->scope_record);
      }
    }
    current_state = nullptr;
  }
  std::vector<std::unique_ptr<ThreadState>> list;
};

thread_local States states;

}  // namespace

#if defined(__GLIBC__)
thread_local ThreadState* current_state __attribute__((tls_model("initial-exec"))) = nullptr;
#else
thread_local ThreadState* current_state = nullptr;
#endif

ThreadState* KnownState(std::uint64_t number) {
  for (const auto& state : states.list) {
    if (state->registry == number) return current_state = state.get();
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
  state->scope_record = &scopes.Acquire();
  state->scope.epoch = &state->scope_record->epoch();
  state->home = std::move(home);
  states.list.push_back(std::move(state));
  return *(current_state = states.list.back().get());
}

std::uint64_t NewRegistryNumber() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace causeway::peers
