// A cycle over both heaps, once as it is usually built and once so that it can be collected.
//
//   Screen (C++) -> Button (C++) <-> ButtonHalf (Java) -> ScreenHalf (Java) <-> Screen (C++)
#include <causeway/bridge.h>
#include <causeway/peer.h>
#include <causeway/vm.h>

#include <cstdio>

namespace {

int alive = 0;

class Button final : public causeway::Peer {
 public:
  Button() { ++alive; }
  ~Button() override { --alive; }
};

// A reference from C++ to C++, as it is usually written: it keeps the button, whatever happens.
class RootingScreen final : public causeway::Peer {
 public:
  RootingScreen() { ++alive; }
  ~RootingScreen() override { --alive; }
  causeway::Ref<Button> button;
};

// The same as an edge: it keeps the button as long as something keeps the screen.
class Screen final : public causeway::Peer {
 public:
  Screen() { ++alive; }
  ~Screen() override { --alive; }
  causeway::Traced<Button> button{*this};
};

class Program {
 public:
  Program(causeway::Vm& vm, causeway::Registry& registry)
      : env_(vm.env()),
        registry_(registry),
        screen_(vm.FindClass("com/example/cycle/ScreenHalf")),
        button_(vm.FindClass("com/example/cycle/ButtonHalf")),
        new_screen_(env_->GetMethodID(screen_, "<init>", "()V")),
        new_button_(env_->GetMethodID(button_, "<init>", "(Lcom/example/cycle/ScreenHalf;)V")) {}

  // Opens a screen and forgets it.
  template <class ScreenPeer>
  void OpenAndForget() {
    const jobject screen_half = env_->NewObject(screen_, new_screen_);
    const jobject button_half = env_->NewObject(button_, new_button_, screen_half);
    const causeway::Ref<ScreenPeer> screen = causeway::MakePeer<ScreenPeer>();
    const causeway::Ref<Button> button = causeway::MakePeer<Button>();
    registry_.Add(env_, screen_half, screen);
    registry_.Add(env_, button_half, button);
    screen->button = button;
    env_->DeleteLocalRef(screen_half);
    env_->DeleteLocalRef(button_half);
  }

 private:
  JNIEnv* env_;
  causeway::Registry& registry_;
  jclass screen_;
  jclass button_;
  jmethodID new_screen_;
  jmethodID new_button_;
};

}  // namespace

int main() {
  causeway::EmbedOptions options;
  options.class_path = {CYCLE_JAR, RUNTIME_JAR};
  causeway::Vm& vm = causeway::Embed(options);
  causeway::Registry registry(vm);
  Program program(vm, registry);

  constexpr int kScreens = 1000;
  for (int i = 0; i < kScreens; ++i) program.OpenAndForget<Screen>();
  std::printf("%4d C++ halves of %d forgotten screens and their buttons\n", alive, kScreens);
  // As in most bindings: each half holds the other, and the garbage collector of Java sees only its
  // own.
  const jclass system = vm.FindClass("java/lang/System");
  const jmethodID gc = vm.env()->GetStaticMethodID(system, "gc", "()V");
  vm.env()->CallStaticVoidMethod(system, gc);
  std::printf("%4d after System.gc()\n", alive);

  causeway::BridgeOptions by_hand;
  by_hand.automatic = false;
  causeway::Bridge bridge(registry, by_hand);
  const causeway::RoundNumbers round = bridge.Collect(vm.env());
  std::printf("%4d after a round of the bridge: %zu peers, %zu edges shown to Java, %zu dead\n",
              alive, round.peers, round.mirrored, round.dead);

  for (int i = 0; i < kScreens; ++i) program.OpenAndForget<RootingScreen>();
  bridge.Collect(vm.env());
  std::printf("%4d of another %d screens after a round, if the reference is a Ref\n", alive,
              kScreens);
  return 0;
}
