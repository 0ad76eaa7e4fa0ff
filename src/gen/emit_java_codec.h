#pragma once

// The codec class of a definition: static functions that write and read each type, and each list
// and map that is used anywhere, without a test of types that the definition already knows.
//
// Speed comes from three decisions. Values whose greatest size is known (scalars, enums, classes of
// such) are put without a check, one reservation for each run of them. A class is read inside the
// arguments of its constructor: Java evaluates them in field order, and nothing is stored twice.
// Names of values for error messages are constants that only failing paths look at.
//
// A class that can contain itself counts its depth; all other nesting is bounded by the types. A
// collection of the user is iterated once and compared with the size that it announced. Functions
// for lists and maps are made on demand, so the codec is printed after the APIs.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/emit_java_file.h"

namespace causeway::gen {

class JavaCodec {
 public:
  explicit JavaCodec(const JavaContext& context);

  // Prints statements that write `value`, an expression of that type, to the Writer `w`. `where` is
  // a Java expression that names the value. The value must have passed its null check.
  void PrintWrite(JavaFile& file, const Type& type, std::string_view value, std::string_view where);

  // An expression that reads a value of that type from the Reader `r`.
  std::string ReadText(JavaFile& file, const Type& type, std::string_view where);

  // An expression of the enum's type for an index that crossed as a scalar.
  std::string EnumText(JavaFile& file, DeclIndex e, std::string_view index, std::string_view where);

  // The codec's file. What was asked for before is in it.
  EmittedFile Emit();

 private:
  struct Composite {
    std::string name;
    Type type;
  };

  // Greatest number of bytes a value takes, if that is known and small.
  std::optional<int> MaxBytes(const Type& type) const;
  std::optional<int> MaxBytesOfClass(DeclIndex c) const;
  int HeaderBytes(DeclIndex c) const;
  bool IsRecursive(DeclIndex c) const { return recursive_[static_cast<std::size_t>(c)]; }
  std::vector<DeclIndex> Leaves(DeclIndex sealed) const;  // classes on the wire below a sealed one

  std::string FunctionName(const Type& type);  // "ListOfLatLng"; asks for it to be printed
  std::string CompositeKey(const Type& type) const;
  std::string Prefix(JavaFile& file) const;  // "MessagesCodec." outside of it

  void PrintPut(JavaFile& file, const Type& type, std::string_view value);
  void PrintEnum(JavaFile& file, DeclIndex e);
  void PrintClass(JavaFile& file, DeclIndex c);
  void PrintSealed(JavaFile& file, DeclIndex c);
  void PrintList(JavaFile& file, const Composite& list);
  void PrintMap(JavaFile& file, const Composite& map);
  void PrintDynamic(JavaFile& file);
  void PrintNullCheck(JavaFile& file, const Type& type, std::string_view value);

  const JavaContext& context_;
  std::vector<bool> recursive_;  // by class: a value can contain another of its class
  JavaScope names_;              // of functions, without "read" or "write"
  std::map<std::string, std::size_t> by_key_;
  std::vector<Composite> composites_;  // grows while they are printed
};

}  // namespace causeway::gen
