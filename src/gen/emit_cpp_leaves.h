#pragma once

#include <functional>
#include <string>

#include "gen/emit_cpp_codec.h"
#include "gen/plan.h"

namespace causeway::gen {

// How one leaf of a value is spelled where it crosses: a jvalue of an up-call, a parameter of a
// native method, or a slot of the buffer.
struct LeafPlace {
  // The statement that stores `value`, an expression of the leaf's C++ type; of a nullable value,
  // `condition ? value : zero`.
  std::function<std::string(const FlatNode& leaf, const std::string& condition,
                            const std::string& value)>
      store;
  // The leaf as an expression of its C++ type.
  std::function<std::string(const FlatNode& leaf)> load;
};

// args[i] of an up-call; the leaves of this value begin at args[first].
LeafPlace JvalueLeaves(std::string args, int first);
// slots[i].
LeafPlace SlotLeaves(CppCodec& codec, std::string slots);
// Parameters of a native method, one name for each leaf.
LeafPlace ParameterLeaves(CppCodec& codec, std::vector<std::string> names);

// Statements that store the value `expression` leaf by leaf and set its bits in `mask`.
void EmitStoreLeaves(Printer& out, const CppContext& context, const FlatNode& node,
                     const std::string& expression, const LeafPlace& place,
                     const std::string& mask);

// Statements that fill `target`, an object in its default state (`was_set`: with a default of its
// own), from leaves and `mask`.
void EmitLoadLeaves(Printer& out, const CppContext& context, const FlatNode& node,
                    const std::string& target, const LeafPlace& place, const std::string& mask,
                    bool was_set = false);

}  // namespace causeway::gen
