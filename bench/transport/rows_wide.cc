// Rich classes: 30 nullable fields, and map markers.
#include "bench/transport/fixed_rows.h"

namespace causeway::bench {
namespace {

// What keeps the caller's thread busy when a channel carries the call: it encodes, wakes the other
// thread, and could go on. (The call's own cost is still paid, on the other thread.)
template <class P>
Variant CallerOnly(Rows& rows, std::shared_ptr<const typename P::T> value) {
  Session* s = &rows.session;
  Channel* c = &rows.endpoints.typed;
  return {"channel, caller's thread only", Role::kOther,
          [=](std::int64_t n) {
            for (; n > 0; --n) {
              c->writer.Clear();
              Typed<P>::Encode(c->writer, *value);
              s->sleeping.Post();
            }
          },
          nullptr};
}

}  // namespace

void AddWideRows(Rows& rows) {
  using namespace rows_shapes;
  const auto one = [](Nulls nulls) {
    return [nulls] {
      Random random(30);
      return Make<WidePayload::D>(random, {.nulls = nulls});
    };
  };
  AddPayload<WidePayload>(rows, "class of 30 nullable fields, full", one(Nulls::kNever), {6, 10},
                          {6, 10}, true);
  AddPayload<WidePayload>(rows, "class of 30 nullable fields, all null", one(Nulls::kAlways),
                          {1 / 1.1, 1}, {1 / 1.1, 1});
  for (const std::size_t n : {1u, 10u, 100u, 1000u}) {
    AddPayload<WidesPayload>(rows, "list of 30-field classes N=" + std::to_string(n),
                             [n] {
                               Random random(n);
                               return Make<WidesPayload::D>(
                                   random, {.outer = n, .nulls = Nulls::kSometimes});
                             },
                             {4, 10}, {4, 10});
  }
  AddPayload<MarkersPayload>(
      rows, "1,000 map markers",
      [] {
        Random random(1000);
        return Make<MarkersPayload::D>(random, {.outer = 1000, .nulls = Nulls::kSometimes});
      },
      {4, 10}, {4, 10}, true, true, "A definition of ours in the shape of google_maps' markers.");
  // The caller's thread, for the markers written.
  for (RowSpec& spec : rows.specs) {
    if (spec.name != "1,000 map markers W") continue;
    spec.make = [&rows, make = spec.make] {
      Row row = make();
      Random random(1000);
      const auto value = std::make_shared<const MarkersPayload::T>(
          Make<MarkersPayload::D>(random, {.outer = 1000, .nulls = Nulls::kSometimes}));
      row.variants.push_back(CallerOnly<MarkersPayload>(rows, value));
      return row;
    };
  }
}

}  // namespace causeway::bench
