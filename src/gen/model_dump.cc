#include "gen/model_dump.h"

#include <fmt/format.h>

#include "base/text.h"

namespace causeway::gen {
namespace {

template <typename T>
const T& At(const std::vector<T>& items, std::int32_t index) {
  return items[static_cast<std::size_t>(index)];
}

void DumpDocs(const Docs& docs, std::string_view indent, std::string& out) {
  for (const std::string& line : docs) out += fmt::format("{}/// {}\n", indent, line);
}

std::string_view KindName(ApiKind kind) {
  switch (kind) {
    case ApiKind::kHost:
      return "host";
    case ApiKind::kFlutter:
      return "flutter";
    case ApiKind::kEventChannel:
      return "events";
    case ApiKind::kProxy:
      return "proxy";
  }
  return "";
}

class Dumper {
 public:
  explicit Dumper(const Program& program) : program_(program) {}

  std::string Run() {
    for (const Definition& definition : program_.definitions) AddDefinition(definition);
    return std::move(out_);
  }

 private:
  void AddDefinition(const Definition& d) {
    out_ +=
        fmt::format("definition {} stem {}{}\n", d.path, d.stem, d.requested ? "" : " (imported)");
    for (const std::int32_t import : d.imports) {
      out_ += fmt::format("  import {}\n", At(program_.definitions, import).path);
    }
    out_ += fmt::format("  java_package {}\n  cpp_namespace {}\n", Quote(d.options.java_package),
                        Quote(d.options.cpp_namespace));
    for (const std::string& line : d.options.copyright_lines) {
      out_ += fmt::format("  copyright {}\n", Quote(line));
    }
    for (const DeclIndex index : d.enums) AddEnum(At(program_.enums, index));
    for (const DeclIndex index : d.classes) AddClass(At(program_.classes, index));
    for (const Constant& constant : d.constants) {
      DumpDocs(constant.docs, "  ", out_);
      out_ += fmt::format("  const {} {} = {}\n", TypeName(program_, constant.type), constant.name,
                          DumpLiteral(program_, constant.value));
    }
    for (const Api& api : d.apis) AddApi(api);
    int id = 129;
    for (const CodecEntry& entry : d.codec_table) {
      out_ += fmt::format("  codec {} {}\n", id++,
                          entry.enum_decl >= 0 ? At(program_.enums, entry.enum_decl).name
                                               : At(program_.classes, entry.class_decl).name);
    }
    out_ += fmt::format("  fingerprint {:016x}\n", d.fingerprint);
  }

  void AddEnum(const EnumDecl& decl) {
    DumpDocs(decl.docs, "  ", out_);
    out_ += fmt::format("  enum {}\n", decl.name);
    for (const EnumMember& member : decl.members) {
      DumpDocs(member.docs, "    ", out_);
      out_ += fmt::format("    {}\n", member.name);
    }
  }

  void AddClass(const ClassDecl& decl) {
    DumpDocs(decl.docs, "  ", out_);
    out_ += fmt::format(
        "  {}class {}{}\n", decl.is_sealed ? "sealed " : "", decl.name,
        decl.parent >= 0 ? fmt::format(" extends {}", At(program_.classes, decl.parent).name) : "");
    for (const Field& field : decl.fields) {
      DumpDocs(field.docs, "    ", out_);
      out_ += fmt::format("    {} {}{}{}\n", TypeName(program_, field.type), field.name,
                          field.required ? " required" : "",
                          field.has_default
                              ? fmt::format(" = {}", DumpLiteral(program_, field.default_value))
                              : "");
    }
    out_ += "    constructor";
    for (const std::int32_t field : decl.constructor_order) {
      out_ += ' ' + At(decl.fields, field).name;
    }
    out_ += '\n';
  }

  void AddApi(const Api& api) {
    DumpDocs(api.docs, "  ", out_);
    out_ += fmt::format("  {} api {}\n", KindName(api.kind), api.name);
    for (const Method& method : api.methods) {
      DumpDocs(method.docs, "    ", out_);
      out_ += fmt::format("    {}{}{} {}\n", method.is_async ? "async " : "",
                          method.task_queue == TaskQueue::kSerial ? "" : "background ",
                          TypeName(program_, method.returns), method.name);
      for (const Parameter& parameter : method.parameters) {
        out_ +=
            fmt::format("      {}{}{} {}{}\n", parameter.named ? "named " : "",
                        parameter.required ? "" : "optional ", TypeName(program_, parameter.type),
                        parameter.name,
                        parameter.has_default
                            ? fmt::format(" = {}", DumpLiteral(program_, parameter.default_value))
                            : "");
      }
    }
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string DumpLiteral(const Program& program, const Literal& literal) {
  struct Visitor {
    const Program& program;
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
    // The exact value; the suffix keeps 1.0 apart from the int 1.
    std::string operator()(double value) const { return fmt::format("{:a}d", value); }
    std::string operator()(const std::string& value) const { return Quote(value); }
    std::string operator()(const EnumValue& value) const {
      const EnumDecl& decl = At(program.enums, value.decl);
      return fmt::format("{}.{}", decl.name, At(decl.members, value.member).name);
    }
    std::string operator()(const ListLiteral& list) const {
      std::string out = "[";
      for (const Literal& element : list.elements) out += DumpLiteral(program, element) + ",";
      return out + "]";
    }
    std::string operator()(const MapLiteral& map) const {
      std::string out = "{";
      for (const auto& [key, value] : map.entries) {
        out += fmt::format("{}:{},", DumpLiteral(program, key), DumpLiteral(program, value));
      }
      return out + "}";
    }
    std::string operator()(const ObjectLiteral& object) const {
      const ClassDecl& decl = At(program.classes, object.decl);
      std::string out = decl.name + "(";
      for (std::size_t i = 0; i < object.fields.size(); ++i) {
        out += fmt::format("{}:{},", decl.fields[i].name, DumpLiteral(program, object.fields[i]));
      }
      return out + ")";
    }
  };
  return std::visit(Visitor{program}, literal.value);
}

std::string Dump(const Program& program) { return Dumper(program).Run(); }

}  // namespace causeway::gen
