// Calls in both directions, and both at once.
#include "runtime/probe/rows.h"

namespace causeway::probe {
namespace {

constexpr const char* kGroup = "call";

struct Back {
  jclass loop = nullptr;
  jmethodID nothing = nullptr;
};
Back back;

void JNICALL Nothing(JNIEnv*, jclass) {}
void JNICALL NothingOnObject(JNIEnv*, jobject) {}
jint JNICALL Number(JNIEnv*, jclass, jint n) { return n; }
jint JNICALL Object(JNIEnv*, jclass, jobject) { return 1; }
jint JNICALL Hash(JNIEnv*, jclass, jobject, jint) { return 1; }
void JNICALL CallBack(JNIEnv* env, jclass) {
  env->CallStaticVoidMethodA(back.loop, back.nothing, nullptr);
}
jint JNICALL ReadText(JNIEnv* env, jclass, jstring text) {
  char copy[64];
  env->GetStringUTFRegion(text, 0, env->GetStringLength(text), copy);
  return copy[0];
}

}  // namespace

void AddCalls(const Jvm& jvm, Rows& rows) {
  Register(jvm, {Native("nothingNative", "()V", &Nothing), Native("numberNative", "(I)I", &Number),
                 Native("objectNative", "(Ljava/lang/Object;)I", &Object),
                 Native("hashNative", "(Ljava/lang/Object;I)I", &Hash),
                 Native("backNative", "()V", &CallBack),
                 Native("readText", "(Ljava/lang/String;)I", &ReadText)});
  JNIEnv* const env = jvm.env();
  const jclass loop = jvm.loop();
  const jclass type = jvm.Class("dev/causeway/probe/ProbeLoop$Thing");
  const JNINativeMethod on_object = Native("nothingNative", "()V", &NothingOnObject);
  env->RegisterNatives(type, &on_object, 1);
  const jmethodID nothing_on = env->GetMethodID(type, "nothing", "()V");
  const jmethodID plus_on = env->GetMethodID(type, "plus", "(I)I");
  jvm.MustBeClear("the methods of Thing");
  const jobject object = jvm.Keep(env->AllocObject(type));
  const jmethodID nothing = jvm.StaticMethod(loop, "nothing", "()V");
  const jmethodID plus = jvm.StaticMethod(loop, "plus", "(I)I");
  const jmethodID self = jvm.StaticMethod(loop, "self", "(Ljava/lang/Object;)Ljava/lang/Object;");
  const jmethodID into = jvm.StaticMethod(loop, "intoNative", "()V");
  back = {loop, nothing};
  jvalue number{};
  number.i = 7;
  jvalue same{};
  same.l = object;

  rows.push_back(
      JavaRow(jvm, kGroup, "Java to Java, not inlined", "a direct managed call", "callJava"));
  rows.push_back(
      JavaRow(jvm, kGroup, kEmptyCall, "a static native method that does nothing", "callNothing"));
  rows.push_back(JavaRow(jvm, kGroup, "Java to C++, on an object", "an instance method",
                         "callNothingOnObject"));
  rows.push_back(JavaRow(jvm, kGroup, "Java to C++, an int and back", "", "callNumber"));
  rows.push_back(JavaRow(jvm, kGroup, kObjectCall, "a local reference is made", "callObject"));
  rows.push_back(JavaRow(jvm, kGroup, "Java to C++, a String of 12 read there",
                         "GetStringUTFRegion", "callText", kObjectCall));
  rows.push_back(NativeRow(kGroup, "CallStaticVoidMethod, no argument", "varargs",
                           [=] { env->CallStaticVoidMethod(loop, nothing); }));
  rows.push_back(NativeRow(kGroup, kManagedCall, "C++ to Java",
                           [=] { env->CallStaticVoidMethodA(loop, nothing, nullptr); }));
  rows.push_back(NativeRow(kGroup, "CallVoidMethod, no argument", "varargs, virtual",
                           [=] { env->CallVoidMethod(object, nothing_on); }));
  rows.push_back(NativeRow(kGroup, "CallVoidMethodA, no argument", "virtual",
                           [=] { env->CallVoidMethodA(object, nothing_on, nullptr); }));
  rows.push_back(NativeRow(kGroup, "CallNonvirtualVoidMethodA, no argument", "", [=] {
    env->CallNonvirtualVoidMethodA(object, type, nothing_on, nullptr);
  }));
  rows.push_back(NativeRow(kGroup, "CallStaticIntMethodA, an int and back", "",
                           [=] { Use(env->CallStaticIntMethodA(loop, plus, &number)); }));
  rows.push_back(NativeRow(kGroup, "CallIntMethodA, an int and back", "virtual",
                           [=] { Use(env->CallIntMethodA(object, plus_on, &number)); }));
  rows.push_back(
      NativeRow(kGroup, "CallStaticObjectMethodA, an object and back", "and DeleteLocalRef",
                [=] { env->DeleteLocalRef(env->CallStaticObjectMethodA(loop, self, &same)); }));
  rows.push_back(NativeRow(kGroup, "callback: C++ to Java to C++", "",
                           [=] { env->CallStaticVoidMethodA(loop, into, nullptr); }));
  rows.push_back(JavaRow(jvm, kGroup, "callback: Java to C++ to Java", "", "callBack"));
}

}  // namespace causeway::probe
