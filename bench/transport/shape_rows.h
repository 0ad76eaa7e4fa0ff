// One random shape: the generated code against the channel with the same codec, and the graph.
#pragma once

#include <string>
#include <vector>

#include "bench/transport/payload_rows.h"
#include "bench/transport/session_main.h"

namespace causeway::bench {

template <class Part>
struct ShapeEndpoints : Endpoints<Part> {
  explicit ShapeEndpoints(Session& s) : Endpoints<Part>(s) {}
};

template <class P, class Endpoint>
void AddShape(Session& s, Endpoint& e, std::vector<RowSpec>& rows, std::string name,
              std::size_t count) {
  name += " N=" + std::to_string(count);
  for (const Direction d : {Direction::kW, Direction::kR}) {
    rows.push_back({name + " " + NameOf(d), false, [=, &s, &e] {
                      Random random(count + static_cast<std::size_t>(P::kId));
                      const auto value = std::make_shared<const typename P::T>(
                          Make<typename P::D>(random, {.outer = count,
                                                       .inner = 3,
                                                       .typed = 16,
                                                       .nulls = Nulls::kSometimes,
                                                       .only_ascii = false}));
                      Row row;
                      row.name = name;
                      row.direction = NameOf(d);
                      codec::Writer writer;
                      Typed<P>::Encode(writer, *value);
                      row.bytes = writer.size();
                      row.variants.push_back(GeneratedVariant<P>(d, e, value));
                      row.variants.push_back(
                          GraphVariant<P, Cached>("graph, cached", Role::kGraph, d, s, e, value));
                      row.variants.push_back(TypedVariant<P>("channel", Role::kChannel,
                                                             Way::kSleeping, d, s, e, value));
                      return row;
                    }});
  }
}

}  // namespace causeway::bench
