#include "gen/emit_cpp_leaves.h"

#include <fmt/format.h>

namespace causeway::gen {
namespace {

std::string JvalueMember(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBool:
      return "z";
    case TypeKind::kInt:
      return "j";
    case TypeKind::kDouble:
      return "d";
    default:
      return "i";
  }
}

std::string Conditional(const std::string& condition, const std::string& value,
                        std::string_view zero) {
  return condition.empty() ? value : fmt::format("{} ? {} : {}", condition, value, zero);
}

void EmitZeroLeaves(Printer& out, const FlatNode& node, const LeafPlace& place) {
  if (node.leaf >= 0) {
    const TypeKind kind = node.type->kind;
    out.Raw(place.store(node, {},
                        kind == TypeKind::kDouble ? "0.0"
                        : kind == TypeKind::kBool ? "false"
                                                  : "0"));
    return;
  }
  for (const FlatNode& field : node.fields) {
    EmitZeroLeaves(out, field, place);
  }
}

}  // namespace

LeafPlace JvalueLeaves(std::string args, int first) {
  const auto place = [args, first](const FlatNode& leaf) {
    return fmt::format("{}[{}].{}", args, first + leaf.leaf, JvalueMember(leaf.type->kind));
  };
  return {[place](const FlatNode& leaf, const std::string& condition, const std::string& value) {
            const TypeKind kind = leaf.type->kind;
            const std::string converted = kind == TypeKind::kEnum && value != "0"
                                              ? fmt::format("static_cast<jint>({})", value)
                                              : value;
            const char* zero = kind == TypeKind::kDouble ? "0.0"
                               : kind == TypeKind::kBool ? "false"
                                                         : "0";
            return fmt::format("{} = {};", place(leaf), Conditional(condition, converted, zero));
          },
          place};
}

LeafPlace SlotLeaves(CppCodec& codec, std::string slots) {
  const auto place = [slots](const FlatNode& leaf) {
    return fmt::format("{}[{}]", slots, leaf.leaf);
  };
  return {[place](const FlatNode& leaf, const std::string& condition, const std::string& value) {
            std::string converted = value;
            if (leaf.type->kind == TypeKind::kDouble) {
              converted = value == "0.0" ? "0" : fmt::format("generated::DoubleBits({})", value);
            } else if (value == "false") {
              converted = "0";
            } else if (value != "0") {
              converted = fmt::format("static_cast<std::uint64_t>({})", value);
            }
            return fmt::format("{} = {};", place(leaf), Conditional(condition, converted, "0"));
          },
          [place, &codec](const FlatNode& leaf) {
            const std::string slot = place(leaf);
            switch (leaf.type->kind) {
              case TypeKind::kBool:
                return slot + " != 0";
              case TypeKind::kDouble:
                return fmt::format("generated::BitsDouble({})", slot);
              case TypeKind::kEnum:
                return fmt::format("{}(static_cast<std::int64_t>({}))",
                                   codec.FromIndex(leaf.type->decl), slot);
              default:
                return fmt::format("static_cast<std::int64_t>({})", slot);
            }
          }};
}

LeafPlace ParameterLeaves(CppCodec& codec, std::vector<std::string> names) {
  return {{}, [names, &codec](const FlatNode& leaf) {
            const std::string& name = names[std::size_t(leaf.leaf)];
            switch (leaf.type->kind) {
              case TypeKind::kBool:
                return name + " != JNI_FALSE";
              case TypeKind::kEnum:
                return fmt::format("{}({})", codec.FromIndex(leaf.type->decl), name);
              default:
                return name;
            }
          }};
}

void EmitStoreLeaves(Printer& out, const CppContext& context, const FlatNode& node,
                     const std::string& expression, const LeafPlace& place,
                     const std::string& mask) {
  const bool nullable = node.presence_bit >= 0;
  if (node.leaf >= 0) {
    if (nullable) {
      out.Raw(place.store(node, expression, "*" + expression));
      out.Line("if ({}) {} |= std::uint64_t{{1}} << {};", expression, mask, node.presence_bit);
    } else {
      out.Raw(place.store(node, {}, expression));
    }
    return;
  }
  const std::string access = nullable ? expression + "->" : expression + ".";
  const auto emit_fields = [&] {
    for (std::size_t i = 0; i < node.fields.size(); ++i) {
      EmitStoreLeaves(out, context, node.fields[i],
                      access + context.names().FieldName(node.type->decl, i), place, mask);
    }
  };
  if (!nullable) {
    emit_fields();
    return;
  }
  out.Open("if ({})", expression);
  out.Line("{} |= std::uint64_t{{1}} << {};", mask, node.presence_bit);
  emit_fields();
  Printer zeros;
  EmitZeroLeaves(zeros, node, place);
  if (!zeros.text().empty()) {
    out.Close(" else {");
    std::string text = zeros.Take();
    text.pop_back();
    out.Raw(text);
  }
  out.Close();
}

void EmitLoadLeaves(Printer& out, const CppContext& context, const FlatNode& node,
                    const std::string& target, const LeafPlace& place, const std::string& mask,
                    bool was_set) {
  const bool nullable = node.presence_bit >= 0;
  const std::string present = fmt::format("({} >> {} & 1) != 0", mask, node.presence_bit);
  if (node.leaf >= 0) {
    const std::string assign = fmt::format("{} = {};", target, place.load(node));
    if (!nullable) {
      out.Raw(assign);
      return;
    }
    out.Open("if ({})", present);
    out.Raw(assign);
  } else {
    if (nullable) {
      out.Open("if ({})", present);
      out.Line("{}.emplace();", target);
    }
    const std::string access = nullable ? target + "->" : target + ".";
    const ClassDecl& decl = context.Class(node.type->decl);
    for (std::size_t i = 0; i < node.fields.size(); ++i) {
      // What a default object gave to a nullable field must go, too.
      const bool field_was_set = was_set || decl.fields[i].has_default;
      EmitLoadLeaves(out, context, node.fields[i],
                     access + context.names().FieldName(node.type->decl, i), place, mask,
                     field_was_set);
    }
    if (!nullable) {
      return;
    }
  }
  if (was_set) {
    out.Close(" else {");
    out.Line("{}.reset();", target);
  }
  out.Close();
}

}  // namespace causeway::gen
