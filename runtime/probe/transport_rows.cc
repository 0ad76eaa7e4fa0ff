// Bytes from one side to the other, by hand: what generated code is to be compared with
// (bench/transport does that).
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "runtime/probe/rows.h"

namespace causeway::probe {
namespace {

constexpr const char* kGroup = "transport";

// Of the row that runs; room for both sides.
struct Wire {
  std::vector<jbyte> direct;
  std::vector<jbyte> bytes;
};
Wire* wire = nullptr;

jint JNICALL TakeBytes(JNIEnv* env, jclass, jbyteArray array) {
  env->GetByteArrayRegion(array, 0, static_cast<jsize>(wire->bytes.size()), wire->bytes.data());
  return 1;
}
jint JNICALL TakeDirect(JNIEnv*, jclass, jint size) {
  std::memcpy(wire->bytes.data(), wire->direct.data(), static_cast<std::size_t>(size));
  return 1;
}

}  // namespace

void AddTransports(const Jvm& jvm, Rows& rows) {
  Register(jvm,
           {Native("takeBytes", "([B)I", &TakeBytes), Native("takeDirect", "(I)I", &TakeDirect)});
  JNIEnv* const env = jvm.env();
  const jclass loop = jvm.loop();
  const jmethodID use = jvm.StaticMethod(loop, "transport", "(ILjava/nio/ByteBuffer;)V");
  const jmethodID array_arrived = jvm.StaticMethod(loop, "arrayArrived", "([B)I");
  const jmethodID direct_arrived = jvm.StaticMethod(loop, "directArrived", "(I)I");
  for (const int size : {16, 256, 4096, 65'536}) {
    const auto count = static_cast<std::size_t>(size);
    Wire* const mine = new Wire{std::vector<jbyte>(count), std::vector<jbyte>(count)};
    const jobject buffer = jvm.Keep(env->NewDirectByteBuffer(mine->direct.data(), size));
    const auto kept = static_cast<jbyteArray>(jvm.Keep(env->NewByteArray(size)));
    const auto add = [&](const std::string& name, Row row) {
      row.name = name + ", " + std::to_string(size) + " bytes";
      row.before = [=] {
        wire = mine;
        env->CallStaticVoidMethod(loop, use, size, buffer);
      };
      rows.push_back(std::move(row));
    };
    add("C++ to Java, a new byte[]",
        NativeRow(
            kGroup, "", "NewByteArray, SetByteArrayRegion, call, DeleteLocalRef",
            [=] {
              const jbyteArray array = env->NewByteArray(size);
              env->SetByteArrayRegion(array, 0, size, mine->bytes.data());
              jvalue argument{};
              argument.l = array;
              Use(env->CallStaticIntMethodA(loop, array_arrived, &argument));
              env->DeleteLocalRef(array);
            },
            kManagedCall));
    add("C++ to Java, a byte[] that is kept",
        NativeRow(
            kGroup, "", "SetByteArrayRegion, call",
            [=] {
              env->SetByteArrayRegion(kept, 0, size, mine->bytes.data());
              jvalue argument{};
              argument.l = kept;
              Use(env->CallStaticIntMethodA(loop, array_arrived, &argument));
            },
            kManagedCall));
    add("C++ to Java, a direct buffer",
        NativeRow(
            kGroup, "", "memcpy, call, ByteBuffer.get",
            [=] {
              std::memcpy(mine->direct.data(), mine->bytes.data(), mine->bytes.size());
              jvalue argument{};
              argument.i = size;
              Use(env->CallStaticIntMethodA(loop, direct_arrived, &argument));
            },
            kManagedCall));
    add("Java to C++, a byte[]",
        JavaRow(jvm, kGroup, "", "call, GetByteArrayRegion", "sendArray", kObjectCall));
    add("Java to C++, a direct buffer",
        JavaRow(jvm, kGroup, "", "ByteBuffer.put, call, memcpy", "sendDirect", kEmptyCall));
  }
}

}  // namespace causeway::probe
