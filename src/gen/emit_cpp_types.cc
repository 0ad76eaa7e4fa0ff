// Value types: plain structs that can be made with designated initialisers, compared, hashed,
// ordered (std::map needs it for keys) and printed. The operators are hidden friends, declared in
// the struct and defined in the .cc file: a name that only the compiler looks up, no template to
// instantiate in every file that includes the header.
//
// Every member has an initialiser where one is possible, so that `Marker{.id = "a"}` draws no
// -Wmissing-field-initializers. Where a member mentions a class that is not complete yet, it has
// none: an initialiser would instantiate the constructor, and with it the destructor, of a
// std::optional or std::vector of an incomplete type. Nor where it mentions its own class, which is
// complete in its initialisers but, for Clang, not constructible by default before its end: the
// answer that std::optional gets then stays.
#include "gen/emit_cpp_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace causeway::gen {
namespace {

void EmitConstants(const CppContext& context, Printer& header) {
  const std::vector<Constant>& constants = context.definition().constants;
  for (std::size_t i = 0; i < constants.size(); ++i) {
    const Constant& constant = constants[i];
    PrintDocs(header, constant.docs);
    const std::string& name = context.names().ConstantName(context.index(), i);
    if (const auto* text = std::get_if<std::string>(&constant.value.value)) {
      const bool has_nul = text->find('\0') != std::string::npos;
      const std::string literal =
          has_nul ? fmt::format("std::string_view({}, {})", CppStringLiteral(*text), text->size())
                  : CppStringLiteral(*text);
      header.Line("inline constexpr std::string_view {} = {};", name, literal);
    } else {
      header.Line("inline constexpr {} {} = {};", context.BaseType(constant.type), name,
                  context.Initializer(constant.type, constant.value));
    }
  }
  if (!constants.empty()) {
    header.Blank();
  }
}

void EmitEnum(const CppContext& context, DeclIndex e, Printer& header) {
  const EnumDecl& decl = context.Enum(e);
  const std::string& name = context.names().EnumName(e);
  PrintDocs(header, decl.docs);
  const bool has_docs =
      std::ranges::any_of(decl.members, [](const EnumMember& m) { return !m.docs.empty(); });
  std::vector<std::string> members;
  for (std::size_t i = 0; i < decl.members.size(); ++i) {
    members.push_back(context.names().MemberName(e, static_cast<std::int32_t>(i)));
  }
  const std::string head = fmt::format("enum class {} : std::int32_t", name);
  const std::string one_line = fmt::format("{} {{ {} }};", head, fmt::join(members, ", "));
  if (!has_docs && one_line.size() <= 100) {
    header.Raw(one_line);
  } else {
    header.Open("{}", head);
    for (std::size_t i = 0; i < members.size(); ++i) {
      PrintDocs(header, decl.members[i].docs);
      header.Line("{},", members[i]);
    }
    header.Close(";");
  }
  header.Line("std::ostream& operator<<(std::ostream& out, {} value);", name);
  header.Blank();
}

void EmitMember(const CppContext& context, DeclIndex c, std::size_t index, Printer& header) {
  const Field& field = context.Class(c).fields[index];
  PrintDocs(header, field.docs);
  std::string text =
      fmt::format("{} {}", context.FieldType(c, field), context.names().FieldName(c, index));
  const std::string zero = context.ZeroOf(field.type);
  const bool is_boxed = context.layout().IsBoxed(c, field);
  if (field.has_default && !is_boxed) {
    text += " = " + context.Initializer(field.type, field.default_value);
  } else if (!zero.empty()) {
    text += " = " + zero;
  } else if (!is_boxed && context.layout().MayInitialize(c, field.type)) {
    text += "{}";
  }
  header.Line("{};", text);
}

void EmitStruct(const CppContext& context, DeclIndex c, Printer& header) {
  const ClassDecl& decl = context.Class(c);
  const std::string& name = context.names().ClassName(c);
  PrintDocs(header, decl.docs);
  header.Open("struct {}", name);
  bool previous_has_docs = false;
  for (std::size_t i = 0; i < decl.fields.size(); ++i) {
    if (i > 0 && (previous_has_docs || !decl.fields[i].docs.empty())) {
      header.Blank();
    }
    previous_has_docs = !decl.fields[i].docs.empty();
    EmitMember(context, c, i, header);
  }
  if (!decl.fields.empty()) {
    header.Blank();
  }
  header.Line("friend bool operator==(const {0}& a, const {0}& b);", name);
  header.Line("friend std::weak_ordering operator<=>(const {0}& a, const {0}& b);", name);
  header.Line("friend std::ostream& operator<<(std::ostream& out, const {}& value);", name);
  header.Close(";");
  header.Blank();
}

void EmitAlias(const CppContext& context, DeclIndex c, Printer& header) {
  const std::string& name = context.names().ClassName(c);
  std::vector<std::string> alternatives;
  for (const DeclIndex child : ConcreteChildren(context.program(), c)) {
    alternatives.push_back(context.names().ClassName(child));
  }
  PrintDocs(header, context.Class(c).docs);
  if (alternatives.empty()) {
    header.Line("using {} = std::variant<std::monostate>;", name);
    header.Blank();
    return;
  }
  PrintList(header, fmt::format("using {} = std::variant<", name), alternatives, ">;");
  header.Line("std::ostream& operator<<(std::ostream& out, const {}& value);", name);
  header.Blank();
}

// Enums of a home are those of all definitions that share its header.
template <typename F>
void ForEachEnum(const CppContext& context, const F& f) {
  for (std::size_t e = 0; e < context.program().enums.size(); ++e) {
    if (context.layout().Home(context.program().enums[e].definition) == context.index()) {
      f(static_cast<DeclIndex>(e));
    }
  }
}

template <typename F>
void ForEachStruct(const CppContext& context, const F& f) {
  for (const CppLayout::Step& step : context.layout().Steps(context.index())) {
    if (step.kind == CppLayout::Step::Kind::kStruct) {
      f(step.decl);
    }
  }
}

void EmitEnumPrinter(const CppContext& context, DeclIndex e, Printer& source) {
  const std::string& name = context.names().EnumName(e);
  source.Open("std::ostream& operator<<(std::ostream& out, {} value)", name);
  source.Open("switch (value)");
  for (std::size_t i = 0; i < context.Enum(e).members.size(); ++i) {
    const std::string& member = context.names().MemberName(e, static_cast<std::int32_t>(i));
    source.Line("case {}::{}:", name, member);
    source.Line("  return out << \"{}\";", member);
  }
  source.Close();
  source.Line("return out << \"{}(\" << static_cast<std::int32_t>(value) << ')';", name);
  source.Close();
  source.Blank();
}

void EmitStructFunctions(const CppContext& context, DeclIndex c, Printer& source) {
  const std::string& name = context.names().ClassName(c);
  const std::size_t count = context.Class(c).fields.size();
  const auto field = [&](std::size_t i) -> const std::string& {
    return context.names().FieldName(c, i);
  };
  if (count == 0) {
    source.Line("bool operator==(const {0}&, const {0}&) {{ return true; }}", name);
    source.Blank();
    source.Open("std::weak_ordering operator<=>(const {0}&, const {0}&)", name);
    source.Line("return std::weak_ordering::equivalent;");
    source.Close();
    source.Blank();
    source.Line(
        "std::ostream& operator<<(std::ostream& out, const {0}&) {{ return out << \"{0}{{}}\"; }}",
        name);
    source.Blank();
    return;
  }
  source.Open("bool operator==(const {0}& a, const {0}& b)", name);
  for (std::size_t i = 0; i < count; ++i) {
    PrintStatement(source,
                   fmt::format("{}generated::Equal(a.{}, b.{}){}", i == 0 ? "return " : "       ",
                               field(i), field(i), i + 1 == count ? ";" : " &&"));
  }
  source.Close();
  source.Blank();

  source.Open("std::weak_ordering operator<=>(const {0}& a, const {0}& b)", name);
  for (std::size_t i = 0; i + 1 < count; ++i) {
    source.Line("if (auto order = generated::Compare(a.{0}, b.{0}); order != 0) return order;",
                field(i));
  }
  source.Line("return generated::Compare(a.{0}, b.{0});", field(count - 1));
  source.Close();
  source.Blank();

  source.Open("std::ostream& operator<<(std::ostream& out, const {}& value)", name);
  for (std::size_t i = 0; i < count; ++i) {
    source.Line("out << \"{}{}: \";", i == 0 ? name + "{" : ", ", field(i));
    source.Line("generated::Print(out, value.{});", field(i));
  }
  source.Line("return out << '}}';");
  source.Close();
  source.Blank();
}

// GCC warns that a member of an enum class hides a constant of its name, which it cannot.
bool AnyMemberIsAConstant(const CppContext& context) {
  std::set<std::string> constants;
  for (std::size_t d = 0; d < context.program().definitions.size(); ++d) {
    for (std::size_t i = 0; i < context.program().definitions[d].constants.size(); ++i) {
      constants.insert(context.names().ConstantName(static_cast<std::int32_t>(d), i));
    }
  }
  bool any = false;
  ForEachEnum(context, [&](DeclIndex e) {
    for (std::size_t i = 0; i < context.Enum(e).members.size(); ++i) {
      any = any || constants.contains(context.names().MemberName(e, static_cast<std::int32_t>(i)));
    }
  });
  return any;
}

void EmitEnums(const CppContext& context, Printer& header) {
  const bool shadows = AnyMemberIsAConstant(context);
  if (shadows) {
    header.Raw("#if defined(__GNUC__)");
    header.Raw("#pragma GCC diagnostic push");
    header.Raw("#pragma GCC diagnostic ignored \"-Wshadow\"");
    header.Raw("#endif");
    header.Blank();
  }
  ForEachEnum(context, [&](DeclIndex e) { EmitEnum(context, e, header); });
  if (shadows) {
    header.Raw("#if defined(__GNUC__)");
    header.Raw("#pragma GCC diagnostic pop");
    header.Raw("#endif");
    header.Blank();
  }
}

}  // namespace

void EmitCppTypes(const CppContext& context, Printer& header) {
  EmitConstants(context, header);
  EmitEnums(context, header);
  bool in_forwards = false;
  for (const CppLayout::Step& step : context.layout().Steps(context.index())) {
    if (in_forwards && step.kind != CppLayout::Step::Kind::kForward) {
      header.Blank();
    }
    in_forwards = step.kind == CppLayout::Step::Kind::kForward;
    switch (step.kind) {
      case CppLayout::Step::Kind::kForward:
        header.Line("struct {};", context.names().ClassName(step.decl));
        break;
      case CppLayout::Step::Kind::kAlias:
        EmitAlias(context, step.decl, header);
        break;
      case CppLayout::Step::Kind::kStruct:
        EmitStruct(context, step.decl, header);
        break;
    }
  }
}

void EmitCppTraits(const CppContext& context, Printer& header) {
  std::vector<std::string> types;
  ForEachEnum(context, [&](DeclIndex e) { types.push_back(context.names().EnumName(e)); });
  std::vector<std::string> structs;
  ForEachStruct(context, [&](DeclIndex c) { structs.push_back(context.names().ClassName(c)); });
  types.insert(types.end(), structs.begin(), structs.end());
  if (types.empty()) {
    return;
  }
  header.Raw("// Lets these types convert to causeway::Value.");
  for (const std::string& type : types) {
    header.Line("template <>");
    header.Line("struct causeway::IsGenerated<{}{}> : std::true_type {{}};",
                context.names().scope(), type);
  }
  header.Blank();
  for (const std::string& type : structs) {
    header.Line("template <>");
    header.Open("struct std::hash<{}{}>", context.names().scope(), type);
    header.Line("std::size_t operator()(const {}{}& value) const;", context.names().scope(), type);
    header.Close(";");
  }
  header.Blank();
}

void EmitCppTypeFunctions(const CppContext& context, Printer& source) {
  ForEachEnum(context, [&](DeclIndex e) { EmitEnumPrinter(context, e, source); });
  for (const CppLayout::Step& step : context.layout().Steps(context.index())) {
    if (step.kind == CppLayout::Step::Kind::kStruct) {
      EmitStructFunctions(context, step.decl, source);
    } else if (step.kind == CppLayout::Step::Kind::kAlias &&
               !ConcreteChildren(context.program(), step.decl).empty()) {
      source.Open("std::ostream& operator<<(std::ostream& out, const {}& value)",
                  context.names().ClassName(step.decl));
      source.Line("generated::Print(out, value);");
      source.Line("return out;");
      source.Close();
      source.Blank();
    }
  }
}

void EmitCppHashes(const CppContext& context, Printer& source) {
  ForEachStruct(context, [&](DeclIndex c) {
    const std::string type = context.names().scope() + context.names().ClassName(c);
    const std::size_t count = context.Class(c).fields.size();
    PrintList(source, fmt::format("std::size_t std::hash<{}>::operator()(", type),
              {fmt::format("const {}&{}", type, count == 0 ? "" : " value")}, ") const {");
    source.Indent();
    std::vector<std::string> fields = {fmt::format("{}", count)};
    for (std::size_t i = 0; i < count; ++i) {
      fields.push_back("value." + context.names().FieldName(c, i));
    }
    PrintList(source, "return causeway::generated::HashAll(", fields, ");");
    source.Close();
    source.Blank();
  });
}

}  // namespace causeway::gen
