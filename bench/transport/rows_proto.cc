// The protobuf variant, in a source file of its own: protobuf's headers do not pass our warnings.
#include "bench/transport/fixed_rows.h"

#ifdef CAUSEWAY_BENCH_PROTOBUF
#include "rows_proto.h"
#endif

namespace causeway::bench {

template <class P>
void AddProto(Row& row, Direction d, Rows& rows, const typename P::T& value) {
#ifdef CAUSEWAY_BENCH_PROTOBUF
  row.variants.push_back(
      ProtoVariant<P>(d, rows.session, *rows.proto, std::make_shared<const typename P::T>(value)));
#else
  (void)row, (void)d, (void)rows, (void)value;
#endif
}

#define CAUSEWAY_ADD_PROTO(P)                                             \
  template void AddProto<rows_shapes::P##Payload>(Row&, Direction, Rows&, \
                                                  const rows_shapes::P##Payload::T&)
CAUSEWAY_ADD_PROTO(LatLng);
CAUSEWAY_ADD_PROTO(Flat7);
CAUSEWAY_ADD_PROTO(Flat8);
CAUSEWAY_ADD_PROTO(Flat9);
CAUSEWAY_ADD_PROTO(Records);
CAUSEWAY_ADD_PROTO(Ints);
CAUSEWAY_ADD_PROTO(Wide);
CAUSEWAY_ADD_PROTO(Wides);
CAUSEWAY_ADD_PROTO(Markers);
CAUSEWAY_ADD_PROTO(Text);
CAUSEWAY_ADD_PROTO(Samples);
CAUSEWAY_ADD_PROTO(Counts);

}  // namespace causeway::bench
