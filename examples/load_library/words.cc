// A Java program loads this library with System.loadLibrary. Its JNI_OnLoad attaches the runtime to
// the VM that loads it and registers the implementation; no Java_… symbol is exported.
#include <jni.h>

#include <cstdio>
#include <memory>
#include <sstream>

#include "words_api.h"

namespace {

class Counter final : public Words {
 public:
  causeway::Map<std::string, std::int64_t> Count(const std::string& text) override {
    causeway::Map<std::string, std::int64_t> counts;
    std::istringstream in(text);
    for (std::string word; in >> word;) ++counts[word];
    return counts;
  }
};

// Never destroyed: when the library goes, the VM goes.
causeway::Registration* registration = nullptr;

}  // namespace

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* java_vm, void* /*reserved*/) {
  try {
    causeway::Vm& vm = causeway::Attach(java_vm);
    registration = new causeway::Registration(Words::Register(vm, std::make_shared<Counter>()));
  } catch (const causeway::Error& error) {
    std::fprintf(stderr, "words: %s\n", error.what());
    return JNI_ERR;  // System.loadLibrary throws UnsatisfiedLinkError
  }
  return JNI_VERSION_1_8;
}
