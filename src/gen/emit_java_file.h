#pragma once

// What the parts of the Java emitter share: the names of a program in one package, and a Java
// source file under construction.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/emit_java.h"
#include "gen/java_names.h"
#include "gen/model.h"
#include "gen/printer.h"

namespace causeway::gen {

// Names and facts that hold for all files of a definition.
struct JavaContext {
  JavaContext(const Program& program_in, int definition_index, const JavaOptions& options);

  const Program& program;
  const Definition& definition;
  std::string package;
  std::vector<std::string> enum_names;   // by DeclIndex
  std::vector<std::string> class_names;  // by DeclIndex
  std::vector<JavaFieldNames> fields;    // by DeclIndex of the class
  std::vector<int> enum_ordinals;        // place in the codec table, -1: not in it
  std::vector<int> class_ordinals;
  std::string codec;      // class name of the definition's codec
  std::string constants;  // class name of its constants
  std::string api_error;  // class name of the package's error
  std::string builder;    // of the class nested in every data class, unlike all others
  std::set<std::string> package_types;  // simple names that mean a class of this package

  const EnumDecl& Enum(DeclIndex e) const { return program.enums[static_cast<std::size_t>(e)]; }
  const ClassDecl& Class(DeclIndex c) const { return program.classes[static_cast<std::size_t>(c)]; }
  const std::string& EnumName(DeclIndex e) const { return enum_names[static_cast<std::size_t>(e)]; }
  const std::string& ClassName(DeclIndex c) const {
    return class_names[static_cast<std::size_t>(c)];
  }
  const JavaFieldNames& Fields(DeclIndex c) const { return fields[static_cast<std::size_t>(c)]; }
  int EnumOrdinal(DeclIndex e) const { return enum_ordinals[static_cast<std::size_t>(e)]; }
  int ClassOrdinal(DeclIndex c) const { return class_ordinals[static_cast<std::size_t>(c)]; }
};

// True if values of the type are Java primitives.
bool IsPrimitive(const Type& type);

// A quoted Java string literal in ASCII.
std::string JavaString(std::string_view utf8);

// The name of a definition file in a line comment: ASCII with Java's \u escapes, so that javac
// reads it under any encoding and no two names become one.
std::string JavaCommentName(std::string_view utf8);

// More parameters than a JVM method can have (255 words with `this`): such a class is made from its
// builder.
bool IsWide(const ClassDecl& decl);

class JavaFile {
 public:
  JavaFile(const JavaContext& context, std::string class_name)
      : context_(context), class_name_(std::move(class_name)) {}

  const JavaContext& context() const { return context_; }
  const std::string& class_name() const { return class_name_; }
  Printer& printer() { return printer_; }

  // The name for a class outside of the package: simple and imported, or qualified where a type of
  // the package has the same simple name.
  std::string Use(std::string_view qualified);
  std::string Lang(std::string_view name) { return Use("java.lang." + std::string(name)); }
  std::string Runtime(std::string_view name) {
    return Use("dev.causeway.generated." + std::string(name));
  }

  // Java type of a value: primitive unless nullable or `boxed`.
  enum class Boxing { kAsNeeded, kBoxed };
  std::string TypeText(const Type& type, Boxing boxing = Boxing::kAsNeeded);

  // "@Nullable ", "@NonNull " or nothing, in front of a declaration of that type.
  std::string Nullness(const Type& type);

  // Java expression for a default value or constant of that type.
  std::string LiteralText(const Type& type, const Literal& literal);

  // A Javadoc comment; nothing if there are no lines.
  void Javadoc(const Docs& docs);

  // The whole file: header, package, imports, what was printed.
  enum class Origin { kDefinition, kPackage };
  EmittedFile Finish(Origin origin = Origin::kDefinition);

 private:
  const JavaContext& context_;
  std::string class_name_;
  std::set<std::string> imports_;
  int locals_ = 0;  // a map in a map needs another variable
  Printer printer_;
};

}  // namespace causeway::gen
