#include "gen/java_names.h"

#include <gtest/gtest.h>

namespace causeway::gen {
namespace {

TEST(JavaNames, KeywordsGetAnUnderscore) {
  for (const char* word : {"class", "new", "default", "true", "false", "null", "_", "assert",
                           "enum", "goto", "strictfp", "native", "throws"}) {
    EXPECT_TRUE(IsJavaKeyword(word)) << word;
    EXPECT_EQ(JavaTypeName(word), std::string(word) + "_");
    EXPECT_EQ(GlueMethodName(word), std::string(word) + "_");
  }
  for (const char* word : {"record", "var", "Class", "string", "register", "virtual", ""}) {
    EXPECT_FALSE(IsJavaKeyword(word)) << word;
  }
}

TEST(JavaNames, RestrictedNamesAreNoTypes) {
  EXPECT_EQ(JavaTypeName("record"), "record_");
  EXPECT_EQ(JavaTypeName("var"), "var_");
  EXPECT_EQ(JavaTypeName("Record"), "Record");
  EXPECT_EQ(GlueClassName("Foo"), "FooGlue");
  EXPECT_EQ(GlueMethodName("record"), "record");
}

TEST(JavaNames, MethodsOfObject) {
  EXPECT_EQ(GlueMethodName("wait"), "wait_");
  EXPECT_EQ(GlueMethodName("getClass"), "getClass_");
  EXPECT_EQ(GlueMethodName("waitFor"), "waitFor");
}

TEST(JavaNames, Cases) {
  EXPECT_EQ(JavaUpperSnake("fortyTwo"), "FORTY_TWO");
  EXPECT_EQ(JavaUpperSnake("optionalAndHidesLower"), "OPTIONAL_AND_HIDES_LOWER");
  EXPECT_EQ(JavaUpperSnake("someHTTPThing"), "SOME_HTTP_THING");
  EXPECT_EQ(JavaUpperSnake("already_snake"), "ALREADY_SNAKE");
  EXPECT_EQ(JavaUpperSnake("NULL"), "NULL");
  EXPECT_EQ(JavaUpperSnake("one"), "ONE");
  EXPECT_EQ(JavaUpperCamel("messages"), "Messages");
  EXPECT_EQ(JavaUpperCamel("google_maps-messages.g"), "GoogleMapsMessagesG");
  EXPECT_EQ(JavaUpperCamel("3d"), "_3d");
  EXPECT_EQ(JavaUpperCamel("--"), "Definition");
}

TEST(JavaNames, ScopeTellsNamesApart) {
  JavaScope scope({"taken"});
  EXPECT_EQ(scope.Claim("a"), "a");
  EXPECT_EQ(scope.Claim("a"), "a_");
  EXPECT_EQ(scope.Claim("a"), "a__");
  EXPECT_EQ(scope.Claim("int"), "int_");
  EXPECT_EQ(scope.Claim("taken"), "taken_");
}

Field MakeField(std::string name, TypeKind kind, bool nullable = false) {
  Field field;
  field.name = std::move(name);
  field.type.kind = kind;
  field.type.nullable = nullable;
  return field;
}

TEST(JavaNames, FieldsGettersSetters) {
  ClassDecl decl;
  decl.fields = {MakeField("class", TypeKind::kString), MakeField("on", TypeKind::kBool),
                 MakeField("isOn", TypeKind::kBool),    MakeField("off", TypeKind::kBool, true),
                 MakeField("island", TypeKind::kBool),  MakeField("Size", TypeKind::kInt),
                 MakeField("size", TypeKind::kInt),     MakeField("java", TypeKind::kInt)};
  const JavaFieldNames names = NameFields(decl);
  EXPECT_EQ(names.fields, (std::vector<std::string>{"class_", "on", "isOn", "off", "island", "Size",
                                                    "size", "java_"}));
  EXPECT_EQ(names.getters,
            (std::vector<std::string>{"getClass_", "isOn", "isOn_", "getOff", "isIsland", "getSize",
                                      "getSize_", "getJava"}));
  EXPECT_EQ(names.setters[5], "setSize");
  EXPECT_EQ(names.setters[6], "setSize_");
}

TEST(JavaNames, MembersThatMeet) {
  EnumDecl decl;
  for (const char* name : {"aB", "a_b", "A_B", "c"}) {
    decl.members.push_back({name, {}, {}});
  }
  EXPECT_EQ(NameMembers(decl), (std::vector<std::string>{"A_B", "A_B_", "A_B__", "C"}));
}

TEST(JavaNames, AMarkThatAllMembersHaveIsNotPartOfTheName) {
  EnumDecl decl;
  decl.members = {{"kFoo", {}, {}}, {"kBarBaz", {}, {}}};
  EXPECT_EQ(NameMembers(decl), (std::vector<std::string>{"FOO", "BAR_BAZ"}));
  decl.members.push_back({"mB", {}, {}});
  EXPECT_EQ(NameMembers(decl), (std::vector<std::string>{"K_FOO", "K_BAR_BAZ", "M_B"}));
}

TEST(JavaNames, ATypeCannotHideThePackagesThatGeneratedCodeNames) {
  EXPECT_EQ(JavaTypeName("dev"), "dev_");
  EXPECT_EQ(JavaTypeName("java"), "java_");
  EXPECT_EQ(JavaTypeName("Dev"), "Dev");
}

}  // namespace
}  // namespace causeway::gen
