#pragma once

#include <cstdint>
#include <vector>

#include "gen/model.h"

namespace causeway::gen {

// In which header and in which order the types of a program are defined in C++, and where a class
// must hold a field on the heap. See the essay in the .cc file.
class CppLayout {
 public:
  explicit CppLayout(const Program& program);

  // The definition whose header defines the types of `definition`: itself, unless files import
  // each other.
  std::int32_t Home(std::int32_t definition) const { return homes_[std::size_t(definition)]; }
  // Definitions whose headers the header of `definition` includes, import order.
  std::vector<std::int32_t> Includes(std::int32_t definition) const;

  // One definition or declaration in a header.
  struct Step {
    enum class Kind {
      kForward,  // struct X;
      kAlias,    // using X = std::variant<…>;  X is sealed
      kStruct,
    };
    Kind kind;
    DeclIndex decl;
  };
  // Everything that the header of `definition` says about classes, in order. Empty unless the
  // definition is a home.
  std::vector<Step> Steps(std::int32_t definition) const;

  // The field is a Box<T>: its class contains itself through it.
  bool IsBoxed(DeclIndex c, const Field& field) const;
  // All that the type mentions is complete where class `c` is defined, so that its member may have
  // an initialiser.
  bool MayInitialize(DeclIndex c, const Type& type) const;
  // The class can contain itself, be it through a list.
  bool IsRecursive(DeclIndex c) const { return recursive_[std::size_t(c)]; }
  // All classes of the program, what a class mentions before it (but for cycles).
  std::vector<DeclIndex> DependencyOrder() const;

 private:
  const Program& program_;
  std::vector<std::int32_t> homes_;
  std::vector<std::int32_t> containment_;  // component of each class, by direct containment
  std::vector<std::int32_t> mention_;      // component of each class, by any mention
  std::vector<bool> recursive_;
  std::vector<std::vector<DeclIndex>> mention_components_;  // dependencies first
};

// The classes that extend a sealed one, through sealed ones in between too: the alternatives of the
// variant.
std::vector<DeclIndex> ConcreteChildren(const Program& program, DeclIndex sealed);

}  // namespace causeway::gen
