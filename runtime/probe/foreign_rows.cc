// The foreign-function API (Java 22 and later) beside JNI.
#include <string>

#include "runtime/probe/rows.h"

namespace causeway::probe {
namespace {

constexpr const char* kGroup = "foreign";

extern "C" {
int CausewayProbeNumber(int n) { return n; }
// Reads its ends only: the crossing is the price, not the loop.
int CausewayProbeEnds(const int* ints, int n) { return ints[0] + ints[n - 1]; }
}

struct Planned {
  const char* name;
  const char* about;
  const char* method;  // of ForeignLoop; null: the upcall
};
constexpr Planned kPlanned[] = {
    {"foreign downcall, an int and back", "beside 'Java to C++, an int and back'", "number"},
    {"foreign downcall, critical", "the same without a change of the thread's state",
     "numberCritical"},
    {"foreign downcall, critical, 1000 ints of the heap",
     "beside 'GetPrimitiveArrayCritical, Release, 1000 ints'", "sumHeap"},
    {"foreign upcall, an int and back", "beside 'CallStaticIntMethodA, an int and back'", nullptr},
};

}  // namespace

void AddForeign(const Jvm& jvm, Rows& rows, std::vector<LeftOut>& left_out) {
  if (jvm.version() < 22) {
    for (const Planned& row : kPlanned) {
      left_out.push_back({row.name, "the foreign-function API needs JDK 22 or later; this is " +
                                        std::to_string(jvm.version())});
    }
    return;
  }
  JNIEnv* const env = jvm.env();
  const jclass addresses = jvm.Class("dev/causeway/probe/ForeignLoop$Addresses");
  const auto field = [&](const char* name) {
    const jfieldID id = env->GetStaticFieldID(addresses, name, "J");
    jvm.MustBeClear(name);
    return id;
  };
  env->SetStaticLongField(addresses, field("number"),
                          reinterpret_cast<jlong>(&CausewayProbeNumber));
  env->SetStaticLongField(addresses, field("sum"), reinterpret_cast<jlong>(&CausewayProbeEnds));
  const jclass loop = jvm.Class("dev/causeway/probe/ForeignLoop");
  for (const Planned& planned : kPlanned) {
    if (planned.method == nullptr) {
      const auto up =
          reinterpret_cast<int (*)(int)>(env->GetStaticLongField(addresses, field("up")));
      rows.push_back(NativeRow(kGroup, planned.name, planned.about, [up] { Use(up(7)); }));
      continue;
    }
    // The first of them initializes the class, which makes the handles.
    const jmethodID method = jvm.StaticMethod(loop, planned.method, "(I)I");
    Row row{kGroup, planned.name, kJavaLoop, planned.about, {}, {}, {}};
    row.run = [=](std::int64_t calls) {
      jvalue argument{};
      argument.i = static_cast<jint>(calls);
      Use(env->CallStaticIntMethodA(loop, method, &argument));
    };
    rows.push_back(std::move(row));
  }
}

}  // namespace causeway::probe
