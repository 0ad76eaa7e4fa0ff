abstract class N { void m(); }
class A<T> with M { static int a = 3; Strng get b => 1; A operator +(A o) { return o; } A a }
enum X { a(1), b; final int c; }
typedef F = void Function();
@HostApi() abstract class H { Future<int> f(dynamic d, (int, int) r, int = 5); a(); {
class B { List<int, int> x; 'unterminated
