#include "gen/emit_cpp.h"

#include <gtest/gtest.h>

#include <map>

#include "gen/emit_cpp_context.h"
#include "gen/emit_cpp_layout.h"
#include "gen/test_support.h"

namespace causeway::gen {
namespace {

struct Files {
  std::string header;
  std::string source;
};

// What a definition named a.dart gives.
Files Emit(std::string_view text, const std::string& cpp_namespace = "n") {
  const Loaded loaded = LoadText(text);
  EXPECT_EQ(loaded.AllErrors(), "");
  const auto files = EmitCpp(loaded.program, 0, {cpp_namespace, "com.x"});
  EXPECT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].path, "a.h");
  EXPECT_EQ(files[1].path, "a.cc");
  return {files[0].content, files[1].content};
}

// `part` stands in `text`; lines are compared without their indentation.
::testing::AssertionResult Has(const std::string& text, std::string_view part) {
  const auto trimmed = [](std::string_view in) {
    std::string out;
    bool at_line_start = true;
    for (const char c : in) {
      if (at_line_start && c == ' ') continue;
      at_line_start = c == '\n';
      out.push_back(c);
    }
    return out;
  };
  if (trimmed(text).find(trimmed(part)) != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << '"' << part << "\" is not in\n" << text;
}

std::size_t At(const std::string& text, std::string_view part) {
  EXPECT_TRUE(Has(text, part));
  return text.find(part);
}

TEST(EmitCpp, StructsHaveDefaultsAndHiddenFriends) {
  const Files files = Emit(R"(
enum Kind { plain, forTwo }
/// A place.
class Place {
  Place({required this.id, this.name = 'x"', this.kind = Kind.forTwo, this.zoom = 1, this.tags, this.full});
  /// Its id.
  int id; String name; Kind kind; double zoom; List<String?>? tags; bool? full;
}
)");
  EXPECT_TRUE(Has(files.header, "enum class Kind : std::int32_t { kPlain, kForTwo };\n"));
  EXPECT_TRUE(Has(files.header, R"(/// A place.
struct Place {
  /// Its id.
  std::int64_t id = 0;

  std::string name = "x\"";
  Kind kind = Kind::kForTwo;
  double zoom = 1.0;
  std::optional<std::vector<std::optional<std::string>>> tags{};
  std::optional<bool> full{};

  friend bool operator==(const Place& a, const Place& b);
  friend std::weak_ordering operator<=>(const Place& a, const Place& b);
  friend std::ostream& operator<<(std::ostream& out, const Place& value);
};
)"));
  EXPECT_TRUE(Has(files.header, "struct std::hash<::n::Place> {"));
  EXPECT_TRUE(Has(files.header, "struct causeway::IsGenerated<::n::Kind> : std::true_type {};"));
}

TEST(EmitCpp, TypesStandBehindWhatTheyContain) {
  const Files files = Emit(R"(
class Outer { Outer(this.inner, this.list); Inner inner; List<Last> list; }
class Inner { Inner(this.last); Last? last; }
class Last { Last(this.x); int x; }
)");
  EXPECT_LT(At(files.header, "struct Last {"), At(files.header, "struct Inner {"));
  EXPECT_LT(At(files.header, "struct Inner {"), At(files.header, "struct Outer {"));
  EXPECT_FALSE(Has(files.header, "struct Last;"));
}

TEST(EmitCpp, AClassThatContainsItselfIsBoxedAndOneThatListsItselfIsNot) {
  const Files files = Emit(R"(
class Node { Node(this.next, this.all, this.other); Node? next; List<Node> all; Plain? other; }
class Plain { Plain(this.nodes); List<Node?> nodes; }
@HostApi() abstract class Api { Node turn(Node node); }
)");
  EXPECT_TRUE(Has(files.header, "causeway::Box<Node> next;"));
  EXPECT_TRUE(Has(files.header, "std::vector<Node> all;"));
  EXPECT_TRUE(Has(files.header, "std::optional<Plain> other;"));
  // Node is not complete yet: an initialiser would need its destructor.
  EXPECT_TRUE(Has(files.header, "std::vector<std::optional<Node>> nodes;"));
  EXPECT_LT(At(files.header, "struct Plain {"), At(files.header, "struct Node {"));
  EXPECT_TRUE(Has(files.source, R"(void ReadNodeFields(codec::Reader& reader, Node& value) {
  const codec::Reader::Nested level(reader);
  if (!reader.ReadNullTag()) ReadNode(reader, value.next.emplace(), "Node.next");)"));
  EXPECT_TRUE(Has(files.source, R"(void WriteNode(codec::Writer& writer, const Node& value) {
  const codec::Writer::Nested level(writer);)"));
}

TEST(EmitCpp, SealedClassesAreVariants) {
  const Files files = Emit(R"(
sealed class Shape {}
class Circle extends Shape { Circle(this.radius); double radius; }
class Union extends Shape { Union(this.of, this.all); Shape? of; List<Shape> all; }
@HostApi() abstract class Api { Shape grow(Shape shape); }
)");
  EXPECT_TRUE(Has(files.header, "using Shape = std::variant<Circle, Union>;"));
  EXPECT_LT(At(files.header, "struct Union;"), At(files.header, "using Shape ="));
  EXPECT_LT(At(files.header, "using Shape ="), At(files.header, "struct Union {"));
  EXPECT_TRUE(Has(files.header, "causeway::Box<Shape> of;"));
  EXPECT_TRUE(Has(files.source, R"(  const int ordinal = reader.ReadCustomOrdinal(what);
  switch (ordinal) {
    case 0:
      reader.ReadClassFields(1, what);
      ReadCircleFields(reader, value.emplace<0>());
      break;)"));
}

TEST(EmitCpp, AnEnumBesideAConstantOfItsMembersNameDrawsNoWarning) {
  const Files files = Emit("enum E { a, b }\nconst int a = 1;\n");
  EXPECT_TRUE(Has(files.header, R"(#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

enum class E : std::int32_t { kA, kB };
)"));
  EXPECT_TRUE(Has(files.header, "#pragma GCC diagnostic pop\n"));
  EXPECT_FALSE(Has(Emit("enum E { a, b }\nconst int c = 1;\n").header, "#pragma GCC"));
}

TEST(EmitCpp, TrailingDefaultsAreDefaultArguments) {
  const Files files = Emit(R"(
class P { const P(this.x); final double x; }
@HostApi() abstract class Api {
  void first(int a, [int b = 3, String c = 'x', P? d]);
  void named(int a, {int b = 3, required String c, List<int> d = const [1, 2]});
  @async void later(int a, {int b = 4});
}
)");
  EXPECT_TRUE(Has(files.header, R"(void First(
      std::int64_t a, std::int64_t b = 3, std::string_view c = "x",
      const std::optional<P>& d = std::nullopt) const;)"));
  EXPECT_TRUE(Has(files.header, R"(void Named(
      std::int64_t a, std::int64_t b, std::string_view c,
      const std::vector<std::int64_t>& d = std::vector<std::int64_t>{1, 2}) const;)"));
  // The callback stands behind all: no default can.
  EXPECT_TRUE(Has(files.header, "std::int64_t a, std::int64_t b, std::function<void("));
}

TEST(EmitCpp, ScalarsCrossAsLeaves) {
  const Files files = Emit(R"(
@HostApi() abstract class Api { int add(int a, double? b, bool c); }
)");
  EXPECT_TRUE(Has(files.source,
                  R"(std::int64_t Api::Add(std::int64_t a, std::optional<double> b, bool c) const {
  generated::UpCall call(proxy_, 0);
  jvalue args[4];
  std::uint64_t mask = 0;
  args[0].j = a;
  args[1].d = b ? *b : 0.0;
  if (b) mask |= std::uint64_t{1} << 0;
  args[2].z = c;
  args[3].j = static_cast<jlong>(mask);
  return call.Long(args, 4, generated::Buffer::kNone);
})"));
  EXPECT_TRUE(Has(files.source, "{\"add\", \"(JDZJ)J\"},"));
  EXPECT_TRUE(Has(files.source, "\"com/x/ApiGlue\""));
}

TEST(EmitCpp, OneReserveForARunOfNumbers) {
  const Files files = Emit(R"(
class Mixed { Mixed(this.a, this.b, this.s, this.c, this.d); int a; double? b; String s; bool c; LatLng d; }
class LatLng { LatLng(this.x, this.y); double x; double y; }
@HostApi() abstract class Api { void put(Mixed m, List<LatLng> l); List<LatLng> get(); }
)");
  EXPECT_TRUE(Has(files.source, R"(void WriteMixed(codec::Writer& writer, const Mixed& value) {
  writer.Reserve(codec::kMaxClassHeader + codec::kMaxDouble + codec::kMaxInt);
  writer.PutClassHeader(0, 5);
  writer.PutInt(value.a);
  value.b ? writer.PutDouble(*value.b) : writer.PutNull();
  writer.WriteString(value.s);
  writer.Reserve(codec::kMaxBool + kMaxLatLng);
  writer.PutBool(value.c);
  PutLatLng(writer, value.d);
})"));
  EXPECT_TRUE(Has(files.source, R"(  writer.WriteListHeader(list.size());
  writer.Reserve(list.size() * kMaxLatLng);
  for (const auto& item : list) {
    PutLatLng(writer, item);
  })"));
  // id, list tag, field count, two doubles of nine bytes: what a count of elements is checked with.
  EXPECT_TRUE(Has(files.source, "reader.ReadListHeader(21, what);"));
  EXPECT_TRUE(Has(files.source, "value.x = reader.ReadDouble(\"LatLng.x\");"));
}

TEST(EmitCpp, AsynchronousImplementationsOwnTheirArguments) {
  const Files files = Emit(R"(
@FlutterApi() abstract class Api { void now(String s); @async String later(String s, int? i); }
)");
  EXPECT_TRUE(Has(files.header, "virtual void Now(const std::string& s) = 0;"));
  EXPECT_TRUE(Has(files.header, R"(virtual void Later(
      std::string s, std::optional<std::int64_t> i, causeway::Reply<std::string> reply) = 0;)"));
  EXPECT_TRUE(Has(files.source, "\"com/x/Api\""));
  EXPECT_TRUE(Has(files.source, "{\"nowNative\", "));
}

TEST(EmitCpp, AListOfIntAndTypedDataAreOneTypeButNotOneEncoding) {
  const Files files = Emit(R"(
class IntList { IntList(this.a, this.b, this.c); List<List<int>> a; List<Int64List> b; List<IntList> c; }
@HostApi() abstract class Api { IntList turn(IntList list); }
)");
  EXPECT_TRUE(Has(files.header, "std::vector<std::vector<std::int64_t>> a{};"));
  EXPECT_TRUE(Has(files.header, "std::vector<std::vector<std::int64_t>> b{};"));
  EXPECT_TRUE(Has(files.source, "ReadIntListList(reader, value.a, \"IntList.a\");"));
  EXPECT_TRUE(Has(files.source, "ReadInt64ListList(reader, value.b, \"IntList.b\");"));
  EXPECT_TRUE(Has(files.source, "ReadIntListList_2(reader, value.c, \"IntList.c\");"));
}

TEST(EmitCpp, AMethodMayBeCalledLikeAType) {
  const Files files = Emit(R"(
class Tiny { Tiny(this.s); String s; }
@HostApi() abstract class Api { Tiny tiny(Tiny t); }
)");
  EXPECT_TRUE(Has(files.header, "::n::Tiny Tiny(const ::n::Tiny& t) const;"));
}

TEST(EmitCpp, ConstantsAndTextAreEscaped) {
  const Files files = Emit(
      "/// Ends in a backslash \\\nconst String s = 'a\\u0000b\\u202e';\n"
      "const int i = -9223372036854775808;\nconst double d = 3;\n");
  EXPECT_TRUE(Has(files.header, "/// Ends in a backslash \\.\n"));
  EXPECT_TRUE(Has(files.header,
                  "inline constexpr std::string_view kS = "
                  "std::string_view(\"a\\000b\\342\\200\\256\", 6);"));
  EXPECT_TRUE(Has(files.header, "inline constexpr std::int64_t kI = -9223372036854775807 - 1;"));
  EXPECT_TRUE(Has(files.header, "inline constexpr double kD = 3.0;"));
}

TEST(EmitCpp, TheFileSaysWhereItComesFrom) {
  const Files files = Emit("class A { A(this.x); int x; }\n", "");
  for (const std::string& text : {files.header, files.source}) {
    EXPECT_TRUE(text.starts_with("// Generated by causeway from a.dart. Do not edit.\n"));
    EXPECT_FALSE(Has(text, "namespace n"));
  }
  EXPECT_TRUE(Has(files.header, "struct std::hash<::A> {"));
}

TEST(EmitCpp, NamespacesThatHideTheRuntime) {
  const Files files = Emit("class A { A(this.x); Object x; }\n", "app::causeway");
  EXPECT_TRUE(Has(files.header, "::causeway::Value x{};"));
}

TEST(EmitCpp, FilesThatImportEachOtherShareAHeader) {
  const Loaded loaded =
      LoadAll({{"a.dart", "import 'b.dart';\nclass A { A(this.b); B? b; }\n"},
               {"b.dart", "import 'a.dart';\nclass B { B(this.a); List<A> a; }\n"},
               {"c.dart", "import 'b.dart';\nclass C { C(this.b); B b; }\n"}},
              {"a.dart", "c.dart"});
  ASSERT_EQ(loaded.AllErrors(), "");
  ASSERT_EQ(loaded.program.definitions.size(), 3U);
  const CppLayout layout(loaded.program);
  EXPECT_EQ(layout.Home(0), 0);
  EXPECT_EQ(layout.Home(1), 0);
  EXPECT_EQ(layout.Home(2), 2);
  EXPECT_EQ(layout.Includes(0), (std::vector<std::int32_t>{}));
  EXPECT_EQ(layout.Includes(1), (std::vector<std::int32_t>{0}));
  EXPECT_EQ(layout.Includes(2), (std::vector<std::int32_t>{0}));
  const std::string a = EmitCpp(loaded.program, 0, {"n", ""})[0].content;
  EXPECT_TRUE(Has(a, "struct A {"));
  EXPECT_TRUE(Has(a, "struct B {"));
  const std::string b = EmitCpp(loaded.program, 1, {"n", ""})[0].content;
  EXPECT_FALSE(Has(b, "struct B {"));
  EXPECT_TRUE(Has(EmitCpp(loaded.program, 2, {"n", ""})[0].content, "#include \"a.h\""));
}

TEST(EmitCpp, LongChainsNeedNoDeepStack) {
  std::string text;
  constexpr int kCount = 3000;
  for (int i = 0; i < kCount; ++i) {
    const std::string next = std::to_string(i + 1);
    text += "class C" + std::to_string(i) + " { C" + std::to_string(i) + "(this.x); " +
            (i + 1 < kCount ? "C" + next : "int") + " x; }\n";
  }
  const Files files = Emit(text);
  EXPECT_LT(At(files.header, "struct C2999 {"), At(files.header, "struct C0 {"));
}

TEST(EmitCpp, LiteralsOfDoubles) {
  EXPECT_EQ(CppDoubleLiteral(1), "1.0");
  EXPECT_EQ(CppDoubleLiteral(-0.0), "-0.0");
  EXPECT_EQ(CppDoubleLiteral(0.1), "0.1");
  EXPECT_EQ(CppDoubleLiteral(1e300), "1e+300");
}

// C++14 and older in strict mode replace trigraphs even in literals, and newer ones warn of them.
TEST(EmitCpp, NoTrigraphs) {
  EXPECT_EQ(CppStringLiteral("?"), R"("?")");
  EXPECT_EQ(CppStringLiteral("?"
                             "?="),
            R"("?\?=")");
  EXPECT_EQ(CppStringLiteral("?"
                             "?"
                             "?/"),
            R"("?\?\?/")");
  EXPECT_EQ(CommentLine("///",
                        "why?"
                        "?"),
            "/// why?"
            "?");
  EXPECT_EQ(CommentLine("///",
                        "why?"
                        "?/"),
            "/// why? ?/");
  EXPECT_EQ(CommentLine("///",
                        "?"
                        "?"
                        "?"
                        "?="),
            "/// ?"
            "?"
            "? ?=");
  const Files files = Emit(
      "/// a?"
      "?/\nclass C { C({this.t = '?"
      "?!'}); /// b?"
      "?'\n String t; }\n"
      "const String k = '?"
      "?(';\n");
  for (const std::string& text : {files.header, files.source}) {
    for (std::size_t at = text.find("?"
                                    "?");
         at != std::string::npos; at = text.find("?"
                                                 "?",
                                                 at + 1)) {
      EXPECT_EQ(std::string_view("=/'()!<>-").find(text.at(at + 2)), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace causeway::gen
