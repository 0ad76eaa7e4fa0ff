#include "bench/peers/operations.h"

namespace causeway::bench {

Operations OperationsOfPlain(const Sequence& sequence) {
  double found = 0;
  for (const std::int32_t object : sequence.order) found += sequence.HasPeer(object) ? 1 : 0;
  return {found / static_cast<double>(sequence.order.size()), 1, 1};
}

Operations OperationsOfRecent(const Sequence& sequence) {
  Operations sum;
  std::int32_t recent = -1;
  for (const bool counts : {false, true}) {
    for (std::size_t i = 0; i < sequence.order.size(); ++i) {
      const std::int32_t object = sequence.order[i];
      if (sequence.Forgets(i)) recent = -1;
      Operations of_this;
      if (recent >= 0) of_this.same += 1;
      if (recent != object) {
        of_this.hash += 1;
        of_this.table += 1;
        if (sequence.HasPeer(object)) {
          of_this.same += 1;
          recent = object;
        }
      }
      if (!counts) continue;
      sum.same += of_this.same;
      sum.hash += of_this.hash;
      sum.table += of_this.table;
    }
  }
  const auto n = static_cast<double>(sequence.order.size());
  return {sum.same / n, sum.hash / n, sum.table / n};
}

}  // namespace causeway::bench
