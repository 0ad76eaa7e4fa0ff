// Tiny classes: two doubles, and the flatten limit from both sides. 7 and 8 slots cross as direct
// arguments, 9 share the buffer; no cliff may show.
#include "bench/transport/fixed_rows.h"

namespace causeway::bench {
namespace {

template <class P>
auto Random1() {
  return [] {
    Random random(7);
    return Make<typename P::D>(random, {});
  };
}

}  // namespace

void AddTinyRows(Rows& rows) {
  using namespace rows_shapes;
  const Requirement tiny{.must = 0, .aim = 1.5, .slack_ns = 10};
  AddPayload<LatLngPayload>(rows, "class of 2 doubles", Random1<LatLngPayload>(), tiny, tiny, true);
  AddPayload<Flat7Payload>(rows, "class of 7 slots", Random1<Flat7Payload>(), tiny, tiny);
  AddPayload<Flat8Payload>(rows, "class of 8 slots", Random1<Flat8Payload>(), tiny, tiny);
  AddPayload<Flat9Payload>(rows, "class of 9 slots", Random1<Flat9Payload>(), tiny, tiny);
}

}  // namespace causeway::bench
