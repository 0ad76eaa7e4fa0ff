import 'b.dart';
const int limit = -0x7F;
const String s = r'a' "b" '''
c\u{1F600}''';
enum E { a, b }
sealed class S {}
class A extends S {
  A(this.x, {required this.y, this.z = const <E>[E.a], this.m = const {'k': -1.5}, this.o});
  int x, w;
  final List<Map<String?, Object?>?>? y;
  List<E> z;
  Map<String, double> m;
  A? o;
}
class D { const D({this.n = limit}); int n; Float32List? f; }
class U { U({this.d = const D(n: 2), this.q = !true}); D d; bool q; }
