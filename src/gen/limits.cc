#include "gen/limits.h"

// javac reports these limits in generated code, where nobody can do anything about them; here they
// have a place in the definition.
//
//   one string      65,535 bytes of modified UTF-8 (Java Virtual Machine Specification, 4.4.7):
//   exact one class       65,535 entries in its pool of constants (4.1) one method      65,535
//   bytes of code (4.7.3): an initialiser that makes a list, or one of the
//                   methods with a statement for each field
//   one enum        the initialiser that makes the members
//
// What javac makes of a source is its own affair, so that the other three are estimates from the
// instructions that such code needs, on the safe side: what is accepted compiles, and what is
// refused would be within a factor of two of the limit. Nobody writes such a default by hand.
//
// A value of a recursive class counts its levels when it crosses (docs/transport.md). Its smallest
// value may already have too many: what must not be null is followed, the rest can be left out.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/emit_cpp_layout.h"

namespace causeway::gen {
namespace {

constexpr std::size_t kMaxUnits = 65535;  // of bytes of a string or a method, of entries of a pool
constexpr int kMaxLevels = 100;           // codec::kMaxDepth

// Bytes of code for each member of an enum: made with its name and number, and put into a field
// (16) and into the array of all (8), which older compilers do in the same method.
constexpr std::size_t kBytesPerEnumMember = 24;
// The longest of the methods with a statement for each field is the codec's reader.
constexpr std::size_t kBytesPerField = 60;
// A field has its name, its getter and setter and references to them.
constexpr std::size_t kEntriesPerField = 24;

// Text as class files hold it: NUL takes two bytes, a character of four bytes two surrogates of
// three.
std::size_t ModifiedUtf8Size(std::string_view text) {
  std::size_t size = text.size();
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0) size += 1;
    if (byte >= 0xF0) size += 2;
  }
  return size;
}

// What initialising values takes.
struct Cost {
  std::size_t code = 0;
  std::set<std::string> constants;  // those that need entries, each once

  std::size_t entries() const { return 2 * constants.size(); }
};

class LimitChecker {
 public:
  LimitChecker(const Program& program, Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics) {}

  void Check() {
    for (const EnumDecl& decl : program_.enums) CheckEnum(decl);
    for (const ClassDecl& decl : program_.classes) CheckClass(decl);
    for (const Definition& definition : program_.definitions) CheckDefinition(definition);
    CheckLevels();
  }

 private:
  void CheckEnum(const EnumDecl& decl) {
    if (decl.members.size() * kBytesPerEnumMember > kMaxUnits) {
      diagnostics_.Error(decl.range,
                         fmt::format("the enum '{}' has {} members; Java can make {}", decl.name,
                                     decl.members.size(), kMaxUnits / kBytesPerEnumMember),
                         "use an int and constants");
    }
  }

  void CheckClass(const ClassDecl& decl) {
    if (decl.fields.size() * kBytesPerField > kMaxUnits) {
      diagnostics_.Error(
          decl.range,
          fmt::format("the class '{}' has {} fields; the Java methods that treat them all have "
                      "room for {}",
                      decl.name, decl.fields.size(), kMaxUnits / kBytesPerField),
          "group the fields in classes");
      return;
    }
    // The builder's constructor makes all defaults.
    Cost cost;
    for (const Field& field : decl.fields) {
      if (!field.has_default || !CheckStrings(field.default_value)) continue;
      Add(field.default_value, cost);
      cost.code += 4;
      if (cost.code > kMaxUnits ||
          cost.entries() + kEntriesPerField * decl.fields.size() > kMaxUnits) {
        diagnostics_.Error(field.default_value.range,
                           fmt::format("the defaults of '{}' are too large: the Java method that "
                                       "makes them would exceed 65,535 bytes",
                                       decl.name),
                           "leave the field without a default and set it where it is made");
        return;
      }
    }
  }

  void CheckDefinition(const Definition& definition) {
    std::size_t entries = 0;
    std::set<std::string> values;
    for (const Constant& constant : definition.constants) {
      if (!CheckStrings(constant.value)) continue;
      Cost cost;
      Add(constant.value, cost);
      values.merge(cost.constants);
      entries += 1;  // the name
      if (entries + 2 * values.size() + 100 <= kMaxUnits) continue;
      diagnostics_.Error(constant.range,
                         "too many constants: a Java class has room for 65,535 names and values",
                         "move some to another definition file");
      break;
    }
    for (const Api& api : definition.apis) {
      for (const Method& method : api.methods) {
        for (const Parameter& parameter : method.parameters) {
          if (parameter.has_default) CheckStrings(parameter.default_value);
        }
      }
    }
  }

  // Reports texts that are too long; false if there is one.
  bool CheckStrings(const Literal& literal) {
    if (const auto* text = std::get_if<std::string>(&literal.value)) {
      const std::size_t size = ModifiedUtf8Size(*text);
      if (size <= kMaxUnits) return true;
      diagnostics_.Error(
          literal.range,
          fmt::format("this text has {} bytes; Java can hold 65535 in a constant", size),
          "return it from a method, or divide it");
      return false;
    }
    bool good = true;
    ForEachPart(literal, [&](const Literal& part) { good = CheckStrings(part) && good; });
    return good;
  }

  template <typename F>
  static void ForEachPart(const Literal& literal, const F& f) {
    if (const auto* list = std::get_if<ListLiteral>(&literal.value)) {
      std::ranges::for_each(list->elements, f);
    } else if (const auto* map = std::get_if<MapLiteral>(&literal.value)) {
      for (const MapEntry& entry : map->entries) {
        f(entry.first);
        f(entry.second);
      }
    } else if (const auto* object = std::get_if<ObjectLiteral>(&literal.value)) {
      std::ranges::for_each(object->fields, f);
    }
  }

  static void Add(const Literal& literal, Cost& cost) {
    cost.code += 6;  // ldc2_w and the box, or getstatic
    if (const auto* i = std::get_if<std::int64_t>(&literal.value)) {
      cost.constants.insert(fmt::format("i{}", *i));
    } else if (const auto* d = std::get_if<double>(&literal.value)) {
      cost.constants.insert(fmt::format("d{}", *d));
    } else if (const auto* text = std::get_if<std::string>(&literal.value)) {
      cost.constants.insert("s" + *text);
    } else if (const auto* e = std::get_if<EnumValue>(&literal.value)) {
      cost.constants.insert(fmt::format("e{}.{}", e->decl, e->member));
      cost.constants.insert(fmt::format("n{}.{}", e->decl, e->member));
    } else {
      cost.code += 24;  // new, dup and the calls around
    }
    ForEachPart(literal, [&](const Literal& part) {
      cost.code += 5;  // dup, the index, aastore; or half of a put
      Add(part, cost);
    });
  }

  // The levels of the smallest value of each class, as a least fixed point: the shortest children
  // of sealed classes, the deepest field that cannot be left out.
  void CheckLevels() {
    constexpr int kUnknown = std::numeric_limits<int>::max();
    const CppLayout layout(program_);
    const std::size_t count = program_.classes.size();
    std::vector<int> levels(count, kUnknown);
    const auto of = [&](DeclIndex c) { return levels[static_cast<std::size_t>(c)]; };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t c = 0; c < count; ++c) {
        const ClassDecl& decl = program_.classes[c];
        int now = decl.is_sealed ? kUnknown : 0;
        for (const DeclIndex child : decl.children) now = std::min(now, of(child));
        for (const Field& field : decl.fields) {
          if (field.type.kind == TypeKind::kClass && !field.type.nullable) {
            now = std::max(now, of(field.type.decl));
          }
        }
        if (now == kUnknown) continue;
        if (!decl.is_sealed && layout.IsRecursive(static_cast<DeclIndex>(c))) ++now;
        if (now < levels[c]) {
          levels[c] = now;
          changed = true;
        }
      }
    }
    for (std::size_t c = 0; c < count; ++c) {
      // Not those around it: one mistake.
      if (levels[c] != kMaxLevels + 1 || program_.classes[c].is_sealed) continue;
      diagnostics_.Error(
          program_.classes[c].range,
          fmt::format("no value of '{}' can cross: even the smallest is nested more than {} deep",
                      program_.classes[c].name, kMaxLevels),
          "make a field on the way nullable");
    }
  }

  const Program& program_;
  Diagnostics& diagnostics_;
};

}  // namespace

void CheckLimits(const Program& program, Diagnostics& diagnostics) {
  LimitChecker(program, diagnostics).Check();
}

}  // namespace causeway::gen
