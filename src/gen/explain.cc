#include "gen/explain.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "gen/advice.h"
#include "gen/plan.h"
#include "gen/price.h"

namespace causeway::gen {
namespace {

struct Crossing {
  std::string name;  // parameter, or "result"
  std::string type;
  std::string how;
  std::string why;
};

struct MethodPage {
  std::string signature;
  std::vector<Crossing> crossings;
  Price price;
  bool is_async = false;
  std::vector<Advice> advice;
};

std::string LeafNames(const std::vector<LeafSlot>& leaves) {
  std::string names;
  for (const LeafSlot& leaf : leaves) {
    if (!names.empty()) names += ", ";
    names += leaf.jni == 'Z'   ? "boolean"
             : leaf.jni == 'J' ? "long"
             : leaf.jni == 'D' ? "double"
                               : "int";
  }
  return names;
}

std::string WhyEncoded(const Program& program, const Type& type) {
  switch (type.kind) {
    case TypeKind::kString:
      return "a string is copied once as UTF-8, without a Java reference";
    case TypeKind::kList:
    case TypeKind::kMap:
      return "a collection: all elements in one copy, no reference for any of them";
    case TypeKind::kObject:
    case TypeKind::kProxy:
      return "its type is known at run time only";
    case TypeKind::kClass: {
      const ClassDecl& decl = program.classes[static_cast<std::size_t>(type.decl)];
      if (decl.is_sealed) return "a sealed class: which child it is travels with it";
      const int leaves = CountScalarLeaves(program, decl, 0);
      if (leaves > kMaxFlattenedLeaves) {
        return fmt::format("{} scalars, more than the {} that are flattened", leaves,
                           kMaxFlattenedLeaves);
      }
      return "a class with fields that are no scalars";
    }
    default:
      return "the call's direct arguments are used up";
  }
}

Crossing ExplainParameter(const Program& program, ApiKind kind, const ParameterPlan& plan) {
  const Parameter& parameter = *plan.parameter;
  Crossing crossing{parameter.name, TypeName(program, parameter.type), {}, {}};
  switch (plan.how) {
    case How::kDirect:
      crossing.how = "direct";
      crossing.why = LeafNames(plan.leaves);
      if (parameter.type.nullable) crossing.why += " and a presence bit";
      break;
    case How::kFlattened:
      crossing.how = "flattened";
      crossing.why = plan.leaves.empty() ? "has no fields: nothing crosses"
                                         : "fields as arguments: " + LeafNames(plan.leaves);
      break;
    case How::kArray:
      crossing.how = "array";
      crossing.why = "one Java array, one region copy";
      break;
    case How::kString:
      crossing.how = "string";
      crossing.why = kind == ApiKind::kHost ? "ASCII in the buffer, other text as a Java string"
                                            : "one Java string, one region copy";
      break;
    case How::kBuffer:
      crossing.how = "buffer";
      crossing.why = WhyEncoded(program, parameter.type);
      break;
  }
  return crossing;
}

Crossing ExplainResult(const Program& program, ApiKind kind, const MethodPlan& plan) {
  const Type& type = *plan.result.type;
  Crossing crossing{"result", TypeName(program, type), {}, {}};
  if (plan.method->is_async) {
    crossing.how = "reply";
    crossing.why = "sent later, from any thread, in a crossing of its own";
    return crossing;
  }
  switch (plan.result.form) {
    case ReturnForm::kVoid:
      crossing.how = "nothing";
      break;
    case ReturnForm::kLeaf:
      crossing.how = "direct";
      crossing.why = LeafNames(plan.result.leaves);
      break;
    case ReturnForm::kIndexOrMinusOne:
      crossing.how = "direct";
      crossing.why = "int, -1 for null";
      break;
    case ReturnForm::kSentinel:
      crossing.how = "direct";
      crossing.why = "long; one rare bit pattern stands for null";
      break;
    case ReturnForm::kSlots:
      crossing.how = "flattened";
      crossing.why =
          "fields as 64-bit slots of the reused buffer: " + LeafNames(plan.result.leaves);
      break;
    case ReturnForm::kArray:
      crossing.how = "array";
      crossing.why = "one Java array, one region copy";
      break;
    case ReturnForm::kString:
      crossing.how = "string";
      crossing.why = kind == ApiKind::kHost ? "one Java string, one region copy"
                                            : "ASCII in the buffer, other text as a Java string";
      break;
    case ReturnForm::kEncoded:
      crossing.how = "buffer";
      crossing.why = WhyEncoded(program, type);
      break;
  }
  return crossing;
}

MethodPage ExplainMethod(const Program& program, const Api& api, const Method& method) {
  const MethodPlan plan = PlanMethod(program, api.kind, method);
  MethodPage page;
  page.is_async = method.is_async;
  page.signature = method.name + "(";
  for (const Parameter& parameter : method.parameters) {
    if (page.signature.back() != '(') page.signature += ", ";
    page.signature += TypeName(program, parameter.type) + " " + parameter.name;
  }
  page.signature += ") -> " + TypeName(program, method.returns);
  for (const ParameterPlan& parameter : plan.parameters) {
    page.crossings.push_back(ExplainParameter(program, api.kind, parameter));
  }
  page.crossings.push_back(ExplainResult(program, api.kind, plan));
  page.advice = AdviseMethod(program, method);
  page.price = PriceCall(program, api.kind, plan);
  return page;
}

std::string PriceText(const Price& price) {
  std::string text = fmt::format("about {:.0f} ns", price.fixed_ns);
  for (const Price::PerElement& part : price.per_element) {
    text += fmt::format(" + {:.0f} ns an element of {}", part.ns, part.path);
  }
  return text;
}

bool IsGenerated(const Api& api) {
  return api.kind == ApiKind::kHost || api.kind == ApiKind::kFlutter;
}

std::string_view Direction(const Api& api) {
  return api.kind == ApiKind::kHost ? "implemented in Java, called from C++"
                                    : "implemented in C++, called from Java";
}

}  // namespace

std::string ExplainText(const Program& program) {
  std::string out;
  for (const Definition& definition : program.definitions) {
    for (const Api& api : definition.apis) {
      if (!IsGenerated(api)) continue;
      out += fmt::format("{}: {} ({})\n", definition.path, api.name, Direction(api));
      for (const Method& method : api.methods) {
        const MethodPage page = ExplainMethod(program, api, method);
        out += fmt::format("  {}\n    1 crossing{}, {}\n", page.signature,
                           page.is_async ? " and 1 for the reply" : "", PriceText(page.price));
        for (const Crossing& crossing : page.crossings) {
          out += crossing.why.empty() ? fmt::format("    {:<16} {}\n", crossing.name, crossing.how)
                                      : fmt::format("    {:<16} {:<10} {}\n", crossing.name,
                                                    crossing.how, crossing.why);
        }
        for (const Advice& advice : page.advice) {
          out += fmt::format("    * {} [{}]\n", advice.text, advice.rule);
        }
      }
    }
  }
  out +=
      "Times are a model fitted on HotSpot (docs/transport.md); they rank designs. Measure release "
      "builds on your device.\n";
  return out;
}

std::string ExplainJson(const Program& program) {
  nlohmann::ordered_json root;
  root["definitions"] = nlohmann::ordered_json::array();
  for (const Definition& definition : program.definitions) {
    nlohmann::ordered_json definition_json{{"path", definition.path},
                                           {"apis", nlohmann::ordered_json::array()}};
    for (const Api& api : definition.apis) {
      if (!IsGenerated(api)) continue;
      nlohmann::ordered_json api_json{{"name", api.name},
                                      {"direction", Direction(api)},
                                      {"methods", nlohmann::ordered_json::array()}};
      for (const Method& method : api.methods) {
        const MethodPage page = ExplainMethod(program, api, method);
        nlohmann::ordered_json method_json{{"name", method.name},
                                           {"signature", page.signature},
                                           {"async", page.is_async},
                                           {"crossings", page.is_async ? 2 : 1},
                                           {"fixed_ns", page.price.fixed_ns}};
        method_json["per_element_ns"] = nlohmann::ordered_json::array();
        for (const Price::PerElement& part : page.price.per_element) {
          method_json["per_element_ns"].push_back({{"path", part.path}, {"ns", part.ns}});
        }
        method_json["values"] = nlohmann::ordered_json::array();
        for (const Crossing& crossing : page.crossings) {
          method_json["values"].push_back({{"name", crossing.name},
                                           {"type", crossing.type},
                                           {"how", crossing.how},
                                           {"why", crossing.why}});
        }
        method_json["advice"] = nlohmann::ordered_json::array();
        for (const Advice& advice : page.advice) {
          method_json["advice"].push_back({{"rule", advice.rule}, {"text", advice.text}});
        }
        api_json["methods"].push_back(std::move(method_json));
      }
      definition_json["apis"].push_back(std::move(api_json));
    }
    root["definitions"].push_back(std::move(definition_json));
  }
  return root.dump(2) + "\n";
}

}  // namespace causeway::gen
