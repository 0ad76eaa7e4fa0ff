// All variants of one payload and direction: the fixed rows use this, the random shapes a part of
// it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bench/transport/comparators.h"
#include "bench/transport/dynamic.h"

namespace causeway::bench {

template <class Part, class P, class Endpoint>
Variant DynamicVariant(Direction d, Session& s, Endpoint& e,
                       std::shared_ptr<const typename P::T> value) {
  using T = typename P::T;
  using D = typename P::D;
  Session* session = &s;
  Channel* c = &e.dynamic;
  const auto call = [=](jint id, const T* argument) -> causeway::Value {
    causeway::Value::List arguments;
    if (argument != nullptr) arguments.push_back(ToValue<D>(*argument));
    c->writer.Clear();
    c->writer.WriteValue(causeway::Value(std::move(arguments)), DynamicTable<Part>::kTable);
    causeway::Value result;
    Exchange(*session, *c, Way::kSleeping, id,
             [&](codec::Reader& r) { result = r.ReadValue(DynamicTable<Part>::kTable); });
    return result;
  };
  return MakeVariant<P>(
      "channel, dynamic codec", Role::kOther, d, value, [=](const T& v) { call(3 * P::kId, &v); },
      [=] { return FromValue<D>(call(3 * P::kId + 1, nullptr)); },
      [=](const T& v) { return FromValue<D>(call(3 * P::kId + 2, &v)); });
}

// Protobuf by hand: struct -> message -> bytes -> message -> the user's object. Proto<P> is written
// by proto.py for the payloads that have a message.
template <class P>
struct Proto;

template <class P>
Variant ProtoVariant(Direction d, Session& s, Messenger& messenger,
                     std::shared_ptr<const typename P::T> value) {
  using T = typename P::T;
  JNIEnv* env = s.env;
  Messenger* m = &messenger;
  auto bytes = std::make_shared<std::vector<std::uint8_t>>();
  return MakeVariant<P>(
      "protobuf", Role::kOther, d, value,
      [=](const T& v) { m->Send(env, 3 * P::kId, Proto<P>::Encode(v, *bytes)); },
      [=] { return Proto<P>::Decode(m->Reply(env, m->Send(env, 3 * P::kId + 1, {}))); },
      [=](const T& v) {
        const std::size_t n = m->Send(env, 3 * P::kId + 2, Proto<P>::Encode(v, *bytes));
        return Proto<P>::Decode(m->Reply(env, n));
      });
}

// Everything but protobuf and what is special to a row.
template <class Part, class P, class Endpoint>
Row PayloadRow(std::string name, Direction d, Session& s, Endpoint& e, typename P::T value_) {
  const auto value = std::make_shared<const typename P::T>(std::move(value_));
  Row row;
  row.name = std::move(name);
  row.direction = NameOf(d);
  auto& v = row.variants;
  v.push_back(GeneratedVariant<P>(d, e, value));
  v.push_back(GraphVariant<P, Cached>("graph, cached", Role::kGraph, d, s, e, value));
  if constexpr (P::D::kKind == Kind::kList) {
    v.push_back(
        GraphVariant<P, Framed>("graph, cached, local frames", Role::kGraph, d, s, e, value));
  }
  if constexpr (P::D::kKind != Kind::kString) {
    v.push_back(GraphVariant<P, Bulk>("graph, cached, bulk lists", Role::kOther, d, s, e, value));
  }
  v.push_back(GraphVariant<P, Uncached>("graph, uncached", Role::kOther, d, s, e, value));
  v.push_back(TypedVariant<P>("dispatch(id, buffer)", Role::kOther, Way::kHere, d, s, e, value));
  v.push_back(TypedVariant<P>("channel", Role::kChannel, Way::kSleeping, d, s, e, value));
  v.push_back(TypedVariant<P>("channel, spinning", Role::kOther, Way::kSpinning, d, s, e, value));
  v.push_back(DynamicVariant<Part, P>(d, s, e, value));
  AddParts<P>(row, d, value);
  AddFloors(row, s, d);
  return row;
}

}  // namespace causeway::bench
