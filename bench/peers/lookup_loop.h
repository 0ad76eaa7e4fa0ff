// The lookups themselves: native methods that a loop in Java calls with the objects of a sequence,
// one for each registry, and loops in C++ over references that are held.
#pragma once

#include <jni.h>

#include <cstdint>
#include <string>

#include "bench/peers/operations.h"
#include "bench/peers/sequences.h"
#include "bench/transport/sample.h"
#include "causeway/peer.h"
#include "causeway/vm.h"

namespace causeway::bench {

class Numbered final : public Peer {
 public:
  explicit Numbered(std::int64_t n) : value(n) {}
  const std::int64_t value;
};

// Numbers as in PeersLoop.run().
enum class Method : jint {
  kEmpty,
  kPlain,
  kPlainA,
  kStriped,
  kReadWrite,
  kRecent,
  kBorrow,
  kPeek,
  kByHash,
  kByHandle,
  kCreatePlain,
  kCreate,
};

[[noreturn]] void Die(const char* why);

// One a process.
class LookupLoop {
 public:
  explicit LookupLoop(Vm& vm);

  // Objects are made anew for each sequence, and registered with all registries.
  void Prepare(const Sequence& sequence);

  // Lookups of the prepared sequence, from where the last ones ended. Each must find its peer, or
  // none if the object has none.
  Variant Of(const std::string& name, Role role, Method method);
  // The same with the counters of the registry on.
  Variant OfCounted(const std::string& name);
  // In a loop in C++, over global references: a plain map, the registry by object, and by held
  // reference.
  enum class Held { kPlain, kBorrow, kBorrowHeld };
  Variant OfHeld(const std::string& name, Role role, Held method);

  jlong Run(Method method, std::int64_t calls);
  // On two threads; ns a call of the slower.
  double RunTwo(Method method, int calls);
  // What the methods kCreatePlain and kCreate made.
  void ForgetCreated();

  // JNI operations of Registry lookups by object, counted over the whole sequence after it was
  // replayed once; as a registry does them that found guessing to pay from this share on.
  Operations Count(double break_even);
  double break_even() const;

 private:
  void CheckedRun(Method method, std::int64_t calls);
  std::int64_t Expected(std::int64_t calls) const;
  void Advance(std::int64_t calls);
  void Forget();
  void MustBeClear();
  void Register(const Sequence& sequence);

  JNIEnv* env_;
  jclass loop_ = nullptr;
  jmethodID run_ = nullptr;
  jmethodID run_two_ = nullptr;
  jmethodID pattern_ = nullptr;
  jmethodID prepare_ = nullptr;
  jmethodID object_at_ = nullptr;
  jmethodID own_at_ = nullptr;
  Sequence sequence_;
  std::vector<std::int64_t> found_before_;  // lookups that find a peer before each position
  std::vector<jobject> held_;               // a global reference to each object
  std::size_t at_ = 0;
};

}  // namespace causeway::bench
