// The C API of peers, from C, on a real JVM. What C cannot do is done here: failing allocations,
// exceptions, an interposed JNI table.
#include "tests/jvm/peers_c_test.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <ostream>
#include <stdexcept>

#include "tests/jvm/harness.h"
#include "tests/support/jni_interposer.h"

namespace {

thread_local int t_fail_allocation = 0;

void* Allocate(std::size_t size) {
  if (t_fail_allocation != 0 && --t_fail_allocation == 0) throw std::bad_alloc();
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return Allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace causeway::test {
namespace {

std::unique_ptr<JniInterposer> interposer;

const peers_c_host& Host() {
  static peers_c_host host{
      .vm = TestVm().java_vm(),
      .env = nullptr,
      .fail = [](const char* file, int line,
                 const char* text) { ADD_FAILURE_AT(file, line) << text; },
      .fail_reference =
          [](int nth) {
            if (nth == 0) {
              interposer.reset();
              return;
            }
            interposer = std::make_unique<JniInterposer>(TestVm().env());
            interposer->FailOnce(static_cast<std::uint64_t>(nth));
          },
      .fail_allocation = [](int nth) { t_fail_allocation = nth; },
      .throw_text = [](const char* text) { throw std::runtime_error(text); },
      .detach = [] { TestVm().Detach(); },
  };
  // A native thread is attached by itself, so that a Detach does not take its env.
  void* env = nullptr;
  host.vm->AttachCurrentThread(&env, nullptr);
  host.env = static_cast<JNIEnv*>(env);
  return host;
}

}  // namespace
}  // namespace causeway::test

void PrintTo(const peers_c_case& c, std::ostream* out) { *out << c.name; }

namespace causeway::test {
namespace {

class PeersC : public testing::TestWithParam<peers_c_case> {};

TEST_P(PeersC, Case) {
  const peers_c_host& host = Host();
  host.env->PushLocalFrame(512);
  GetParam().run(&host);
  interposer.reset();
  EXPECT_FALSE(host.env->ExceptionCheck());
  host.env->PopLocalFrame(nullptr);
}

std::string NameOf(const testing::TestParamInfo<peers_c_case>& c) { return c.param.name; }
INSTANTIATE_TEST_SUITE_P(Registry, PeersC,
                         testing::ValuesIn(peers_c_cases, peers_c_cases + peers_c_case_count),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Bridge, PeersC,
                         testing::ValuesIn(peers_c_bridge_cases,
                                           peers_c_bridge_cases + peers_c_bridge_case_count),
                         NameOf);

// Run by itself, without a class path.
TEST(Bare, WithoutTheJar) { peers_c_without_jar(&Host()); }

}  // namespace
}  // namespace causeway::test
