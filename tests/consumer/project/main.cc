#include <cstdio>
#include <memory>
#include <string>

#include "greeter.h"

namespace {

class Log final : public acme::Listener {
 public:
  void OnGreeted(const acme::Greeting& greeting) override {
    heard_ = greeting.name + " x" + std::to_string(greeting.times);
  }
  const std::string& heard() const { return heard_; }

 private:
  std::string heard_;
};

}  // namespace

int main() {
  causeway::Vm& vm = causeway::Embed({{CLASS_PATH_JAR, RUNTIME_JAR}, {}, {}});
  JNIEnv* env = vm.env();
  const jclass main_class = env->FindClass("com/acme/Main");
  if (main_class == nullptr) return 1;
  const jmethodID start = env->GetStaticMethodID(main_class, "start", "()V");
  if (start == nullptr) return 1;
  env->CallStaticVoidMethod(main_class, start);
  if (env->ExceptionCheck() != JNI_FALSE) return 1;
  env->DeleteLocalRef(main_class);

  const auto log = std::make_shared<Log>();
  const causeway::Registration registration = acme::Listener::Register(vm, log);
  acme::Greeter greeter(vm);
  acme::Greeting greeting;
  greeting.name = "Ada";
  std::printf("%s\n", greeter.Greet(greeting).c_str());
  std::printf("heard: %s\n", log->heard().c_str());
  try {
    greeting.name.clear();
    greeter.Greet(greeting);
  } catch (const causeway::Error& error) {
    std::printf("error: %s\n", error.what());
  }
  return 0;
}
