#include "gen/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "gen/plan.h"
#include "gen/price.h"
#include "gen/sema.h"

namespace causeway::gen {

int CountScalarLeaves(const Program& program, const ClassDecl& decl, int depth) {
  // -1: not made of scalars only. Depth bounds recursion: such a class cannot be flattened anyway.
  if (decl.is_sealed || depth > kMaxFlattenedLeaves) return -1;
  int leaves = 0;
  for (const Field& field : decl.fields) {
    switch (field.type.kind) {
      case TypeKind::kBool:
      case TypeKind::kInt:
      case TypeKind::kDouble:
      case TypeKind::kEnum:
        ++leaves;
        break;
      case TypeKind::kClass: {
        const int inner = CountScalarLeaves(
            program, program.classes[static_cast<std::size_t>(field.type.decl)], depth + 1);
        if (inner < 0) return -1;
        leaves += inner;
        break;
      }
      default:
        return -1;
    }
    if (leaves > 1000) return -1;
  }
  return leaves;
}

namespace {

// Visits the type and everything inside it, each class once.
template <typename Visit>
void ForEachType(const Program& program, const Type& type, std::vector<DeclIndex>& seen,
                 const Visit& visit) {
  visit(type);
  for (const Type& arg : type.args) ForEachType(program, arg, seen, visit);
  if (type.kind != TypeKind::kClass) return;
  for (const DeclIndex decl : seen) {
    if (decl == type.decl) return;
  }
  seen.push_back(type.decl);
  const ClassDecl& decl = program.classes[static_cast<std::size_t>(type.decl)];
  for (const Field& field : decl.fields) ForEachType(program, field.type, seen, visit);
}

void AddOnce(std::vector<Advice>& advice, Advice one) {
  for (const Advice& have : advice) {
    if (have.text == one.text) return;
  }
  advice.push_back(std::move(one));
}

// What an element costs, or where there is no collection, the value.
Advice Priced(const Program& program, const Type& type, std::string_view rule,
              const std::string& value, std::string text) {
  const Price price = PriceEncoded(program, type, value);
  const bool has_elements = type.kind == TypeKind::kList || type.kind == TypeKind::kMap;
  return {std::string(rule), value, std::move(text),
          has_elements ? price.per_element.front().ns : price.fixed_ns,
          has_elements ? "element" : "call"};
}

void Advise(const Program& program, const Type& type, const std::string& name, bool is_result,
            std::vector<Advice>& advice) {
  std::vector<DeclIndex> seen;
  ForEachType(program, type, seen, [&](const Type& inner) {
    if (inner.kind != TypeKind::kList || inner.args[0].nullable) return;
    const TypeKind element = inner.args[0].kind;
    if (element == TypeKind::kInt || element == TypeKind::kDouble) {
      AddOnce(advice, Priced(program, inner, "gen.boxed-list", name,
                             fmt::format("{}: {} boxes every element in Java; {} crosses as one "
                                         "array copy",
                                         name, TypeName(program, inner),
                                         element == TypeKind::kInt ? "Int64List" : "Float64List")));
    }
  });
  const bool of_classes = (type.kind == TypeKind::kList && type.args[0].kind == TypeKind::kClass) ||
                          (type.kind == TypeKind::kMap && type.args[1].kind == TypeKind::kClass);
  if (of_classes) {
    AddOnce(advice,
            is_result ? Priced(program, type, "gen.large-collection-result", name,
                               "result: builds an object for every element; avoid returning large "
                               "collections, return what changed")
                      : Priced(program, type, "gen.element-per-call", name,
                               fmt::format("{}: every element is encoded at each call; send what "
                                           "changed, not the whole collection",
                                           name)));
  }
  if (type.kind == TypeKind::kClass) {
    const ClassDecl& decl = program.classes[static_cast<std::size_t>(type.decl)];
    const int leaves = CountScalarLeaves(program, decl, 0);
    if (leaves > kMaxFlattenedLeaves && leaves <= 2 * kMaxFlattenedLeaves) {
      AddOnce(advice,
              Priced(program, type, "gen.wide-class", name,
                     fmt::format("{}: {} has {} scalars; if the call is hot, split the class so "
                                 "that the hot part has at most {} and is flattened",
                                 name, decl.name, leaves, kMaxFlattenedLeaves)));
    }
  }
  if (type.kind == TypeKind::kObject) {
    AddOnce(advice, Priced(program, type, "gen.untyped-object", name,
                           fmt::format("{}: Object is encoded by its run-time type; a sealed class "
                                       "is typed and cheaper",
                                       name)));
  }
}

// An advice has the remedy after "; ".
report::Finding ToFinding(const Definition& definition, const Api& api, const Method& method,
                          const Advice& advice, const Diagnostics& diagnostics) {
  report::Finding finding;
  finding.rule = advice.rule;
  finding.place.file = definition.path;
  finding.place.class_name = api.name;
  finding.place.method = method.name;
  finding.place.value = advice.value;
  if (method.range.source >= 0) {
    const Diagnostics::Place place = diagnostics.PlaceOf(method.range);
    finding.place.line = static_cast<int>(place.line);
    finding.place.column = static_cast<int>(place.column);
  }
  const std::size_t remedy = advice.text.find("; ");
  finding.message = advice.text.substr(0, remedy) + ".";
  if (remedy != std::string::npos) {
    std::string sentence = advice.text.substr(remedy + 2) + ".";
    if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 32);
    finding.remedy.sentence = std::move(sentence);
  }
  finding.remedy.command = fmt::format("causeway gen {} --explain", ShellWord(definition.path));
  finding.cost = report::Cost{advice.cost_ns, report::CostSource::kModelled, advice.per};
  return finding;
}

}  // namespace

std::vector<Advice> AdviseMethod(const Program& program, const Method& method) {
  std::vector<Advice> advice;
  for (const Parameter& parameter : method.parameters) {
    Advise(program, parameter.type, parameter.name, false, advice);
  }
  Advise(program, method.returns, "result", true, advice);
  return advice;
}

Result<Inspection> Inspect(const std::string& path, Diagnostics& diagnostics) {
  const Result<std::string> text = ReadFile(path);
  if (!text) return std::unexpected(text.error());
  const Program program = Load(
      {{path, *text}}, [](std::string_view name) { return ReadFile(std::string(name)); },
      diagnostics);
  if (diagnostics.has_errors()) {
    return Fail(Error::Code::kBadInput, "the definition has errors", path);
  }
  Inspection inspection;
  for (const Definition& definition : program.definitions) {
    if (!definition.requested) continue;
    for (const Api& api : definition.apis) {
      if (api.kind != ApiKind::kHost && api.kind != ApiKind::kFlutter) continue;
      for (const Method& method : api.methods) {
        ++inspection.methods;
        for (const Advice& advice : AdviseMethod(program, method)) {
          inspection.findings.push_back(ToFinding(definition, api, method, advice, diagnostics));
        }
      }
    }
  }
  return inspection;
}

}  // namespace causeway::gen
