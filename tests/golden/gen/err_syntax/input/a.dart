import 'package:pigeon/pigeon.dart'

class Missing {
  int first
  int second;
  String class;
  List<int third;

class Next {
  Next(this.next);
  Nxt? next;
}

enum Kind { one, two three }

void main() {}

@HostApi()
abstract class Api {
  void call(int a;
  Kind kind();
}
