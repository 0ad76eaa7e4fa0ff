#pragma once

// Definitions made to break generated C++.

#include <string>
#include <vector>

#include "gen/sema.h"

namespace causeway::gen {

// Each element is a set of files of one namespace.
inline std::vector<std::vector<SourceFile>> CppTrickyDefinitions() {
  const std::string import = "import 'package:pigeon/pigeon.dart';\n";
  std::vector<std::vector<SourceFile>> sets;

  // Names that C++, its library, the runtime, common macros or the generated code use.
  sets.push_back({{"cpp_names.dart", import + R"(
const int int64_t = 1;
const String table = 'a';
const double maxValue = 1;
enum Tag { class_, namespace, EOF, one, One, kOne, NULL, major, linux }
class string { string(this.string_, this.operator, this.template); String string_; int operator; bool? template; }
class vector { vector(this.size, this.list); int size; List<vector>? list; }
class optional { optional(this.value); optional? value; }
class Value { Value(this.value, this.other); Object value; Object? other; }
class Error { Error(this.errno, this.code); int errno; String? code; }
class Vm { Vm(this.vm); List<Value>? vm; }
class Map_ { Map_(this.map); Map<String, Map_>? map; }
class Box { Box(this.box); Box? box; }
class Reader { Reader(this.reader); int reader; }
class Writer { Writer(this.writer, this.position); int writer; double position; }
class Proxy { Proxy(this.proxy_, this.stdout); int proxy_; int stdout; }
class Registration { Registration(this.fooBar, this.foo_bar, this.FooBar); int fooBar; int foo_bar; int FooBar; }
class Outcome { Outcome(this.a); int a; }
class Reply { Reply(this.a); int a; }
class Table { Table(this.a); int a; }
class WriteTable { WriteTable(this.a); String a; }
class ReadTable { ReadTable(this.a); String a; }
class TableList { TableList(this.a); List<Table> a; }
class PutTable { PutTable(this.a, this.value, this.writer, this.reader, this.what); int a; int value; int writer; int reader; int what; }
class JNIEnv { JNIEnv(this.std, this.codec, this.causeway); int std; String codec; Object causeway; }
class Tiny_ { Tiny_(this.length, this.call); int? length; int? call; }
class NULL { NULL(this.unsigned, this.and, this.xor_eq, this.final_, this.signals); int unsigned; bool and; double xor_eq; int final_; int signals; }
@HostApi() abstract class Codec {
  int call(int args, int call, int? mask, int? writer, int reader, int result, String text);
  String slots(Writer slots, Writer? size, String call, String writer);
  Writer? register(Writer call, Value value);
  Value Value_(Value Value, Error Error);
  Table table(Table Table, WriteTable writeTable, TableList list);
  Tag tag(Tag Tag, Tag? tag);
  int readTable(ReadTable readTable);
  @async Writer reply(int reply, int token, int decode, String call);
  @async void codec(int vm, int instance, String args);
  String lengthOf(String length, int phoneCall, int capacity);
  int? phone(int? phoneCall, Tiny_? bytesOfLength);
  void nothing(int? myCall, int length, Tiny_? callBuffer);
  double? jni(int jint, int? jlong, double jvalue, Tag jobject, Uint8List std, String codec, Reader causeway);
}
@FlutterApi() abstract class Generated {
  int call(int env, int slot, int? mask, int? writer, int reader, int result, String text);
  String slots(Writer slots, Writer? api, String call, String writer);
  Writer? register(Writer call, Value value);
  Value Value_(Value Value, Error Error);
  Table table(Table Table, WriteTable writeTable, TableList list);
  Tag tag(Tag Tag, Tag? tag);
  int readTable(ReadTable readTable);
  @async Writer reply(int reply, int token, int encode, String bytes);
  @async void codec(int vm, int instance, String args);
  String lengthOf(String length, int phoneCall, int capacity);
  int? phone(int? phoneCall, Tiny_? bytesOfLength);
  void nothing(int? myCall, int length, Tiny_? callBuffer);
  double? jni(int jint, int? jlong, double jvalue, Tag jobject, Uint8List std, String codec, Reader causeway);
}
)"}});

  // Classes that contain themselves and each other in every way.
  sets.push_back({{"recursion.dart", import + R"(
class Node { Node(this.value, this.next, this.children, this.named, this.maybe); int value; Node? next; List<Node> children; Map<String, Node?> named; List<Node?>? maybe; }
class Left { Left(this.right, this.rights); Right? right; List<Right>? rights; }
class Right { Right(this.left, this.text); Left? left; String text; }
class User { User(this.holders); List<Holder> holders; }
class Holder { Holder(this.user, this.node, this.maybe); User user; Node node; Left? maybe; }
sealed class Expression {}
class Number extends Expression { Number(this.value); double value; }
class Sum extends Expression { Sum(this.left, this.right, this.rest); Expression left; Expression right; List<Expression>? rest; }
class Negation extends Expression { Negation(this.of); Expression? of; }
class Nothing extends Expression {}
class Program { Program(this.main, this.byName, this.any); Expression main; Map<String, Expression> byName; Object? any; }
class KeyOf { KeyOf(this.by); Map<Node, Expression> by; }
@HostApi() abstract class Interpreter {
  Expression simplify(Expression expression);
  Expression? maybe(Expression? expression);
  Program program(Program program, Node node, Left left, User user, KeyOf key);
  @async List<Expression?> all(Map<int, List<Expression>> all);
}
@FlutterApi() abstract class Callbacks {
  Expression simplify(Expression expression);
  Expression? maybe(Expression? expression);
  Program program(Program program, Node node, Left left, User user, KeyOf key);
  @async List<Expression?> all(Map<int, List<Expression>> all);
}
)"}});

  // Defaults of all kinds, in fields and parameters.
  sets.push_back({{"defaults.dart", import + R"(
/// Ends in a backslash \
const String nul = 'a\u0000b"\\\n';
const int smallest = -9223372036854775808;
const double whole = 1e300;
enum Color { red, /** not a doc */ green }
/// A point.
class Point { const Point(this.x, [this.y = -0.0, this.color = Color.green]); final double x; final double y; final Color color; }
class Defaults {
  Defaults({this.a = -9223372036854775808, this.b = 1, this.c = 'q"\u0000\n\u00e9', this.d = true, this.e = Color.green,
    this.f = const [1, 2], this.g = const {'a': 1.5}, this.h = const Point(1.0), this.i = 5, this.j = 'x', this.k = const [],
    this.l = const [null, 'a'], this.m = const [Point(1.0, 2.0), Point(3.0)], this.n = const {}, this.o = 3, this.p = const Point(2),
    this.q = const [[1], []], this.r = const ['one', 'two']});
  int a; double b; String c; bool d; Color e; List<int> f; Map<String, double> g; Point h; int? i; String? j; List<String>? k;
  List<String?> l; List<Point> m; Map<Object, Object?>? n; Object o; Point? p; List<List<int>> q; List<String> r;
}
class Holds { Holds({this.defaults, required this.color}); Defaults? defaults; Color color; }
@HostApi() abstract class Calls {
  void positional(int a, [int b = 3, String c = 'x', Color d = Color.green, double? e]);
  int named(int a, {int b = 3, required String c, Point? d, List<int> e = const [1]});
  Holds holds(Holds holds, {Defaults? defaults, Uint8List? bytes, Object? any, bool flag = true});
  @async int later(int a, {int b = 4});
}
)"}});

  // Typed data and nullability at every level, in and out, direct and encoded.
  sets.push_back({{"shapes.dart", import + R"(
enum Kind { a, b, c }
class Empty {}
class Tiny { Tiny(this.d); double d; }
class One { One(this.tiny, this.empty); Tiny tiny; Empty empty; }
class Seven { Seven(this.a, this.b, this.c, this.k, this.n, this.t); int a; double b; bool c; Kind k; int? n; Tiny? t; }
class Nine { Nine(this.s, this.a, this.b, this.c); Seven s; int a; int b; int c; }
class Data { Data(this.a, this.b, this.c, this.d, this.e, this.f); Uint8List a; Int32List b; Int64List c; Float32List d; Float64List? e; List<Uint8List?> f; }
class Deep { Deep(this.a, this.b); List<Map<String, List<Kind?>?>?>? a; Map<Kind?, Map<bool, Tiny?>> b; }
@HostApi() abstract class Host {
  Empty e(Empty a, Empty? b); Empty? en(Empty a); One one(One one, One? two); Tiny tiny(Tiny t); Tiny? tn(Tiny? t);
  Seven seven(Seven s, Seven? n); Seven? sn(Seven? s); Nine nine(Nine n, Nine? m);
  bool b(bool b, bool? n); bool? bn(); int i(int i, int? n); int? ni(); double d(double d, double? n); double? dn(); Kind k(Kind k, Kind? n); Kind? kn();
  Uint8List u8(Uint8List a, Int32List b, Int64List c, Float32List d, Float64List e); Float32List? f32(Uint8List? a, Int32List? b, Int64List? c, Float32List? d, Float64List? e);
  Data data(Data data, Data? other); Deep? deep(Deep? deep); List<bool> bools(List<bool> b, List<bool?>? c); Map<bool, bool?>? map(Map<bool, bool?>? m);
  Object o(Object o, Object? n); Object? on(); List<Object> l(List<Object> o, List list, Map map); String? s(String s, String? n); void v();
  @async void av(); @async int ai(int i); @async Kind? ak(Kind? k); @async Float64List ad(Float64List d); @async Object? ao(Object o); @async Seven? as(Seven? s);
}
@FlutterApi() abstract class Native {
  Empty e(Empty a, Empty? b); Empty? en(Empty a); One one(One one, One? two); Tiny tiny(Tiny t); Tiny? tn(Tiny? t);
  Seven seven(Seven s, Seven? n); Seven? sn(Seven? s); Nine nine(Nine n, Nine? m);
  bool b(bool b, bool? n); bool? bn(); int i(int i, int? n); int? ni(); double d(double d, double? n); double? dn(); Kind k(Kind k, Kind? n); Kind? kn();
  Uint8List u8(Uint8List a, Int32List b, Int64List c, Float32List d, Float64List e); Float32List? f32(Uint8List? a, Int32List? b, Int64List? c, Float32List? d, Float64List? e);
  Data data(Data data, Data? other); Deep? deep(Deep? deep); List<bool> bools(List<bool> b, List<bool?>? c); Map<bool, bool?>? map(Map<bool, bool?>? m);
  Object o(Object o, Object? n); Object? on(); List<Object> l(List<Object> o, List list, Map map); String? s(String s, String? n); void v();
  @async void av(); @async int ai(int i); @async Kind? ak(Kind? k); @async Float64List ad(Float64List d); @async Object? ao(Object o); @async Seven? as(Seven? s);
}
@HostApi() abstract class NoMethods {}
@FlutterApi() abstract class NoCallbacks {}
)"}});

  // Files that import each other, and one that imports both.
  sets.push_back({{"first.dart", import + R"(import 'second.dart';
enum FirstKind { a, b }
class First { First(this.second, this.kind); Second? second; SecondKind kind; }
@HostApi() abstract class FirstApi { First f(Second second, FirstKind kind); }
)"},
                  {"second.dart", import + R"(import 'first.dart';
enum SecondKind { a, b }
class Second { Second(this.first, this.firsts); First? first; List<First> firsts; }
@FlutterApi() abstract class SecondApi { Second s(First first, SecondKind? kind); }
)"},
                  {"third.dart", import + R"(import 'second.dart';
import 'first.dart';
class Third { Third(this.first, this.second); First first; Second second; }
@HostApi() abstract class ThirdApi { Third t(First first, Second? second, Object any); }
)"}});
  return sets;
}

}  // namespace causeway::gen
