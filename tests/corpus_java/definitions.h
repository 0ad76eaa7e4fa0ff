#pragma once

// Definitions made to break generated Java.

#include <string>
#include <vector>

#include "gen/sema.h"

namespace causeway::gen {

inline std::string Numbered(int count, const std::string& before, const std::string& after) {
  std::string text;
  for (int i = 0; i < count; ++i) text += before + std::to_string(i) + after;
  return text;
}

// Each element is a set of files of one package; the first one belongs into the unnamed package.
inline std::vector<std::vector<SourceFile>> TrickyDefinitions() {
  const std::string import = "import 'package:pigeon/pigeon.dart';\n";
  std::vector<std::vector<SourceFile>> sets;

  sets.push_back({{"plain.dart", import + R"(
class Empty {}
class HoldsEmpty { HoldsEmpty(this.a, this.b); Empty a; Empty? b; }
@HostApi() abstract class H { Empty e(Empty x); Empty? f(Empty? x); HoldsEmpty g(HoldsEmpty? x); void v(); }
@FlutterApi() abstract class F { Empty e(Empty x); Empty? f(Empty? x); HoldsEmpty g(HoldsEmpty? x); void v(); }
)"}});

  // Names that Java, its library, the runtime or the generated code use.
  sets.push_back({{"names.dart", import + R"(
enum String_ { a_b, aB, index, values, VALUES, valueOf, ordinal, name, int, NULL, true_ }
class List_ { List_(this.length); int length; }
class Override { Override(this.list, this.map); List<String>? list; Map<String, Object?>? map; }
class Long { Long(this.value); int value; }
class Double { Double(this.value); double value; }
class Builder { Builder(this.build, this.builder); int build; Builder? builder; }
class Builder_ { Builder_(this.x); int x; }
class Value { Value(this.v); double v; }
class Values { Values(this.v); double v; }
class Reader { Reader(this.r, this.reader); int r; Reader? reader; }
class Writer { Writer(this.w); int w; }
class Codec { Codec(this.custom); Object custom; }
class CallBuffer { CallBuffer(this.bytes); Uint8List bytes; }
class Nullable { Nullable(this.x); int? x; }
class NonNull { NonNull(this.x); String x; }
class ApiError { ApiError(this.code); String code; }
class NamesCodec { NamesCodec(this.x); int x; }
class NamesConstants { NamesConstants(this.x); int x; }
class ArrayList { ArrayList(this.x); List<int> x; }
class LinkedHashMap { LinkedHashMap(this.x); Map<int, int> x; }
class ConcurrentHashMap { ConcurrentHashMap(this.x); int x; }
class Throwable { Throwable(this.x); int x; }
class UnsatisfiedLinkError { UnsatisfiedLinkError(this.x); int x; }
class IllegalStateException { IllegalStateException(this.x); String x; }
class IllegalArgumentException { IllegalArgumentException(this.x); String x; }
class CrossingException { CrossingException(this.x); String x; }
class PendingCalls { PendingCalls(this.x); String x; }
class NativeReply { NativeReply(this.x); String x; }
class Reply { Reply(this.x); String x; }
class CausewayException { CausewayException(this.x); String x; }
class HashMap { HashMap(this.x); String x; }
class Integer { Integer(this.x); String x; }
class Class { Class(this.x); String x; }
class record { record(this.x); String x; }
class ListOfInt { ListOfInt(this.x, this.y); List<int> x; List<ListOfInt?>? y; }
class NullableInt { NullableInt(this.x, this.y); List<int?> x; List<NullableInt> y; }
class Fields {
  Fields(this.abstract_, this.package, this.synchronized, this.native, this.throws, this.boolean,
    this.byte, this.char, this.double_, this.float, this.goto_, this.int_, this.long, this.private,
    this.protected, this.public, this.short, this.transient, this.volatile, this.java, this.dev,
    this.that, this.other, this.result, this.value, this.instance, this.slot, this.where, this.w,
    this.r, this.v, this.b, this.has_long, this.getClass, this.hashCode_, this.notify, this.wait,
    this.isOn, this.on, this.Upper, this.upper, this.build);
  String abstract_; String package; bool synchronized; int native; double throws; bool boolean;
  int byte; int char; double double_; double float; int goto_; int int_; int long; bool private;
  bool? protected; bool public; int short; int? transient; String? volatile; int java; int dev;
  String that; String other; int result; int value; int instance; int slot; int where; int w;
  int r; int v; int b; int has_long; int getClass; int hashCode_; int notify; int wait;
  bool isOn; bool on; int Upper; int upper; int build;
}
class Small { Small(this.java, this.cb, this.mask); int java; double cb; bool? mask; }
const String string = "q\"\\ \$ \u{1F602} \u00e9 \n \t \u0007";
const int constant = -9223372036854775807;
const double double_ = 1e300;
const double whole = 3;
const bool yes = true;
@HostApi() abstract class Host {
  int cb(int cb, int len, int mask, int token, int r, int w, int t, int reply, int result, String java);
  Small small(Small small, Small? small_java, int? mask, Small dev);
  @async String reply(String reply, int? token, Uint8List cb, Float32List? len);
  @async void register(String value);
  Fields fields(Fields api, List<Fields?> glue, Map<String?, List<Fields>> name);
  Long instance(String_ x, String_? y);
  void registered(Override x);
  Object implementation(Object x, Object? y);
  int wait(); void notify(); int native(int x); bool equals(Object x);
  record rec(record record, ListOfInt a, NullableInt b, List<int> c, List<int?> d);
  Reply? replied(Reply? reply);
}
@FlutterApi() abstract class Flutter {
  int mixed(int slot, String first, Uint8List bytes, Int32List capacity, Float64List length);
  int cb(int cb, int len, int mask, int token, int r, int w, int e, int reply, int result, String java);
  Small small(Small small, Small? part, int? mask, Small dev);
  @async String reply(String reply, int? token, Uint8List cb, Float32List? len);
  @async void register(String value);
  Fields fields(Fields api, List<Fields?> glue, Map<String?, List<Fields>> name);
  Long instance(String_ x, String_? y);
  int get(); 
  int slot(int slot);
  int slotNative(int x);
  int bind(String bytes);
  Object implementation(Object x, Object? y);
  Reply? replied(Reply? reply);
}
)"}});

  // Every way to cross, in both directions.
  const std::string methods = R"(
  bool b(bool x, bool? y); bool? bn(bool? x);
  int i(int x, int? y); int? in_(int? x);
  double d(double x, double? y); double? dn(double? x);
  Mode m(Mode x, Mode? y); Mode? mn(Mode? x);
  String s(String x, String? y); String? sn(String? x);
  Uint8List u8(Uint8List x, Uint8List? y); Uint8List? u8n(Uint8List? x);
  Int32List i32(Int32List x, Int32List? y); Int64List? i64n(Int64List? x);
  Float32List f32(Float32List x, Float32List? y); Float64List? f64n(Float64List? x);
  List<int> li(List<int> x, List<int?>? y); List<List<Point?>>? lln(List<List<Point?>>? x);
  Map<String, Point> ms(Map<String, Point> x); Map<Mode?, List<Mode>>? mm(Map<Mode?, List<Mode>>? x);
  List l(List x, List? y); Map mp(Map x, Map? y);
  Object o(Object x); Object? on(Object? x);
  One one(One x, One? y); One? onen(One? x); OneMode om(OneMode x); OneBool ob(OneBool x);
  Maybe maybe(Maybe x, Maybe? y); Maybe? mayben(Maybe? x);
  Point p(Point x, Point? y); Point? pn(Point? x);
  Deep deep(Deep x, Deep? y); Deep? deepn(Deep? x);
  Nine nine(Nine x); Nine? ninen(Nine? x);
  Named named(Named x); Named? namedn(Named? x);
  Tree tree(Tree x); Tree? treen(Tree? x);
  Shape shape(Shape x, Shape? y); Shape? shapen(Shape? x); List<Shape> shapes(List<Shape?> x); Circle circle(Circle x);
  @async void av(); @async int ai(int x); @async int? ain(int? x); @async Mode am(Mode x);
  @async Point ap(Point x, Point? y); @async Deep? adn(Deep? x); @async Uint8List au(Uint8List x);
  @async List<Shape>? al(String x, List<Tree> y); @async Object? ao(Object x); @async Map<int, double> amp(int? x);
)";
  sets.push_back({{"ways.dart", import + R"(
enum Mode { a, b }
class One { One(this.x); int x; }
class OneMode { OneMode(this.x); Mode x; }
class OneBool { OneBool(this.one); OneBoolInner one; }
class OneBoolInner { OneBoolInner(this.x); bool x; }
class Maybe { Maybe(this.x); int? x; }
class Point { Point(this.x, this.y); double x; double y; }
class Inner { Inner(this.m, this.on, this.one); Mode? m; bool? on; One? one; }
class Deep { Deep(this.a, this.b, this.c, this.d); Point a; Point? b; Inner? c; Mode d; }
class Nine { Nine(this.a, this.b, this.c, this.d, this.e, this.f, this.g, this.h, this.i);
  int a; int b; int c; int? d; int e; int f; int g; int h; Mode i; }
class Named { Named(this.name, this.point, this.data, this.any, this.maybe); String name; Point? point; Float32List data; Object any; Object? maybe; }
class Tree { Tree(this.left, this.right, this.kids, this.map, this.shape); Tree? left; Tree? right; List<Tree?> kids; Map<String, Tree>? map; Shape? shape; }
sealed class Shape {}
/// A circle.
class Circle extends Shape { Circle(this.r); double r; }
class Square extends Shape { Square(this.side, this.inner); double? side; Shape? inner; }
class Dot extends Shape {}
@HostApi() abstract class Host {)" + methods +
                                    R"(}
@FlutterApi() abstract class Flutter {)" +
                                    methods + "}\n"}});

  // Defaults, comments.
  sets.push_back({{"defaults.dart", import + R"(
/// A mode. */ <b>&amp; @deprecated {@link X} \u0041 \ é 😂
///
/// Second paragraph.
enum Mode {
  /// One. */
  one, twoThree }
/// A point <3 */
class Point { const Point({this.x = 1, this.y = -2.5}); final double x; final double y; }
/// @param x
class Defaults {
  Defaults({this.b = true, this.i = -5, this.d = 1e22, this.s = 'a"\\\u{1F602}', this.m = Mode.twoThree,
    this.l = const <int>[1, 2], this.e = const <String>[], this.mp = const <String, int>{'a': 1},
    this.me = const <String, Object>{}, this.p = const Point(), this.ps = const [Point(x: 3)],
    this.n, this.ni = 4, this.nb = false, this.o = 5, this.on = 'x', required this.last});
  /// Doc of b.
  bool b; int i; double d; String s; Mode m; List<int> l; List<String> e; Map<String, int> mp;
  Map<String, Object> me; Point p; List<Point> ps; String? n; int? ni; bool? nb; Object o; Object? on;
  int last;
}
/// Host.
@HostApi() abstract class Host {
  /// Does it. */
  ///
  ///   indented < > &
  void named(int a, {int b = 3, String c = 'x', Mode? m});
}
)"}});

  // More types than direct ids, more fields than parameters of a method.
  sets.push_back(
      {{"many.dart",
        import + Numbered(60, "enum E", " { a, b }\n") +
            Numbered(240, "class C", " { double? d; E59? e; String? s; }\n") + "class Wide {\n" +
            Numbered(140, "  int i", ";\n") + Numbered(20, "  String? s", ";\n") + "}\n" +
            "class Sixty {\n" + Numbered(60, "  double? d", ";\n") + "}\n" +
            "@HostApi() abstract class H { C0 a(C239 x, E59 e, List<E59> l, Wide w, Sixty s); "
            "void many(" +
            Numbered(119, "double? d", ", ") +
            "int last); }\n"
            "@FlutterApi() abstract class F { C0 a(C239 x, E59 e, List<E59> l, Wide w, Sixty s); "
            "void many(" +
            Numbered(119, "double? d", ", ") + "int last); }\n"}});

  // Several files of one package.
  sets.push_back(
      {{"base.dart", import + "enum Mode { a }\nclass P { double x; }\nsealed class S {}\n"
                              "class S1 extends S { P? p; }\n"},
       {"one.dart", import + "import 'base.dart';\n"
                             "class Own { P p; Mode? m; List<S> s; }\n"
                             "@HostApi() abstract class One { Own a(P p, Mode m, S s); }\n"},
       {"two.dart", import + "import 'base.dart';\nimport 'one.dart';\n"
                             "@FlutterApi() abstract class Two { List<Own?> a(P p, S? s); }\n"}});
  // Only APIs; no own types.
  sets.push_back({{"bare.dart", import + "@FlutterApi() abstract class Only { void f(); }\n"}});
  return sets;
}

}  // namespace causeway::gen
