// C++ wants a type defined before it is used by value; Dart does not care. Three questions follow.
//
// Where? The types of messages.dart are defined in messages.h. Files that import each other cannot
// include each other, so all types of such a cycle are defined in the header of the first of them
// (its *home*), and the others include it.
//
// In which order? A class *contains* the class of a field (also a nullable one: std::optional holds
// its value in place), and a sealed class contains its children (std::variant does so, too). A
// class merely *mentions* the element of a list or map: std::vector may be named with an incomplete
// type. The strongly connected components of the mention graph are emitted dependencies first
// (Tarjan, "Depth-first search and linear graph algorithms", 1972, whose components come out in
// just this order); inside of a component, containment decides, and what is only mentioned is
// declared forward. Declaration order decides between equals.
//
// What if a class contains itself? Within a component of the containment graph every field becomes
// a causeway::Box, so that the rest of the graph has no cycle. The edge from a sealed class to its
// children never needs one: each cycle has a field in it.
#include "gen/emit_cpp_layout.h"

#include <algorithm>
#include <functional>
#include <set>

namespace causeway::gen {
namespace {

using Edges = std::vector<std::vector<std::int32_t>>;

// Tarjan's algorithm without recursion. Components in dependency order; nodes within a component
// ascend.
std::vector<std::vector<std::int32_t>> Components(const Edges& edges) {
  struct Node {
    std::int32_t index = -1;
    std::int32_t low = 0;
    bool on_stack = false;
    std::size_t next_edge = 0;
  };
  std::vector<Node> nodes(edges.size());
  std::vector<std::int32_t> stack;
  std::vector<std::int32_t> path;
  std::vector<std::vector<std::int32_t>> components;
  std::int32_t index = 0;
  for (std::size_t root = 0; root < edges.size(); ++root) {
    if (nodes[root].index >= 0) {
      continue;
    }
    path.push_back(static_cast<std::int32_t>(root));
    while (!path.empty()) {
      const std::int32_t at = path.back();
      Node& node = nodes[std::size_t(at)];
      if (node.index < 0) {
        node.index = node.low = index++;
        node.on_stack = true;
        stack.push_back(at);
      }
      if (node.next_edge < edges[std::size_t(at)].size()) {
        const std::int32_t to = edges[std::size_t(at)][node.next_edge++];
        if (nodes[std::size_t(to)].index < 0) {
          path.push_back(to);
        } else if (nodes[std::size_t(to)].on_stack) {
          node.low = std::min(node.low, nodes[std::size_t(to)].index);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) {
        Node& parent = nodes[std::size_t(path.back())];
        parent.low = std::min(parent.low, node.low);
      }
      if (node.low == node.index) {
        std::vector<std::int32_t>& component = components.emplace_back();
        std::int32_t member = -1;
        do {
          member = stack.back();
          stack.pop_back();
          nodes[std::size_t(member)].on_stack = false;
          component.push_back(member);
        } while (member != at);
        std::ranges::sort(component);
      }
    }
  }
  return components;
}

std::vector<std::int32_t> ComponentOfEach(const std::vector<std::vector<std::int32_t>>& components,
                                          std::size_t size) {
  std::vector<std::int32_t> of(size);
  for (std::size_t i = 0; i < components.size(); ++i) {
    for (const std::int32_t member : components[i]) {
      of[std::size_t(member)] = static_cast<std::int32_t>(i);
    }
  }
  return of;
}

void Mentioned(const Type& type, std::vector<DeclIndex>& out) {
  if (type.kind == TypeKind::kClass) {
    out.push_back(type.decl);
  }
  for (const Type& arg : type.args) {
    Mentioned(arg, out);
  }
}

// Classes whose objects a default value makes.
void Made(const Literal& literal, std::vector<DeclIndex>& out) {
  if (const auto* object = std::get_if<ObjectLiteral>(&literal.value)) {
    out.push_back(object->decl);
    for (const Literal& field : object->fields) {
      Made(field, out);
    }
  } else if (const auto* list = std::get_if<ListLiteral>(&literal.value)) {
    for (const Literal& element : list->elements) {
      Made(element, out);
    }
  } else if (const auto* map = std::get_if<MapLiteral>(&literal.value)) {
    for (const auto& [key, value] : map->entries) {
      Made(key, out);
      Made(value, out);
    }
  }
}

}  // namespace

std::vector<DeclIndex> ConcreteChildren(const Program& program, DeclIndex sealed) {
  std::vector<DeclIndex> out;
  for (const DeclIndex child : program.classes[std::size_t(sealed)].children) {
    if (program.classes[std::size_t(child)].is_sealed) {
      const std::vector<DeclIndex> below = ConcreteChildren(program, child);
      out.insert(out.end(), below.begin(), below.end());
    } else {
      out.push_back(child);
    }
  }
  return out;
}

CppLayout::CppLayout(const Program& program) : program_(program) {
  Edges imports(program.definitions.size());
  for (std::size_t d = 0; d < imports.size(); ++d) {
    imports[d] = program.definitions[d].imports;
  }
  homes_.resize(imports.size());
  for (const auto& component : Components(imports)) {
    for (const std::int32_t member : component) {
      homes_[std::size_t(member)] = component.front();
    }
  }

  const std::size_t count = program.classes.size();
  Edges contained(count);
  Edges mentioned(count);
  recursive_.resize(count);
  for (std::size_t c = 0; c < count; ++c) {
    const ClassDecl& decl = program.classes[c];
    contained[c] = decl.children;
    mentioned[c] = decl.children;
    for (const Field& field : decl.fields) {
      if (field.type.kind == TypeKind::kClass) {
        contained[c].push_back(field.type.decl);
      }
      Mentioned(field.type, mentioned[c]);
      if (field.has_default) {
        Made(field.default_value, mentioned[c]);
      }
    }
    recursive_[c] = std::ranges::find(mentioned[c], DeclIndex(c)) != mentioned[c].end();
  }
  containment_ = ComponentOfEach(Components(contained), count);
  mention_components_ = Components(mentioned);
  mention_ = ComponentOfEach(mention_components_, count);
  for (const auto& component : mention_components_) {
    if (component.size() > 1) {
      for (const DeclIndex c : component) {
        recursive_[std::size_t(c)] = true;
      }
    }
  }
}

std::vector<std::int32_t> CppLayout::Includes(std::int32_t definition) const {
  std::vector<std::int32_t> out;
  const std::int32_t home = Home(definition);
  const auto add = [&](std::int32_t other) {
    if (Home(other) != definition && std::ranges::find(out, Home(other)) == out.end()) {
      out.push_back(Home(other));
    }
  };
  if (home != definition) {
    add(definition);
  }
  for (std::size_t d = 0; d < program_.definitions.size(); ++d) {
    if (std::int32_t(d) == definition || (home == definition && homes_[d] == home)) {
      std::ranges::for_each(program_.definitions[d].imports, add);
    }
  }
  return out;
}

bool CppLayout::IsBoxed(DeclIndex c, const Field& field) const {
  return field.type.kind == TypeKind::kClass &&
         containment_[std::size_t(c)] == containment_[std::size_t(field.type.decl)];
}

bool CppLayout::MayInitialize(DeclIndex c, const Type& type) const {
  std::vector<DeclIndex> mentioned;
  Mentioned(type, mentioned);
  return std::ranges::none_of(mentioned, [&](DeclIndex other) {
    return mention_[std::size_t(other)] == mention_[std::size_t(c)];
  });
}

std::vector<DeclIndex> CppLayout::DependencyOrder() const {
  std::vector<DeclIndex> out;
  for (const auto& component : mention_components_) {
    out.insert(out.end(), component.begin(), component.end());
  }
  return out;
}

std::vector<CppLayout::Step> CppLayout::Steps(std::int32_t definition) const {
  std::vector<Step> steps;
  std::set<DeclIndex> declared;  // forward or more
  std::set<DeclIndex> defined;
  const auto is_here = [&](DeclIndex c) {
    return Home(program_.classes[std::size_t(c)].definition) == definition;
  };
  // Makes the name of a class known.
  std::function<void(DeclIndex)> declare = [&](DeclIndex c) {
    if (!is_here(c) || !declared.insert(c).second) {
      return;
    }
    if (program_.classes[std::size_t(c)].is_sealed) {
      std::ranges::for_each(ConcreteChildren(program_, c), declare);
      steps.push_back({Step::Kind::kAlias, c});
      defined.insert(c);
    } else {
      steps.push_back({Step::Kind::kForward, c});
    }
  };
  const auto define = [&](DeclIndex c) {
    if (!is_here(c) || defined.contains(c)) {
      return;
    }
    const ClassDecl& decl = program_.classes[std::size_t(c)];
    if (decl.is_sealed) {
      declare(c);
      return;
    }
    for (const Field& field : decl.fields) {
      std::vector<DeclIndex> mentioned;
      Mentioned(field.type, mentioned);
      for (const DeclIndex other : mentioned) {
        if (other != c) {  // its own name is known, but a variant's needs a declaration of it
          declare(other);
        }
      }
    }
    declared.insert(c);
    steps.push_back({Step::Kind::kStruct, c});
    defined.insert(c);
  };

  for (const std::vector<DeclIndex>& component : mention_components_) {
    // Containment within the component, without boxed fields: no cycles, so that each of its
    // components is one class, and they come in the order that we need.
    Edges edges(component.size());
    const auto add = [&](std::size_t from, DeclIndex to) {
      const auto at = std::ranges::lower_bound(component, to);
      if (at != component.end() && *at == to && component[from] != to) {
        edges[from].push_back(static_cast<std::int32_t>(at - component.begin()));
      }
    };
    for (std::size_t i = 0; i < component.size(); ++i) {
      const ClassDecl& decl = program_.classes[std::size_t(component[i])];
      for (const DeclIndex child : decl.children) {
        add(i, child);
      }
      for (const Field& field : decl.fields) {
        if (field.type.kind == TypeKind::kClass && !IsBoxed(component[i], field)) {
          add(i, field.type.decl);
        }
        std::vector<DeclIndex> made;
        if (field.has_default) {
          Made(field.default_value, made);
        }
        for (const DeclIndex other : made) {
          add(i, other);
        }
      }
    }
    for (const auto& group : Components(edges)) {
      for (const std::int32_t i : group) {
        define(component[std::size_t(i)]);
      }
    }
  }
  return steps;
}

}  // namespace causeway::gen
