#include "gen/model.h"

namespace causeway::gen {

bool SameType(const Type& a, const Type& b) {
  if (a.kind != b.kind || a.nullable != b.nullable || a.decl != b.decl ||
      a.args.size() != b.args.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    if (!SameType(a.args[i], b.args[i])) return false;
  }
  return true;
}

}  // namespace causeway::gen
