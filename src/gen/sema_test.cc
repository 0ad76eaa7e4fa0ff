// What a correct definition means.

#include "gen/sema.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gen/model_dump.h"
#include "gen/test_support.h"

namespace causeway::gen {
namespace {

TEST(SemaTest, DataClassesFollowTheirConstructor) {
  const Loaded loaded = LoadText(
      "/// A point.\n"
      "class P {\n"
      "  /// Makes one.\n"
      "  const P(this.y, {this.name = 'o', required this.x, this.tag});\n"
      "  /// Across.\n"
      "  final double x;\n"
      "  late int y;\n"
      "  String name;\n"
      "  String? tag;\n"
      "  int z, w;\n"
      "  Object? rest;\n"
      "}\n");
  ASSERT_EQ(loaded.AllErrors(), "");
  const ClassDecl& decl = loaded.program.classes.at(0);
  EXPECT_EQ(decl.name, "P");
  EXPECT_EQ(decl.docs, (Docs{"A point."}));
  std::vector<std::string> fields;
  for (const Field& field : decl.fields) {
    fields.push_back(fmt::format("{} {} {} {}", TypeName(loaded.program, field.type), field.name,
                                 field.required, field.has_default));
  }
  EXPECT_EQ(fields, (std::vector<std::string>{"double x true false", "int y true false",
                                              "String name false true", "String? tag false false",
                                              "int z true false", "int w true false",
                                              "Object? rest false false"}));
  EXPECT_EQ(decl.constructor_order, (std::vector<std::int32_t>{1, 2, 0, 3, 4, 5, 6}));
  EXPECT_EQ(decl.fields[0].docs, (Docs{"Across."}));
  EXPECT_EQ(std::get<std::string>(decl.fields[2].default_value.value), "o");
  EXPECT_EQ(loaded.Ignored(),
            (std::vector<std::string>{"the documentation of the constructor of 'P'"}));
}

TEST(SemaTest, ValuesTakeTheTypeOfTheirPlace) {
  const Loaded loaded = LoadText(
      "const int limit = 3;\n"
      "enum E { a, b }\n"
      "class P { const P(this.x, {this.y = 2}); double x; double y; int? z; }\n"
      "class D {\n"
      "  D({this.d = 0, this.e = -1.5, this.i = -9223372036854775808, this.h = "
      "0xFFFFFFFFFFFFFFFF,\n"
      "     this.k = limit, this.m = E.b, this.l = const <String>['a' 'b', r'\\n'],\n"
      "     this.p = const {'k': [1, 2]}, this.o = const P(1), this.q = null, this.r = !true,\n"
      "     this.n = 7, this.t = const [E.a, null, 'x', {1: 2.5}], this.u = -0});\n"
      "  double d; double e; int i; int h; int k; E m; List<String> l; Map<String, List<int>> p;\n"
      "  P o; int? q; bool r; Object n; List<Object?> t; double u;\n"
      "}\n");
  ASSERT_EQ(loaded.AllErrors(), "");
  std::string values;
  for (const Field& field : loaded.program.classes.at(1).fields) {
    EXPECT_TRUE(field.has_default) << field.name;
    values +=
        fmt::format("{} = {}\n", field.name, DumpLiteral(loaded.program, field.default_value));
  }
  EXPECT_EQ(values,
            "d = 0x0p+0d\n"
            "e = -0x1.8p+0d\n"
            "i = -9223372036854775808\n"
            "h = -1\n"
            "k = 3\n"
            "m = E.b\n"
            "l = ['ab','\\\\n',]\n"
            "p = {'k':[1,2,],}\n"
            "o = P(x:0x1p+0d,y:0x1p+1d,z:null,)\n"
            "q = null\n"
            "r = false\n"
            "n = 7\n"
            "t = [E.a,null,'x',{1:0x1.4p+1d,},]\n"
            "u = -0x0p+0d\n");
}

TEST(SemaTest, ApisOfBothDirectionsAndTheirAliases) {
  const Loaded loaded = LoadText(
      "@HostApi() abstract class A {\n"
      "  /// Does it.\n"
      "  @async @TaskQueue(type: TaskQueueType.serialBackgroundThread)\n"
      "  int? a(String b, {int c = 4, String? d, required bool e});\n"
      "  void f([double g = 1]);\n"
      "}\n"
      "@JvmApi() abstract class B { void a(); }\n"
      "@FlutterApi() abstract class C { @asyncCallback void a(int b); }\n"
      "@CppApi() abstract class D { @Async(useCallback: false) void a(); }\n"
      "@EventChannelApi() abstract class E { int a(); }\n");
  ASSERT_EQ(loaded.AllErrors(), "");
  const std::vector<Api>& apis = loaded.program.definitions.at(0).apis;
  std::vector<ApiKind> kinds;
  for (const Api& api : apis) kinds.push_back(api.kind);
  EXPECT_EQ(kinds, (std::vector<ApiKind>{ApiKind::kHost, ApiKind::kHost, ApiKind::kFlutter,
                                         ApiKind::kFlutter, ApiKind::kEventChannel}));
  const Method& a = apis[0].methods.at(0);
  EXPECT_EQ(a.docs, (Docs{"Does it."}));
  EXPECT_TRUE(a.is_async);
  EXPECT_EQ(a.task_queue, TaskQueue::kSerialBackgroundThread);
  EXPECT_EQ(TypeName(loaded.program, a.returns), "int?");
  ASSERT_EQ(a.parameters.size(), 4U);
  EXPECT_TRUE(a.parameters[0].required && !a.parameters[0].named);
  EXPECT_TRUE(a.parameters[1].named && !a.parameters[1].required && a.parameters[1].has_default);
  EXPECT_TRUE(a.parameters[2].named && !a.parameters[2].required && !a.parameters[2].has_default);
  EXPECT_TRUE(a.parameters[3].named && a.parameters[3].required);
  const Parameter& g = apis[0].methods.at(1).parameters.at(0);
  EXPECT_FALSE(g.named || g.required);
  EXPECT_EQ(std::get<double>(g.default_value.value), 1.0);
  EXPECT_TRUE(apis[2].methods[0].is_async);
  EXPECT_TRUE(apis[3].methods[0].is_async);
  EXPECT_EQ(loaded.Ignored(),
            (std::vector<std::string>{
                "@TaskQueue(type: TaskQueueType.serialBackgroundThread): a call runs on the thread "
                "of its caller; use @async to answer from another",
                "the callback form of @asyncCallback: C++ and Java always take a callback"}));
}

TEST(SemaTest, SealedHierarchiesKnowTheirMembers) {
  const Loaded loaded = LoadText(
      "sealed class S {}\n"
      "class A extends S { A(this.x); int x; }\n"
      "class Other { S? s; }\n"
      "class B implements S {}\n");
  ASSERT_EQ(loaded.AllErrors(), "");
  const Program& program = loaded.program;
  EXPECT_TRUE(program.classes[0].is_sealed);
  EXPECT_EQ(program.classes[0].children, (std::vector<DeclIndex>{1, 3}));
  EXPECT_EQ(program.classes[1].parent, 0);
  EXPECT_EQ(program.classes[2].parent, -1);
  EXPECT_EQ(program.classes[3].parent, 0);
  std::vector<DeclIndex> table;
  for (const CodecEntry& entry : program.definitions[0].codec_table) {
    table.push_back(entry.class_decl);
  }
  EXPECT_EQ(table, (std::vector<DeclIndex>{1, 2, 3})) << "a sealed base has no id";
}

TEST(SemaTest, EveryTypeResolves) {
  const Loaded loaded = LoadText(
      "class A {\n"
      "  bool a; int b; double c; String d; Uint8List e; Int32List f; Int64List g; Float32List h;\n"
      "  Float64List i; List j; Map k; Object l; List<Map<String?, List<A>?>>? m;\n"
      "}\n");
  ASSERT_EQ(loaded.AllErrors(), "");
  std::string types;
  for (const Field& field : loaded.program.classes[0].fields) {
    types += TypeName(loaded.program, field.type) + ";";
  }
  EXPECT_EQ(types,
            "bool;int;double;String;Uint8List;Int32List;Int64List;Float32List;Float64List;"
            "List<Object?>;Map<Object?, Object?>;Object;List<Map<String?, List<A>?>>?;");
}

TEST(SemaTest, OptionsAreUsedOrListed) {
  const Loaded loaded =
      LoadAll({{"app/pigeons/a.dart",
                "@ConfigurePigeon(\n"
                "  PigeonOptions(\n"
                "    javaOut: 'a/B.java',\n"
                "    javaOptions: JavaOptions(package: 'com.example', className: 'B'),\n"
                "    cppOptions: const CppOptions(namespace: 'x::y'),\n"
                "    kotlinOptions: KotlinOptions(useJni: true, package: 'k'),\n"
                "    dartOptions: DartOptions(),\n"
                "    copyrightHeader: 'pigeons/copyright.txt',\n"
                "    debugGenerators: null,\n"
                "  ),\n"
                ")\n"
                "class A { int a; }\n"},
               {"app/pigeons/copyright.txt", "One\r\nTwo\n"}},
              {"app/pigeons/a.dart"});
  ASSERT_EQ(loaded.AllErrors(), "");
  const DefinitionOptions& options = loaded.program.definitions[0].options;
  EXPECT_EQ(options.java_package, "com.example");
  EXPECT_EQ(options.cpp_namespace, "x::y");
  EXPECT_EQ(options.copyright_lines, (std::vector<std::string>{"One", "Two"}))
      << "found relative to the folder above the definition";
  EXPECT_EQ(
      loaded.Ignored(),
      (std::vector<std::string>{
          "the option javaOut = 'a/B.java': files are written only into the folders given on the "
          "command line",
          "the option javaOptions.className = 'B': each Java type has a file of its own",
          "the option kotlinOptions.useJni = true: it chooses how a newer pigeon connects its own "
          "languages",
          "the option kotlinOptions.package = 'k': no Kotlin is generated",
          "the option dartOptions: it is empty", "the option debugGenerators: it is null"}));
}

TEST(SemaTest, AMissingCopyrightHeaderIsListed) {
  const Loaded loaded =
      LoadText("@ConfigurePigeon(PigeonOptions(copyrightHeader: 'c.txt'))\nclass A { int a; }");
  EXPECT_EQ(loaded.AllErrors(), "");
  EXPECT_EQ(loaded.Ignored(),
            (std::vector<std::string>{
                "the option copyrightHeader = 'c.txt': there is no such file in the current "
                "folder, the definition's or the 4 above it"}));
}

TEST(SemaTest, AnnotationsForOtherLanguagesAreCheckedAndListed) {
  const Loaded loaded = LoadText(
      "@SwiftClass() class D { int a; }\n"
      "@HostApi(dartHostTestHandler: 'H') abstract class A {\n"
      "  @ObjCSelector('a:b:') @SwiftFunction('a(_:b:)') void a(int x, int y);\n"
      "  @ObjCSelector('c') @SwiftFunction('c()') @override void c();\n"
      "}\n");
  EXPECT_EQ(loaded.AllErrors(), "");
  EXPECT_EQ(loaded.Ignored(),
            (std::vector<std::string>{
                "@SwiftClass(): no Swift is generated",
                "the option @HostApi.dartHostTestHandler = 'H': no Dart is generated",
                "@ObjCSelector('a:b:'): no Objective-C is generated",
                "@SwiftFunction('a(_:b:)'): no Swift is generated",
                "@ObjCSelector('c'): no Objective-C is generated",
                "@SwiftFunction('c()'): no Swift is generated",
                "@override: it speaks to Dart's own tools"}));
}

TEST(SemaTest, CommentsOfAllKindsAndDocsAfterAnnotations) {
  const Loaded loaded = LoadText(
      "library a;\n"
      "/* block /* nested */ */ import 'package:pigeon/pigeon.dart';\n"
      "@ConfigurePigeon(PigeonOptions())\n"
      "/// Kinds.\n"
      "enum E {\n"
      "  /// First.\n"
      "  // not this\n"
      "  a, // nor this\n"
      "  /// Second.\n"
      "  b,\n"
      "}\n");
  ASSERT_EQ(loaded.AllErrors(), "");
  const EnumDecl& decl = loaded.program.enums[0];
  EXPECT_EQ(decl.docs, (Docs{"Kinds."}));
  EXPECT_EQ(decl.members[0].docs, (Docs{"First."}));
  EXPECT_EQ(decl.members[1].docs, (Docs{"Second."}));
}

TEST(ImportTest, TypesOfImportedFilesCanBeUsed) {
  const std::map<std::string, std::string> files = {
      {"d/a.dart",
       "import 'package:pigeon/pigeon.dart';\nimport 'sub/b.dart';\nimport 'c.dart';\n"
       "class A { B? b; C? c; }\nenum EA { a }"},
      {"d/sub/b.dart", "import '../c.dart';\nimport '../a.dart';\nclass B { EC e; EA? f; }"},
      {"d/c.dart", "class C { int c; }\nenum EC { c }\nsealed class S {}\nclass T extends S {}"}};
  const Loaded loaded = LoadAll(files, {"d/a.dart"});
  ASSERT_EQ(loaded.AllErrors(), "") << "files may import each other";
  const Program& program = loaded.program;
  std::vector<std::string> definitions;
  for (const Definition& d : program.definitions) {
    std::string line = d.path + (d.requested ? " requested" : "") + ":";
    for (const CodecEntry& entry : d.codec_table) {
      line += ' ' + (entry.enum_decl >= 0
                         ? program.enums[static_cast<std::size_t>(entry.enum_decl)].name
                         : program.classes[static_cast<std::size_t>(entry.class_decl)].name);
    }
    definitions.push_back(line);
  }
  // Own enums, own classes, then each import, depth first, each file once.
  EXPECT_EQ(definitions,
            (std::vector<std::string>{"d/a.dart requested: EA A B EC C T", "d/c.dart: EC C T",
                                      "d/sub/b.dart: B EC C T EA A"}));
}

TEST(ImportTest, TheOrderOfTheInputsDoesNotMatter) {
  const std::map<std::string, std::string> files = {
      {"b.dart", "import 'a.dart';\nclass B { A a; }"},
      {"a.dart", "class A { int a; }"},
      {"./b.dart", "the same file by another name is not read again"},
      {"c.dart", "@HostApi()\nabstract class C { void c(); }"}};
  const std::string once = Dump(LoadAll(files, {"a.dart", "b.dart", "c.dart"}).program);
  EXPECT_EQ(once, Dump(LoadAll(files, {"c.dart", "b.dart", "a.dart"}).program));
  EXPECT_EQ(once, Dump(LoadAll(files, {"b.dart", "c.dart", "a.dart", "./b.dart"}).program));
}

TEST(ImportTest, ErrorsNameTheRightFile) {
  const std::map<std::string, std::string> files = {
      {"a.dart",
       "import 'b.dart';\nimport 'none.dart';\nimport 'package:x/y.dart';\n"
       "import 'dart:core';\nclass A { C c; }"},
      {"b.dart", "import 'c.dart';\nclass B { Strng s; }\nclass Twice { int a; }"},
      {"c.dart", "class C { int c; }\nclass Twice { int a; }"}};
  const Loaded loaded = LoadAll(files, {"a.dart"});
  const std::string errors = loaded.AllErrors();
  EXPECT_EQ(errors,
            "a.dart:2:8: error: cannot read 'none.dart': no such file\n"
            "  import 'none.dart';\n"
            "         ^~~~~~~~~~~\n"
            "a.dart:3:8: error: the import 'package:x/y.dart' is not supported\n"
            "  import 'package:x/y.dart';\n"
            "         ^~~~~~~~~~~~~~~~~~\n"
            "  import another definition by its path: import 'other.dart';\n"
            "a.dart:4:8: error: the import 'dart:core' is not supported\n"
            "  import 'dart:core';\n"
            "         ^~~~~~~~~~~\n"
            "  remove it: typed data and the annotations need no import of their own\n"
            "a.dart:5:11: error: unknown type 'C'\n"
            "  class A { C c; }\n"
            "            ^\n"
            "  it is declared in c.dart, which this file does not import\n"
            "b.dart:2:11: error: unknown type 'Strng'\n"
            "  class B { Strng s; }\n"
            "            ^~~~~\n"
            "  did you mean 'String'?\n"
            "c.dart:2:7: error: 'Twice' is already declared at b.dart:3\n"
            "  class Twice { int a; }\n"
            "        ^~~~~\n");
}

TEST(ImportTest, ASealedClassStaysInItsFile) {
  const Loaded loaded = LoadAll({{"a.dart", "import 'b.dart';\nclass A extends S {}"},
                                 {"b.dart", "sealed class S {}\nclass T extends S {}"}},
                                {"a.dart"});
  EXPECT_EQ(loaded.Errors(),
            (std::vector<std::string>{"2:17: 'A' extends the sealed class 'S' of another file | "
                                      "declare it in b.dart"}));
}

TEST(ImportTest, DuplicatesAreListed) {
  const Loaded loaded = LoadAll({{"a.dart", "import 'b.dart';\nimport 'b.dart';\nimport 'a.dart';"},
                                 {"b.dart", "enum B { b }"}},
                                {"a.dart"});
  EXPECT_EQ(loaded.AllErrors(), "");
  EXPECT_EQ(loaded.Ignored(),
            (std::vector<std::string>{"the import 'b.dart': it is imported above",
                                      "the import 'a.dart': a file sees itself"}));
}

class FingerprintTest : public testing::Test {
 protected:
  static std::uint64_t Of(const std::string& text, const std::string& path = "a.dart") {
    const Loaded loaded = LoadAll({{path, text}}, {path});
    EXPECT_EQ(loaded.AllErrors(), "") << text;
    return loaded.program.definitions.at(0).fingerprint;
  }
  const std::string base_ =
      "enum E { a, b }\nclass C { int x; E? e; }\n@HostApi()\nabstract class A { C f(int p); }";
};

TEST_F(FingerprintTest, IgnoresWhatChangesNoMessage) {
  const std::uint64_t base = Of(base_);
  EXPECT_EQ(base, Of(base_, "other/name.dart"));
  EXPECT_EQ(base, Of("/// Docs.\n// c\n" + base_));
  EXPECT_EQ(base, Of("@ConfigurePigeon(PigeonOptions(javaOptions: JavaOptions(package: 'x')))\n" +
                     base_));
  EXPECT_EQ(base, Of("enum E { a, b }\nclass C { C({this.x = 4, this.e}); int x; E? e; }\n"
                     "@HostApi()\nabstract class A { C f(int q); }"))
      << "defaults and the names of parameters";
  EXPECT_EQ(base, Of("@HostApi()\nabstract class A { C f(int p); }\n"
                     "class C { int x; E? e; }\nenum E { a, b }"))
      << "enums are numbered before classes wherever they stand";
}

TEST_F(FingerprintTest, ChangesWithEverythingThatDoes) {
  const std::vector<std::pair<std::string, std::string>> edits = {
      {"enum E { a, b }", "enum E { b, a }"},
      {"enum E { a, b }", "enum E { a, b, c }"},
      {"enum E { a, b }", "enum E { a, c }"},
      {"int x;", "double x;"},
      {"int x;", "int? x;"},
      {"int x;", "int y;"},
      {"int x; E? e;", "E? e; int x;"},
      {"C f(", "C? f("},
      {"C f(", "C g("},
      {"C f(", "@async C f("},
      {"int p", "double p"},
      {"int p", "int p, int q"},
      {"HostApi", "FlutterApi"},
      {"class A ", "class B "},
      {"@HostApi", "class D { int a; }\n@HostApi"},
      {"@HostApi", "enum F { a }\n@HostApi"},
      {"C f(int p);", "C f(int p); void g();"},
  };
  const std::uint64_t base = Of(base_);
  for (const auto& [from, to] : edits) {
    std::string text = base_;
    text.replace(text.find(from), from.size(), to);
    EXPECT_NE(base, Of(text)) << from << " -> " << to;
  }
  EXPECT_NE(Of("sealed class S {}\nclass A extends S {}\nclass B {}"),
            Of("sealed class S {}\nclass A extends S {}\nclass B extends S {}"));
}

TEST_F(FingerprintTest, CoversImportedTypes) {
  const auto of = [](const std::string& imported) {
    return LoadAll({{"a.dart", "import 'b.dart';\nclass A { B b; }"}, {"b.dart", imported}},
                   {"a.dart"})
        .program.definitions.at(0)
        .fingerprint;
  };
  EXPECT_NE(of("class B { int a; }"), of("class B { int b; }"));
}

}  // namespace
}  // namespace causeway::gen
