#include "gen/model.h"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::gen {

namespace {

template <typename T>
const T& At(const std::vector<T>& items, DeclIndex index) {
  return items[static_cast<std::size_t>(index)];
}

}  // namespace

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

std::string_view WithoutConstantMark(std::string_view name) {
  const bool has_mark = name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z';
  return has_mark ? name.substr(1) : name;
}

std::string_view EnumDecl::MemberWords(std::size_t member) const {
  const bool all = std::ranges::all_of(
      members, [](const EnumMember& m) { return WithoutConstantMark(m.name) != m.name; });
  return all ? WithoutConstantMark(members[member].name) : std::string_view(members[member].name);
}

std::string TypeName(const Program& program, const Type& type) {
  std::string name;
  switch (type.kind) {
    case TypeKind::kVoid:
      name = "void";
      break;
    case TypeKind::kBool:
      name = "bool";
      break;
    case TypeKind::kInt:
      name = "int";
      break;
    case TypeKind::kDouble:
      name = "double";
      break;
    case TypeKind::kString:
      name = "String";
      break;
    case TypeKind::kUint8List:
      name = "Uint8List";
      break;
    case TypeKind::kInt32List:
      name = "Int32List";
      break;
    case TypeKind::kInt64List:
      name = "Int64List";
      break;
    case TypeKind::kFloat32List:
      name = "Float32List";
      break;
    case TypeKind::kFloat64List:
      name = "Float64List";
      break;
    case TypeKind::kList:
      name = fmt::format("List<{}>", TypeName(program, type.args[0]));
      break;
    case TypeKind::kMap:
      name = fmt::format("Map<{}, {}>", TypeName(program, type.args[0]),
                         TypeName(program, type.args[1]));
      break;
    case TypeKind::kObject:
      name = "Object";
      break;
    case TypeKind::kEnum:
      name = At(program.enums, type.decl).name;
      break;
    case TypeKind::kClass:
      name = At(program.classes, type.decl).name;
      break;
    case TypeKind::kProxy:
      name = At(program.proxies, type.decl);
      break;
  }
  return type.nullable ? name + "?" : name;
}

}  // namespace causeway::gen
