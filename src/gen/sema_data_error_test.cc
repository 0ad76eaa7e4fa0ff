// Mistakes in types, data classes, enums, constants and defaults.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gen/test_support.h"

namespace causeway::gen {
namespace {

TEST(TypeErrorTest, UnknownTypesGetTheNearestName) {
  ExpectAll({
      {"class A { ^Strng s; }", {"unknown type 'Strng' | did you mean 'String'?"}},
      {"class A { List<^Pont> s; }\nclass Point { int x; }",
       {"unknown type 'Pont' | did you mean 'Point'?"}},
      {"class A { ^Elephant s; }", {"unknown type 'Elephant'"}},
      {"class A { Map<String, List<^Float64list?>>? s; }",
       {"unknown type 'Float64list' | did you mean 'Float64List'?"}},
      {"@HostApi()\nabstract class A { ^Colr a(^Colr b); }\nenum Color { red }",
       {"unknown type 'Colr' | did you mean 'Color'?",
        "unknown type 'Colr' | did you mean 'Color'?"}},
  });
}

TEST(TypeErrorTest, ForeignTypesGetTheirTranslation) {
  ExpectAll({
      {"class A { ^num s; }", {"the type 'num' is not supported | use 'int' or 'double'"}},
      {"class A { ^long s; }", {"the type 'long' is not supported | use 'int': it has 64 bits"}},
      {"class A { ^DateTime s; }",
       {"the type 'DateTime' is not supported | use 'int': milliseconds since the epoch"}},
      {"class A { ^Set<int> s; }", {"the type 'Set' is not supported | use 'List'"}},
      {"class A { ^ByteData s; }", {"the type 'ByteData' is not supported | use 'Uint8List'"}},
      {"class A { ^dynamic s; }", {"'dynamic' is not supported | use 'Object?'"}},
      {"class A { List<^dynamic> s; }", {"'dynamic' is not supported | use 'Object?'"}},
      {"@HostApi()\nabstract class A { ^Future<int> a(); }",
       {"'Future' is not supported | return 'int' and annotate the method with @async"}},
      {"@EventChannelApi()\nabstract class A { ^Stream<int> a(); }",
       {"'Stream' is not supported | return 'int' from a method of an @EventChannelApi() class"}},
  });
}

TEST(TypeErrorTest, FormsOfTypes) {
  ExpectAll({
      {"class A { ^List<int, int> s; }", {"'List' takes 1 type argument, not 2 | write: List<T>"}},
      {"class A { ^Map<int> s; }", {"'Map' takes 2 type arguments, not 1 | write: Map<K, V>"}},
      {"class A { ^int<int> s; }", {"'int' takes no type arguments"}},
      {"class A { ^B<int> s; }\nclass B { int a; }", {"'B' takes no type arguments"}},
      {"class A { List<^void> s; }", {"'void' is only a return type"}},
      {"class A { ^void s; }", {"'void' is only a return type"}},
      {"@HostApi()\nabstract class A { void a(^void b); }", {"'void' is only a return type"}},
      {"@HostApi()\nabstract class A { ^void? a(); }", {"'void' takes neither '?' nor arguments"}},
      {"class A { ^(int, int) s; }",
       {"a record type is not supported | declare a class with these values as fields"}},
      {"class A { void ^Function() s; }",
       {"a function type is not supported here | declare a method in a @FlutterApi() class to be "
        "called back"}},
      {"class A { ^B s; }\n@HostApi()\nabstract class B { void b(); }",
       {"'B' is an API and not a type of values"}},
      {"class A { ^b s; }\nconst int b = 1;", {"'b' is a constant, not a type"}},
      {"class A { ^P s; }\n@ProxyApi()\nabstract class P {}",
       {"the ProxyApi 'P' can only be used in other ProxyApis"}},
  });
}

TEST(ClassErrorTest, WhatDataCannotHold) {
  ExpectAll({
      {"class A { int ^a() => 3; int b; }",
       {"the data class 'A' cannot have methods: 'a' | methods belong into an abstract class with "
        "@HostApi() or @FlutterApi()"}},
      {"class A { void ^a(); }",
       {"the data class 'A' cannot have methods: 'a' | methods belong into an abstract class with "
        "@HostApi() or @FlutterApi()"}},
      {"class A { int ^get a => 3; }",
       {"the data class 'A' cannot have getters, setters or operators"}},
      {"class A { ^set a(int x) { } }",
       {"the data class 'A' cannot have getters, setters or operators"}},
      {"class A { bool ^operator ==(Object o) { return true; } }",
       {"the data class 'A' cannot have getters, setters or operators"}},
      {"class A { ^static int a = 3; }",
       {"the field 'a' is static: a value has no static fields | declare a top-level constant"}},
      {"class A { ^static const int a = 3; }",
       {"the field 'a' is static: a value has no static fields | declare a top-level constant"}},
      {"class A { int a = ^3; }",
       {"the field 'a' must not be initialised where it is declared | give the default in the "
        "constructor: this.a = 3"}},
      {"class A { final ^a; }", {"the field 'a' has no type"}},
      {"class A { var ^a; }", {"the field 'a' has no type"}},
      {"class A { int a; String ^a; }", {"the class 'A' has two fields 'a'"}},
      {"class A^<T> { int a; }",
       {"'A' has type parameters: generic classes are not supported | declare one class for each "
        "type that is needed"}},
      {"class A ^with M { int a; }", {"'A' uses a mixin: mixins are not supported"}},
      {"^mixin class A { int a; }", {"a mixin class is not supported"}},
      {"^external class A { int a; }",
       {"'external' is not supported in a definition | a definition holds imports, classes, enums "
        "and constants"}},
  });
}

TEST(ClassErrorTest, Constructors) {
  ExpectAll({
      {"class A { A(this.a) ^{ print(a); } int a; }",
       {"the constructor of 'A' must not have a body | end it with ';'"}},
      {"class A { A(int x) ^: a = x; int a; }",
       {"the constructor of 'A' must not have initialisers | name the fields as parameters: "
        "this.name"}},
      {"class A { ^factory A(this.a) => A(3); int a; }", {"'A' cannot have a factory constructor"}},
      {"class A { A(this.a); A.^b(this.a); int a; }",
       {"the data class 'A' has more than one constructor"}},
      {"class A { A(^int a); int a; }",
       {"a constructor parameter of the data class 'A' must set a field | write: this.a"}},
      {"class A { A(this.^heigth); int height; }",
       {"the class 'A' has no field 'heigth' | did you mean 'height'?"}},
      {"class A { A(this.a, this.^a); int a; }",
       {"the constructor of 'A' sets the field 'a' twice"}},
      {"class A { A({required this.a = ^3}); int a; }",
       {"the required parameter 'a' cannot have a default | remove 'required'"}},
      {"class A { A(this.a = ^3); int a; }",
       {"the required parameter 'a' cannot have a default | put it between '{' and '}'"}},
      {"class A { A({^this.a}); int a; }",
       {"the optional parameter 'a' needs a default: the field is not nullable | write: required "
        "this.a, or make the type 'int?'"}},
      {"class A { A([^this.a]); List<int> a; }",
       {"the optional parameter 'a' needs a default: the field is not nullable | write: required "
        "this.a, or make the type 'List<int>?'"}},
      {"class A { A(^required this.a); int a; }",
       {"'required' is for named parameters, and 'a' is positional"}},
      {"class A { A(^String this.a); int a; }", {"the field 'a' has the type 'int'"}},
      {"class A { A(^super.a); int a; }",
       {"a constructor parameter of the data class 'A' must set a field | write: this.a"}},
  });
}

TEST(ClassErrorTest, SealedHierarchies) {
  ExpectAll({
      {"sealed class A { int ^a; }\nclass B extends A {}",
       {"the sealed class 'A' must not have fields | declare the field in each class that extends "
        "it"}},
      {"class A {}\nclass B extends ^A { int b; }",
       {"'B' can only extend a sealed class, and 'A' is not one | write: sealed class A"}},
      {"enum A { a }\nclass B extends ^A { int b; }",
       {"'B' can only extend a sealed class, and 'A' is not one"}},
      {"sealed class Shape {}\nclass B extends ^Shap { int b; }\nclass C implements Shape {}",
       {"unknown class 'Shap' | did you mean 'Shape'?"}},
      {"sealed class A {}\nsealed class B {}\nclass C extends A implements ^B { }\n"
       "class D extends B {}",
       {"'C' can extend or implement only one sealed class"}},
      {"sealed class ^A {}",
       {"no class extends the sealed class 'A' | write: class C extends A { "
        "... }"}},
      {"sealed class A {}\nsealed class ^B extends ^A {}\nclass C extends A {}",
       {"no class extends the sealed class 'B' | write: class C extends B { ... }",
        "the sealed class 'B' cannot extend another sealed class | a sealed hierarchy has one "
        "level"}},
  });
}

TEST(ClassErrorTest, ClassesThatCannotBeConstructed) {
  ExpectAll({
      {"class A { A ^a; }",
       {"'A' can never be constructed: its field 'a' needs another 'A' first "
        "| make the type nullable: A?"}},
      {"class A { B ^b; }\nclass B { C ^c; }\nclass C { A ^a; }\nclass D { A a; }",
       {"'A' can never be constructed: its field 'b' needs another 'A' first | make the type "
        "nullable: B?",
        "'B' can never be constructed: its field 'c' needs another 'B' first | make the type "
        "nullable: C?",
        "'C' can never be constructed: its field 'a' needs another 'C' first | make the type "
        "nullable: A?"}},
      {"sealed class S {}\nclass A extends S { S ^s; }\nclass B extends S { A ^a; }",
       {"'A' can never be constructed: its field 's' needs another 'A' first | make the type "
        "nullable: S?",
        "'B' can never be constructed: its field 'a' needs another 'B' first | make the type "
        "nullable: A?"}},
      {"class A { A? a; List<A> b; Map<int, A> c; }", {}},
      {"sealed class E {}\nclass Leaf extends E {}\nclass Node extends E { E left; E right; }", {}},
  });
}

TEST(EnumErrorTest, Enums) {
  ExpectAll({
      {"enum ^A {}", {"the enum 'A' has no members"}},
      {"enum A { a, b, ^a }", {"the enum 'A' has two members 'a'"}},
      {"enum A { a^(1), b(2); const A(this.x); final int x; }",
       {"'A' is an enhanced enum, which is not supported | an enum holds only names: enum E { one, "
        "two }"}},
      {"enum A { a, b; ^int get x => 3; }\nclass B { A a; }",
       {"'A' is an enhanced enum, which is not supported | an enum holds only names: enum E { one, "
        "two }"}},
      {"enum A ^implements B { a }",
       {"'A' is an enhanced enum, which is not supported | an enum holds only names: enum E { one, "
        "two }"}},
      {"enum A { a, b; }", {}},
  });
}

TEST(NameErrorTest, Duplicates) {
  ExpectAll({
      {"class A { int a; }\nclass ^A { int b; }", {"'A' is already declared at a.dart:1"}},
      {"enum A { a }\n\nclass ^A { int b; }", {"'A' is already declared at a.dart:1"}},
      {"class A { int b; }\nenum ^A { a }", {"'A' is already declared at a.dart:1"}},
      // Whose children the first one has.
      {"sealed class S {}\nclass K extends S { int x; }\nsealed class ^S {}",
       {"'S' is already declared at a.dart:1"}},
      {"const int a = 1;\n@HostApi()\nabstract class ^a { void b(); }",
       {"'a' is already declared at a.dart:1"}},
      {"class ^String { int a; }",
       {"'String' is the name of a type of Dart | choose another "
        "name"}},
      {"enum ^Future { a }", {"'Future' is the name of a type of Dart | choose another name"}},
  });
}

TEST(NameErrorTest, ReservedPrefixesAndPrivateNames) {
  ExpectAll({
      {"class ^PigeonA { int ^pigeon_b; }",
       {"the name of the class 'PigeonA' begins with the reserved prefix 'Pigeon'",
        "the name of the field 'pigeon_b' begins with the reserved prefix 'pigeon_'"}},
      {"enum ^PigeonInternalE { ^pigeonVar_a }",
       {"the name of the enum 'PigeonInternalE' begins with the reserved prefix 'PigeonInternal'",
        "the name of the enum member 'pigeonVar_a' begins with the reserved prefix 'pigeonVar_'"}},
      {"@HostApi()\nabstract class ^PigeonApiA { void ^pigeon_a(int ^pigeonVar_b); }",
       {"the name of the API 'PigeonApiA' begins with the reserved prefix 'PigeonApi'",
        "the name of the method 'pigeon_a' begins with the reserved prefix 'pigeon_'",
        "the name of the parameter 'pigeonVar_b' begins with the reserved prefix 'pigeonVar_'"}},
      {"class A { int ^_a; }",
       {"the field '_a' is private: its name begins with '_' | everything in a definition is "
        "shared; remove the '_'"}},
      {"class A { int ^a$b; }",
       {"the name of the field 'a$b' holds a '$' | use letters, digits and '_'"}},
      {"class A { int pigeons; }", {}},
  });
}

TEST(ValueErrorTest, Constants) {
  ExpectAll({
      {"const ^a = 3;", {"the constant 'a' needs an explicit type | write: const int a = ..."}},
      {"const ^a = 'x';",
       {"the constant 'a' needs an explicit type | write: const String a = ..."}},
      {"const int ^a;", {"the constant 'a' has no value"}},
      {"const ^List<int> a = [];",
       {"a constant cannot have the type 'List<int>' | use String, int, double or bool"}},
      {"const ^int? a = 3;",
       {"a constant cannot have the type 'int?' | use String, int, double or bool"}},
      {"const ^E a = E.x;\nenum E { x }",
       {"a constant cannot have the type 'E' | use String, int, double or bool"}},
      {"const int a = ^'x';", {"expected a value of the type 'int', found a string"}},
      {"const String a = ^3;",
       {"expected a value of the type 'String', found an int | write: '3'"}},
      {"const bool a = ^0;",
       {"expected a value of the type 'bool', found an int | write: true or false"}},
      {"const int a = ^1.5;", {"expected a value of the type 'int', found a double"}},
      {"const int a = ^1 + 2;",
       {"this expression is not supported: expected a literal, a constant or an enum member | "
        "write the value itself"}},
      {"const bool a = ^-true;",
       {"this expression is not supported: expected a literal, a constant or an enum member | "
        "write the value itself"}},
      {"const int a = ^!3;",
       {"this expression is not supported: expected a literal, a constant or an enum member | "
        "write the value itself"}},
      {"const int a = ^null;",
       {"expected a value of the type 'int', found null | make the type nullable: int?"}},
      {"const int ^a = b;\nconst int b = a;", {"the constant 'a' is defined by itself"}},
      {"const int limit = 3;\nconst int b = ^limt;",
       {"unknown constant 'limt' | did you mean 'limit'?"}},
      {"const double d = 3.0;\nconst int b = ^d;",
       {"expected a value of the type 'int', found a constant of the type 'double'"}},
  });
}

TEST(ValueErrorTest, Numbers) {
  ExpectAll({
      {"const int a = ^9223372036854775808;", {"this number is out of the range of a 64-bit int"}},
      {"const int a = -^9223372036854775809;", {"this number is out of the range of a 64-bit int"}},
      {"const int a = ^0x10000000000000000;", {"this number is out of the range of a 64-bit int"}},
      {"const double a = ^9007199254740993;",
       {"no double is exactly this number | write: 9007199254740993.0"}},
      {"const double a = ^1e400;", {"this number is out of the range of a double"}},
      {"const double a = ^double.infinity;",
       {"'double.infinity' is not supported | write the number itself; infinities and NaN cannot "
        "be defaults"}},
  });
}

TEST(ValueErrorTest, Defaults) {
  ExpectAll({
      {"class A { A({this.a = E.^tow}); E a; }\nenum E { one, two }",
       {"the enum 'E' has no member 'tow' | did you mean 'two'?"}},
      {"class A { A({this.a = ^two}); E a; }\nenum E { one, two }",
       {"unknown constant 'two' | write: E.two"}},
      {"class A { A({this.a = ^F.x}); E a; }\nenum E { one }\nenum F { x }",
       {"expected a value of the type 'E', found a member of the enum 'F'"}},
      {"class A { A({this.a = ^Eg.x}); E a; }\nenum E { one }",
       {"unknown enum 'Eg' | did you mean 'E'?"}},
      {"class A { A({this.a = ^1.0}); int a; }",
       {"expected a value of the type 'int', found a double"}},
      {"class A { A({this.a = ^'x'}); bool a; }",
       {"expected a value of the type 'bool', found a string"}},
      {"class A { A({this.a = ^null}); int a; }",
       {"expected a value of the type 'int', found null | make the type nullable: int?"}},
      {"class A { A({this.a = const <^int>[]}); List<String> a; }",
       {"expected the type 'String', found 'int'"}},
      {"class A { A({this.a = const <^String?>[]}); List<String> a; }",
       {"expected the type 'String', found 'String?'"}},
      {"class A { A({this.a = const ['x', ^3]}); List<String> a; }",
       {"expected a value of the type 'String', found an int | write: '3'"}},
      {"class A { A({this.a = ^const {}}); List<String> a; }",
       {"expected a value of the type 'List<String>', found a map"}},
      {"class A { A({this.a = ^const <String, int>[]}); List<String> a; }",
       {"this literal takes 1 type argument, not 2"}},
      {"class A { A({this.a = ^{'x'}}); Map<String, int> a; }",
       {"a set is not supported | write a list: const [...]"}},
      {"class A { A({this.a = const {'x': 1, ^'x': 2}}); Map<String, int> a; }",
       {"this key is in the map already"}},
      {"class A { A({this.a = const {'x': ^'y'}}); Map<String, int> a; }",
       {"expected a value of the type 'int', found a string"}},
      {"class A { A({this.a = ^const [1]}); Uint8List a; }",
       {"expected a value of the type 'Uint8List', found a list | typed data has no literals: make "
        "it required, or nullable"}},
      {"class A { A({this.a = const [^...b]}); List<int> a; }",
       {"this expression is not supported: expected a literal, a constant or an enum member | "
        "write the value itself"}},
  });
}

TEST(ValueErrorTest, ConstructedDefaults) {
  const std::string point = "\nclass P { P(this.x, {this.y = 0}); int x; int y; }\nenum E { e }";
  const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
      {"class A { A({this.a = ^const E()}); P a; }", {"'E' is not a data class"}},
      {"class A { A({this.a = ^const P()}); P a; }", {"the field 'x' of 'P' is required"}},
      {"class A { A({this.a = const P(1, ^2)}); P a; }",
       {"the constructor of 'P' takes fewer than 2 positional arguments"}},
      {"class A { A({this.a = const P(1, ^z: 2)}); P a; }",
       {"the constructor of 'P' has no parameter 'z'"}},
      {"class A { A({this.a = const P(1, y: 2, ^y: 3)}); P a; }", {"'y' is given twice"}},
      {"class A { A({this.a = const P(^'x')}); P a; }",
       {"expected a value of the type 'int', found a string"}},
      {"class A { A({this.a = ^const P(1)}); int a; }",
       {"expected a value of the type 'int', found a 'P'"}},
      {"class A { A({this.a = ^const P.origin(1)}); P a; }", {"'P' has no such constructor"}},
  };
  for (const auto& [source, errors] : cases) {
    std::string text = source + point;
    if (source.find("const E()") != std::string::npos) {
      text.replace(text.find("^const E"), 8, "const ^E");
    }
    ExpectErrors({text.c_str(), errors});
  }
  ExpectErrors(
      {"class A { A({this.a = ^const A()}); A? a; }", {"the default of 'a' contains itself"}});
}

TEST(ValueErrorTest, DefaultsThatDoubleAreBounded) {
  std::string text = "class C0 { C0({this.a = 1}); int a; }\n";
  for (int i = 1; i < 60; ++i) {
    text += fmt::format(
        "class C{0} {{ C{0}({{this.a = const C{1}(), this.b = const C{1}()}}); "
        "C{1} a; C{1} b; }}\n",
        i, i - 1);
  }
  const Loaded loaded = LoadText(text);
  EXPECT_NE(loaded.AllErrors().find("have more than 100000 parts"), std::string::npos);
}

TEST(ValueErrorTest, LongChainsOfConstantsEnd) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += fmt::format("const int a{} = a{};\n", i, i + 1);
  EXPECT_TRUE(LoadText(text).diagnostics->has_errors());
}

}  // namespace
}  // namespace causeway::gen
