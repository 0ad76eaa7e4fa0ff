#include "gen/cpp_names.h"

#include <gtest/gtest.h>

namespace causeway::gen {
namespace {

TEST(CppNamesTest, SnakeCase) {
  const std::pair<const char*, const char*> cases[] = {
      {"latitude", "latitude"},
      {"latLng", "lat_lng"},
      {"aNullable4ByteArray", "a_nullable4_byte_array"},
      {"anInt64", "an_int64"},
      {"htmlURLPath", "html_url_path"},
      {"URL", "url"},
      {"URLPath", "url_path"},
      {"x1Y2", "x1_y2"},
      {"already_snake", "already_snake"},
      {"_private", "private"},
      {"a__b$c", "a_b_c"},
      {"trailing_", "trailing"},
      {"_", "x"},
      {"$1", "x1"},
  };
  for (const auto& [in, out] : cases) {
    EXPECT_EQ(ToSnakeCase(in), out) << in;
  }
}

TEST(CppNamesTest, PascalCase) {
  const std::pair<const char*, const char*> cases[] = {
      {"fortyTwo", "FortyTwo"},
      {"LatLng", "LatLng"},
      {"URLLoader", "URLLoader"},
      {"text_field", "TextField"},
      {"a1", "A1"},
      {"v_1_2", "V1_2"},
      {"$", "X"},
      {"_9", "X9"},
  };
  for (const auto& [in, out] : cases) {
    EXPECT_EQ(ToPascalCase(in), out) << in;
  }
}

TEST(CppNamesTest, KeywordsAndMacrosGetAnUnderscore) {
  for (const char* word :
       {"class", "and", "xor_eq", "co_await", "requires", "char8_t", "errno", "major", "linux",
        "unix", "signals", "NULL", "EOF", "NAN", "stdin", "import", "alignas", "while", "typeof"}) {
    EXPECT_EQ(EscapeCppWord(word), std::string(word) + "_");
  }
  for (const char* word : {"Class", "value", "final", "override", "k_null", "string"}) {
    EXPECT_EQ(EscapeCppWord(word), word);
  }
}

TEST(CppNamesTest, TakenNamesGetANumber) {
  NameScope scope;
  EXPECT_EQ(scope.Claim("foo_bar"), "foo_bar");
  EXPECT_EQ(scope.Claim("foo_bar"), "foo_bar_2");
  EXPECT_EQ(scope.Claim("foo_bar_2"), "foo_bar_2_2");
  EXPECT_EQ(scope.Claim("foo_bar"), "foo_bar_3");
  EXPECT_EQ(scope.Claim("new"), "new_");
  EXPECT_EQ(scope.Claim("new"), "new_2");
}

Program TwoFiles() {
  Program program;
  program.definitions.resize(2);
  ClassDecl point;
  point.name = "point";
  point.fields.resize(3);
  point.fields[0].name = "fooBar";
  point.fields[1].name = "foo_bar";
  point.fields[2].name = "delete";
  program.classes = {point, point};
  program.classes[1].name = "Point";
  EnumDecl e;
  e.name = "Kind";
  e.members.resize(2);
  e.members[0].name = "one";
  e.members[1].name = "One";
  program.enums = {e};
  Api api;
  api.name = "Point";
  api.methods.resize(3);
  api.methods[0].name = "register";
  api.methods[1].name = "point3";
  api.methods[2].name = "delete";
  program.definitions[1].apis = {api};
  Constant constant;
  constant.name = "maxZoom";
  program.definitions[0].constants = {constant, constant};
  return program;
}

TEST(CppNamesTest, NamesOfAProgramAreUniqueInTheirScopes) {
  const CppNames names(TwoFiles(), "my.namespace::new");
  EXPECT_EQ(names.scope(), "::my::namespace_::new_::");
  EXPECT_EQ(names.ClassName(0), "Point");
  EXPECT_EQ(names.ClassName(1), "Point_2");
  EXPECT_EQ(names.FieldName(0, 0), "foo_bar");
  EXPECT_EQ(names.FieldName(0, 1), "foo_bar_2");
  EXPECT_EQ(names.FieldName(0, 2), "delete_");
  EXPECT_EQ(names.MemberName(0, 0), "kOne");
  EXPECT_EQ(names.MemberName(0, 1), "kOne_2");
  EXPECT_EQ(names.ApiName(1, 0), "Point_3");
  EXPECT_EQ(names.MethodName(1, 0, 0), "Register_");
  EXPECT_EQ(names.MethodName(1, 0, 1), "Point3");
  EXPECT_EQ(names.MethodName(1, 0, 2), "Delete");
  EXPECT_EQ(names.ConstantName(0, 0), "kMaxZoom");
  EXPECT_EQ(names.ConstantName(0, 1), "kMaxZoom_2");
}

TEST(CppNamesTest, AMethodOfAFlutterApiDoesNotHideATypeOfItsSignatures) {
  Program program;
  program.definitions.resize(1);
  ClassDecl rec;
  rec.name = "Rec";
  program.classes = {rec};
  Type type;
  type.kind = TypeKind::kClass;
  type.decl = 0;
  Type list;
  list.kind = TypeKind::kList;
  list.args = {type};
  Api api;
  api.kind = ApiKind::kFlutter;
  api.name = "Api";
  api.methods.resize(2);
  api.methods[0].name = "rec";
  api.methods[1].name = "all";
  api.methods[1].returns = list;
  Api host = api;
  host.kind = ApiKind::kHost;
  host.name = "Host";
  program.definitions[0].apis = {api, host};
  const CppNames names(program, "");
  EXPECT_EQ(names.MethodName(0, 0, 0), "Rec_");
  EXPECT_EQ(names.MethodName(0, 0, 1), "All");
  EXPECT_EQ(names.MethodName(0, 1, 0), "Rec") << "nobody derives from it";
}

TEST(CppNamesTest, TheMarkOfAConstantIsNotSaidTwice) {
  Program program;
  program.definitions.resize(1);
  Constant constant;
  for (const char* name : {"kMaxItems", "maxItems", "kilo", "k", "k2"}) {
    constant.name = name;
    program.definitions[0].constants.push_back(constant);
  }
  EnumDecl marked;
  marked.name = "Marked";
  EnumDecl units;
  units.name = "Units";
  for (const char* name : {"kFoo", "kBarBaz"}) marked.members.push_back({name, {}, {}});
  for (const char* name : {"kB", "mB"}) units.members.push_back({name, {}, {}});
  program.enums = {marked, units};
  const CppNames names(program, "");
  EXPECT_EQ(names.ConstantName(0, 0), "kMaxItems");
  EXPECT_EQ(names.ConstantName(0, 1), "kMaxItems_2");
  EXPECT_EQ(names.ConstantName(0, 2), "kKilo");
  EXPECT_EQ(names.ConstantName(0, 3), "kK");
  EXPECT_EQ(names.ConstantName(0, 4), "kK2");
  EXPECT_EQ(names.MemberName(0, 0), "kFoo");
  EXPECT_EQ(names.MemberName(0, 1), "kBarBaz");
  EXPECT_EQ(names.MemberName(1, 0), "kKB") << "mB has no mark, so that this k is a word";
}

TEST(CppNamesTest, NoNamespace) {
  const CppNames names(Program{}, "");
  EXPECT_EQ(names.scope(), "::");
  EXPECT_TRUE(names.namespaces().empty());
}

}  // namespace
}  // namespace causeway::gen
