#include "gen/parser.h"

#include <gtest/gtest.h>

#include "gen/test_support.h"

namespace causeway::gen {
namespace {

TEST(SyntaxErrorTest, AMissingTokenIsReportedWhereItBelongs) {
  ExpectAll({
      {"class A {\n  int a^\n  int b;\n}", {"expected ';' after the field 'a', found 'int'"}},
      {"@HostApi()\nabstract class A {\n  void a()^\n  void b();\n}",
       {"expected ';' after the method, found 'void'"}},
      {"class A {\n  A(this.a)^\n  int a;\n}", {"expected ';' after the constructor, found 'int'"}},
      {"import 'package:pigeon/pigeon.dart'^\nenum E { a }",
       {"expected ';' after the import, found 'enum'"}},
      {"const int a = 1^\nenum E { a }", {"expected ';' after the constant, found 'enum'"}},
      {"enum E { a, b^\nclass A {}", {"expected '}' after the members of the enum, found 'class'"}},
      {"class A^ int a; }", {"expected '{' after 'class A', found 'int'"}},
      {"class A { List<int^ a; }", {"expected '>' after the type arguments, found 'a'"}},
      {"@HostApi()\nabstract class A { void a(int b^; }",
       {"expected ')' after the parameters, found ';'"}},
      {"class A { A({this.a = const [1, 2^}); List<int> a; }",
       {"expected ']' after the elements, found '}'"}},
  });
}

TEST(SyntaxErrorTest, AForgottenBraceCostsOneError) {
  ExpectAll({
      {"class A {\n  int a;^\n\nclass B { int b; }\nclass C { B c; }",
       {"expected '}' at the end of class 'A'"}},
      {"class A {\n  int a;^\n\n@HostApi()\nabstract class B { void b(A a); }\n",
       {"expected '}' at the end of class 'A'"}},
      {"class A { int a;^", {"expected '}' at the end of class 'A'"}},
      {"enum E { a }\n^}\nclass A { E e; }",
       {"unexpected '}' | a '{' is missing before it, or there is one '}' too many"}},
  });
}

TEST(SyntaxErrorTest, OneMistakeDoesNotHideTheNext) {
  ExpectAll({
      {"class A {\n  int ^= 3;\n  int ok;\n  ^Strng bad;\n}\nclass B { int ^5; }",
       {"expected a name after the type 'int', found '='",
        "unknown type 'Strng' | did you mean 'String'?",
        "expected a name after the type 'int', found the number 5"}},
      {"class ^5 { int a; }\nenum ^{ a }\nclass C { ^Strng c; }",
       {"expected the name of the class, found the number 5",
        "expected the name of the enum, found '{'",
        "unknown type 'Strng' | did you mean 'String'?"}},
      {"@HostApi()\nabstract class A {\n  void a();;\n  void b(int ^);\n  ^Strng c();\n}",
       {"expected the name of a parameter, found ')'",
        "unknown type 'Strng' | did you mean 'String'?"}},
  });
}

TEST(SyntaxErrorTest, ReservedWordsAreNoNames) {
  ExpectAll({
      {"class ^enum {}", {"expected the name of the class, found the reserved word 'enum'"}},
      {"enum E { a, ^default }",
       {"expected a member of the enum 'E', found the reserved word 'default'"}},
      {"class A { int ^class; }",
       {"expected a name after the type 'int', found the reserved word 'class'"}},
      {"@HostApi()\nabstract class A { void ^return(); }",
       {"expected a name after the type 'void', found the reserved word 'return'"}},
  });
}

TEST(SyntaxErrorTest, BuiltInIdentifiersAreNames) {
  const Loaded loaded = LoadText(
      "@HostApi()\n"
      "abstract class A {\n"
      "  void set(int get, String late, bool required, int static);\n"
      "  int get();\n"
      "  String factory(String operator, int external, int covariant);\n"
      "  void async(int of, int show);\n"
      "}\n"
      "class B {\n"
      "  B({required this.late, required this.required, this.get, this.set});\n"
      "  int late; int required; int? get; int? set; int? static; int? operator;\n"
      "  late int factory; final int external; int? library, import;\n"
      "}\n");
  EXPECT_EQ(loaded.AllErrors(), "");
  ASSERT_EQ(loaded.program.classes.size(), 1U);
  EXPECT_EQ(loaded.program.classes[0].fields.size(), 10U);
}

TEST(SyntaxErrorTest, WhatADefinitionCannotHold) {
  const std::string only = " | a definition holds imports, classes, enums and constants";
  ExpectAll({
      {"^typedef F = void Function();", {"'typedef' is not supported in a definition" + only}},
      {"^extension E on int {}\nclass A { int a; }",
       {"'extension' is not supported in a definition" + only}},
      {"^mixin M {}", {"'mixin' is not supported in a definition" + only}},
      {"^export 'a.dart';",
       {"'export' is not supported in a definition | import the other "
        "definition file: import 'other.dart';"}},
      {"^part 'a.dart';",
       {"'part' is not supported in a definition | import the other definition "
        "file: import 'other.dart';"}},
      {"^void main() { print('x'); }\nclass A { int a; }",
       {"a top-level function is not supported in a definition | declare methods in an abstract "
        "class with @HostApi() or @FlutterApi()"}},
      {"^final int a = 3;",
       {"a top-level 'final' is not supported: only constants are | write: "
        "const int limit = 3;"}},
      {"^var a = 3;",
       {"a top-level 'var' is not supported: only constants are | write: const int "
        "limit = 3;"}},
      {"^int a = 3;",
       {"a top-level variable is not supported: only constants are | write: const "
        "int limit = 3;"}},
      {"class A ^= B with C;", {"a class alias is not supported in a definition"}},
      {"^+ 5", {"expected a declaration, found '+'" + only}},
      {"^@HostApi()", {"this annotation stands before no declaration"}},
      {"^;", {"unexpected ';'"}},
      {"import ^a;", {"expected the path of a file in quotes after 'import', found 'a'"}},
      {"import 'package:pigeon/pigeon.dart' ^as p;",
       {"'as' is not supported on an import | import the whole file"}},
  });
}

TEST(SyntaxErrorTest, TypesAndValues) {
  ExpectAll({
      {"class A { List<^> a; }", {"expected a type, found '>'"}},
      {"class A { Map<String, ^5> a; }", {"expected a type, found the number 5"}},
      {"class A { A({this.a = ^}); int a; }", {"expected a value, found '}'"}},
      {"@HostApi()\nabstract class A { void a({^}); }",
       {"expected a parameter between the brackets"}},
      {"@ProxyApi()\nabstract class A { late void Function(^{int a}) b; }",
       {"parameters of a function type must be positional and required"}},
      {"@ProxyApi()\nabstract class A { late void Function^<T>(T a) b; }",
       {"a generic function type is not supported"}},
      {"const int a = const ^5;",
       {"expected a list, a map or a class after 'const', found the "
        "number 5"}},
  });
}

TEST(SyntaxErrorTest, NestingIsBounded) {
  const auto nested = [](std::size_t depth) {
    std::string type = "int";
    for (std::size_t i = 1; i < depth; ++i) type = "List<" + type + ">";
    return "class A { " + type + "? a; }";
  };
  EXPECT_EQ(LoadText(nested(100)).AllErrors(), "");
  const Loaded deep = LoadText(nested(101));
  EXPECT_EQ(deep.Errors(), (std::vector<std::string>{"1:511: nested more than 100 deep"}));
  // Each way to nest, far beyond any stack.
  for (const std::string open : {"List<", "[", "{1:", "-", "!", "(", "f("}) {
    std::string text = "class A { A({this.a = ";
    if (open == "List<") text = "class A { ";
    for (int i = 0; i < 200'000; ++i) text += open;
    EXPECT_TRUE(LoadText(text).diagnostics->has_errors()) << open;
  }
  std::string functions = "@ProxyApi()\nabstract class A { late void ";
  for (int i = 0; i < 200'000; ++i) functions += "Function() ";
  EXPECT_TRUE(LoadText(functions + "a; }").diagnostics->has_errors());
  std::string comments;
  for (int i = 0; i < 200'000; ++i) comments += "/*";
  EXPECT_TRUE(LoadText(comments).diagnostics->has_errors());
}

TEST(SyntaxErrorTest, ManyErrorsEnd) {
  std::string text = "class A {\n";
  for (int i = 0; i < 5000; ++i) text += "  int 5;\n";
  const Loaded loaded = LoadText(text + "}\n");
  EXPECT_EQ(loaded.diagnostics->error_count(), 1001U);
  EXPECT_NE(loaded.AllErrors().find("too many errors: the rest of the file is not checked"),
            std::string::npos);
}

}  // namespace
}  // namespace causeway::gen
