#include "bench/peers/sequences.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "causeway/peer_log.h"

namespace causeway::bench {
namespace {

// The distributions of the standard library differ between its implementations.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}
  std::size_t Below(std::size_t n) { return static_cast<std::size_t>(bits_() % n); }
  double Unit() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 bits_;
};

class Builder {
 public:
  explicit Builder(std::string name) { sequence_.name = std::move(name); }

  std::int32_t NewObject(bool registered) {
    sequence_.registered.push_back(registered);
    return static_cast<std::int32_t>(sequence_.registered.size()) - 1;
  }
  void Look(std::int32_t object) { sequence_.order.push_back(object); }
  // Of an object that gets its peer now.
  std::int32_t Create() {
    Look(NewObject(false));
    return NewObject(true);
  }
  std::size_t length() const { return sequence_.order.size(); }
  // What goes on like this.
  Sequence Steady() && { return std::move(sequence_); }
  // What is done once.
  Sequence Once() && {
    std::vector<std::int32_t>& order = sequence_.order;
    sequence_.once = order.size();
    const std::size_t length = std::max(kSequenceLength, std::bit_ceil(order.size()));
    for (std::size_t i = 0; order.size() < length; ++i) order.push_back(order[i]);
    return std::move(sequence_);
  }

 private:
  Sequence sequence_;
};

struct RowOfList {
  std::int32_t view = 0;
  std::vector<std::int32_t> children;  // label, perhaps image, button
};

RowOfList Inflate(Builder& lookups, std::int32_t list, bool with_image) {
  RowOfList row;
  row.view = lookups.Create();
  for (int child = 0; child < (with_image ? 3 : 2); ++child) {
    row.children.push_back(lookups.Create());
    lookups.Look(row.view);  // addView(child)
    lookups.Look(row.children.back());
  }
  lookups.Look(list);
  lookups.Look(row.view);
  return row;
}

void Bind(Builder& lookups, std::int32_t adapter, const RowOfList& row) {
  lookups.Look(adapter);
  lookups.Look(row.view);
  for (const std::int32_t child : row.children) lookups.Look(child);
  const std::int32_t handler = lookups.Create();
  lookups.Look(row.children.back());  // setOnClickListener(handler)
  lookups.Look(handler);
}

void Measure(Builder& lookups, const RowOfList& row) {
  lookups.Look(row.view);
  for (const std::int32_t child : row.children) {
    lookups.Look(child);
    // A label is asked for its text, too.
    if (child == row.children.front()) lookups.Look(child);
  }
  lookups.Look(row.view);  // with the sizes of all: its own
}

void Walk(Builder& lookups, const RowOfList& row) {  // layout, drawing
  lookups.Look(row.view);
  for (const std::int32_t child : row.children) lookups.Look(child);
}

void BuildScreen(Builder& lookups, Random& random) {
  constexpr std::size_t kRows = 40;
  constexpr int kFrames = 4;
  constexpr std::size_t kTouchedInAFrame = 5;
  const std::int32_t list = lookups.Create();
  const std::int32_t adapter = lookups.Create();
  lookups.Look(list);  // setAdapter(adapter)
  lookups.Look(adapter);
  std::vector<RowOfList> rows;
  for (std::size_t i = 0; i < kRows; ++i) {
    lookups.Look(adapter);  // the kind of row i
    rows.push_back(Inflate(lookups, list, random.Below(3) != 0));
    Bind(lookups, adapter, rows.back());
    Measure(lookups, rows.back());
  }
  for (int frame = 0; frame < kFrames; ++frame) {
    // Something has come in for some rows: they are set and measured again.
    for (std::size_t i = 0; frame != 0 && i < kTouchedInAFrame; ++i) {
      const RowOfList& row = rows[random.Below(kRows)];
      lookups.Look(row.children[random.Below(row.children.size())]);
      lookups.Look(list);
      Measure(lookups, row);
    }
    lookups.Look(list);
    for (const RowOfList& row : rows) {
      lookups.Look(list);
      Walk(lookups, row);
    }
  }
}

}  // namespace

Sequence MakeSequence(std::string name, int objects, const std::function<int(int)>& at,
                      bool registered) {
  Sequence sequence{std::move(name), {}, {}, 0};
  sequence.registered.assign(static_cast<std::size_t>(objects), registered);
  for (int i = 0; i < static_cast<int>(kSequenceLength); ++i) sequence.order.push_back(at(i));
  return sequence;
}

Sequence StartUp() {
  Builder lookups("synthetic start-up");
  Random random(20261201);
  BuildScreen(lookups, random);
  return std::move(lookups).Once();
}

Sequence Chain(std::uint64_t seed) {
  Random random(seed);
  Builder lookups(fmt::format("chain {}", seed));
  const std::size_t states = 2 + random.Below(63);
  const bool all_registered = random.Below(4) != 0;
  for (std::size_t s = 0; s < states; ++s) {
    lookups.NewObject(all_registered || random.Below(4) != 0);
  }
  // One cycle through all states, so that each is reached, and some more ways. The higher the
  // exponent, the more one of the ways outweighs the others.
  std::vector<std::size_t> cycle(states);
  std::iota(cycle.begin(), cycle.end(), std::size_t{0});
  for (std::size_t i = states - 1; i > 0; --i) std::swap(cycle[i], cycle[random.Below(i + 1)]);
  const std::size_t most_ways = std::size_t{1} << random.Below(7);
  const double exponent = 8 * std::pow(random.Unit(), 2);
  struct Way {
    std::size_t to = 0;
    double weight = 0;
  };
  std::vector<std::vector<Way>> ways(states);
  for (std::size_t i = 0; i < states; ++i) {
    std::vector<Way>& from = ways[cycle[i]];
    from.push_back({cycle[(i + 1) % states], std::pow(random.Unit(), exponent)});
    for (std::size_t more = random.Below(most_ways); more != 0; --more) {
      from.push_back({random.Below(states), std::pow(random.Unit(), exponent)});
    }
  }
  std::size_t state = 0;
  while (lookups.length() < kSequenceLength) {
    lookups.Look(static_cast<std::int32_t>(state));
    const std::vector<Way>& from = ways[state];
    double at = random.Unit() *
                std::accumulate(from.begin(), from.end(), 0.0,
                                [](double sum, const Way& way) { return sum + way.weight; });
    state = from.back().to;
    for (const Way& way : from) {
      if (at < way.weight) {
        state = way.to;
        break;
      }
      at -= way.weight;
    }
  }
  return std::move(lookups).Steady();
}

std::optional<std::vector<Sequence>> ReplayLog(std::string_view name,
                                               std::span<const std::byte> bytes,
                                               std::string& error) {
  constexpr std::size_t kMostLookups = std::size_t{1} << 18;
  // A shorter one is repeated with new objects: to begin costs something, too.
  constexpr std::size_t kLeastLookups = 1024;
  PeerLogError why;
  const std::optional<PeerLog> log = ParsePeerLog(bytes, why);
  if (!log) {
    error = fmt::format("byte {}: {}", why.at, why.what);
    return std::nullopt;
  }
  std::vector<Sequence> sequences;
  for (std::size_t t = 0; t < log->threads.size(); ++t) {
    std::vector<std::int64_t> events = log->threads[t].events;
    std::erase_if(events, [](std::int64_t event) { return event < PeerLog::kNone; });
    if (events.empty()) continue;
    std::string title = fmt::format("log {}", name);
    if (log->threads.size() > 1) title += fmt::format(", thread {}", t + 1);
    if (events.size() > kMostLookups) events.resize(kMostLookups);
    Builder lookups(title);
    while (lookups.length() < kLeastLookups) {
      std::map<std::int64_t, std::int32_t> objects;
      for (const std::int64_t event : events) {
        // Whose lookup it was that found none is not known: always that of a new object.
        if (event == PeerLog::kNone) {
          lookups.Look(lookups.NewObject(false));
          continue;
        }
        const auto [object, is_new] = objects.try_emplace(event, 0);
        if (is_new) object->second = lookups.NewObject(true);
        lookups.Look(object->second);
      }
    }
    sequences.push_back(std::move(lookups).Once());
  }
  return sequences;
}

double BitsOfALookup(const Sequence& sequence) {
  std::map<std::int32_t, double> singles;
  std::map<std::pair<std::int32_t, std::int32_t>, double> pairs;
  const std::size_t n = sequence.order.size();
  for (std::size_t i = 0; i < n; ++i) {
    ++singles[sequence.order[i]];
    ++pairs[{sequence.order[i], sequence.order[(i + 1) % n]}];
  }
  double bits = 0;
  for (const auto& [pair, count] : pairs) bits += count * std::log2(singles[pair.first] / count);
  return bits / static_cast<double>(n);
}

}  // namespace causeway::bench
