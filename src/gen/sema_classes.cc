#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "gen/sema_internal.h"

namespace causeway::gen {

void Checker::FillEnum(DeclIndex index) {
  EnumDecl& decl = At(program_.enums, index);
  const ast::EnumNode& node = *At(enums_, index);
  ReadConfiguration(node.annotations, decl.definition);
  std::set<std::string_view> names;
  for (const ast::EnumMemberNode& member : node.members) {
    CheckName(member.name, "enum member");
    for (const ast::Annotation& annotation : member.annotations) ReadPlainAnnotation(annotation);
    if (!names.insert(member.name.text).second) {
      diagnostics_.Error(member.name.range, fmt::format("the enum '{}' has two members '{}'",
                                                        decl.name, member.name.text));
    }
    decl.members.push_back({member.name.text, member.docs, member.name.range});
  }
  if (node.enhanced.source >= 0) {
    diagnostics_.Error(node.enhanced,
                       fmt::format("'{}' is an enhanced enum, which is not supported", decl.name),
                       "an enum holds only names: enum E { one, two }");
  } else if (node.members.empty() && !At(files_, decl.definition).ast.incomplete) {
    diagnostics_.Error(decl.range, fmt::format("the enum '{}' has no members", decl.name));
  }
}

// Forms of a member that neither data nor an API may have.
void Checker::CheckMemberForm(const ast::Member& member, std::string_view owner) {
  if (member.type_params.source >= 0) {
    diagnostics_.Error(member.type_params, fmt::format("'{}' has type parameters, which are not "
                                                       "supported",
                                                       member.name.text));
  }
  if (member.external_keyword.source >= 0) {
    diagnostics_.Error(member.external_keyword,
                       fmt::format("'external' is not supported in '{}'", owner));
  }
  if (member.body.source >= 0) {
    diagnostics_.Error(
        member.body,
        fmt::format("the method '{}' of '{}' must not have a body", member.name.text, owner),
        "end the declaration with ';'");
  }
}

void Checker::FillFields(DeclIndex index) {
  ClassDecl& decl = At(program_.classes, index);
  ClassSource& source = At(classes_, index);
  if (source.broken) return;
  for (const ast::Member& member : source.node->members) {
    switch (member.kind) {
      case ast::MemberKind::kField:
        FillField(decl, source, member);
        break;
      case ast::MemberKind::kMethod: {
        const bool accessor = member.accessor.source >= 0;
        diagnostics_.Error(
            accessor ? member.accessor : member.name.range,
            accessor ? fmt::format("the data class '{}' cannot have getters, setters or operators",
                                   decl.name)
                     : fmt::format("the data class '{}' cannot have methods: '{}'", decl.name,
                                   member.name.text),
            accessor ? ""
                     : "methods belong into an abstract class with @HostApi() or @FlutterApi()");
        break;
      }
      case ast::MemberKind::kConstructor:
        if (source.constructor != nullptr) {
          diagnostics_.Error(
              member.name.range,
              fmt::format("the data class '{}' has more than one constructor", decl.name));
        } else {
          source.constructor = &member;
        }
        break;
    }
  }
}

void Checker::FillField(ClassDecl& decl, ClassSource& source, const ast::Member& member) {
  const std::string& name = member.name.text;
  CheckName(member.name, "field");
  ReadMarks(member.annotations, MarkPlace::kPlain, &member, source.file);
  if (member.static_keyword.source >= 0) {
    diagnostics_.Error(member.static_keyword,
                       fmt::format("the field '{}' is static: a value has no static fields", name),
                       "declare a top-level constant");
    return;
  }
  if (member.external_keyword.source >= 0) {
    diagnostics_.Error(member.external_keyword, "'external' is not supported here");
  }
  if (decl.is_sealed) {
    diagnostics_.Error(member.name.range,
                       fmt::format("the sealed class '{}' must not have fields", decl.name),
                       "declare the field in each class that extends it");
    return;
  }
  if (member.initializer) {
    diagnostics_.Error(
        member.initializer->range,
        fmt::format("the field '{}' must not be initialised where it is declared", name),
        fmt::format("give the default in the constructor: this.{} = {}", name,
                    SourceText(member.initializer->range)));
  }
  FieldSource field_source;
  if (!member.type) {
    diagnostics_.Error(member.name.range, fmt::format("the field '{}' has no type", name));
  } else {
    TypeUse use;
    use.file = source.file;
    field_source.type = Resolve(*member.type, use);
  }
  const auto same = [&](const Field& field) { return field.name == name; };
  if (std::any_of(decl.fields.begin(), decl.fields.end(), same)) {
    diagnostics_.Error(member.name.range,
                       fmt::format("the class '{}' has two fields '{}'", decl.name, name));
    return;
  }
  Field field;
  field.name = name;
  if (field_source.type) field.type = *field_source.type;
  field.docs = member.docs;
  field.range = member.name.range;
  field.required = !field.type.nullable;
  decl.fields.push_back(std::move(field));
  source.fields.push_back(std::move(field_source));
}

void Checker::FillHierarchy(DeclIndex index) {
  ClassDecl& decl = At(program_.classes, index);
  const ClassSource& source = At(classes_, index);
  if (source.broken) return;
  std::vector<const ast::TypeNode*> parents;
  if (source.node->extends) parents.push_back(&*source.node->extends);
  for (const ast::TypeNode& type : source.node->implements) parents.push_back(&type);
  if (parents.empty()) return;
  if (parents.size() > 1) {
    diagnostics_.Error(
        parents[1]->range,
        fmt::format("'{}' can extend or implement only one sealed class", decl.name));
  }
  const ast::TypeNode& parent = *parents.front();
  const Symbol* symbol =
      parent.is_function || parent.is_record ? nullptr : FindSymbol(parent.name, source.file);
  if (symbol == nullptr) {
    if (parent.name == "Object" && !parent.nullable) {
      diagnostics_.Ignored(parent.range,
                           fmt::format("'{}' extends Object: every class does", decl.name));
      return;
    }
    std::string hint = SuggestName(parent.name, source.file, /*types=*/true);
    if (hint.empty() && AnyIncompleteFile(source.file)) return;
    diagnostics_.Error(parent.range, fmt::format("unknown class '{}'", SourceText(parent.range)),
                       std::move(hint));
    return;
  }
  if (parent.has_args || parent.nullable) {
    diagnostics_.Error(parent.range,
                       fmt::format("'{}' is not a class name", SourceText(parent.range)));
    return;
  }
  if (symbol->kind == SymbolKind::kClass && At(classes_, symbol->index).broken) return;
  if (symbol->kind != SymbolKind::kClass || !At(program_.classes, symbol->index).is_sealed) {
    diagnostics_.Error(parent.range,
                       fmt::format("'{}' can only extend a sealed class, and '{}' is not one",
                                   decl.name, parent.name),
                       symbol->kind == SymbolKind::kClass
                           ? fmt::format("write: sealed class {}", parent.name)
                           : std::string());
    return;
  }
  if (symbol->file != source.file) {
    diagnostics_.Error(
        parent.range,
        fmt::format("'{}' extends the sealed class '{}' of another file", decl.name, parent.name),
        fmt::format("declare it in {}", At(files_, symbol->file).path));
    return;
  }
  if (decl.is_sealed) {
    diagnostics_.Error(
        parent.range,
        fmt::format("the sealed class '{}' cannot extend another sealed class", decl.name),
        "a sealed hierarchy has one level");
    return;
  }
  decl.parent = symbol->index;
  At(program_.classes, symbol->index).children.push_back(index);
}

void Checker::FillConstructor(DeclIndex index) {
  ClassDecl& decl = At(program_.classes, index);
  ClassSource& source = At(classes_, index);
  if (source.broken) return;
  if (decl.is_sealed && decl.children.empty() && !At(files_, source.file).ast.incomplete) {
    diagnostics_.Error(decl.range, fmt::format("no class extends the sealed class '{}'", decl.name),
                       fmt::format("write: class C extends {} {{ ... }}", decl.name));
  }
  if (const ast::Member* constructor = source.constructor) {
    for (const ast::Annotation& annotation : constructor->annotations) {
      ReadPlainAnnotation(annotation);
    }
    if (!constructor->name.text.empty()) {
      diagnostics_.Ignored(constructor->name.range,
                           fmt::format("the name '{}' of the constructor of '{}'",
                                       constructor->name.text, decl.name));
    }
    if (!constructor->docs.empty()) {
      diagnostics_.Ignored(constructor->name.range,
                           fmt::format("the documentation of the constructor of '{}'", decl.name));
    }
    if (constructor->factory_keyword.source >= 0) {
      diagnostics_.Error(constructor->factory_keyword,
                         fmt::format("'{}' cannot have a factory constructor", decl.name));
    } else if (constructor->initializers.source >= 0) {
      diagnostics_.Error(
          constructor->initializers,
          fmt::format("the constructor of '{}' must not have initialisers", decl.name),
          "name the fields as parameters: this.name");
    } else if (constructor->body.source >= 0) {
      diagnostics_.Error(constructor->body,
                         fmt::format("the constructor of '{}' must not have a body", decl.name),
                         "end it with ';'");
    }
    if (constructor->external_keyword.source >= 0) {
      diagnostics_.Error(constructor->external_keyword, "'external' is not supported here");
    }
    for (const ast::Param& param : constructor->params) {
      // Initialisers explain a parameter that sets no field.
      if (!param.is_this && constructor->initializers.source >= 0) continue;
      FillConstructorParam(decl, source, param);
    }
  }
  for (std::size_t i = 0; i < decl.fields.size(); ++i) {
    const auto field = static_cast<std::int32_t>(i);
    if (std::find(decl.constructor_order.begin(), decl.constructor_order.end(), field) ==
        decl.constructor_order.end()) {
      decl.constructor_order.push_back(field);
    }
  }
}

void Checker::FillConstructorParam(ClassDecl& decl, ClassSource& source, const ast::Param& param) {
  for (const ast::Annotation& annotation : param.annotations) ReadPlainAnnotation(annotation);
  if (!param.docs.empty()) {
    diagnostics_.Ignored(
        param.name.range,
        fmt::format("the documentation of the constructor parameter '{}'", param.name.text));
  }
  if (!param.is_this || param.is_function) {
    diagnostics_.Error(
        param.range,
        fmt::format("a constructor parameter of the data class '{}' must set a field", decl.name),
        fmt::format("write: this.{}", param.name.text));
    return;
  }
  const auto at = std::find_if(decl.fields.begin(), decl.fields.end(),
                               [&](const Field& field) { return field.name == param.name.text; });
  if (at == decl.fields.end()) {
    if (source.node->incomplete) return;
    std::vector<std::string_view> names;
    for (const Field& field : decl.fields) names.push_back(field.name);
    diagnostics_.Error(param.name.range,
                       fmt::format("the class '{}' has no field '{}'", decl.name, param.name.text),
                       DidYouMean(param.name.text, names));
    return;
  }
  Field& field = *at;
  const auto field_index = static_cast<std::int32_t>(at - decl.fields.begin());
  FieldSource& field_source = At(source.fields, field_index);
  if (field_source.param != nullptr) {
    diagnostics_.Error(param.name.range, fmt::format("the constructor of '{}' sets the field '{}' "
                                                     "twice",
                                                     decl.name, field.name));
    return;
  }
  field_source.param = &param;
  decl.constructor_order.push_back(field_index);
  const bool optional = param.named || param.optional_positional;
  if (param.required && !param.named) {
    diagnostics_.Error(param.range, fmt::format("'required' is for named parameters, and '{}' is "
                                                "positional",
                                                param.name.text));
  }
  field.required = !optional || param.required;
  if (param.default_value && field.required) {
    diagnostics_.Error(
        param.default_value->range,
        fmt::format("the required parameter '{}' cannot have a default", param.name.text),
        optional ? "remove 'required'" : "put it between '{' and '}'");
  } else if (!param.default_value && optional && !param.required && field_source.type &&
             !field.type.nullable) {
    diagnostics_.Error(param.range,
                       fmt::format("the optional parameter '{}' needs a default: the field is not "
                                   "nullable",
                                   param.name.text),
                       fmt::format("write: required this.{}, or make the type '{}?'",
                                   param.name.text, TypeName(field.type)));
  }
  if (param.type) {
    TypeUse use;
    use.file = source.file;
    const std::optional<Type> type = Resolve(*param.type, use);
    if (type && field_source.type && !SameType(*type, *field_source.type)) {
      diagnostics_.Error(param.type->range, fmt::format("the field '{}' has the type '{}'",
                                                        field.name, TypeName(*field_source.type)));
    }
  }
}

// A value of a class exists if every field that must not be null can have one; of a sealed class,
// if one of its children can. The least fixed point of this rule leaves exactly the classes that
// contain themselves without a way to end.
void Checker::CheckConstructible() {
  std::vector<bool> possible(program_.classes.size());
  const auto blocks = [&](const Field& field) {
    return field.type.kind == TypeKind::kClass && !field.type.nullable &&
           !possible[static_cast<std::size_t>(field.type.decl)];
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t i = 0; i < program_.classes.size(); ++i) {
      const ClassDecl& decl = program_.classes[i];
      if (possible[i]) continue;
      const bool now =
          decl.is_sealed && !decl.children.empty()
              ? std::any_of(decl.children.begin(), decl.children.end(),
                            [&](DeclIndex c) { return possible[static_cast<std::size_t>(c)]; })
              : std::none_of(decl.fields.begin(), decl.fields.end(), blocks);
      if (now) possible[i] = changed = true;
    }
  }
  // Report the members of the circles, not whoever only leads into one.
  for (std::size_t i = 0; i < program_.classes.size(); ++i) {
    if (possible[i] || program_.classes[i].is_sealed) continue;
    const auto start = static_cast<DeclIndex>(i);
    for (const Field& field : program_.classes[i].fields) {
      if (!blocks(field)) continue;
      std::set<DeclIndex> seen;
      std::vector<DeclIndex> open = {field.type.decl};
      while (!open.empty() && !seen.contains(start)) {
        const DeclIndex next = open.back();
        open.pop_back();
        if (!seen.insert(next).second) continue;
        const ClassDecl& decl = At(program_.classes, next);
        for (const DeclIndex child : decl.children) open.push_back(child);
        for (const Field& inner : decl.fields) {
          if (blocks(inner)) open.push_back(inner.type.decl);
        }
      }
      if (!seen.contains(start)) continue;
      diagnostics_.Error(
          field.range,
          fmt::format("'{}' can never be constructed: its field '{}' needs another "
                      "'{}' first",
                      program_.classes[i].name, field.name, program_.classes[i].name),
          fmt::format("make the type nullable: {}?", TypeName(field.type)));
      break;
    }
  }
}

}  // namespace causeway::gen
