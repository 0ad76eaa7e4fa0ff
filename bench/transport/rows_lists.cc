#include "bench/transport/fixed_rows.h"

namespace causeway::bench {
namespace {

template <class P>
auto OfSize(std::size_t n) {
  return [n] {
    Random random(n);
    return Make<typename P::D>(random, {.outer = n});
  };
}

}  // namespace

void AddListRows(Rows& rows) {
  using namespace rows_shapes;
  struct Size {
    std::size_t n;
    Requirement w;
    Requirement r;
  };
  for (const Size& size :
       {Size{1, {2, 3}, {1.5, 2.5}}, Size{10, {7, 10}, {4, 8}}, Size{100, {9, 10}, {5, 8}},
        Size{1000, {10, 14}, {5, 14}}, Size{10000, {10, 14}, {5, 14}}}) {
    AddPayload<RecordsPayload>(rows, "list of 2-double records N=" + std::to_string(size.n),
                               OfSize<RecordsPayload>(size.n), size.w, size.r,
                               size.n == 1 || size.n == 1000);
  }
  for (const Size& size : {Size{1, {}, {}}, Size{1000, {20, 30}, {30, 40}}, Size{10000, {}, {}}}) {
    AddPayload<IntsPayload>(rows, "list of int N=" + std::to_string(size.n),
                            OfSize<IntsPayload>(size.n), size.w, size.r);
  }
  for (const std::size_t n : {16u, 1000u}) {
    AddPayload<SamplesPayload>(rows, "array of double N=" + std::to_string(n),
                               [n] {
                                 Random random(n);
                                 return Make<SamplesPayload::D>(random, {.typed = n});
                               },
                               {}, {});
  }
  AddPayload<CountsPayload>(rows, "map of string to int N=100", OfSize<CountsPayload>(100), {}, {});
}

}  // namespace causeway::bench
