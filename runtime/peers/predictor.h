// Which peer a thread will look up next, from the two that it looked up before.
//
// Callbacks follow the structure of the program: a view is measured and then its children, a list
// is bound row by row, one object is asked many times. An order-2 table (the two last outcomes
// select an entry, which holds what followed) learns all of these; the cache of the most recent
// peer that comes to mind first only learns the last, and makes alternation slower than no cache. A
// second table holds, for each peer, the other one that followed it last: it knows where a run
// ends. The idea is that of branch and value predictors (Yeh and Patt 1991; Sazeides and Smith
// 1997).
//
// A guess costs one IsSameObject; a right one saves the identity hash. So it is worth making only
// if it is right often enough: each table keeps the share of its recent predictions that were right
// (they are compared with the outcome whether or not they were tried), and below the break-even
// share, which is measured when the registry starts, nothing is guessed. "Not registered" is an
// outcome like any other; there is nothing to verify then, and only the table can prove it.
//
// Everything belongs to one thread. An entry may be stale: its handle's generation tells.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/peers/handle.h"

namespace causeway::peers {

class Predictor {
 public:
  // Shares are in 1 / kOne.
  static constexpr std::int32_t kOne = 1 << 12;

  // What to try; no handle: do not.
  Handle First(std::int32_t break_even) const {
    return first_share_ >= break_even ? first_[first_at_].next() : Handle();
  }
  Handle Second(std::int32_t break_even) const {
    if (first_share_ >= break_even && first_[first_at_].sure_of_none()) return Handle();
    const Handle guess = second_[second_at_].next();
    return second_share_ >= break_even && guess != first_[first_at_].next() ? guess : Handle();
  }

  Handle last() const { return last_; }

  // The outcome of a lookup; no handle: not registered.
  void Learn(Handle actual) {
    Entry& first = first_[first_at_];
    Entry& second = second_[second_at_];
    const bool right = first.next() == actual;
    Move(first_share_, right);
    if (!right && second.next() != first.next()) Move(second_share_, second.next() == actual);
    first.Learn(actual);
    if (actual != last_) second.Learn(actual);
    const std::uint64_t mixed = actual.bits() * 0x9E3779B97F4A7C15;
    first_at_ = (((mixed >> 7) ^ last_mixed_) * 0xD6E8FEB86659FD93) >> (64 - kFirstBits);
    second_at_ = mixed >> (64 - kSecondBits);
    last_mixed_ = mixed;
    last_ = actual;
  }

 private:
  static constexpr int kFirstBits = 10;
  static constexpr int kSecondBits = 8;

  // A handle and one bit of hysteresis, in place of the last bit that a generation would reach.
  class Entry {
   public:
    Handle next() const { return Handle::FromBits(bits_ & ~kSure); }
    bool sure_of_none() const { return bits_ == kSure; }
    // One exception does not unlearn what was right before.
    void Learn(Handle actual) {
      if (next() == actual) {
        bits_ |= kSure;
      } else if ((bits_ & kSure) != 0) {
        bits_ &= ~kSure;
      } else {
        bits_ = actual.bits() & ~kSure;
      }
    }

   private:
    static constexpr std::uint64_t kSure = std::uint64_t{1} << 63;
    std::uint64_t bits_ = 0;
  };

  // An average over about the last sixteen.
  static void Move(std::int32_t& share, bool right) { share += ((right ? kOne : 0) - share) >> 4; }

  Entry first_[1 << kFirstBits];    // by the last two outcomes
  Entry second_[1 << kSecondBits];  // by the last one
  std::size_t first_at_ = 0;
  std::size_t second_at_ = 0;
  std::uint64_t last_mixed_ = 0;
  Handle last_;
  std::int32_t first_share_ = 0;
  std::int32_t second_share_ = 0;
};

}  // namespace causeway::peers
