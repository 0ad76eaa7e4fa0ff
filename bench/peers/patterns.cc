#include "bench/peers/patterns.h"

#include <fmt/core.h>

#include <random>

namespace causeway::bench {

std::vector<Pattern> Patterns() {
  std::vector<Pattern> patterns;
  patterns.push_back({MakeSequence("one repeated", 1, [](int) { return 0; }),
                      {{"object", {0.30, 0.22}}, {"own class", {0.12, 0.09}}}});
  for (const int n : {2, 8, 64}) {
    patterns.push_back({MakeSequence(fmt::format("{} in turn", n), n, [n](int i) { return i % n; }),
                        {{"object", {0.30, 0.23}}}});
  }
  for (const int n : {2, 8, 64}) {
    patterns.push_back(
        {MakeSequence(fmt::format("runs of eight, {}", n), n, [n](int i) { return i / 8 % n; }),
         {{"object", {0.35, 0.25}}}});
  }
  patterns.push_back(
      {MakeSequence("parent/child walk", 33, [](int i) { return i % 2 == 0 ? 0 : 1 + i / 2 % 32; }),
       {{"object", {0.30, 0.23}}}});
  std::mt19937 random(20261201);
  for (const int n : {64, 20'000}) {
    std::uniform_int_distribution<int> any(0, n - 1);
    const std::pair<double, double> by_hash =
        n == 64 ? std::pair(0.30, 0.20) : std::pair(0.35, 0.20);
    Pattern pattern{
        MakeSequence(fmt::format("random over {}", n), n, [&](int) { return any(random); }),
        {{"hash passed", by_hash}, {"own class", {0.12, 0.09}}}};
    if (n == 64) pattern.must["object"] = {0.85, 0.75};
    patterns.push_back(std::move(pattern));
  }
  patterns.push_back({MakeSequence(
                          "64 unregistered", 64, [](int i) { return i % 64; }, false),
                      {{"object", {0.85, 0.70}}}});
  return patterns;
}

}  // namespace causeway::bench
