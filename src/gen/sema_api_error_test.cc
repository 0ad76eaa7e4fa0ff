// Mistakes in APIs, annotations, options and ProxyApis.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gen/test_support.h"

namespace causeway::gen {
namespace {

TEST(ApiErrorTest, TheClassOfAnApi) {
  ExpectAll({
      {"abstract class ^A { void a(); }",
       {"the abstract class 'A' has no API annotation | add @HostApi() or @FlutterApi(), or remove "
        "'abstract' to declare data"}},
      {"@HostApi()\n^@FlutterApi()\nabstract class A { void a(); }",
       {"'A' has more than one API annotation: @HostApi and @FlutterApi | declare one class for "
        "each API"}},
      {"@HostApi()\nclass ^A { void a(); }",
       {"'A' has @HostApi and must be an abstract class | write: abstract class A"}},
      {"^@HostAPI()\nabstract class A { void a(); }",
       {"unknown annotation '@HostAPI' | did you mean 'HostApi'?"}},
      {"^@HostApi\nabstract class A { void a(); }",
       {"@HostApi needs parentheses | write: @HostApi()"}},
      {"@HostApi()\nabstract class A extends ^B { void a(); }\nclass B { int a; }",
       {"the API 'A' cannot extend or implement anything"}},
      {"@EventChannelApi()\nabstract class A { int a(); }\n@EventChannelApi()\n"
       "abstract class ^B { int b(); }",
       {"a file can have one @EventChannelApi, and 'A' is one already | move the methods to 'A'"}},
  });
}

TEST(ApiErrorTest, Members) {
  ExpectAll({
      {"@HostApi()\nabstract class A { int ^a; void b(); }",
       {"the API 'A' cannot have fields: 'a' | declare a method that returns it"}},
      {"@HostApi()\nabstract class A { ^A(); void b(); }",
       {"the API 'A' cannot have constructors"}},
      {"@HostApi()\nabstract class A { void a() ^{ } }",
       {"the method 'a' of 'A' must not have a body | end the declaration with ';'"}},
      {"@HostApi()\nabstract class A { int a() ^=> 3; }",
       {"the method 'a' of 'A' must not have a body | end the declaration with ';'"}},
      {"@HostApi()\nabstract class A { int ^get a; void b(); }",
       {"the API 'A' cannot have getters, setters or operators | declare a method"}},
      {"@HostApi()\nabstract class A { ^static void a(); }", {"the method 'a' must not be static"}},
      {"@HostApi()\nabstract class A { ^external void a(); }",
       {"'external' is not supported in 'A'"}},
      {"@HostApi()\nabstract class A { ^a(); }",
       {"the method 'a' has no return type | write: void a(...)"}},
      {"@HostApi()\nabstract class A { ^(int, int) a(); }",
       {"a record type is not supported | declare a class with these values as fields"}},
      {"@HostApi()\nabstract class A { void a^<T>(); }",
       {"'a' has type parameters, which are not supported"}},
      {"@HostApi()\nabstract class A { void a(); int ^a(int b); }",
       {"the API 'A' has two methods 'a' | methods cannot be overloaded: choose another name"}},
  });
}

TEST(ApiErrorTest, Parameters) {
  ExpectAll({
      {"@HostApi()\nabstract class A { void a(^b); }", {"the parameter 'b' has no type"}},
      {"@HostApi()\nabstract class A { void a(int b, int ^b); }",
       {"the method 'a' has two parameters 'b'"}},
      {"@HostApi()\nabstract class A { void a(^this.b); }", {"'this.' is only for constructors"}},
      {"@HostApi()\nabstract class A { void a(^void b(int c)); }",
       {"the parameter 'b' is a function, which is not supported | declare a method in a "
        "@FlutterApi() class to be called back"}},
      {"@HostApi()\nabstract class A { void a({^int b}); }",
       {"the optional parameter 'b' needs a default: its type is not nullable | write 'int?' or "
        "give it a default"}},
      {"@HostApi()\nabstract class A { void a(int b = ^3); }",
       {"the required parameter 'b' cannot have a default | put it between '{' and '}' or '[' and "
        "']'"}},
      {"@HostApi()\nabstract class A { void a({required int b = ^3}); }",
       {"the required parameter 'b' cannot have a default | remove 'required'"}},
      {"@HostApi()\nabstract class A { void a([int b = ^'x']); }",
       {"expected a value of the type 'int', found a string"}},
      {"@FlutterApi()\nabstract class A { void a({^int? b}); }",
       {"the parameter 'b' of a @FlutterApi() method must be positional and required | remove the "
        "brackets around it"}},
      {"@FlutterApi()\nabstract class A { void a([^int? b]); }",
       {"the parameter 'b' of a @FlutterApi() method must be positional and required | remove the "
        "brackets around it"}},
      {"@EventChannelApi()\nabstract class A { int a(^int b); }",
       {"the event channel method 'a' must have no parameters"}},
      {"@EventChannelApi()\nabstract class A { ^void a(); }", {"'void' is only a return type"}},
  });
}

TEST(AnnotationErrorTest, Methods) {
  const auto in = [](const char* annotations, const char* api = "HostApi") {
    return fmt::format("@{}()\nabstract class A {{ {} void a(int b); }}", api, annotations);
  };
  const auto expect = [](const std::string& source, std::vector<std::string> errors) {
    ExpectErrors({source.c_str(), std::move(errors)});
  };
  expect(in("^@asinc"), {"unknown annotation '@asinc' | did you mean 'async'?"});
  expect(in("^@Elephant()"), {"unknown annotation '@Elephant'"});
  expect(in("@async ^@async"), {"@async is given twice"});
  expect(in("@async ^@asyncCallback"),
         {"the method is marked as asynchronous twice | keep @async or @asyncCallback"});
  expect(in("^@async()"), {"@async takes no arguments"});
  expect(in("^@HostApi()"), {"@HostApi does not belong here"});
  expect(in("^@static"), {"@static is for ProxyApis"});
  expect(in("^@attached"), {"@attached is for ProxyApis"});
  expect(in("^@SwiftClass()"), {"@SwiftClass does not belong here"});
  expect(in("@ObjCSelector(^'a:b:')"),
         {"invalid selector 'a:b:': expected 1 parameter, found 2 | each parameter has one ':'"});
  expect(in("@ObjCSelector(^'a')"),
         {"invalid selector 'a': expected 1 parameter, found 0 | each parameter has one ':'"});
  expect(in("^@ObjCSelector(3)"),
         {"@ObjCSelector expects one string | write: @ObjCSelector('name:label:')"});
  expect(in("@SwiftFunction(^'a(_:_:)')"),
         {"invalid function signature 'a(_:_:)': expected 1 label in parentheses | each parameter "
          "has a label or '_', each followed by ':'"});
  expect(in("@SwiftFunction(^'a')"),
         {"invalid function signature 'a': expected 1 label in parentheses | each parameter has a "
          "label or '_', each followed by ':'"});
  expect(in("@SwiftFunction(^'a(b)')"),
         {"invalid function signature 'a(b)': expected 1 label in parentheses | each parameter has "
          "a label or '_', each followed by ':'"});
  expect(in("@TaskQueue(type: TaskQueueType.^serialBackgroundTread)"),
         {"TaskQueueType has no member 'serialBackgroundTread' | did you mean "
          "'serialBackgroundThread'?"});
  expect(in("@TaskQueue(type: TaskQueueType.^concurrent)"),
         {"TaskQueueType has no member 'concurrent' | use serial or serialBackgroundThread"});
  expect(in("^@TaskQueue()"), {"@TaskQueue expects a type | write: @TaskQueue(type: "
                               "TaskQueueType.serialBackgroundThread)"});
  expect(in("^@TaskQueue(type: TaskQueueType.serial)", "FlutterApi"),
         {"@TaskQueue is for methods of a @HostApi() class | the receiver in C++ chooses its own "
          "thread"});
  expect("@EventChannelApi()\nabstract class A { ^@async int a(); }",
         {"@async does not belong here"});
}

TEST(AnnotationErrorTest, Elsewhere) {
  ExpectAll({
      {"class A { ^@async int a; }", {"@async does not belong here"}},
      {"class A { ^@Foo() int a; }", {"unknown annotation '@Foo'"}},
      {"enum A { ^@async a }", {"@async does not belong here"}},
      {"^@async\nenum A { a }", {"@async does not belong here"}},
      {"^@async\nconst int a = 3;", {"@async does not belong here"}},
      {"^@async\nclass A { int a; }", {"@async does not belong here"}},
      {"class A { A(^@async this.a); int a; }", {"@async does not belong here"}},
      {"@SwiftClass(^3)\nclass A { int a; }", {"@SwiftClass takes no arguments"}},
      {"^@SwiftClass()\n@HostApi()\nabstract class A { void a(); }",
       {"@SwiftClass is for data classes"}},
      {"@HostApi()\nabstract class A { ^@ConfigurePigeon(PigeonOptions()) void a(); }",
       {"@ConfigurePigeon belongs before a declaration | put it before the first class of the "
        "file"}},
  });
}

TEST(OptionErrorTest, Options) {
  const auto expect = [](const char* options, std::vector<std::string> errors) {
    const std::string source =
        fmt::format("@ConfigurePigeon(PigeonOptions({}))\nclass A {{ int a; }}", options);
    ExpectErrors({source.c_str(), std::move(errors)});
  };
  expect("^javaOption: JavaOptions()",
         {"PigeonOptions has no option 'javaOption' | did you mean 'javaOptions'?"});
  expect("javaOptions: JavaOptions(^pakage: 'a.b')",
         {"JavaOptions has no option 'pakage' | did you mean 'package'?"});
  expect("cppOptions: CppOptions(^elephant: 'a')", {"CppOptions has no option 'elephant'"});
  expect("javaOptions: ^KotlinOptions()", {"the option 'javaOptions' expects JavaOptions(...)"});
  expect("javaOptions: ^'x'", {"the option 'javaOptions' expects JavaOptions(...)"});
  expect("dartOut: ^3", {"the option 'dartOut' expects a string"});
  expect("debugGenerators: ^'x'", {"the option 'debugGenerators' expects true or false"});
  expect("javaOptions: JavaOptions(copyrightHeader: ^'x')",
         {"the option 'copyrightHeader' expects a list of strings"});
  expect("javaOptions: JavaOptions(package: ^'a-b.c')",
         {"'a-b.c' is not the name of a Java package | write: 'com.example.app'"});
  expect("cppOptions: CppOptions(namespace: ^'a:b')",
         {"'a:b' is not the name of a C++ namespace | write: 'a' or 'a::b'"});
  expect("^'x'", {"PigeonOptions takes only named arguments | write: name: value"});
  expect("dartOut: 'a', ^dartOut: 'b'", {"the option 'dartOut' is given twice"});
}

TEST(OptionErrorTest, WhereOptionsStand) {
  ExpectAll({
      {"^@ConfigurePigeon()\nclass A { int a; }",
       {"@ConfigurePigeon expects one PigeonOptions(...) | write: "
        "@ConfigurePigeon(PigeonOptions(...))"}},
      {"^@ConfigurePigeon(Options())\nclass A { int a; }",
       {"@ConfigurePigeon expects one PigeonOptions(...) | write: "
        "@ConfigurePigeon(PigeonOptions(...))"}},
      {"@ConfigurePigeon(PigeonOptions())\nclass A { int a; }\n"
       "^@ConfigurePigeon(PigeonOptions())\nclass B { int a; }",
       {"@ConfigurePigeon is given twice in this file | put all options into one"}},
      {"@HostApi(^dartHostTest: 'x')\nabstract class A { void a(); }",
       {"HostApi has no option 'dartHostTest'"}},
      {"@FlutterApi(^dartHostTestHandler: 'x')\nabstract class A { void a(); }",
       {"FlutterApi has no option 'dartHostTestHandler'"}},
      {"@EventChannelApi(kotlinOptions: KotlinEventChannelOptions(includeSharedClasses: ^3))\n"
       "abstract class A { int a(); }",
       {"the option 'includeSharedClasses' expects true or false"}},
      {"@ProxyApi(swiftOptions: SwiftProxyApiOptions(minIosApi: ^'15'))\nabstract class A {}",
       {"the option 'minIosApi' expects a version like '13.0.0'"}},
      {"@ProxyApi(kotlinOptions: KotlinProxyApiOptions(minAndroidApi: ^'25'))\n"
       "abstract class A {}",
       {"the option 'minAndroidApi' expects a whole number"}},
  });
}

TEST(ProxyErrorTest, Members) {
  ExpectAll({
      {"@ProxyApi()\nabstract class A { late ^D a; }\nclass D { int a; }",
       {"a ProxyApi cannot use the data class 'D' | use a ProxyApi, a basic type or an enum"}},
      {"@ProxyApi()\nabstract class A { @attached late ^int a; }",
       {"the attached field 'a' must be a ProxyApi"}},
      {"@ProxyApi()\nabstract class A { @attached late ^A? a; }",
       {"the attached field 'a' must not be nullable | remove the '?'"}},
      {"@ProxyApi()\nabstract class A { @static late ^A? a; }",
       {"the static field 'a' must not be nullable | remove the '?'"}},
      {"@ProxyApi()\nabstract class A { ^@static late void Function() a; }",
       {"the callback 'a' cannot be static"}},
      {"@ProxyApi()\nabstract class A { ^@attached late void Function() a; }",
       {"the callback 'a' cannot be attached"}},
      {"@ProxyApi()\nabstract class A { late ^int Function()? a; }",
       {"the callback 'a' returns a non-null value, so it must not be nullable itself | remove the "
        "last '?', or make the returned type nullable"}},
      {"@ProxyApi()\nabstract class A { int a = ^3; }", {"the field 'a' must not be initialised"}},
      {"@ProxyApi()\nabstract class A { void a() ^{ } }",
       {"the method 'a' of 'A' must not have a body | end the declaration with ';'"}},
      {"@ProxyApi()\nabstract class A { A() ^{ } }",
       {"the constructor of 'A' must not have a body | end it with ';'"}},
      {"@ProxyApi()\nabstract class A { A(^this.a); late int a; }",
       {
           "a constructor parameter of the ProxyApi 'A' has a type and sets no field | write: Type "
           "a",
       }},
      {"@ProxyApi()\nabstract class A { A(int ^a); late int a; }",
       {"the parameter 'a' has the name of a field of 'A', which is a parameter too | rename one "
        "of "
        "the two"}},
      {"@ProxyApi()\nabstract class A { A(int ^a); late void Function()? a; }",
       {"the parameter 'a' has the name of a callback of 'A', which is a parameter too | rename "
        "one "
        "of the two"}},
      {"@ProxyApi()\nabstract class A { A(int ^pigeon_a); A.^pigeon_b(); }",
       {"the name of the constructor parameter 'pigeon_a' begins with the reserved prefix "
        "'pigeon_'",
        "the name of the constructor 'pigeon_b' begins with the reserved prefix 'pigeon_'"}},
      {"@ProxyApi()\nabstract class A { @SwiftFunction(^'init()') A(int a); }",
       {"invalid constructor signature 'init()': expected 1 label in parentheses | each parameter "
        "has a label or '_', each followed by ':'"}},
      {"@ProxyApi()\nabstract class A { void a(); int ^a(); }",
       {"the ProxyApi 'A' has two members 'a'"}},
      {"@ProxyApi()\nabstract class A { A(); ^A(); }",
       {"the ProxyApi 'A' has two constructors ''"}},
  });
}

TEST(ProxyErrorTest, Relations) {
  ExpectAll({
      {"@ProxyApi()\nabstract class A extends ^D {}\nclass D { int a; }",
       {"the super class 'D' of 'A' is not a ProxyApi"}},
      {"@ProxyApi()\nabstract class A implements ^Vew {}\n@ProxyApi()\nabstract class View {}",
       {"unknown interface 'Vew' of 'A' | did you mean 'View'?"}},
      {"@ProxyApi(superClass: ^B)\nabstract class A extends B {}\n@ProxyApi()\nabstract class B {}",
       {"'A' names its super class twice: superClass and extends | keep 'extends'"}},
      {"@ProxyApi()\nabstract class A extends ^B {}\n@ProxyApi()\nabstract class B { late int a; }",
       {"unattached fields cannot be inherited, and 'B' has some | annotate its fields with "
        "@attached"}},
      {"@ProxyApi()\nabstract class A extends B {}\n@ProxyApi()\nabstract class B { late ^Colour "
       "a; }",
       {"unknown type 'Colour'"}},
      {"@ProxyApi()\nabstract class A { @attached late ^B b; }\n@ProxyApi()\n"
       "abstract class B { late int a; }",
       {"'B' has unattached fields and cannot be an attached field"}},
      {"@ProxyApi()\nabstract class A { @attached late ^B b; }\n@ProxyApi()\n"
       "abstract class B { late void Function() a; }",
       {"'B' has required callbacks and cannot be an attached field"}},
      {"@ProxyApi()\nabstract class A implements ^B {}\n@ProxyApi()\n"
       "abstract class B { void a(); }",
       {"a ProxyApi used as an interface can only have callbacks, and 'B' has more"}},
      {"@ProxyApi()\nabstract class A extends ^B {}\n@ProxyApi()\nabstract class B extends ^A {}",
       {"'A' is its own super class", "'B' is its own super class"}},
      {"@ProxyApi()\nabstract class A implements B {}\n@ProxyApi()\n"
       "abstract class B { late void Function()? a; }",
       {}},
  });
}

// 255 words with `this`: an int has two, int? one, a reply one.
TEST(ApiErrorTest, MoreParametersThanAJavaMethodCanHave) {
  const auto api = [](const char* head, const char* method, const char* type, int count) {
    std::string text = std::string(head) + " abstract class A { " + method + "(";
    for (int i = 0; i < count; ++i) text += fmt::format("{}{} a{}", i == 0 ? "" : ", ", type, i);
    return text + "); }";
  };
  const auto errors = [](const std::string& text) { return LoadText(text).Errors(); };
  EXPECT_TRUE(errors(api("@HostApi()", "int n", "int?", 254)).empty());
  EXPECT_TRUE(errors(api("@HostApi()", "int n", "bool", 254)).empty());
  EXPECT_TRUE(errors(api("@FlutterApi()", "void n", "double", 127)).empty());
  EXPECT_TRUE(errors(api("@FlutterApi()", "@async int n", "String", 253)).empty());
  const std::string hint =
      " | int and double take two, all else one, the object itself one, and so does the reply of "
      "an @async method: put parameters into a class";
  const auto expect_words = [&](const std::string& text, const char* column, int words) {
    EXPECT_EQ(
        errors(text),
        (std::vector<std::string>{fmt::format(
            "1:{}: the method 'n' has too many parameters: they take {} words of Java's 255{}",
            column, words, hint)}));
  };
  expect_words(api("@HostApi()", "int n", "int?", 255), "35", 256);
  expect_words(api("@FlutterApi()", "void n", "double", 128), "39", 257);
  expect_words(api("@FlutterApi()", "@async int n", "String", 254), "45", 256);
}

}  // namespace
}  // namespace causeway::gen
