#include "gen/plan.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/sema.h"

namespace causeway::gen {
namespace {

// Declarations that the methods under test use.
constexpr const char* kTypes = R"(
enum Mode { a, b }
class Empty {}
class One { One(this.x); int x; }
class Maybe { Maybe(this.x); int? x; }
class Point { Point(this.x, this.y); double x; double y; }
class Rect { Rect(this.a, this.b, this.mode, this.on); Point a; Point b; Mode mode; bool? on; }
class Eight { Eight(this.p, this.q, this.r, this.s); Point p; Point q; Point r; Point s; }
class Nine { Nine(this.e, this.x); Eight e; int x; }
class Named { Named(this.name); String name; }
class Tree { Tree(this.child, this.x); Tree? child; int x; }
sealed class Shape {}
class Circle extends Shape { Circle(this.r); double r; }
)";

// The plan of `method`, as the only method of a HostApi and of a FlutterApi.
struct Planned {
  explicit Planned(const std::string& method) {
    for (const ApiKind kind : {ApiKind::kHost, ApiKind::kFlutter}) {
      Diagnostics diagnostics;
      const char* annotation = kind == ApiKind::kHost ? "@HostApi()" : "@FlutterApi()";
      // The program must outlive the plan.
      Program& program = kind == ApiKind::kHost ? host_program : flutter_program;
      program = Load(
          {{"test.dart", std::string("import 'package:pigeon/pigeon.dart';\n") + kTypes +
                             annotation + " abstract class Api { " + method + " }"}},
          [](std::string_view) { return Fail(Error::Code::kIo, "no files"); }, diagnostics);
      EXPECT_EQ(diagnostics.Render(Diagnostics::Severity::kError), "");
      (kind == ApiKind::kHost ? host : flutter) =
          PlanMethod(program, kind, program.definitions.at(0).apis.at(0).methods.at(0));
    }
  }
  std::string up() const { return host.up_signature; }
  std::string down() const { return flutter.down_signature; }

  Program host_program;
  Program flutter_program;
  MethodPlan host;
  MethodPlan flutter;
};

#define STR "Ljava/lang/String;"
#define CB "Ldev/causeway/generated/CallBuffer;"

// Signatures worked out by hand from docs/calling_convention.md.
struct Case {
  const char* method;
  const char* up;
  const char* down;
};

class PlanSignature : public testing::TestWithParam<Case> {};

TEST_P(PlanSignature, FollowsTheCallingConvention) {
  const Planned planned(GetParam().method);
  EXPECT_EQ(planned.up(), GetParam().up);
  EXPECT_EQ(planned.down(), GetParam().down);
}

INSTANTIATE_TEST_SUITE_P(
    All, PlanSignature,
    testing::Values(
        Case{"void f();", "()V", "(J)V"},
        Case{"int f(int a, bool b, double c, Mode d);", "(JZDI)J", "(JJZDI)J"},
        Case{"void f(int? a, bool? b);", "(JZJ)V", "(JJZJ)V"},
        Case{"void f(Point p);", "(DD)V", "(JDD)V"},
        Case{"void f(Rect? r);", "(DDDDIZJ)V", "(JDDDDIZJ)V"},
        Case{"void f(Empty e);", "()V", "(J)V"},
        Case{"void f(Eight e);", "(DDDDDDDD)V", "(JDDDDDDDD)V"},
        Case{"void f(Nine n);", "(" CB "I)V", "(J" CB "[BII)V"},
        Case{"void f(Tree t);", "(" CB "I)V", "(J" CB "[BII)V"},
        Case{"void f(Circle c);", "(D)V", "(JD)V"},
        Case{"void f(Shape s);", "(" CB "I)V", "(J" CB "[BII)V"},
        Case{"void f(String s, int x);", "(" STR "J" CB "I)V", "(J" STR "J)V"},
        Case{"void f(int x, String? s, String t);", "(J" STR STR CB "I)V", "(JJ" STR STR ")V"},
        Case{"void f(String s, List<int> x);", "(" CB "I)V", "(J" CB "[BII)V"},
        Case{"void f(Uint8List a, Int32List b, Int64List? c, Float32List d, Float64List e);",
             "([B[I[J[F[D)V", "(J[B[I[J[F[D)V"},
        Case{"Float64List f();", "()[D", "(J)[D"}, Case{"One f();", "()J", "(J)J"},
        Case{"Empty f();", "()V", "(J)V"}, Case{"Mode? f();", "()I", "(J)I"},
        Case{"bool? f();", "()I", "(J)I"}, Case{"int? f();", "()J", "(J)J"},
        Case{"double? f();", "()J", "(J)J"}, Case{"Point f();", "(" CB ")V", "(J" CB "[BII)V"},
        Case{"Maybe f();", "(" CB ")V", "(J" CB "[BII)V"},
        Case{"Empty? f();", "(" CB ")V", "(J" CB "[BII)V"},
        Case{"String f();", "()" STR, "(J" CB "[BII)" STR},
        Case{"String? f(String s);", "(" STR CB "I)" STR, "(J" STR CB "[BII)" STR},
        Case{"String f(List<int> a);", "(" CB "I)" STR, "(J" CB "[BII)" STR},
        Case{"List<int> f(List<int> a);", "(" CB "I)I", "(J" CB "[BII)I"},
        Case{"@async int f(int? a);", "(JJJ)V", "(JJJJ)V"},
        Case{"@async Point f(String a);", "(" STR "J" CB "I)V", "(J" STR "J)V"}));

#undef CB
#undef STR

TEST(PlanMethod, NumbersPresenceBitsDepthFirstOverTheWholeCall) {
  const Planned planned("void f(int? a, Rect? r, bool? b);");
  const MethodPlan& plan = planned.host;
  ASSERT_EQ(plan.parameters.size(), 3U);
  EXPECT_EQ(plan.parameters[0].root.presence_bit, 0);
  EXPECT_EQ(plan.parameters[1].root.presence_bit, 1);
  EXPECT_EQ(plan.parameters[1].root.fields[3].presence_bit, 2);  // Rect.on
  EXPECT_EQ(plan.parameters[1].root.fields[3].leaf, 5);
  EXPECT_EQ(plan.parameters[2].root.presence_bit, 3);
  EXPECT_EQ(plan.presence_bits, 4);
}

TEST(PlanMethod, TheResultHasAMaskOfItsOwn) {
  const Planned planned("Rect f(int? a);");
  EXPECT_EQ(planned.host.presence_bits, 1);
  EXPECT_EQ(planned.host.result.presence_bits, 1);
  EXPECT_EQ(planned.host.result.root.fields[3].presence_bit, 0);
  EXPECT_EQ(planned.host.result.leaves.size(), 6U);
}

TEST(PlanMethod, EncodesWhatWouldPassTheLimitOfPresenceBits) {
  std::string parameters;
  for (int i = 0; i < 65; ++i) {
    parameters += (i == 0 ? "bool? p" : ", bool? p") + std::to_string(i);
  }
  const Planned planned("void f(" + parameters + ");");
  EXPECT_EQ(planned.host.parameters[63].how, How::kDirect);
  EXPECT_EQ(planned.host.parameters[64].how, How::kBuffer);
  EXPECT_EQ(planned.host.presence_bits, 64);
}

TEST(PlanMethod, EncodesWhatWouldPassTheLimitOfJavaArguments) {
  // 11 slots are set aside, a long takes two: (200 - 11) / 2 = 94 fit.
  std::string parameters;
  for (int i = 0; i < 120; ++i) {
    parameters += (i == 0 ? "int p" : ", int p") + std::to_string(i);
  }
  const Planned planned("void f(" + parameters + ");");
  EXPECT_EQ(planned.host.parameters[93].how, How::kDirect);
  EXPECT_EQ(planned.host.parameters[94].how, How::kBuffer);
}

TEST(CanFlatten, RefusesRecursionWithoutLeavesInBoundedTime) {
  Diagnostics diagnostics;
  std::string fields;
  std::string constructor;
  for (int i = 0; i < 10; ++i) {
    fields += " Wide? f" + std::to_string(i) + ";";
    constructor += (i == 0 ? "this.f" : ", this.f") + std::to_string(i);
  }
  const Program program = Load(
      {{"test.dart", "import 'package:pigeon/pigeon.dart';\nclass Wide { Wide(" + constructor +
                         ");" + fields + " }"}},
      [](std::string_view) { return Fail(Error::Code::kIo, "no files"); }, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors());
  Type type;
  type.kind = TypeKind::kClass;
  type.decl = program.definitions.at(0).classes.at(0);
  EXPECT_FALSE(CanFlatten(program, type));
}

}  // namespace
}  // namespace causeway::gen
