// Starting heaps and programs for the explorer: one for each careless version, and families of them
// for the right one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/model/bridge_model.h"

namespace causeway::model {

struct CarelessCase {
  std::string_view title;
  std::string_view rule;       // what it breaks, in the words of the protocol
  std::string_view violation;  // what the explorer has to find
  Scenario scenario;           // with its `careless`
};
std::vector<CarelessCase> CarelessCases();

// A thread that polls garbage by Weak::lock.
Scenario Polling(bool forever);

// All pairs of one-operation programs that make sense, and of a program of two operations with one
// of one, over each of a few heaps with the threads holding what callbacks hold.
std::vector<Scenario> Pairs();

// A peer is disposed and a new one made for its Java half, beside a second thread with that half.
std::vector<Scenario> Recreated();

// Every graph of native edges over three peers (64), each with one Java reference pattern of four,
// under two fixed programs.
std::vector<Scenario> Graphs();

// The `i`-th of an endless sequence: a random heap, finalizers, collisions, one spontaneous
// collection or one failing reference, and two programs of up to three operations.
Scenario Sample(std::uint64_t i);

}  // namespace causeway::model
