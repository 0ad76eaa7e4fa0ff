#include "gen/emit_java_leaves.h"

#include <cstdint>

namespace causeway::gen {
namespace {

char LeafJni(const Type& type) {
  switch (type.kind) {
    case TypeKind::kBool:
      return 'Z';
    case TypeKind::kDouble:
      return 'D';
    case TypeKind::kEnum:
      return 'I';
    default:
      return 'J';
  }
}

std::string_view AbsentText(char jni) {
  switch (jni) {
    case 'D':
      return "0.0";
    case 'I':
      return "0";
    default:
      return "0L";
  }
}

std::string BitText(int bit) { return fmt::format("0x{:x}L", std::uint64_t{1} << bit); }

// `guard` is a nullable variable that `value` reaches through; empty if there is none.
void Send(JavaFile& file, const FlatNode& node, const std::string& value, const std::string& guard,
          JavaScope& locals, SentLeaves& sent) {
  std::string absent = guard.empty() ? "" : guard + " == null";
  std::string present = guard.empty() ? "" : guard + " != null";
  if (node.leaf < 0 && node.presence_bit >= 0) {
    // A class that may be absent becomes the guard of what is below it.
    std::string variable = value;
    if (value.find('.') != std::string::npos) {
      variable = locals.Claim("part");
      file.printer().Line("{} {} = {};", file.TypeText(*node.type), variable,
                          guard.empty() ? value : fmt::format("{} ? null : {}", absent, value));
    }
    sent.mask_terms.push_back(
        fmt::format("({} == null ? 0 : {})", variable, BitText(node.presence_bit)));
    const JavaFieldNames& names = file.context().Fields(node.type->decl);
    for (std::size_t i = 0; i < node.fields.size(); ++i) {
      Send(file, node.fields[i], variable + "." + names.fields[i], variable, locals, sent);
    }
    return;
  }
  if (node.leaf < 0) {
    const JavaFieldNames& names = file.context().Fields(node.type->decl);
    for (std::size_t i = 0; i < node.fields.size(); ++i) {
      Send(file, node.fields[i], value + "." + names.fields[i], guard, locals, sent);
    }
    return;
  }
  if (node.presence_bit >= 0) {
    absent += (absent.empty() ? "" : " || ") + value + " == null";
    present += (present.empty() ? "" : " && ") + value + " != null";
    sent.mask_terms.push_back(fmt::format("({} ? 0 : {})", absent, BitText(node.presence_bit)));
  }
  const char jni = LeafJni(*node.type);
  const std::string taken = jni == 'I' ? value + ".ordinal()" : value;
  std::string text = taken;
  if (!absent.empty()) {
    text = jni == 'Z' ? present + " && " + taken
                      : fmt::format("{} ? {} : {}", absent, AbsentText(jni), taken);
  }
  sent.leaves.push_back({jni, text});
}

}  // namespace

void SendLeaves(JavaFile& file, const FlatNode& node, const std::string& value, JavaScope& locals,
                SentLeaves& sent) {
  Send(file, node, value, {}, locals, sent);
}

std::string MaskText(const std::vector<std::string>& terms) {
  std::string text;
  for (const std::string& term : terms) text += (text.empty() ? "" : " | ") + term;
  return text;
}

std::string ReceiveText(JavaFile& file, JavaCodec& codec, const FlatNode& node,
                        const std::function<std::string(const FlatNode&)>& leaf,
                        std::string_view mask, std::string_view where) {
  std::string text;
  if (node.leaf >= 0) {
    text = leaf(node);
    if (node.type->kind == TypeKind::kEnum) {
      text = codec.EnumText(file, node.type->decl, text, where);
    }
  } else {
    for (const FlatNode& child : node.fields) {
      text += (text.empty() ? "" : ", ") + ReceiveText(file, codec, child, leaf, mask, where);
    }
    text = fmt::format("new {}({})", file.context().ClassName(node.type->decl), text);
  }
  if (node.presence_bit < 0) return text;
  return fmt::format("({} & {}) == 0 ? null : {}", mask, BitText(node.presence_bit), text);
}

std::string ToSlotText(JavaFile& file, const LeafText& leaf) {
  switch (leaf.jni) {
    case 'Z':
      return leaf.text + " ? 1 : 0";
    case 'D':
      return fmt::format("{}.doubleToRawLongBits({})", file.Lang("Double"), leaf.text);
    default:
      return leaf.text;
  }
}

std::string FromSlotText(JavaFile& file, const Type& type, int leaf) {
  const std::string slot = fmt::format("cb.slot({})", leaf);
  switch (type.kind) {
    case TypeKind::kBool:
      return slot + " != 0";
    case TypeKind::kDouble:
      return fmt::format("{}.longBitsToDouble({})", file.Lang("Double"), slot);
    case TypeKind::kEnum:
      return "(int) " + slot;
    default:
      return slot;
  }
}

std::string_view JavaLeafType(char jni) {
  switch (jni) {
    case 'Z':
      return "boolean";
    case 'D':
      return "double";
    case 'I':
      return "int";
    default:
      return "long";
  }
}

}  // namespace causeway::gen
