#include "tests/jvm/reference_guard.h"

#include <cstdio>
#include <mutex>
#include <unordered_map>

namespace causeway::test {
namespace {

// No address on any platform that this runs on, so nothing else takes it for a reference.
constexpr std::uint64_t kMark = std::uint64_t{0xCA11} << 48;

struct Reference {
  jobject real = nullptr;
  int uses = 0;
  bool deleted = false;
};

struct Ledger {
  std::mutex mutex;
  std::unordered_map<std::uint64_t, Reference> references;
  std::uint64_t alive = 0;
  std::uint64_t misuses = 0;
  std::uint64_t refuse_in = 0;
  bool refused = false;

  void Misuse(const char* what, std::uint64_t number) {
    ++misuses;
    std::fprintf(stderr, "reference %llu: %s\n", static_cast<unsigned long long>(number & ~kMark),
                 what);
  }
};

Ledger& TheLedger() {
  static auto& ledger = *new Ledger;
  return ledger;
}

thread_local const JNINativeInterface_* t_original = nullptr;

// A guarded reference, or any other, for the time of one JNI call.
class Use {
 public:
  explicit Use(jobject given) : number_(reinterpret_cast<std::uintptr_t>(given)), real_(given) {
    if ((number_ & kMark) != kMark) {
      number_ = 0;
      return;
    }
    Ledger& ledger = TheLedger();
    const std::lock_guard lock(ledger.mutex);
    Reference& reference = ledger.references.at(number_);
    real_ = reference.deleted ? nullptr : reference.real;
    if (reference.deleted) ledger.Misuse("used after its deletion", number_);
    ++reference.uses;
  }
  ~Use() {
    if (number_ == 0) return;
    Ledger& ledger = TheLedger();
    const std::lock_guard lock(ledger.mutex);
    --ledger.references.at(number_).uses;
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  jobject get() const { return real_; }

 private:
  std::uint64_t number_;
  jobject real_;
};

bool Refuses(JNIEnv* env) {
  Ledger& ledger = TheLedger();
  {
    const std::lock_guard lock(ledger.mutex);
    if (ledger.refuse_in == 0 || --ledger.refuse_in != 0) return false;
    ledger.refused = true;
  }
  const jclass error = t_original->FindClass(env, "java/lang/OutOfMemoryError");
  t_original->ThrowNew(env, error, "no references");
  t_original->DeleteLocalRef(env, error);
  return true;
}

jobject GiveOut(jobject real) {
  if (real == nullptr) return nullptr;
  Ledger& ledger = TheLedger();
  const std::lock_guard lock(ledger.mutex);
  const std::uint64_t number = kMark | (ledger.references.size() + 1);
  ledger.references[number].real = real;
  ++ledger.alive;
  return reinterpret_cast<jobject>(static_cast<std::uintptr_t>(number));
}

// What is to be deleted in the JVM.
jobject TakeBack(jobject given) {
  const std::uint64_t number = reinterpret_cast<std::uintptr_t>(given);
  if ((number & kMark) != kMark) return given;
  Ledger& ledger = TheLedger();
  const std::lock_guard lock(ledger.mutex);
  Reference& reference = ledger.references.at(number);
  if (reference.deleted) {
    ledger.Misuse("deleted twice", number);
    return nullptr;
  }
  if (reference.uses != 0) ledger.Misuse("deleted while it is used", number);
  reference.deleted = true;
  --ledger.alive;
  return reference.real;
}

jobject JNICALL NewGlobalRef(JNIEnv* env, jobject object) {
  const Use use(object);
  return Refuses(env) ? nullptr : GiveOut(t_original->NewGlobalRef(env, use.get()));
}
jweak JNICALL NewWeakGlobalRef(JNIEnv* env, jobject object) {
  const Use use(object);
  return Refuses(env) ? nullptr : GiveOut(t_original->NewWeakGlobalRef(env, use.get()));
}
void JNICALL DeleteGlobalRef(JNIEnv* env, jobject object) {
  t_original->DeleteGlobalRef(env, TakeBack(object));
}
void JNICALL DeleteWeakGlobalRef(JNIEnv* env, jweak object) {
  t_original->DeleteWeakGlobalRef(env, TakeBack(object));
}
jobject JNICALL NewLocalRef(JNIEnv* env, jobject object) {
  const Use use(object);
  return t_original->NewLocalRef(env, use.get());
}
jboolean JNICALL IsSameObject(JNIEnv* env, jobject a, jobject b) {
  const Use first(a);
  const Use second(b);
  return t_original->IsSameObject(env, first.get(), second.get());
}
jboolean JNICALL IsInstanceOf(JNIEnv* env, jobject object, jclass type) {
  const Use use(object);
  return t_original->IsInstanceOf(env, use.get(), type);
}
void JNICALL SetObjectField(JNIEnv* env, jobject object, jfieldID field, jobject value) {
  const Use into(object);
  const Use of(value);
  t_original->SetObjectField(env, into.get(), field, of.get());
}
void JNICALL SetObjectArrayElement(JNIEnv* env, jobjectArray array, jsize at, jobject value) {
  const Use into(array);
  const Use of(value);
  t_original->SetObjectArrayElement(env, static_cast<jobjectArray>(into.get()), at, of.get());
}
// Of identityHashCode, the only one that a registry calls in this form.
jint JNICALL CallStaticIntMethodA(JNIEnv* env, jclass type, jmethodID method,
                                  const jvalue* arguments) {
  const Use use(arguments[0].l);
  jvalue real;
  real.l = use.get();
  return t_original->CallStaticIntMethodA(env, type, method, &real);
}

}  // namespace

ReferenceGuard::ReferenceGuard(JNIEnv* env)
    : env_(env), original_(env->functions), table_(*env->functions) {
  t_original = original_;
  table_.NewGlobalRef = &NewGlobalRef;
  table_.NewWeakGlobalRef = &NewWeakGlobalRef;
  table_.DeleteGlobalRef = &DeleteGlobalRef;
  table_.DeleteWeakGlobalRef = &DeleteWeakGlobalRef;
  table_.NewLocalRef = &NewLocalRef;
  table_.IsSameObject = &IsSameObject;
  table_.IsInstanceOf = &IsInstanceOf;
  table_.SetObjectField = &SetObjectField;
  table_.SetObjectArrayElement = &SetObjectArrayElement;
  table_.CallStaticIntMethodA = &CallStaticIntMethodA;
  env_->functions = &table_;
}

ReferenceGuard::~ReferenceGuard() {
  env_->functions = original_;
  t_original = nullptr;
}

std::uint64_t ReferenceGuard::misuses() {
  const std::lock_guard lock(TheLedger().mutex);
  return TheLedger().misuses;
}
std::uint64_t ReferenceGuard::made() {
  const std::lock_guard lock(TheLedger().mutex);
  return TheLedger().references.size();
}
std::uint64_t ReferenceGuard::alive() {
  const std::lock_guard lock(TheLedger().mutex);
  return TheLedger().alive;
}
void ReferenceGuard::RefuseOnce(std::uint64_t nth) {
  const std::lock_guard lock(TheLedger().mutex);
  TheLedger().refuse_in = nth;
  TheLedger().refused = false;
}
bool ReferenceGuard::refused() {
  const std::lock_guard lock(TheLedger().mutex);
  return TheLedger().refused;
}

}  // namespace causeway::test
