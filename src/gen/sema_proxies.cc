// ProxyApis. A ProxyApi stands for an object of the other side: it has constructors, host methods,
// fields read from the object, and callbacks (fields of a function type). The rules that tie these
// together come from how an instance is made: an *unattached* field is passed to the constructor
// of the proxy, an *attached* one is itself a proxy that is made on access, and a required callback
// must be given by whoever makes the instance. So nothing that is made on access may need either.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "gen/sema_internal.h"

namespace causeway::gen {

void Checker::DeclareProxyHierarchy(std::int32_t index) {
  Proxy& proxy = At(proxies_, index);
  const ast::ClassNode& node = *proxy.node;
  const auto find = [&](std::string_view name, SourceRange range, std::string_view what) {
    const Symbol* symbol = FindSymbol(name, proxy.file);
    if (symbol != nullptr && symbol->kind == SymbolKind::kProxy) return symbol->index;
    std::string hint;
    if (symbol == nullptr) {
      if (AnyIncompleteFile(proxy.file)) return -1;
      std::vector<std::string_view> names(program_.proxies.begin(), program_.proxies.end());
      hint = DidYouMean(name, names);
    }
    diagnostics_.Error(
        range,
        symbol == nullptr
            ? fmt::format("unknown {} '{}' of '{}'", what, name, node.name.text)
            : fmt::format("the {} '{}' of '{}' is not a ProxyApi", what, name, node.name.text),
        std::move(hint));
    return -1;
  };
  for (const ast::Annotation& annotation : node.annotations) {
    if (annotation.name.text != "ProxyApi") continue;
    for (const ast::Argument& arg : annotation.args) {
      if (!arg.name || arg.name->text != "superClass" || arg.value.kind != ast::ExprKind::kName) {
        continue;
      }
      if (node.extends) {
        diagnostics_.Error(
            arg.value.range,
            fmt::format("'{}' names its super class twice: superClass and extends", node.name.text),
            "keep 'extends'");
      }
      proxy.parent = find(arg.value.path[0].text, arg.value.range, "super class");
    }
  }
  if (node.extends) proxy.parent = find(node.extends->name, node.extends->range, "super class");
  for (const ast::TypeNode& type : node.implements) {
    const std::int32_t interface = find(type.name, type.range, "interface");
    if (interface >= 0) proxy.interfaces.emplace_back(interface, type.range);
  }
}

void Checker::CheckProxy(std::int32_t index) {
  Proxy& proxy = At(proxies_, index);
  const ast::ClassNode& node = *proxy.node;
  Api api;
  api.kind = ApiKind::kProxy;
  api.name = node.name.text;
  api.docs = node.docs;
  api.definition = proxy.file;
  api.range = node.name.range;
  std::set<std::string_view> names;
  std::set<std::string_view> constructors;
  for (const ast::Member& member : node.members) {
    const bool constructor = member.kind == ast::MemberKind::kConstructor;
    if (member.accessor.source >= 0) {
      diagnostics_.Error(member.accessor,
                         fmt::format("the ProxyApi '{}' cannot have getters, setters or operators",
                                     node.name.text));
      continue;
    }
    if (!(constructor ? constructors : names).insert(member.name.text).second) {
      diagnostics_.Error(member.name.range,
                         fmt::format("the ProxyApi '{}' has two {} '{}'", node.name.text,
                                     constructor ? "constructors" : "members", member.name.text));
    }
    if (constructor) {
      CheckProxyConstructor(proxy, member);
      continue;
    }
    CheckName(member.name, member.kind == ast::MemberKind::kField ? "field" : "method");
    if (member.kind == ast::MemberKind::kField) {
      CheckProxyField(proxy, member);
      continue;
    }
    CheckMemberForm(member, node.name.text);
    const Marks marks = ReadMarks(member.annotations, MarkPlace::kProxyMethod, &member, proxy.file);
    if (member.static_keyword.source >= 0) {
      diagnostics_.Error(member.static_keyword,
                         fmt::format("the method '{}' must not be static", member.name.text),
                         "annotate it with @static");
    }
    proxy.has_host_methods = true;
    TypeUse use;
    use.file = proxy.file;
    use.in_proxy = true;
    use.allow_void = true;
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
    } else if (std::optional<Type> type = Resolve(*member.type, use)) {
      method.returns = std::move(*type);
    }
    use.allow_void = false;
    for (const ast::Param& param : member.params) {
      CheckName(param.name, "parameter");
      if (!param.type) {
        diagnostics_.Error(param.name.range,
                           fmt::format("the parameter '{}' has no type", param.name.text));
      } else if (std::optional<Type> type = Resolve(*param.type, use)) {
        Parameter parameter;
        parameter.name = param.name.text;
        parameter.type = std::move(*type);
        parameter.named = param.named;
        parameter.required = !(param.named || param.optional_positional) || param.required;
        parameter.range = param.name.range;
        if (param.default_value) {
          std::optional<Literal> value = Evaluate(*param.default_value, parameter.type, proxy.file);
          parameter.has_default = value.has_value();
          if (value) parameter.default_value = std::move(*value);
        }
        method.parameters.push_back(std::move(parameter));
      }
    }
    api.methods.push_back(std::move(method));
  }
  At(program_.definitions, proxy.file).apis.push_back(std::move(api));
}

void Checker::CheckProxyField(Proxy& proxy, const ast::Member& member) {
  const std::string& name = member.name.text;
  const Marks marks = ReadMarks(member.annotations, MarkPlace::kProxyField, &member, proxy.file);
  if (member.static_keyword.source >= 0) {
    diagnostics_.Error(member.static_keyword, fmt::format("the field '{}' is static", name),
                       "annotate it with @static");
  }
  if (member.initializer) {
    diagnostics_.Error(member.initializer->range,
                       fmt::format("the field '{}' must not be initialised", name));
  }
  if (!member.type) {
    diagnostics_.Error(member.name.range, fmt::format("the field '{}' has no type", name));
    return;
  }
  ProxyMember result;
  result.node = &member;
  result.attached = marks.is_attached || marks.is_static;
  result.is_static = marks.is_static;
  const ast::TypeNode& node = *member.type;
  TypeUse use;
  use.file = proxy.file;
  use.in_proxy = true;
  if (node.is_function) {
    result.callback = true;
    result.required_callback = !node.nullable;
    if (marks.is_static || marks.is_attached) {
      diagnostics_.Error(marks.is_static ? marks.static_range : marks.attached_range,
                         fmt::format("the callback '{}' cannot be {}", name,
                                     marks.is_static ? "static" : "attached"));
    }
    for (const ast::Param& param : node.params) {
      CheckName(param.name, "parameter");
      for (const ast::Annotation& annotation : param.annotations) ReadPlainAnnotation(annotation);
      Resolve(*param.type, use);
    }
    use.allow_void = true;
    const std::optional<Type> returns = Resolve(node.returns.front(), use);
    if (returns && node.nullable && returns->kind != TypeKind::kVoid && !returns->nullable) {
      diagnostics_.Error(
          node.range,
          fmt::format("the callback '{}' returns a non-null value, so it must not be "
                      "nullable itself",
                      name),
          "remove the last '?', or make the returned type nullable");
    }
    proxy.members.push_back(std::move(result));
    return;
  }
  result.type = Resolve(node, use);
  if (result.attached && result.type) {
    const std::string_view what = marks.is_static ? "static" : "attached";
    if (result.type->kind != TypeKind::kProxy) {
      diagnostics_.Error(node.range,
                         fmt::format("the {} field '{}' must be a ProxyApi", what, name));
    } else if (result.type->nullable) {
      diagnostics_.Error(node.range,
                         fmt::format("the {} field '{}' must not be nullable", what, name),
                         "remove the '?'");
    }
  }
  proxy.members.push_back(std::move(result));
}

void Checker::CheckProxyConstructor(Proxy& proxy, const ast::Member& member) {
  proxy.has_constructors = true;
  if (!member.name.text.empty()) CheckName(member.name, "constructor");
  ReadMarks(member.annotations, MarkPlace::kProxyConstructor, &member, proxy.file);
  const std::string& owner = proxy.node->name.text;
  if (member.factory_keyword.source >= 0) {
    diagnostics_.Error(member.factory_keyword,
                       fmt::format("'{}' cannot have a factory constructor", owner));
  } else if (member.initializers.source >= 0) {
    diagnostics_.Error(member.initializers,
                       fmt::format("the constructor of '{}' must not have initialisers", owner));
  } else if (member.body.source >= 0) {
    diagnostics_.Error(member.body,
                       fmt::format("the constructor of '{}' must not have a body", owner),
                       "end it with ';'");
  }
  TypeUse use;
  use.file = proxy.file;
  use.in_proxy = true;
  for (const ast::Param& param : member.params) {
    CheckName(param.name, "constructor parameter");
    for (const ast::Annotation& annotation : param.annotations) ReadPlainAnnotation(annotation);
    if (param.is_this || param.is_super) {
      diagnostics_.Error(param.range,
                         fmt::format("a constructor parameter of the ProxyApi '{}' has a type and "
                                     "sets no field",
                                     owner),
                         fmt::format("write: Type {}", param.name.text));
    } else if (!param.type) {
      diagnostics_.Error(param.name.range,
                         fmt::format("the parameter '{}' has no type", param.name.text));
    } else if (const std::optional<Type> type = Resolve(*param.type, use);
               type && param.default_value) {
      Evaluate(*param.default_value, *type, proxy.file);
    }
    for (const ast::Member& other : proxy.node->members) {
      if (param.is_this || param.is_super) break;
      if (other.kind == ast::MemberKind::kField && other.name.text == param.name.text) {
        const bool callback = other.type && other.type->is_function;
        const bool attached = std::any_of(
            other.annotations.begin(), other.annotations.end(), [](const ast::Annotation& a) {
              return a.name.text == "attached" || a.name.text == "static";
            });
        if (!callback && attached) continue;
        diagnostics_.Error(param.name.range,
                           fmt::format("the parameter '{}' has the name of {} of '{}', which is a "
                                       "parameter too",
                                       param.name.text, callback ? "a callback" : "a field", owner),
                           "rename one of the two");
      }
    }
  }
}

void Checker::CheckProxyRelations(std::int32_t index) {
  const Proxy& proxy = At(proxies_, index);
  const ast::ClassNode& node = *proxy.node;
  // A field whose type is wrong has been reported, and is nobody else's mistake.
  const auto unattached = [](const Proxy& other) {
    return std::any_of(other.members.begin(), other.members.end(), [](const ProxyMember& member) {
      return !member.callback && !member.attached && member.type;
    });
  };
  // Walks up; a circle ends at the first repetition.
  std::set<std::int32_t> seen;
  std::int32_t parent = proxy.parent;
  const SourceRange parent_range = node.extends ? node.extends->range : node.name.range;
  while (parent >= 0 && seen.insert(parent).second) {
    if (parent == index) {
      diagnostics_.Error(parent_range, fmt::format("'{}' is its own super class", node.name.text));
      break;
    }
    if (unattached(At(proxies_, parent))) {
      diagnostics_.Error(parent_range,
                         fmt::format("unattached fields cannot be inherited, and '{}' has some",
                                     At(program_.proxies, parent)),
                         "annotate its fields with @attached");
      break;
    }
    parent = At(proxies_, parent).parent;
  }
  for (const auto& [interface, range] : proxy.interfaces) {
    const Proxy& other = At(proxies_, interface);
    const bool only_callbacks =
        std::all_of(other.members.begin(), other.members.end(),
                    [](const ProxyMember& member) { return member.callback; });
    if (!only_callbacks || other.has_constructors || other.has_host_methods) {
      diagnostics_.Error(range,
                         fmt::format("a ProxyApi used as an interface can only have callbacks, and "
                                     "'{}' has more",
                                     At(program_.proxies, interface)));
    }
  }
  for (const ProxyMember& member : proxy.members) {
    if (!member.attached || !member.type || member.type->kind != TypeKind::kProxy) continue;
    const Proxy& other = At(proxies_, member.type->decl);
    const SourceRange range = member.node->type->range;
    if (unattached(other)) {
      diagnostics_.Error(range, fmt::format("'{}' has unattached fields and cannot be an attached "
                                            "field",
                                            At(program_.proxies, member.type->decl)));
    } else if (std::any_of(other.members.begin(), other.members.end(),
                           [](const ProxyMember& m) { return m.required_callback; })) {
      diagnostics_.Error(range, fmt::format("'{}' has required callbacks and cannot be an attached "
                                            "field",
                                            At(program_.proxies, member.type->decl)));
    }
  }
}

}  // namespace causeway::gen
