#pragma once

// Values that cross as leaves (docs/calling_convention.md): taking a value apart on the side that
// sends it, and making it again on the side that receives it.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/emit_java_codec.h"
#include "gen/plan.h"

namespace causeway::gen {

// One leaf as a Java expression of its JNI type (boolean, long, double, int).
struct LeafText {
  char jni = 'J';
  std::string text;
};

struct SentLeaves {
  std::vector<LeafText> leaves;
  std::vector<std::string> mask_terms;  // expressions of type long, to be or-ed
};

// Appends the leaves of `value`, an expression without side effects. Prints local variables where
// an absent class needs one; `locals` gives them names.
void SendLeaves(JavaFile& file, const FlatNode& node, const std::string& value, JavaScope& locals,
                SentLeaves& sent);

std::string MaskText(const std::vector<std::string>& terms);

// An expression that makes the value again. `leaf` gives the expression for a leaf, `mask` is an
// expression of type long.
std::string ReceiveText(JavaFile& file, JavaCodec& codec, const FlatNode& node,
                        const std::function<std::string(const FlatNode&)>& leaf,
                        std::string_view mask, std::string_view where);

// A leaf to and from a 64-bit result slot.
std::string ToSlotText(JavaFile& file, const LeafText& leaf);
std::string FromSlotText(JavaFile& file, const Type& type, int leaf);

// "boolean", "long", "double" or "int".
std::string_view JavaLeafType(char jni);

}  // namespace causeway::gen
