#include "tests/model/bridge_model.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

namespace causeway::model {
namespace {

TEST(BridgeModel, Smoke) {
  Coverage coverage;
  Scenario s;
  s.native = Edge(0, 1) | Edge(1, 0);
  s.programs[0] = {{OpKind::kLock, 0}, {OpKind::kReadEdge, 0, 1}, {OpKind::kUnroot, 0}};
  s.programs[1] = {{OpKind::kLock, 1}, {OpKind::kClear, 1, 0}, {OpKind::kUnroot, 1}};
  s.collections = 1;
  s.check_i2 = true;
  const auto begin = std::chrono::steady_clock::now();
  const Outcome o = Explore(s, coverage);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  for (const auto& step : o.trace) std::printf("%s\n", step.c_str());
  std::printf("%s: %zu states, %zu ends, %.2f s\n", o.violation.c_str(), std::size_t{o.states},
              std::size_t{o.ends}, took.count());
  EXPECT_EQ(o.violation, "");
}

}  // namespace
}  // namespace causeway::model
