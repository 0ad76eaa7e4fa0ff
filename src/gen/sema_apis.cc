#include <fmt/format.h>

#include <set>
#include <utility>

#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

// A JVM method has at most 255 words of arguments, `this` among them (Java Virtual Machine
// Specification, 4.3.3): what a user of the API calls or implements must be one.
constexpr int kMaxArgumentWords = 255;

int ArgumentWords(const Method& method) {
  int words = method.is_async ? 2 : 1;
  for (const Parameter& parameter : method.parameters) {
    const Type& type = parameter.type;
    const bool is_wide = type.kind == TypeKind::kInt || type.kind == TypeKind::kDouble;
    words += is_wide && !type.nullable ? 2 : 1;
  }
  return words;
}

}  // namespace

void Checker::CheckApi(const ApiSource& source) {
  const ast::ClassNode& node = *source.node;
  if (source.kind == ApiKind::kEventChannel) {
    for (const ApiSource& other : apis_) {
      if (&other == &source) break;
      if (other.file == source.file && other.kind == ApiKind::kEventChannel) {
        diagnostics_.Error(node.name.range,
                           fmt::format("a file can have one @EventChannelApi, and '{}' is one "
                                       "already",
                                       other.node->name.text),
                           fmt::format("move the methods to '{}'", other.node->name.text));
        break;
      }
    }
  }
  Api api;
  api.kind = source.kind;
  api.name = node.name.text;
  api.docs = node.docs;
  api.definition = source.file;
  api.range = node.name.range;
  for (const ast::Member& member : node.members) {
    switch (member.kind) {
      case ast::MemberKind::kField:
        diagnostics_.Error(
            member.name.range,
            fmt::format("the API '{}' cannot have fields: '{}'", node.name.text, member.name.text),
            "declare a method that returns it");
        break;
      case ast::MemberKind::kConstructor:
        diagnostics_.Error(member.name.range,
                           fmt::format("the API '{}' cannot have constructors", node.name.text));
        break;
      case ast::MemberKind::kMethod:
        CheckMethod(source, api, member);
        break;
    }
  }
  At(program_.definitions, source.file).apis.push_back(std::move(api));
}

void Checker::CheckMethod(const ApiSource& source, Api& api, const ast::Member& member) {
  const std::string& owner = source.node->name.text;
  if (member.accessor.source >= 0) {
    diagnostics_.Error(member.accessor,
                       fmt::format("the API '{}' cannot have getters, setters or operators", owner),
                       "declare a method");
    return;
  }
  CheckName(member.name, "method");
  CheckMemberForm(member, owner);
  const MarkPlace place = source.kind == ApiKind::kHost      ? MarkPlace::kHostMethod
                          : source.kind == ApiKind::kFlutter ? MarkPlace::kFlutterMethod
                                                             : MarkPlace::kEventMethod;
  const Marks marks = ReadMarks(member.annotations, place, &member, source.file);
  if (member.static_keyword.source >= 0) {
    diagnostics_.Error(member.static_keyword,
                       fmt::format("the method '{}' must not be static", member.name.text));
  }
  for (const Method& other : api.methods) {
    if (other.name == member.name.text) {
      diagnostics_.Error(member.name.range,
                         fmt::format("the API '{}' has two methods '{}'", owner, member.name.text),
                         "methods cannot be overloaded: choose another name");
    }
  }
  Method method;
  method.name = member.name.text;
  method.docs = member.docs;
  method.is_async = marks.is_async;
  method.task_queue = marks.task_queue;
  method.range = member.name.range;
  if (!member.type) {
    diagnostics_.Error(member.name.range,
                       fmt::format("the method '{}' has no return type", member.name.text),
                       fmt::format("write: void {}(...)", member.name.text));
  } else {
    TypeUse use;
    use.file = source.file;
    use.allow_void = source.kind != ApiKind::kEventChannel;
    if (std::optional<Type> type = Resolve(*member.type, use)) method.returns = std::move(*type);
  }
  if (source.kind == ApiKind::kEventChannel && !member.params.empty()) {
    diagnostics_.Error(
        member.params.front().range,
        fmt::format("the event channel method '{}' must have no parameters", member.name.text));
  }
  std::set<std::string_view> names;
  for (const ast::Param& param : member.params) {
    if (!names.insert(param.name.text).second) {
      diagnostics_.Error(param.name.range, fmt::format("the method '{}' has two parameters '{}'",
                                                       member.name.text, param.name.text));
    }
    std::optional<Parameter> parameter = CheckParameter(source, param);
    if (parameter) method.parameters.push_back(std::move(*parameter));
  }
  if (const int words = ArgumentWords(method); words > kMaxArgumentWords) {
    diagnostics_.Error(
        member.name.range,
        fmt::format("the method '{}' has too many parameters: they take {} words of Java's {}",
                    member.name.text, words, kMaxArgumentWords),
        "int and double take two, all else one, the object itself one, and so does the reply of an "
        "@async method: put parameters into a class");
  }
  api.methods.push_back(std::move(method));
}

std::optional<Parameter> Checker::CheckParameter(const ApiSource& source, const ast::Param& param) {
  CheckName(param.name, "parameter");
  for (const ast::Annotation& annotation : param.annotations) ReadPlainAnnotation(annotation);
  if (!param.docs.empty()) {
    diagnostics_.Ignored(param.name.range,
                         fmt::format("the documentation of the parameter '{}'", param.name.text));
  }
  if (param.is_this || param.is_super) {
    diagnostics_.Error(param.range, fmt::format("'{}' is only for constructors",
                                                param.is_this ? "this." : "super."));
    return std::nullopt;
  }
  if (param.is_function) {
    diagnostics_.Error(param.range,
                       fmt::format("the parameter '{}' is a function, which is not "
                                   "supported",
                                   param.name.text),
                       "declare a method in a @FlutterApi() class to be called back");
    return std::nullopt;
  }
  if (!param.type) {
    diagnostics_.Error(param.name.range,
                       fmt::format("the parameter '{}' has no type", param.name.text));
    return std::nullopt;
  }
  TypeUse use;
  use.file = source.file;
  std::optional<Type> type = Resolve(*param.type, use);
  Parameter parameter;
  parameter.name = param.name.text;
  parameter.named = param.named;
  const bool optional = param.named || param.optional_positional;
  parameter.required = !optional || param.required;
  parameter.range = param.name.range;
  if (param.required && !param.named) {
    diagnostics_.Error(param.range, fmt::format("'required' is for named parameters, and '{}' is "
                                                "positional",
                                                param.name.text));
  }
  if (source.kind == ApiKind::kFlutter && optional) {
    diagnostics_.Error(
        param.range,
        fmt::format("the parameter '{}' of a @FlutterApi() method must be positional "
                    "and required",
                    param.name.text),
        "remove the brackets around it");
    return std::nullopt;
  }
  if (!type) return std::nullopt;
  parameter.type = std::move(*type);
  if (param.default_value && parameter.required) {
    diagnostics_.Error(
        param.default_value->range,
        fmt::format("the required parameter '{}' cannot have a default", param.name.text),
        optional ? "remove 'required'" : "put it between '{' and '}' or '[' and ']'");
  } else if (param.default_value) {
    std::optional<Literal> value = Evaluate(*param.default_value, parameter.type, source.file);
    if (value) {
      parameter.default_value = std::move(*value);
      parameter.has_default = true;
    }
  } else if (!parameter.required && !parameter.type.nullable) {
    diagnostics_.Error(param.range,
                       fmt::format("the optional parameter '{}' needs a default: its type is not "
                                   "nullable",
                                   param.name.text),
                       fmt::format("write '{}?' or give it a default", TypeName(parameter.type)));
  }
  return parameter;
}

}  // namespace causeway::gen
