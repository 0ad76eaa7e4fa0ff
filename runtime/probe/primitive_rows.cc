// References, identity, classes, fields, exceptions, monitors.
#include "runtime/probe/rows.h"

namespace causeway::probe {
namespace {

constexpr const char* kGroup = "primitive";

void AddHashes(const Jvm& jvm, Rows& rows, jobject object) {
  JNIEnv* const env = jvm.env();
  const jclass system = jvm.Class("java/lang/System");
  const jmethodID hash = jvm.StaticMethod(system, "identityHashCode", "(Ljava/lang/Object;)I");
  jvalue argument{};
  argument.l = object;
  rows.push_back(NativeRow(kGroup, "identityHashCode, varargs", "CallStaticIntMethod",
                           [=] { Use(env->CallStaticIntMethod(system, hash, object)); }));
  rows.push_back(
      NativeRow(kGroup, "identityHashCode, varargs, ExceptionCheck", "as most code calls it", [=] {
        Use(env->CallStaticIntMethod(system, hash, object));
        Use(env->ExceptionCheck());
      }));
  rows.push_back(NativeRow(kGroup, "identityHashCode, varargs, ExceptionOccurred", "", [=] {
    Use(env->CallStaticIntMethod(system, hash, object));
    Use(env->ExceptionOccurred());
  }));
  rows.push_back(NativeRow(kGroup, "identityHashCode, A form", "CallStaticIntMethodA",
                           [=] { Use(env->CallStaticIntMethodA(system, hash, &argument)); }));
  rows.push_back(NativeRow(kGroup, "identityHashCode, A form, ExceptionCheck", "", [=] {
    Use(env->CallStaticIntMethodA(system, hash, &argument));
    Use(env->ExceptionCheck());
  }));
  rows.push_back(JavaRow(jvm, kGroup, "identityHashCode in Java", "the intrinsic of the compiler",
                         "identityHash"));
  rows.push_back(JavaRow(jvm, kGroup, "identityHashCode passed as an int",
                         "computed in Java, an argument more", "callHash", kObjectCall));
}

void AddReferences(const Jvm& jvm, Rows& rows, jobject object) {
  JNIEnv* const env = jvm.env();
  const jobject local = env->NewLocalRef(object);
  const jobject local_again = env->NewLocalRef(object);
  const jobject other = env->NewLocalRef(jvm.loop());
  const jweak weak = env->NewWeakGlobalRef(object);
  const auto same = [&](const char* name, jobject a, jobject b) {
    rows.push_back(NativeRow(kGroup, name, "", [=] { Use(env->IsSameObject(a, b)); }));
  };
  same("IsSameObject, local and global, equal", local, object);
  same("IsSameObject, local and global, different", other, object);
  same("IsSameObject, local and local, equal", local, local_again);
  same("IsSameObject, local and weak, equal", local, weak);
  rows.push_back(NativeRow(kGroup, "NewLocalRef, DeleteLocalRef", "",
                           [=] { env->DeleteLocalRef(env->NewLocalRef(object)); }));
  rows.push_back(NativeRow(kGroup, "NewGlobalRef, DeleteGlobalRef", "",
                           [=] { env->DeleteGlobalRef(env->NewGlobalRef(local)); }));
  rows.push_back(NativeRow(kGroup, "NewWeakGlobalRef, DeleteWeakGlobalRef", "",
                           [=] { env->DeleteWeakGlobalRef(env->NewWeakGlobalRef(local)); }));
  rows.push_back(NativeRow(kGroup, "weak read: NewLocalRef of a weak, DeleteLocalRef", "",
                           [=] { env->DeleteLocalRef(env->NewLocalRef(weak)); }));
  rows.push_back(NativeRow(kGroup, "weak read and IsSameObject", "and DeleteLocalRef", [=] {
    const jobject strong = env->NewLocalRef(weak);
    Use(env->IsSameObject(strong, local));
    env->DeleteLocalRef(strong);
  }));
  rows.push_back(NativeRow(kGroup, "weak promoted: NewGlobalRef of a weak, DeleteGlobalRef", "",
                           [=] { env->DeleteGlobalRef(env->NewGlobalRef(weak)); }));
  rows.push_back(NativeRow(kGroup, "GetObjectRefType", "of a local reference",
                           [=] { Use(env->GetObjectRefType(local)); }));
  rows.push_back(NativeRow(kGroup, "PushLocalFrame, PopLocalFrame", "a frame for 16", [=] {
    Use(env->PushLocalFrame(16));
    Use(env->PopLocalFrame(nullptr));
  }));
}

void AddClasses(const Jvm& jvm, Rows& rows, jobject object) {
  JNIEnv* const env = jvm.env();
  const jclass type = jvm.Class("dev/causeway/probe/ProbeLoop$Thing");
  const jfieldID number = env->GetFieldID(type, "number", "J");
  const jfieldID field = env->GetFieldID(type, "object", "Ljava/lang/Object;");
  const jfieldID shared = env->GetStaticFieldID(type, "shared", "J");
  const jmethodID constructor = env->GetMethodID(type, "<init>", "()V");
  jvm.MustBeClear("the fields of Thing");
  rows.push_back(NativeRow(kGroup, "GetObjectClass, DeleteLocalRef", "",
                           [=] { env->DeleteLocalRef(env->GetObjectClass(object)); }));
  rows.push_back(
      NativeRow(kGroup, "IsInstanceOf", "", [=] { Use(env->IsInstanceOf(object, type)); }));
  rows.push_back(NativeRow(kGroup, "FindClass, DeleteLocalRef", "of a class that is loaded", [=] {
    env->DeleteLocalRef(env->FindClass("dev/causeway/probe/ProbeLoop"));
  }));
  rows.push_back(NativeRow(kGroup, "GetFieldID", "looked up each time",
                           [=] { Use(env->GetFieldID(type, "number", "J")); }));
  rows.push_back(NativeRow(kGroup, "GetMethodID", "looked up each time",
                           [=] { Use(env->GetMethodID(type, "nothing", "()V")); }));
  rows.push_back(
      NativeRow(kGroup, "GetStaticMethodID", "looked up each time",
                [=, loop = jvm.loop()] { Use(env->GetStaticMethodID(loop, "nothing", "()V")); }));
  rows.push_back(NativeRow(kGroup, "GetLongField", "cached ID",
                           [=] { Use(env->GetLongField(object, number)); }));
  rows.push_back(NativeRow(kGroup, "GetFieldID and GetLongField", "nothing cached", [=] {
    Use(env->GetLongField(object, env->GetFieldID(type, "number", "J")));
  }));
  rows.push_back(NativeRow(kGroup, "SetLongField", "cached ID",
                           [=] { env->SetLongField(object, number, 7); }));
  rows.push_back(NativeRow(kGroup, "GetObjectField, DeleteLocalRef", "cached ID",
                           [=] { env->DeleteLocalRef(env->GetObjectField(object, field)); }));
  rows.push_back(NativeRow(kGroup, "SetObjectField", "cached ID",
                           [=] { env->SetObjectField(object, field, object); }));
  rows.push_back(NativeRow(kGroup, "a holder's long field",
                           "GetObjectField, GetLongField, DeleteLocalRef", [=] {
                             const jobject holder = env->GetObjectField(object, field);
                             Use(env->GetLongField(holder, number));
                             env->DeleteLocalRef(holder);
                           }));
  rows.push_back(NativeRow(kGroup, "GetStaticLongField", "cached ID",
                           [=] { Use(env->GetStaticLongField(type, shared)); }));
  rows.push_back(NativeRow(kGroup, "NewObject, DeleteLocalRef", "runs a constructor", [=] {
    env->DeleteLocalRef(env->NewObjectA(type, constructor, nullptr));
  }));
  rows.push_back(NativeRow(kGroup, "AllocObject, DeleteLocalRef", "runs none",
                           [=] { env->DeleteLocalRef(env->AllocObject(type)); }));
}

void AddRest(const Jvm& jvm, Rows& rows, jobject object) {
  JNIEnv* const env = jvm.env();
  rows.push_back(
      NativeRow(kGroup, "ExceptionCheck", "nothing pending", [=] { Use(env->ExceptionCheck()); }));
  rows.push_back(NativeRow(kGroup, "ExceptionOccurred", "nothing pending",
                           [=] { Use(env->ExceptionOccurred()); }));
  rows.push_back(NativeRow(kGroup, "ThrowNew, ExceptionClear", "",
                           [=, type = jvm.Class("java/lang/IllegalStateException")] {
                             env->ThrowNew(type, "probe");
                             env->ExceptionClear();
                           }));
  rows.push_back(NativeRow(kGroup, "MonitorEnter, MonitorExit", "not contended", [=] {
    Use(env->MonitorEnter(object));
    Use(env->MonitorExit(object));
  }));
  rows.push_back(
      NativeRow(kGroup, "GetEnv", "the thread is attached", [java_vm = jvm.vm().java_vm()] {
        void* found = nullptr;
        Use(java_vm->GetEnv(&found, JNI_VERSION_1_6));
        Use(found);
      }));
}

}  // namespace

void AddPrimitives(const Jvm& jvm, Rows& rows) {
  rows.push_back(NativeRow("floor", kNativeLoop, "an empty body", [] {}, ""));
  rows.push_back(JavaRow(jvm, "floor", kJavaLoop, "an empty body", "empty", ""));
  JNIEnv* const env = jvm.env();
  const jfieldID thing =
      env->GetStaticFieldID(jvm.loop(), "thing", "Ldev/causeway/probe/ProbeLoop$Thing;");
  jvm.MustBeClear("ProbeLoop.thing");
  const jobject object = jvm.Keep(env->GetStaticObjectField(jvm.loop(), thing));
  AddHashes(jvm, rows, object);
  AddReferences(jvm, rows, object);
  AddClasses(jvm, rows, object);
  AddRest(jvm, rows, object);
}

}  // namespace causeway::probe
